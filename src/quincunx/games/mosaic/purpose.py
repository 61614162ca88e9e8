"""What a swap is for, in words."""

from collections.abc import Sequence

from quincunx.engine.events import Event
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.notation import count_text
from quincunx.engine.rules import PLAYING, moves, play
from quincunx.engine.sides import OPPONENT
from quincunx.games.match3.events import Cleared
from quincunx.games.mosaic.principles import best_answer, points_of
from quincunx.games.mosaic.rules import Mosaic


def purpose(position: Mosaic, move: int, events: Sequence[Event]) -> str:
    """What the swap makes, and what it leaves to the opponent, as far as both are sure."""
    waves = [event for event in events if isinstance(event, Cleared)]
    points = sum(event.points for event in waves)
    made = f"makes at least {points} points" + (f" in {count_text(len(waves))} waves" if len(waves) > 1 else "")
    after = play(position, move)
    if after.result == position.turn:
        return f"{made} and wins"
    others = [points_of(position, swap) for swap in numbers(moves(position)) if swap not in (PASS, move)]
    if points_of(position, move) > max(others, default=0):
        return f"{made}, the most that is sure"
    if after.result == PLAYING:
        answer = best_answer(after)
        return f"{made} and leaves {OPPONENT} {f'at least {answer}' if answer else 'nothing that is sure'}"
    return made
