"""Simulated people: matches of AI players, as records in which persons hold the seats."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from quincunx.engine.record import Record, Seat
from quincunx.lab.judge.summary import replayed
from tests.lab.runs import play, small_spec

PERSON, EASY = Seat(), Seat(kind="level", level="easy")


@cache
def records(games: int, player: str = "easy", game: str = "duel", seed: int = 77) -> tuple[Record, ...]:
    """What these players would leave behind if people had sent their moves."""
    spec = small_spec(game, players=(player,), games=games, seed=seed)
    with TemporaryDirectory() as place:
        rows = list(play(spec, Path(place) / "run").games().iter_rows(named=True))
    return tuple(replayed(spec, row["seed"], row["moves"]).record() for row in rows)


def named(given: tuple[Record, ...], *seats: Seat) -> Iterator[tuple[str, Record]]:
    for number, record in enumerate(given):
        yield f"match-{number}", record.model_copy(update={"seats": seats} if seats else {})
