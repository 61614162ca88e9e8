"""The words of the embedded interpreter: phrases for features, and the words that turn, strengthen or cancel them.

`docs/strategy.md` lists them for people; a test holds the two together.
"""

from collections.abc import Mapping
from typing import NamedTuple

Words = tuple[str, ...]


class Meaning(NamedTuple):
    """What a phrase is about, and whether it speaks for it (1) or against it (-1)."""

    feature: str
    sign: int


def _split(line: str) -> list[Words]:
    return [tuple(phrase.split()) for phrase in line.split(",")]


def _meanings(**lines: str) -> dict[Words, Meaning]:
    """`edges=…` are phrases for edges, `not_edges=…` phrases against them."""
    found = {}
    for name, line in lines.items():
        meaning = Meaning(name.removeprefix("not_"), -1 if name.startswith("not_") else 1)
        found.update(dict.fromkeys(_split(line), meaning))
    return found


THINGS: Mapping[Words, Meaning] = _meanings(
    captures="capture, captures, capturing, turn tiles, turning tiles, flip, flips, flipping, steal, stealing",
    recaptures="recapture, recaptures, give back, giving back, give captures back, giving captures back, "
    "give back captures, giving back captures, give tiles back, giving tiles back, give away, giving away, "
    "give captures away, giving captures away, give tiles away, giving tiles away, be captured, being captured, "
    "get captured, getting captured, be recaptured, being recaptured, lose tiles, losing tiles, "
    "risk, risks, counterattack, counterattacks, danger",
    not_recaptures="safety, security, safe tiles",
    frontier="frontier, front, exposure, expand, expanding, expansion, grow, growing, growth, open tiles",
    edges="edge, edges, border, borders, rim, side, sides, boundary, wall, walls",
    corners="corner, corners",
    centre="centre, center, middle, heart",
    mobility="mobility, freedom, options, options open, choices, legal moves, many moves, room to move, liberties, "
    "block, blocks, blocking, restrict, restricting, hem in, cramp, squeeze, trap",
    compactness="compactness, cluster, clusters, connection, connections, group, groups",
    endgame_greed="endgame greed, end game greed, late greed, endgame, end game",
)
"""Phrases that name a thing to seek or to avoid: a verb or a negation before them reaches over `and` and commas."""

MANNERS: Mapping[Words, Meaning] = _meanings(
    captures="greedy, greedily, greed, aggressive, aggressively, aggression",
    not_captures="peaceful, peacefully, passive, passively",
    recaptures="risky, reckless, recklessly, bold, boldly",
    not_recaptures="safe, safely, careful, carefully, cautious, cautiously, defensive, defensively, solid, solidly, "
    "secure, securely",
    frontier="exposed, expansive",
    centre="central, centrally",
    mobility="mobile, flexible",
    compactness="compact, compactly, together, tight, tightly, connected, dense, densely, clustered",
    not_compactness="scattered, scatter, spread, spreading, spread out, loose, loosely",
)
"""Phrases that say how to play: no comma carries anything over to them."""

ACTIONS: Mapping[Words, Meaning] = _meanings(
    captures="attack, attacking, take tiles, taking tiles, grab tiles, grabbing tiles, fight, fighting",
    not_recaptures="defend, defending, protect, protecting, guard, guarding",
)
"""Phrases that mean this when nothing else is named beside them: "attack", but not "attack the corners"."""

VERBS = _split(
    "hold, holding, take, taking, keep, keeping, prefer, like, love, want, go, go for, seek, play, playing, favour, "
    "favor, grab, control, occupy, stay, be, remain, build, make, maximise, maximize, increase, value, use, try, "
    "focus, aim, choose, get, claim, conquer, dominate, rush, care, care about, more, pick, own, start, move, "
    "head for, look for, concentrate"
)
"""Words that a wish may begin with: they end what went before."""

REFUSALS = _split(
    "avoid, avoiding, refuse, stop, hate, dislike, shun, less, fewer, minimise, minimize, reduce, prevent, "
    "stay away from, keep away from, keep out of, stay out of, away from, leave, skip, beware of, give up, abandon, "
    "fear, over, instead of, rather than"
)
"""Words that turn a wish into its opposite."""

NEGATIONS = _split(
    "not, no, never, don't, dont, without, can't, cannot, won't, shouldn't, mustn't, isn't, aren't, neither, nor"
)
"""Words that turn what follows; with a refusal they cancel out ("do not avoid the corners")."""

INDIFFERENCE = _split(
    "ignore, ignoring, forget, neglect, disregard, regardless of, not care about, don't care about, dont care about, "
    "not mind, don't mind, dont mind"
)
"""A weight of 0 for what follows."""

INDIFFERENCE_AFTER = _split(
    "not matter, don't matter, doesn't matter, dont matter, unimportant, irrelevant, not important, aren't important, "
    "isn't important"
)
"""A weight of 0 for what went before."""

STRENGTHS: Mapping[Words, int] = {
    **dict.fromkeys(_split("at all costs, above all, extremely, absolutely, whatever it takes, no matter what"), 2),
    **dict.fromkeys(_split(
        "very, really, strongly, highly, much, most, mostly, mainly, always, ever, a lot, as much as possible, "
        "heavily, firmly, especially, lots of, as many as possible, important"
    ), 1),
    **dict.fromkeys(_split(
        "slightly, a bit, a little, bit, little, somewhat, fairly, mildly, sometimes, maybe, perhaps, if possible, "
        "when possible, where possible, kind of, occasionally, gently, some, a few"
    ), -1),
}  # fmt: skip
"""Emphasis: how much stronger, or weaker, a wish becomes."""

SOFTENERS = _split("not too, not very, not overly, not so, not that, not really, not especially") + _split(
    "don't too, don't very, don't overly, don't so, don't that, don't really, never too"
)
"""A negation that asks for a little less ("not too greedy"): its two words may have a verb between them."""

LATE = _split(
    "late, later, late in, at the end, in the end, in the endgame, in the end game, towards the end, near the end, "
    "late game, in the late game"
)
"""With captures these mean endgame greed."""

AND = _split("and, or, &")
BREAKS = _split("but, then, while, yet, however") + [(mark,) for mark in ".;:!?"]
"""What divides a line into parts. A verb or a negation reaches over `and` and commas, and over nothing else."""

SILENT = [
    *[(word,) for word in (
        "the a an any my your our its his her their this these those all every each of to in on at for with from by as "
        "it them they you i me we us please is are should must shall will would can could let just also too even only "
        "do does tile tiles piece pieces stone stones cell cells square squares board game opponent opponents enemy "
        "opponent's enemy's other other's player being getting into there ai computer both many that so"
    ).split()],
    *_split("not only, other side, other side's, opponent's side, enemy's side"),
]  # fmt: skip
"""Words without which a line means the same."""
