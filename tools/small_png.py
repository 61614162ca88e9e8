"""Pictures of 256 colours, chosen by median cut: a third of the bytes, and hardly a difference to be seen.

The browser that took a picture decodes it, too; what is left is arithmetic and `zlib`.
"""

import base64
import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser

COLOURS = 256
ROUNDS = 6
WEIGHT = 0.6
"""How much more a frequent colour counts than a rare one: 1 as often as it is there, 0 not at all."""
PATTERN = (np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) + 0.5) / 16 - 0.5
STRENGTH = 5
"""How far the pattern goes to each side, in steps of a colour, times two."""
Array = NDArray[Any]

DECODE = """async (text) => {
  const picture = await createImageBitmap(await (await fetch('data:image/png;base64,' + text)).blob());
  const paint = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  paint.drawImage(picture, 0, 0);
  const { data } = paint.getImageData(0, 0, picture.width, picture.height);
  let binary = '';
  for (let at = 0; at < data.length; at += 32768) binary += String.fromCharCode(...data.subarray(at, at + 32768));
  return [picture.width, picture.height, btoa(binary)];
}"""


def shrink(browser: Browser, png: bytes) -> bytes:
    pixels = decode(browser, png)
    palette = refined(median_cut(pixels), pixels)
    return indexed_png(palette, matched(palette, pixels))


def decode(browser: Browser, png: bytes) -> Array:
    """Rows of pixels, each red, green and blue."""
    page = browser.new_page()
    width, height, text = page.evaluate(DECODE, base64.b64encode(png).decode())
    page.close()
    flat: Array = np.frombuffer(base64.b64decode(text), np.uint8)
    return flat.reshape(height, width, 4)[:, :, :3]


def median_cut(pixels: Array) -> Array:
    """A palette. The box of colours whose pixels differ most is halved at its middle pixel, along its widest side,
    until there are as many boxes as colours wanted."""
    seen, _, counts = different(pixels)
    boxes = [np.arange(len(seen))]
    spreads = [_spread(seen[boxes[0]], counts[boxes[0]])]
    while len(boxes) < min(COLOURS, len(seen)):
        at = int(np.argmax(spreads))
        halves = _halves(seen, counts, boxes.pop(at))
        spreads.pop(at)
        boxes += halves
        spreads += [_spread(seen[half], counts[half]) for half in halves]
    return np.array([np.average(seen[box], axis=0, weights=counts[box]) for box in boxes])


def _spread(seen: Array, counts: Array) -> float:
    """How far the pixels of a box are from its mean, all together."""
    mean = np.average(seen, axis=0, weights=counts)
    return float((counts[:, None] * (seen - mean) ** 2).sum())


def _halves(seen: Array, counts: Array, box: Array) -> list[Array]:
    side = int(np.argmax(np.ptp(seen[box].astype(int), axis=0)))
    ordered = box[np.argsort(seen[box][:, side], kind="stable")]
    passed = np.cumsum(counts[ordered])
    middle = int(np.searchsorted(passed, passed[-1] / 2)) + 1
    cut = min(max(middle, 1), len(ordered) - 1)
    return [ordered[:cut], ordered[cut:]]


def refined(palette: Array, pixels: Array) -> Array:
    """Each colour moved to the mean of those that it is nearest to, a few times; the rarest count, too."""
    seen, _, counts = different(pixels)
    weights = counts**WEIGHT
    for _ in range(ROUNDS):
        number = nearest(palette, seen)
        total = np.bincount(number, weights, len(palette))
        sums = [np.bincount(number, weights * seen[:, channel], len(palette)) for channel in range(3)]
        used = total > 0
        palette[used] = (np.array(sums).T / np.maximum(total, 1e-9)[:, None])[used]
    return palette.round().astype(np.uint8)


def matched(palette: Array, pixels: Array) -> Array:
    """For every pixel the number of its colour. Where the palette has not quite the colour, a fine pattern of two that
    it has stands for it, so that soft shadows show no steps."""
    height, width, _ = pixels.shape
    exact = nearest(palette, pixels)
    pattern = np.tile(PATTERN, (height // 4 + 1, width // 4 + 1))[:height, :width, None]
    shaken = (pixels + pattern * STRENGTH).clip(0, 255).round().astype(np.uint8)
    other = nearest(palette, shaken)
    there = np.abs(palette[exact].astype(int) - pixels).max(axis=2) == 0
    return np.where(there, exact, other).astype(np.uint8)


def nearest(palette: Array, pixels: Array) -> Array:
    """The number of the colour that is nearest to each pixel."""
    seen, which, _ = different(pixels)
    points = palette.astype(np.float32)
    found = [
        np.argmin((points**2).sum(axis=1) - 2 * part.astype(np.float32) @ points.T, axis=1)
        for part in np.array_split(seen, len(seen) // 20_000 + 1)
    ]
    numbers: Array = np.concatenate(found)[which.reshape(-1)]
    return numbers.reshape(pixels.shape[:-1])


def different(pixels: Array) -> tuple[Array, Array, Array]:
    """The colours that there are, which of them each pixel has, and how many have each."""
    packed = pixels.reshape(-1, 3).astype(np.int32) @ np.array([1 << 16, 1 << 8, 1], np.int32)
    seen, which, counts = np.unique(packed, return_inverse=True, return_counts=True)
    colours = np.stack([seen >> 16, seen >> 8 & 255, seen & 255], axis=1).astype(np.uint8)
    return colours, which, counts


def indexed_png(palette: Array, numbers: Array) -> bytes:
    height, width = numbers.shape
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = numbers
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", head),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
