"""The move in an answer that was written freely.

In this order: the whole answer is a move; it holds JSON (`{"move": "c4"}`, or a move as the specification writes it);
it labels a move ("move: c4", `<move>c4</move>`, a fence with nothing else in it); it says so ("I play c4"); it names a
move. Where there are several of a kind, the last sentence with one counts, and it must name only one.
"""

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal, quoted, some_of
from quincunx.engine.game import AnyGame
from quincunx.engine.notation import PASS_TEXT

MOST_CHARACTERS = 20_000
"""Of a longer answer only the end is read."""
MOST_OBJECTS = 50
"""How many JSON objects are looked at, from the end of the answer."""
LONGEST_MOVE = 16
JSON_KEYS = ("move", "action", "answer", "choice")

_ARROWS = str.maketrans({"→": ">", "⇒": ">", "←": "<", "⇐": "<", "↓": "v", "⇓": "v", "↑": "^", "⇑": "^", "\\": ""})
_THOUGHT = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_MARKED = re.compile(r"<(?:move|action|answer|choice)>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z_]+>", re.IGNORECASE)
_LABEL = re.compile(
    r"\b(?:move|action|answer|choice)\b[*_\"'`]*\s*(?::|=|\bis\b)[\s:*_\"'`(\[]*|boxed\{[\s*]*", re.IGNORECASE
)
_FENCE = re.compile(r"```\w*\s*(?=([^`]{1,24})```)")
_CLAIM = re.compile(
    r"\bI(?:'ll| will| would|'d| shall)?(?: now)? (?:play|choose|pick|select|place|push|swap|lay|take|go with)\b",
    re.IGNORECASE,
)
CLAIM_CHARACTERS = 40
"""A claim names its move within this distance: "I push row 3 from the left with 3>"."""
_PAIR = re.compile(
    r"(?<![a-z0-9])([a-z][1-9][0-9]?)\s{0,2}(?:<?[-–—=]{0,2}>|[-–—,/&↔]|and\b|with\b|to\b)?\s{0,2}"
    r"([a-z][1-9][0-9]?)(?![a-z0-9])",
    re.IGNORECASE,
)
_CELL = re.compile(r"(?<![a-z0-9])[a-z][1-9][0-9]?(?![a-z0-9])", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;()\[\]{}\"'`|=]+")
_GAP = re.compile(r"[\s,]+")
"""What may stand within a move that is the whole answer: "c 4", "(c, 4)"."""
_SENTENCE_END = re.compile(r"[.;!?](?=\s)|\n")
_AROUND = ".,:;!?\"'`()[]{}_~#–—-"
"""What may stand around a move in a text, stars apart: Pushmine's mines begin with one."""


class Named(NamedTuple):
    """A move that an answer names, and where."""

    start: int
    end: int
    text: str


def read_answer(game: AnyGame, position: Any, answer: str) -> int:
    """The legal move that an answer names; refused with the reason otherwise."""
    if not isinstance(answer, str):
        raise Refusal(ErrorCode.BAD_MOVE_TEXT, f"an answer is a text, not {quoted(answer)}")
    return game.read_move(position, named_move(game, position, answer))


def named_move(game: AnyGame, position: Any, answer: str) -> str | Mapping[str, Any]:
    """The move that an answer names, legal or not, as `Game.read_move` takes it."""
    plain = _plain(answer)
    whole = plain.strip()
    for text in (*_trimmed(whole), *_trimmed(_GAP.sub("", whole))):
        if _is_move(game, position, text):
            return text
    in_json = _json_move(game, plain)
    if in_json is not None:
        return named_move(game, position, in_json) if isinstance(in_json, str) else in_json
    named = list(_named(game, position, plain))
    labelled = [one for end in _label_ends(plain) for one in _next(named, end, 1)]
    claimed = [one for claim in _CLAIM.finditer(plain) for one in _next(named, claim.end(), CLAIM_CHARACTERS)]
    for chosen in (labelled, claimed, named):
        if chosen:
            return _only_one(chosen, plain)
    raise _nothing_named(game, position, plain)


def _plain(answer: str) -> str:
    """The end of the answer without thoughts, tags and escapes."""
    text = _THOUGHT.sub("", answer[-MOST_CHARACTERS:])
    text = html.unescape(text).translate(_ARROWS)
    return _TAG.sub(" ", _MARKED.sub("answer: ", text))


# Moves in a text.


def _is_move(game: AnyGame, position: Any, text: str) -> bool:
    """Whether a text means a move here, legal or not."""
    if not 0 < len(text) <= LONGEST_MOVE:
        return False
    if text.lower() == PASS_TEXT:
        return True
    try:
        game.read(position, text)
    except Refusal as refusal:
        return refusal.errorCode is not ErrorCode.BAD_MOVE_TEXT
    return True


def _is_named(game: AnyGame, position: Any, text: str) -> bool:
    """Whether a word in a sentence is a move: one of letters only must be the usual text of that move."""
    if not _is_move(game, position, text):
        return False
    return not text.isalpha() or text.lower() == PASS_TEXT or _is_canonical(game, position, text)


def _is_canonical(game: AnyGame, position: Any, text: str) -> bool:
    try:
        return game.write(position, game.read(position, text)) == text.lower()
    except Refusal:
        return False


def _trimmed(word: str) -> Iterator[str]:
    """A word without what stands around it: as it is, then without the stars of emphasis."""
    bare = word.strip(_AROUND)
    yield bare
    for stars in ("**", "*"):
        if bare.startswith(stars) and bare.endswith(stars) and len(bare) > 2 * len(stars):
            yield bare[len(stars) : -len(stars)].strip(_AROUND)
    yield bare.strip("*" + _AROUND)


def _named(game: AnyGame, position: Any, plain: str) -> Iterator[Named]:
    """The moves that a text names, in order."""
    pairs = [
        Named(*pair.span(), pair[1] + pair[2])
        for pair in _PAIR.finditer(plain)
        if _is_move(game, position, pair[1] + pair[2])
    ]
    covered = {place for pair in pairs for place in range(pair.start, pair.end)}
    words = (one for word in _WORD.finditer(plain) for one in _named_in_word(game, position, word))
    yield from sorted([*pairs, *(one for one in words if covered.isdisjoint(range(one.start, one.end)))])


def _named_in_word(game: AnyGame, position: Any, word: re.Match[str]) -> Iterator[Named]:
    for text in _trimmed(word[0]):
        if _is_named(game, position, text):
            start = word.start() + word[0].find(text)
            yield Named(start, start + len(text), text)
            return
    for cell in _CELL.finditer(word[0]):
        if _is_move(game, position, cell[0]):
            yield Named(word.start() + cell.start(), word.start() + cell.end(), cell[0])


# Which of them is meant.


def _label_ends(plain: str) -> list[int]:
    return [label.end() for pattern in (_LABEL, _FENCE) for label in pattern.finditer(plain)]


def _next(named: list[Named], end: int, distance: int) -> list[Named]:
    """The move that follows a label or a claim that ends here; a label may have taken the star of a mine."""
    return [one for one in named if one.end > end and -2 <= one.start - end <= distance][:1]


def _only_one(chosen: list[Named], plain: str) -> str:
    """The move that the last sentence names."""
    last = max(chosen)
    ends = [end.end() for end in _SENTENCE_END.finditer(plain, 0, last.start)]
    begins = ends[-1] if ends else 0
    texts = {one.text.lower(): one.text for one in chosen if one.start >= begins}
    if len(texts) > 1:
        problem = f"the answer names several moves: {some_of(texts.values())}; name only one on its last line"
        raise Refusal(ErrorCode.BAD_MOVE_TEXT, problem)
    return last.text


def _nothing_named(game: AnyGame, position: Any, plain: str) -> Refusal:
    """Why no move was found: the game's own words for something that was nearly one."""
    words = plain.split()
    labels = [plain[end : end + LONGEST_MOVE].split()[:1] for end in _label_ends(plain)]
    nearly = [cell[0] for cell in _CELL.finditer(plain)][-1:] or [word for label in labels for word in label][-1:]
    for word in nearly or (words if len(words) == 1 else []):
        bare = next(_trimmed(word))
        try:
            if 0 < len(bare) <= LONGEST_MOVE:
                game.read(position, bare)
        except Refusal as refusal:
            return refusal
    why = f"no move was found in {quoted(plain.strip())}" if plain.strip() else "the answer is empty"
    return Refusal(ErrorCode.BAD_MOVE_TEXT, f"{why}. {game.notation}".strip())


# JSON.


def _json_move(game: AnyGame, plain: str) -> str | Mapping[str, Any] | None:
    """The move in the last JSON object that has one."""
    moves = [move for fields in _objects(plain) if (move := _move_of(game, fields)) is not None]
    return moves[-1] if moves else None


def _objects(plain: str) -> Iterator[dict[str, Any]]:
    """The outermost JSON objects in a text."""
    decoder, begin = json.JSONDecoder(), 0
    for brace in list(re.finditer(r"\{", plain))[-MOST_OBJECTS:]:
        if brace.start() < begin:
            continue
        try:
            read, begin = decoder.raw_decode(plain, brace.start())
        except (ValueError, RecursionError):
            continue
        if read:
            yield read


def _move_of(game: AnyGame, fields: dict[str, Any]) -> str | Mapping[str, Any] | None:
    """What stands under a known key, or the object itself if it has fields of a specified move."""
    own = set(game.specified_move.model_fields) if game.specified_move else set()
    keyed = next((fields[key] for key in JSON_KEYS if key in fields), fields if own & set(fields) else None)
    return keyed if isinstance(keyed, (str, dict)) else None
