"""Chance that anybody can check: orders that follow from a secret, a published list and words.

The secret is 32 bytes of the system's randomness, made outside the engine. Its SHA-256 is published
before the list is drawn from, the secret itself with the result. Then

    key     = HMAC-SHA-256(secret, SHA-256 of the list in hexadecimal + newline + the words)
    block n = HMAC-SHA-256(key, name of the order + "/" + n), n from 0

and each block is eight numbers of 32 bits, the most significant byte first. To put a list in order,
its last place is exchanged with one drawn from all places up to it, then the last but one, and so
on (Fisher and Yates). A place among the first n is the next number modulo n; numbers from the
largest multiple of n below 2^32 on are passed over, so that every place is as likely as any other.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

SECRET_BYTES = 32
NUMBERS, NUMBER_BYTES = 1 << 32, 4
NO_WORDS = "[]"

T = TypeVar("T")


def as_text(value: object) -> str:
    """A list or words as the text that is hashed: JSON, keys in order, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def commitment(secret: bytes) -> str:
    """What is published of a secret beforehand: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True, slots=True)
class Chance:
    """What a draw follows from. The same name gives the same order, another name another one."""

    key: bytes

    @classmethod
    def of(cls, secret: bytes, about: str, words: str = NO_WORDS) -> "Chance":
        """The chance of one draw: of its secret, the text of its list and that of the words."""
        return cls(hmac.digest(secret, f"{digest(about)}\n{words}".encode(), "sha256"))

    def order(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the order this draw gives them under a name, which is written in ASCII."""
        numbers, mixed = self._numbers(name), list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = _below(last + 1, numbers)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)

    def apart(self, name: str) -> "Chance":
        """Chance of its own for what comes later in the same draw."""
        return Chance(hmac.digest(self.key, name.encode(), "sha256"))

    def _numbers(self, name: str) -> Iterator[int]:
        block = 0
        while True:
            bits = hmac.digest(self.key, f"{name}/{block}".encode(), "sha256")
            for at in range(0, len(bits), NUMBER_BYTES):
                yield int.from_bytes(bits[at : at + NUMBER_BYTES], "big")
            block += 1


def _below(most: int, numbers: Iterator[int]) -> int:
    """The next number below this one, every one as likely."""
    fair = NUMBERS - NUMBERS % most
    return next(number for number in numbers if number < fair) % most
