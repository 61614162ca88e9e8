"""Laws about AI players: whatever the level and however short the time, the move is legal."""

from typing import Any

from quincunx.engine.rules import legal
from quincunx.search.chooser import choose
from quincunx.testing.law import law, require
from quincunx.testing.trial import Trial


@law
def levels_choose_legal_moves(trial: Trial) -> None:
    """Every level chooses a legal move, also if its time is over when it begins."""
    for position in _some_positions(trial):
        for level in trial.game.levels:
            for milliseconds in (0, trial.milliseconds):
                _require_legal(trial, position, level, milliseconds)


def _some_positions(trial: Trial) -> list[Any]:
    """The first, and one from the middle."""
    unfinished = trial.unfinished
    return [unfinished[0], unfinished[len(unfinished) // 2]] if unfinished else []


def _require_legal(trial: Trial, position: Any, level: str, milliseconds: int) -> None:
    choice = choose(trial.game, position, level, trial.seed, milliseconds=milliseconds)
    seen = "{} chooses {} at ply {} in {} ms"
    require(legal(position, choice.move), seen, level, choice.move, position.ply, milliseconds)
