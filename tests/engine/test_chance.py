"""Orders that follow from a secret, a list and words, and from nothing else."""

import hashlib
import hmac
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Chance, as_text, commitment, digest

SECRET = bytes(range(32))
ABOUT = as_text({"rule": "cards", "people": [[1, "Zoë"]]})


def by_the_book(secret: bytes, about: str, words: str, name: str, items: list[int]) -> list[int]:
    """The documented procedure once more, written by itself."""
    hashed = hashlib.sha256(about.encode()).hexdigest()
    key = hmac.new(secret, f"{hashed}\n{words}".encode(), hashlib.sha256).digest()
    numbers = [
        int.from_bytes(block[at : at + 4], "big")
        for n in range(200)
        for block in [hmac.new(key, f"{name}/{n}".encode(), hashlib.sha256).digest()]
        for at in range(0, 32, 4)
    ]
    mixed = list(items)
    for last in reversed(range(1, len(mixed))):
        while (number := numbers.pop(0)) >= 2**32 - 2**32 % (last + 1):
            pass
        other = number % (last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


@given(st.binary(min_size=32, max_size=32), st.integers(0, 200), st.text(max_size=20))
def test_an_order_is_the_documented_one_and_loses_nothing(secret: bytes, many: int, word: str):
    words = as_text([["somebody", word]])
    drawn = Chance.of(secret, ABOUT, words).order("people", range(many))
    assert list(drawn) == by_the_book(secret, ABOUT, words, "people", list(range(many)))
    assert sorted(drawn) == list(range(many))


def test_another_secret_list_word_or_name_gives_another_order():
    given = Chance.of(SECRET, ABOUT)
    others = [
        Chance.of(SECRET[::-1], ABOUT),
        Chance.of(SECRET, ABOUT.replace("1", "2")),
        Chance.of(SECRET, ABOUT, as_text([["somebody", "rain"]])),
        given.apart("later"),
    ]
    orders = [chance.order("deck", range(52)) for chance in (given, *others)]
    orders.append(given.order("people", range(52)))
    assert len(set(orders)) == 6
    assert given.order("deck", range(52)) == orders[0]


def test_every_place_is_as_likely_as_any_other():
    firsts = Counter(
        Chance.of(bytes([n % 256, n // 256]), "").order("deck", range(6))[0] for n in range(6000)
    )
    assert all(850 < firsts[place] < 1150 for place in range(6))


def test_what_is_published_is_what_any_program_hashes():
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert ABOUT == '{"people":[[1,"Zoë"]],"rule":"cards"}'
    assert digest("Zoë") == hashlib.sha256("Zoë".encode()).hexdigest()
