"""Laws about what a seat may see: `observe` hides what nobody is shown, and nothing else."""

from itertools import pairwise

from quincunx.engine.moves import PASS
from quincunx.engine.rules import hash, moves, observe, play
from quincunx.testing.law import law, require, require_equal
from quincunx.testing.positions import require_plain
from quincunx.testing.trial import Trial


@law
def observations_show_what_is_shown(trial: Trial) -> None:
    """An observation is described like the position itself and has the same legal moves; to observe it again changes
    nothing."""
    game = trial.game
    for position in trial.positions:
        for seat in trial.seats:
            seen = observe(position, seat)
            require(type(seen) is type(position), "an observation is a {}", type(seen).__name__)
            require_plain(seen)
            require_equal(game.describe(seen), game.describe(position), "what seat {} sees, and what is shown", seat)
            require_equal(moves(seen), moves(position), "the moves that seat {} sees, and the moves", seat)
            require_equal(observe(seen, seat), seen, "the observation of an observation")


@law
def observations_foretell_truly(trial: Trial) -> None:
    """Where a move on an observation leaves nothing unknown (`?`) on the board, the match comes to the same board."""
    game = trial.game
    for before, move, after in trial.steps:
        if move != PASS:
            foretold = game.describe(play(observe(before, before.turn), move))["cells"]
            if not any("?" in row for row in foretold):
                require_equal(foretold, game.describe(after)["cells"], "the board foretold, and the board")


@law
def observations_keep_the_future_secret(trial: Trial) -> None:
    """Two matches that look the same and have different seeds are observed as one and the same position."""
    game, variant, seed = trial.game, trial.variant, trial.seed
    for position in trial.unfinished[::4]:
        view = game.describe(position)
        others = [game.place(variant, other, view) for other in (seed + 1, seed + 2)]
        for first, second in pairwise([position, *others]):
            require_equal(game.describe(first), game.describe(second), "positions set up with different seeds")
            for seat in trial.seats:
                one, other = observe(first, seat), observe(second, seat)
                require_equal(one, other, "what seat {} sees with one seed, and with another", seat)
                require_equal(hash(one), hash(other), "the hashes of what seat {} sees", seat)
