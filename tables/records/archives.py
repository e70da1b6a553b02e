"""A whole tournament in one file that another installation reads back, its chain intact.

The file is gzip over lines of JSON: a heading with the signed heads, one line per row, and an
ending with a checksum over all before it, signed by the house's key. What belongs to a house and
not to the event (passwords, tokens, devices, links to phones, people who did not take part) stays
at home.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import Case, Q, QuerySet, Value, When

from engine.refusal import Refused
from tournament.house import backups
from tournament.models import Player, Signature, SigningKey, Tournament, User
from tournament.records import signing
from tournament.records.queries import keys
from tournament.records.services import keys as key_service

FORMAT, SIGNED_AS = "shuffle-up-archive-2", "SU1-archive"
MOST_BYTES, MOST_UNPACKED = 20_000_000, 100_000_000
OUR_APPS = ("tables", "tournament")

# The rows of a tournament: the way to it from each table, in the order they are brought in.
OWNER = {
    "tournament.Tournament": "pk",
    "tournament.Session": "tournament",
    "tournament.Entry": "tournament",
    "tournament.Clock": "tournament",
    "tournament.ClockMove": "clock__tournament",
    "tournament.Chain": "tournament",
    "tournament.JournalEntry": "tournament",
    "tournament.PublicDraw": "tournament",
    "tournament.ChipMove": "tournament",
    "tournament.Posting": "tournament",
    "tournament.MoneyLine": "posting__tournament",
    "tournament.CashCount": "tournament",
    "tournament.Announcement": "tournament",
    "tournament.Club": "tournament",
    "tournament.ClubMember": "club__tournament",
    "tournament.Conditions": "tournament",
    "tournament.Acceptance": "tournament",
    "tournament.KeptSheet": "tournament",
    "tournament.Bust": "entry__tournament",
    "tournament.EntryTerms": "tournament",
    "tournament.Invitation": "tournament",
    "tournament.Waiting": "tournament",
    "tournament.Substitution": "entry__tournament",
    "tournament.RefusedEntry": "tournament",
    "tournament.Charity": "tournament",
    "tournament.Donation": "tournament",
    "tournament.Proceeds": "tournament",
    "tournament.Incident": "tournament",
    "tournament.Decision": "incident__tournament",
    "tournament.Licence": "tournament",
    "tournament.Addendum": "licence__tournament",
    "tournament.PostedDocument": "tournament",
    "tournament.Advert": "tournament",
    "tournament.Staff": "tournament",
    "tournament.Attendance": "staff__tournament",
    "tournament.Declaration": "tournament",
    "tournament.InspectorAccess": "tournament",
    "tournament.PlacingDecision": "tournament",
    "tournament.SimultaneousBusts": "tournament",
    "tournament.PrizeList": "tournament",
    "tournament.Confirmation": "tournament",
    "tournament.Ineligibility": "entry__tournament",
    "tournament.Due": "tournament",
    "tournament.Payout": "due__tournament",
    "tournament.Deal": "tournament",
    "tournament.DealVoice": "deal__tournament",
    "tournament.SessionResult": "session__tournament",
    "tournament.TicketSheet": "tournament",
    "tournament.Ticket": "sheet__tournament",
    "tables.Table": "tournament",
    "tables.Penalty": "entry__tournament",
    "tables.HandRecord": "table__tournament",
    "tables.HandEvent": "table__tournament",
    "tables.Seating": "table__tournament",
    "tables.SeatOrder": "tournament",
    "tables.LockedSeat": "entry__tournament",
    "tables.KeptApart": "tournament",
    "tables.SeatCheck": "tournament",
    "tables.SeatConfirmation": "check_of__tournament",
    "tables.Bagging": "tournament",
    "tables.Bag": "tournament",
    "tables.ChipCount": "tournament",
    "tables.TableCount": "count__tournament",
    "tables.CountedStack": "table_count__count__tournament",
    "tables.FoundChips": "tournament",
    "tables.Deck": "tournament",
    "tables.DeckEvent": "tournament",
    "tables.DealerDuty": "table__tournament",
    "tables.ManagerDuty": "table__tournament",
    "tables.FloorCall": "table__tournament",
    "tables.HandForHand": "tournament",
    "tables.RaceOff": "table__tournament",
    "tables.ChipRequest": "table__tournament",
    "tables.SpecialRound": "table__tournament",
    "tables.StateSheet": "tournament",
    "tables.TimeBank": "table__tournament",
}
# Of people only this goes along: who took part and how to reach them, never a password.
PEOPLE = {
    "tournament.User": ("id", "username", "first_name", "last_name"),
    "tournament.Player": (
        *("id", "name", "alias", "email", "phone", "born_on", "group", "country"),
    ),
}
LEFT_OUT = {
    "auth.Permission": "Django's own",
    "auth.Group_permissions": "Django's own",
    "auth.Group": "Django's own",
    "contenttypes.ContentType": "Django's own",
    "tournament.User_groups": "Django's own",
    "tournament.User_user_permissions": "Django's own",
    "tournament.ApiToken": "opens this installation only",
    "tournament.Webhook": "whom this house tells",
    "tournament.Delivery": "whom this house told",
    "tournament.PersonalLink": "opens this installation only",
    "tournament.CommandRecord": "requests that were sent here",
    "tournament.Signature": "in the heading: this house's word for its own copy",
    "tournament.SigningKey": "in the heading: this house's own",
    "tournament.WrongTries": "doors of this installation",
    "tournament.House": "the house's own looks",
    "tournament.League": "a house's list of many tournaments",
    "tournament.League_tournaments": "a house's list of many tournaments",
    "tournament.ScheduleTemplate": "the house's own",
    "tournament.Photo": "for this house's desk to know who stands there",
    "tournament.Exclusion": "whom this house keeps out",
    "tables.Device": "paired with this installation",
    "tables.PairingCode": "paired with this installation",
    "tables.Practice": "belongs to no tournament",
}
# What leads from one key of the house to the next.
HANDED_ON = ("public", "since", "until", "next_public", "signed_by_itself", "signed_by_next")
# A secret leaves the house when something was drawn with it, not before.
USED = Q(drawn_at__isnull=False) | Q(revealed_at__isnull=False)
TOLD = {("tournament.PublicDraw", "secret"): Case(When(USED, then="secret"), default=Value(""))}


def columns(label: str) -> list[str]:
    """What of a row is written, in this order."""
    if label in PEOPLE:
        return list(PEOPLE[label])
    return [field.attname for field in apps.get_model(label)._meta.local_concrete_fields]


# --- Making one ----------------------------------------------------------------------------------


def pack(tournament: Tournament, *, now: datetime) -> bytes:
    """The tournament as it is at this moment, signed."""
    private = key_service.ready(now=now)
    out = BytesIO()
    checksum, rows = hashlib.sha256(), -1
    with _one_moment(), gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as file:
        for line in _lines_for(tournament, now):
            checksum.update(line.encode())
            file.write(line.encode())
            rows += 1
        file.write(backups.as_line(ending(rows, checksum.hexdigest(), private)).encode())
    return out.getvalue()


def ending(rows: int, checksum: str, private: str) -> dict[str, Any]:
    """The last line: what was before it, and who says so."""
    signature = signing.sign(f"{SIGNED_AS}.{checksum}", private)
    key = signing.public_of(private)
    return {"rows": rows, "checksum": checksum, "key": key, "signature": signature}


def _one_moment() -> AbstractContextManager[None]:
    """Whoever holds a transaction already sees the rows of that."""
    return nullcontext() if connection.in_atomic_block else backups.one_moment()


def _lines_for(tournament: Tournament, now: datetime) -> Iterator[str]:
    yield backups.as_line(
        {
            "format": FORMAT,
            "made_by": f"Shuffle Up {settings.VERSION}",
            "made_at": now,
            "migrations": our_migrations(),
            "code": tournament.code,
            "name": tournament.name,
            "columns": {label: columns(label) for label in (*PEOPLE, *OWNER)},
            "heads": [
                {"word": signature.word, "tables": signature.tables}
                for signature in Signature.objects.filter(tournament=tournament)
            ],
            "keys": list(SigningKey.objects.filter(house="").values(*HANDED_ON)),
        }
    )
    for label, found in _people(tournament):
        yield from _row_lines(label, found)
    for label, way in OWNER.items():
        yield from _row_lines(
            label, apps.get_model(label)._base_manager.filter(**{way: tournament.pk})
        )


def _row_lines(label: str, found: QuerySet[Any]) -> Iterator[str]:
    told = [TOLD.get((label, name), name) for name in columns(label)]
    for row in found.order_by("pk").values_list(*told).iterator():
        yield backups.as_line([label, *row])


def _people(tournament: Tournament) -> Iterator[tuple[str, QuerySet[Any]]]:
    """Those whom a row of the tournament names."""
    users = (
        Q(duties__tournament=tournament)
        | Q(tables_dealt__table__tournament=tournament)
        | Q(tables_managed__table__tournament=tournament)
    )
    yield "tournament.User", User.objects.filter(users).distinct()
    named = _named_players(tournament)
    yield "tournament.Player", Player.objects.filter(pk__in=named)


def _named_players(tournament: Tournament) -> set[int]:
    """Whoever entered, was invited, waited, or took somebody's place."""
    found: set[int] = set()
    for label, way in OWNER.items():
        model = apps.get_model(label)
        for field in model._meta.local_concrete_fields:
            if field.related_model is Player:
                rows = model._base_manager.filter(**{way: tournament.pk})
                found |= set(rows.values_list(field.attname, flat=True))
    return found


def our_migrations() -> list[list[str]]:
    """Which shape our tables have."""
    return [migration for migration in backups.migrations() if migration[0] in OUR_APPS]


# --- Looking at one ------------------------------------------------------------------------------

Row = list[Any]


@dataclass(frozen=True, slots=True)
class Archive:
    """What a file holds that is whole, of our shape, and signed by a key we trust."""

    heading: dict[str, Any]
    rows: list[Row]
    key: str


def read(file: IO[bytes], fingerprint: str = "") -> Archive:
    """What is in the file; refused unless our own key signed it, or the one of this fingerprint."""
    lines = _lines_of(file)
    first, ending, checksum = next(lines, ""), "", hashlib.sha256()
    heading = _heading(first)
    checksum.update(first.encode())
    rows: list[Row] = []
    for line in lines:
        if ending:
            checksum.update(ending.encode())
            rows.append(_row(ending))
        ending = line
    said = _parsed(ending)
    is_known = isinstance(said, dict) and said.keys() == {"rows", "checksum", "key", "signature"}
    if not is_known or (said["rows"], said["checksum"]) != (len(rows), checksum.hexdigest()):
        raise _not_whole()
    return Archive(heading, rows, _signed_by(said, fingerprint))


def _signed_by(said: dict[str, Any], fingerprint: str) -> str:
    """The key that signed the file, if it is trusted here."""
    key = str(said["key"])
    if not signing.is_signed(f"{SIGNED_AS}.{said['checksum']}", str(said["signature"]), key):
        raise Refused("The archive's signature does not fit what it holds: it was changed.")
    ours = {trusted.public for trusted in keys.trusted(keys.public()).values()}
    typed = "".join(fingerprint.split()).upper()
    if key in ours or typed == "".join(signing.fingerprint(key).split()):
        return key
    raise Refused(
        f"The archive is signed by another house, with the key {signing.fingerprint(key)}. Compare "
        "that with the key on that house's own page, then import it with this fingerprint."
    )


def _lines_of(file: IO[bytes]) -> Iterator[str]:
    left = MOST_UNPACKED
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            while line := lines.readline(left + 1):
                left -= len(line)
                if left < 0:
                    raise Refused("The archive is too large.")
                yield line
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        raise Refused(
            "This file cannot be read as an archive: it is cut short, or a different kind of file."
        ) from None


def _not_whole() -> Refused:
    return Refused("The archive is incomplete or was changed.")


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise _not_whole() from None


def _heading(line: str) -> dict[str, Any]:
    heading = _parsed(line)
    if not isinstance(heading, dict) or heading.get("format") != FORMAT:
        raise Refused("This is not a tournament archive.")
    if heading.get("migrations") != our_migrations():
        raise Refused(
            "The archive was made by another version of Shuffle Up: bring both to the same one."
        )
    return heading


def _row(line: str) -> Row:
    row = _parsed(line)
    known = isinstance(row, list) and row and isinstance(row[0], str)
    if not known or row[0] not in {*OWNER, *PEOPLE} or len(row) != len(columns(row[0])) + 1:
        raise _not_whole()
    return list(row)
