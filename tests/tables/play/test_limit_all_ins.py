"""Short all-ins in a limit game, on the tablet: together they are what the next player faces."""

from dataclasses import replace

import pytest

from engine.structure import presets
from tests.factories import hand_at, offered, running, set_stacks, table_of, tablet_browser, tap

pytestmark = pytest.mark.django_db


@pytest.mark.rule("adelaide:47-5")
@pytest.mark.rule("adelaide:47-4")
def test_two_short_all_ins_of_half_a_bet_together_did_not_open_the_betting():
    limit = replace(presets.get("adelaide-fixed"), starting_stack=10_000, min_players=2)
    table = table_of(running(6, preset=limit))
    tablet = tablet_browser(table)
    tap(tablet, table, "start_hand")
    bet, order = hand_at(table).unit, hand_at(table).order
    bettor, first, caller, second = order[0], order[1], order[2], order[3]
    tap(tablet, table, "undo")
    short = {first: bet + bet * 5 // 4, second: bet + bet * 3 // 2}
    set_stacks(table, {**short, order[5]: 30_000 - sum(short.values())})
    tap(tablet, table, "start_hand")
    while (seat := hand_at(table).actor) >= 0:
        kind = "call" if offered(table).call.is_allowed else "check"
        assert tap(tablet, table, kind, seat=seat).status_code == 200
    tap(tablet, table, "board")
    for kind, seat in (("raise_to", bettor), ("all_in", first), ("call", caller)):
        assert tap(tablet, table, kind, seat=seat, amount=bet).status_code == 200
    assert tap(tablet, table, "all_in", seat=second).status_code == 200
    for seat in order[4:6]:
        assert offered(table).raising.least == bet * 5 // 2, "one bet above what lies there"
        tap(tablet, table, "fold", seat=seat)
    assert offered(table).raising.least == bet * 5 // 2, "open again for who had bet"
    tap(tablet, table, "call", seat=bettor)
    refused = tap(tablet, table, "raise_to", seat=caller, amount=bet * 5 // 2)
    assert refused.status_code == 409
    assert 'data-clause="adelaide:47-4"' in refused.content.decode()
    assert tap(tablet, table, "call", seat=caller).status_code == 200
