"""What a book says to a question, and where it says it."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What a book says, and where; `{appendix}` stands for the game's own appendix."""

    value: T
    clause: str


def said(clause: str) -> Answer[bool]:
    """The book asks for this, by that clause."""
    return Answer(value=True, clause=clause)


UNSAID = Answer(value=False, clause="")
