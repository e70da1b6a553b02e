"""When something is played, in the form calendars read (iCalendar)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tournament.models import Licence, Tournament
from tournament.permissions import Actor
from tournament.setup.queries import poster

USUAL_LENGTH = timedelta(hours=4)
LONGEST_LINE = 74  # bytes; a longer one is folded


@dataclass(frozen=True, slots=True)
class Appointment:
    """One stretch of play."""

    code: str
    number: int
    title: str
    begins: datetime
    ends: datetime


def all_appointments(actor: Actor) -> list[Appointment]:
    """Of every tournament that is not cancelled and that this visitor may be told of."""
    standing = Tournament.objects.exclude(state="cancelled").prefetch_related("sessions")
    told = (tournament for tournament in standing if poster.is_told(tournament, actor))
    return [appointment for tournament in told for appointment in appointments(tournament)]


def appointments(tournament: Tournament) -> list[Appointment]:
    """The planned sessions; else the licensed hours, or when it was really played."""
    planned = [
        Appointment(
            tournament.code,
            session.number,
            f"{tournament.name}: {session.name or f'session {session.number}'}",
            session.started_at or session.planned_at,
            session.ended_at or session.finishing_time or _later(session.planned_at),
        )
        for session in tournament.sessions.all()
        if session.planned_at
    ]
    return planned or _whole(tournament)


def _whole(tournament: Tournament) -> list[Appointment]:
    licence = Licence.objects.filter(pk=tournament.pk).first()
    begins = tournament.started_at or (licence.starts_at if licence else None)
    if begins is None:
        return []
    ends = tournament.finished_at or (licence.finishes_at if licence else _later(begins))
    return [Appointment(tournament.code, 0, tournament.name, begins, ends)]


def _later(moment: datetime) -> datetime:
    return moment + USUAL_LENGTH


def written(found: Iterable[Appointment], *, host: str, now: datetime) -> str:
    """The calendar's text: lines end as the format wants, long ones are folded."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Shuffle Up//EN"]
    for each in found:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{each.code}-{each.number}@{host}",
            f"DTSTAMP:{_stamp(now)}",
            f"DTSTART:{_stamp(each.begins)}",
            f"DTEND:{_stamp(max(each.ends, each.begins))}",
            f"SUMMARY:{_escaped(each.title)}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())


def _folded(line: str) -> str:
    """No line of more bytes than the format allows, and no letter cut in two."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > LONGEST_LINE:
            pieces.append(piece)
            piece = ""
        piece += letter
    return "\r\n ".join([*pieces, piece])
