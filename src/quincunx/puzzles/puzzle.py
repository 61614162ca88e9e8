"""One puzzle, and its line of JSON."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from quincunx.engine import registry
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match

MOST_CHARACTERS = 20_000
"""A longer line is refused unread."""
GRADES = (1300, 1450, 1550, 1700)
"""A puzzle's grade, from 1 to 5, goes up by one at each of these ratings."""

OTHER_SEEDS = range(1, 1 + 8)
"""Seeds to try whether a position depends on one."""

Verification = Literal["exhaustive search", "naive game", "fresh samples"]


class Puzzle(BaseModel):
    """A position, a question, and what every move is worth. The answers are the moves with the best score."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: str
    game: str
    version: int = Field(strict=True)
    variant: str | dict[str, Any]
    """A preset's name, or options."""
    seed: int = Field(strict=True)
    position: dict[str, Any]
    """As `q-setup` takes it; what is left out is as in a fresh match with this seed."""
    kind: str
    length: int = Field(strict=True, ge=1)
    """How many moves of the side to move the question is about."""
    question: str
    answers: tuple[str, ...]
    scores: dict[str, int]
    """Of the moves that are not worth `others`; more is better. `Puzzle.score` reads them."""
    others: int
    rating: int
    """How hard it is, on the scale of Elo: an average level finds the answer of a 1500 half of the time."""
    found_by: str | None
    """The weakest level that always found the answer; none did where it is null."""
    verified: Verification
    """Which code has checked it: none that helped to find it."""

    @property
    def grade(self) -> int:
        """From 1 (easy) to 5."""
        return 1 + sum(self.rating >= least for least in GRADES)

    def score(self, move: str) -> int:
        return self.scores.get(move, self.others)

    def match(self) -> Match:
        """A match that begins with the puzzle's position."""
        return Match(self.game, self.variant, self.seed, setup=self.position)

    def as_line(self) -> str:
        return json.dumps(self.model_dump(mode="json"), separators=(",", ":"), ensure_ascii=False)


def puzzle_id(game: AnyGame, variant: str | Mapping[str, Any], position: Mapping[str, Any], kind: str) -> str:
    """The game, and a digest of what is asked."""
    asked = json.dumps([game.slug, variant, position, kind], sort_keys=True)
    return f"{game.slug}-{hashlib.sha256(asked.encode()).hexdigest()[:10]}"


def packed(scores: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """The scores without the most common one, and that one."""
    counted = Counter(scores.values())
    others = max(counted, key=lambda score: (counted[score], -score))
    return {move: score for move, score in sorted(scores.items()) if score != others}, others


def smallest_position(game: AnyGame, variant: Any, position: Any) -> dict[str, Any]:
    """The fields of a described position that it takes to set it up again; always with its cells and its turn. No field
    is left to the seed: the position has to come out whatever the seed is."""
    whole = game.describe(position)
    fields = whole
    for name in [name for name in whole if name not in ("cells", "turn")]:
        fewer = {other: value for other, value in fields.items() if other != name}
        if all(game.describe(game.place(variant, seed, fewer)) == whole for seed in OTHER_SEEDS):
            fields = fewer
    return fields


def read_puzzle(line: str) -> Puzzle:
    """A puzzle from its line, or a refusal in one sentence."""
    if len(line) > MOST_CHARACTERS:
        raise _refusal(f"it has more than {MOST_CHARACTERS} characters")
    try:
        puzzle = Puzzle.model_validate_json(line)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(map(str, problem["loc"]))
        raise _refusal(f"{place}: {problem['msg'].lower()}" if place else problem["msg"].lower()) from None
    game = registry.find(puzzle.game)
    if puzzle.version not in (game.version, *game.older_versions):
        raise _refusal(f"{quoted(puzzle.id)} is of version {puzzle.version} of {game.slug}, not {game.version}")
    return puzzle


def read_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """The puzzles of a file's lines; empty lines are skipped."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield read_puzzle(line)
            except Refusal as refusal:
                raise Refusal(refusal.errorCode, f"line {number}: {refusal.message}") from None


def _refusal(problem: str) -> Refusal:
    return Refusal(ErrorCode.BAD_RECORD, f"this is not a puzzle: {problem}")
