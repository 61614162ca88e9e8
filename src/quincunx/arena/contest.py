"""One match of the arena, and what it says about its players."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from quincunx.arena.players import Contestant
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.rules import DRAWN, LOST, mid_turn
from quincunx.lab.run.lab_match import opening_move


class Conduct(BaseModel):
    """How one player behaved in one match."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    moves: int = 0
    refused: int = 0
    """Answers that were illegal or unreadable."""
    late: int = 0
    forfeited: bool = False
    problem: str = ""
    """Why it forfeited."""
    seconds: float = 0.0
    slowest: float = 0.0

    def after(self, spent: float, **counted: int) -> "Conduct":
        counts = {name: getattr(self, name) + number for name, number in counted.items()}
        times = {"seconds": self.seconds + spent, "slowest": max(self.slowest, spent)}
        return self.model_copy(update=counts | times)


class Contest(BaseModel):
    """One match as it was played: a line of the arena's file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    players: tuple[str, ...]
    """By seat."""
    seed: int
    result: str
    ended_by: str
    """`rules`, `agreement`, `ply_cap`, `resignation` or `forfeit`."""
    plies: int
    conduct: tuple[Conduct, ...]
    record: str

    @property
    def key(self) -> tuple[Any, ...]:
        """A match is played once for each order of seats and seed."""
        return (*self.players, self.seed)


@dataclass(frozen=True)
class ContestRules:
    """What all matches of an arena have in common."""

    game: AnyGame
    variant: Any
    opening: int
    """How many plies at the beginning are random; they are the same for both seats of a seed."""
    most_plies: int


def play_contest(
    rules: ContestRules, names: Sequence[str], contestants: Mapping[str, Contestant], seed: int
) -> Contest:
    """Play a match to its end; a player that gives no legal move loses it."""
    match = Match(rules.game, rules.variant, seed, play_passes=True)
    while match.end is None and len(match.history) < rules.opening:
        match.play(rules.game.write_move(match.position, opening_move(match.position, seed)))
    for name in dict.fromkeys(names):
        contestants[name].begin(match)
    conduct = [Conduct() for _ in names]
    ended_by = None
    while match.end is None and ended_by is None:
        ended_by = _end_from_outside(rules, match) or _next_move(match, names, contestants, conduct)
    return Contest(
        players=tuple(names), seed=seed, result=str(match.result), ended_by=ended_by or str(match.ended_by),
        plies=len(match.history), conduct=tuple(conduct), record=match.record().as_text(),
    )  # fmt: skip


def _end_from_outside(rules: ContestRules, match: Match) -> str | None:
    """A draw where positions repeat and AI players agree to one, or where the match reaches the cap of plies."""
    if rules.game.seats == 2 and not mid_turn(match.position) and rules.game.agrees_to_draw(match.seen):
        match.agree_draw()
        return "agreement"
    if len(match.history) >= rules.most_plies:
        match.stop(LOST if rules.game.seats == 1 else DRAWN, "ply_cap")
        return "ply_cap"
    return None


def _next_move(
    match: Match, names: Sequence[str], contestants: Mapping[str, Contestant], conduct: list[Conduct]
) -> str | None:
    place = match.position.turn - 1
    began = time.perf_counter()
    answered = contestants[names[place]].answer(match)
    spent = time.perf_counter() - began
    moved = answered.move is not None
    conduct[place] = conduct[place].after(spent, moves=int(moved), refused=answered.refused, late=answered.late)
    if answered.move is not None:
        match.play(match.game.write_move(match.position, answered.move))
        return None
    match.forfeit()
    if not answered.resigned:
        conduct[place] = conduct[place].model_copy(update={"forfeited": True, "problem": answered.problem[:500]})
    return "resignation" if answered.resigned else "forfeit"
