"""Everyone against everyone, with seats swapped for each seed; in a game for one, everyone on the same boards."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from quincunx.arena.contest import Contest, ContestRules, play_contest
from quincunx.arena.folder import ArenaFolder, Plan
from quincunx.arena.players import AnswerLimits, Contestant, PlayerText, contestant
from quincunx.catalogue import game as find_game
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame, read_seed
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.lab.judge.statistics import ScoreEstimate
from quincunx.limits import PLY_CAP

LOST_WORTH = 10**6
"""In a game for one, a board that was lost is worse than any that was won."""

Report = Callable[[int, int], None]


class Fixture(NamedTuple):
    """A match to be played: its players by seat, and its seed."""

    names: tuple[str, ...]
    seed: int


class Arena:
    """A round robin in a folder."""

    def __init__(
        self,
        game: str,
        variant: Any,
        players: Sequence[PlayerText],
        limits: AnswerLimits,
        out: Path,
        seed: int = 1,
        opening: int = 0,
        most_plies: int = PLY_CAP,
    ) -> None:
        self.game: AnyGame = find_game(game)
        self.players = {player.name: player for player in players}
        self.limits = limits
        self.seed = read_seed(seed)
        self.rules = ContestRules(self.game, self.game.variant(variant), opening, most_plies)
        _must_be_enough(players)
        self._must_play()
        plan = Plan(
            game=game, version=self.game.version, variant=self.rules.variant.model_dump(mode="json"), seed=seed,
            opening=opening, most_plies=most_plies, tries=limits.tries, seconds=limits.seconds,
            list_moves=limits.list_moves, players={player.name: player.text for player in players},
        )  # fmt: skip
        self.folder = ArenaFolder(out, plan)

    def _must_play(self) -> None:
        """Whatever is wrong with a player is found out before anything is written."""
        for player in self.players.values():
            contestant(self.game, player, self.limits).close()

    # Playing.

    def fixtures(self, games: int) -> list[Fixture]:
        """All matches, one round after the other, so that whatever was played is a fair picture."""
        if self.game.seats == 1:
            return [Fixture((name,), self._seed(number)) for number in range(games) for name in self.players]
        return [
            Fixture(pair[:: -1 if number % 2 else 1], self._seed(number // 2))
            for number in range(games)
            for pair in combinations(self.players, 2)
        ]

    def _seed(self, number: int) -> int:
        return (self.seed + number) % SEED_LIMIT

    def play(self, games: int, jobs: int = 1, report: Report = lambda done, total: None) -> None:
        """Play what is missing; `games` for each pairing, `jobs` matches at a time."""
        fixtures = self.fixtures(games)
        missing = [one for one in fixtures if (*one.names, one.seed) not in self.folder.contests]
        done, total, lock = len(fixtures) - len(missing), len(fixtures), threading.Lock()
        waiting = iter(missing)
        report(done, total)

        def following() -> Fixture | None:
            with lock:
                return next(waiting, None)

        def finished(contest: Contest) -> None:
            nonlocal done
            with lock:
                self.folder.add(contest)
                done += 1
                report(done, total)

        def stopped() -> None:
            nonlocal waiting
            with lock:
                waiting = iter(())

        def work() -> None:
            try:
                self._play_fixtures(iter(following, None), finished)
            except BaseException:
                stopped()
                raise

        if jobs == 1:
            work()
            return
        with ThreadPoolExecutor(jobs, "arena") as pool:
            try:
                for worker in [pool.submit(work) for _ in range(jobs)]:
                    worker.result()
            finally:
                stopped()

    def _play_fixtures(self, fixtures: Iterator[Fixture], finished: Callable[[Contest], None]) -> None:
        """With players of its own, so that several can do this at once."""
        contestants: dict[str, Contestant] = {}
        with ExitStack() as stack:
            for fixture in fixtures:
                for name in fixture.names:
                    if name not in contestants:
                        contestants[name] = contestant(self.game, self.players[name], self.limits)
                        stack.enter_context(closing(contestants[name]))
                finished(play_contest(self.rules, fixture.names, contestants, fixture.seed))

    # Results.

    @property
    def contests(self) -> list[Contest]:
        """The matches of these players that were played."""
        return [one for one in self.folder.contests.values() if set(one.players) <= set(self.players)]

    def scores(self) -> list[ScoreEstimate]:
        contests = self.contests
        pairs = combinations(self.players, 2)
        scores = (_score_alone(contests, *pair) if self.game.seats == 1 else _score(contests, *pair) for pair in pairs)
        return [score for score in scores if score.games]


def _score(contests: Sequence[Contest], first: str, second: str) -> ScoreEstimate:
    points = {"1": (1.0, 0.0), "2": (0.0, 1.0)}
    made = [
        points.get(one.result, (0.5, 0.5))[one.players.index(first)]
        for one in contests
        if set(one.players) == {first, second}
    ]
    return ScoreEstimate(first, second, sum(made), len(made))


def _score_alone(contests: Sequence[Contest], first: str, second: str) -> ScoreEstimate:
    """Two players on the same board: fewer moves win."""
    worth = {(one.players[0], one.seed): one.plies if one.result == "1" else LOST_WORTH for one in contests}
    boards = [seed for name, seed in worth if name == first and (second, seed) in worth]
    gaps = [worth[second, seed] - worth[first, seed] for seed in boards]
    return ScoreEstimate(first, second, sum(1.0 if gap > 0 else 0.5 if gap == 0 else 0.0 for gap in gaps), len(gaps))


def _must_be_enough(players: Sequence[PlayerText]) -> None:
    names = [player.name for player in players]
    if len(names) < 2:
        raise Refusal(ErrorCode.BAD_REQUEST, "an arena needs at least two players: give --player twice or more")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        problem = f"two players are called {quoted(twice)}; name one, as in --player other={players[0].text}"
        raise Refusal(ErrorCode.BAD_REQUEST, " ".join(problem.split()))
