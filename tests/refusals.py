"""Calls that must be refused, by the clause they name."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.refusal import Refused


def clause_of(call: Callable[..., object], *args: Any, **given: Any) -> str:
    """The clause this call is refused by."""
    with pytest.raises(Refused) as caught:
        call(*args, **given)
    return caught.value.clause


def refused(clause: str, call: Callable[..., object], *args: Any, **given: Any) -> None:
    """This call is refused, by this clause."""
    assert clause_of(call, *args, **given) == clause
