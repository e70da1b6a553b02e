"""A whole tournament as one archive: read back with its chain intact, or refused altogether."""

import gzip
import hashlib
import io
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import models

from engine.clock.clock_state import Phase
from engine.hand.events import HandShown
from engine.refusal import Refused
from tables.commands import TableCommand, at_table
from tables.console.queries import console
from tables.models import Bag, DealerDuty, HandRecord, ManagerDuty, Penalty, RaceOff, SpecialRound
from tables.play.queries import hands
from tables.play.services import play
from tables.records import archives, unarchive
from tables.records.queries import chain
from tables.records.services import signatures
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    WITH_REBUYS,
    award_to,
    bust_all_but,
    deal,
    fold_round,
    house_director,
    refreshed,
    running,
    signed_in,
    stored,
    table_of,
    user,
)
from tests.prize_night import SIGNED, all_paid, listed, played
from tournament.clock.queries import clock as clock_queries
from tournament.clock.services import buttons, clock
from tournament.house import backups
from tournament.models import (
    Confirmation,
    Deal,
    Due,
    Entry,
    PlacingDecision,
    Player,
    Posting,
    PublicDraw,
    Session,
    SimultaneousBusts,
    Ticket,
    TicketSheet,
    Tournament,
    User,
)
from tournament.money.services import money
from tournament.permissions import Actor, Forbidden, Role
from tournament.prizes.queries import placings
from tournament.prizes.services import payout_desk, prizes
from tournament.records import signing
from tournament.records.queries import keys
from tournament.records.services import journal

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = NOW + timedelta(days=30)


def archived(cup: Tournament) -> bytes:
    return archives.pack(cup, now=NOW + MINUTE)


def brought_in(data: bytes, *, actor: Actor = DIRECTOR) -> Tournament:
    return unarchive.bring_in(io.BytesIO(data), actor=actor, now=LATER)


def an_evening() -> Tournament:
    """Paid, played, one payment voided, places confirmed, prizes paid, people at work."""
    cup = all_paid(running(3))
    ann = user("ann", cup, Role.DEALER)
    DealerDuty.objects.create(table=table_of(cup), user=ann, since=NOW)
    ManagerDuty.objects.create(table=table_of(cup), user=ann, since=NOW)
    posting = cup.money.order_by("number")[0]
    money.void(posting_id=posting.pk, reason="wrong drawer", actor=DIRECTOR, now=NOW)
    all_paid(cup)
    listed(cup)
    played(cup)
    return refreshed(cup)


def with_prizes(cup: Tournament) -> Tournament:
    """The same when all is over: the prizes are paid and the dealer has gone home."""
    DealerDuty.objects.update(until=NOW)
    ManagerDuty.objects.update(until=NOW)
    prizes.publish(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    prizes.confirm(tournament_id=cup.pk, actor=DIRECTOR, now=NOW)
    due = Due.objects.filter(tournament=cup, amount__gt=0)[0]
    receipt = payout_desk.Receipt(due.entry.name, signature=SIGNED)
    payout_desk.pay(receipt, due_id=due.pk, actor=DIRECTOR, now=NOW)
    return refreshed(cup)


def said(cup: Tournament) -> dict[str, list[dict[str, Any]]]:
    """Every row of a tournament as far as it holds no key."""
    found: dict[str, list[dict[str, Any]]] = {}
    for label, way in archives.OWNER.items():
        model = apps.get_model(label)
        names = [
            field.attname
            for field in model._meta.local_concrete_fields
            if not field.is_relation
            and not field.primary_key
            and field.attname not in ("sealed_as", "code", "timekeeper_table")
            and (label, field.attname) not in unarchive.NAMES_ROWS
        ]
        rows = model._base_manager.filter(**{way: cup.pk}).order_by("pk")
        found[label] = list(rows.values(*names))
    return found


# -- what goes along -------------------------------------------------------------------------------


def test_every_stored_kind_of_row_is_archived_or_left_out_with_a_reason():
    kept = {model._meta.label for model in backups.kept_models()}
    decided = [*archives.OWNER, *archives.PEOPLE, *archives.LEFT_OUT]
    assert sorted(decided) == sorted(kept)
    assert all(archives.LEFT_OUT.values())


def test_every_row_comes_in_after_those_it_cannot_do_without():
    for label in archives.OWNER:
        for field in apps.get_model(label)._meta.local_concrete_fields:
            if field.is_relation and not field.null:
                target = unarchive._target(field)
                assert not unarchive._points_forward(label, target), f"{label}.{field.name}"


NAMES_NO_ROW = {
    *("Conditions.words", "Tournament.structure", "Tournament.sounds", "Clock.state"),
    *("ClockMove.before", "JournalEntry.data", "Posting.about", "Proceeds.purposes"),
    *("Proceeds.bank_holidays", "Addendum.changes", "Declaration.bars", "PrizeList.rows"),
    *("PrizeList.amounts", "Table.hand", "Table.time_called", "Table.card_count"),
    *("Table.out_of_use", "HandEvent.data", "Bag.chips", "Bag.found_chips", "CountedStack.chips"),
    *("DeckEvent.data", "SpecialRound.cards", "TimeBank.mark", "HandForHand.stood"),
    *("StateSheet.seats", "StateSheet.out", "PublicDraw.words", "PublicDraw.result"),
    "JournalEntry.rows",
}


def test_every_column_of_json_is_known_to_name_rows_or_not():
    found = {
        (label, field.attname)
        for label in archives.OWNER
        for field in apps.get_model(label)._meta.local_concrete_fields
        if isinstance(field, models.JSONField)
    }
    plain = {
        (label, name) for label, name in found if f"{label.split('.')[1]}.{name}" in NAMES_NO_ROW
    }
    assert found == plain | set(unarchive.NAMES_ROWS)
    assert not plain & set(unarchive.NAMES_ROWS)


# -- there and back --------------------------------------------------------------------------------


def test_a_played_evening_comes_back_with_the_same_chain_and_all_it_says():
    cup = with_prizes(an_evening())
    made = brought_in(archived(cup))
    assert made.pk != cup.pk
    assert (made.chain.head, made.chain.length) == (cup.chain.head, cup.chain.length)
    verdict = chain.verify(made)
    assert verdict.is_whole
    assert verdict == chain.verify(cup)
    PublicDraw.objects.filter(tournament=cup, drawn_at=None).update(secret="")
    assert said(made) == said(cup), "but for the secrets of draws to come, which stay at home"
    assert console.ledger(made.pk) == console.ledger(cup.pk)
    assert [(one.place, one.name) for one in placings.of(made)] == [
        (one.place, one.name) for one in placings.of(cup)
    ]
    hand = HandRecord.objects.filter(table__tournament=made)[0]
    mine = set(made.entries.values_list("pk", flat=True))
    assert {player["entry"] for player in hand.players} <= mine
    assert {pair[0] for pair in Confirmation.objects.get(tournament=made).places} <= mine


def test_an_archive_of_an_archive_is_as_good():
    cup = with_prizes(an_evening())
    twice = brought_in(archived(brought_in(archived(cup))))
    assert twice.chain.head == cup.chain.head
    assert chain.verify(twice).is_whole


def test_the_same_archive_twice_makes_two_tournaments_of_the_same_people():
    cup = an_evening()
    data, people = archived(cup), Player.objects.count()
    first, second = brought_in(data), brought_in(data)
    assert len({cup.code, first.code, second.code}) == 3
    assert Player.objects.count() == people
    names = set(User.objects.values_list("username", flat=True))
    assert names == {"ann", "ann-2"}
    stranger = User.objects.get(username="ann-2")
    assert not stranger.is_active
    assert not stranger.has_usable_password()
    for kind in (DealerDuty, ManagerDuty):
        duty = kind.objects.filter(table__tournament=second).get()
        assert (duty.user, duty.until) == (stranger, NOW + MINUTE)


def test_the_code_is_kept_where_it_is_free_and_people_are_made_who_are_not_known():
    cup = an_evening()
    data, code = archived(cup), cup.code
    Tournament.objects.filter(pk=cup.pk).update(code="ELSE")
    Player.objects.update(name="Somebody else")
    made = brought_in(data)
    assert made.code == code
    entry = made.entries.get(number=1)
    assert entry.player.name == "Player 1"
    assert entry.player.created_at == LATER


def test_what_is_played_and_sold_after_it_came_in_is_sealed_as_ever():
    cup = all_paid(running(3, preset=WITH_REBUYS))
    fold_round(table_of(cup))
    cup = refreshed(cup)
    made = brought_in(archived(cup))
    state = clock_queries.state_of(made.clock)
    assert state.phase is Phase.PAUSED
    assert made.clock.due_at is None
    assert made.journal.get(sequence=cup.chain.length).hash == cup.chain.head
    stopped = made.journal.get(name="clock.pause", sequence__gt=cup.chain.length)
    assert stopped.data["about"] == f" ({unarchive.BECAUSE})"
    clock.act(tournament_id=made.pk, kind="resume", actor=DIRECTOR, now=LATER)
    table = table_of(made)
    bust_all_but(table, 1, now=LATER)
    out = Entry.objects.filter(tournament=made, stack=0)[0]
    posting = Posting.objects.filter(tournament=made, kind="entry")[0]
    money.void(posting_id=posting.pk, reason="again", actor=DIRECTOR, now=LATER)
    assert out.sealed_as is not None
    assert chain.verify(refreshed(made)).broken == ""
    again = brought_in(archived(refreshed(made)))
    assert chain.verify(again).is_whole


def test_a_hand_in_play_goes_on_where_it_stood():
    cup = running(3)
    deal(table_of(cup))
    made = brought_in(archived(cup))
    table = table_of(made)
    assert table.hand == table_of(cup).hand
    clock.act(tournament_id=made.pk, kind="resume", actor=DIRECTOR, now=LATER)
    assert award_to(table, 1, now=LATER).is_over
    assert chain.verify(refreshed(made)).is_whole


def test_a_pause_that_would_end_itself_does_not():
    cup = running(3)
    press = buttons.Press(minutes=5)
    clock.act(tournament_id=cup.pk, kind="pause", actor=DIRECTOR, now=NOW, press=press)
    made = brought_in(archived(refreshed(cup)))
    assert (made.clock.due_at, clock_queries.state_of(made.clock).resumes_at) == (None, None)
    assert made.chain.head == refreshed(cup).chain.head


def test_whoever_is_named_inside_a_row_is_named_anew():
    cup = running(3)
    one, two = cup.entries.all()[:2]
    table = table_of(cup)
    penalty = Penalty.objects.create(entry=one, kind="hands", hands=1, at=NOW)
    seats = [{"seat": 1, "entry": one.pk, "name": one.name, "penalty": penalty.pk}]
    HandRecord.objects.create(table=table, number=9, players=seats, started_at=NOW)
    RaceOff.objects.create(
        table=table,
        row=1,
        chip=25,
        larger=100,
        after_hand=0,
        seats=seats[:1],
        total_before=1,
        total_after=1,
        at=NOW,
    )
    outcome = {"entry": two.pk, "name": two.name, "chips": 5, "moves": {str(one.pk): 5}}
    SpecialRound.objects.create(table=table, kind="elimination", called_at=NOW, outcome=outcome)
    SpecialRound.objects.create(table=table, kind="bonus", called_at=NOW)
    PlacingDecision.objects.create(
        tournament=cup, order=[two.pk, one.pk], cards={str(one.pk): "Ah"}, at=NOW
    )
    SimultaneousBusts.objects.create(tournament=cup, entries=[one.pk, two.pk], at=NOW)
    Deal.objects.create(tournament=cup, stacks={str(one.pk): 1}, shares={str(two.pk): 2}, at=NOW)
    journal.write(DIRECTOR, "placing.decided", tournament_id=cup.pk, at=NOW)
    cup.clock.timekeeper_table = table.pk
    cup.clock.save(update_fields=["timekeeper_table"])
    made = brought_in(archived(cup))
    first, second = (made.entries.get(number=entry.number).pk for entry in (one, two))
    served = Penalty.objects.get(entry_id=first).pk
    here = table_of(made)
    assert HandRecord.objects.get(table=here, number=9).players == [
        {**seats[0], "entry": first, "penalty": served}
    ]
    assert RaceOff.objects.get(table=here).seats[0]["entry"] == first
    done = SpecialRound.objects.get(table=here, kind="elimination").outcome
    assert (done["entry"], done["moves"]) == (second, {str(first): 5})
    decided = PlacingDecision.objects.get(tournament=made)
    assert (decided.order, decided.cards) == ([second, first], {str(first): "Ah"})
    assert SimultaneousBusts.objects.get(tournament=made).entries == [first, second]
    agreed = Deal.objects.get(tournament=made)
    assert (agreed.stacks, agreed.shares) == ({str(first): 1}, {str(second): 2})
    assert made.clock.timekeeper_table == here.pk


def test_heats_and_those_who_advanced_from_them_hang_together_again():
    cup = running(3)
    final = Session.objects.create(tournament=cup, number=2, kind="final")
    heat = Session.objects.create(tournament=cup, number=1, kind="heat", advances_to=final)
    first, second, _ = cup.entries.all()
    cup.entries.update(session=heat)
    Entry.objects.filter(pk=first.pk).update(advanced_from=second, session=final)
    Tournament.objects.filter(pk=cup.pk).update(session=final)
    made = brought_in(archived(refreshed(cup)))
    assert made.session is not None
    assert (made.session.tournament_id, made.session.number) == (made.pk, 2)
    assert made.sessions.get(number=1).advances_to == made.session
    entry = made.entries.get(number=first.number)
    assert (entry.session, entry.advanced_from) == (
        made.session,
        made.entries.get(number=second.number),
    )


def test_what_opens_or_confirms_something_there_does_not_do_so_here():
    cup = an_evening()
    sheet = TicketSheet.objects.create(
        tournament=cup, fee=1, approved=1, for_sale=1, starts_at=NOW, at=NOW
    )
    Ticket.objects.create(sheet=sheet, number=1, code="TAAA")
    Bag.objects.create(
        tournament=cup,
        entry=cup.entries.all()[0],
        table_number=1,
        seat=1,
        recorded=1,
        counted=1,
        seal="7",
        sealed_at=NOW,
        sealed_key="user 1",
    )
    data = archived(cup)
    made = brought_in(data)
    assert Ticket.objects.get(sheet=made.pk).code != "TAAA"
    assert Bag.objects.get(tournament=made).sealed_key == "elsewhere user 1"
    words = gzip.decompress(data).decode()
    assert User.objects.get(username="ann").password not in words


# -- refused ---------------------------------------------------------------------------------------


def rewritten(data: bytes, change: Callable[[list[Any]], object], private: str = "") -> bytes:
    """The archive with some of its lines put in another way, a checksum that agrees, and signed."""
    lines = [json.loads(line) for line in gzip.decompress(data).decode().splitlines()][:-1]
    change(lines)
    text = "".join(backups.as_line(line) for line in lines)
    private = private or keys.private()
    checksum = hashlib.sha256(text.encode()).hexdigest()
    ending = archives.ending(len(lines) - 1, checksum, private)
    return gzip.compress((text + backups.as_line(ending)).encode())


def rows_of(lines: list[Any], label: str) -> list[list[Any]]:
    return [line for line in lines if isinstance(line, list) and line[0] == label]


def put(label: str, column: str, value: Any) -> Callable[[list[Any]], None]:
    def change(lines: list[Any]) -> None:
        rows_of(lines, label)[0][archives.columns(label).index(column) + 1] = value

    return change


def drop(label: str) -> Callable[[list[Any]], None]:
    return lambda lines: lines.remove(rows_of(lines, label)[0])


def head(**parts: Any) -> Callable[[list[Any]], None]:
    return lambda lines: lines[0].update(parts)


ALTERED: list[tuple[Callable[[list[Any]], object], str]] = [
    (put("tournament.ChipMove", "amount", 1), "Chip move"),
    (put("tournament.ChipMove", "entry_id", None), "Chip move"),
    (put("tournament.Posting", "what", "x"), "Money posting"),
    (put("tournament.MoneyLine", "amount", 1), "Money posting"),
    (put("tournament.JournalEntry", "by", "x"), "Line 1 of the journal"),
    (put("tables.HandEvent", "by", "x"), "at table 1"),
    (put("tournament.Entry", "sealed_as", 7), "was altered"),
    (drop("tournament.JournalEntry"), "Line 1 of the journal"),
    (drop("tournament.ChipMove"), "taken out or slipped in"),
    (drop("tournament.Entry"), "is inconsistent"),
    (drop("tournament.Clock"), "is inconsistent"),
    (drop("tournament.Tournament"), "is inconsistent"),
    (put("tournament.Entry", "number", "x"), "is inconsistent"),
    (put("tournament.Entry", "tournament_id", 0), "is inconsistent"),
    (put("tournament.Tournament", "name", "x" * 500), "is inconsistent"),
    (put("tournament.Tournament", "structure", "x"), "is inconsistent"),
    (put("tournament.Tournament", "preset", "x"), "preset that is not installed"),
    (put("tables.HandRecord", "players", [{"entry": 0}]), "is inconsistent"),
    (put("tables.HandRecord", "players", [7]), "is inconsistent"),
    (put("tournament.Clock", "state", []), "is inconsistent"),
    (put("tournament.Entry", "stack", 10**30), "is inconsistent"),
    (put("tournament.Player", "name", "x" * 81), "is inconsistent"),
    (lambda lines: lines.append(lines[1]), "is inconsistent"),
    (lambda lines: lines.append(["auth.Group", 1, "x"]), "is incomplete"),
    (lambda lines: lines.append(["tournament.User", 1]), "is incomplete"),
    (lambda lines: lines.append({}), "is incomplete"),
    (head(format="another"), "not a tournament archive"),
    (head(migrations=[["tables", "0001"]]), "another version"),
    (head(made_at="never"), "is inconsistent"),
]


def test_an_archive_of_another_house_is_taken_by_its_fingerprint_alone():
    theirs = signing.new_private()
    data = rewritten(archived(an_evening()), lambda _: None, theirs)
    fingerprint = signing.fingerprint(signing.public_of(theirs))
    before = stored()
    for wrong in ("", signing.fingerprint(keys.public())):
        with pytest.raises(Refused, match=f"another house, with the key {fingerprint}"):
            unarchive.bring_in(io.BytesIO(data), fingerprint=wrong, actor=DIRECTOR, now=NOW)
    assert stored() == before
    for typed in (fingerprint.lower().replace(" ", ""), fingerprint):
        made = unarchive.bring_in(io.BytesIO(data), fingerprint=typed, actor=DIRECTOR, now=NOW)
        assert chain.verify(made).is_whole


def test_a_forged_archive_is_refused_even_where_its_chain_and_checksum_agree():
    data = archived(an_evening())
    lines = gzip.decompress(data).decode().splitlines(keepends=True)
    forged = "".join(lines[:-1]).replace("Player 1", "Forger 1")
    ending = json.loads(lines[-1])
    ending["checksum"] = hashlib.sha256(forged.encode()).hexdigest()
    refused(gzip.compress((forged + backups.as_line(ending)).encode()), "it was changed")
    ending["key"] = signing.public_of(signing.new_private())
    refused(gzip.compress((forged + backups.as_line(ending)).encode()), "it was changed")


def test_an_archive_that_does_not_lead_through_its_own_signed_heads_is_refused():
    cup = an_evening()
    signatures.sign(cup, now=NOW)
    data = archived(cup)
    assert brought_in(data).chain.length == cup.chain.length

    def cut(lines: list[Any]) -> None:
        last = rows_of(lines, "tournament.JournalEntry")[-1]
        lines.remove(last)
        chain, before = rows_of(lines, "tournament.Chain")[0], lines
        names = archives.columns("tournament.Chain")
        hashes = archives.columns("tournament.JournalEntry")
        end = rows_of(before, "tournament.JournalEntry")[-1]
        chain[names.index("length") + 1] -= 1
        chain[names.index("head") + 1] = end[hashes.index("hash") + 1]

    refused(rewritten(data, cut), "not as they were written")


def test_an_altered_archive_is_refused_even_where_its_checksum_agrees():
    data = archived(an_evening_in_play())
    before = stored()
    for change, words in ALTERED:
        with pytest.raises(Refused, match=words):
            brought_in(rewritten(data, change))
    assert stored() == before


def test_an_archive_whose_chain_agrees_but_whose_hand_names_a_negative_seat_is_refused():
    """Whoever has the code can write a chain that agrees with itself, around any event."""
    cup = an_evening_in_play()
    table = table_of(cup)
    record = hands.record_of(table)
    wish = TableCommand(table.pk, DIRECTOR, NOW)
    with at_table(wish, "act") as at:
        play.store(at, record, hands.in_play_or_just_over(at.table), [HandShown(-1, ())])
    assert chain.verify(refreshed(cup)).is_whole
    refused(archived(refreshed(cup)), "is inconsistent")


def test_the_hand_on_the_table_is_made_anew_from_its_events():
    """Its state lies beside them in the file, and no seal covers it."""
    cup = an_evening_in_play()
    table = table_of(cup)
    kept, state = hands.of(table), table.hand or {}
    rich = {**state, "hand": {**state["hand"], "stacks": [10**9] * 4}}
    made = brought_in(rewritten(archived(cup), put("tables.Table", "hand", rich)))
    assert hands.of(table_of(made)) == kept


def an_evening_in_play() -> Tournament:
    cup = all_paid(running(3))
    fold_round(table_of(cup))
    return refreshed(cup)


def refused(data: bytes, words: str) -> None:
    before = stored()
    with pytest.raises(Refused) as caught:
        brought_in(data)
    assert words in caught.value.why
    assert stored() == before


def test_a_cut_or_damaged_file_is_refused():
    data = archived(an_evening_in_play())
    lines = gzip.decompress(data).splitlines(keepends=True)
    refused(data[: len(data) // 2], "cannot be read")
    refused(b"hello", "cannot be read")
    refused(b"", "is incomplete")
    refused(gzip.compress(b"".join(lines[:-1])), "is incomplete")
    refused(gzip.compress(b"".join([*lines[:5], *lines[6:]])), "is incomplete")
    refused(gzip.compress(lines[0]), "is incomplete")
    refused(gzip.compress(b"\xff\xfe"), "cannot be read")


def test_a_file_that_unpacks_into_too_much_is_refused(monkeypatch: pytest.MonkeyPatch):
    data = archived(an_evening_in_play())
    monkeypatch.setattr(archives, "MOST_UNPACKED", 2000)
    refused(data, "archive is too large")


def test_only_who_may_create_tournaments_brings_one_in():
    data = archived(an_evening_in_play())
    with pytest.raises(Forbidden):
        brought_in(data, actor=Actor(name="Flo", user_id=3))


# -- on the pages and at the prompt ----------------------------------------------------------------


def test_an_archive_goes_out_and_in_on_the_pages():
    cup, browser = an_evening(), signed_in(house_director())
    assert (
        "Archive for another installation"
        in browser.get(f"/t/{cup.code}/reports/").content.decode()
    )
    file = browser.get(f"/t/{cup.code}/archive/")
    assert f'filename="{cup.code}.archive"' in file["Content-Disposition"]
    place = "/tournaments/new/archive/"
    assert browser.get(place).status_code == 200
    sent = {"file": SimpleUploadedFile("cup.archive", file.content)}
    page = browser.post(place, sent, follow=True).content.decode()
    assert "records verified" in page
    assert Tournament.objects.count() == 2
    before = stored()
    for wrong, words in (
        ({}, "Choose a file first"),
        ({"file": SimpleUploadedFile("x", b"hello")}, "cannot be read as an archive"),
    ):
        answer = browser.post(place, wrong)
        assert answer.status_code in (409, 422)
        assert words in answer.content.decode()
    assert stored() == before


def test_a_file_too_large_to_be_an_archive_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archives, "MOST_BYTES", 10)
    sent = {"file": SimpleUploadedFile("x", b"x" * 11)}
    answer = signed_in(house_director()).post("/tournaments/new/archive/", sent)
    assert "larger than 20 MB" in answer.content.decode()


def test_the_commands_write_and_read_archives(tmp_path: Path):
    cup, file = an_evening_in_play(), tmp_path / "cup.archive"
    call_command("archive", cup.code.lower(), str(file))
    out = io.StringIO()
    call_command("unarchive", str(file), stdout=out)
    made = Tournament.objects.exclude(pk=cup.pk).get()
    assert f"Friday Cup is here as {made.code}" in out.getvalue()
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("archive", cup.code, str(file))
    with pytest.raises(CommandError, match="There is no tournament"):
        call_command("archive", "NONE", str(tmp_path / "x"))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("unarchive", str(tmp_path / "none"))
    (tmp_path / "wrong").write_bytes(b"hello")
    with pytest.raises(CommandError, match="cannot be read as an archive"):
        call_command("unarchive", str(tmp_path / "wrong"))
