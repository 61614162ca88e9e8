"""What people can ask of the AI players of Infinity Grid Duel (rule 5)."""

from collections.abc import Callable, Mapping
from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.kernels.bits import STRIDE, each, neighbours, popcount
from quincunx.engine.moves import PASS
from quincunx.engine.rules import play
from quincunx.games.duel.evaluation import TILE
from quincunx.games.duel.move_features import USUAL_WEIGHTS, depth, is_late, most_turned
from quincunx.games.duel.rules import Duel, captured, empty, reach
from quincunx.search.advice.principles import Guidance, Phrases, Principle, Unit, Wish, Wording

TILES = Unit("tile", "tiles", TILE, little=1, plain=2.5, strong=5)

Test = Callable[[Duel, int], bool]


def placement(test: Test) -> Test:
    """The same predicate, which no pass fulfils."""
    return lambda position, move: move != PASS and test(position, move)


def captures(position: Duel, move: int) -> bool:
    return captured(position, 1 << move) != 0


def is_safest(position: Duel, move: int) -> bool:
    """Whether the best answer turns no more tiles than after any other placement."""
    places = each(reach(position.own, position.own_free, empty(position)))
    return most_turned(play(position, move)) == min(most_turned(play(position, place)) for place in places)


def expands(position: Duel, move: int) -> bool:
    """Whether there are more empty cells beside own tiles after it than before."""
    after = play(position, move)
    return popcount(neighbours(after.other, empty(after))) > popcount(neighbours(position.own, empty(position)))


def on_an_edge(position: Duel, move: int) -> bool:
    return depth(move, position.options.size) == 0


def near_a_corner(position: Duel, move: int) -> bool:
    """Whether it is a corner, or one step from it."""
    row, column = divmod(move, STRIDE)
    last = position.options.size - 1
    return min(row, last - row) + min(column, last - column) <= 1


def in_the_centre(position: Duel, move: int) -> bool:
    """Whether no cell is farther from the edges."""
    size = position.options.size
    return depth(move, size) == (size - 1) // 2


def blocks(position: Duel, move: int) -> bool:
    """Whether the other side can reach fewer empty cells after it than before."""
    after = play(position, move)
    theirs = reach(position.other, position.other_free, empty(position))
    return popcount(reach(after.own, after.own_free, empty(after))) < popcount(theirs)


def joins(position: Duel, move: int) -> bool:
    """Whether at least two own tiles lie beside it."""
    return popcount(neighbours(1 << move, position.own)) >= 2


def captures_late(position: Duel, move: int) -> bool:
    return is_late(position) and captures(position, move)


LATE_CAPTURES = Principle(
    "late_captures",
    Wording("captures late", "capture late", "captures once a third of the cells or fewer are empty"),
    Wording(
        "leaves a late capture", "leave a late capture", "stops capturing once a third of the cells or fewer are empty"
    ),
    "be greedy late",
    Phrases("endgame greed, end game greed, late greed, endgame, end game"),
    placement(captures_late),
)

CAPTURES = Principle(
    "captures",
    Wording("captures", "capture", "captures"),
    Wording("captures nothing", "capture nothing", "does not capture"),
    "capture whenever you can",
    Phrases(
        "capture, captures, capturing, turn tiles, turning tiles, flip, flips, flipping, steal, stealing",
        "greedy, greedily, greed, aggressive, aggressively, aggression",
        "attack, attacking, take tiles, taking tiles, grab tiles, grabbing tiles, fight, fighting",
    ),
    placement(captures),
    against=Phrases(manners="peaceful, peacefully, passive, passively"),
    late=LATE_CAPTURES,
)

SAFETY = Principle(
    "safety",
    Wording("gives back as little as it can", "give back as little as it can", "gives back as few tiles as it can"),
    Wording("takes a risk", "take a risk", "takes risks: gives tiles back"),
    "avoid giving captures back",
    Phrases(
        "safety, security, safe tiles",
        "safe, safely, careful, carefully, cautious, cautiously, defensive, defensively, solid, solidly, secure, "
        "securely",
        "defend, defending, protect, protecting, guard, guarding",
    ),
    placement(is_safest),
    against=Phrases(
        "recapture, recaptures, give back, giving back, give captures back, giving captures back, "
        "give back captures, giving back captures, give tiles back, giving tiles back, give away, giving away, "
        "give captures away, giving captures away, give tiles away, giving tiles away, be captured, being captured, "
        "get captured, getting captured, be recaptured, being recaptured, lose tiles, losing tiles, "
        "risk, risks, counterattack, counterattacks, danger",
        "risky, reckless, recklessly, bold, boldly",
    ),
)

EXPANSION = Principle(
    "expansion",
    Wording("makes more room", "make more room", "opens new cells beside its tiles"),
    Wording("makes no more room", "make no more room", "opens no new cells beside its tiles"),
    "expand",
    Phrases(
        "frontier, front, exposure, expand, expanding, expansion, grow, growing, growth, open tiles, mobility, "
        "freedom, options, options open, choices, legal moves, many moves, room to move, room, liberties",
        "exposed, expansive, mobile, flexible",
    ),
    placement(expands),
)

EDGES = Principle(
    "edges",
    Wording("takes an edge", "take an edge", "places on the edges"),
    Wording("stays off the edges", "stay off the edges", "stays off the edges"),
    "hold the edges",
    Phrases("edge, edges, border, borders, rim, side, sides, boundary, wall, walls"),
    placement(on_an_edge),
)

CORNERS = Principle(
    "corners",
    Wording("stays near a corner", "stay near a corner", "places in the corners and next to them"),
    Wording("stays away from the corners", "stay away from the corners", "stays away from the corners"),
    "stay near the corners",
    Phrases("corner, corners"),
    placement(near_a_corner),
)

CENTRE = Principle(
    "centre",
    Wording("takes the centre", "take the centre", "places in the centre"),
    Wording("stays out of the centre", "stay out of the centre", "stays out of the centre"),
    "take the centre",
    Phrases("centre, center, middle, heart", "central, centrally"),
    placement(in_the_centre),
)

BLOCKING = Principle(
    "blocking",
    Wording("blocks", "block", "takes cells away that you could reach"),
    Wording("blocks nothing", "block nothing", "leaves you all cells that you can reach"),
    "block the opponent",
    Phrases("block, blocks, blocking, restrict, restricting, hem in, cramp, squeeze, trap"),
    placement(blocks),
)

TOGETHER = Principle(
    "together",
    Wording("keeps together", "keep together", "places beside two of its own tiles or more"),
    Wording("spreads out", "spread out", "places beside one of its own tiles at most"),
    "keep together",
    Phrases(
        "compactness, cluster, clusters, connection, connections, group, groups",
        "compact, compactly, together, tight, tightly, connected, dense, densely, clustered",
    ),
    placement(joins),
    against=Phrases(manners="scattered, scatter, spread, spreading, spread out, loose, loosely"),
)

ABOUT_CAPTURES = (CAPTURES, LATE_CAPTURES)
"""What `medium` asks before its rules."""

OLDER_NAMES: Mapping[str, tuple[Principle, bool]] = {
    "captures": (CAPTURES, True),
    "recaptures": (SAFETY, False),
    "frontier": (EXPANSION, True),
    "edges": (EDGES, True),
    "corners": (CORNERS, True),
    "centre": (CENTRE, True),
    "mobility": (EXPANSION, True),
    "compactness": (TOGETHER, True),
    "endgame_greed": (LATE_CAPTURES, True),
}
"""What the weights of an older strategy were about, and whether a positive one sought the principle."""
HEAVIEST = 10


def older_wishes(given: Mapping[str, Any]) -> list[Wish]:
    """A strategy as records had it before there were principles: weights from -10 to 10, of which those that a line did
    not mention had their usual values."""
    weights = {name: weight for name, weight in given.items() if name != "text"}
    for name, weight in weights.items():
        _check_weight(name, weight)
    mentioned = {name: weight for name, weight in weights.items() if weight and weight != USUAL_WEIGHTS[name]}
    wishes = [_older_wish(name, weight) for name, weight in mentioned.items()]
    return list({wish.principle.name: wish for wish in wishes}.values())


def _older_wish(name: str, weight: int) -> Wish:
    principle, sought = OLDER_NAMES[name]
    price = next((price for most, price in ((3, TILES.little), (6, TILES.plain), (8, TILES.strong))
                  if abs(weight) <= most), None)  # fmt: skip
    return Wish(principle, sought == (weight > 0), price)


def _check_weight(name: object, weight: object) -> None:
    if name not in OLDER_NAMES:
        raise Refusal(ErrorCode.BAD_RECORD, f"a strategy has wishes, and no weight {quoted(name)}")
    if type(weight) is not int or abs(weight) > HEAVIEST:
        problem = f"the strategy's {name} must be a whole number from {-HEAVIEST} to {HEAVIEST}, not {quoted(weight)}"
        raise Refusal(ErrorCode.BAD_RECORD, problem)


GUIDANCE = Guidance(
    TILES,
    (CAPTURES, SAFETY, EXPANSION, EDGES, CORNERS, CENTRE, BLOCKING, TOGETHER, LATE_CAPTURES),
    "hold the edges, avoid giving captures back, be greedy late",
    older_wishes,
)
