"""What a push or a mine is for, in words that need no notation."""

from collections.abc import Sequence

from quincunx.engine.kernels.bits import each
from quincunx.engine.moves import HIGH
from quincunx.engine.notation import bit_text, count_text
from quincunx.engine.rules import DRAWN, PLAYING, play
from quincunx.engine.sides import OPPONENTS
from quincunx.games.pushmine.evaluation.lines import runs
from quincunx.games.pushmine.evaluation.tactics import find_threats, forecast, lets_win, threatened
from quincunx.games.pushmine.reasons import DIRECTIONS, line_name, win_text
from quincunx.games.pushmine.rules import SWAP, Pushmine


def purpose(position: Pushmine, move: int) -> str:
    """The one or two things about a move that matter most."""
    if move == SWAP:
        return f"takes over {OPPONENTS} stone"
    after = play(position, move)
    if after.result == position.turn:
        return f"{win_text(position, move)} and wins"
    if after.result not in (PLAYING, DRAWN):
        return f"completes {OPPONENTS} line"
    return " and ".join([*_defence(position, move), *_attack(position, after, move)][:2]) or _quiet(position, move)


def _defence(position: Pushmine, move: int) -> list[str]:
    if not threatened(position):
        return []
    danger = "line" if find_threats(position) else "last mine"
    return [f"{'does not stop' if lets_win(position, move) else 'stops'} {OPPONENTS} {danger}"]


def _attack(position: Pushmine, after: Pushmine, move: int) -> list[str]:
    found = []
    if after.result == PLAYING and after.turn != position.turn and (own := threatened(after)):
        win = "a line" if find_threats(after) else "to win by mines"
        found.append(f"threatens {win}" + (" in two ways" if len(own) > 1 else ""))
    if move >= HIGH and forecast(position, move).earns:
        found.append("earns a mine")
    stones = after.other if after.turn != position.turn else after.own
    before, now = _longest(position.own, position), _longest(stones, position)
    if not found and len(now) > len(before):
        found.append(f"makes {count_text(len(now))} in {now[0]}")
    return found


def _longest(stones: int, position: Pushmine) -> Sequence[str]:
    """The longest row of these stones: its name, once for each of them."""
    for length in range(position.options.line, 1, -1):
        for by in DIRECTIONS:
            for bit in each(runs(stones, by, length)):
                return [line_name(bit, by, length)] * length
    return []


def _quiet(position: Pushmine, move: int) -> str:
    if move < HIGH:
        return f"guards {bit_text(move)}"
    gives_one_up = forecast(position, move).owner == position.turn
    return "gives up a stone for a new one" if gives_one_up else "brings another stone in"
