"""A whole training: which games are played in which order, how it goes on after an interruption, and what it reports.

Everything follows from the seed and the budgets. A training is cut into rounds; after any of them it can stop, and one
that is resumed ends with the same bytes as one that never stopped.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from quincunx.engine.clock import lowered_flag
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame, read_seed
from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.randomness import SEED_LIMIT, word
from quincunx.learning.network import Network, Schedule, Weights
from quincunx.learning.self_play import (
    COUNTS,
    ENDLESS,
    ERRORS,
    FIRST,
    LEARNED,
    PLAYED,
    PLIES,
    TrainingSettings,
    TrainingStream,
    play_to_learn,
)
from quincunx.learning.table import read_arrays, write_arrays, write_table, write_whole
from quincunx.learning.teacher import play_with_teacher
from quincunx.search.workspace import Workspace, make_workspace

ROUNDS = 100
"""Each of the two parts is cut into this many rounds, or one for each game."""
REPORTED = 10
"""How many lines of statistics each part leaves behind."""
LAST_RATE = 0.05
"""The rate of the last round, as a share of the first one's."""
SELF_PLAY, TEACHER = range(2)
PARTS = ("self-play", "teacher")
STARTS = (TrainingStream.SELF_PLAY_STARTS, TrainingStream.TEACHER_STARTS)
"""By part: the stream that gives every start of a game its seed."""


class Round(NamedTuple):
    """Some games of one part of a training."""

    part: int
    number: int
    of: int
    first: int
    games: int

    @property
    def rate(self) -> float:
        """What remains of the learning rate, which falls in a straight line."""
        return 1.0 - (1.0 - LAST_RATE) * self.number / self.of


def rounds(schedule: Schedule) -> list[Round]:
    return [
        Round(part, number, of, games * number // of, games * (number + 1) // of - games * number // of)
        for part, games in enumerate((schedule.games, schedule.search_games))
        for of in (min(ROUNDS, games),)
        for number in range(of)
    ]


def network_of(game: AnyGame) -> Network:
    """The network that a game declares, or a refusal."""
    if game.network is None or game.seats != 2:
        raise Refusal(ErrorCode.NOT_ALLOWED, f"{game.slug} declares no network, so there is nothing to train")
    return game.network


def json_file(table: Path) -> Path:
    return table.with_suffix(".json")


def partial_file(table: Path) -> Path:
    """Where an unfinished training is kept."""
    return table.with_suffix(".partial")


@dataclass
class Training:
    """A training in progress: its weights, the next round, and what has been counted so far."""

    game: AnyGame
    seed: int
    schedule: Schedule
    weights: Weights
    next_round: int
    counts: Weights
    statistics: list[dict[str, Any]]

    @classmethod
    def start(cls, game: AnyGame, seed: int, games: int | None = None, search_games: int | None = None) -> "Training":
        network = network_of(game)
        schedule = network.schedule
        schedule = replace(
            schedule,
            games=schedule.games if games is None else games,
            search_games=schedule.search_games if search_games is None else search_games,
        )
        return cls(game, read_seed(seed), schedule, np.zeros(network.weights), 0, np.zeros(COUNTS), [])

    @property
    def network(self) -> Network:
        return network_of(self.game)

    @property
    def rounds(self) -> list[Round]:
        return rounds(self.schedule)

    def run(self, report: Callable[["Training"], None]) -> None:
        """Go on to the end; `report` is called after every round. An exception leaves what was kept before it."""
        plan = self.rounds
        workspace = make_workspace(0, np.zeros(0, np.int64), lowered_flag(), bits=0)
        while self.next_round < len(plan):
            self._play(plan[self.next_round], workspace)
            self.next_round += 1
            report(self)

    def _play(self, this: Round, workspace: Workspace) -> None:
        network, rate = self.network, (self.schedule.rate, self.schedule.search_rate)[this.part] * this.rate
        settings = TrainingSettings(
            rate, self.schedule.trace, self.schedule.opening, self.schedule.longest, self.schedule.search_depth,
            network.margin, network.style,
        )  # fmt: skip
        for first, games, variant in self._starts(this):
            seed = word(self.seed, STARTS[this.part], first)
            start = self.game.new(self.game.variant(variant), seed % SEED_LIMIT)
            if this.part == SELF_PLAY:
                play_to_learn(start, seed, games, settings, network.layout, self.weights, self.counts)
            else:
                play_with_teacher(start, seed, games, settings, network.layout, self.weights, self.counts, workspace)
        if (this.number + 1) % max(1, this.of // REPORTED) == 0 or this.number + 1 == this.of:
            self._note_statistics(this)

    def _starts(self, this: Round) -> Iterator[tuple[int, int, str]]:
        """The starts of a round: the number of the first game, how many there are, and their preset. Where chance
        deals, every game has a start of its own; else the presets share the round."""
        names = self.network.variants
        starts = this.games if self.game.chance else min(len(names), this.games)
        for k in range(starts):
            low, high = this.games * k // starts, this.games * (k + 1) // starts
            yield this.first + low, high - low, names[(this.number + k) % len(names)]

    def _note_statistics(self, this: Round) -> None:
        """What the games since the last note were like."""
        counts = self.counts
        games, learned = max(1.0, counts[PLAYED]), max(1.0, counts[LEARNED])
        self.statistics.append(
            {
                "part": PARTS[this.part],
                "games": this.first + this.games,
                "plies": round(float(counts[PLIES] / games), 2),
                "endless": round(float(counts[ENDLESS] / games), 4),
                "first_side": round(float(counts[FIRST] / games), 4),
                "error": round(float(counts[ERRORS] / learned), 4),
            }
        )
        counts[:] = 0

    # Files.

    def save(self, table: Path) -> None:
        """The result: the table, and beside it how it came about. An unfinished training that lay there is done."""
        write_table(self.network, self.weights, table)
        write_whole(json_file(table), (json.dumps(self.account(), indent=2) + "\n").encode())
        with suppress(FileNotFoundError):
            partial_file(table).unlink()

    def account(self) -> dict[str, Any]:
        """How the weights came about: enough to make them again."""
        return {
            "game": self.game.slug,
            "version": self.game.version,
            "network": self.network.fingerprint,
            "weights": self.network.weights,
            "learned": int(np.count_nonzero(self.weights)),
            "variants": list(self.network.variants),
            "seed": self.seed,
            "schedule": asdict(self.schedule),
            "statistics": self.statistics,
        }

    def keep(self, table: Path) -> None:
        """Write down how far it is, so that it can be resumed."""
        account = np.array(json.dumps(self.account()))
        write_arrays(
            partial_file(table), weights=self.weights, counts=self.counts, next_round=self.next_round, account=account
        )

    def resume(self, table: Path) -> None:
        """Go on from the file of an unfinished training with the same seed and budgets."""
        path = partial_file(table)
        try:
            arrays = read_arrays(path)
            account = json.loads(str(arrays["account"]))
            next_round = int(arrays["next_round"])
        except FileNotFoundError:
            raise Refusal(ErrorCode.NOT_FOUND, f"there is no unfinished training in {path}") from None
        except (ValueError, KeyError):
            raise Refusal(ErrorCode.BAD_RECORD, f"{path} is damaged; delete it and train from the start") from None
        mine = self.account()
        differing = [name for name in mine if name not in ("statistics", "learned") and mine[name] != account.get(name)]
        if differing:
            unlike = ", ".join(differing)
            raise Refusal(ErrorCode.BAD_RECORD, f"{path} has another {unlike}; give the same, or delete it")
        self.weights, self.counts, self.next_round = arrays["weights"], arrays["counts"], next_round
        self.statistics = account["statistics"]
