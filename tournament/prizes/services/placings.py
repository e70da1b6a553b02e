"""What the rulebook leaves open between places: by cards, by a ruling, by the director's word."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from django.db import transaction

from engine.cards import cards as card_names
from engine.prizes import placings as engine_placings
from engine.prizes.law import Tie
from engine.prizes.placings import Question
from engine.refusal import Refused
from engine.seating import card_draws
from tournament.live import broadcast
from tournament.models import Entry, PlacingDecision, SimultaneousBusts, Tournament
from tournament.permissions import Actor, Permission, require
from tournament.prizes.queries import placings
from tournament.records.services import journal

DECK = tuple(range(52))
Cards = dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Answer:
    """An order by ruling, the cards as they fell, or neither: then the seed draws them."""

    entries: frozenset[int]
    order: tuple[int, ...] = ()
    reason: str = ""
    cards: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@transaction.atomic
def decide(answer: Answer, *, tournament_id: int, actor: Actor, now: datetime) -> PlacingDecision:
    """Store the order of players who tied; the placings follow from it at once."""
    require(actor, Permission.RULE, tournament_id)
    tournament = (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("clock")
        .get(pk=tournament_id)
    )
    question = _question(tournament, answer.entries)
    return settle(tournament, question, answer, actor=actor, now=now)


def settle(
    tournament: Tournament, question: Question, answer: Answer, *, actor: Actor, now: datetime
) -> PlacingDecision:
    """Store the answer to one question. The caller holds the tournament."""
    if question.how is Tie.RULING:
        made = _ruled(tournament, question, answer)
    else:
        made = _drawn(tournament, question, answer)
    made.at, made.by = now, actor.name
    made.save()
    journal.write(
        actor,
        "placing.decided",
        tournament_id=tournament.pk,
        at=now,
        words=_words(made),
        clause=question.clause,
    )
    broadcast.changed(tournament.pk, *broadcast.EVERYBODY)
    return made


def _question(tournament: Tournament, entries: frozenset[int]) -> Question:
    for question in placings.questions(tournament):
        if question.entries == entries:
            return question
    raise Refused("This order is not open any more: look at the page again.")


def _ruled(tournament: Tournament, question: Question, answer: Answer) -> PlacingDecision:
    if sorted(answer.order) != sorted(question.entries):
        raise Refused("Give each of the tied players a place of their own.", question.clause)
    if not answer.reason:
        raise Refused("A ruling needs its reason: it stays on record.", question.clause)
    return PlacingDecision(
        tournament=tournament,
        order=list(answer.order),
        reason=answer.reason[:200],
        clause=question.clause,
    )


def _drawn(tournament: Tournament, question: Question, answer: Answer) -> PlacingDecision:
    seed = "" if answer.cards else _seed(tournament)
    tied = placings.in_dealing_order(tournament, question.entries)
    cards = dict(answer.cards) if answer.cards else _draw(tied, Random(seed))
    _check_cards(cards, question)
    return PlacingDecision(
        tournament=tournament,
        order=[entry for tier in card_draws.ranked(cards) for entry in tier],
        cards={str(entry): card_names.text(held) for entry, held in cards.items()},
        drawn_from=seed,
        clause=question.clause,
    )


def _seed(tournament: Tournament) -> str:
    tournament.draws += 1
    tournament.save(update_fields=["draws"])
    return f"{tournament.seed}/places/{tournament.draws}"


def _draw(entries: Sequence[int], rng: Random) -> Cards:
    """One card each in this order, again for those still equal (charity:21.3.1)."""
    deck = rng.sample(DECK, len(DECK))
    cards: Cards = {entry: (deck.pop(),) for entry in entries}
    while tied := _still_tied(cards):
        for entry in filter(tied.__contains__, entries):
            cards[entry] += (deck.pop(),)
    return cards


def _still_tied(cards: Cards) -> list[int]:
    return [entry for tier in card_draws.ranked(cards) if len(tier) > 1 for entry in tier]


def _check_cards(cards: Cards, question: Question) -> None:
    dealt = [card for held in cards.values() for card in held]
    if set(cards) != question.entries or not all(cards.values()):
        raise Refused("One card to each of the tied players.", question.clause)
    if len(set(dealt)) < len(dealt) or not set(dealt) <= set(DECK):
        raise Refused("The same card cannot be dealt twice, and no joker.", question.clause)
    if tied := _still_tied(cards):
        names = Entry.objects.filter(pk__in=tied).select_related("player").order_by("number")
        who = " and ".join(entry.name for entry in names)
        raise Refused(f"Still equal: {who} draw again.", question.clause)


def _words(made: PlacingDecision) -> str:
    names = {entry.pk: entry.name for entry in _entries(made)}
    drawn = {int(entry): f" ({text})" for entry, text in made.cards.items()}
    told = " before ".join(names[entry] + drawn.get(entry, "") for entry in made.order)
    return f"{told}, {made.reason}" if made.reason else told


def _entries(made: PlacingDecision) -> Iterable[Entry]:
    return Entry.objects.filter(pk__in=made.order).select_related("player")


@transaction.atomic
def withdraw(*, decision_id: int, actor: Actor, now: datetime) -> None:
    """Take a decision back: the question is open again."""
    made = PlacingDecision.objects.select_for_update().get(pk=decision_id)
    require(actor, Permission.RULE, made.tournament_id)
    if made.withdrawn_at is not None:
        return
    made.withdrawn_at = now
    made.save(update_fields=["withdrawn_at"])
    journal.write(
        actor, "placing.withdrawn", tournament_id=made.tournament_id, at=now, words=_words(made)
    )
    broadcast.changed(made.tournament_id, *broadcast.EVERYBODY)


@transaction.atomic
def mark_simultaneous(
    entries: Iterable[int], *, tournament_id: int, reason: str, actor: Actor, now: datetime
) -> SimultaneousBusts:
    """The director says that hands of separate tables ended together; the places follow."""
    require(actor, Permission.RULE, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    clause = tournament.law.prizes.simultaneous.clause
    chosen = sorted(set(entries))
    if not reason.strip():
        raise Refused("Say why they count as out together: it stays on record.", clause)
    engine_placings.check_simultaneous(placings.facts_of(tournament), chosen, clause=clause)
    made = SimultaneousBusts.objects.create(
        tournament=tournament,
        entries=chosen,
        reason=reason.strip()[:200],
        clause=clause,
        at=now,
        by=actor.name[:120],
    )
    _told_simultaneous(made, "busts.simultaneous", actor=actor, now=now)
    return made


@transaction.atomic
def withdraw_simultaneous(*, mark_id: int, actor: Actor, now: datetime) -> None:
    """They count one after the other again, as they went out."""
    made = SimultaneousBusts.objects.select_for_update().get(pk=mark_id)
    require(actor, Permission.RULE, made.tournament_id)
    if made.withdrawn_at is not None:
        return
    made.withdrawn_at = now
    made.save(update_fields=["withdrawn_at"])
    _told_simultaneous(made, "busts.one_after_another", actor=actor, now=now)


def _told_simultaneous(made: SimultaneousBusts, name: str, *, actor: Actor, now: datetime) -> None:
    entries = Entry.objects.filter(pk__in=made.entries).select_related("player")
    players = " and ".join(entry.name for entry in entries.order_by("number"))
    journal.write(
        actor,
        name,
        tournament_id=made.tournament_id,
        at=now,
        players=players,
        reason=made.reason,
        clause=made.clause,
    )
    broadcast.changed(made.tournament_id, *broadcast.EVERYBODY)
