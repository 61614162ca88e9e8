"""Secrets: a seat's token is shown once, to the person who gets the seat. Only its digest is kept."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from typing import NamedTuple

TOKEN_BYTES = 24
ID_BYTES = 12
MOST_CHARACTERS = 128
MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Token(NamedTuple):
    """A token as it is kept."""

    digest: str
    seat: int
    kind: str
    """`seat`, `creator` or `invite`."""


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_match_id() -> str:
    """Unguessable, since anyone who has it may watch."""
    return secrets.token_urlsafe(ID_BYTES)


def is_match_id(text: str) -> bool:
    """Whether a text can be an id. One that cannot is unknown without asking the database."""
    return MATCH_ID.fullmatch(text) is not None


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def seats_of(secret: str, tokens: Iterable[Token], kinds: tuple[str, ...] = ("seat", "creator")) -> frozenset[int]:
    """The seats that a secret opens. Every digest is compared, in constant time."""
    digest = digest_of(secret)
    return frozenset(
        [token.seat for token in tokens if hmac.compare_digest(token.digest, digest) and token.kind in kinds]
    )
