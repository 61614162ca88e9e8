"""Copies of the game of docs/add-a-game.md with one fault each, and the law that each of them breaks."""

import importlib
from dataclasses import dataclass
from pathlib import Path

from quincunx.engine import registry
from quincunx.engine.game import AnyGame
from tests.sixth import page


@dataclass(frozen=True)
class Copy:
    """A fault: in which file which text is replaced by what."""

    name: str
    law: str
    edits: tuple[tuple[str, str, str], ...]

    @property
    def package(self) -> str:
        return f"broken_{self.name}"


def _copy(name: str, law: str, *edits: tuple[str, str, str]) -> Copy:
    return Copy(name, law, edits)


def _player(name: str, choice: str) -> str:
    """A player with this name, before the levels."""
    return f"class {name}(RandomPlayer):\n    def choose(self, request):\n        return {choice}\n\n\nLEVELS = {{"


PLAY = "    return TicTacToe(position.other, own, 0, 3 - position.turn, position.ply + 1, result)\n"
HASH = "mix(mix(position.own) ^ position.other ^ position.turn << 60)"
EVALUATION = "popcount(position.own & CENTRE) - popcount(position.other & CENTRE)"
START = "TicTacToe(0, 0, _closed(variant, marks=0), 1, 0, PLAYING)"
IMPORTING = "from quincunx.engine.registry import register\n"
SPECIFIED = "from quincunx.engine.specified import SpecifiedMove\n"
IMPORTED = "from quincunx.engine.rules import DRAWN, PLAYING, evaluate, hash, moves, play\n"

COPIES = (
    # What it says of itself.
    _copy("tagline", "a_game_says_what_it_is", ("game.py", '"Three in a row."', '"Three in a row"')),
    _copy("same_symbols", "every_character_has_a_look_of_its_own", ("game.py", 'Look("○"', 'Look("✕"')),
    _copy(
        "unnamed_piece",
        "rules_and_lessons_name_pieces_of_the_game",
        ("lessons.json", "Complete your line", "Complete your {green} line"),
    ),
    _copy("no_standard", "presets_are_variants", ("game.py", '"standard": ', '"usual": ')),
    _copy(
        "no_evaluation",
        "the_rules_answer_every_question",
        ("rules.py", "@evaluate.register(TicTacToe)\n", "@primitive\n"),
    ),
    _copy("same_kind", "every_kind_of_event_has_a_name_of_its_own", ("events.py", '"line_made"', '"placed"')),
    _copy(
        "known_code",
        "error_codes_are_new",
        ("errors.py", 'CENTRE_CLOSED = "centre_closed"', 'CENTRE_CLOSED = "match_over"'),
    ),
    _copy(
        "no_hint_level",
        "levels_can_be_chosen",
        ("game.py", "    levels = LEVELS\n", '    levels = LEVELS\n    hint_level = "hard"\n'),
    ),
    # Moves and texts.
    _copy("no_draw", "there_is_a_move_until_the_end", ("rules.py", "DRAWN if moved | waiting == BOARD else ", "")),
    _copy(
        "legal_too_often",
        "legal_agrees_with_moves",
        (
            "rules.py",
            "@hash.register",
            "@legal.register(TicTacToe)\n"
            "def tictactoe_legal(position: TicTacToe, move: int) -> bool:\n"
            "    return 0 <= move < 64 and BOARD >> move & 1 != 0\n\n\n"
            "@hash.register",
        ),
        ("rules.py", IMPORTED, IMPORTED.replace("hash,", "hash, legal,")),
    ),
    _copy(
        "read_elsewhere",
        "legal_texts_read_back",
        ("game.py", "return read_cell(text, SIZE, SIZE)", "return read_cell(text, SIZE, SIZE) ^ 1"),
    ),
    _copy(
        "unsafe_links",
        "link_texts_read_back",
        (
            "game.py",
            "    def read(",
            '    def link_text(self, text: str) -> str:\n        return f"({text})"\n\n    def read(',
        ),
    ),
    _copy(
        "turned_fields",
        "specified_moves_read_back",
        (
            "game.py",
            "class TicTacToeGame(",
            "class Turned(SpecifiedMove):\n"
            "    row: int\n"
            "    col: int\n\n"
            "    @classmethod\n"
            "    def of(cls, text):\n"
            "        return cls(row=int(text[1:]) - 1, col=ord(text[0]) - 97)\n\n"
            "    def text(self):\n"
            "        return f'{chr(97 + self.row)}{self.col + 1}'\n\n\n"
            "class TicTacToeGame(",
        ),
        ("game.py", "    levels = LEVELS\n", "    levels = LEVELS\n    specified_move = Turned\n"),
        ("game.py", IMPORTING, SPECIFIED + IMPORTING),
    ),
    _copy(
        "unknown_code",
        "illegal_moves_are_refused",
        ("game.py", "errors = tuple(TicTacToeError)", "errors = (TicTacToeError.CELL_OCCUPIED,)"),
    ),
    _copy(
        "garbage_read",
        "garbage_is_refused",
        (
            "game.py",
            "return read_cell(text, SIZE, SIZE)",
            'return "abc".index(text.lower()[0]) + 8 * "123".index(text[1])',
        ),
    ),
    _copy(
        "played_on", "nothing_is_legal_after_the_end", ("rules.py", "free if position.result == PLAYING else 0", "free")
    ),
    _copy(
        "pass_at_will",
        "a_pass_is_legal_only_alone",
        (
            "rules.py",
            "free if position.result == PLAYING else 0",
            "free | 1 << 62 if position.result == PLAYING else 0",
        ),
    ),
    # Positions.
    _copy(
        "bool_result",
        "positions_are_plain_integers",
        ("game.py", START, START.replace("1, 0, PLAYING", "1, False, PLAYING")),
    ),
    _copy("ply_stays", "turns_plies_and_results_agree", ("rules.py", "position.ply + 1", "position.ply")),
    _copy(
        "nothing_marked",
        "every_move_changes_something",
        ("rules.py", "own = position.own | 1 << move", "own = position.own"),
    ),
    _copy(
        "position_changed",
        "play_leaves_its_position_alone",
        ("rules.py", "    turn: int\n", "    played: npt.NDArray[np.int64]\n    turn: int\n"),
        (
            "rules.py",
            "from typing import NamedTuple\n",
            "from typing import NamedTuple\n\nimport numpy as np\nimport numpy.typing as npt\n",
        ),
        (
            "rules.py",
            PLAY,
            "    position.played[0] += 1\n" + PLAY.replace("own, 0,", "own, 0, position.played.copy(),"),
        ),
        ("game.py", START, START.replace("marks=0),", "marks=0), np.zeros(1, np.int64),")),
        ("game.py", "own | other), turn", 'own | other), np.array([given.get("played", 0)]), turn'),
        ("game.py", "given = Fields(fields)", 'given = Fields(fields, "played")'),
        ("game.py", '"O": second})}', '"O": second}), "played": int(position.played[0])}'),
        ("game.py", "from typing import Any, ClassVar\n", "from typing import Any, ClassVar\n\nimport numpy as np\n"),
    ),
    _copy("no_look", "views_are_json_of_one_shape", ("game.py", ', "O": Look("○", "bold red")', "")),
    _copy(
        "setup_forgets",
        "described_positions_can_be_set_up",
        ("game.py", 'turn, given.number("ply", 0), result', "turn, 0, result"),
    ),
    _copy(
        "seats_mixed_up",
        "described_positions_can_be_set_up",
        ("game.py", 'if turn == 1 else (marks["O"], marks["X"])', 'if turn == 2 else (marks["O"], marks["X"])'),
    ),
    _copy(
        "hash_ignores_a_side",
        "hashes_tell_positions_apart",
        ("rules.py", HASH, "mix(position.own ^ position.turn << 60)"),
    ),
    _copy("hash_counts", "hashes_ignore_the_counters", ("rules.py", HASH, f"{HASH[:-1]} ^ position.ply << 40)")),
    _copy(
        "evaluation_too_large", "evaluations_stay_below_a_win", ("rules.py", EVALUATION, f"1_000_000 * ({EVALUATION})")
    ),
    _copy(
        "evaluation_of_one_side",
        "evaluations_treat_both_sides_alike",
        ("rules.py", EVALUATION, EVALUATION.replace(" - ", " + ")),
    ),
    # Narration.
    _copy(
        "narrated_elsewhere",
        "narration_ends_where_play_does",
        ("game.py", "Narration(events, after)", "Narration(events, after._replace(ply=0))"),
    ),
    _copy(
        "end_not_narrated",
        "an_end_is_narrated_once_and_last",
        ("game.py", "if after.result != PLAYING:", "if after.result == DRAWN:"),
    ),
    _copy(
        "passes_for_marks",
        "a_pass_is_narrated_as_one",
        ("game.py", "[Placed(number_of(move, SIZE), position.turn)]", "[Passed(position.turn)]"),
        ("game.py", "Narration, Placed", "Narration, Passed, Placed"),
    ),
    _copy("event_not_declared", "events_are_declared", ("game.py", "(Placed, LineMade)", "(Placed,)")),
    _copy(
        "event_not_json",
        "events_are_json",
        ("game.py", "LineMade(line, position.turn)", "LineMade(frozenset(line), position.turn)"),
    ),
    _copy("event_off_the_board", "events_touch_cells_of_the_board", ("events.py", "return self.cells", "return (99,)")),
    _copy(
        "sentence_fails", "events_have_sentences", ("events.py", "names.seat(self.seat)", "names.seat(self.seat + 2)")
    ),
    # Matches, observations, players.
    _copy(
        "chance",
        "the_same_seed_gives_the_same_match",
        ("game.py", START, START.replace("marks=0)", "marks=0) | random.getrandbits(30) << 20")),
        ("game.py", "from collections.abc import Mapping\n", "import random\nfrom collections.abc import Mapping\n"),
    ),
    _copy(
        "seed_shown",
        "observations_keep_the_future_secret",
        ("game.py", START, START.replace("marks=0)", "marks=0) | seed << 20")),
        ("game.py", "own | other), turn", "own | other) | seed << 20, turn"),
        ("rules.py", PLAY, PLAY.replace("own, 0,", "own, position.closed & ~CENTRE,")),
    ),
    _copy(
        "illegal_player",
        "levels_choose_legal_moves",
        ("players.py", "NegamaxPlayer(depth=9)", "Stubborn()"),
        ("players.py", "LEVELS = {", _player("Stubborn", "Choice(63)")),
        ("players.py", "import Level\n", "import Choice, Level\n"),
    ),
    _copy(
        "illegal_when_hurried",
        "levels_choose_legal_moves",
        ("players.py", "NegamaxPlayer(depth=9)", "Hasty()"),
        ("players.py", "LEVELS = {", _player("Hasty", "Choice(63) if request.stop[0] else super().choose(request)")),
        ("players.py", "import Level\n", "import Choice, Level\n"),
    ),
)
"""At least one for each law that a game can break by itself."""


def make(copy: Copy, folder: Path) -> AnyGame:
    """The game of a broken copy; `folder` must be on the import path.

    A copy whose fault is elsewhere shares the rules of the page, which are compiled already."""
    shown = {
        name.removeprefix(f"{page.PACKAGE}/"): text
        for name, text in page.files().items()
        if name.startswith(f"{page.PACKAGE}/") and name.endswith((".py", ".json"))
    }
    for file, old, new in copy.edits:
        assert shown[file].count(old) >= 1, f"{copy.name}: {old!r} is not in {file} on the page"
        shown[file] = shown[file].replace(old, new)
    if not any(file == "rules.py" for file, _, _ in copy.edits):
        del shown["rules.py"]
    for module in shown:
        old = f"from {page.PACKAGE}.{module.removesuffix('.py')} "
        shown = {file: text.replace(old, old.replace(page.PACKAGE, copy.package)) for file, text in shown.items()}
    page.write_files(folder / copy.package, shown)
    before = registry.find(page.PACKAGE) if page.PACKAGE in registry.slugs() else None
    importlib.invalidate_caches()
    importlib.import_module(f"{copy.package}.game")
    made = registry.find(page.PACKAGE)
    registry.forget(page.PACKAGE)
    if before is not None:
        registry.register(before)
    return made
