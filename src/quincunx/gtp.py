"""The Go Text Protocol, version 2: how other programs talk to a game, over standard input and output.

A command is a line `[id] name arguments`; the answer is `=[id] text` or `?[id] problem`, and an empty line.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import quincunx
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.events import as_json
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import DEFAULT_SEED, tie_break
from quincunx.engine.match import Match
from quincunx.search.chooser import choose_in, level_of

PROTOCOL_VERSION = "2"
SEATS = {"1": 1, "b": 1, "black": 1, "2": 2, "w": 2, "white": 2}
"""How a command may name a seat: by its number, or by the colour that Go programs use."""

Chooser = Callable[[Match], str]


def random_move(match: Match) -> str:
    """A random legal move: the same position and seed give the same move."""
    choices = match.legal()
    return choices[tie_break(match.seed, match.position.ply, len(choices))]


def chooser(game: AnyGame, level: str) -> Chooser:
    """The function that answers genmove: for `random`, or for a level of the game."""
    if level == "random":
        return random_move
    level_of(game, level)
    return lambda match: game.write_move(match.position, choose_in(match, level).move)


class Session:
    """One conversation with one program, about one match at a time."""

    def __init__(
        self, game: AnyGame, variant: Any = None, seed: int = DEFAULT_SEED, choose: Chooser = random_move
    ) -> None:
        self.match = Match(game, variant, seed)
        self.over = False
        self._choose = choose
        self._commands: dict[str, Callable[[str], str]] = {
            "protocol_version": lambda _: PROTOCOL_VERSION,
            "name": lambda _: "Quincunx",
            "version": lambda _: quincunx.__version__,
            "known_command": lambda name: "true" if name in self._commands else "false",
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": self._quit,
            "clear_board": lambda _: self._begin(),
            "play": self._play,
            "genmove": self._genmove,
            "undo": self._undo,
            "showboard": self._showboard,
            "q-legal_moves": lambda _: " ".join(self.match.legal()),
            "q-position": lambda _: json.dumps(self.match.describe()),
            "q-result": lambda _: self.match.result or "playing",
            "q-seed": self._seed,
            "q-variant": lambda text: self._begin(variant=text),
            "q-setup": self._setup,
            "q-events": self._events,
        }

    def answer(self, line: str) -> str | None:
        """The whole answer to a line; None where GTP expects none (an empty line, a comment)."""
        number, name, argument = _parts(_clean(line))
        if not name:
            return None
        try:
            return _reply("=", number, self._command(name)(argument))
        except Refusal as refusal:
            return _reply("?", number, f"{refusal.errorCode.value}: {refusal.message}")

    def _command(self, name: str) -> Callable[[str], str]:
        if name not in self._commands:
            raise Refusal(
                ErrorCode.UNKNOWN_COMMAND, f"there is no command {quoted(name)}; list_commands shows them all"
            )
        return self._commands[name]

    def _begin(self, **changed: Any) -> str:
        game, variant = self.match.game, self.match.variant
        kept = game.unresolved(variant) if "seed" in changed else variant
        fields = {"variant": kept, "seed": self.match.seed} | changed
        self.match = Match(game, **fields)
        return ""

    def _quit(self, _: str) -> str:
        self.over = True
        return ""

    def _play(self, argument: str) -> str:
        seat, _, text = argument.partition(" ")
        self._must_be_turn_of(seat)
        self.match.play(_specified(text) if text.startswith("{") else text)
        return ""

    def _genmove(self, seat: str) -> str:
        self._must_be_turn_of(seat)
        text = self._choose(self.match)
        self.match.play(text)
        return text

    def _must_be_turn_of(self, seat: str) -> None:
        turn = self.match.position.turn
        if seat.lower() not in SEATS:
            raise Refusal(ErrorCode.NOT_YOUR_SEAT, f"a seat is 1 or 2, not {quoted(seat)}; it is the turn of {turn}")
        if self.match.end:
            raise Refusal(ErrorCode.MATCH_OVER, "the match is over; clear_board starts it again")
        if SEATS[seat.lower()] != turn:
            raise Refusal(ErrorCode.NOT_YOUR_TURN, f"it is the turn of {turn}, not of {seat}")

    def _undo(self, _: str) -> str:
        self.match.undo()
        return ""

    def _showboard(self, _: str) -> str:
        view = self.match.describe()
        rows = [f"{number:>3} {' '.join(row)}" for number, row in enumerate(view.pop("cells"), start=1)]
        return "\n".join(["", *rows, *(f"{name}: {json.dumps(value)}" for name, value in view.items())])

    def _seed(self, argument: str) -> str:
        if not (argument.isascii() and argument.isdigit()):
            raise Refusal(ErrorCode.BAD_SEED, f"a seed is a whole number, not {quoted(argument)}")
        return self._begin(seed=int(argument[:20]))

    def _setup(self, argument: str) -> str:
        try:
            fields = json.loads(argument)
        except (ValueError, RecursionError) as error:
            raise Refusal(ErrorCode.BAD_POSITION, f"the position is not JSON: {error}") from None
        return self._begin(setup=fields)

    def _events(self, _: str) -> str:
        return json.dumps(as_json(self.match.events(len(self.match.history) - 1)) if self.match.history else [])


def converse(session: Session, lines: Iterable[str]) -> Iterator[str]:
    """The answers to these lines, until one of them says `quit`."""
    for line in lines:
        answer = session.answer(line)
        if answer is not None:
            yield answer
        if session.over:
            return


def _specified(text: str) -> dict[str, Any]:
    """A move as a specification writes it: an object in JSON."""
    try:
        fields: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(ErrorCode.BAD_MOVE_TEXT, f"the move is not JSON: {error}") from None
    return fields


def _clean(line: str) -> str:
    """GTP's preprocessing: comments and control characters are removed, tabs become spaces."""
    plain = line.partition("#")[0].replace("\t", " ")
    return "".join(character for character in plain if character.isprintable())


def _parts(line: str) -> tuple[str, str, str]:
    """The id (may be empty), the name of the command, and its argument."""
    first, _, rest = line.strip().partition(" ")
    number, command = (first, rest.strip()) if first.isdigit() else ("", line.strip())
    name, _, argument = command.partition(" ")
    return number, name, argument.strip()


def _reply(sign: str, number: str, text: str) -> str:
    return f"{sign}{number} {text}".rstrip() + "\n\n"
