"""When no more money can come in, so that the prize pool is known."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from engine import structure
from engine.purchases import AddOnTerms, NotOffered, Rebuys, RebuyTerms, TopUp, TopUpTerms
from engine.schedule import MINUTE

Terms = RebuyTerms | TopUpTerms | AddOnTerms


def closes_at(terms: Terms) -> timedelta | None:
    """When a purchase ends for good; None where the terms do not say."""
    if isinstance(terms, NotOffered):
        return timedelta(0)
    if isinstance(terms, Rebuys):
        return terms.minutes * MINUTE
    if isinstance(terms, TopUp):
        return (terms.from_minute + terms.open_for) * MINUTE
    return None if terms.until_minute is None else terms.until_minute * MINUTE


WORDS = {"rebuys": "Rebuys", "top_up": "The top-up", "add_ons": "Add-ons"}
_READ = {"rebuys": structure.rebuys, "top_up": structure.top_up, "add_ons": structure.add_ons}


def terms_of(plain: Mapping[str, Any]) -> dict[str, Terms]:
    """Everything a structure may sell after the start, by its name."""
    return {name: read(plain) for name, read in _READ.items()}


def still_open(plain: Mapping[str, Any], at: Mapping[str, timedelta]) -> list[str]:
    """What is still sold, or will be; `at` is the time each is measured by."""
    found = []
    for name, terms in terms_of(plain).items():
        end = closes_at(terms)
        if end is None or at[name] < end:
            found.append(WORDS[name])
    return found
