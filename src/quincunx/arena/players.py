"""Players of the arena by their texts: `easy`, `gtp:COMMAND`, `llm:MODEL@ADDRESS`, `python:MODULE:FUNCTION`.

A text may begin with a name of its own: `mine=gtp:./bot --fast`.
"""

import importlib
import os
import queue
import re
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

from quincunx import llm
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import Stream, word
from quincunx.engine.match import Match
from quincunx.engine.player import Choice, MoveRequest, Player
from quincunx.engine.rules import observe
from quincunx.lab.run.players import ask, find_player
from quincunx.text.turn import ask_for_move

LONGEST_NAME = 40
ENDPOINT_TRIES = 3
"""How often an endpoint that fails is asked before the arena stops."""
PAUSE_SECONDS = 1.0
KINDS = ("gtp", "llm", "python")
_NAMED = re.compile(r"([\w .-]{1,40})=(.+)", re.DOTALL)
_UNUSUAL = re.compile(r"[^\w .:/@+*=,-]+")


class AnswerLimits(NamedTuple):
    """What players must keep to."""

    tries: int
    """How many refused answers in a row lose a match, for language models; others have one try."""
    seconds: float
    """For one answer; levels have a budget instead of a clock."""
    list_moves: bool
    """Whether language models are shown the legal moves."""


class Answered(NamedTuple):
    """What a player answered: a legal move, or None where it gave none and loses."""

    move: int | None
    refused: int = 0
    late: int = 0
    problem: str = ""
    resigned: bool = False


class Contestant(Protocol):
    """A player in the arena."""

    def begin(self, match: Match) -> None:
        """A match begins."""

    def answer(self, match: Match) -> Answered:
        """The move of the seat to move."""

    def close(self) -> None:
        """Nothing will be asked any more."""


class PlayerText(NamedTuple):
    """A player as the command line names it."""

    name: str
    text: str

    @property
    def kind(self) -> str:
        kind = self.text.partition(":")[0]
        return kind if kind in KINDS and ":" in self.text else "level"


def read_player(given: str) -> PlayerText:
    """A player's text with its name: the given one, or one made of the text."""
    named = None if given.startswith(tuple(f"{kind}:" for kind in KINDS)) else _NAMED.fullmatch(given)
    name, text = (named[1].strip(), named[2].strip()) if named else ("", given.strip())
    if not text:
        raise Refusal(
            ErrorCode.BAD_REQUEST, "a player is a level, gtp:COMMAND, llm:MODEL@ADDRESS or python:MODULE:FUNCTION"
        )
    kind = PlayerText("", text).kind
    usual = text if kind == "level" else text.split(":", 1)[1]
    return PlayerText(name or " ".join(_UNUSUAL.sub(" ", usual).split())[:LONGEST_NAME] or kind, text)


def contestant(game: AnyGame, player: PlayerText, limits: AnswerLimits) -> Contestant:
    """The player that a text means; whatever is wrong with it is refused here, before anything is played."""
    if player.kind == "gtp":
        from quincunx.arena.gtp_program import GtpContestant

        return GtpContestant(game, player.text.removeprefix("gtp:"), limits.seconds)
    if player.kind == "llm":
        return ModelContestant(player.name, model_settings(player.text), limits)
    if player.kind == "python":
        return FunctionContestant(find_function(player.text), limits.seconds)
    return LevelContestant(find_player(game, player.text))


# Levels.


class LevelContestant:
    """An AI player of the game, with its budget and without a clock, as in the lab."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def begin(self, match: Match) -> None:
        pass

    def answer(self, match: Match) -> Answered:
        past = match.past(match.position.turn)
        return Answered(ask(match.game, self._player, match.position, match.seed, past).move)

    def close(self) -> None:
        pass


# Functions.


class LateError(Exception):
    """No answer came in time."""


Answer = TypeVar("Answer")


def in_time(work: Callable[[], Answer], seconds: float) -> Answer:
    """What a function answers, or `LateError`; one that never ends is left behind in its thread."""
    answers: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            answers.put((work(), None))
        except BaseException as problem:
            answers.put((None, problem))

    threading.Thread(target=run, name="arena player", daemon=True).start()
    try:
        answer, problem = answers.get(timeout=seconds)
    except queue.Empty:
        raise LateError(f"no answer within {seconds:g} seconds") from None
    if problem is not None:
        raise problem
    checked: Answer = answer
    return checked


MoveFunction = Callable[[MoveRequest], Any]


def find_function(text: str) -> MoveFunction:
    """The function that `python:MODULE:NAME` names; modules are looked for in the present folder, too."""
    _, _, path = text.partition(":")
    module, _, name = path.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        function = getattr(importlib.import_module(module), name)
    except Exception as problem:  # a module can raise anything
        why = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(text)} cannot be imported: {why}") from None
    if not callable(function):
        raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(text)} is not a function")
    checked: MoveFunction = function
    return checked


class FunctionContestant:
    """A function that takes a move request and gives a move: its number, its text, or a choice."""

    def __init__(self, function: MoveFunction, seconds: float) -> None:
        self._function = function
        self._seconds = seconds

    def begin(self, match: Match) -> None:
        pass

    def answer(self, match: Match) -> Answered:
        position, seat = match.position, match.position.turn
        seed = word(match.seed, Stream.PLAYER, position.ply)
        request = MoveRequest(match.game, observe(position, seat), seed, match.past(seat))
        try:
            given = in_time(lambda: self._function(request), self._seconds)
            return Answered(_legal_move(match, given))
        except LateError as late:
            return Answered(None, late=1, problem=str(late))
        except Refusal as refusal:
            return Answered(None, refused=1, problem=refusal.message)
        except Exception as problem:
            return Answered(None, refused=1, problem=f"it raised {type(problem).__name__}: {problem}")

    def close(self) -> None:
        pass


def _legal_move(match: Match, given: Any) -> int:
    """The legal move that a function gave."""
    move = given.move if isinstance(given, Choice) else given
    if isinstance(move, str):
        return match.game.read_move(match.position, move)
    try:
        text = match.game.write_move(match.position, int(move))
    except (TypeError, ValueError, IndexError, OverflowError):
        raise Refusal(ErrorCode.BAD_MOVE_TEXT, f"a move is a number or a text, not {quoted(given)}") from None
    return match.game.read_move(match.position, text)


# Language models.


def model_settings(text: str) -> llm.LlmSettings:
    """Where the model of `llm:MODEL@ADDRESS VARIABLE` is: without an address, as the settings say.

    The key of the settings goes to their own address only; for another one, the text names a variable with its key.
    """
    configured = llm.current_settings()
    words = text.removeprefix("llm:").split()
    named, variable = (words[0] if words else "", words[1] if len(words) > 1 else "")
    model, _, address = named.partition("@")
    url, model = address or configured.llm_url, model or configured.llm_model
    if not url:
        problem = f"{quoted(text)} has no address; write llm:MODEL@http://…, or set QUINCUNX_LLM_URL"
        raise Refusal(ErrorCode.BAD_REQUEST, problem)
    if not re.fullmatch(r"https?://[^\s/@?#]+(/[^\s@?#]*)?", url):
        problem = f"{quoted(text)} needs an address such as http://127.0.0.1:8080/v1, without a name or key in it"
        raise Refusal(ErrorCode.BAD_REQUEST, problem)
    if variable and variable not in os.environ:
        raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(text)} names {variable} for its key, which is not set")
    key = os.environ.get(variable, "") if variable else configured.llm_key if url == configured.llm_url else ""
    return llm.LlmSettings(llm_url=url, llm_key=key, llm_model=model)


class ModelContestant:
    """A language model: it is told the rules and the situation in words."""

    def __init__(self, name: str, settings: llm.LlmSettings, limits: AnswerLimits) -> None:
        self._name = name
        self._settings = settings
        self._limits = limits

    def begin(self, match: Match) -> None:
        pass

    def answer(self, match: Match) -> Answered:
        late = 0

        def say(instructions: str, situation: str) -> str:
            nonlocal late
            try:
                return self._say(instructions, situation)
            except llm.Late:
                late += 1
                return ""

        attempt = ask_for_move(match, say, self._limits.tries, self._limits.list_moves)
        problem = attempt.refusals[-1].message if attempt.refusals and attempt.move is None else ""
        return Answered(attempt.move, len(attempt.refusals) - late, late, problem)

    def _say(self, instructions: str, situation: str) -> str:
        """An endpoint that fails has lost nothing: the arena stops, and can go on later."""
        for left in reversed(range(ENDPOINT_TRIES)):
            try:
                return llm.say(instructions, situation, self._settings, self._limits.seconds)
            except llm.Late:
                raise
            except llm.Unusable as problem:
                if not left:
                    kept = "what was played is kept, and the same command continues from there"
                    raise Refusal(ErrorCode.NOT_READY, f"{self._name}: {problem}; {kept}") from None
            time.sleep(PAUSE_SECONDS)
        raise AssertionError("the last try returns or raises")

    def close(self) -> None:
        pass
