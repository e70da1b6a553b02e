"""What is worth a line of the log, and what no line may say."""

import re
from logging import LogRecord

# Whoever has them gets in: personal links, and pairing codes as a tablet's camera reads them.
KEYS_IN_ADDRESSES = re.compile(r"(/me/|[?&]code=)[\w-]+")


def is_worth_a_line(record: LogRecord) -> bool:
    """A health check that fails has said so to whoever asked, and asks again soon."""
    return not record.getMessage().endswith(": /healthz")


def keep_keys_back(record: LogRecord) -> bool:
    """An address is told without the key in it; the line itself is always told."""
    record.msg = KEYS_IN_ADDRESSES.sub(r"\1...", record.getMessage())
    record.args = ()
    return True
