"""Laws about positions: what they are made of, what is shown of them, and which of them count as the same."""

import json
from typing import Any

from quincunx.engine.game import RESULT_TEXTS
from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.playouts import perft
from quincunx.engine.moves import PASS, count, numbers
from quincunx.engine.rules import PLAYING, evaluate, hash, mid_turn, moves, outcome, play, recur
from quincunx.search.hooks import CERTAIN
from quincunx.testing.law import law, require, require_equal
from quincunx.testing.trial import Trial, random_moves, refusal_of

ARRAY = type(np.zeros(0, np.int64))
"""The class of arrays: NumPy's, or in the browser the one that stands for it."""

BEGINNINGS = 3
"""How many matches with the same first position are compared by the hashes of what they come to."""

COUNTERS = ("ply", "seen")
"""What does not make a position another one: when it came about, and how often."""


@law
def positions_are_plain_integers(trial: Trial) -> None:
    """A position is of the game's class, and each field is a 64-bit integer, an array of them, or a tuple of these."""
    for position in trial.positions:
        require(type(position) is trial.game.position_class, "{} is another class", type(position).__name__)
        require_plain(position)


def require_plain(value: Any) -> None:
    """Other types in a field would have a kernel compiled again."""
    if isinstance(value, tuple):
        for part in value:
            require_plain(part)
    elif isinstance(value, ARRAY):
        require(value.dtype in (np.int64, np.uint8), "an array of {}", value.dtype)
    else:
        require(type(value) is int, "{!r} is {}, not an int", value, type(value).__name__)
        require(-(2**63) <= value < 2**63, "{} has more than 64 bits", value)


@law
def turns_plies_and_results_agree(trial: Trial) -> None:
    """Each move adds one to `ply` and passes the turn on, unless it leaves its own side in the middle of a turn;
    `status`, `winner` and the legal moves fit the result."""
    game = trial.game
    turn = game.seats
    for number, position in enumerate(trial.positions):
        view = game.describe(position)
        require(view["ply"] == position.ply == number, "ply {} after {} moves", position.ply, number)
        if game.seats == 2 and not mid_turn(position):
            turn = 3 - turn
        require(view["turn"] == position.turn == turn, "turn {} after {} moves", position.turn, number)
        require_equal(outcome(position), position.result, "outcome, and result")
        results = (None, "1", "lost") if game.seats == 1 else (None, "1", "2", "draw")
        require(RESULT_TEXTS.get(position.result, "") in results, "result {}", position.result)
        playing = position.result == PLAYING
        require_equal(bool(game.legal_texts(position)), playing, "whether there are moves at ply {}", number)
        require_equal(view["status"] == "playing", playing, "status {!r}, and whether it is played", view["status"])
        require_equal(view["status"] == "won", view["winner"] in trial.seats, "whether it is won, and has a winner")


@law
def every_move_changes_something(trial: Trial) -> None:
    """After any move but a pass, something is shown differently, apart from the turn and the ply."""
    for before, move, after in trial.steps:
        if move != PASS:
            text = trial.game.write_move(before, move)
            require(_board(trial, before) != _board(trial, after), "{} at ply {} changes nothing", text, before.ply)


def _board(trial: Trial, position: Any) -> str:
    return _shown(trial, position, (*COUNTERS, "turn"))


def _shown(trial: Trial, position: Any, without: tuple[str, ...]) -> str:
    view = trial.game.describe(position)
    return json.dumps({name: value for name, value in view.items() if name not in without})


def _same(trial: Trial, position: Any) -> str:
    """What makes a position itself, as people see it."""
    return _shown(trial, position, COUNTERS)


@law
def play_leaves_its_position_alone(trial: Trial) -> None:
    """Playing a move gives a new position and does not change the one in which it is played."""
    for position in trial.unfinished[::3]:
        before = trial.game.describe(position), hash(position)
        for move in numbers(moves(position)):
            play(position, move)
            require_equal((trial.game.describe(position), hash(position)), before, "a position after a move from it")


@law
def views_are_json_of_one_shape(trial: Trial) -> None:
    """A described position is JSON with the same fields and the same size throughout a match, and the cells hold
    characters that have a look, or `.`."""
    first = trial.game.describe(trial.positions[0])
    for position in trial.positions:
        view = trial.game.describe(position)
        require_equal(json.loads(json.dumps(view)), view, "a described position as JSON")
        require_equal(list(view), list(first), "the fields of a described position")
        require_equal([*map(len, view["cells"])], [*map(len, first["cells"])], "the lengths of the rows")
        unknown = set("".join(view["cells"])) - {*trial.game.looks, "."}
        require(not unknown, "the cells hold {}, which have no look", sorted(unknown))


@law
def described_positions_can_be_set_up(trial: Trial) -> None:
    """`setup` builds from a described position one that is described in the same way, and goes on in the same way."""
    game, variant, seed = trial.game, trial.variant, trial.seed
    for before, move, after in trial.steps:
        placed = game.place(variant, seed, game.describe(before))
        require_equal(game.describe(placed), game.describe(before), "a position set up again, and itself")
        require_equal(game.legal_texts(placed), game.legal_texts(before), "legal texts of a position set up again")
        require_equal(hash(placed), hash(before), "the hash of a position set up again")
        require_equal(_same(trial, play(placed, move)), _same(trial, play(before, move)), "what the same move leads to")
        placed = game.place(variant, seed, game.describe(after))
        require_equal(game.describe(placed), game.describe(after), "a position set up again, and itself")


@law
def hashes_tell_positions_apart(trial: Trial) -> None:
    """Positions that are shown differently have different hashes; in a game without chance, those that are shown in
    the same way have the same."""
    shown: dict[int, str] = {}
    for choice in range(BEGINNINGS):
        for position in _reached(trial, trial.seed + choice):
            view = _same(trial, position)
            other = shown.setdefault(hash(position), view)
            require(other == view, "one hash for {} and for {}", other, view)
    if not trial.game.chance:
        require_equal(len(set(shown.values())), len(shown), "different views, and different hashes")


def _reached(trial: Trial, choice: int) -> list[Any]:
    """A third of the unfinished positions of a match, and what each can become in one move."""
    match = trial.new_match()
    positions = [match.position]
    for text in random_moves(match, choice, trial.plies // 2):
        match.play(text)
        positions.append(match.position)
    chosen = [position for position in positions if position.result == PLAYING][::3]
    children = [play(position, move) for position in chosen for move in numbers(moves(position))]
    return chosen + [child for child in children if child.result == PLAYING]


@law
def hashes_ignore_the_counters(trial: Trial) -> None:
    """A hash is a 64-bit integer that does not depend on the ply, nor on how often the position has occurred."""
    for position in trial.positions[::4]:
        key = hash(position)
        require(type(key) is int and -(2**63) <= key < 2**63, "the hash {!r}", key)
        require_equal(hash(position._replace(ply=position.ply + 2)), key, "the hash two plies later")
        require_equal(hash(recur(position, 1)), key, "the hash of a position that recurs")


@law
def evaluations_stay_below_a_win(trial: Trial) -> None:
    """`evaluate` gives an integer that no search can take for a proven win or loss."""
    for position in trial.positions:
        worth = evaluate(position)
        require(type(worth) is int, "{!r} is {}", worth, type(worth).__name__)
        require(abs(worth) < CERTAIN, "{} is not between -{} and {}", worth, CERTAIN, CERTAIN)


@law
def evaluations_treat_both_sides_alike(trial: Trial) -> None:
    """What a position is worth to the side to move, it costs that side if the other is to move."""
    game = trial.game
    if game.seats == 1:
        return
    for position in trial.unfinished[::4]:
        turned = game.describe(position) | {"turn": 3 - position.turn}
        if refusal_of(game.place, trial.variant, trial.seed, turned) is not None:
            continue  # not every position can have the other side to move
        other = game.place(trial.variant, trial.seed, turned)
        if other.result == PLAYING:
            require_equal(evaluate(other), -evaluate(position), "the evaluation with the other side to move")


@law
def kernels_count_what_the_rules_list(trial: Trial) -> None:
    """Compiled into a kernel, the rules find as many games of two moves as they do when Python calls them."""
    first = trial.positions[0]
    children = [play(first, move) for move in numbers(moves(first))]
    require_equal(perft(first, 2), sum(count(moves(child)) for child in children), "games of two moves")
