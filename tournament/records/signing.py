"""Signed heads: where a chain of records stood at a moment, said so that it cannot be unsaid.

A private key is 32 bytes in base64, a public one 64 hexadecimal digits. A signed head is one word
without spaces, short enough for a QR code: what it says, a dot, and the signature of all before it.
"""

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import UTC, datetime

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

HEAD, SUCCESSION = "SU1", "SU1-key"
MOMENT = "%Y%m%dT%H%M%SZ"
PARTS = 9  # the signature included


class NotAHead(ValueError):
    """This is no signed head."""


# --- Keys ----------------------------------------------------------------------------------------


def new_private() -> str:
    """A key of the system's own randomness."""
    return secrets.token_urlsafe(32)


def public_of(private: str) -> str:
    """The half that everybody may know."""
    return _loaded(private).public_key().public_bytes_raw().hex()


def id_of(public: str) -> str:
    """What a signed head calls the key."""
    return hashlib.sha256(bytes.fromhex(public)).hexdigest()[:16]


def fingerprint(public: str) -> str:
    """What a careful person compares: the hash of the public half, in groups of four."""
    text = hashlib.sha256(bytes.fromhex(public)).hexdigest().upper()
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


def as_file(public: str) -> bytes:
    """The public half as other programs read it (PEM)."""
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    return key.public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def read_public(content: bytes) -> str:
    """The public half from such a file; ValueError where it is none."""
    key = serialization.load_pem_public_key(content)
    if not isinstance(key, Ed25519PublicKey):
        raise ValueError("this is another kind of key")
    return key.public_bytes_raw().hex()


def _loaded(private: str) -> Ed25519PrivateKey:
    seed = urlsafe_b64decode(private + "=" * (-len(private) % 4))
    return Ed25519PrivateKey.from_private_bytes(seed)


# --- Signatures ----------------------------------------------------------------------------------


def sign(text: str, private: str) -> str:
    """The signature, as it stands in a signed head."""
    return urlsafe_b64encode(_loaded(private).sign(text.encode())).decode().rstrip("=")


def is_signed(text: str, signature: str, public: str) -> bool:
    """Whether the holder of this key's other half signed these words."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(urlsafe_b64decode(signature + "=" * (-len(signature) % 4)), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def succession(public: str, after: str, at: datetime) -> str:
    """What both keys sign when one follows the other."""
    return f"{SUCCESSION}.{public}.{after}.{at.astimezone(UTC).strftime(MOMENT)}"


# --- Heads ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Head:
    """Where the records of one tournament stood, and which key said so."""

    code: str
    number: int  # of the signature: a missing one is noticed
    lines: int
    head: str
    tables: str  # a digest of the ends of the tables' own chains
    at: datetime
    key: str
    signature: str = ""

    @property
    def says(self) -> str:
        """The words that are signed."""
        moment = self.at.astimezone(UTC).strftime(MOMENT)
        parts = (self.code, self.number, self.lines, self.head, self.tables, moment, self.key)
        return ".".join(map(str, (HEAD, *parts)))

    @property
    def word(self) -> str:
        """All of it in one word."""
        return f"{self.says}.{self.signature}"

    def signed(self, private: str) -> "Head":
        """The same with its signature."""
        return Head(*self._parts(), sign(self.says, private))

    def is_signed_by(self, public: str) -> bool:
        """Whether this key signed it."""
        return id_of(public) == self.key and is_signed(self.says, self.signature, public)

    def _parts(self) -> tuple[str, int, int, str, str, datetime, str]:
        return self.code, self.number, self.lines, self.head, self.tables, self.at, self.key


def read_head(word: str) -> Head:
    """A signed head from its word, alone or at the end of an address."""
    start = word.find(f"{HEAD}.")
    parts = word[start:].strip().split(".") if start >= 0 else []
    if len(parts) != PARTS:
        raise NotAHead("This is no signed head: it has other parts.")
    _, code, number, lines, head, tables, moment, key, signature = parts
    try:
        at = datetime.strptime(moment, MOMENT).replace(tzinfo=UTC)
        return Head(code, int(number), int(lines), head, tables, at, key, signature)
    except ValueError:
        raise NotAHead("This is no signed head: its numbers cannot be read.") from None
