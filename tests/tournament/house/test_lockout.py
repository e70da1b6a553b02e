"""Too many wrong guesses lock a door for a while, for everybody who stands at it."""

from contextlib import ExitStack
from datetime import timedelta

import pytest

from tests.factories import MINUTE, NOW
from tournament.house.services import lockout
from tournament.house.services.lockout import (
    LOCKED_FOR,
    PASSWORDS_AT_ONCE,
    SLOWED_TO,
    TRIES,
    WITHIN,
    Door,
    LockedOut,
)
from tournament.models import WrongTries

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


DOOR = Door("door")


def guess_wrong(times: int, *doors: Door, at=NOW) -> None:
    for _ in range(times):
        lockout.count(*doors, now=at)


def is_closed(*doors: Door, at=NOW) -> bool:
    try:
        lockout.count(*doors, now=at)
    except LockedOut:
        return True
    return False


def test_a_few_wrong_guesses_lock_nobody_out():
    guess_wrong(TRIES - 1, DOOR)
    assert not is_closed(DOOR)


def test_one_too_many_locks_the_door_and_says_for_how_long():
    guess_wrong(TRIES, DOOR)
    with pytest.raises(LockedOut, match="Wait 10 minutes, or ask the director"):
        lockout.count(DOOR, now=NOW)
    with pytest.raises(LockedOut, match="Wait a minute"):
        lockout.count(DOOR, now=NOW + LOCKED_FOR - timedelta(seconds=30))
    with pytest.raises(LockedOut, match="Wait a few seconds"):
        lockout.count(DOOR, now=NOW + LOCKED_FOR - timedelta(seconds=1))


def test_a_try_at_a_locked_door_is_not_counted_anywhere():
    guess_wrong(TRIES, DOOR)
    assert is_closed(DOOR, Door("another"))
    assert not WrongTries.objects.filter(door="another").exists()
    assert WrongTries.objects.get().count == TRIES


def test_the_door_opens_again_and_the_count_begins_anew():
    guess_wrong(TRIES, DOOR)
    later = NOW + LOCKED_FOR + timedelta(seconds=1)
    guess_wrong(TRIES - 1, DOOR, at=later)
    assert not is_closed(DOOR, at=later)


def test_a_door_many_stand_at_is_slowed_down_and_never_shut():
    hall = lockout.slowed("hall")
    guess_wrong(TRIES, hall)
    for step in range(1, TRIES):
        assert is_closed(hall, at=NOW + step * SLOWED_TO - timedelta(seconds=1))
        assert not is_closed(hall, at=NOW + step * SLOWED_TO)


def test_one_locked_door_of_two_is_enough():
    guess_wrong(TRIES, Door("address"))
    assert is_closed(Door("name"), Door("address"))


def test_other_doors_stay_open():
    guess_wrong(TRIES, DOOR)
    assert not is_closed(Door("another"))


def test_wrong_guesses_long_ago_do_not_count():
    guess_wrong(TRIES - 1, DOOR)
    guess_wrong(TRIES - 1, DOOR, at=NOW + WITHIN + MINUTE)
    assert not is_closed(DOOR, at=NOW + WITHIN + MINUTE)


def test_a_right_answer_clears_the_count():
    guess_wrong(TRIES - 1, DOOR)
    lockout.right(DOOR)
    assert not WrongTries.objects.exists()


def test_a_door_of_any_length_can_be_locked():
    long = Door("sign-in as " + "x" * 200)
    guess_wrong(TRIES, long)
    assert is_closed(long)


def test_only_a_few_passwords_are_compared_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lockout, "TURN_SECONDS", 0.01)
    with ExitStack() as taken:
        for _ in range(PASSWORDS_AT_ONCE):
            taken.enter_context(lockout.turn())
        with pytest.raises(LockedOut, match="Many people are signing in"), lockout.turn():
            pass
    with lockout.turn():
        pass
