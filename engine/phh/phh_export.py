"""Writes a hand we have played in the open PHH format, so that `replay` and others can read it.

Players are numbered as the format wants it, the first dealt first. What the format has no word for
(a ruling, a dead hand, a declared winner) is written as a comment for others, and for us as events
under `_rulings`; a start that the fields cannot say stands under `_opening`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import takewhile
from typing import Any

from engine.cards import cards
from engine.cards.cards import UNKNOWN
from engine.hand import events
from engine.hand.applying import replay, standing
from engine.hand.codec import write_event
from engine.hand.events import Event, HandStarted
from engine.hand.setup import PRESENT
from engine.phh import phh, phh_play
from engine.phh.phh import VARIANTS, Variant
from engine.referee import referee, story
from engine.refusal import Refused
from engine.rules import limits
from engine.rules.book import Rules, Settings
from engine.rules.button import from_seat
from engine.rules.limits import LIMIT_GAMES

Names = Mapping[int, str]
_USUAL = asdict(Settings())


def write(told: Iterable[Event], rules: Rules, names: Names) -> str:
    """The text of a PHH file for one hand, from its first event to its last."""
    left = standing(told)
    if not left or not isinstance(left[0], HandStarted):
        raise ValueError("a hand begins with its first event")
    players = _Players.of(left[0], rules)
    actions, rulings = _actions(left, rules, players, names)
    rows = {
        **_table(left, rules, players),
        "actions": actions,
        "hand": left[0].number,
        "players": [names.get(seat, f"Seat {seat}") for seat in players.seats],
        "finishing_stacks": [replay(left).stacks[seat] for seat in players.seats],
        **_ours(left[0], rules, players),
        **_over_blind(left),
        **({"_rulings": rulings} if rulings else {}),
    }
    return _text(rows | _opening(left, rules, _text(rows)))


def _text(rows: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {_toml(value)}\n" for key, value in rows.items())


def _opening(left: list[Event], rules: Rules, text: str) -> dict[str, Any]:
    """The start as it was, where it does not follow from the fields of this text."""
    kept = _start(referee.decisions(left, rules)[0], rules)
    (written,) = phh.read(text)
    try:
        _, derived = phh_play.opened(written, phh_play.rules_of(written))
    except Refused:
        return {"_opening": [write_event(event) for event in kept]}
    first, *others = _start(derived, rules)
    same = replace(first, number=kept[0].number, rulebook=kept[0].rulebook, game=kept[0].game)
    return {} if [same, *others] == kept else {"_opening": [write_event(event) for event in kept]}


def _start(story: list[Event], rules: Rules) -> list[Any]:
    """Marker, forced bets, the deal with its cards unseen, and who is away."""
    start = takewhile(lambda event: event.__class__ in _BEFORE_PLAY, story)
    wanted = [event for event in start if not isinstance(event, events.DeckShuffled)]
    if rules.opens_by_cards:  # the up cards come as actions, and say who opens
        wanted = [event for event in wanted if event.__class__ not in _BY_UP_CARDS]
    return [_unseen(event) if isinstance(event, events.HoleDealt) else event for event in wanted]


def _unseen(dealt: events.HoleDealt) -> events.HoleDealt:
    hidden = tuple((seat, (UNKNOWN,) * len(some)) for seat, some in dealt.cards)
    return replace(dealt, cards=hidden)


def write_many(hands: Iterable[str]) -> str:
    """Several hands in one file, numbered from 1."""
    return "\n".join(f"[{at}]\n{hand}" for at, hand in enumerate(hands, 1))


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_inline(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list) and value and isinstance(value[0], str | list):
        return "[\n" + "".join(f"  {_inline(each)},\n" for each in value) + "]"
    return _inline(value)


def _inline(value: Any) -> str:
    """JSON is TOML here, but for signs beyond the first plane and a delete sign."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


@dataclass(frozen=True, slots=True)
class _Players:
    """The seats of the hand in the order of the format."""

    seats: tuple[int, ...]

    @classmethod
    def of(cls, started: HandStarted, rules: Rules) -> "_Players":
        """From the seat dealt first, had everybody been there."""
        seats = tuple(sorted(seat for seat, _, _ in started.seats))
        placed = rules.book.positions.value(started.marker, seats, len(started.blinds))
        in_order = from_seat(seats, placed.dealt_first)
        is_second = len(seats) == 2 and rules.book.marker_name == phh_play.BUCK
        return cls(in_order[::-1] if is_second else in_order)

    def label(self, seat: int) -> str:
        return f"p{self.seats.index(seat) + 1}"

    def listed(self, amounts: Mapping[int, int]) -> list[int]:
        return [amounts.get(seat, 0) for seat in self.seats]


# -- the fields ------------------------------------------------------------------------------------


def _table(left: list[Any], rules: Rules, players: _Players) -> dict[str, Any]:
    started: HandStarted = left[0]
    stacks = {seat: stack for seat, stack, _ in started.seats}
    rows: dict[str, Any] = {"variant": _variant(rules), "antes": _antes(left, players)}
    if started.blinds:
        rows["blinds_or_straddles"] = _blinds(started, players)
    if started.bring_in:
        rows["bring_in"] = started.bring_in
    if rules.game.limit in LIMIT_GAMES:
        rows |= {"small_bet": started.unit, "big_bet": max(rules.units) * started.unit}
    else:
        rows["min_bet"] = started.unit
    rows["starting_stacks"] = players.listed(stacks)
    return {key: value for key, value in rows.items() if value != ""}


def _variant(rules: Rules) -> str:
    """The format's own code; none where the bets of the rounds are not as it has them."""
    game = rules.game
    wanted = Variant(game.family, game.limit, game.low)
    usual = limits.units(game.limit, len(game.streets))
    if game.limit in LIMIT_GAMES and rules.units not in (usual, (1,) * len(usual)):
        return ""
    return next((code for code, variant in VARIANTS.items() if variant == wanted), "")


def _antes(left: list[Any], players: _Players) -> list[int]:
    """Everybody's, or the one that a player posts for the table."""
    started: HandStarted = left[0]
    for event in left if started.big_blind_ante else ():
        if isinstance(event, events.AntePosted) and event.is_for_the_table:
            return players.listed({event.seat: started.big_blind_ante})
    return [started.ante] * len(players.seats)


def _blinds(started: HandStarted, players: _Players) -> list[int]:
    """By player; heads-up the format lists the second player first."""
    posted = dict(zip(started.blind_seats, started.blinds, strict=False))
    listed = players.listed(posted)
    return listed if len(listed) > 2 else listed[::-1]


def _ours(started: HandStarted, rules: Rules, players: _Players) -> dict[str, Any]:
    game = rules.game
    rows: dict[str, Any] = {
        "_rulebook": rules.book.id,
        "_game": game.family,
        "_limit": game.limit,
        "_deck": game.deck_size,
        "_joker": game.has_joker,
        "_low": game.low,
        "_burn": rules.settings.burns,
        "_seats": list(players.seats),
    }
    if started.marker in players.seats:
        rows["_marker"] = players.seats.index(started.marker) + 1
    chosen = {key: value for key, value in asdict(rules.settings).items() if value != _USUAL[key]}
    for said in ("burns", "deck_size", "has_joker"):
        chosen.pop(said, None)
    if chosen:
        rows["_settings"] = chosen
    return rows | _of_the_tournament(started, players)


def _of_the_tournament(started: HandStarted, players: _Players) -> dict[str, Any]:
    """What differs from a plain hand."""
    statuses = {seat: status for seat, _, status in started.seats}
    rows: dict[str, Any] = {}
    if started.chip != 1:
        rows["_chip"] = started.chip
    if started.bonus:
        rows["_bonus"] = started.bonus
    if set(statuses.values()) != {PRESENT}:
        rows["_status"] = [statuses[seat] for seat in players.seats]
    return rows


def _over_blind(left: list[Event]) -> dict[str, int]:
    posted = [event.amount for event in left if isinstance(event, events.OverBlindPosted)]
    return {"_over_blind": posted[0]} if posted else {}


# -- the actions -----------------------------------------------------------------------------------


def _actions(
    left: list[Event], rules: Rules, players: _Players, names: Names
) -> tuple[list[str], list[list[Any]]]:
    """What is said of the hand, and which entries of it stand for events that were ruled."""
    said: list[str] = []
    rulings: list[list[Any]] = []
    learnt = _learnt(left, rules)
    groups = referee.decisions(left, rules)
    for at, group in enumerate(groups):
        is_ruled = at > 0 and _is_ruled(group, is_last=group is groups[-1])
        lines: list[str] = []
        for event in group if at else group[1:]:
            lines += _lines(event, learnt, players)
            if _needs_words(event, is_ruled=is_ruled):
                lines.append(f"# {story.sentence(event, names, rules)}")
        if is_ruled:
            told = [write_event(each) for each in group if not isinstance(each, _SECRET)]
            rulings.append([len(said), len(lines), told])
        said += lines
    return said, rulings


def _is_ruled(group: list[Event], *, is_last: bool) -> bool:
    """Whether a decision, with what followed, is more than the actions of the format can say."""
    if isinstance(group[0], events.BettingOpened):  # the dealer named the opener
        return True
    for event in group:
        if isinstance(event, events.PotAwarded):
            if event.how not in _BY_ITSELF or not is_last:
                return True
        elif event.__class__ not in _SAID and event.__class__ not in _UNSAID:
            return True
    return False


def _lines(event: Any, learnt: Mapping[int, tuple[int, ...]], players: _Players) -> list[str]:
    kind = event.__class__
    if kind is events.HoleDealt:
        return list(_hole_cards(event, learnt, players))
    return list(_SAID[kind](event, players)) if kind in _SAID else []


def _needs_words(event: Event, *, is_ruled: bool) -> bool:
    kind = event.__class__
    if kind is events.PotAwarded:
        return is_ruled
    return kind not in _SAID and kind not in _UNSAID and kind is not events.HoleDealt


def _learnt(left: list[Event], rules: Rules) -> dict[int, tuple[int, ...]]:
    """Cards of the initial deal that became known only later: up cards, and hands shown.

    In draw poker and stud a hand shown is no longer the one dealt.
    """
    learnt: dict[int, tuple[int, ...]] = {}
    for event in left:
        if isinstance(event, events.UpCardsEntered):
            learnt |= {seat: (card,) for seat, card in event.cards}
        elif isinstance(event, events.HandShown) and rules.game.has_board:
            learnt[event.seat] = event.cards
    return learnt


def _hole_cards(
    event: Any, learnt: Mapping[int, tuple[int, ...]], players: _Players
) -> Iterator[str]:
    for seat, dealt in event.cards:
        later = learnt.get(seat, ()) if UNKNOWN in dealt else ()
        known = (*dealt[: len(dealt) - len(later)], *later)
        yield f"d dh {players.label(seat)} {cards.text(known)}"


def _street(event: events.StreetDealt, players: _Players) -> Iterator[str]:
    for seat, card in event.cards:
        yield f"d dh {players.label(seat)} {cards.text([card])}"


def _drawn(event: events.CardsDrawn, players: _Players) -> Iterator[str]:
    who, gone = players.label(event.seat), event.discarded or (UNKNOWN,) * event.count
    yield f"{who} sd {cards.text(gone)}".rstrip()
    if event.cards:
        yield f"d dh {who} {cards.text(event.cards)}"


def _shown(event: events.HandShown, players: _Players) -> Iterator[str]:
    yield f"{players.label(event.seat)} sm {cards.text(event.cards) or '-'}"


def _by(verb: str) -> Callable[[Any, _Players], list[str]]:
    return lambda event, players: [f"{players.label(event.seat)} {verb}"]


def _raised(event: events.Bet | events.Raised, players: _Players) -> list[str]:
    return [f"{players.label(event.seat)} cbr {event.to}"]


_SAID: dict[type, Callable[[Any, _Players], Iterable[str]]] = {
    events.BoardDealt: lambda event, _: [f"d db {cards.text(event.cards)}"],
    events.StreetDealt: _street,
    events.BringInPosted: _by("pb"),
    events.CardsDrawn: _drawn,
    events.DrawCompleted: _street,
    events.Folded: _by("f"),
    events.Checked: _by("cc"),
    events.Stood: _by("cc"),
    events.Called: _by("cc"),
    events.Bet: _raised,
    events.Raised: _raised,
    events.HandShown: _shown,
    events.HandMucked: _by("sm"),
}
_SECRET = events.DeckShuffled
_BY_ITSELF = (events.CARDS, events.UNCONTESTED)
_BY_UP_CARDS = (events.BettingOpened, events.BringInPosted)
# What a hand begins with.
_BEFORE_PLAY = {
    HandStarted,
    events.StackRemoved,
    events.AntePosted,
    events.BlindPosted,
    events.OverBlindPosted,
    events.DeadBlindPosted,
    events.OwedBlindPosted,
    events.DeckShuffled,
    events.HoleDealt,
    events.HandKilled,
    events.AbsenceNoted,
    *_BY_UP_CARDS,
}
# What the fields say already, what follows by itself, and what is nobody's business.
_UNSAID = {
    events.AntePosted,
    events.BlindPosted,
    events.OverBlindPosted,
    events.DeckShuffled,
    events.BettingOpened,
    events.DrawOpened,
    events.UpCardsEntered,
    events.UncalledReturned,
    events.PotAwarded,
    events.HandEnded,
}
