"""Every principle of every game a second time, on boards of characters with lists and loops."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from quincunx.engine.game import AnyGame
from quincunx.engine.rules import play
from tests.naive.duel import Naive as NaiveDuel
from tests.naive.pushmine import Naive as NaivePushmine

Rows = list[list[str]]
View = dict[str, Any]
NaiveTest = Callable[[AnyGame, Any, str], bool]


def cell_of(text: str) -> tuple[int, int]:
    """Row and column of a cell's text."""
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def variant_of(game: AnyGame, position: Any) -> dict[str, Any]:
    options = position.options
    if game.slug == "duel":
        return {
            "size": options.size, "reentry": bool(options.reentry), "truce": options.truce,
            "protect_first": bool(options.guard),
        }  # fmt: skip
    return dict(game.variant("standard").model_dump(mode="json"))


# Infinity Grid Duel.


def duel(game: AnyGame, position: Any) -> NaiveDuel:
    naive = NaiveDuel(variant_of(game, position), 0)
    naive.setup(game.describe(position))
    return naive


def after(naive: Any, text: str) -> Any:
    following = deepcopy(naive)
    following.play(text)
    return following


def turned(naive: NaiveDuel, text: str) -> int:
    """How many tiles a placement turns: the other side has that many fewer."""
    other = 3 - naive.turn
    before, now = (int(one.position()["tiles"][other - 1]) for one in (naive, after(naive, text)))
    return before - now


def answer(naive: NaiveDuel) -> int:
    return max((turned(naive, text) for text in naive.legal() if text != "pass"), default=0)


def open_cells(naive: NaiveDuel, seat: int) -> int:
    """How many empty cells lie beside a tile of this seat."""
    tile, size = "RG"[seat - 1], naive.size
    beside = [
        (row, column)
        for row in range(size)
        for column in range(size)
        if naive.cells[row][column] == "."
        and any(
            0 <= row + down < size and 0 <= column + right < size and naive.cells[row + down][column + right] == tile
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )
    ]
    return len(beside)


def reachable(naive: NaiveDuel, seat: int) -> int:
    following = deepcopy(naive)
    following.turn = seat
    return len([text for text in following.legal() if text != "pass"])


def rings(size: int, text: str) -> int:
    """How many steps a cell lies from the nearest edge."""
    return min(min(place, size - 1 - place) for place in cell_of(text))


def duel_late(game: AnyGame, position: Any, text: str) -> bool:
    naive = duel(game, position)
    free = sum(row.count(".") for row in naive.position()["cells"])
    return 3 * free <= naive.size**2 and turned(naive, text) > 0


def duel_safety(game: AnyGame, position: Any, text: str) -> bool:
    naive = duel(game, position)
    left = {move: answer(after(naive, move)) for move in naive.legal()}
    return left[text] == min(left.values())


def duel_corners(game: AnyGame, position: Any, text: str) -> bool:
    size = position.options.size
    return bool(sum(min(place, size - 1 - place) for place in cell_of(text)) <= 1)


def duel_together(game: AnyGame, position: Any, text: str) -> bool:
    naive, (row, column) = duel(game, position), cell_of(text)
    around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    inside = [(r, c) for r, c in around if 0 <= r < naive.size and 0 <= c < naive.size]
    return len([1 for r, c in inside if naive.cells[r][c] == "RG"[naive.turn - 1]]) > 1


def duel_expansion(game: AnyGame, position: Any, text: str) -> bool:
    naive = duel(game, position)
    return open_cells(after(naive, text), naive.turn) > open_cells(naive, naive.turn)


def duel_blocking(game: AnyGame, position: Any, text: str) -> bool:
    naive = duel(game, position)
    return reachable(after(naive, text), 3 - naive.turn) < reachable(naive, 3 - naive.turn)


# The match-3 games.


def rows_of(view: View) -> Rows:
    return [list(row) for row in view["cells"]]


def swapped(rows: Rows, text: str) -> Rows:
    (r1, c1), (r2, c2) = cell_of(text[:2]), cell_of(text[2:])
    board = [row[:] for row in rows]
    board[r1][c1], board[r2][c2] = board[r2][c2], board[r1][c1]
    return board


def in_lines(rows: Rows) -> set[tuple[int, int]]:
    found = set()
    for r in range(len(rows)):
        for c in range(len(rows[0])):
            for down, right in ((0, 1), (1, 0)):
                trio = [(r + k * down, c + k * right) for k in range(3)]
                if trio[-1][0] < len(rows) and trio[-1][1] < len(rows[0]):
                    kinds = {rows[y][x] for y, x in trio}
                    if len(kinds) == 1 and not kinds & {".", "?"}:
                        found |= set(trio)
    return found


def cleared(rows: Rows, gone: set[tuple[int, int]]) -> Rows:
    """The board without these tokens, the others fallen."""
    board = [["." if (r, c) in gone else cell for c, cell in enumerate(row)] for r, row in enumerate(rows)]
    for c in range(len(board[0])):
        column = [row[c] for row in board if row[c] != "."]
        for r, row in enumerate(board):
            place = r - (len(board) - len(column))
            row[c] = column[place] if place >= 0 else "."
    return board


def settled(rows: Rows) -> Rows:
    while gone := in_lines(rows):
        rows = cleared(rows, gone)
    return rows


def legal_swaps(rows: Rows) -> list[str]:
    texts = []
    for r in range(len(rows)):
        for c in range(len(rows[0])):
            for y, x in ((r, c + 1), (r + 1, c)):
                if y < len(rows) and x < len(rows[0]) and "." not in (rows[r][c], rows[y][x]):
                    text = f"{chr(97 + c)}{r + 1}{chr(97 + x)}{y + 1}"
                    if in_lines(swapped(rows, text)):
                        texts.append(text)
    return texts


def waves(game: AnyGame, position: Any, text: str) -> bool:
    board = swapped(rows_of(game.describe(position)), text)
    return bool(in_lines(cleared(board, in_lines(board))))


def many(game: AnyGame, position: Any, text: str) -> bool:
    return len(in_lines(swapped(rows_of(game.describe(position)), text))) > 3


def low(game: AnyGame, position: Any, text: str) -> bool:
    return min(cell_of(text[:2])[0], cell_of(text[2:])[0]) >= len(game.describe(position)["cells"]) // 2


def sideways(game: AnyGame, position: Any, text: str) -> bool:
    return cell_of(text[:2])[0] == cell_of(text[2:])[0]


def few_swaps(game: AnyGame, position: Any, text: str) -> bool:
    rows = rows_of(game.describe(position))
    left = {}
    for swap in legal_swaps(rows):
        following = play(position, game.read_move(position, swap))
        left[swap] = len(legal_swaps(rows_of(game.describe(following)))) if following.result == 0 else 0
        left[swap] = left[swap] or int(following.result == 0)  # a side without a swap passes
    return left[text] == min(left.values())


# Stack Swap Mosaic.


def points(rows: Rows, queue: list[list[str]], text: str) -> tuple[int, Rows, list[list[str]]]:
    """What a swap makes for sure, and what it leaves; beyond the queue nothing is known."""
    board, queue, made, wave = swapped(rows, text), [column[:] for column in queue], 0, 1
    while gone := in_lines(board):
        made += len(gone) * (10 + 10 * (wave - 1))
        board = cleared(board, gone)
        for c in range(len(board[0])):
            for r in reversed(range(len(board))):
                if board[r][c] == ".":
                    board[r][c] = queue[c].pop(0) if queue[c] else "?"
        wave += 1
    return made, board, queue


def mosaic_greed(game: AnyGame, position: Any, text: str) -> bool:
    view = game.describe(position)
    rows, queue = rows_of(view), [list(column) for column in view["queue"]]
    made = {swap: points(rows, queue, swap)[0] for swap in legal_swaps(rows)}
    return made[text] == max(made.values())


def mosaic_safety(game: AnyGame, position: Any, text: str) -> bool:
    view = game.describe(position)
    rows, queue = rows_of(view), [list(column) for column in view["queue"]]
    left = {}
    for swap in legal_swaps(rows):
        _, board, rest = points(rows, queue, swap)
        left[swap] = max((points(board, rest, reply)[0] for reply in legal_swaps(board)), default=0)
    return left[text] == min(left.values())


# Color Cascade Grid.


def lost(game: AnyGame, position: Any, text: str, kinds: str) -> int:
    before = rows_of(game.describe(position))
    now = settled(swapped(before, text))
    return sum(row.count(kind) for row in before for kind in kinds) - sum(
        row.count(kind) for row in now for kind in kinds
    )


def cascade_taking(game: AnyGame, position: Any, text: str) -> bool:
    return lost(game, position, text, "bo"[2 - position.turn]) > 0


def cascade_keeping(game: AnyGame, position: Any, text: str) -> bool:
    return lost(game, position, text, "bo"[position.turn - 1]) == 0


def cascade_neutrals(game: AnyGame, position: Any, text: str) -> bool:
    return lost(game, position, text, "gv") > 0


# Pushmine.


def pushmine(game: AnyGame, position: Any) -> NaivePushmine:
    naive = NaivePushmine(variant_of(game, position), 0)
    naive.setup(game.describe(position))
    return naive


def is_push(text: str) -> bool:
    return text[-1] in "<>^v" and text != "swap"


def line_of(naive: NaivePushmine, text: str) -> list[str]:
    """The cells of the line of a push."""
    cells = naive.position()["cells"]
    if text[-1] in "<>":
        return list(cells[int(text[:-1]) - 1])
    return [row[ord(text[0]) - ord("a")] for row in cells]


def pushmine_threats(game: AnyGame, position: Any, text: str) -> bool:
    """Whether it wins, or the same side would win with another push, were it to move again with nothing barred."""
    if not is_push(text):
        return False
    naive = pushmine(game, position)
    following = after(naive, text)
    if following.status != "playing":
        return bool(following.winner == naive.turn)
    again = NaivePushmine(variant_of(game, position), 0)
    again.setup(following.position() | {"turn": naive.turn, "barred": None})
    ends = (after(again, push) for push in again.legal() if is_push(push))
    return any(end.status == "won" and end.winner == naive.turn for end in ends)


def pushmine_earning(game: AnyGame, position: Any, text: str) -> bool:
    naive = pushmine(game, position)
    seat = naive.turn - 1
    return is_push(text) and after(naive, text).position()["mines"][seat] > naive.position()["mines"][seat]


def pushmine_rows(game: AnyGame, position: Any, text: str) -> bool:
    return is_push(text) and text[-1] in "<>"


def pushmine_edges(game: AnyGame, position: Any, text: str) -> bool:
    return is_push(text) and text[:-1] in ("1", str(position.options.size), "a", "abcdefg"[position.options.size - 1])


def pushmine_own_lines(game: AnyGame, position: Any, text: str) -> bool:
    """A line that a mine interrupts moves only before it."""
    if not is_push(text):
        return False
    naive = pushmine(game, position)
    line = line_of(naive, text)
    moving = "".join(line if text[-1] in ">v" else reversed(line)).partition("*")[0]
    return "XO"[naive.turn - 1] in moving


MATCH3 = {"waves": waves, "many": many, "low": low, "sideways": sideways, "few_swaps": few_swaps}
NAIVE: dict[str, dict[str, NaiveTest]] = {
    "duel": {
        "captures": lambda game, position, text: turned(duel(game, position), text) > 0,
        "safety": duel_safety,
        "expansion": duel_expansion,
        "edges": lambda game, position, text: rings(position.options.size, text) == 0,
        "corners": duel_corners,
        "centre": lambda game, position, text: rings(position.options.size, text) == (position.options.size - 1) // 2,
        "blocking": duel_blocking,
        "together": duel_together,
        "late_captures": duel_late,
    },
    "mosaic": MATCH3 | {"greed": mosaic_greed, "safety": mosaic_safety},
    "cascade": MATCH3 | {"taking": cascade_taking, "keeping": cascade_keeping, "neutrals": cascade_neutrals},
    "pushmine": {
        "threats": pushmine_threats,
        "earning": pushmine_earning,
        "mines": lambda game, position, text: text.startswith("*"),
        "rows": pushmine_rows,
        "edges": pushmine_edges,
        "own_lines": pushmine_own_lines,
    },
}
