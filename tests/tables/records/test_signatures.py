"""Heads are signed by a key the database does not hold: what was signed cannot be unsaid."""

import logging
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries, Settings

from engine.refusal import Refused
from tables import tasks
from tables.models import HandEvent, Table
from tables.records.queries import chain
from tables.records.services import signatures
from tests.factories import (
    DIRECTOR,
    MINUTE,
    NOW,
    deal,
    fold_round,
    refreshed,
    registering,
    running,
    table_of,
)
from tournament.clock.services import clock
from tournament.models import Chain, JournalEntry, Signature, SigningKey, Tournament
from tournament.records import signing
from tournament.records.hashing import link
from tournament.records.queries import heads, keys
from tournament.records.services import journal
from tournament.records.services import keys as key_services

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
EVERY = signatures.EVERY


@pytest.fixture(autouse=True)
def a_key_of_its_own(settings: Settings, tmp_path: Path) -> None:
    """Each scenario is an installation that has never signed anything."""
    settings.SIGNING_KEY_FILE = tmp_path / "signing-key"


def signed(cup: Tournament, *, after: timedelta = timedelta()) -> signing.Head:
    made = signatures.sign(cup, now=NOW + after)
    assert made is not None
    return signing.read_head(made.word)


def an_evening() -> Tournament:
    """Two hands, a signature after each."""
    cup = running(3)
    for hand in (1, 2):
        fold_round(table_of(cup))
        signed(cup, after=hand * MINUTE)
    return refreshed(cup)


def rechained(cup: Tournament, length: int) -> None:
    """The journal made anew up to a line, as somebody with the database would who knows how."""
    lines = JournalEntry.objects.filter(tournament=cup)
    lines.filter(sequence__gt=length)._raw_delete(lines.db)
    head = ""
    for entry in lines.order_by("sequence"):
        entry.hash = head = link(head, entry.content())
        entry.save(update_fields=["hash"])
    Chain.objects.filter(pk=cup.pk).update(length=length, head=head)


def rotated(*, now: datetime, is_lost: bool = False) -> str:
    after = signing.new_private()
    return key_services.rotate(because="once a year", is_lost=is_lost, after=after, now=now)


def broken(cup: Tournament, *expected: signing.Head) -> str:
    return chain.verify(refreshed(cup), chain.Brought(expected)).broken


# --- When it is signed ---------------------------------------------------------------------------


def test_the_first_line_is_signed_and_then_every_few_minutes_while_something_happens():
    cup = registering(2)
    assert signatures.sign_due(now=NOW) == 1
    journal.write(DIRECTOR, "tournament.announced", tournament_id=cup.pk, at=NOW, text="Hello")
    assert signatures.sign_due(now=NOW + EVERY - timedelta(seconds=1)) == 0
    assert signatures.sign_due(now=NOW + EVERY) == 1
    assert signatures.sign_due(now=NOW + 9 * EVERY) == 0, "nothing was written meanwhile"


def test_a_level_is_signed_at_the_next_look():
    cup = running(3)
    signatures.sign_due(now=NOW)
    began = clock.advance_due
    began(NOW + 60 * MINUTE)
    names = set(JournalEntry.objects.filter(tournament=cup).values_list("name", flat=True))
    assert "clock.level_started" in names
    last = Signature.objects.get(tournament=cup)
    Signature.objects.filter(pk=last.pk).update(at=NOW + 60 * MINUTE)
    assert signatures.sign_due(now=NOW + 60 * MINUTE) == 1


@pytest.mark.parametrize("name", sorted(signatures.MARKS))
def test_every_mark_is_a_line_that_the_journal_knows(name: str):
    from tournament.records.queries.journal import SENTENCES

    assert name in SENTENCES


def test_the_timetable_signs(settings: Settings):
    cup = registering(2)
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert tasks.sign_heads.name in names
    tasks.sign_heads()
    assert Signature.objects.filter(tournament=cup).count() == 1


def test_a_dealers_action_signs_nothing_and_asks_for_no_key(settings: Settings):
    cup = running(3)
    fold_round(table_of(cup))
    assert not Signature.objects.exists()
    assert not settings.SIGNING_KEY_FILE.exists()


def test_signing_locks_no_row(django_assert_max_num_queries: DjangoAssertNumQueries):
    cup = running(3)
    with django_assert_max_num_queries(12) as asked:
        signed(cup)
    assert not [query for query in asked.captured_queries if "FOR UPDATE" in query["sql"]]


# --- The key -------------------------------------------------------------------------------------


def test_the_key_is_made_once_in_a_file_for_its_user_alone(settings: Settings):
    private = key_services.ready(now=NOW)
    assert settings.SIGNING_KEY_FILE.stat().st_mode & 0o777 == 0o600
    assert key_services.ready(now=NOW + MINUTE) == private
    (row,) = SigningKey.objects.all()
    assert row.public == signing.public_of(private)
    assert private not in str(list(SigningKey.objects.values()))


def test_a_key_in_the_environment_wins_and_no_file_is_made(settings: Settings):
    settings.SIGNING_KEY = urlsafe_b64encode(b"k" * 32).decode()
    cup = registering(2)
    assert signed(cup).key == signing.id_of(signing.public_of(settings.SIGNING_KEY))
    assert not settings.SIGNING_KEY_FILE.exists()


def test_after_a_rotation_both_keys_are_trusted_and_the_journal_says_so():
    cup = an_evening()
    old = keys.public()
    new = rotated(now=NOW + EVERY)
    assert new == keys.public() != old
    line = cup.journal.latest("sequence")
    assert line.name == "records.key_changed"
    assert line.data["before"] == signing.fingerprint(old)
    signed(cup, after=2 * EVERY)
    assert broken(cup) == ""
    assert chain.verify(cup, chain.Brought(key=old)).is_whole, "who knows the old key is led on"
    assert [(row.public, row.until is None) for row in keys.ours()] == [(new, True), (old, False)]


def test_the_command_rotates_and_tells_the_new_fingerprint():
    an_evening()
    old, said = keys.private(), StringIO()
    call_command("rotate_signing_key", because="once a year", stdout=said)
    assert keys.private() != old
    assert signing.fingerprint(keys.public()) in said.getvalue()
    assert "SIGNING_KEY=" not in said.getvalue()


def test_a_key_of_the_environment_is_told_once_and_signs_nothing_until_it_is_set(
    settings: Settings,
):
    settings.SIGNING_KEY = signing.new_private()
    cup, said = an_evening(), StringIO()
    call_command("rotate_signing_key", stdout=said)
    with pytest.raises(Refused):
        key_services.ready(now=NOW)
    settings.SIGNING_KEY = said.getvalue().strip().rpartition("SIGNING_KEY=")[2]
    assert key_services.ready(now=NOW) == settings.SIGNING_KEY
    assert cup.journal.latest("sequence").name == "records.key_changed"


def test_nobody_replaces_a_key_that_never_signed():
    with pytest.raises(CommandError, match="Nothing has been signed yet"):
        call_command("rotate_signing_key")


def test_a_key_that_was_followed_signs_nothing_more(settings: Settings):
    cup = an_evening()
    old = keys.private()
    rotated(now=NOW + EVERY)
    new = keys.private()
    settings.SIGNING_KEY_FILE.write_text(old)
    forged = signing.read_head(Signature.objects.earliest("number").word)
    late = signing.Head(
        *(forged.code, 9, cup.chain.length, cup.chain.head, forged.tables),
        at=NOW + 2 * EVERY,
        key=forged.key,
    )
    settings.SIGNING_KEY_FILE.write_text(new)
    assert "does not fit" in broken(cup, late.signed(old))


def test_a_key_that_is_gone_stops_signing_until_somebody_says_that_it_is_lost(
    settings: Settings,
):
    cup = an_evening()
    old = keys.public()
    settings.SIGNING_KEY_FILE.unlink()
    fold_round(table_of(cup))
    with pytest.raises(Refused, match="not the one these records are signed with"):
        signatures.sign_due(now=NOW + 10 * EVERY)
    assert "nobody here vouches for" in broken(cup)
    with pytest.raises(CommandError, match="If it is lost, say so"):
        call_command("rotate_signing_key")
    rotated(now=NOW + EVERY, is_lost=True)
    signed(cup, after=2 * EVERY)
    assert broken(cup) == ""
    assert "nobody here vouches" in chain.verify(cup, chain.Brought(key=old)).broken


def test_a_succession_that_the_database_made_up_is_not_believed():
    cup = an_evening()
    thief = signing.new_private()
    own = SigningKey.objects.get()
    own.next_public, own.until = signing.public_of(thief), NOW
    own.signed_by_next = signing.sign(signing.succession(own.public, own.next_public, NOW), thief)
    own.signed_by_itself = own.signed_by_next
    own.save()
    forged = signing.Head(
        *(cup.code, 3, cup.chain.length, cup.chain.head, "0" * 64),
        at=NOW,
        key=signing.id_of(own.next_public),
    )
    assert "nobody here vouches for" in broken(cup, forged.signed(thief))


# --- What signatures know ------------------------------------------------------------------------


def test_an_evening_that_was_signed_is_whole():
    verdict = chain.verify(an_evening())
    assert verdict.broken == ""
    assert verdict.signed is not None
    assert (verdict.signed.number, verdict.unsigned) == (2, 0)


def test_a_journal_cut_and_chained_anew_is_noticed():
    cup = an_evening()
    rechained(cup, cup.chain.length - 2)
    said = broken(cup)
    assert said.startswith("The journal was cut:")
    assert "lines were signed at 2027-03-05 19:01:00 UTC, and 11 are left." in said


def test_a_line_changed_and_everything_chained_anew_is_noticed():
    cup = an_evening()
    JournalEntry.objects.filter(tournament=cup, sequence=2).update(by="somebody else")
    rechained(cup, cup.chain.length)
    assert "is not the one that was signed" in broken(cup)


def test_hands_cut_from_a_table_are_noticed_though_the_hand_is_not_over():
    cup = running(3)
    table = table_of(cup)
    deal(table)
    signed(cup)
    last = HandEvent.objects.filter(table=table).last()
    assert last is not None
    rows = HandEvent.objects.filter(pk=last.pk)
    rows._raw_delete(rows.db)
    before = HandEvent.objects.filter(table=table).last()
    assert before is not None
    Table.objects.filter(pk=table.pk).update(head=before.hash)
    assert broken(cup).startswith("Table 1: hands that were signed at ")


def _deleted(cup: Tournament) -> None:
    rows = Signature.objects.filter(tournament=cup, number=1)
    rows._raw_delete(rows.db)


def _of_another_moment(cup: Tournament) -> None:
    Signature.objects.filter(tournament=cup, number=1).update(at=NOW - MINUTE)


def _swapped(cup: Tournament) -> None:
    first, second = Signature.objects.filter(tournament=cup)
    Signature.objects.filter(pk=first.pk).update(word=second.word)
    Signature.objects.filter(pk=second.pk).update(word=first.word)


def _signature_of_another(cup: Tournament) -> None:
    first, second = map(signing.read_head, cup.signatures.values_list("word", flat=True))
    word = f"{first.says}.{second.signature}"
    Signature.objects.filter(tournament=cup, number=1).update(word=word)


def _no_head(cup: Tournament) -> None:
    Signature.objects.filter(tournament=cup, number=1).update(word="SU1.nothing")


def _by_another_key(cup: Tournament) -> None:
    thief = signing.new_private()
    first = signing.read_head(cup.signatures.earliest("number").word)
    forged = signing.Head(
        *(first.code, 1, first.lines, first.head, first.tables, first.at),
        signing.id_of(signing.public_of(thief)),
    )
    Signature.objects.filter(tournament=cup, number=1).update(word=forged.signed(thief).word)


def _tables_of_another_moment(cup: Tournament) -> None:
    Signature.objects.filter(tournament=cup, number=1).update(tables={})


@pytest.mark.parametrize(
    ("attack", "named"),
    [
        (_deleted, "Signature 1 is missing."),
        (_of_another_moment, "Signature 1 was altered."),
        (_swapped, "Signature 1 was altered."),
        (_signature_of_another, "does not fit what it says"),
        (_no_head, "Signature 1 was altered."),
        (_by_another_key, "nobody here vouches for"),
        (_tables_of_another_moment, "Signature 1 was altered."),
    ],
)
def test_whoever_alters_a_signature_is_found(attack: Callable[[Tournament], None], named: str):
    cup = an_evening()
    attack(cup)
    assert named in broken(cup)


def _forget_signatures(cup: Tournament) -> None:
    rows = Signature.objects.filter(tournament=cup)
    rows._raw_delete(rows.db)


def test_a_cut_that_takes_the_signatures_along_is_noticed_by_what_lies_outside():
    cup = an_evening()
    rechained(cup, Chain.objects.get(pk=cup.pk).length - 1)
    _forget_signatures(cup)
    assert len(heads.kept(cup.code)) == 2
    assert broken(cup).startswith("The journal was cut:")


def test_what_was_rewritten_is_not_signed_again(caplog: pytest.LogCaptureFixture):
    cup = an_evening()
    rechained(cup, 5)
    _forget_signatures(cup)
    with caplog.at_level(logging.ERROR):
        assert signatures.sign(refreshed(cup), now=NOW + EVERY) is None
    assert "not as they were signed" in caplog.text
    assert not Signature.objects.exists()


def test_a_line_cut_by_a_crash_in_the_file_of_heads_is_passed_over():
    cup = an_evening()
    with heads.file_of(cup.code).open("a") as file:
        file.write("SU1.half")
    assert len(heads.kept(cup.code)) == 2
    signed(cup, after=EVERY)
    assert [head.number for head in heads.kept(cup.code)] == [1, 2, 3]
    assert broken(cup) == ""


@pytest.mark.django_db(transaction=True)  # as the command runs: in no transaction
def test_a_backup_that_came_back_is_told_by_the_journal_and_raises_no_alarm(tmp_path: Path):
    cup = an_evening()
    file = tmp_path / "evening.backup"
    call_command("backup", file, stdout=StringIO())
    before = cup.chain.length
    fold_round(table_of(cup))
    late = signed(cup, after=EVERY)
    call_command("restore", file, stdout=StringIO())
    line = refreshed(cup).journal.latest("sequence")
    assert (line.name, line.sequence) == ("records.restored", before + 1)
    assert (line.data["lines"], line.data["signed"]) == (before, late.lines)
    assert broken(cup) == ""
    signed(cup, after=2 * EVERY)
    assert broken(cup) == ""
    assert "is not the one that was signed" in broken(cup, late), (
        "who holds a later head still knows"
    )
    call_command("restore", file, stdout=StringIO())
    assert refreshed(cup).journal.latest("sequence").name == "records.restored"


@pytest.mark.django_db(transaction=True)  # as the command runs: in no transaction
def test_a_backup_of_this_very_moment_leaves_no_line(tmp_path: Path):
    cup = an_evening()
    file = tmp_path / "evening.backup"
    call_command("backup", file, stdout=StringIO())
    call_command("restore", file, stdout=StringIO())
    assert refreshed(cup).chain.length == cup.chain.length
    assert broken(cup) == ""


# --- From outside --------------------------------------------------------------------------------


def test_verify_holds_the_records_against_a_head_from_paper(tmp_path: Path):
    cup = an_evening()
    journal.write(DIRECTOR, "tournament.announced", tournament_id=cup.pk, at=NOW, text="Tea")
    word = signed(cup, after=3 * MINUTE).word
    file = tmp_path / "house.pem"
    file.write_bytes(signing.as_file(keys.public()))
    said = StringIO()
    address = f"https://poker.example.org/t/{cup.code}/records/?head={word}"
    call_command("verify", cup.code, expect=[word, address], key=file, stdout=said)
    assert "Signed 3 times, last at 2027-03-05 19:03:00 UTC; 0 lines since." in said.getvalue()
    rechained(cup, cup.journal.count() - 1)
    _forget_signatures(cup)
    heads.file_of(cup.code).unlink()
    call_command("verify", cup.code, stdout=said)  # whole in itself: all inside was rewritten
    with pytest.raises(CommandError, match="Broken"):
        call_command("verify", cup.code, expect=[word], stdout=said)
    assert "The journal was cut: " in said.getvalue()


def test_verify_does_not_believe_a_head_that_the_given_key_did_not_sign(tmp_path: Path):
    cup = an_evening()
    file = tmp_path / "other.pem"
    file.write_bytes(signing.as_file(signing.public_of(signing.new_private())))
    said = StringIO()
    with pytest.raises(CommandError, match="Broken"):
        call_command("verify", cup.code, key=file, stdout=said)
    assert "nobody here vouches for" in said.getvalue()


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ({"expect": ["nonsense"]}, "no signed head"),
        ({"key": Path("/nowhere.pem")}, "cannot be read as a public key"),
    ],
)
def test_verify_says_what_it_cannot_read(given: dict[str, object], answer: str):
    cup = registering(1)
    with pytest.raises(CommandError, match=answer):
        call_command("verify", cup.code, **given)


def test_a_head_needs_its_tournament():
    cup = an_evening()
    word = Signature.objects.latest("number").word
    registering(1)
    with pytest.raises(CommandError, match="which tournament"):
        call_command("verify", expect=[word])
    assert cup.code in word
