"""Read the standings of a tournament, and enter players with a token of its desk.

python desk.py http://localhost:8000 ABCD
TOKEN=su_... python desk.py http://localhost:8000 ABCD "Ann Archer" "Ben Baker"
"""

import json
import os
import sys
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen


def ask(address: str, body: object = None) -> Any:
    """One operation: what it answers, or what it says against it."""
    headers = {"Content-Type": "application/json"}
    if token := os.environ.get("TOKEN"):
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data, headers)) as answer:
            return json.load(answer)
    except HTTPError as trouble:
        refused = json.load(trouble)
        clause = refused.get("clause")
        sys.exit(refused["detail"] + (f" ({clause})" if clause else ""))
    except URLError as trouble:
        sys.exit(f"{address} does not answer: {trouble.reason}")


def main(site: str, code: str, *names: str) -> None:
    """Enter who is named, then print how everybody stands."""
    at = f"{site.rstrip('/')}/api/v1/tournaments/{code}"
    for name in names:
        entry = ask(f"{at}/entries", {"name": name})
        print(f"{entry['name']} is entry {entry['entry']}.")
    rows = ask(f"{at}/standings")["rows"]
    for row in rows:
        print(row["rank"], row["name"], row["stack"])
    if not rows:
        print("Nobody has a seat yet.")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
