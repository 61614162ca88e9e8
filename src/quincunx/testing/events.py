"""Laws about narration: the events of a move tell what the move does."""

import json

from quincunx.engine.events import Ended, Passed, as_json
from quincunx.engine.rules import hash, play
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
    """The last event of the last move is `Ended` with the result of the match; no other move has one."""
    for match, text in trial.played():
        events = match.play(text)
        ends = [event for event in events if isinstance(event, Ended)]
        expected = [match.result] if match.end else []
        require_equal([event.result for event in ends], expected, "ends that are narrated after {}", text)
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
def events_are_json(trial: Trial) -> None:
    """Events can be written as JSON; each has a kind."""
    for ply in range(len(trial.match.moves)):
        written = as_json(trial.match.events(ply))
        read = json.loads(json.dumps(written))
        require_equal([event["kind"] for event in read], [event["kind"] for event in written], "kinds")


@law
def events_have_sentences(trial: Trial) -> None:
    """What a move did can be said in words."""
    names = names_of(trial.match)
    for ply, text in enumerate(trial.match.moves):
        require(bool(join_sentences(trial.match.events(ply), names)), "nothing is said of {}", text)
