"""Records: game, variant, seed and moves, from which everything else can be rebuilt; as JSON and as one line of text.

    q1.<game>.<version>.<preset, or the variant as base64url JSON>.<seed>[~<salt>][@<position>][.<moves joined by ->]

Without moves the line is a game id: seeded, or, with a position (base64url JSON of `describe`) after the seed, exact.
"""

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from quincunx.engine import registry
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.events import Result
from quincunx.engine.game import AnyGame

FORMAT: Literal["quincunx/1"] = "quincunx/1"
TEXT_PREFIX = "q1"
MOST_CHARACTERS = 1_000_000
"""A longer record is refused unread."""

EndedBy = Literal["rules", "resignation", "agreement", "clock", "absence", "ply_cap"]


class Seat(BaseModel):
    """Who holds a seat: a person, or an AI player at a level, perhaps with a strategy."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: Literal["person", "level"] = "person"
    level: str | None = None
    strategy: dict[str, Any] | None = None


class Record(BaseModel):
    """One complete match. `setup` is there only if the match did not begin with a fresh board."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    format: Literal["quincunx/1"] = FORMAT
    game: str
    version: int = Field(strict=True)
    preset: str | None = None
    variant: dict[str, Any] | None = None
    seed: int = Field(strict=True)
    salt: str | None = Field(default=None, pattern=r"^[0-9a-f]{32}$")
    """Where a server kept the seed secret: what hidden drops were drawn from beside it."""
    seats: tuple[Seat, ...] = ()
    moves: tuple[str, ...] = ()
    result: Result | None = None
    ended_by: EndedBy | None = None
    assisted: bool = Field(default=False, strict=True)
    setup: dict[str, Any] | None = None

    def __repr__(self) -> str:
        variant = self.preset or "own variant"
        end = f"result {self.result} by {self.ended_by}" if self.result else "not over"
        return f"<Record of {self.game} ({variant}), seed {self.seed}, {len(self.moves)} moves, {end}>"

    __str__ = __repr__

    def as_json(self) -> dict[str, Any]:
        """The record as a JSON object; fields that say nothing (`setup`, `salt`, a seat's level) are left out."""
        fields = self.model_dump(mode="json")
        fields["seats"] = [seat.model_dump(exclude_none=True) for seat in self.seats]
        for name in ("setup", "salt"):
            if fields[name] is None:
                del fields[name]
        return fields

    def as_json_text(self) -> str:
        return json.dumps(self.as_json())

    def as_text(self) -> str:
        """The one line that is safe in a link: what was played, without who played and how it ended."""
        game = registry.find(self.game)
        variant = self._variant_text(game)
        start = f"{self.seed}" if self.salt is None else f"{self.seed}~{self.salt}"
        start += "" if self.setup is None else f"@{_encode(self.setup)}"
        parts = [TEXT_PREFIX, self.game, str(self.version), variant, start]
        if self.moves:
            parts.append("-".join(game.link_text(move) for move in self.moves))
        return ".".join(parts)

    def _variant_text(self, game: AnyGame) -> str:
        """The preset's name if it says everything: it does not say a number that the game found for this seed."""
        preset = game.presets.get(self.preset) if self.preset else None
        if preset is not None and (self.variant is None or game.variant(self.variant) == preset):
            return str(self.preset)
        return _encode(self.variant or {})


def read_record(given: str | Mapping[str, Any]) -> Record:
    """A record from either text, or from a JSON object; `bad_record` says what is wrong with it."""
    if isinstance(given, Mapping):
        return _validated(dict(given))
    if not isinstance(given, str):
        raise Refusal(ErrorCode.BAD_RECORD, f"a record is a text or a JSON object, not {quoted(given)}")
    if len(given) > MOST_CHARACTERS:
        raise Refusal(ErrorCode.TOO_LARGE, f"a record has at most {MOST_CHARACTERS} characters")
    text = given.strip()
    if text.startswith("{"):
        return _validated(_json(text))
    return _from_line(text)


def _from_line(text: str) -> Record:
    parts = text.split(".")
    if parts[0] != TEXT_PREFIX or not 5 <= len(parts) <= 6:
        shape = f"{TEXT_PREFIX}.game.version.variant.seed.moves, or a JSON object"
        raise Refusal(ErrorCode.BAD_RECORD, f"{quoted(text)} is not a record; it should look like {shape}")
    _, slug, version, variant, start = parts[:5]
    game = registry.find(slug)
    secrets, exact, position = start.partition("@")
    seed, with_salt, salt = secrets.partition("~")
    named = variant in game.presets
    return _validated(
        {
            "game": slug,
            "version": _number(version, "version"),
            "preset": variant if named else None,
            "variant": None if named else _decode(variant, "variant"),
            "seed": _number(seed, "seed"),
            "salt": salt if with_salt else None,
            "setup": _decode(position, "position") if exact else None,
            "moves": parts[5].split("-") if len(parts) == 6 and parts[5] else [],
        }
    )


def _validated(fields: dict[str, Any]) -> Record:
    try:
        return Record.model_validate(fields)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in problem["loc"])
        raise Refusal(ErrorCode.BAD_RECORD, f"the record's {place} is wrong: {problem['msg'].lower()}") from None


def _json(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(ErrorCode.BAD_RECORD, f"the record is not JSON (cut off?): {error}") from None
    return dict(fields)


def _number(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 20:
        raise Refusal(ErrorCode.BAD_RECORD, f"the record's {name} must be a whole number, not {quoted(text)}")
    return int(text)


def _encode(fields: Mapping[str, Any]) -> str:
    compact = json.dumps(fields, separators=(",", ":"))
    return base64.urlsafe_b64encode(compact.encode()).decode().rstrip("=")


def _decode(text: str, name: str) -> dict[str, Any]:
    try:
        fields = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise Refusal(
            ErrorCode.BAD_RECORD, f"the record's {name} {quoted(text)} is neither a preset nor base64url JSON"
        )
    return fields
