"""Laws about what a game says of itself, before any match."""

import dataclasses
import json
from typing import get_args, get_type_hints

from quincunx.engine import rules
from quincunx.engine.errors import ErrorCode
from quincunx.engine.events import Ended, Event, Passed
from quincunx.engine.kernels.compiler import Generic
from quincunx.server_errors import ServerErrorCode
from quincunx.testing.law import law, require, require_equal
from quincunx.testing.trial import Trial
from quincunx.texts_for_people import LESSONS, PIECE, RULES, text_for_people, unknown_pieces


@law
def a_game_says_what_it_is(trial: Trial) -> None:
    """A game has a slug, a name, a tagline, a version, one or two seats, and a name for each seat."""
    game = trial.game
    slug = game.slug
    require(slug.isidentifier() and slug == slug.lower(), "the slug {!r} is not a name in lower case", slug)
    require(bool(game.name), "the name is empty")
    require(game.tagline.endswith("."), "the tagline {!r} is not a sentence with a full stop", game.tagline)
    require(game.version >= 1, "version {}", game.version)
    require(game.seats in (1, 2), "{} seats", game.seats)
    require_equal(len(game.seat_names), game.seats, "names of seats, and seats")
    require(game.restart_when in ("any_time", "when_over"), "restart_when is {!r}", game.restart_when)
    require(game.scale > 0, "scale is {}", game.scale)


@law
def every_character_has_a_look_of_its_own(trial: Trial) -> None:
    """Each character of the board has a symbol that no other has, and a style."""
    looks = trial.game.looks
    for character, look in looks.items():
        require(len(character) == 1, "{!r} is not one character", character)
        require(bool(look.style), "{!r} has no style", character)
    require_equal(len({look.symbol for look in looks.values()}), len(looks), "different symbols, and characters")


@law
def rules_and_lessons_name_pieces_of_the_game(trial: Trial) -> None:
    """A placeholder in `rules.md`, or in the text of a lesson, is the name of a look; a title has none."""
    written = text_for_people(trial.game, LESSONS)
    lessons = [] if written is None else json.loads(written)
    texts = [str(lesson.get(part, "")) for lesson in lessons for part in ("text", "done", "otherwise")]
    for text in (text_for_people(trial.game, RULES) or "", *texts):
        unknown = unknown_pieces(trial.game, text)
        require(not unknown, "no look is called {}", unknown)
    for lesson in lessons:
        require(not PIECE.search(lesson["title"]), "the title {!r} has a placeholder", lesson["title"])


@law
def presets_are_variants(trial: Trial) -> None:
    """There is a preset `standard`; every preset is a valid variant, and is known again by its options."""
    game = trial.game
    require("standard" in game.presets, "the presets are {}", list(game.presets))
    for name, preset in game.presets.items():
        options = json.loads(json.dumps(preset.model_dump(mode="json", exclude_unset=True)))
        require_equal(game.variant(options), preset, "preset {!r} read back from its options", name)
        require_equal(game.preset_name(game.variant(name)), name, "the name of preset {!r}", name)
    require(game.recommended in game.presets, "there is no preset {!r} to recommend", game.recommended)
    unknown = game.preset_words.keys() - game.presets.keys()
    require(not unknown, "there are words for {}, and no such presets", sorted(unknown))


@law
def the_rules_answer_every_question(trial: Trial) -> None:
    """The rules have a body for each function of `engine.rules` that has no default."""
    functions = {name: value for name, value in vars(rules).items() if isinstance(value, Generic)}
    missing = [name for name, function in functions.items() if not function.knows(trial.game.position_class)]
    require(not missing, "{} has no body for {}", trial.game.position_class.__name__, missing)


@law
def every_kind_of_event_has_a_name_of_its_own(trial: Trial) -> None:
    """An event class is a frozen dataclass whose last field, `kind`, is a `Literal` that no other class has."""
    classes: tuple[type[Event], ...] = (*trial.game.events, Passed, Ended)
    kinds: set[str] = set()
    for declared in classes:
        last = dataclasses.fields(declared)[-1]
        require(last.name == "kind", "the last field of {} is {!r}", declared.__name__, last.name)
        literal = get_args(get_type_hints(declared)["kind"])
        require_equal(literal, (last.default,), "the literal of {}.kind, and its default", declared.__name__)
        require(last.default not in kinds, "{!r} is the kind of two classes", last.default)
        kinds.add(str(last.default))


@law
def error_codes_are_new(trial: Trial) -> None:
    """The error codes of a game differ from the general ones and those of a server, and from each other."""
    codes = [str(code) for code in trial.game.errors]
    known = sorted(set(codes) & {str(code) for code in (*ErrorCode, *ServerErrorCode)})
    require(not known, "{} are codes that every game or server has", known)
    require_equal(len(set(codes)), len(codes), "different codes, and codes")


@law
def levels_can_be_chosen(trial: Trial) -> None:
    """Every level has a name in lower case and a time limit; the default level and the level for hints exist."""
    game = trial.game
    for name, level in game.levels.items():
        require(name.isidentifier() and name == name.lower(), "{!r} is not a name in lower case", name)
        require(level.milliseconds > 0, "level {!r} has {} ms", name, level.milliseconds)
    for chosen in (game.default_level, game.hint_level):
        require(chosen in game.levels if game.levels else chosen is None, "{!r} is not a level", chosen)
