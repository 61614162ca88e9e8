"""What people can ask of the AI players of Stack Swap Mosaic."""

from quincunx.engine.moves import PASS, numbers
from quincunx.engine.rules import moves, play
from quincunx.games.match3.principles import FEW_SWAPS, LOW, MANY, SIDEWAYS, WAVES, swap
from quincunx.games.mosaic.rules import Mosaic
from quincunx.search.advice.principles import Guidance, Phrases, Principle, Unit, Wording

POINTS = Unit("point", "points", 1, little=5, plain=15, strong=40)


def points_of(position: Mosaic, move: int) -> int:
    """What a move is sure to make."""
    return int(play(position, move).other_score) - position.score


def pays_most(position: Mosaic, move: int) -> bool:
    """Whether no other swap is sure to make more points at once."""
    return points_of(position, move) == max(points_of(position, other) for other in numbers(moves(position)))


def best_answer(position: Mosaic) -> int:
    """The most points that the side to move is sure to make."""
    return max((points_of(position, move) for move in numbers(moves(position)) if move != PASS), default=0)


def leaves_least(position: Mosaic, move: int) -> bool:
    """Whether the best answer makes no more points than after any other swap."""
    left = {other: best_answer(play(position, other)) for other in numbers(moves(position))}
    return left[move] == min(left.values())


GREED = Principle(
    "greed",
    Wording(
        "takes the most points at once", "take the most points at once", "takes the most points that it can get at once"
    ),
    Wording("leaves the most points for later", "leave the most points for later", "leaves the most points for later"),
    "play fast and loose",
    Phrases(
        "points, most points, points at once",
        "greedy, greedily, greed, fast and loose, fast, reckless, recklessly, aggressive, aggressively, bold, boldly",
        "attack, attacking, grab points",
    ),
    swap(pays_most),
    against=Phrases(manners="patient, patiently"),
)

SAFETY = Principle(
    "safety",
    Wording(
        "leaves you as few points as it can", "leave you as few points as it can", "leaves you as few points as it can"
    ),
    Wording("takes a risk", "take a risk", "leaves you more points than it must"),
    "play it safe",
    Phrases(
        "safety, security",
        "safe, safely, careful, carefully, cautious, cautiously, defensive, defensively, solid, solidly, play it safe",
        "defend, defending",
    ),
    swap(leaves_least),
    against=Phrases("risk, risks", "risky"),
)

GUIDANCE = Guidance(
    POINTS, (GREED, SAFETY, WAVES, MANY, LOW, SIDEWAYS, FEW_SWAPS), "go for long cascades, play low, never take risks"
)
