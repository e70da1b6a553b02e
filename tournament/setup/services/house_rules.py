"""Choose the options of a tournament within its rulebook, until play begins."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from engine.refusal import Refused
from engine.structure import house_rules
from engine.structure.law import Value
from tournament.live import broadcast
from tournament.models import ScheduleTemplate, Tournament
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal
from tournament.setup.queries import house_rules as queries
from tournament.setup.queries import played


@transaction.atomic
def choose(
    *, tournament_id: int, answers: Mapping[str, int], actor: Actor, now: datetime
) -> Tournament:
    """One answer to each question, by its place in the list; an answer left out is the book's."""
    tournament = _locked(tournament_id, actor)
    values = _values(tournament, answers)
    _check_open(tournament, values)
    return _keep(tournament, values, actor=actor, now=now)


@transaction.atomic
def take(*, tournament_id: int, template_id: int, actor: Actor, now: datetime) -> Tournament:
    """The choices kept with a template, as far as this book and these games raise the question."""
    tournament = _locked(tournament_id, actor)
    kept = ScheduleTemplate.objects.filter(pk=template_id).first()
    if kept is None:
        raise Refused("This template no longer exists. Reload the page.")
    asked = {option.key for option in queries.options_of(tournament)}
    values = {key: value for key, value in kept.house_rules.items() if key in asked}
    _check_open(tournament, values)
    return _keep(tournament, values, actor=actor, now=now)


def _locked(tournament_id: int, actor: Actor) -> Tournament:
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def _check_open(tournament: Tournament, values: Mapping[str, Value]) -> None:
    options = queries.options_of(tournament)
    chosen = house_rules.chosen(tournament.structure, options)
    changed = [
        option
        for option in options
        if values.get(option.key, chosen[option.key]) != chosen[option.key]
    ]
    house_rules.check_open(changed, is_open=queries.is_open(tournament))


def _keep(
    tournament: Tournament,
    values: Mapping[str, Value],
    *,
    actor: Actor,
    now: datetime,
) -> Tournament:
    kept = house_rules.check(
        values,
        tournament.law,
        games=played.undecided_games(tournament),
        seats=tournament.structure["seats_per_table"],
    )
    was = queries.words(tournament)
    if kept == tournament.structure.get("house_rules", {}):
        return tournament
    tournament.structure = {**tournament.structure, "house_rules": kept}
    tournament.save(update_fields=["structure"])
    journal.write(
        actor,
        "house_rules.chosen",
        tournament_id=tournament.pk,
        at=now,
        was=was,
        became=queries.words(tournament),
    )
    broadcast.changed(tournament.pk, broadcast.Audience.CONSOLE)
    return tournament


def _values(tournament: Tournament, answers: Mapping[str, int]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    options = {option.key: option for option in queries.options_of(tournament)}
    for key, place in answers.items():
        choices = options[key].choices if key in options else ()
        found[key] = choices[place][0] if place < len(choices) else ""
    return found
