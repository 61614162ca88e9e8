"""How long a match of a person against the AI takes, from what was measured in it.

The person, in seat 1, thinks about each of its own moves; the AI answers after its delay; the animation takes its time.
"""

from typing import Final

from quincunx.engine.kernels.arrays import np, npt
from quincunx.measure.question import Column, Games, Limits

RESPONSE_SECONDS: Final = 0.5
"""The shortest time after which an AI player moves, unless a server is set otherwise."""
STEP_SECONDS: Final = 0.18
"""One step of the pages' animation at its usual speed."""
PACE: Final = {"seconds_of_ai": RESPONSE_SECONDS, "seconds_a_step": STEP_SECONDS}
"""Assumed for every game; how long a person thinks differs between games (`Gauge.seconds_a_move`)."""
PACE_NOTES: Final = {
    "seconds_a_move": "how long a person is assumed to think",
    "seconds_of_ai": "the AI's delay before a move",
    "seconds_a_step": "a step of the animation",
}


def one_step_per_ply(games: Games) -> Column:
    return games["plies"]


def seconds_of(games: Games, steps: Column, seats: int, pace: Limits) -> npt.NDArray[np.float64]:
    """The seconds of every match; alone, all moves are the person's."""
    plies = games["plies"]
    own = plies if seats == 1 else (plies + 1) // 2
    thinking = own * pace["seconds_a_move"] + (plies - own) * pace["seconds_of_ai"]
    return np.asarray(thinking + steps * pace["seconds_a_step"], np.float64)
