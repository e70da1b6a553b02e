"""Bring a tournament in from an archive: every row with new keys, the chain as it was written."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import groupby, islice
from typing import IO, Any

from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DatabaseError, models, transaction
from django.utils.dateparse import parse_datetime

from engine.clock.clock_state import COUNTING
from engine.hand import codec
from engine.referee import well_formed
from engine.refusal import Refused
from engine.structure import offers, presets
from tables.models import HandRecord, Table
from tables.play.queries import hands
from tables.records import archives
from tables.records.archives import Archive, Row
from tables.records.queries import chain
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import buttons
from tournament.clock.services import clock as clock_service
from tournament.entries.services import tickets
from tournament.models import Clock, Player, Ticket, Tournament, User
from tournament.permissions import Actor, Permission, require
from tournament.records import signing
from tournament.setup.queries import played
from tournament.setup.services import tournaments

ROWS_AT_ONCE = 500
BROKEN = (
    *(DatabaseError, ValidationError, ObjectDoesNotExist),
    *(AttributeError, LookupError, OverflowError, TypeError, ValueError),
)
BECAUSE = "brought in from an archive"

Keys = Mapping[str, Mapping[int, int]]
Values = dict[str, Any]

# Columns of JSON that name rows by their keys, and how; every other one names none.


def _in_rows(value: Any, keys: Keys) -> Any:
    """A list of seats, each with its entry, and the penalty served there."""
    return [{**row, **_renamed(row, keys)} for row in value]


def _renamed(row: Mapping[str, Any], keys: Keys) -> dict[str, int]:
    named = {"entry": "tournament.Entry", "penalty": "tables.Penalty"}
    return {name: keys[label][row[name]] for name, label in named.items() if name in row}


def _as_list(value: Any, keys: Keys) -> Any:
    return [keys["tournament.Entry"][entry] for entry in value]


def _as_pairs(value: Any, keys: Keys) -> Any:
    return [[keys["tournament.Entry"][entry], *rest] for entry, *rest in value]


def _as_keys(value: Any, keys: Keys) -> Any:
    return {str(keys["tournament.Entry"][int(entry)]): one for entry, one in value.items()}


def _outcome(value: Any, keys: Keys) -> Any:
    if not value:
        return value
    return {**value, **_renamed(value, keys), "moves": _as_keys(value["moves"], keys)}


NAMES_ROWS: Mapping[tuple[str, str], Callable[[Any, Keys], Any]] = {
    ("tables.HandRecord", "players"): _in_rows,
    ("tables.RaceOff", "seats"): _in_rows,
    ("tables.SpecialRound", "outcome"): _outcome,
    ("tournament.Confirmation", "places"): _as_pairs,
    ("tournament.PlacingDecision", "order"): _as_list,
    ("tournament.PlacingDecision", "cards"): _as_keys,
    ("tournament.SimultaneousBusts", "entries"): _as_list,
    ("tournament.Deal", "stacks"): _as_keys,
    ("tournament.Deal", "shares"): _as_keys,
}


def bring_in(file: IO[bytes], *, actor: Actor, now: datetime, fingerprint: str = "") -> Tournament:
    """The tournament of an archive as a new one here, whole and verified, or nothing.

    Another house's is taken if its key has this fingerprint.
    """
    require(actor, Permission.CREATE_TOURNAMENTS)
    archive = archives.read(file, fingerprint)
    try:
        with transaction.atomic():
            at = min(now, _made_at(archive.heading))
            key = Unpacking(now=now, at=at).take(archive.rows)
            _check(_found(key), _brought(archive))
            _hold_clock(key, at=at, actor=actor)
    except BROKEN as trouble:
        raise Refused("The archive is inconsistent: nothing was imported.") from trouble
    return _found(key)


def _brought(archive: Archive) -> chain.Brought:
    """The heads that the key of the archive signed: the records must lead through them."""
    found = [signing.read_head(head["word"]) for head in archive.heading["heads"]]
    by_key = [head for head in found if head.key == signing.id_of(archive.key)]
    return chain.Brought(tuple(by_key), archive.key)


def _made_at(heading: Mapping[str, Any]) -> datetime:
    at = parse_datetime(str(heading["made_at"]))
    if at is None:
        raise ValueError("an archive without its moment")
    return at


def _found(key: int) -> Tournament:
    return Tournament.objects.select_related("clock", "chain").get(pk=key)


class Unpacking:
    """One archive, made at a moment, on its way in: which row of it became which row here."""

    def __init__(self, *, now: datetime, at: datetime) -> None:
        self.now, self.at = now, at
        self.keys: dict[str, dict[int, int]] = {}
        self.later: list[tuple[models.Model, str, str, int]] = []

    def take(self, rows: Iterable[Row]) -> int:
        """Every row in the order of the file, then what points forward; the tournament's key."""
        for label, group in groupby(rows, key=lambda row: str(row[0])):
            self._check_order(label)
            self.keys.setdefault(label, {})
            values = (dict(zip(archives.columns(label), row[1:], strict=True)) for row in group)
            if label in archives.PEOPLE:
                self._people(label, values)
            else:
                self._rows(label, values)
        for row, attname, target, old in self.later:
            setattr(row, attname, self.keys[target][old])
            row.save(update_fields=[attname])
        (made,) = self.keys["tournament.Tournament"].values()
        return made

    def _check_order(self, label: str) -> None:
        if label in self.keys:
            raise Refused("The archive is inconsistent: nothing was imported.")

    def _rows(self, label: str, rows: Iterable[Values]) -> None:
        model = apps.get_model(label)
        found = iter(rows)
        while batch := list(islice(found, ROWS_AT_ONCE)):
            pairs = [(row, self._made(model, label, dict(row))) for row in batch]
            made = model._base_manager.bulk_create([one for _, one in pairs])
            for (row, _), one in zip(pairs, made, strict=True):
                self.keys[label][row[model._meta.pk.attname]] = one.pk
                self._note_later(label, row, one)

    def _made(self, model: type[models.Model], label: str, row: Values) -> models.Model:
        """The row with the keys it has here; its own is given by the database."""
        for field in model._meta.local_concrete_fields:
            row[field.attname] = self._value(label, field, row[field.attname])
        if label in CHANGED:
            CHANGED[label](row, self.at)
        if model._meta.pk.remote_field is None:
            del row[model._meta.pk.attname]
        return model(**row)

    def _value(self, label: str, field: "models.Field[Any, Any]", value: Any) -> Any:
        if field.is_relation and value is not None:
            target = _target(field)
            return None if _points_forward(label, target) else self.keys[target][value]
        translate = NAMES_ROWS.get((label, field.attname))
        if translate is not None:
            return translate(value, self.keys)
        kept = field.to_python(value)
        field.run_validators(kept)
        return kept

    def _note_later(self, label: str, row: Values, made: models.Model) -> None:
        for field in made._meta.local_concrete_fields:
            if field.is_relation and row[field.attname] is not None:
                target = _target(field)
                if _points_forward(label, target):
                    self.later.append((made, field.attname, target, row[field.attname]))
        if label == "tournament.Clock" and row["timekeeper_table"] is not None:
            self.later.append((made, "timekeeper_table", "tables.Table", row["timekeeper_table"]))

    # People.

    def _people(self, label: str, rows: Iterable[Values]) -> None:
        for row in rows:
            old = row.pop("id")
            model = apps.get_model(label)
            values = {name: _clean(model, name, value) for name, value in row.items()}
            here = _user(values) if label == "tournament.User" else self._player(values)
            self.keys[label][old] = here

    def _player(self, row: Values) -> int:
        """The person the house knows by the same name, address and birthday; else a new one."""
        same = {name: row[name] for name in ("name", "email", "born_on")}
        taken = self.keys["tournament.Player"].values()
        found = Player.objects.filter(**same, merged_into=None).exclude(pk__in=list(taken)).first()
        return found.pk if found else Player.objects.create(**row, created_at=self.now).pk


def _clean(model: type[models.Model], name: str, value: Any) -> Any:
    field = model._meta.get_field(name)
    assert isinstance(field, models.Field)
    kept = field.to_python(value)
    field.run_validators(kept)
    return kept


def _user(row: Values) -> int:
    """Somebody who worked there: a name without a password, who opens no door here."""
    names = {key: row[key] for key in ("first_name", "last_name")}
    name, tries = row["username"], 1
    while (known := User.objects.filter(username=name).first()) is not None:
        if not known.is_active and not known.has_usable_password() and _is_same(known, names):
            return known.pk
        tries += 1
        name = f"{row['username'][:140]}-{tries}"
    made = User(username=name, is_active=False, **names)
    made.set_unusable_password()
    made.save()
    return made.pk


def _is_same(known: User, names: Values) -> bool:
    return all(getattr(known, key) == value for key, value in names.items())


def _target(field: "models.Field[Any, Any]") -> str:
    related = field.related_model
    assert isinstance(related, type)
    assert issubclass(related, models.Model)
    return related._meta.label


def _points_forward(label: str, target: str) -> bool:
    """Whether this row comes in before the one it names, or names one of its own kind."""
    return ORDER[target] >= ORDER[label]


ORDER = {label: place for place, label in enumerate((*archives.PEOPLE, *archives.OWNER))}


# What is not the same here as there.


def _tournament(row: Values, at: datetime) -> None:
    if Tournament.objects.filter(code=row["code"]).exists():
        row["code"] = tournaments.unused_code()


def _named(row: Values, at: datetime) -> None:
    """Seals made there name it by its key there; those to come will do so too."""
    row["sealed_as"] = row["sealed_as"] or row["id"]


def _ticket(row: Values, at: datetime) -> None:
    while Ticket.objects.filter(code=row["code"]).exists():
        (row["code"],) = tickets.new_codes(1)


def _bag(row: Values, at: datetime) -> None:
    """Who sealed it is nobody who could confirm it here."""
    row["sealed_key"] = f"elsewhere {row['sealed_key']}"[:40]


def _table(row: Values, at: datetime) -> None:
    """Time called on a player there has long run out."""
    row["time_called"] = row["time_due_at"] = None


def _duty(row: Values, at: datetime) -> None:
    """Nobody works here yet: whoever had a table when the archive was made had it until then."""
    row["until"] = row["until"] or at


CHANGED: Mapping[str, Callable[[Values, datetime], None]] = {
    "tournament.Tournament": _tournament,
    "tournament.Entry": _named,
    "tournament.Posting": _named,
    "tournament.Ticket": _ticket,
    "tables.Bag": _bag,
    "tables.Table": _table,
    "tables.DealerDuty": _duty,
    "tables.ManagerDuty": _duty,
}


# When all of it is in.


def _check(made: Tournament, brought: chain.Brought) -> None:
    """Refuse what was not written by a tournament, or is not as it was written."""
    if made.preset not in {preset.key for preset in presets.PRESETS}:
        raise Refused("The archive uses a preset that is not installed here.")
    clock_queries.schedule_of(made)
    offers.of(made.structure, game=made.game)
    for game in played.games(made):
        played.of(made).rules(game.id)
    verdict = chain.verify(made, brought)
    if not verdict.is_whole:
        raise Refused(f"The archive's records are not as they were written. {verdict.broken}")
    for table in Table.objects.filter(tournament=made).order_by("number"):
        _replay_hands(table)


def _replay_hands(table: Table) -> None:
    """Every hand is told by events that could have happened; what is kept of the last one is
    made anew from them."""
    for record in HandRecord.objects.filter(table=table).order_by("number"):
        if not (story := hands.story(record)):
            continue
        hand = well_formed.replayed(story)
        well_formed.replayed(story, hands.rules_of(table.tournament, hand).cards)
        if record.number == table.hand_number:
            table.hand = codec.write_hand(hand)
            table.save(update_fields=["hand"])


def _hold_clock(key: int, *, at: datetime, actor: Actor) -> None:
    """A clock that ran there stands here, where it was when the archive was made."""
    clock = Clock.objects.select_related("tournament").get(pk=key)
    state = clock_queries.state_of(clock)
    if state.phase in COUNTING:
        wish = buttons.Press(reason=BECAUSE)
        clock_service.act(tournament_id=key, kind="pause", actor=actor, now=at, press=wish)
    elif state.resumes_at is not None or state.held_until is not None:
        clock_service.store(clock, replace(state, resumes_at=None, held_until=None))
