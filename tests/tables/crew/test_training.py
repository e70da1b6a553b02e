"""A dealer practises without an account, and no tournament notices."""

from functools import partial
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from django.test import Client

from engine.amounts import figure
from engine.hand import commands
from engine.hand.commands import Command
from engine.hand.state import Hand
from engine.practice import training
from engine.rules.book import Rules
from tables.crew.queries import training as queries
from tables.crew.services import training as service
from tables.models import Practice
from tests.factories import NOW, running, stored_lines, table_of, tablet_browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Client:
    return Client()


def begun(browser: Client, **choice: object) -> Practice:
    """A practice begun at the door."""
    said = {"rules": "adelaide", "hands": 3, "table": "script", "dealer": "Nia", **choice}
    answer = browser.post("/practice/", said)
    return Practice.objects.get(token=urlsplit(answer["Location"]).path.split("/")[2])


def tap(browser: Client, practice: Practice, kind: str, **fields: object):
    practice.refresh_from_db()
    sent = {"kind": kind, "command_id": str(uuid4()), "version": practice.version, **fields}
    return browser.post(f"/practice/{practice.token}/command/", sent)


def kept_rows() -> list[str]:
    """Every stored row that is no practice."""
    return [line for line in stored_lines() if "tables.Practice" not in line]


def _always(command: Command, hand: Hand, rules: Rules) -> Command:
    return command


def play_to_the_end(practice: Practice) -> None:
    """Everything is entered as it happens."""
    while practice.finished_at is None:
        entry = service.Entry(practice.token, NOW, uuid4(), practice.version)
        moment = queries.moment_of(practice)
        if moment is None or moment.hand.is_over:
            service.deal(entry)
        else:
            right = training.scene(moment, queries.NAMES).command
            service.enter(entry, partial(_always, right))
        practice.refresh_from_db()


def test_a_dealer_practises_is_corrected_and_gets_a_mark(browser: Client):
    cup = running(3)
    before = kept_rows()
    assert "Practice for dealers" in browser.get("/").content.decode()
    practice = begun(browser)
    waiting = browser.get(f"/practice/{practice.token}/").content.decode()
    assert "Deal hand 1 of 3" in waiting
    assert "is-out" not in waiting
    stacks = training.stacks_of(practice.seed, 1)
    assert all(figure(stack) in waiting for stack in stacks)
    assert tap(browser, practice, "start_hand").status_code == 200

    moment = queries.moment_of(practice_now(practice))
    assert moment is not None
    seen = training.scene(moment, queries.NAMES)
    wrong = "all_in" if not isinstance(seen.command, commands.AllIn) else "fold"
    actor = moment.hand.actor
    told = tap(browser, practice, wrong, seat=actor)
    assert told.status_code == 409
    assert "That is not what happened" in told.content.decode()
    assert "Right is:" in tap(browser, practice, wrong, seat=actor).content.decode()
    assert "The floor says:" in tap(browser, practice, "call_floor").content.decode()

    play_to_the_end(practice_now(practice))
    mark = browser.get(f"/practice/{practice.token}/mark/").content.decode()
    assert "Nia: " in mark
    assert "The floor was called." in mark
    assert "Entered: " in mark
    page = browser.get(f"/practice/{practice.token}/").content.decode()
    assert "See your mark" in page
    assert kept_rows() == before
    paired = tablet_browser(table_of(cup))  # a paired tablet is not called back to its table
    assert "data-here" not in paired.get(f"/practice/{practice.token}/").content.decode()


def practice_now(practice: Practice) -> Practice:
    practice.refresh_from_db()
    return practice


def test_the_set_piece_is_the_same_for_everybody_and_the_other_table_is_not(browser: Client):
    first, second = begun(browser), begun(browser, dealer="Ole")
    by_chance = begun(browser, table="chance")
    assert first.seed == second.seed != by_chance.seed
    play_to_the_end(first)
    play_to_the_end(second)
    assert [one["words"] for one in first.done] == [one["words"] for one in second.done]
    assert queries.result(first).percent == 100


def test_an_irregularity_is_told_on_the_same_sheet_as_at_a_real_table(browser: Client):
    practice = begun(browser)
    tap(browser, practice, "start_hand")
    sheet = browser.get(f"/practice/{practice.token}/happened/").content.decode()
    assert "Action out of turn" in sheet
    assert f"/practice/{practice.token}/happened/?what=" in sheet
    answer = tap(browser, practice, "happened", what="defective deck")
    assert answer.status_code in (200, 409)
    assert answer.content


def test_bad_choices_and_late_taps_are_refused_in_words(browser: Client):
    assert browser.post("/practice/", {"rules": "whist", "hands": 3}).status_code == 409
    assert browser.post("/practice/", {"rules": "igr", "hands": 4}).status_code == 409
    practice = begun(browser)
    assert "No hand is in play" in tap(browser, practice, "fold", seat=1).content.decode()
    assert tap(browser, practice, "start_hand", version=9).status_code == 409
    assert "only correct entries" in tap(browser, practice, "undo").content.decode()
    gone = browser.get(f"/practice/{UUID(int=0)}/")
    assert gone.status_code == 409


def test_a_repeated_tap_counts_once_and_old_practices_are_thrown_away(browser: Client):
    practice = begun(browser)
    entry = service.Entry(practice.token, NOW, uuid4(), 0)
    service.deal(entry)
    service.deal(entry)
    assert practice_now(practice).number == 1
    Practice.objects.update(at=NOW - 99 * service.KEPT)
    begun(browser)
    assert Practice.objects.count() == 1


def test_who_opens_table_after_table_fills_only_their_own_places(monkeypatch: pytest.MonkeyPatch):
    """Five hundred requests threw everybody else's practice away."""
    monkeypatch.setattr(service, "MOST_OF_ONE", 3)
    dealer, flood = Client(REMOTE_ADDR="10.0.0.1"), Client(REMOTE_ADDR="10.0.0.2")
    kept = begun(dealer)
    own = [begun(flood) for _ in range(3)]
    refused = flood.post("/practice/", {"rules": "adelaide", "hands": 3})
    assert refused.status_code == 409
    assert "in use from here" in refused.content.decode()
    Practice.objects.filter(pk=own[0].pk).update(finished_at=NOW)
    begun(flood)
    left = set(Practice.objects.values_list("pk", flat=True))
    assert kept.pk in left
    assert own[0].pk not in left
    assert "10.0.0" not in str(list(Practice.objects.values()))


def test_when_all_tables_are_taken_nobody_loses_theirs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(service, "MOST", 2)
    for number in (1, 2):
        begun(Client(REMOTE_ADDR=f"10.0.0.{number}"))
    third = Client(REMOTE_ADDR="10.0.0.3").post("/practice/", {"rules": "adelaide", "hands": 3})
    assert "All practice tables are in use" in third.content.decode()
    assert Practice.objects.count() == 2
