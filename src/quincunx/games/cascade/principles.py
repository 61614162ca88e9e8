"""What people can ask of the AI players of Color Cascade Grid."""

from quincunx.engine.kernels.bits import popcount
from quincunx.games.cascade.evaluation import LEAD, SETTLED
from quincunx.games.cascade.rules import GREEN, VIOLET, Cascade, settled
from quincunx.games.match3.bits import Planes, of_code, swapped
from quincunx.games.match3.principles import FEW_SWAPS, LOW, MANY, SIDEWAYS, WAVES, swap
from quincunx.search.advice.principles import Guidance, Phrases, Principle, Unit, Wording

TOKENS = Unit("token", "tokens", LEAD, little=0.5, plain=1, strong=3, decided=SETTLED)


def tokens(cells: Planes, code: int) -> int:
    return popcount(of_code(cells, code))


def cleared(position: Cascade, move: int, code: int) -> int:
    """How many tokens of a code a swap clears, in all its waves."""
    after = settled(swapped(position.cells, move), position.options.board)
    return tokens(position.cells, code) - tokens(after, code)


def takes_theirs(position: Cascade, move: int) -> bool:
    return cleared(position, move, 3 - position.turn) > 0


def keeps_own(position: Cascade, move: int) -> bool:
    return cleared(position, move, position.turn) == 0


def clears_neutrals(position: Cascade, move: int) -> bool:
    return cleared(position, move, GREEN) + cleared(position, move, VIOLET) > 0


TAKING = Principle(
    "taking",
    Wording("takes tokens of yours", "take tokens of yours", "takes tokens of your colour"),
    Wording("leaves your tokens", "leave your tokens", "leaves the tokens of your colour"),
    "take my tokens",
    Phrases(
        "my tokens, my colour, my color, opponent's tokens, enemy tokens, their tokens, captures",
        "greedy, greedily, aggressive, aggressively, fast and loose, reckless, recklessly, bold, boldly",
        "attack, attacking, capture, fight, fighting",
    ),
    swap(takes_theirs),
    against=Phrases(manners="peaceful, peacefully, kind, gentle, passive, passively, friendly"),
)

KEEPING = Principle(
    "keeping",
    Wording("keeps its tokens", "keep its tokens", "keeps all tokens of its own colour"),
    Wording("gives tokens up", "give tokens up", "clears tokens of its own colour, to vanish"),
    "hoard your tokens",
    Phrases(
        "your tokens, own tokens, hoard, hoarding, hoard tokens, hoard your tokens",
        "safe, safely, careful, carefully, cautious, cautiously, defensive, defensively",
        "defend, defending, protect, guard",
    ),
    swap(keeps_own),
    against=Phrases("vanish, vanishing, disappear, sacrifice, sacrifices"),
)

NEUTRALS = Principle(
    "neutrals",
    Wording("clears neutral tokens", "clear neutral tokens", "clears neutral tokens"),
    Wording("leaves neutral tokens", "leave neutral tokens", "leaves neutral tokens"),
    "clear neutral tokens",
    Phrases("neutral, neutrals, neutral tokens, green, violet, greens, violets, goblin, goblins"),
    swap(clears_neutrals),
)

GUIDANCE = Guidance(
    TOKENS,
    (TAKING, KEEPING, NEUTRALS, WAVES, MANY, LOW, SIDEWAYS, FEW_SWAPS),
    "go for long cascades, hoard your tokens, swap sideways a little",
)
