"""Indigenous Gaming Regulators charity hold'em, Saskatchewan."""

from dataclasses import replace
from datetime import time

from engine.answers import Answer, said
from engine.clock.law import small_blind_is_half_the_big_one
from engine.conduct.law import (
    INTOXICATED,
    LANGUAGE,
    PHONE,
    Kind,
    Outcome,
    TimeTerms,
)
from engine.entries.law import EntryLaw, Hours, never_after_the_start
from engine.equipment.law import CHECK, COUNT, CUT_CARD, WASH, DeckRules, Reason, Step, cut
from engine.equipment.law import DIRECTOR as CHAIRPERSON
from engine.office.law.giving import (
    GivingLaw,
    dealers_under_a_guarantee,
    equipment_from_the_registered,
    from_the_lottery_account,
    leaves_a_tenth,
    no_rent_for_a_bar,
    rooms_at_a_flat_rent,
    volunteers_are_not_paid,
    with_a_voucher,
)
from engine.office.law.licence import (
    DOOR,
    GAME_RULES,
    LICENCE,
    NO_MINORS,
    NOT_FOR_MINORS,
    REALISTIC,
    REQUIREMENTS,
    ROOM,
    STANDARDS,
    STRUCTURE,
    LicenceLaw,
    Paper,
    before_publishing,
)
from engine.office.law.money import Account, Method
from engine.office.law.public import PublicLaw
from engine.office.law.staff import (
    CLEAN,
    DEALER,
    DESK,
    DIRECTOR,
    DIRECTS,
    FLOOR,
    FLOOR_TOO,
    GAIN,
    INTEREST,
    OUTSIDER,
    RULING,
    SKILL,
    DeclarationKind,
    Level,
    Part,
    Title,
)
from engine.prizes.law import Caps, Order, PrizeRules, Tie, by_stack
from engine.rulebooks import options
from engine.rulebooks.common import COMMON
from engine.rulebooks.irregularities import igr as irregularities
from engine.rulebooks.presets import igr
from engine.rules import (
    absence,
    button,
    odd_chips,
    opening,
    put_chips,
    raise_cap,
    raise_size,
    reopening,
    setup_checks,
    short_big_blind,
    showing,
    substantial_action,
)
from engine.rules.book import citing_its_own_fallback
from engine.seating.law import BALLOT, TableLimit

_DECKS = DeckRules(
    opening=(
        Step(CHECK, "52 cards, no joker, same make as all decks", "counted", "igr:A.2(c)"),
        Step(CUT_CARD, "Lay the cut card ready", "cut card ready", "igr:A.1.Cut Card"),
    ),
    each_hand=(
        Step(WASH, "Wash and shuffle", "washed and shuffled", "igr:A.3(b)"),
        cut("igr:A.3(c)", "Cut once with the cut card"),
    ),
    at_breaks=Step(COUNT, "Count the deck", "counted", "igr:A.2(c)-2"),
    reasons=(
        Reason("marked", "Cards may be marked", "igr:A.2(f)", CHAIRPERSON, is_suspect=True),
        Reason("damaged", "A card is damaged", "igr:A.2(f)", CHAIRPERSON, needs_card=True),
        Reason("chairperson", "The chairperson decides", "igr:A.2(g)", CHAIRPERSON),
    ),
    between_hands_clause="igr:A.2(g)",
    same_make_clause="igr:5.09(c)",
    one_cut_clause="igr:A.3(c)",
    count_clause="igr:A.2(c)-2",
)
_TERMS = replace(
    COMMON,
    id="igr",
    name="Charitable gaming (IGR)",
    cites=(
        (r"Preamble\.(\d+)", r"IGR preamble, \1"),
        (r"A\.1\.(\D+?)(?:-\d+)?", r"IGR app. A, 1, “\1”"),
        (r"A\.(\d.*?)(?:-\d+)?", r"IGR app. A, \1"),
        (r"(\d.*?)(?:-\d+)?", r"IGR term \1"),
    ),
    fallback="igr:6.02(e)",  # Robert's Rules fill the gaps of the terms
    first_marker=Answer(button.at_the_dealers_right, "igr:A.2(v)"),
    next_marker=Answer(
        button.to_the_next_player(button.left_of_the_button), "igr:A.1.Dealer Button"
    ),
    positions=Answer(button.left_of_the_button, "igr:A.3(e)-2"),
    later_opener=Answer(opening.dealt_first, "igr:A.3(o)"),
    turn=Answer(None, "igr:A.3(k)(ii)"),
    first_round_word=Answer("check", "igr:A.3(k)(ii)"),
    check=Answer(None, "igr:A.1.Check"),
    call=Answer(None, "igr:A.1.Call"),
    all_in=Answer(None, "igr:A.3(t)"),
    raise_size=Answer(raise_size.double_the_bet, "igr:A.1.Raise"),
    limit_raise_size=Answer(raise_size.double_the_bet, "igr:A.1.Raise-2"),
    reopening=Answer(reopening.when_facing_double_the_bet, "igr:A.1.Raise"),
    raise_cap=Answer(raise_cap.three_unless_two_contested_before, "igr:A.2(x)"),
    limit_raise_cap=Answer(raise_cap.three_unless_two_contested_before, "igr:A.2(x)"),
    showing_order=Answer(showing.the_called_player_first, "igr:A.3(p)(ii)a"),
    must_show=Answer(showing.all_show_when_nobody_bet, "igr:A.3(p)(ii)b"),
    folded_open=Answer(value=False, clause="igr:A.3(j)"),
    face_up=Answer(showing.once_betting_is_over, "igr:A.3(u)"),
    odd_chips=Answer(odd_chips.one_each_left_of_the_button, "igr:A.3(r)(ii)a.ii"),
    short_big_blind=Answer(short_big_blind.is_out_below_the_small_blind, "igr:A.2(cc)(iii)-2"),
    penalty=Answer(absence.KILLED_AT_THE_DEAL, "igr:A.2(gg)-2"),
    over_blind=Answer(value=False, clause="igr:A.2(k)"),
    streets=Answer(None, "igr:A.1.Round Of Play"),
    deck=Answer(None, "igr:A.2(c)"),
    one_hand=Answer(None, "igr:A.2(w)"),
    pots=Answer(None, "igr:A.3(v)(i)"),
    cards_speak=Answer(None, "igr:A.3(r)(i)"),
    show_to_win=Answer(None, "igr:A.3(r)(iii)"),
    substantial_action=Answer(substantial_action.two_decisions, "igr:A.1.Substantial Action"),
    misdeal=Answer(value=True, clause="igr:A.3(y)"),
    kill=Answer(None, "igr:A.1.Dead Hand"),
    restore=Answer(value=False, clause="igr:A.1.Muck"),
    time_up=Answer("fold", "igr:A.2(hh)"),
    string_bet=Answer(None, "igr:A.1.String Bet"),
    spoken_opening=Answer(value=True, clause="igr:A.3(k)(i)-2"),
    spoken_raise=Answer(value=True, clause="igr:A.3(k)(iii)"),
    short_raise=Answer(put_chips.the_word_makes_the_raise, "igr:A.1.String Bet"),
    irregularities=irregularities.IGR,
    stake=Answer(None, "igr:A.2(y)"),
    chips=Answer(None, "igr:A.2(y)"),
    blinds_check=Answer(None, "igr:A.3(k)(ii)"),
    limit_clauses={"fixed": "igr:A.1.Raise-2", "structured": "igr:A.1.Raise-2"},
    families=Answer(("holdem",), "igr:1.01(j)"),
    lows=Answer(("high",), "igr:A.2(h)"),
    decks=Answer((52,), "igr:A.2(c)"),
    joker=Answer(value=False, clause="igr:A.2(j)"),
    forced_bets=Answer(setup_checks.exactly_two_blinds, "igr:A.2(z)"),
    seats=Answer(None, "igr:A.2(n)"),
    clock=replace(
        COMMON.clock,
        no_more_hands=said("igr:A.2(ii)(ii)"),
        over_blinds=Answer(None, "igr:A.2(k)"),
        unusual=Answer(
            (
                (
                    small_blind_is_half_the_big_one,
                    "has a small blind that is not half the big blind, as is typical",
                    "igr:A.1.Small Blind",
                ),
            ),
            "igr:A.1.Small Blind",
        ),
    ),
    seating=replace(
        COMMON.seating,
        methods=Answer((BALLOT,), "igr:A.2(r)"),
        table_limit=Answer(TableLimit(most=10), "igr:A.2(n)"),
        balance=Answer(None, "igr:A.2(p)-2"),
        carried=said("igr:A.2(s)"),
    ),
    prizes=replace(
        COMMON.prizes,
        order=Answer(
            Order(
                *(by_stack, "igr:A.2(jj)(i)", Tie.JOINT, "igr:A.2(jj)(i)"),
                *(Tie.JOINT, "igr:A.2(jj)(ii)"),
                separate_tables=Tie.JOINT,
                ranked="igr:A.2(jj)(ii)",
                winner="igr:A.2(jj)(i)",
                alone="igr:A.2(jj)(i)",
                separate_clause="igr:6.02(e)",
            ),
            "igr:A.2(jj)(i)",
        ),
        counted=said("igr:A.2(jj)(ii)"),
        prizes=Answer(
            PrizeRules(
                caps=Caps(500_000, "igr:5.04(a)", 200_000, "igr:5.04(a)-2"),
                no_online="igr:5.04(a)-3",
                locked="igr:A.2(e)",
                value="igr:1.01(i)",
            ),
            "igr:5.04(a)",
        ),
        no_deals=Answer("Prizes follow the places: there are no deals.", "igr:A.1.Chop"),
    ),
    entries=replace(
        COMMON.entries,
        entry=Answer(
            EntryLaw(
                minimum_age=19,
                age_clause="igr:5.03(a)",
                price_clause="igr:5.05(e)",
                contact_clause="igr:5.05(b)",
                ticket_clause="igr:5.05(b)",
            ),
            "igr:5.03(a)",
        ),
        late=Answer(
            never_after_the_start("Ticket sales stopped when the tournament started."),
            "igr:5.05(d)",
        ),
        no_shows=said("igr:A.2(t)"),
        finishing_time=said("igr:1.01(c)"),
        hours=Answer(
            Hours(
                opens=time(9, 30),
                opens_on_sunday=time(12),
                closes=time(2),
                longest_hours=10,
                longest_clause="igr:5.07(a)(ii)",
            ),
            "igr:5.07(a)(iii)",
        ),
        equal_stacks=said("igr:A.2(a)"),
        no_free_chips=Answer("One re-buy is all that may be had.", "igr:A.2(i)"),
    ),
    conduct=replace(
        COMMON.conduct,
        time_called=Answer(TimeTerms(50, 10, DIRECTOR, Outcome.DEAD, Outcome.DEAD), "igr:A.2(hh)"),
        missed_blinds=said("igr:A.2(cc)(ii)"),
        penalty_kinds=Answer({Kind.DISQUALIFICATION: "igr:A.2(gg)"}, "igr:A.2(gg)"),
        penalties_defined=said("igr:A.2(gg)-2"),
        forbidden=Answer({PHONE: "igr:A.2(ee)", LANGUAGE: "igr:A.2(dd)"}, "igr:A.2(dd)"),
        removed_for=Answer({INTOXICATED: "igr:A.2(ff)"}, "igr:A.2(ff)"),
        blinds_first=said("igr:A.3(s)"),
        muck_first=said("igr:A.3(r)(iii)"),
    ),
    equipment=replace(
        COMMON.equipment,
        decks=Answer(_DECKS, "igr:A.2(c)"),
        another_deck_after=Answer(frozenset({"igr:A.3(x)(iv)"}), "igr:A.3(x)(iv)"),
        chip_counts=Answer(None, "igr:5.09(b)"),
        only_issued=said("igr:5.09(b)"),
        race_off_confirmed=said("igr:6.02(g)"),
    ),
    structure=replace(
        COMMON.structure,
        options=Answer(
            (
                *(options.ANTE_FIRST, options.HAND_MINUTES),
                replace(options.SEPARATE_TABLES, default=options.SHARED),
            ),
            "igr:A.2(d)",
        ),
        frozen=Answer(None, "igr:A.2(d)"),
    ),
    presets=igr.PRESETS,
    games=igr.GAMES,
    desk=replace(
        COMMON.desk,
        stack=said("igr:A.2(a)"),
        price=said("igr:A.2(a)"),
        ticket_lines=Answer(
            {
                "licensee": "igr:5.05(a)(i)",
                "licence_number": "igr:5.05(a)(i)",
                "fee": "igr:5.05(a)(ii)",
                "prizes": "igr:5.05(a)(iii)",
                "when": "igr:5.05(a)(iv)",
                "place": "igr:5.05(a)(iv)",
                "for_sale": "igr:5.05(a)(v)",
                "rebuy": "igr:5.05(a)(vi)",
            },
            "igr:5.05(a)",
        ),
        ticket_sales=said("igr:5.05(d)"),
        ticket_numbers=said("igr:5.05(b)"),
        ticket_limit=said("igr:5.05(c)"),
        ticket_count=said("igr:6.01(a)"),
    ),
    staff=replace(
        COMMON.staff,
        titles=Answer(
            (
                Title(
                    *("chairperson", "Chairperson", DIRECTOR, 4, "igr:1.01(b)"),
                    is_volunteer="igr:6.02(a)",
                    plays_not="igr:6.02(h)",
                ),
                Title(
                    *("table-manager", "Table manager", FLOOR, 3, "igr:1.01(h)"),
                    may_not=((RULING, "igr:6.03(c)"),),
                    is_volunteer="igr:6.03(a)",
                    plays_not="igr:6.03(d)",
                ),
                Title(
                    *("ticket-seller", "Ticket seller", DESK, 1, "igr:5.06(a)"),
                    is_volunteer="igr:5.06(a)",
                ),
                Title(
                    *("dealer", "Dealer", DEALER, 1, "igr:6.04(a)"),
                    is_volunteer="igr:6.04(a)",
                    plays_not="igr:6.04(c)",
                ),
                replace(OUTSIDER, clause="igr:4.01"),
            ),
            "igr:1.01(b)",
        ),
        ladder=Answer(
            (
                Level("Table manager, minor matter", FLOOR_TOO, "igr:6.03(c)"),
                Level("Chairperson", DIRECTS, "igr:6.02(d)", is_final=True),
            ),
            "igr:6.02(d)",
        ),
        monitored=said("igr:6.03(b)"),
        head=said("igr:6.01(e)"),
        head_here=said("igr:6.02(c)"),
        managers=said("igr:6.01(f)"),
        most_tables=Answer(25, "igr:6.01(f)"),
        dealers=said("igr:6.01(g)"),
        only_assigned=said("igr:A.2(u)"),
        parts=Answer(
            (
                Part("money", "Tickets, entry fees and re-buy money are reconciled", "igr:6.01(a)"),
                Part("terms", "The settings keep to the terms", "igr:6.01(b)"),
                Part("prizes", "The prizes are announced", "igr:6.01(c)"),
                Part("expenses", "Every expense is on record", "igr:6.01(d)"),
                Part("head", "A chairperson is named and here", "igr:6.01(e)"),
                Part("managers", "Enough table managers", "igr:6.01(f)"),
                Part("dealers", "Every table has its dealer", "igr:6.01(g)"),
            ),
            "igr:6.01",
        ),
        conflicts=said("igr:9.01"),
        declared=Answer(
            (
                DeclarationKind(
                    INTEREST,
                    "A private interest that interferes with their duties",
                    "igr:9.01(a)",
                    is_conflict=True,
                ),
                DeclarationKind(
                    *(GAIN, "A gain or advantage through their position", "igr:9.01(b)"),
                    is_conflict=True,
                ),
                DeclarationKind(
                    SKILL,
                    "The chairperson has the knowledge and skill for the office",
                    "igr:6.02(b)",
                ),
                DeclarationKind(
                    CLEAN,
                    "The chairperson has no record of gaming, liquor, fraud, violence"
                    " or similar crimes",
                    "igr:6.02(j)",
                ),
            ),
            "igr:9.01",
        ),
    ),
    licence=LicenceLaw(
        required=said("igr:5.01(a)"),
        approved_only=said("igr:5.01(a)"),
        changes=said("igr:5.01(b)"),
        unique_chips=said("igr:5.09(a)"),
        language=said("igr:A.1.Designated Language"),
        issuer=Answer("IGR", "igr:Preamble.2"),
        event_type=Answer("hold'em", "igr:Preamble.3"),
        valid=said("igr:Preamble.4"),
        expired=said("igr:1.01(e)"),
        hours=said("igr:5.07(a)(i)"),
        state=said("igr:3.01"),
        binding=said("igr:Preamble.5"),
        liquor_permit=said("igr:5.07(c)"),
        papers=Answer(
            (
                Paper(LICENCE, "The licence", "igr:5.01(c)"),
                Paper(REQUIREMENTS, "The tournament requirements", "igr:5.01(c)"),
                Paper(GAME_RULES, "The rules of the game", "igr:5.01(c)"),
                Paper(STRUCTURE, "Limits, levels, antes and blinds", "igr:A.2(d)"),
                Paper(DOOR, "Nobody under 19 is let in, to watch or to work", "igr:5.03(a)"),
                Paper(
                    ROOM,
                    "Light, and room for the chairperson, inspectors and spectators",
                    "igr:A.2(q)",
                    blocks_start=False,
                ),
                before_publishing(NO_MINORS, "Publicity shows nobody as a minor", "igr:5.08(c)(i)"),
                before_publishing(
                    NOT_FOR_MINORS,
                    "Publicity is not aimed at minors",
                    "igr:5.08(c)(ii)",
                    (
                        ("to promote abstinence or moderation in gambling", "igr:5.08(c)(ii)a"),
                        ("to warn of the harm of excessive gambling", "igr:5.08(c)(ii)b"),
                    ),
                ),
                before_publishing(
                    REALISTIC, "Publicity paints no unrealistic chance to win", "igr:5.08(d)(i)"
                ),
                before_publishing(
                    STANDARDS,
                    "Publicity meets the standards of the community",
                    "igr:5.08(d)(ii)",
                ),
            ),
            "igr:5.01(c)",
        ),
    ),
    money=replace(
        COMMON.money,
        fee=Answer(Account.PROCEEDS, "igr:1.01(f)"),
        fee_word=Answer("Proceeds", "igr:1.01(f)"),
        methods=Answer(frozenset({Method.CASH}), "igr:5.05(e)"),
        no_free_entry=said("igr:5.05(e)"),
        at_once=said("igr:5.05(e)"),
        price=said("igr:A.2(a)"),
        ticket=said("igr:5.05(b)-2"),
    ),
    giving=GivingLaw(
        spending=Answer(
            (
                (volunteers_are_not_paid, "igr:5.06(b)"),
                (dealers_under_a_guarantee, "igr:5.06(b)-2"),
                (equipment_from_the_registered, "igr:5.07(b)(i)"),
                (no_rent_for_a_bar, "igr:5.07(b)(ii)"),
                (rooms_at_a_flat_rent, "igr:5.07(b)(iii)"),
                (leaves_a_tenth, "igr:5.06(b)-2"),
                (from_the_lottery_account, "igr:8.01(c)"),
                (with_a_voucher, "igr:8.01(h)"),
            ),
            "igr:8.01(c)",
        ),
        named=said("igr:6.01(d)"),
        cheque_number=said("igr:8.01(b)(i)"),
        cheque_date=said("igr:8.01(b)(ii)"),
        payee=said("igr:8.01(b)(iii)"),
        amount=said("igr:8.01(b)(iv)"),
        purpose=said("igr:8.01(b)(v)"),
        within=said("igr:8.01(f)"),
        organisation=said("igr:Preamble.1"),
        account=said("igr:8.01(a)"),
        no_transfers=said("igr:8.01(d)"),
        purposes=said("igr:5.02(b)"),
        signature=said("igr:8.01(i)"),
        floor=said("igr:5.06(b)-2"),
    ),
    records=replace(
        COMMON.records,
        report_days=Answer(20, "igr:7.01"),
        years_kept=Answer(3, "igr:8.01(h)"),
        integrity=said("igr:6.02(i)"),
        participants=said("igr:7.01(a)"),
        gross=said("igr:7.01(b)"),
        prizes_paid=said("igr:7.01(c)"),
        expenses=said("igr:7.01(d)"),
        net=said("igr:1.01(f)"),
        incidents=said("igr:6.02(f)"),
        gaps=Answer("Robert's Rules of Poker", "igr:6.02(e)"),
        gains=said("igr:9.01(b)"),
    ),
    conditions=replace(
        COMMON.conditions,
        wagers=said("igr:A.2(d)"),
        rules=said("igr:5.01(c)"),
        prizes=said("igr:5.08(a)(iii)"),
        amended=said("igr:A.2(d)-2"),
    ),
    public=PublicLaw(
        licensee=said("igr:5.08(a)(i)"),
        fee=said("igr:5.08(a)(ii)"),
        prizes=said("igr:5.08(a)(iii)"),
        when=said("igr:5.08(a)(iv)"),
        tickets=said("igr:5.08(a)(v)"),
        rebuy=said("igr:5.08(a)(vi)"),
        stated=said("igr:5.08(a)"),
        region=Answer("Saskatchewan", "igr:5.08(b)"),
    ),
    choices=frozenset({"ante_comes_first", "may_over_blind"}),
    fixed={"burns": "igr:A.1.Burn", "deck_size": "igr:A.2(c)", "has_joker": "igr:A.2(j)"},
)
BOOK = citing_its_own_fallback(_TERMS)
