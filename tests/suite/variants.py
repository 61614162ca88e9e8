"""The options of each rule book, written out from the rulings a second time, and random variants drawn from them."""

import random
from dataclasses import dataclass
from typing import Any

from quincunx.engine.game import AnyGame


@dataclass(frozen=True)
class Number:
    """A whole number with its range."""

    default: int
    least: int
    most: int

    def draw(self, choice: random.Random) -> int:
        """Mostly small numbers: the ends of a range that reaches to 100000 are seldom where the rules are."""
        return choice.choice((choice.randint(self.least, min(self.most, self.least + 12)), self.default))


@dataclass(frozen=True)
class Word:
    """One of a few words; the first is the default."""

    words: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.words[0]

    def draw(self, choice: random.Random) -> str:
        return choice.choice(self.words)


@dataclass(frozen=True)
class Switch:
    default: bool

    def draw(self, choice: random.Random) -> bool:
        return choice.random() < 0.5


@dataclass(frozen=True)
class Numbers:
    """A list of whole numbers."""

    default: tuple[int, ...]

    def draw(self, choice: random.Random) -> list[int]:
        return list(self.default)


Option = Number | Word | Switch | Numbers

OPTIONS: dict[str, dict[str, Option]] = {
    "mosaic": {
        "rows": Number(6, 4, 7),
        "cols": Number(6, 4, 7),
        "colours": Number(5, 4, 6),
        "target": Number(1000, 1, 100000),
        "max_moves": Number(20, 1, 500),
        "token_points": Number(10, 1, 100),
        "wave_bonus": Number(2, 0, 50),
        "queue_shown": Number(3, 0, 7),
        "opening_cap": Number(60, 0, 10000),
        "opening_swaps": Number(4, 1, 10),
        "limit_rule": Word(("higher_score", "draw")),
    },
    "cascade": {
        "size": Number(7, 5, 7),
        "tokens": Numbers((12, 13, 12, 12)),
        "goblins": Number(2, 0, 2),
        "goblin_trigger": Word(("both", "second")),
        "vanish": Word(("wins", "loses", "none")),
        "no_moves": Word(("count", "draw")),
        "courtesy": Switch(False),
    },
    "duel": {
        "size": Number(6, 2, 7),
        "reentry": Switch(True),
        "truce": Number(0, 0, 20),
        "protect_first": Switch(False),
    },
    "pushmine": {
        "size": Number(5, 4, 6),
        "line": Number(4, 3, 6),
        "decay": Word(("none", "disappear", "dud", "movable_dud")),
        "decay_turns": Number(3, 1, 50),
        "dud_stops": Switch(True),
        "draw_by_repetition": Number(0, 0, 10),
        "mine_is_free": Switch(False),
        "mines_to_win": Number(0, 0, 50),
        "swap": Switch(False),
    },
    "flood": {
        "size": Number(20, 2, 40),
        "colours": Number(4, 2, 8),
        "limit_rule": Word(("fixed", "par", "optimum", "none")),
        "limit": Number(25, 1, 2000),
        "slack": Number(0, 0, 100),
        "absorb_at_start": Switch(True),
    },
}


def random_options(game: AnyGame, seed: int) -> dict[str, Any]:
    """Valid options of a game, every one of them drawn; a game without rulings here has one of its presets."""
    choice = random.Random(f"{game.slug} {seed}")
    if game.slug not in OPTIONS:
        return {"preset": choice.choice(list(game.presets))}
    options = {name: option.draw(choice) for name, option in OPTIONS[game.slug].items()}
    return _MADE_TO_AGREE.get(game.slug, lambda options, _: options)(options, choice)


def _pushmine(options: dict[str, Any], choice: random.Random) -> dict[str, Any]:
    """Lines fit the board; a draw by the first occurrence of a position is none. Mines are to grow old in time."""
    options["line"] = min(options["line"], options["size"])
    options["decay_turns"] = choice.choice((1, 2, 3, 5, 50))
    if options["draw_by_repetition"] == 1:
        options["draw_by_repetition"] = 2
    return options


def _mosaic(options: dict[str, Any], choice: random.Random) -> dict[str, Any]:
    """A cap that nearly every board keeps, since a search through a thousand attempts takes the naive game seconds; a
    target that is reached as often as the limit."""
    options["opening_cap"] = choice.choice((0, 10 * (options["token_points"] + options["wave_bonus"])))
    options["opening_swaps"] = choice.randint(1, 5)
    options["target"] = choice.randint(1, 40 * options["token_points"])
    return options


def _cascade(options: dict[str, Any], choice: random.Random) -> dict[str, Any]:
    """Tokens that fill the board; no colour has more than a third, or a board without lines is hard to find."""
    cells = options["size"] ** 2
    bag = [cells // 4] * 4
    bag[choice.randrange(4)] += cells - sum(bag)
    for _ in range(choice.randrange(4)):
        giver, taker = choice.sample(range(4), 2)
        if bag[giver] > 3 and bag[taker] < cells // 3:
            bag[giver] -= 1
            bag[taker] += 1
    return options | {"tokens": bag}


def _flood(options: dict[str, Any], choice: random.Random) -> dict[str, Any]:
    """Small boards, to be quick; the limit of `optimum` is given, as its solver would."""
    options["size"] = choice.randint(2, 12)
    options["limit"] = choice.randint(1, 30)
    if options["limit_rule"] in ("par", "none"):
        del options["limit"]
    return options


_MADE_TO_AGREE = {"pushmine": _pushmine, "mosaic": _mosaic, "cascade": _cascade, "flood": _flood}


def naive_variant(game: AnyGame, variant: Any) -> dict[str, Any]:
    """Every option resolved, as the naive games want them; flood's limit by the rule's own words."""
    options: dict[str, Any] = variant.model_dump(mode="json")
    if game.slug == "flood":
        options["limit"] = _flood_limit(options)
    return options


def _flood_limit(options: dict[str, Any]) -> int | None:
    """`par` is floor(size × 1.5) + `slack`; `none` is none; the others give their number."""
    if options["limit_rule"] == "none":
        return None
    if options["limit_rule"] == "par":
        return int(options["size"]) * 3 // 2 + int(options["slack"])
    return int(options["limit"])
