"""The check after an evening of faults can fail: each thing that may be lost is lost here once."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from random import Random
from uuid import UUID, uuid4

import pytest
from django.db.models import F

from engine.hand import commands
from engine.office.money import Sold
from tables.commands import TableCommand
from tables.models import FloorCall, HandEvent, HandRecord, Table
from tables.play.services import play
from tests.factories import DIRECTOR, MINUTE, NOW, WITH_REBUYS, offered, running, table_of
from tests.faults import audit, plan
from tests.faults import figures as figures_of_it
from tests.faults.audit import Told
from tests.faults.figures import Figures
from tests.faults.tablet import Outcome, Tablet, Tap
from tests.faults.web import Browser
from tournament.clock.queries import clock as clock_queries
from tournament.clock.queries.clock import level_text
from tournament.clock.services import clock
from tournament.clock.services.buttons import Press
from tournament.models import (
    ChipMove,
    Clock,
    Entry,
    JournalEntry,
    MoneyLine,
    Tournament,
)
from tournament.models.ledger import ChipReason
from tournament.money.services import money

pytestmark = pytest.mark.django_db

LATER = NOW + 2 * MINUTE


@pytest.fixture
def cup() -> Tournament:
    return running(3)


def played(cup: Tournament) -> list[Tap]:
    """A hand that everybody folds, each step acknowledged to its tablet."""
    table = table_of(cup)
    taps = [tapped(table, "start_hand", play.start_hand)]
    for _ in range(2):
        table.refresh_from_db()
        taps.append(tapped(table, "fold", fold))
    return taps


def fold(request: TableCommand) -> Table:
    """Whoever is to act folds."""
    table = Table.objects.select_related("tournament").get(pk=request.table_id)
    return play.act(request, commands.Fold(offered(table).seat or 0))


def tapped(table: Table, kind: str, do: Callable[[TableCommand], object]) -> Tap:
    tap = Tap(table.pk, kind, [], uuid4(), table.version, outcome=Outcome.ACCEPTED)
    do(TableCommand(table.pk, DIRECTOR, NOW + MINUTE, command_id=tap.id))
    return tap


def found(cup: Tournament, told: Told, *, now: datetime = LATER) -> str:
    return " ".join(audit.complaints(cup, told, now=now))


def test_an_evening_in_which_nothing_was_lost_has_no_complaints(cup: Tournament):
    told = Told(taps=played(cup), began=NOW, ended=LATER)
    assert found(cup, told) == ""


def test_an_acknowledged_action_that_is_not_on_record_is_lost(cup: Tournament):
    taps = played(cup)
    never = Tap(taps[0].table_id, "call", [], uuid4(), 3, outcome=Outcome.ACCEPTED)
    assert found(cup, Told([*taps, never])) == (
        f"Lost: call {never.id} was acknowledged and is not on record."
    )


def test_an_action_whose_events_are_gone_is_lost(cup: Tournament):
    taps = played(cup)
    HandEvent.objects.filter(command_id=taps[-1].id).delete()
    assert f"Lost: fold {taps[-1].id}" in found(cup, Told(taps))


def test_an_action_on_record_twice_is_doubled(cup: Tournament):
    taps = played(cup)
    HandEvent.objects.filter(command_id=taps[2].id).update(command_id=taps[1].id)
    assert f"Doubled: fold {taps[1].id} is on record 2 times." in found(cup, Told(taps))


def test_an_action_at_another_table_is_astray(cup: Tournament):
    taps = played(cup)
    taps[1].table_id += 1
    assert f"Astray: fold {taps[1].id}" in found(cup, Told(taps))


def test_what_was_refused_must_not_be_on_record(cup: Tournament):
    taps = played(cup)
    taps[1].outcome = Outcome.REFUSED
    assert f"Against the word: fold {taps[1].id} is on record" in found(cup, Told(taps))


def test_nothing_may_be_left_without_an_answer(cup: Tournament):
    waiting = Tap(1, "fold", [], uuid4(), 3)
    assert found(cup, Told([waiting])) == f"Without an answer: fold {waiting.id}."


def test_a_floor_call_that_rings_twice_is_noticed(cup: Tournament):
    FloorCall.objects.create(table=table_of(cup), hand_number=0, version=0, reason="", at=NOW)
    assert found(cup, Told()) == "Table 1 called the floor 0 times; 1 rang."


def test_a_press_of_the_clock_that_is_lost_is_noticed(cup: Tournament):
    press = uuid4()
    assert found(cup, Told(pressed={press: "pause"})).startswith(f"Lost: the press {press}")


def stop_and_go(cup: Tournament, *ids: UUID | None, at: datetime) -> None:
    """The clock is stopped and let go again, under these ids."""
    for later, (kind, made) in enumerate(zip(("pause", "resume"), ids, strict=True)):
        now = at + timedelta(seconds=later)
        press = Press(command_id=made)
        clock.act(tournament_id=cup.pk, kind=kind, actor=DIRECTOR, now=now, press=press)


def test_a_press_of_the_clock_carried_out_twice_is_noticed(cup: Tournament):
    stop, go = uuid4(), uuid4()
    told = Told(pressed={stop: "pause", go: "resume"})
    stop_and_go(cup, stop, go, at=NOW + MINUTE)
    assert found(cup, told) == ""
    stop_and_go(cup, None, None, at=NOW + 1.5 * MINUTE)  # as if their ids were forgotten
    assert found(cup, told) == " ".join(
        f"Clock: {kind} was told 1 times, moved it 2 times and is written 2 times."
        for kind in ("pause", "resume")
    )


def test_a_press_of_the_clock_that_was_refused_must_not_be_on_record(cup: Tournament):
    stop, go = uuid4(), uuid4()
    stop_and_go(cup, stop, go, at=NOW + MINUTE)
    said = found(cup, Told(pressed={stop: "pause"}))
    assert f"Against the word: the press {go} of the clock is on record" in said
    assert "Clock: resume was told 0 times, moved it 1 times" in said


def test_a_rebuy_sold_twice_or_not_at_all_is_noticed(cup: Tournament):
    entry = cup.entries.first()
    assert entry is not None
    assert f"Entry {entry.pk} was sold 1 rebuys; 0 are on record." in found(
        cup, Told(sold=[entry.pk])
    )
    ChipMove.objects.filter(entry=entry).update(reason=ChipReason.REBUY)
    said = found(cup, Told())
    assert f"Entry {entry.pk} was sold 0 rebuys; 1 are on record." in said
    assert f"Entry {entry.pk} has 1 rebuys and paid for 0." in said


def test_a_hand_that_its_events_do_not_lead_to_is_noticed(cup: Tournament):
    told = Told(played(cup))
    table = table_of(cup)
    assert table.hand is not None
    table.hand["hand"]["actor"] = 5
    table.save()
    assert "Table 1 is not where the replay of its events leads." in found(cup, told)


def test_chips_that_differ_are_noticed(cup: Tournament):
    entry = cup.entries.first()
    assert entry is not None
    Entry.objects.filter(pk=entry.pk).update(stack=F("stack") + 25)
    said = found(cup, Told())
    assert "Chips: 3,000 were issued and 3,025 are held." in said
    assert f"{entry.name} has 1,025 chips; the story says 1,000." in said


def test_money_that_does_not_add_up_is_noticed():
    cup = running(3, preset=WITH_REBUYS)
    entry = cup.entries.first()
    assert entry is not None
    till = money.Till(DIRECTOR, NOW)
    money.receive(cup, Sold.REBUY, entry, till)
    assert "Money" not in found(cup, Told())
    line = MoneyLine.objects.filter(posting__tournament=cup).first()
    assert line is not None
    MoneyLine.objects.filter(pk=line.pk).update(amount=F("amount") + 1)
    assert "Money does not add up" in found(cup, Told())


def test_a_record_that_was_altered_is_noticed(cup: Tournament):
    JournalEntry.objects.filter(tournament=cup, sequence=2).update(by="somebody else")
    assert "Chain: " in found(cup, Told())


def test_a_clock_that_stands_elsewhere_is_noticed(cup: Tournament):
    stored = Clock.objects.get(tournament=cup)
    stored.state["index"] += 1
    stored.save()
    assert "Clock: it is at" in found(cup, Told())


def test_a_change_of_level_told_twice_is_noticed(cup: Tournament):
    line = cup.journal.filter(by="clockwork", name__startswith="clock.").last()
    assert line is not None
    line.pk, line.sequence = None, line.sequence + 1000
    line.save()
    assert "Clock: it told" in found(cup, Told())


def test_an_event_with_a_tablets_wrong_time_is_noticed(cup: Tournament):
    told = Told(played(cup), began=NOW, ended=LATER)
    HandEvent.objects.filter(command_id=told.taps[0].id).update(at=NOW - 7 * MINUTE)
    assert "events carry a time outside the evening." in found(cup, told)


@pytest.mark.parametrize("row", [0, 2])
def test_a_level_that_goes_back_or_has_not_begun_is_noticed(cup: Tournament, row: int):
    late = NOW + 31 * MINUTE
    told = Told([*played(cup), *played(cup)])
    clock.advance_due(late)
    levels = [level_text(level) for level in clock_queries.schedule_of(cup).levels]
    HandRecord.objects.update(started_at=late, level=levels[1])
    assert "Level: " not in found(cup, told, now=late)  # the chain says that they were changed
    HandRecord.objects.filter(number=2).update(level=levels[row])
    complaint = f"Level: hand 2 of Table 1 is recorded at {levels[row]}."
    assert found(cup, told, now=late).endswith(complaint)


def test_a_deal_sent_again_names_its_level_whatever_the_tablets_clock_says():
    page = (
        '<section id="tablet" data-version="3" data-level="4" data-command-url="/"></section>'
        '<time data-left="60" data-server-now="{}" data-ends-at="{}"></time>'
    )
    for wrong_by in (-11 * MINUTE, 7 * MINUTE):
        browser, now = Browser(0, clock_wrong_by=wrong_by), Browser(0).milliseconds
        tablet = Tablet("table 1", 1, "", browser, Random(1), Figures())
        tablet.show(page.format(now, now + 60_000))
        deal = tablet.tap(("start_hand", []))
        assert "level" not in dict(deal.form)
        deal.tried = 2
        assert dict(deal.form)["level"] == "4"
        tablet.show(page.format(now, now))
        assert tablet.level_now() == ""


def test_a_screen_that_is_behind_or_shows_something_else_is_noticed(cup: Tournament):
    path = f"/ws/t/{cup.code}/tables/1/"
    draw = audit.pictures(cup)[path]
    version, content = audit.drawn(draw())
    assert audit.behind(cup, [(path, version, content)]) == []
    assert "is the last." in audit.behind(cup, [(path, version - 1, content)])[0]
    assert "not as it is drawn." in audit.behind(cup, [(path, version, "nothing")])[0]


def test_a_leaderboard_that_says_the_same_under_an_older_version_is_not_behind(cup: Tournament):
    path = f"/ws/t/{cup.code}/standings/"
    version, content = audit.drawn(audit.pictures(cup)[path]())
    older = content.replace(f'data-version="{version}"', f'data-version="{version - 1}"')
    assert older != content
    assert audit.behind(cup, [(path, version - 1, older)]) == []


def test_the_same_seed_plans_the_same_faults():
    parts, tablets = ("postgres", "redis", "web1", "web2", "worker", "beat"), ("table 1", "table 2")
    planned = partial(plan.make, kills=100, played=4_600, parts=parts, tablets=tablets)
    first, again = (planned("a") for _ in range(2))
    other = planned("b")
    assert first == again != other
    killed = [fault.target for fault in first if fault.kind is plan.Kind.KILL]
    assert len(killed) == 100
    assert all(killed.count(part) >= 16 for part in parts)


def test_kills_are_spread_over_what_is_played_and_some_come_while_the_evening_ends():
    """They came so fast that little was played between them."""
    parts, tablets = ("redis", "web1", "web2", "worker", "beat"), ("table 1",)
    faults = plan.make("a", kills=100, played=4_600, parts=parts, tablets=tablets)
    dues = [fault.due for fault in faults if fault.kind is plan.Kind.KILL]
    assert dues == sorted(dues)
    assert dues.count(4_600) == 15
    assert all(sum(low <= due < low + 920 for due in dues) >= 8 for low in range(0, 4_600, 920))


def test_an_evening_in_which_little_happened_says_what_is_missing():
    figures = Figures(accepted=5_000, record=Counter({"hands played": 199}))
    said = " ".join(audit.short_of(figures))
    assert "Short: hands played: 199, of 200 at least." in said
    assert "Short: deals agreed: 0, of 1 at least." in said
    assert "commands" not in said


def test_a_tap_s_wait_counts_from_when_all_it_needs_is_back(monkeypatch: pytest.MonkeyPatch):
    moment = [100.0]
    monkeypatch.setattr(figures_of_it, "monotonic", lambda: moment[0])
    figures = Figures()
    figures.is_back("beat")  # nobody at a table waits for it
    figures.is_back("web1")
    moment[0] = 104.0
    figures.waited("table 1", 90.0)
    assert (figures.longest, figures.longest_after) == ((14.0, "table 1"), (4.0, "table 1"))
    moment[0] = 106.0
    figures.waited("table 1", 90.0)
    assert figures.late == 1
