"""Be told of levels, busts, rebuys, moves and the end: a receiver for signed webhooks.

SECRET=... python news.py 9000

The secret is the one that Hall, Connections shows beside the address, here http://this-machine:9000/.
"""

import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

MOST_AGE = 300  # seconds


def is_genuine(signature: str, body: bytes, secret: str, *, now: float) -> bool:
    """Whether the hall sent this, and lately."""
    stamp, _, mark = signature.partition(",")
    seconds = stamp.removeprefix("t=")
    if not seconds.isdigit() or abs(now - int(seconds)) > MOST_AGE:
        return False
    made = hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256)
    return hmac.compare_digest(mark, f"v1={made.hexdigest()}")


class Receiver(BaseHTTPRequestHandler):
    """Answers 204 to what is genuine; anything else is not taken."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        signature = self.headers.get("Shuffle-Up-Signature", "")
        genuine = is_genuine(signature, body, os.environ["SECRET"], now=time.time())
        self.send_response(204 if genuine else 403)
        self.end_headers()
        if genuine:
            news = json.loads(body)
            print(news["id"], news["topic"], news["words"], flush=True)

    def log_message(self, *_: object) -> None:
        """Say only the news."""


if __name__ == "__main__":
    if len(sys.argv) != 2 or "SECRET" not in os.environ:
        sys.exit(__doc__)
    HTTPServer(("", int(sys.argv[1])), Receiver).serve_forever()
