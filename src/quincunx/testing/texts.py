"""Laws about moves as numbers and as texts: what is legal, how it is written, and how the rest is refused."""

from typing import Any

from quincunx.engine.errors import ErrorCode
from quincunx.engine.match import Match
from quincunx.engine.moves import PASS, contains, count, numbers
from quincunx.engine.rules import PLAYING, legal, moves
from quincunx.testing.law import law, require, require_equal
from quincunx.testing.trial import Trial, refusal_of

GARBAGE: tuple[Any, ...] = (
    "", " ", "…", "0", "z99", "a1a1a1", "pass pass", "-1", "\0", "\ud800", "x" * 10_000, None, 5, ["a1"],
    {}, {"row": -1, "col": 0}, {"row": 0, "col": 0, "direction": "sideways"}, {"fromRow": "0"}, {1: 2},
)  # fmt: skip
NUMBERS = range(-3, 200)
"""Moves are numbers from 0 to 127; some beyond either end."""


@law
def there_is_a_move_until_the_end(trial: Trial) -> None:
    """A position is over, or it has a legal move; a side that can do nothing else has `pass`."""
    for ply, position in enumerate(trial.walk):
        over = position.result != PLAYING
        require(over or count(moves(position)) > 0, "no move at ply {}, and the match is not over", ply)


@law
def legal_agrees_with_moves(trial: Trial) -> None:
    """A number is legal if and only if it is in the set of moves."""
    for position in trial.walk[::3]:
        listed = set(numbers(moves(position)))
        require_equal({move for move in NUMBERS if legal(position, move)}, listed, "numbers that are legal, and moves")
        require(all(contains(moves(position), move) for move in listed), "the set of moves does not contain its own")


@law
def legal_texts_read_back(trial: Trial) -> None:
    """Each legal move has a text of its own, which reads back to it, in either case and with space around it."""
    game = trial.game
    for position in trial.walk[::3]:
        texts = game.legal_texts(position)
        require_equal(texts, sorted(set(texts)), "legal texts, sorted and without repetition")
        require_equal(len(texts), count(moves(position)), "legal texts, and legal moves")
        for text in texts:
            move = game.read_move(position, text)
            require_equal(game.write_move(position, move), text, "the text of the move that {!r} reads as", text)
            for form in (text.upper(), text.lower(), f" {text} "):
                require_equal(game.read_move(position, form), move, "{!r} and {!r}", form, text)


@law
def link_texts_read_back(trial: Trial) -> None:
    """A move's text in a link is made of letters, digits and `_`, and reads as the same move."""
    game = trial.game
    for position in trial.walk[::3]:
        for text in game.legal_texts(position):
            link = game.link_text(text)
            require(link.isascii() and link.replace("_", "").isalnum(), "{!r} is not safe in a link", link)
            require_equal(game.read_move(position, link), game.read_move(position, text), "{!r} and {!r}", link, text)


@law
def specified_moves_read_back(trial: Trial) -> None:
    """A move as the specification writes it reads back as the same move; a pass is only a text."""
    game = trial.game
    for position in trial.walk[::3]:
        for text in game.legal_texts(position):
            fields = game.as_specified(text)
            require_equal(fields is None, game.specified_move is None or text == "pass", "fields of {!r}", text)
            if fields is not None:
                move = game.read_move(position, text)
                require_equal(game.read_move(position, fields), move, "{} and {!r}", fields, text)


@law
def illegal_moves_are_refused(trial: Trial) -> None:
    """A move that is not legal now is refused with a known code and a sentence, and nothing changes."""
    game, seed = trial.game, trial.seed
    known = {text for position in trial.positions for text in game.legal_texts(position)} | {"pass"}
    for match, text in trial.played():
        for other in sorted(known - set(match.legal()))[seed % 3 :: 9]:
            _require_refused(match, other)
        match.play(text)


@law
def garbage_is_refused(trial: Trial) -> None:
    """A text that means no move is refused with a known code and a sentence, and nothing changes."""
    match = trial.new_match()
    for text in trial.match.moves[: trial.seed % 7]:
        match.play(text)
    if match.end is None:
        for garbage in GARBAGE:
            _require_refused(match, garbage)


def _require_refused(match: Match, text: Any) -> None:
    before = match.record(), match.describe(), match.legal(), match.position
    refusal = refusal_of(match.play, text)
    if refusal is None:
        require(False, "{!r} is played", text)
        return
    known = {*ErrorCode, *match.game.errors}
    require(refusal.errorCode in known, "{!r} is refused with {!r}, an unknown code", text, str(refusal.errorCode))
    require(bool(refusal.message), "the refusal of {!r} says nothing", text)
    after = match.record(), match.describe(), match.legal(), match.position
    require_equal(after, before, "the match after the refusal of {!r}, and before", text)


@law
def nothing_is_legal_after_the_end(trial: Trial) -> None:
    """When a match is over there is no legal move, and every text is refused with `match_over`."""
    last = trial.walk[-1]
    if last.result == PLAYING:
        return
    require_equal(trial.game.legal_texts(last), [], "legal texts after the end")
    require(not any(legal(last, move) for move in NUMBERS), "a number is legal after the end")
    for text in (*trial.game.legal_texts(trial.walk[-2:][0])[:3], "pass", "nonsense"):
        refusal = refusal_of(trial.game.read_move, last, text)
        require_equal(refusal and refusal.errorCode, ErrorCode.MATCH_OVER, "the refusal of {!r} after the end", text)


@law
def a_pass_is_legal_only_alone(trial: Trial) -> None:
    """Where `pass` is legal, nothing else is."""
    for position in trial.walk:
        listed = list(numbers(moves(position)))
        require(PASS not in listed or listed == [PASS], "a pass among {}", listed)
        require_equal(trial.game.only_pass(position), listed == [PASS], "only_pass, and whether it is so")
