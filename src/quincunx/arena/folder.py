"""The folder of an arena: what is played (`arena.json`), one line per match (`matches.jsonl`), and the report."""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from quincunx.arena.contest import Contest
from quincunx.engine.errors import ErrorCode, Refusal

PLAN, MATCHES = "arena.json", "matches.jsonl"


class Plan(BaseModel):
    """What an arena plays. More players and more matches may be added later; nothing else may change."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    version: int
    variant: dict[str, Any]
    seed: int
    opening: int
    most_plies: int
    tries: int
    seconds: float
    list_moves: bool
    players: dict[str, str]
    """Their texts by name."""

    def allows(self, other: "Plan") -> bool:
        """Whether another plan goes on with this one."""
        same = self.model_dump(exclude={"players"}) == other.model_dump(exclude={"players"})
        return same and all(other.players.get(name, text) == text for name, text in self.players.items())


class ArenaFolder:
    """Every match is on the disk before the next one begins; a line that was cut off is played again."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.contests: dict[tuple[Any, ...], Contest] = {}
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._open(plan)
        except OSError as problem:
            raise _unwritable(path, problem) from None

    def add(self, contest: Contest) -> None:
        try:
            with (self.path / MATCHES).open("a", encoding="utf-8") as file:
                file.write(contest.model_dump_json() + "\n")
        except OSError as problem:
            raise _unwritable(self.path / MATCHES, problem) from None
        self.contests[contest.key] = contest

    def _open(self, plan: Plan) -> None:
        file = self.path / PLAN
        if file.exists():
            before = _read_plan(file)
            if not before.allows(plan):
                problem = f"{self.path} contains another arena; choose another folder, or the settings in its {PLAN}"
                raise Refusal(ErrorCode.BAD_REQUEST, problem)
            plan = plan.model_copy(update={"players": before.players | plan.players})
            self._read_matches()
        elif any(self.path.iterdir()):
            problem = f"{self.path} is not empty and contains no arena; choose another folder"
            raise Refusal(ErrorCode.BAD_REQUEST, problem)
        partial = file.with_suffix(".partial")
        partial.write_text(json.dumps(plan.model_dump(mode="json"), indent=1) + "\n", encoding="utf-8")
        partial.replace(file)

    def _read_matches(self) -> None:
        file = self.path / MATCHES
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines() if file.exists() else []
        for number, line in enumerate(lines, start=1):
            try:
                contest = Contest.model_validate_json(line)
            except ValidationError:
                if number == len(lines):  # the last match was being written when the arena was killed
                    break
                problem = f"line {number} of {file} is not a match of the arena; restore the file, or begin elsewhere"
                raise Refusal(ErrorCode.BAD_REQUEST, problem) from None
            self.contests[contest.key] = contest
        partial = file.with_suffix(".partial")
        partial.write_text("".join(f"{one.model_dump_json()}\n" for one in self.contests.values()), encoding="utf-8")
        partial.replace(file)


def _read_plan(file: Path) -> Plan:
    try:
        return Plan.model_validate_json(file.read_text(encoding="utf-8"))
    except (ValidationError, UnicodeDecodeError):
        raise Refusal(ErrorCode.BAD_REQUEST, f"{file} is not the plan of an arena that this version can read") from None


def _unwritable(path: Path, problem: OSError) -> Refusal:
    return Refusal(ErrorCode.STORAGE_UNAVAILABLE, f"cannot write {path}: {problem.strerror or problem}")
