"""Laws about narration: the events of a move tell what the move does."""

import json
from typing import Any

from quincunx.engine.events import Ended, Passed, as_json
from quincunx.engine.game import RESULT_TEXTS
from quincunx.engine.rules import PLAYING, hash, play
from quincunx.sentences import join_sentences, names_of
from quincunx.testing.law import law, require, require_equal
from quincunx.testing.trial import Trial


@law
def narration_ends_where_play_does(trial: Trial) -> None:
    """`narrate` comes to the same position as `play`."""
    game = trial.game
    for before, move, _ in trial.steps:
        narrated, played = game.narrate(before, move).position, play(before, move)
        text = game.write_move(before, move)
        require(type(narrated) is type(played), "narrated: a {}", type(narrated).__name__)
        require_equal(hash(narrated), hash(played), "the hashes of the narrated and the played position after {}", text)
        require_equal(game.describe(narrated), game.describe(played), "the narrated and the played position")
        require_equal(narrated, played, "the narrated and the played position")


@law
def an_end_is_narrated_once_and_last(trial: Trial) -> None:
    """The last event of a move that ends the match is `Ended` with the result and a reason; no other event is."""
    game = trial.game
    for before, move, _ in trial.steps:
        events, after = game.narrate(before, move)
        text = game.write_move(before, move)
        ends = [event for event in events if isinstance(event, Ended)]
        expected = [] if after.result == PLAYING else [RESULT_TEXTS[after.result]]
        require_equal([event.result for event in ends], expected, "the ends that are narrated after {}", text)
        require(not ends or events[-1] is ends[0], "something is narrated after the end: {}", events)
        require(all(event.why for event in ends), "the end has no reason")


@law
def a_pass_is_narrated_as_one(trial: Trial) -> None:
    """`Passed` is among the events of a pass, and of no other move."""
    for ply, text in enumerate(trial.match.moves):
        passes = [event for event in trial.match.events(ply) if isinstance(event, Passed)]
        require_equal(bool(passes), text == "pass", "whether {} is narrated as a pass", text)
        seats = [event.seat for event in passes]
        require(set(seats) <= {trial.match.history[ply].seat}, "seat {} passes out of turn", seats)


@law
def events_are_declared(trial: Trial) -> None:
    """Every event that a move gives is of a class that `Game.events` lists, or is `Passed` or `Ended`."""
    known = {*trial.game.events, Passed, Ended}
    for ply, text in enumerate(trial.match.moves):
        unknown = {type(event).__name__ for event in trial.match.events(ply) if type(event) not in known}
        require(not unknown, "{} gives {}, which Game.events does not list", text, sorted(unknown))


@law
def events_are_json(trial: Trial) -> None:
    """Events can be written as JSON and read back."""
    for ply in range(len(trial.match.moves)):
        written = as_json(trial.match.events(ply))
        read = json.loads(json.dumps(written))
        require_equal(_as_lists(read), _as_lists(written), "events written as JSON")


def _as_lists(value: Any) -> Any:
    """JSON has no tuples."""
    if isinstance(value, dict):
        return {name: _as_lists(part) for name, part in value.items()}
    return [_as_lists(part) for part in value] if isinstance(value, (list, tuple)) else value


@law
def events_touch_cells_of_the_board(trial: Trial) -> None:
    """The cells that an event touched are cells of the board."""
    cells = range(len("".join(trial.match.describe()["cells"])))
    for ply in range(len(trial.match.moves)):
        for event in trial.match.events(ply):
            require(all(cell in cells for cell in event.touched()), "{} touched a cell that is not there", event)


@law
def events_have_sentences(trial: Trial) -> None:
    """What a move did can be said in words."""
    names = names_of(trial.match)
    for ply, text in enumerate(trial.match.moves):
        require(bool(join_sentences(trial.match.events(ply), names)), "nothing is said of {}", text)
