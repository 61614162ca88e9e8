"""What the tests of statements about the pages do with a browser."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsers.boards import Board
from tests.support.browsers.person import Person
from tests.support.servers.client import PERSON, HostedMatch, Json, ServerClient, ai

WEB = Path(__file__).parents[3] / "web" / "src"
match3 = pytest.mark.parametrize("game", ["mosaic", "cascade"])
MOVING: Json = {"speed": 1}


def seated(person: Person, hosted: HostedMatch) -> Board:
    """Somebody at the board of a match, and it is their turn."""
    person.open_match(hosted)
    board = Board(person)
    board.wait_for_turn()
    return board


def against_ai(client: ServerClient, game: str, **asked: Any) -> HostedMatch:
    return client.new_match(game, [PERSON, ai("easy")], **{"seed": 7} | asked)


def preview(hosted: HostedMatch, move: str) -> Json:
    ply = hosted.match()["ply"]
    shown: Json = hosted.client.post(f"{hosted.path}/preview", {"move": move, "ply": ply}).json()
    return shown


def kinds(shown: Json) -> list[str]:
    return [event["kind"] for event in shown["events"]]


def no_line(match: Json) -> list[str]:
    """Two neighbours that make no line."""
    cells = match["view"]["cells"]
    for row in range(len(cells)):
        for col in range(len(cells) - 1):
            pair = [f"{chr(97 + col + step)}{row + 1}" for step in (0, 1)]
            if "".join(pair) not in match["legal"] and "." not in cells[row][col : col + 2]:
                return pair
    raise AssertionError("every swap is legal")


def names_of(match: Json) -> Iterator[str]:
    for row, cells in enumerate(match["view"]["cells"]):
        for col in range(len(cells)):
            yield f"{chr(97 + col)}{row + 1}"


def picture(board: Board) -> int:
    """A digest of what the canvas shows."""
    digest = """() => { const canvas = document.querySelector('[data-testid=board] canvas');
      const copy = Object.assign(document.createElement('canvas'), { width: 300, height: 300 });
      const paint = copy.getContext('2d', { willReadFrequently: true });
      paint.drawImage(canvas, 0, 0, 300, 300);
      const { data } = paint.getImageData(0, 0, 300, 300);
      return data.reduce((sum, part, i) => (sum * 31 + part * (i % 7 + 1)) % 1e9, 7); }"""
    return int(board.page.evaluate(digest))


def shades(board: Board, spot: str, colour: str) -> bool:
    """Whether a cell is painted in shades of this colour: its middle is nearer to it than a quarter of the way."""
    box = board.spot(spot).bounding_box()
    assert box is not None
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    near = 0
    for part in (0.2, 0.3, 0.7, 0.8):
        shown = board.page.evaluate(PIXEL, [box["x"] + box["width"] * part, box["y"] + box["height"] / 2])
        near += max(abs(one - other) for one, other in zip(shown, wanted, strict=True)) < 64
    return near >= 3


PIXEL = """([x, y]) => {
  const canvas = document.querySelector('[data-testid=board] canvas');
  const place = canvas.getBoundingClientRect();
  const copy = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const paint = copy.getContext('2d', { willReadFrequently: true });
  const scale = canvas.width / place.width;
  paint.drawImage(canvas, -Math.round((x - place.x) * scale), -Math.round((y - place.y) * scale));
  return [...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}"""


def shares_of(board: Board, colours: Sequence[str], spots: Sequence[str], by: int = 8) -> list[list[float]]:
    """For each spot the share of its pixels that have each colour, or one that differs by at most this in each part."""
    names = [f'[data-testid="board"] [data-spot="{spot}"]' for spot in spots]
    shares: list[list[float]] = board.page.evaluate(SHARES, [list(colours), names, by])
    return shares


SHARES = """([colours, spots, by]) => {
  const canvas = document.querySelector('[data-testid=board] canvas');
  const place = canvas.getBoundingClientRect();
  const scale = canvas.width / place.width;
  const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
  const paint = copy.getContext('2d', { willReadFrequently: true });
  paint.drawImage(canvas, 0, 0);
  const wanted = colours.map((colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));
  return spots.map((spot) => {
    const box = document.querySelector(spot).getBoundingClientRect();
    const [x, y, width, height] =
      [(box.x - place.x) * scale, (box.y - place.y) * scale, box.width * scale, box.height * scale].map(Math.round);
    const { data } = paint.getImageData(x, y, width, height);
    const counts = wanted.map(() => 0);
    for (let i = 0; i < data.length; i += 4)
      wanted.forEach((parts, n) => {
        if (parts.every((part, k) => Math.abs(data[i + k] - part) <= by)) counts[n]++;
      });
    return counts.map((count) => count / (width * height));
  });
}"""


def painted_signs(board: Board) -> list[str]:
    """The colours of the signs that stand for the seats beside the board."""
    signs = board.page.get_by_test_id("seats").locator("svg")
    return [sign.evaluate("sign => sign.style.getPropertyValue('--paint')") for sign in signs.all()]


def note_words(board: Board) -> None:
    """From now on note whatever the status line and the seats say, one after the other."""
    board.page.evaluate("""() => {
      window.words = [];
      const note = () => {
        for (const one of document.querySelectorAll(
          '[data-testid=status] h1, [data-testid=detail], [data-testid=seats] li')) {
          const text = one.innerText.trim();
          if (!words.includes(text)) words.push(text);
        }
      };
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
      note();
    }""")


def noted_words(board: Board) -> list[str]:
    words: list[str] = board.page.evaluate("words")
    return words
