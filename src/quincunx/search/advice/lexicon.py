"""The words of the built-in interpreter that are the same for every game: those that turn, strengthen or cancel a wish.

The words for a game's principles stand with them. `docs/strategy.md` lists all of them for people; a test holds the two
together.
"""

from collections.abc import Mapping

Words = tuple[str, ...]


def split(line: str) -> list[Words]:
    """The phrases of a list divided by commas."""
    return [tuple(phrase.split()) for phrase in line.split(",") if phrase.strip()]


VERBS = split(
    "hold, holding, take, taking, keep, keeping, prefer, like, love, want, go, go for, seek, play, playing, favour, "
    "favor, grab, control, occupy, stay, be, remain, build, make, maximise, maximize, increase, value, use, try, "
    "focus, aim, choose, get, claim, conquer, dominate, rush, care, care about, more, pick, own, start, move, "
    "head for, look for, concentrate, swap, swapping, push, pushing, clear, clearing, place, placing, give, allow"
)
"""Words that a wish may begin with: they end what went before."""

REFUSALS = split(
    "avoid, avoiding, refuse, stop, hate, dislike, shun, less, fewer, minimise, minimize, reduce, prevent, "
    "stay away from, keep away from, stay off, keep off, off, steer clear of, stay clear of, keep clear of, "
    "keep out of, stay out of, away from, leave, skip, beware of, give up, abandon, "
    "fear, over, instead of, rather than"
)
"""Words that turn a wish into its opposite."""

NEGATIONS = split(
    "not, no, never, don't, dont, without, can't, cannot, won't, shouldn't, mustn't, isn't, aren't, neither, nor"
)
"""Words that turn what follows; with a refusal they cancel out ("do not avoid the corners")."""

INDIFFERENCE = split(
    "ignore, ignoring, forget, neglect, disregard, regardless of, not care about, don't care about, dont care about, "
    "not mind, don't mind, dont mind"
)
"""What follows does not matter."""

INDIFFERENCE_AFTER = split(
    "not matter, don't matter, doesn't matter, dont matter, unimportant, irrelevant, not important, aren't important, "
    "isn't important"
)
"""What went before does not matter."""

LITTLE, PLAIN, STRONG, NO_LIMIT = -1, 0, 1, 2
"""How strong a wish is: it sets the price."""

STRENGTHS: Mapping[Words, int] = {
    **dict.fromkeys(split(
        "at all costs, at all cost, at any cost, at any price, whatever it costs, whatever the cost, "
        "whatever it takes, no matter what"
    ), NO_LIMIT),
    **dict.fromkeys(split(
        "very, really, strongly, highly, much, most, mostly, mainly, always, ever, a lot, as much as possible, "
        "heavily, firmly, especially, lots of, as many as possible, important, above all, extremely, absolutely"
    ), STRONG),
    **dict.fromkeys(split(
        "slightly, a bit, a little, bit, little, somewhat, fairly, mildly, sometimes, maybe, perhaps, if possible, "
        "when possible, where possible, kind of, occasionally, gently, some, a few"
    ), LITTLE),
}  # fmt: skip


SOFTENERS = split("not too, not very, not overly, not so, not that, not really, not especially") + split(
    "don't too, don't very, don't overly, don't so, don't that, don't really, never too"
)
"""A negation that asks for a little less ("not too greedy"): its two words may have a verb between them."""

LATE = split(
    "late, later, late in, late on, at the end, in the end, in the endgame, in the end game, towards the end, "
    "near the end, late game, in the late game"
)
"""They turn a principle into what it becomes late in a match, where a game has that."""

AND = split("and, or, &")
BREAKS = split("but, then, while, yet, however") + [(mark,) for mark in ".;:!?"]
"""What divides a line into parts. A verb or a negation reaches over `and` and commas, and over nothing else."""

SILENT = [
    *[(word,) for word in (
        "the a an any my your our its his her their this these those all every each of to in on at for with from by as "
        "it them they you i me we us please is are should must shall will would can could let just also too even only "
        "do does tile tiles piece pieces stone stones cell cells square squares board game opponent opponents enemy "
        "opponent's enemy's other other's player being getting into there ai computer both many that so near along "
        "around close token tokens move moves turn turns match through"
    ).split()],
    *split(
        "not only, other side, other side's, opponent's side, enemy's side, close to, next to, whenever you can, "
        "when you can, where you can, if you can, whenever possible, wherever you can"
    ),
]  # fmt: skip
"""Words without which a line means the same."""
