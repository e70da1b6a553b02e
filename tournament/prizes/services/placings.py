"""What the rulebook leaves open between places: by cards, by a ruling, by the director's word."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from engine.cards import cards as card_names
from engine.prizes import placings as engine_placings
from engine.prizes.law import Tie
from engine.prizes.placings import Question
from engine.refusal import Refused
from engine.seating import card_draws, draw_lists
from tournament.draws.services import draws
from tournament.draws.services.draws import Drawn, Wanted
from tournament.live import broadcast
from tournament.models import Entry, PlacingDecision, SimultaneousBusts, Tournament
from tournament.models.draws import DrawKind
from tournament.permissions import Actor, Permission, require
from tournament.prizes.queries import placings
from tournament.records.services import journal

DECK = tuple(range(52))
Cards = dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Answer:
    """An order by ruling, the cards as they fell, or neither: then they are drawn here."""

    entries: frozenset[int]
    order: tuple[int, ...] = ()
    reason: str = ""
    cards: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    card: str = ""  # turned in front of everybody, and mixed into the draw


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


@transaction.atomic
def publish(entries: frozenset[int], *, tournament_id: int, actor: Actor, now: datetime) -> None:
    """Show who draws for which places, and the hash, before the cards are drawn here."""
    require(actor, Permission.RULE, tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    question = _question(tournament, entries)
    if question.how is Tie.RULING:
        raise Refused("These places are ruled on: nothing is drawn.", question.clause)
    draws.publish(tournament, _wanted(tournament, question), actor=actor, now=now)
    broadcast.changed(tournament_id, *broadcast.EVERYBODY)


def settle(
    tournament: Tournament, question: Question, answer: Answer, *, actor: Actor, now: datetime
) -> PlacingDecision:
    """Store the answer to one question. The caller holds the tournament."""
    drawn = None
    if question.how is Tie.RULING:
        made = _ruled(tournament, question, answer)
    elif answer.cards:
        made = _by_cards(tournament, question, answer.cards)
    else:
        wanted = _wanted(tournament, question)
        drawn = draws.make(tournament, wanted, actor=actor, now=now, card=answer.card)
        made = _by_cards(tournament, question, _drawn_cards(question, drawn))
        made.drawn_from = drawn.draw.key
    made.at, made.by = now, actor.name
    made.save()
    _tell_of_draw(made, question, drawn, actor=actor, now=now)
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


def _tell_of_draw(
    made: PlacingDecision, question: Question, drawn: Drawn | None, *, actor: Actor, now: datetime
) -> None:
    """The draw that was made; or the one that was published and is not needed any more."""
    if drawn is not None:
        draws.record(drawn, actor=actor, now=now)
        return
    published = draws.waiting(made.tournament, DrawKind.PLACES, _title(question))
    if published is not None:
        because = "The places were decided otherwise."
        draws.cancel(published, because=because, actor=actor, now=now)


def _title(question: Question) -> str:
    return f"Places of {' and '.join(entry.name for entry in _people(question).values())}"


def _question(tournament: Tournament, entries: frozenset[int]) -> Question:
    for question in placings.questions(tournament):
        if question.entries == entries:
            return question
    raise Refused("This order is not open any more: look at the page again.")


def _ruled(tournament: Tournament, question: Question, answer: Answer) -> PlacingDecision:
    if sorted(answer.order) != sorted(question.entries):
        raise Refused("Give each tied player a different place.", question.clause)
    if not answer.reason:
        raise Refused("A ruling needs a reason: it is recorded.", question.clause)
    return PlacingDecision(
        tournament=tournament,
        order=list(answer.order),
        reason=answer.reason[:200],
        clause=question.clause,
    )


def _by_cards(
    tournament: Tournament, question: Question, cards: Mapping[int, tuple[int, ...]]
) -> PlacingDecision:
    _check_cards(cards, question)
    return PlacingDecision(
        tournament=tournament,
        order=[entry for tier in card_draws.ranked(cards) for entry in tier],
        cards={str(entry): card_names.text(held) for entry, held in cards.items()},
        clause=question.clause,
    )


def _wanted(tournament: Tournament, question: Question) -> Wanted:
    """One card each in dealing order, again for those still equal (charity:21.3.1)."""
    people = _people(question)
    tied = placings.in_dealing_order(tournament, question.entries)
    about = draw_lists.of_cards(
        [people[key].number for key in tied],
        {entry.number: entry.name for entry in people.values()},
        DECK,
        until_decided=True,
    )
    return Wanted(DrawKind.PLACES, _title(question), about)


def _people(question: Question) -> dict[int, Entry]:
    found = Entry.objects.filter(pk__in=question.entries).select_related("player")
    return {entry.pk: entry for entry in found.order_by("number")}


def _drawn_cards(question: Question, drawn: Drawn) -> Cards:
    keys = {entry.number: key for key, entry in _people(question).items()}
    cards = draw_lists.drawn_cards(drawn.outcome)
    return {keys[number]: held for number, held in cards.items()}


def _still_tied(cards: Mapping[int, tuple[int, ...]]) -> list[int]:
    return [entry for tier in card_draws.ranked(cards) if len(tier) > 1 for entry in tier]


def _check_cards(cards: Mapping[int, tuple[int, ...]], question: Question) -> None:
    dealt = [card for held in cards.values() for card in held]
    if set(cards) != question.entries or not all(cards.values()):
        raise Refused("One card to each of the tied players.", question.clause)
    if len(set(dealt)) < len(dealt) or not set(dealt) <= set(DECK):
        raise Refused("The same card cannot be dealt twice, and no joker.", question.clause)
    if tied := _still_tied(cards):
        names = Entry.objects.filter(pk__in=tied).select_related("player").order_by("number")
        who = " and ".join(entry.name for entry in names)
        raise Refused(f"Still tied: {who} draw again.", question.clause)


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
    because = "The decision was taken back."
    draws.take_back(made.tournament, made.drawn_from, because=because, actor=actor, now=now)
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
        raise Refused("Give the reason why they count as out together: it is recorded.", clause)
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
