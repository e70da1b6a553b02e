"""Sessions: which one is entered, drawn and played next."""

from django.db.models import F, Q

from engine.refusal import Refused
from tournament.models import Session, Tournament
from tournament.models.sessions import SessionKind

# Entries of the session last drawn; all of them where the tournament is played in one go.
IN_SESSION = Q(tournament__session__isnull=True) | Q(session=F("tournament__session"))


def takes_entries(session: Session) -> bool:
    """Only sessions of the first heat are entered; the later ones are filled by who advances."""
    if session.kind in (SessionKind.FINAL, SessionKind.SECOND_CHANCE):
        return False
    return not session.fed_by.exists()


def to_enter(tournament: Tournament, number: int | None = None) -> Session | None:
    """The session an entry is for: the one asked for, else the next that takes entries."""
    planned = list(tournament.sessions.all())
    if not planned:
        return None
    if number is None:
        waiting = [one for one in planned if one.started_at is None and takes_entries(one)]
        if waiting:
            return waiting[0]
        if any(one.is_in_play and takes_entries(one) for one in planned):
            return next(one for one in planned if one.is_in_play)
        raise Refused("No session takes entries any more.", "adelaide:90")
    session = next((one for one in planned if one.number == number), None)
    if session is None:
        raise Refused(f"There is no session {number}.")
    if not takes_entries(session):
        raise Refused(f"{session.title} is not entered: one advances to it.", "adelaide:90")
    if session.ended_at is not None:
        raise Refused(f"{session.title} is over.", "adelaide:88j")
    return session


def next_up(tournament: Tournament) -> Session | None:
    """The session to be drawn next; None where there are none, or all have been played."""
    return tournament.sessions.filter(started_at__isnull=True).first()
