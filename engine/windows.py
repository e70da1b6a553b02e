"""When no more money can come in, so that the prize pool is known."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from engine import structure
from engine.purchases import AddOns, AddOnTerms, NotOffered, Rebuys, RebuyTerms, TopUp, TopUpTerms
from engine.schedule import MINUTE

Terms = RebuyTerms | TopUpTerms | AddOnTerms


def closes_at(terms: Terms) -> timedelta | None:
    """When a purchase ends for good; None where the terms do not say."""
    match terms:
        case NotOffered():
            return timedelta(0)
        case Rebuys(minutes=minutes):
            return minutes * MINUTE
        case TopUp(from_minute=start, open_for=length):
            return (start + length) * MINUTE
        case AddOns(until_minute=until):
            return None if until is None else until * MINUTE


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
