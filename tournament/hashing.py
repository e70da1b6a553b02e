"""The links of the chain that ties journal and hands together."""

import hashlib
import json


def link(previous: str, content: object) -> str:
    """The hash of one link, made from the link before it and what it says."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()
