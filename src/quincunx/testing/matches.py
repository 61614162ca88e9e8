"""Laws about whole matches: undo, records, seeds."""

from quincunx.engine.match import replay
from quincunx.testing.law import law, require_equal
from quincunx.testing.trial import Trial, random_match


@law
def undo_goes_back_exactly(trial: Trial) -> None:
    """After an undo the position is the one before the move, and the same move does the same again."""
    for match, text in trial.played():
        before = match.position
        events = match.play(text)
        after = match.position
        match.undo()
        require_equal(match.position, before, "the position after {} was undone", text)
        require_equal(match.play(text), events, "what {} does a second time", text)
        require_equal(match.position, after, "the position after {}, a second time", text)


@law
def records_replay(trial: Trial) -> None:
    """A record, in each of its forms, is replayed to the same match."""
    match, record = trial.match, trial.match.record()
    for form in (record.as_json(), record.as_json_text(), record.as_text()):
        again = replay(form)
        require_equal(again.moves, match.moves, "the moves of {}", form)
        require_equal(again.record(), record, "the record of {}", form)
        require_equal(again.history, match.history, "the history of {}", form)
        require_equal(again.describe(), match.describe(), "the last position of {}", form)


@law
def the_same_seed_gives_the_same_match(trial: Trial) -> None:
    """Game, variant and seed decide the first position, and with the moves every later one."""
    again = random_match(trial.game, trial.given, trial.seed, trial.plies)
    require_equal(again.first, trial.match.first, "the first position of the same match")
    require_equal(again.history, trial.match.history, "the history of the same match")
    require_equal(again.describe(), trial.match.describe(), "the last position of the same match")
