"""Too many wrong guesses lock a door for a while, for everybody who stands at it."""

from datetime import timedelta

import pytest

from tests.factories import MINUTE, NOW
from tournament.house.services import lockout
from tournament.house.services.lockout import LOCKED_FOR, TRIES, WITHIN, LockedOut
from tournament.models import WrongTries

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def guess_wrong(times: int, *doors: str, at=NOW) -> None:
    for _ in range(times):
        lockout.check(*doors, now=at)
        lockout.wrong(*doors, now=at)


def test_a_few_wrong_guesses_lock_nobody_out():
    guess_wrong(TRIES - 1, "door")
    lockout.check("door", now=NOW)


def test_one_too_many_locks_the_door_and_says_for_how_long():
    guess_wrong(TRIES, "door")
    with pytest.raises(LockedOut, match="Wait 10 minutes, or ask the director"):
        lockout.check("door", now=NOW)
    with pytest.raises(LockedOut, match="Wait a minute"):
        lockout.check("door", now=NOW + LOCKED_FOR - timedelta(seconds=1))


def test_the_door_opens_again_and_the_count_begins_anew():
    guess_wrong(TRIES, "door")
    later = NOW + LOCKED_FOR + timedelta(seconds=1)
    guess_wrong(TRIES - 1, "door", at=later)
    lockout.check("door", now=later)


def test_one_locked_door_of_two_is_enough():
    guess_wrong(TRIES, "address")
    with pytest.raises(LockedOut):
        lockout.check("name", "address", now=NOW)


def test_other_doors_stay_open():
    guess_wrong(TRIES, "door")
    lockout.check("another", now=NOW)


def test_wrong_guesses_long_ago_do_not_count():
    guess_wrong(TRIES - 1, "door")
    guess_wrong(TRIES - 1, "door", at=NOW + WITHIN + MINUTE)
    lockout.check("door", now=NOW + WITHIN + MINUTE)


def test_a_right_answer_clears_the_count():
    guess_wrong(TRIES - 1, "door")
    lockout.right("door")
    assert not WrongTries.objects.exists()


def test_a_door_of_any_length_can_be_locked():
    guess_wrong(TRIES, "sign-in as " + "x" * 200)
    with pytest.raises(LockedOut):
        lockout.check("sign-in as " + "x" * 200, now=NOW)
