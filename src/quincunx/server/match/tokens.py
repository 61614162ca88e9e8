"""Secrets: a seat's token is shown once, to whoever holds the seat, and only its digest is kept."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable

from quincunx.server.storage.store import Token

TOKEN_BYTES = 24
ID_BYTES = 12
MOST_CHARACTERS = 128
MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_match_id() -> str:
    """Unguessable: whoever has it may watch."""
    return secrets.token_urlsafe(ID_BYTES)


def is_match_id(text: str) -> bool:
    """Whether a text can be an id; what cannot is unknown, and no database is asked."""
    return MATCH_ID.fullmatch(text) is not None


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def seats_of(given: str, tokens: Iterable[Token], kinds: tuple[str, ...] = ("seat", "creator")) -> frozenset[int]:
    """The seats that a token holds; every digest is compared, in constant time."""
    digest = digest_of(given)
    return frozenset(
        [token.seat for token in tokens if hmac.compare_digest(token.digest, digest) and token.kind in kinds]
    )
