"""The seats that models hold. Their tokens stay here; one file per seat, so that a restart loses none."""

import os
import secrets
import time
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.match.tokens import is_match_id
from quincunx.server_errors import NO_SUCH_MATCH, ServerErrorCode

KEPT_SECONDS = 90 * 24 * 3600
KEY_BYTES = 12


class HeldSeat(BaseModel):
    """A seat of a match, and the token that plays it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    server: str
    """The address that the token is for: it is sent to no other."""
    match_id: str
    seat: int
    token: str
    key: str
    """What a model is told to name the seat by, where several models share one MCP server."""


class SeatFolder:
    """The seats of one MCP server, for one Quincunx server."""

    def __init__(self, folder: Path, server: str) -> None:
        self._folder = folder
        self._server = server
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._forget_old()
        except OSError as problem:
            raise _unusable(folder, problem) from None

    def keep(self, match_id: str, seat: int, token: str) -> HeldSeat:
        """Keep a seat's token for the next calls, and for the next start."""
        key = secrets.token_urlsafe(KEY_BYTES)
        held = HeldSeat(server=self._server, match_id=checked_id(match_id), seat=seat, token=token, key=key)
        file = self._folder / f"{match_id}.{seat}.json"
        partial = file.with_suffix(f".{os.getpid()}")
        try:
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(descriptor, "w", encoding="utf-8") as stream:
                stream.write(held.model_dump_json())
            partial.replace(file)
        except OSError as problem:
            raise _unusable(file, problem) from None
        return held

    def of_match(self, match_id: str) -> list[HeldSeat]:
        """The seats of a match that are held here, by number."""
        files = sorted(self._folder.glob(f"{checked_id(match_id)}.*.json"))
        return [held for file in files if (held := _read(file)) is not None and held.server == self._server]

    def _forget_old(self) -> None:
        for file in self._folder.glob("*.json"):
            if file.stat().st_mtime < time.time() - KEPT_SECONDS:
                file.unlink(missing_ok=True)


def checked_id(match_id: str) -> str:
    """An id that can be one; anything else is unknown without asking a server, and never a path."""
    if not is_match_id(match_id):
        raise Refusal(
            ServerErrorCode.UNKNOWN_MATCH, f"{NO_SUCH_MATCH}: a match id is what start_match or join_match gave"
        )
    return match_id


def _read(file: Path) -> HeldSeat | None:
    try:
        return HeldSeat.model_validate_json(file.read_text(encoding="utf-8"))
    except (OSError, ValidationError, UnicodeDecodeError):
        return None


def _unusable(path: Path, problem: OSError) -> Refusal:
    return Refusal(ErrorCode.STORAGE_UNAVAILABLE, f"cannot keep seats in {path}: {problem.strerror or problem}")
