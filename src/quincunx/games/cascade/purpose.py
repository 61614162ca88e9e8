"""What a swap is for, in words."""

from quincunx.engine.moves import numbers
from quincunx.engine.notation import count_text
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.games.cascade.players import tokens_of
from quincunx.games.cascade.rules import Cascade

FEW_SWAPS = 3
"""With this many tokens or fewer, the match may soon be over."""


def purpose(position: Cascade, move: int) -> str:
    """Whose tokens the swap takes, and who then has more."""
    after = play(position, move)
    seat = position.turn
    own, other = (tokens_of(position, side) - tokens_of(after, side) for side in (seat, 3 - seat))
    if other and own:
        deed = f"takes {count_text(other)} from the opponent and gives up {count_text(own)} in return"
    elif other:
        deed = f"takes {count_text(other)} from the opponent"
    elif own:
        deed = f"gives up {count_text(own)}"
    else:
        deed = "clears only tokens that belong to nobody, so the count stays"
    if after.result == PLAYING and len(list(numbers(moves(after)))) <= FEW_SWAPS:
        return f"{deed}, with few swaps left"
    return deed
