"""Small runs for the tests."""

from pathlib import Path
from typing import Any

from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.runner import run
from quincunx.lab.run.spec import Spec, make_spec
from quincunx.lab.run.workers import crew_at


def small_spec(
    game: str = "duel",
    variant: Any = None,
    players: tuple[str, ...] = ("medium", "easy"),
    games: int = 12,
    **further: Any,
) -> Spec:
    """No matches beside the main pairing, unless they are asked for."""
    fields = {"simple": 0, "ladder": 0, "decisions": 0} | further
    return make_spec(game, {"size": 4} if variant is None and game == "duel" else variant, players, games, **fields)


def play(spec: Spec, path: Path, where: str = "threads:1") -> RunFolder:
    folder = RunFolder.create(path, spec)
    with crew_at(where) as crew:
        run(spec, folder, crew)
    return folder
