"""What an AI player is asked in a match, and what it thought."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quincunx.engine.clock import Flag, lowered_flag
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.player import Choice
from quincunx.engine.rules import legal, observe, play
from quincunx.search.hints import purpose_of
from quincunx.server.match.actions import Thought
from quincunx.server.match.state import State


@dataclass(frozen=True)
class AiTask:
    """What an AI player is asked, taken from a match that may go on meanwhile."""

    match: Match
    level: str
    strategy: dict[str, Any] | None
    stop: Flag = field(default_factory=lowered_flag)
    """Raised when the answer is no longer wanted."""

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def position(self) -> Any:
        return self.match.position


class ChosenMove(NamedTuple):
    move: str
    thought: Thought


def ai_task(state: State) -> AiTask:
    return AiTask(state.match.copy(), state.levels[state.turn], state.strategies.get(state.turn))


def thought_of(task: AiTask, choice: Choice) -> Thought:
    return {
        "level": task.level,
        "score": None if choice.score is None else int(choice.score),
        "depth": int(choice.depth),
        "nodes": int(choice.nodes),
        "line": line_texts(task, choice.line),
        "seconds": round(float(choice.seconds), 4),
        "cut_short": bool(choice.cut_short),
        "reason": choice.reason,
        "purpose": purpose_of(task.game, task.position, choice),
    }


def line_texts(task: AiTask, line: tuple[int, ...]) -> list[str]:
    """The moves that the player expects, as far as it can see."""
    texts, position = [], observe(task.position, task.position.turn)
    for move in line:
        if not legal(position, move):
            break
        texts.append(task.game.write_move(position, move))
        position = play(position, move)
    return texts
