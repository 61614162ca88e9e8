"""What a swap is for, in words."""

from quincunx.engine.moves import PASS, numbers
from quincunx.engine.notation import count_text
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.engine.sides import OPPONENT
from quincunx.games.cascade.decided_early import LINE
from quincunx.games.cascade.players import tokens_of
from quincunx.games.cascade.rules import VANISH_WINS, Cascade

FEW_SWAPS = 3
"""With this many swaps or fewer, the match may soon be over."""


def purpose(position: Cascade, move: int) -> str:
    """Whose tokens the swap takes, and what that is good for."""
    after = play(position, move)
    seat = position.turn
    own, other = taken(position, after, seat), taken(position, after, 3 - seat)
    if other and own:
        deed = f"takes {count_text(other)} from {OPPONENT} and gives up {count_text(own)} in return"
    elif other:
        deed = f"takes {count_text(other)} from {OPPONENT}"
    elif own:
        deed = f"gives up {count_text(own)}{_way_to_vanish(after, seat)}"
    else:
        deed = f"clears only tokens that belong to nobody{_what_that_leaves(position, after)}"
    if after.result == PLAYING and len(swaps(after)) <= FEW_SWAPS:
        return f"{deed}, with few swaps left"
    return deed


def taken(before: Cascade, after: Cascade, side: int) -> int:
    """How many tokens of a side are gone."""
    return tokens_of(before, side) - tokens_of(after, side)


def swaps(position: Cascade) -> list[int]:
    return [move for move in numbers(moves(position)) if move != PASS]


def most_taken(position: Cascade) -> int:
    """The most tokens that a swap of the side to move is sure to take from the other side."""
    return max((taken(position, play(position, swap), 3 - position.turn) for swap in swaps(position)), default=0)


def _way_to_vanish(after: Cascade, seat: int) -> str:
    """Why a side would give up tokens of its own: where the last of them still can go, that wins."""
    left = tokens_of(after, seat)
    if after.result != PLAYING or after.options.vanish != VANISH_WINS or left < LINE:
        return ""
    return f": {count_text(left)} are left, and a side that loses its last one wins"


def _what_that_leaves(position: Cascade, after: Cascade) -> str:
    """Why a side would take nothing."""
    if after.result == PLAYING and most_taken(after) == 0:
        return f", and leaves {OPPONENT} no swap that is sure to take any"
    return ", so the count stays" if most_taken(position) else f", as no swap is sure to take one from {OPPONENT}"
