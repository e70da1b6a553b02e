"""Whether a tournament's archive is as it was written: for regulators, without Shuffle Up.

    python check_archive.py CODE.archive --key shuffle-up-key.pem [--expect HEAD ...]

This one file, Python 3.11 and the package `cryptography` are all it takes. It reads the archive,
changes nothing, opens no connection, says what holds and ends with 1 if anything does not. The key
is the house's public key as you were given it, not as somebody with the archive gives it to you.
What it can and cannot show is in docs/security.md.
"""

import argparse
import gzip
import hashlib
import json
import sys
from base64 import urlsafe_b64decode
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORMAT = "shuffle-up-archive-2"
MOMENT = "%Y%m%dT%H%M%SZ"
MOST_UNPACKED = 100_000_000
Row = dict[str, Any]


class Unreadable(Exception):
    """This is no archive that the program can read."""


# --- Reading -------------------------------------------------------------------------------------


class Archive:
    """What the file says: its heading, its rows by kind, its ending, and the hash of the rest."""

    def __init__(self, path: Path) -> None:
        lines = _text(path).splitlines(keepends=True)
        if len(lines) < 2:
            raise Unreadable("The file is cut short.")
        self.heading: Row = json.loads(lines[0])
        if self.heading.get("format") != FORMAT:
            raise Unreadable(f"This is not an archive of the format {FORMAT}.")
        self.ending: Row = json.loads(lines[-1])
        self.checksum = _sha256("".join(lines[:-1]))
        self.count = len(lines) - 2
        self.rows: dict[str, list[Row]] = defaultdict(list)
        for line in lines[1:-1]:
            label, *values = json.loads(line)
            names = self.heading["columns"][label]
            self.rows[label].append(dict(zip(names, values, strict=True)))

    def by_key(self, label: str) -> dict[int, Row]:
        """The rows of a kind by their key."""
        return {row["id"]: row for row in self.rows[label]}


def _text(path: Path) -> str:
    with gzip.open(path, "rb") as file:
        data = file.read(MOST_UNPACKED + 1)
    if len(data) > MOST_UNPACKED:
        raise Unreadable("The archive is too large.")
    return data.decode()


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def link(previous: str, content: object) -> str:
    """A link of a chain: the hash of the link before it and of what it says."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return _sha256(f"{previous}\n{text}")


def moment(value: str | None) -> str | None:
    """A moment as the chain has it: in one zone."""
    return value and datetime.fromisoformat(value).astimezone(UTC).isoformat()


# --- Keys and heads ------------------------------------------------------------------------------


def key_of_file(path: Path) -> str:
    """The house's public key from its file (PEM)."""
    key = serialization.load_pem_public_key(path.read_bytes())
    if not isinstance(key, Ed25519PublicKey):
        raise Unreadable(f"{path} holds another kind of key.")
    return key.public_bytes_raw().hex()


def is_signed(text: str, signature: str, public: str) -> bool:
    """Whether the holder of this key's other half signed these words."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(urlsafe_b64decode(signature + "=" * (-len(signature) % 4)), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def trusted(archive: Archive, start: str) -> set[str]:
    """The key that is trusted, and those it leads to: each succession is signed by a known key."""
    known, grows = {start}, True
    while grows:
        grows = False
        for row in archive.heading["keys"]:
            pair = {row["public"], row["next_public"]}
            if row["next_public"] and pair & known and not pair <= known and _vouched(row, known):
                known |= pair
                grows = True
    return known


def _vouched(row: Row, known: set[str]) -> bool:
    at = datetime.fromisoformat(row["until"]).astimezone(UTC).strftime(MOMENT)
    says = f"SU1-key.{row['public']}.{row['next_public']}.{at}"
    by = (("public", "signed_by_itself"), ("next_public", "signed_by_next"))
    return any(row[key] in known and is_signed(says, row[name], row[key]) for key, name in by)


def faults_of_head(archive: Archive, word: str, known: set[str]) -> Iterator[str]:
    """Whether a trusted key signed this head, and whether the journal leads through it."""
    says, _, signature = word.rpartition(".")
    parts = says[says.find("SU1.") :].split(".")
    if len(parts) != 8:
        yield f"{word[:60]} is no signed head."
        return
    _, code, _, lines, head, _, at, key = parts
    names = {_sha256_of_key(public): public for public in known}
    journal = {row["sequence"]: row["hash"] for row in archive.rows["tournament.JournalEntry"]}
    if key not in names:
        yield f"The head of {at} is signed by a key that yours does not lead to ({key})."
    elif not is_signed(".".join(parts), signature, names[key]):
        yield f"The signature of the head of {at} does not fit what it says."
    elif code != archive.heading["code"]:
        yield f"The head of {at} is of another tournament, {code}."
    elif journal.get(int(lines)) != head:
        yield f"The journal was cut or changed: at {at} it had {lines} lines and ended in {head}."


def _sha256_of_key(public: str) -> str:
    return hashlib.sha256(bytes.fromhex(public)).hexdigest()[:16]


# --- Journal, hands, ledgers ---------------------------------------------------------------------


def faults_of_journal(archive: Archive) -> Iterator[str]:
    """Each line follows from the one before, and the chain ends where it says."""
    head, count = "", 0
    for count, row in enumerate(_in_order(archive, "tournament.JournalEntry", "sequence"), 1):
        said = {"name": row["name"], "by": row["by"], "at": moment(row["at"]), "data": row["data"]}
        said |= {name: row[name] for name in ("ledger", "rows") if row[name]}
        head = link(head, said)
        if (row["sequence"], row["hash"]) != (count, head):
            yield f"Line {count} of the journal, {row['at']}, was altered or is missing."
            return
    (end,) = archive.rows["tournament.Chain"]
    if (end["length"], end["head"]) != (count, head):
        yield f"The journal does not end as it was written, after line {count}."


def _in_order(archive: Archive, label: str, *columns: str) -> list[Row]:
    return sorted(archive.rows[label], key=lambda row: tuple(row[name] for name in columns))


def faults_of_hands(archive: Archive) -> Iterator[str]:
    """Each table's events are one chain, and every hand that the journal closed is in it."""
    ended = [r for r in archive.rows["tournament.JournalEntry"] if r["name"] == "hand.ended"]
    events = defaultdict(list)
    for event in _in_order(archive, "tables.HandEvent", "version", "index"):
        events[event["table_id"]].append(event)
    for table in archive.rows["tables.Table"]:
        number, head, heads = table["number"], "", set()
        for event in events[table["id"]]:
            where = [event["version"], event["index"]]
            at = moment(event["at"])
            head = link(head, [*where, event["data"], event["by"], at, event["command_id"]])
            heads.add(head)
            if event["hash"] != head:
                yield f"Event {where} at table {number}, {at}, was altered or is missing."
                break
        if head != table["head"]:
            yield f"The hands of table {number} do not end as they were written."
        for line in ended:
            if line["data"]["table"] == number and line["data"]["head"] not in heads:
                yield f"A hand at table {number}, closed at {line['at']}, is missing or another."


def faults_of_ledgers(archive: Archive) -> Iterator[str]:
    """Every row of chips and money is the one that its line of the journal covers."""
    entries, postings = archive.by_key("tournament.Entry"), archive.by_key("tournament.Posting")
    lines = defaultdict(list)
    for line in _in_order(archive, "tournament.MoneyLine", "id"):
        lines[line["posting_id"]].append([line["account"], line["amount"]])

    def name(rows: dict[int, Row], key: int | None) -> int | None:
        return None if key is None else rows[key]["sealed_as"] or key

    def content(row: Row, *columns: str) -> Row:
        said = {column: row[column] for column in columns}
        return {**said, "at": moment(row["at"]), "entry_id": name(entries, row["entry_id"])}

    sealed = defaultdict(list)
    for row in _in_order(archive, "tournament.ChipMove", "id"):
        sealed[row["link"]].append((row, content(row, "amount", "reason", "by", "note")))
    told = ("number", "kind", "what", "method", "about", "reason", "by")
    for row in _in_order(archive, "tournament.Posting", "id"):
        said = {**content(row, *told), "voids_id": name(postings, row["voids_id"])}
        sealed[row["link"]].append((row, {**said, "lines": lines[row["id"]]}))
    yield from _faults_of_sealed(archive, sealed)


def _faults_of_sealed(
    archive: Archive, sealed: dict[int | None, list[tuple[Row, Row]]]
) -> Iterator[str]:
    for line in archive.rows["tournament.JournalEntry"]:
        rows = sealed.pop(line["sequence"], [])
        for row, said in rows:
            if row["digest"] != link("", said):
                yield f"A row of chips or money of line {line['sequence']} was altered: {said}."
        joined = "\n".join(row["digest"] for row, _ in rows)
        if (_sha256(joined) if joined else "") != line["ledger"]:
            yield f"Line {line['sequence']}: a row of chips or money was taken out or slipped in."
    if sealed:
        yield "A row of chips or money is covered by no line of the journal."


# --- What else pages show: its digests are in the journal -----------------------------------------

ON_RECORD = ("at", "by", "withdrawn_at", "withdrawn_because")
RULED = ("reason", "clause", "at", "by", "withdrawn_at")
LIST = ("how", "rows", "unit", "guarantee", "pool", "amounts")
APPROVED = ("approved_at", "approved_by", "published_at", "published_by")
WON = ("place", "amount", "item", "value", "source", "is_crown", "at", "by", "withdrawn_at")
PAID = ("number", "receiver", "method", "signature", "is_on_paper", *ON_RECORD)
FINISHED = ("table_number", "place", "place_at_table", "chips", "advances", "is_winner")
# What a line calls it, where it is, and which of its columns the digest is of.
KINDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("prize list", "tournament.PrizeList", (*LIST, *APPROVED)),
    ("deal", "tournament.Deal", ("method", "kept", "stacks", "shares", "agreed_at", *ON_RECORD)),
    (
        "answer to a deal",
        "tournament.DealVoice",
        ("deal__at", "entry__number", "says_yes", "at", "by", "confirmed_by"),
    ),
    ("confirmation of places", "tournament.Confirmation", ("places", *ON_RECORD)),
    ("decision on places", "tournament.PlacingDecision", ("order", "cards", "drawn_from", *RULED)),
    ("ruling on busts", "tournament.SimultaneousBusts", ("entries", *RULED)),
    (
        "ineligibility",
        "tournament.Ineligibility",
        ("entry__number", "reason", "is_underage", "at", "by", "withdrawn_at"),
    ),
    ("prize", "tournament.Due", ("entry__number", *WON)),
    ("payout", "tournament.Payout", ("due__entry__number", "due__place", *PAID)),
    (
        "result of a session",
        "tournament.SessionResult",
        ("session__number", "entry__number", *FINISHED),
    ),
)
MOMENTS = {"at", "withdrawn_at", "agreed_at", "approved_at", "published_at"}
TABLES = {
    "deal": "tournament.Deal",
    "entry": "tournament.Entry",
    "due": "tournament.Due",
    "session": "tournament.Session",
}


def digests(archive: Archive) -> Iterator[tuple[str, str]]:
    """Every such row by the name that lines of the journal have for it, and its digest now."""
    numbers = {row["id"]: row["number"] for row in archive.rows["tournament.Entry"]}
    for called, label, columns in KINDS:
        rows = archive.rows[label]
        for count, row in enumerate(rows, 1):
            said = {name: _named(archive, row, name, numbers) for name in columns}
            yield f"{called} {count}", link("", said)
    for row in archive.rows["tournament.Entry"]:
        yield f"entry {row['number']}", link("", [row["number"], row["name"]])
    yield from _digests_of_hands(archive)
    yield from _digests_of_busts(archive, numbers)


def _named(archive: Archive, row: Row, name: str, numbers: dict[int, int]) -> Any:
    """A column, or one of a row that this one names; entries by their numbers."""
    *way, last = name.split("__")
    for step in way:
        row = archive.by_key(TABLES[step])[row[f"{step}_id"]]
    value = row[last]
    if last in MOMENTS:
        return moment(value)
    if last in ("stacks", "shares", "cards"):
        return {str(numbers.get(int(key))): said for key, said in value.items()}
    if last == "places":
        return [[numbers.get(key), *rest] for key, *rest in value]
    return [numbers.get(key) for key in value] if last in ("order", "entries") else value


def _digests_of_hands(archive: Archive) -> Iterator[tuple[str, str]]:
    tables = archive.by_key("tables.Table")
    for row in archive.rows["tables.HandRecord"]:
        said = ("seat", "name", "stack")
        players = [[player.get(word) for word in said] for player in row["players"]]
        began = [row["number"], row["level"], players, moment(row["started_at"])]
        ended = [moment(row["ended_at"]), row["pot"], row["winners"]]
        name = f"hand {row['number']} at table {tables[row['table_id']]['number']}"
        yield name, link("", [*began, *ended])


def _digests_of_busts(archive: Archive, numbers: dict[int, int]) -> Iterator[tuple[str, str]]:
    count: Counter[int] = Counter()
    lost = ("stack_before", "chips_put_in", "all_in_order", "seats_from_marker")
    for row in _in_order(archive, "tournament.Bust", "order", "id"):
        number = numbers[row["entry_id"]]
        count[number] += 1
        where = [number, row["table_number"], row["hand_number"], *(row[name] for name in lost)]
        said = [*where, moment(row["at"]), row["order"]]
        yield f"bust {count[number]} of entry {number}", link("", said)


def faults_of_rows(archive: Archive) -> Iterator[str]:
    """Each row is as the last line that says something of it left it."""
    notes: dict[str, tuple[str, Row]] = {}
    for line in _in_order(archive, "tournament.JournalEntry", "sequence"):
        notes |= {name: (digest, line) for name, digest in line["rows"].items()}
    now = dict(digests(archive))
    for name, (digest, line) in notes.items():
        if now.get(name) != digest:
            word = "is not as" if name in now else "is missing:"
            yield f"{name} {word} line {line['sequence']} of {moment(line['at'])} left it."
    for name in now.keys() - notes.keys() - set(_hands_in_play(archive)):
        yield f"{name} is covered by no line of the journal."


def _hands_in_play(archive: Archive) -> Iterator[str]:
    """Those that no line has closed yet."""
    tables = archive.by_key("tables.Table")
    for row in archive.rows["tables.HandRecord"]:
        if row["ended_at"] is None:
            yield f"hand {row['number']} at table {tables[row['table_id']]['number']}"


def faults_of_draws(archive: Archive) -> Iterator[str]:
    """Every secret that was revealed is the one whose hash was published."""
    for row in archive.rows["tournament.PublicDraw"]:
        if row["secret"]:
            found = hashlib.sha256(bytes.fromhex(row["secret"])).hexdigest()
            if found != row["commitment"]:
                name = f"{row['table']}.{row['number']}" if row["table"] else row["number"]
                yield f"The secret of draw {name} is not the one whose hash was published."


# --- All of it -----------------------------------------------------------------------------------


def faults_of_file(archive: Archive, known: set[str]) -> Iterator[str]:
    """The file is whole, and a trusted key signed it."""
    said = archive.ending
    if (said["rows"], said["checksum"]) != (archive.count, archive.checksum):
        yield "The file is incomplete or was changed."
    elif said["key"] not in known:
        yield f"The file is signed by a key that yours does not lead to: {said['key']}."
    elif not is_signed(f"SU1-archive.{archive.checksum}", said["signature"], said["key"]):
        yield "The signature of the file does not fit what it holds."


CHECKS: dict[str, Callable[[Archive], Iterator[str]]] = {
    "Journal": faults_of_journal,
    "Hands": faults_of_hands,
    "Chips and money": faults_of_ledgers,
    "Names, busts, places, prizes, deals, payouts": faults_of_rows,
    "Draws": faults_of_draws,
}


def report(archive: Archive, key: str, expected: list[str]) -> Iterator[tuple[str, list[str]]]:
    """What was looked at, and what is wrong with it."""
    known = trusted(archive, key)
    yield "File and signature", list(faults_of_file(archive, known))
    words = [head["word"] for head in archive.heading["heads"]]
    for name, given in ((f"Signed heads in it ({len(words)})", words), ("Your heads", expected)):
        if given:
            yield name, [fault for word in given for fault in faults_of_head(archive, word, known)]
    for name, check in CHECKS.items():
        yield name, list(check(archive))


def main(words: list[str]) -> int:
    """Read, look, say; how it ended."""
    parser = argparse.ArgumentParser(description="Check an archive of Shuffle Up.")
    parser.add_argument("archive", type=Path)
    parser.add_argument("--key", type=Path, required=True, help="the house's public key (PEM)")
    parser.add_argument("--expect", action="append", default=[], help="a signed head you kept")
    given = parser.parse_args(words)
    try:
        archive = Archive(given.archive)
        found = list(report(archive, key_of_file(given.key), given.expect))
    except (OSError, EOFError, KeyError, TypeError, ValueError, Unreadable) as trouble:
        sys.stdout.write(f"Cannot be read: {trouble}\n")
        return 1
    name, code, at = (archive.heading[word] for word in ("name", "code", "made_at"))
    sys.stdout.write(f"{name} ({code}), archived at {at}\n")
    for about, faults in found:
        sys.stdout.write(f"{about}: {'holds' if not faults else 'DOES NOT HOLD'}\n")
        sys.stdout.writelines(f"  {fault}\n" for fault in faults)
    return int(any(faults for _, faults in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
