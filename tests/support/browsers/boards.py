"""The board in front of somebody, and the three ways to make a move on it: a mouse, keys, a finger.

Every act is a real event at a real place. Which moves there are, a test asks the server; where they are on the screen,
the board's own grid for screen readers says, and a test of pixels says that the drawn board lies exactly beneath it.
"""

import random
import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, expect

from tests.support.browsers.person import Person
from tests.support.games import SMALL
from tests.support.servers.client import HostedMatch, Json, ServerClient, ai
from tests.support.waiting import LIMIT_SECONDS

CELL = r"[a-z][1-9]\d?"
SWAP = re.compile(f"({CELL})({CELL})$")
PUSH = re.compile(r"([1-9]|[a-z])([<>v^])$")
CHARACTERS = dict(zip("red green blue yellow purple orange cyan pink".split(), "rgbypock", strict=True))
COLOURS = tuple(CHARACTERS)
"""Flood's, in the order of its keys."""

OUTWARDS = {">": "ArrowLeft", "<": "ArrowRight", "v": "ArrowUp", "^": "ArrowDown"}
"""A push starts at the end of its line: the way from the board to there."""


GAMES = tuple(SMALL)


def small_match(client: ServerClient, game: str, seats: list[Json] | None = None, seed: int = 7) -> HostedMatch:
    """A person against `easy`, or alone in flood, on a small board."""
    alone = [{"kind": "person"}]
    given = seats or (alone if game == "flood" else [*alone, ai("easy")])
    return client.new_match(game, given, variant=SMALL[game], seed=seed)


class Board:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.root = self.page.get_by_test_id("board")
        self.play = self.page.get_by_test_id("play")
        self.status = self.page.get_by_test_id("status")
        self.result = self.page.get_by_test_id("result")

    # What there is.

    @property
    def id(self) -> str:
        return self.person.path.split("/")[2]

    def match(self) -> Json:
        match: Json = self.person.client.get(f"/api/matches/{self.id}").json()
        return match

    def spot(self, name: str) -> Locator:
        """A cell (`c4`) or the end of a line (`3>`)."""
        if self.root.get_attribute("data-game") == "flood":
            size = int(self.page.get_by_role("grid").get_attribute("aria-rowcount") or 0)
            return self.root.locator(f'[data-cell="{(int(name[1:]) - 1) * size + ord(name[0]) - ord("a")}"]')
        return self.root.locator(f'[data-spot="{name}"]')

    def place(self, name: str) -> tuple[float, float]:
        """The middle of a spot, on the screen."""
        spot = self.spot(name)
        spot.scroll_into_view_if_needed()
        box = spot.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # Waiting.

    def wait_for_turn(self, after: int = -1) -> None:
        """Until a person may move, or the match is over, at another ply than this one."""
        ready = '[data-testid="status"]:is(.yours, .over)'
        self.page.locator(f'[data-testid="play"]:not([data-ply="{after}"]):has({ready})').wait_for(
            timeout=1000 * LIMIT_SECONDS
        )
        expect(self.root.or_(self.page.locator(".flood[data-ply]")).first).to_be_visible()

    def wait_for_ply(self, ply: int) -> None:
        expect(self.play).to_have_attribute("data-ply", str(ply))

    # Playing.

    def make(self, move: str, way: "Way") -> None:
        """Make a move and wait until the next one can be made."""
        ply = int(self.play.get_attribute("data-ply") or 0)
        way(self, move)
        self.wait_for_turn(ply)

    def play_on(self, ways: Sequence["Way"], choose: "Choose | None" = None, most: int = 200) -> Json:
        """Play until the match is over, in these ways by turns; the match."""
        pick = choose or at_random(1)
        self.wait_for_turn()
        for number in range(most):
            match = self.match()
            if match["result"] is not None:
                return match
            self.make(pick(match), ways[number % len(ways)])
        raise AssertionError(f"not over after {most} moves")


Way = Callable[[Board, str], None]
Choose = Callable[[Json], str]


def at_random(seed: int) -> Choose:
    """Any legal move, but a mine before a push (so that mines are laid wherever one was earned), and in flood a colour
    that brings something."""
    draw = random.Random(seed)

    def choose(match: Json) -> str:
        legal = match["legal"]
        mines = [move for move in legal if move.startswith("*")]
        bringing = [move for move in legal if move in COLOURS and free_cells(move, match)]
        return str(draw.choice(mines or bringing or legal))

    return choose


def spots_of(board: Board, move: str) -> list[str]:
    """The spots at which a move is made, one after the other."""
    if swap := SWAP.match(move):
        return [swap[1], swap[2]]
    if move in COLOURS:
        return free_cells(move, board.match())[:1]
    return [move.removeprefix("*")]


def free_cells(colour: str, match: Json) -> list[str]:
    """The cells of this colour that are not the player's yet."""
    view = match["view"]
    rows = zip(view["cells"], view["controlled"], strict=True)
    return [
        f"{chr(ord('a') + col)}{row + 1}"
        for row, (cells, held) in enumerate(rows)
        for col, (cell, own) in enumerate(zip(cells, held, strict=True))
        if cell == CHARACTERS[colour] and own == "0"
    ]


# A mouse.


def by_clicks(board: Board, move: str) -> None:
    for name in spots_of(board, move):
        board.page.mouse.click(*board.place(name))


def by_drag(board: Board, move: str) -> None:
    """Press the first token, and let it go over the second; in other games, a click."""
    first, *others = spots_of(board, move)
    board.page.mouse.move(*board.place(first))
    board.page.mouse.down()
    for name in others:
        board.page.mouse.move(*board.place(name), steps=4)
    board.page.mouse.up()


def by_palette(board: Board, colour: str) -> None:
    """Flood: the colour's button."""
    board.page.get_by_test_id(f"colour-{colour}").click()


# A finger.


def by_taps(board: Board, move: str) -> None:
    for name in spots_of(board, move):
        board.page.touchscreen.tap(*board.place(name))


# Keys.


def by_keys(board: Board, move: str) -> None:
    """Walk there by arrows, or by letter and number, and press Enter; `by_signs` is the other way."""
    first, *others = spots_of(board, move)
    walk_to(board, first)
    press(board, "Enter")
    for name in others:
        press(board, _arrow(first, name), "Enter")


def by_signs(board: Board, move: str) -> None:
    """Shift and an arrow swap, > < ^ v push, * lays a mine, a number is a colour."""
    if swap := SWAP.match(move):
        walk_to(board, swap[1])
        press(board, f"Shift+{_arrow(swap[1], swap[2])}")
    elif push := PUSH.match(move):
        walk_to(board, _cell_beside(push[1], push[2], board))
        press(board, push[2])
    elif move.startswith("*"):
        walk_to(board, move[1:])
        press(board, "*")
    elif move in COLOURS:
        press(board, str(COLOURS.index(move) + 1))
    else:
        by_keys(board, move)


def press(board: Board, *keys: str) -> None:
    for key in keys:
        board.page.keyboard.press(key)


def walk_to(board: Board, name: str) -> None:
    """Put the focus on a spot. A board that has no focus gets it by the page's key for that."""
    if not focused(board):
        press(board, "b")
    expect(board.root.locator(":focus")).to_have_count(1)
    if push := PUSH.match(name):
        cell = _cell_beside(push[1], push[2], board)
        press(board, cell[0], cell[1:], OUTWARDS[push[2]])
    else:
        _walk(board, name)
    expect(board.spot(name)).to_be_focused()


def focused(board: Board) -> str | None:
    """What the focus is on: the name of a spot, or a flood cell's number."""
    at = board.page.evaluate("(e => e?.dataset.spot ?? e?.dataset.cell ?? null)(document.activeElement)")
    return None if at is None else str(at)


def _walk(board: Board, name: str) -> None:
    """By arrows, from wherever the focus is; from the end of a line, back onto the board first."""
    at = focused(board) or ""
    if push := PUSH.match(at):
        press(
            board,
            {"ArrowLeft": "ArrowRight", "ArrowRight": "ArrowLeft", "ArrowUp": "ArrowDown", "ArrowDown": "ArrowUp"}[
                OUTWARDS[push[2]]
            ],
        )
        at = focused(board) or ""
    if at.isdigit():
        size = int(board.page.get_by_role("grid").get_attribute("aria-rowcount") or 0)
        at = f"{chr(ord('a') + int(at) % size)}{int(at) // size + 1}"
    right = ord(name[0]) - ord(at[0])
    down = int(name[1:]) - int(at[1:])
    press(board, *["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right))
    press(board, *["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))


def _arrow(start: str, end: str) -> str:
    if start[0] != end[0]:
        return "ArrowRight" if start < end else "ArrowLeft"
    return "ArrowDown" if int(start[1:]) < int(end[1:]) else "ArrowUp"


def _cell_beside(line: str, way: str, board: Board) -> str:
    """The cell at which a push enters the board."""
    size = int(board.page.get_by_role("grid").get_attribute("aria-rowcount") or 0) - 2
    last = chr(ord("a") + size - 1)
    if way in "<>":
        return ("a" if way == ">" else last) + line
    return line + ("1" if way == "v" else str(size))
