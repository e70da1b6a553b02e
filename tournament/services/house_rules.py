"""Choose the options of a tournament within its rulebook, until play begins."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from engine import house_rules
from engine.refusal import Refused
from tournament import broadcast
from tournament.models import Tournament
from tournament.permissions import Actor, Permission, require
from tournament.queries import house_rules as queries
from tournament.services import journal


@transaction.atomic
def choose(
    *, tournament_id: int, answers: Mapping[str, int], actor: Actor, now: datetime
) -> Tournament:
    """One answer to each question, by its place in the list; an answer left out is the book's."""
    require(actor, Permission.RUN_TOURNAMENT, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if not queries.is_open(tournament):
        raise Refused("Play has begun: the rules of the house stay as they are.")
    kept = house_rules.check(
        _values(tournament, answers),
        rulebook=tournament.rulebook,
        games=queries.games_of(tournament),
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
        tournament_id=tournament_id,
        at=now,
        was=was,
        became=queries.words(tournament),
    )
    broadcast.changed(tournament_id, broadcast.Audience.CONSOLE)
    return tournament


def _values(tournament: Tournament, answers: Mapping[str, int]) -> dict[str, house_rules.Value]:
    found: dict[str, house_rules.Value] = {}
    options = {option.key: option for option in queries.options_of(tournament)}
    for key, place in answers.items():
        choices = options[key].choices if key in options else ()
        found[key] = choices[place][0] if place < len(choices) else ""
    return found
