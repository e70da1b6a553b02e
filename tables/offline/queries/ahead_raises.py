"""What a tablet without network needs to say how much may be bet or raised, and why not."""

import json
from typing import Any

from engine import clauses
from engine.hand.state import Hand
from engine.rules.book import Rules

_QUESTIONS = ("all_in", "raise_cap", "reopening", "raise_size")


def figures(found: Hand, rules: Rules) -> dict[str, Any]:
    """What came of the wagers of this betting round, and the full bet of each."""
    return {
        "unit": found.unit,
        "units": [found.unit * times for times in rules.units],
        "full_raise": found.full_raise,
        "full_level": found.full_level,
        "raises": found.raises,
        "shorts": found.shorts,
        "live_at_raise": found.live_at_raise,
        "contenders_at_raise": found.contenders_at_raise,
        "ceiling": found.ceiling,
        "ceiling_clause": found.ceiling_clause,
    }


def book(rules: Rules) -> dict[str, Any]:
    """The book's answers by name: `static/js/tablet-raises.js` has the same under these names."""
    cited = {question: rules.clause(question) for question in _QUESTIONS}
    return {
        "limit": rules.game.limit,
        "least": rules.least_raise.__name__,
        "limit_raise": rules.limit_raise.__name__,
        "short": rules.short_size.__name__,
        "cap": rules.raise_is_capped.__name__,
        "reopens": rules.may_reopen.__name__,
        "any_short_reopens": rules.settings.short_all_in_reopens,
        "clauses": {**cited, "limit": rules.limit_clause()},
    }


def texts(rules: Rules) -> str:
    """What the clauses say that a tablet may cite while it is alone."""
    cited = {*(rules.clause(one) for one in _QUESTIONS), rules.limit_clause()}
    found = {one: clauses.find(one) for one in cited if one}
    return json.dumps({one: clause.behaviour for one, clause in found.items() if clause})
