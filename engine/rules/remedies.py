"""What is done when something went wrong: events for the record, orders for a human dealer."""

from typing import TYPE_CHECKING

from engine.amounts import figure
from engine.cards.cards import UNKNOWN
from engine.hand import events, pots
from engine.hand.commands import Report
from engine.hand.events import Event
from engine.hand.state import Hand
from engine.refusal import NeedsRuling, Refused
from engine.rules import known
from engine.rules.conditions import is_on_the_table
from engine.rules.irregularities import NO_BURN, PREMATURE_TURN, Remedy

if TYPE_CHECKING:
    from engine.rules.book import Rules


CAME_BACK = "came back"


def ruled(report: Report, remedy: str, clause: str, *orders: str) -> Event:
    return events.IrregularityRuled(
        report.what, report.seat, remedy, tuple(filter(None, orders)), clause
    )


# -- the whole deal --------------------------------------------------------------------------------


def misdeal(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """Void, and dealt again with the same marker and the same blinds."""
    return _misdealt(report, rules, clause, "shuffle and cut")


def misdeal_with_another_deck(
    hand: Hand, report: Report, rules: "Rules", clause: str
) -> list[Event]:
    """The same, from a deck that is whole."""
    return _misdealt(report, rules, clause, "replace the deck", "shuffle and cut")


def _misdealt(report: Report, rules: "Rules", clause: str, *orders: str) -> list[Event]:
    stays = rules.book.misdeal.value
    money = "posted blinds and antes stay" if stays else "all chips go back"
    note = ruled(report, "misdeal", clause, money, *orders, "deal again, same marker")
    return [note, events.Misdealt(report.what, stays, clause)]


def too_late(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    raise Refused("It is too late for a misdeal: the hand is played on.", clause)


def void(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """No result: every chip goes back to who put it in."""
    note = ruled(report, "the hand is void", clause, "give every chip back")
    return [note, events.HandVoided(report.what, clause)]


def plays_on(words: str, *orders: str) -> Remedy:
    """Nothing is undone; the dealer may have something to do."""

    def remedy(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
        return [ruled(report, words, clause, *orders)]

    return remedy


def repaired(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """The dealer puts the deal right and play goes on."""
    order = "put the deal right: move cards, return extras to the top, deal what is missing"
    return [ruled(report, "the deal is put right", clause, order)]


def ask(why: str, **choices: Remedy) -> Remedy:
    """The supervisor chooses; names of choices are read with spaces."""
    by_name = {name.replace("_", " "): remedy for name, remedy in choices.items()}

    def remedy(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
        if report.choice not in by_name:
            raise NeedsRuling(why, clause, tuple(by_name))
        return by_name[report.choice](hand, report, rules, clause)

    return remedy


# -- one hand --------------------------------------------------------------------------------------


def replace_with_the_burn(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """The top card for the exposed one, which becomes the burn of the next street."""
    _require_in_hand(hand, report)
    old = report.cards[0] if report.cards else UNKNOWN
    new = hand.deck[hand.deck_at] if hand.deck else UNKNOWN
    if hand.deck and old not in hand.hole[report.seat]:
        raise Refused(f"Name a card that seat {report.seat} was dealt.")
    known.require_of_seat(hand, rules, report.seat, report.cards[:1])
    orders = (
        "finish the deal",
        f"give seat {report.seat} the top card of the deck",
        "the exposed card is the burn card before the next street",
    )
    note = ruled(report, "the card is replaced", clause, *orders)
    return [note, events.CardReplaced(report.seat, old, new)]


def keep(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """An exposed card is played; the next one exposed in this deal is not the first any more."""
    _require_in_hand(hand, report)
    if hand.deck and set(report.cards) - set(hand.hole[report.seat]):
        raise Refused(f"Name a card that seat {report.seat} was dealt.")
    known.require_of_seat(hand, rules, report.seat, report.cards)
    note = ruled(report, "the card stays with its player", clause)
    return [note, events.CardKept(report.seat, report.cards)]


def kill(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """The hand is dead, its chips stay in the pot."""
    _require_in_hand(hand, report)
    note = ruled(report, "the hand is dead", clause, f"take the cards of seat {report.seat}")
    return [note, events.HandKilled(report.seat, report.what, 0, clause)]


def post_now(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """A big blind, live; who came back posts a dead small blind with it."""
    _require_in_hand(hand, report)
    live, dead = _blinds_owed(hand, report, clause)
    if hand.bets[report.seat] or hand.stacks[report.seat] <= live + dead:
        raise Refused(f"Seat {report.seat} has posted, or cannot post and play.", clause)
    note = ruled(
        report, "the blind is posted now", clause, f"take {figure(live + dead)} before any action"
    )
    posted: list[Event] = [events.DeadBlindPosted(report.seat, dead)] if dead else []
    return [note, *posted, events.OwedBlindPosted(report.seat, live)]


def post_later(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """The same, taken with the next hand: this one is played on."""
    if report.seat not in hand.order:
        raise Refused(f"Seat {report.seat} was dealt no hand.", clause)
    live, dead = _blinds_owed(hand, report, clause)
    order = f"{figure(live + dead)} are taken from seat {report.seat} with the next hand"
    note = ruled(report, "it is posted before the next hand", clause, order)
    return [note, events.BlindOwed(report.seat, live, dead, clause)]


def _blinds_owed(hand: Hand, report: Report, clause: str) -> tuple[int, int]:
    """The big blind, live, and the dead small blind of who came back."""
    if not hand.blinds:
        raise Refused("There are no blinds at this level: nothing is owed.", clause)
    is_back = report.detail == CAME_BACK and len(hand.blinds) > 1
    return hand.blinds[-1], hand.blinds[0] if is_back else 0


def kill_and_refund(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """The hand is void and everything its player put in goes back."""
    _require_in_hand(hand, report)
    back = hand.paid[report.seat] + hand.dead[report.seat]
    note = ruled(report, "the hand is void", clause, f"give seat {report.seat} {figure(back)} back")
    return [note, events.HandKilled(report.seat, report.what, back, clause)]


def kill_but_return_the_uncalled(
    hand: Hand, report: Report, rules: "Rules", clause: str
) -> list[Event]:
    """The hand is dead; a raise nobody has called yet goes back."""
    _require_in_hand(hand, report)
    back = pots.uncalled_wager(hand, report.seat)
    note = ruled(
        report,
        "the hand is dead",
        clause,
        f"give seat {report.seat} the uncalled {figure(back)} back" if back else "",
    )
    return [note, events.HandKilled(report.seat, report.what, back, clause)]


def last_to_fold_wins(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """Nobody left has a right hand: the last fold is reversed."""
    if not hand.folds:
        raise Refused("Nobody has folded.", clause)
    last = hand.folds[-1]
    paid = [events.AwardsTakenBack(clause)] if hand.ended else []
    return [
        ruled(report, f"the pot goes to seat {last}, who folded last", clause),
        *paid,
        events.HandRestored(last, report.what, clause),
        events.HandKilled(report.seat, report.what, 0, clause),
    ]


def _require_in_hand(hand: Hand, report: Report) -> None:
    if report.seat not in hand.in_hand():
        raise Refused(f"Seat {report.seat} has no hand.")
    if hand.awards:
        raise Refused("The pots are being paid: undo that first.")
    if hand.drawer >= 0:
        raise Refused("Finish the draw first.")


# -- the board -------------------------------------------------------------------------------------


def back_into_the_deck(
    *, burn_goes_back: bool, burn_again: bool, keeps_wagers: bool = False, of_the_burn: str = ""
) -> Remedy:
    """The street's cards are shuffled into the stub, with their burn or without, and dealt anew;
    what was wagered on them goes back, or is kept and the betting goes on."""

    def remedy(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
        lies = is_on_the_table(hand, report, rules)
        has_burn = rules.burns and report.what != NO_BURN
        stays = "the burn card stays out, " if has_burn else ""
        burn = "with the burn card, " if burn_goes_back else stays
        no_burn = "deal again without a burn" if rules.burns else "deal again"
        orders = [
            "finish the betting"
            if hand.actor >= 0 and not is_on_the_table(hand, report, rules)
            else "",
            f"shuffle the cards back into the deck, {burn}and cut",
            "burn and deal again" if burn_again else no_burn,
            of_the_burn if rules.burns else "",
        ]
        note = ruled(report, "the cards are dealt again", clause, *filter(None, orders))
        back = _take_back(hand, report, rules, burn_goes_back, keeps_wagers)
        is_burned = burn_again or (hand.deck and not lies)  # the engine's own burn is to come
        return [note, *back, *([] if is_burned else _skip(hand, report, rules))]

    return remedy


def _take_back(
    hand: Hand, report: Report, rules: "Rules", burn_goes_back: bool, keeps_wagers: bool
) -> list[Event]:
    """Cards already entered leave the board; the engine's own deck is shuffled."""
    if not is_on_the_table(hand, report, rules):
        return _shuffled(hand, hand.deck_at)
    count = 3 if len(hand.board) == 3 else 1
    burned = int((burn_goes_back or report.what == NO_BURN) and hand.burned > 0)
    at = hand.deck_at - count - burned
    is_going_on = keeps_wagers and hand.street_decisions > 0
    back = events.BoardTakenBack(hand.board[-count:], burned, is_going_on)
    return [*([] if is_going_on else _wagers_back(hand)), back, *_shuffled(hand, at)]


def _wagers_back(hand: Hand) -> list[Event]:
    wagers = [(seat, hand.bets[seat]) for seat in hand.order if hand.bets[seat]]
    return [events.UncalledReturned(seat, amount) for seat, amount in wagers]


def _shuffled(hand: Hand, at: int) -> list[Event]:
    """The engine's own deck is shuffled from here on; chance orders it (`shuffling.by_chance`)."""
    if not hand.deck:
        return []
    return [events.DeckShuffled(hand.deck[at:])]


def _skip(hand: Hand, report: Report, rules: "Rules") -> list[Event]:
    if not rules.burns:
        return []
    return [
        events.BurnSkipped(hand.street if is_on_the_table(hand, report, rules) else hand.street + 1)
    ]


def right_card_stays(extra: str, *, with_the_burn: bool = False) -> Remedy:
    """Several were turned for one: the others go back into the deck, an engine's too."""

    def remedy(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
        note = ruled(report, "the right card stays", clause, extra)
        if not is_on_the_table(hand, report, rules):
            return [note, *(_skip(hand, report, rules) if with_the_burn else [])]
        has_burn = with_the_burn and rules.burns and hand.street not in hand.skips_burn
        burn = [events.BurnTakenBack()] if has_burn else []
        back = hand.deck[hand.deck_at - 2 : hand.deck_at - 1] if has_burn else ()
        rest = (*back, *hand.deck[hand.deck_at :])
        return [note, *burn, *([events.DeckShuffled(rest)] if hand.deck else [])]

    return remedy


def extra_is_burned(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """Two were turned for one: the other is the next burn, as it is in an engine's deck."""
    note = ruled(report, "the right card stays", clause, "the other is the next burn card")
    return [note, *(events.BurnSeen(card) for card in _seen(hand, report, rules))]


def extra_is_out(order: str) -> Remedy:
    """Several were turned for the last one: the others are out of this hand."""

    def remedy(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
        note = ruled(report, "the right card stays", clause, order)
        if hand.deck or not report.cards:
            return [note]
        known.require_free(hand, rules, report.cards)
        return [note, events.CardsDiscarded(report.cards)]

    return remedy


def first_card_is_the_burn(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """A burn was forgotten: the first card turned is it, and the street comes anew."""
    orders = ("show the first card to everybody and burn it", "turn the next card as normal")
    note = ruled(report, "the first card is the burn", clause, *orders)
    if hand.deck or hand.street_decisions or not is_on_the_table(hand, report, rules):
        return [note]
    count = 3 if len(hand.board) == 3 else 1
    return [note, events.BoardTakenBack(hand.board[-count:], 0), events.BurnSkipped(hand.street)]


def cap_the_betting(*, without_a_bet: int) -> Remedy:
    """No wager above the highest so far; the shown card is the next one.

    `without_a_bet` says in minimum bets how far a first bet may go.
    """

    def remedy(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
        _require_betting_before_it(hand, report, rules, clause)
        highest = hand.bet_to_match or without_a_bet * rules.unit(hand)
        orders = (
            f"take no wager above {figure(highest)} in this betting round",
            "use the card as the next one",
        )
        note = ruled(report, "the betting is capped", clause, *orders)
        return [note, events.WagersCapped(highest, clause), *_fix(hand, report, rules, clause)]

    return remedy


def bet_the_minimum(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """Bets on the card before go up to the table minimum, then the shown card is played."""
    amount = rules.unit(hand)
    note = ruled(report, "bets up to the table minimum", clause, "lay both cards out")
    return [note, events.WagersCapped(amount, clause), *_fix(hand, report, rules, clause)]


def _require_betting_before_it(hand: Hand, report: Report, rules: "Rules", clause: str) -> None:
    if is_on_the_table(hand, report, rules):
        raise Refused("The betting before that card is over: undo its card first.", clause)


def _fix(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    if hand.next_card != UNKNOWN:
        raise Refused("The next card has been seen already.", clause)
    return [events.NextCardFixed(card) for card in _seen(hand, report, rules)]


def _seen(hand: Hand, report: Report, rules: "Rules") -> tuple[int, ...]:
    """The card that was shown, none that lies anywhere else; an engine's deck knows its own."""
    if len(report.cards) != 1 or hand.deck:
        return ()
    known.require_free(hand, rules, (*report.cards, hand.next_card))
    return report.cards


def keeps_its_place(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """The shown card is the burn where cards are burned, else the first community card."""
    if rules.burns:
        note = ruled(report, "the card is the burn card", clause, "burn it and deal on")
        return [note, *(events.BurnSeen(card) for card in _seen(hand, report, rules))]
    note = ruled(report, "the card is the next community card", clause, "deal on")
    return [note, *_fix(hand, report, rules, clause)]


def swap_with_the_burn(hand: Hand, report: Report, rules: "Rules", clause: str) -> list[Event]:
    """The flop is finished, then the burn card takes the exposed card's place."""
    orders = ("finish the flop", "swap the exposed card with the burn card")
    note = ruled(report, "the burn card takes its place", clause, *orders)
    if len(report.cards) != 1:
        return [note]
    (old,) = report.cards
    if not hand.deck:
        return [note, *_flop_anew(hand, rules, old), events.BurnSeen(old)]
    if old not in hand.board:
        raise Refused("This card is not on the board.")
    return [note, events.BoardCorrected(old, hand.deck[hand.deck_at - 4])]


def _flop_anew(hand: Hand, rules: "Rules", exposed: int) -> list[Event]:
    """A flop entered with the exposed card is entered again as it lies after the swap."""
    if exposed not in hand.board:
        known.require_free(hand, rules, (exposed, hand.next_card))
        return []
    is_going_on = hand.street_decisions > 0
    return [events.BoardTakenBack(hand.board, 0, is_going_on), events.BurnSkipped(hand.street)]


def remove_and_reshuffle_later(
    hand: Hand, report: Report, rules: "Rules", clause: str
) -> list[Event]:
    """A turn shown early is out for its street; the river is dealt from a new shuffle, unburned."""
    orders = (
        "finish the betting",
        "set the card aside, burn, and turn the next card as the turn",
        "after that betting shuffle it into the deck without burns, cut, deal the river unburned",
    )
    _require_betting_before_it(hand, report, rules, clause)
    if hand.set_aside:
        raise Refused("A card is set aside already: call the floor.", clause)
    note = ruled(report, "the card is out of play for this street", clause, *orders)
    turn, burned = hand.street + 1, burns_with_it(hand, rules)
    seen = hand.deck[hand.deck_at + burned : hand.deck_at + burned + 1]
    (card,) = seen or _seen(hand, report, rules) or (UNKNOWN,)
    return [note, events.CardSetAside(card, turn, burned), events.BurnSkipped(turn + 1)]


def burns_with_it(hand: Hand, rules: "Rules") -> int:
    """The engine's own deck had a burn before the card that came too early."""
    return int(bool(hand.deck) and rules.burns and hand.street + 1 not in hand.skips_burn)


def back_from_aside(hand: Hand) -> list[Event]:
    """After the betting on the card in its place it is shuffled in again (fours:early-turn-3)."""
    card = hand.set_aside[0]
    orders = (
        "shuffle the card set aside into the deck, without burns, and cut",
        "deal the river without a burn",
    )
    note = events.IrregularityRuled(
        PREMATURE_TURN, 0, "the card set aside comes back", orders, "fours:early-turn-3"
    )
    back = events.CardShuffledBack(card)
    rest = [events.DeckShuffled((card, *hand.deck[hand.deck_at :]))] if hand.deck else []
    return [note, back, *rest]


def open_with_the_exposed_card(
    hand: Hand, report: Report, rules: "Rules", clause: str
) -> list[Event]:
    """Who shows a last card opens the last betting round (stud)."""
    _require_in_hand(hand, report)
    is_last = hand.street == len(rules.streets) - 1
    if not is_last or hand.street_decisions or not hand.stacks[report.seat]:
        raise Refused("This opens the last betting round only before it begins.", clause)
    note = ruled(report, f"seat {report.seat} opens", clause)
    return [note, events.LastCardExposed(report.seat, clause)]
