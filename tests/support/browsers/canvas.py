"""What a canvas shows: its pixels, and the colours and words that were painted on it."""

from typing import NamedTuple

from tests.support.browsers.boards import Board
from tests.support.browsers.person import Person

RECORD = """
window.painted = { strokes: new Set(), fills: new Set(), texts: new Set() };
for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
  for (const [name, note] of [
    ['stroke', (paint) => window.painted.strokes.add(String(paint.strokeStyle))],
    ['fill', (paint) => window.painted.fills.add(String(paint.fillStyle))],
    ['fillText', (_, text) => window.painted.texts.add(text)],
  ]) {
    const plain = prototype[name];
    prototype[name] = function (...given) { note(this, ...given); return plain.apply(this, given); };
  }
}"""

COUNT = """([colour, box]) => {
  const canvas = document.querySelector('[data-testid=board] canvas');
  const place = canvas.getBoundingClientRect();
  const scale = canvas.width / place.width;
  const [x, y, width, height] = box
    ? [(box.x - place.x) * scale, (box.y - place.y) * scale, box.width * scale, box.height * scale].map(Math.round)
    : [0, 0, canvas.width, canvas.height];
  const copy = Object.assign(document.createElement('canvas'), { width, height });
  const paint = copy.getContext('2d', { willReadFrequently: true });
  paint.drawImage(canvas, -x, -y);
  const data = paint.getImageData(0, 0, width, height).data;
  const wanted = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  let count = 0;
  for (let i = 0; i < data.length; i += 4)
    if (data[i + 3] === 255 && wanted.every((part, k) => data[i + k] === part)) count++;
  return count;
}"""


class Painted(NamedTuple):
    """Everything since the page was opened, or since `forget`."""

    strokes: list[str]
    fills: list[str]
    texts: list[str]


def record(person: Person) -> None:
    """Note from now on what is painted, on pages that are opened from now on."""
    person.run_first(RECORD)


def forget(board: Board) -> None:
    board.page.evaluate("Object.values(painted).forEach((set) => set.clear())")


def painted(board: Board) -> Painted:
    strokes, fills, texts = board.page.evaluate(
        "[painted.strokes, painted.fills, painted.texts].map((set) => [...set])"
    )
    return Painted(strokes, fills, texts)


def wait_for_text(board: Board, pattern: str) -> None:
    """Until words like these have been painted on the board."""
    board.page.wait_for_function(
        "pattern => [...painted.texts].some((text) => new RegExp(pattern).test(text))", arg=pattern
    )


def pixels(board: Board, colour: str, spot: str | None = None, grown: float = 0.0) -> int:
    """How many pixels have exactly this colour: of the whole board, or of a spot and a part of a cell around it."""
    box = None
    if spot is not None:
        found = board.spot(spot).bounding_box()
        assert found is not None
        by = grown * found["width"]
        box = {
            "x": found["x"] - by,
            "y": found["y"] - by,
            "width": found["width"] + 2 * by,
            "height": found["height"] + 2 * by,
        }
    return int(board.page.evaluate(COUNT, [colour, box]))
