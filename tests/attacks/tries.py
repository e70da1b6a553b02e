"""How often junk is tried: EXAMPLES says how many times at each door, two unless told."""

import os
from typing import Any

from hypothesis import HealthCheck, Phase, settings

EXAMPLES, USUAL = os.environ.get("EXAMPLES", ""), 2


def some() -> settings:
    """So many tries: the plainest first, then others, the same ones each time unless told more."""
    chosen: dict[str, Any] = {
        "max_examples": int(EXAMPLES or USUAL),
        "derandomize": not EXAMPLES,
        "database": None,
        "phases": [Phase.generate],
        "deadline": None,
        "suppress_health_check": list(HealthCheck),
    }
    return settings(**chosen)
