"""What a move is for, in words: "makes four in row 3", "the mine on c3 stops the push of column b up"."""

from collections.abc import Iterable, Sequence

from quincunx.engine.kernels.bits import DOWN, RIGHT, STRIDE, each
from quincunx.engine.moves import HIGH
from quincunx.engine.notation import bit_text, column_text
from quincunx.engine.player import Choice, MoveRequest
from quincunx.engine.rules import PLAYING, play
from quincunx.games.pushmine.evaluation.lines import runs
from quincunx.games.pushmine.evaluation.tactics import Forecast, forecast, lets_win, threatened
from quincunx.games.pushmine.evaluation.weights import WINS_NEXT
from quincunx.games.pushmine.rules import SWAP, Pushmine

NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six"}


def reason_for(request: MoveRequest, choice: Choice) -> str:
    """What the move does, and what the player expects of it."""
    if abs(choice.score or 0) == WINS_NEXT:  # seen by the last ply's look at wins in one, and so no ply is named
        outlook = "wins by force" if (choice.score or 0) > 0 else "loses by force"
    else:
        outlook = choice.reason
    return "; ".join([*deeds(request, choice.move), outlook])


def deeds(request: MoveRequest, move: int) -> list[str]:
    """What a move does that anyone can see."""
    after = play(request.position, move)
    if move == SWAP:
        return ["takes over the first stone"]
    if after.turn == request.position.turn:
        return [f"lays a mine on {bit_text(move)}, and pushes next"]
    found = [*_about_threats(request, move), *_about_mines(request, move)]
    if after.result == PLAYING and (own := threatened(after)):
        found.append(f"threatens {_listed(request, own)}" + (" at once" if len(own) > 1 else ""))
    return found


def win_text(position: Pushmine, move: int) -> str:
    """What a winning move wins by: "makes four in row 3"."""
    made = lines_made(position, move)
    return f"makes {made}" if made else f"earns mine {position.options.mines_to_win}"


def lines_made(position: Pushmine, move: int) -> str:
    """The lines that a move completes: "four in row 3"; nothing where it completes none."""
    length = position.options.line
    stones = play(position, move).other
    names = [line_name(bit, by, length) for by in DIRECTIONS for bit in each(runs(stones, by, length))]
    return f"{NUMBERS[length]} in {' and '.join(dict.fromkeys(names))}" if names else ""


DIRECTIONS = (RIGHT, DOWN, DOWN + RIGHT, DOWN - RIGHT)


def line_name(bit: int, by: int, length: int) -> str:
    row, column = divmod(bit, STRIDE)
    if by == RIGHT:
        return f"row {row + 1}"
    if by == DOWN:
        return f"column {column_text(column)}"
    return f"the diagonal {bit_text(bit)}-{bit_text(bit + by * (length - 1))}"


def _about_threats(request: MoveRequest, move: int) -> list[str]:
    if not (dangers := threatened(request.position)):
        return [f"lays a mine on {bit_text(move)}"] if move < HIGH else []
    texts = _listed(request, dangers)
    if lets_win(request.position, move):
        return [f"nothing stops {texts}"]
    return [f"the mine on {bit_text(move)} stops {texts}" if move < HIGH else f"stops {texts}"]


def _about_mines(request: MoveRequest, move: int) -> Iterable[str]:
    if move < HIGH:
        return
    seen: Forecast = forecast(request.position, move)
    if seen.earns:
        yield "earns a mine"
    if seen.detonates and seen.stops_at is not None:
        yield f"sets off the mine on {bit_text(seen.stops_at)}"


def _listed(request: MoveRequest, pushes: Sequence[int]) -> str:
    texts = [push_text(text) for text in sorted(request.game.write_move(request.position, push) for push in pushes)]
    return f"the push of {texts[0]}" if len(texts) == 1 else f"the pushes of {', '.join(texts[:-1])} and {texts[-1]}"


WAY_WORDS = {">": "right", "<": "left", "v": "down", "^": "up"}


def push_text(text: str) -> str:
    """A push as people say it: `3>` is "row 3 right"."""
    line, way = text[:-1], text[-1]
    return f"{'row' if line.isdigit() else 'column'} {line} {WAY_WORDS[way]}"
