"""How much stronger one player is than another: a pairing at a time, in pairs of matches with the seats swapped.

    python -m benchmarks.players.strength pushmine hard old-hard [--games N] [--opening PLIES] [--until-sure SCORE]

Players are those of the lab (`hard`, `hard/4`, `random`), and former ones that are kept here alone, to be measured
against (`old-hard`). Both matches of a pair have the same seed and begin with the same random plies. The clock is off:
budgets of nodes or simulations end every search.

Every match is one line in `benchmarks/results/strength.jsonl`. The same command goes on where it was interrupted: a
match counts if its line names the same players with the same settings. After a change of code that settings do not
show (an evaluation's weights), give another `--results`.

`--until-sure .6` stops as soon as the score is known to be above or below .6. It looks at 40, 80, 160, … matches, with
intervals that grow from look to look, so that all looks together err in at most 5 % of runs.
"""

import argparse
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.ledger import RESULTS as FOLDER
from benchmarks.ledger import Ledger
from quincunx.catalogue import game as find_game
from quincunx.engine.game import AnyGame
from quincunx.engine.player import Player
from quincunx.games.duel.players import SearchPlayer
from quincunx.games.pushmine.evaluation.weights import BASELINE, IMPROVED
from quincunx.games.pushmine.players import PushminePlayer
from quincunx.lab.judge.statistics import LEVEL, wilson
from quincunx.lab.ladder import LadderResult, PairingScore, meet, pairing_score
from quincunx.lab.run.players import find_player
from quincunx.lab.run.sequential import level_of, sizes
from quincunx.search.players import NegamaxPlayer

RESULTS = FOLDER / "strength.jsonl"
FIRST_LOOK = 40

FORMER: Mapping[str, Mapping[str, Player]] = {
    "pushmine": {
        "old-medium": PushminePlayer(NegamaxPlayer(depth=4, nodes=200_000, style=BASELINE, table_bits=14)),
        "old-hard": PushminePlayer(NegamaxPlayer(nodes=250_000, style=IMPROVED)),
    },
    "duel": {"old-hard": SearchPlayer(nodes=600_000, solve=14)},
}
"""Players as they were before, by game: nothing but this benchmark knows them."""


class Pairing(NamedTuple):
    game: AnyGame
    variant: str | None
    stronger: str
    weaker: str
    opening: int

    @property
    def players(self) -> tuple[Player, Player]:
        return player_of(self.game, self.stronger), player_of(self.game, self.weaker)

    def key(self) -> dict[str, Any]:
        """What makes two matches belong to the same measurement."""
        first, second = self.players
        variant = self.game.variant(self.variant).model_dump(exclude_defaults=True)
        return {
            "game": self.game.slug, "variant": variant, "stronger": self.stronger, "weaker": self.weaker,
            "opening": self.opening, "settings": [repr(first), repr(second)],
        }  # fmt: skip

    def play(self, number: int) -> dict[str, Any]:
        result = meet(self.game, self.variant, self.players, number // 2, number % 2 == 1, self.opening)
        return result._asdict() | {"slowest": [round(seconds, 3) for seconds in result.slowest]}


def player_of(game: AnyGame, name: str) -> Player:
    """A former player, perhaps with another budget (`old-hard/4`), or one of the lab's."""
    former = FORMER.get(game.slug, {})
    level, _, divisor = name.partition("/")
    return scaled(former[level], divisor) if level in former else find_player(game, name)


def scaled(player: Player, divisor: str) -> Player:
    smaller = player.scaled(Fraction(1, int(divisor))) if divisor else player
    if smaller is None:
        raise SystemExit("this player has no budget to scale")
    return smaller


def measure(pairing: Pairing, games: int, file: Path, sure: float | None = None) -> PairingScore:
    """Play up to `games` matches; with `sure`, only until the score is known to be on one side of it."""
    ledger = Ledger(file, pairing.key())
    results: list[LadderResult] = []
    looks = sizes(FIRST_LOOK, games) if sure is not None else iter([games])
    for look, size in enumerate(looks, start=1):
        while len(results) < size:
            results.append(result_of(ledger.observe(len(results), pairing.play)))
            print(f"\r{text_of(pairing_score(pairing.stronger, pairing.weaker, results))}", end="", flush=True)
        found = pairing_score(pairing.stronger, pairing.weaker, results)
        low, high = wilson(found.score, found.games, level_of(look) if sure is not None else LEVEL)
        if sure is not None and not low <= sure <= high:
            break
    print()
    return found


def result_of(line: Mapping[str, Any]) -> LadderResult:
    return LadderResult(line["points"], line["plies"], tuple(line["slowest"]))


def text_of(found: PairingScore) -> str:
    return (
        f"{found.stronger} over {found.weaker}: {found.games} matches, {found.wins} won, {found.draws} drawn, "
        f"{found.losses} lost, score {found.score:.3f} [{found.low:.3f}, {found.high:.3f}], "
        f"{found.mean_plies:.0f} plies, slowest {found.slowest[0]:.2f} and {found.slowest[1]:.2f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How much stronger one player is than another.")
    parser.add_argument("game")
    parser.add_argument("stronger", help="a level, a player of the lab, or a former level")
    parser.add_argument("weaker")
    parser.add_argument("--variant", help="a preset of the game")
    parser.add_argument("--games", type=int, default=400, help="how many matches, at most")
    parser.add_argument("--opening", type=int, default=4, help="random plies at the start of every match")
    parser.add_argument("--until-sure", type=float, metavar="SCORE", help="stop once the score is surely not this one")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of all matches")
    options = parser.parse_args()
    pairing = Pairing(find_game(options.game), options.variant, options.stronger, options.weaker, options.opening)
    measure(pairing, options.games, options.results, options.until_sure)


if __name__ == "__main__":
    main()
