"""A program that speaks GTP, as a player: commands go to its standard input, answers come from its standard output."""

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from typing import IO

from quincunx.arena.players import Answered, LateError
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.rules import observe

START_SECONDS = 60.0
"""A program may take this long for its first answer: it may have to load much."""
RESIGN = "resign"


class ProgramError(Exception):
    """The program has ended, refused a command, or does not speak GTP."""


class GtpProgram:
    """A running program."""

    def __init__(self, command: str) -> None:
        self._process = _started(command)
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        assert self._process.stdout is not None
        threading.Thread(target=self._listen, args=(self._process.stdout,), name="gtp", daemon=True).start()

    def ask(self, command: str, seconds: float) -> str:
        """The answer to a command."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise LateError(f"no answer to {quoted(command)} within {seconds:g} seconds") from None
        except OSError:
            answer = None
        if answer is None:
            raise ProgramError(f"the program ended before it answered {quoted(command)}")
        if not answer.startswith("="):
            raise ProgramError(f"the program answered {quoted(answer)} to {quoted(command)}")
        return answer.lstrip("=0123456789").strip() if answer[1:2].isdigit() else answer[1:].strip()

    def close(self) -> None:
        """End it, with everything that it started."""
        with contextlib.suppress(OSError, AttributeError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        with contextlib.suppress(OSError), self._process:  # closes its pipes and waits
            pass

    def _listen(self, stream: IO[str]) -> None:
        """Collect answers, each of which ends with an empty line; None when there are no more."""
        lines: list[str] = []
        with contextlib.suppress(ValueError, OSError):  # closed in the meantime
            for line in stream:
                if line.strip():
                    lines.append(line.rstrip())
                elif lines:
                    self._answers.put("\n".join(lines))
                    lines = []
        self._answers.put(None)


def _started(command: str) -> "subprocess.Popen[str]":
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(command)} is not a command line: {problem}") from None
    if not words:
        raise Refusal(ErrorCode.BAD_REQUEST, "gtp: needs a command, such as gtp:./bot --fast")
    try:
        return subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            encoding="utf-8", errors="replace", start_new_session=True,
        )  # fmt: skip
    except OSError as problem:
        raise Refusal(ErrorCode.BAD_REQUEST, f"cannot start {quoted(command)}: {problem.strerror}") from None


class GtpContestant:
    """A GTP program. It is started again after it was late or has ended.

    It is told the variant, the seed where that is no secret, and the moves. Where the seed is a secret, the program is
    shown the position before each of its moves instead (`q-setup`), as its seat may see it.
    """

    def __init__(self, game: AnyGame, command: str, seconds: float) -> None:
        self._game = game
        self._command = command
        self._seconds = seconds
        self._program: GtpProgram | None = None
        self._known: set[str] = set()
        self._sent = 0
        self._start()

    def _start(self) -> GtpProgram:
        if self._program is None:
            self._program = program = GtpProgram(self._command)
            try:
                self._known = set(program.ask("list_commands", START_SECONDS).split())
            except (ProgramError, LateError) as problem:
                self.close()
                raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(self._command)} does not speak GTP: {problem}") from None
            self._must_know("genmove", "play", "clear_board")
            self._must_know(*(["q-setup"] if self._game.secret else ["q-seed"] if self._game.chance else []))
        return self._program

    def _must_know(self, *commands: str) -> None:
        missing = [command for command in commands if command not in self._known]
        if missing:
            self.close()
            problem = f"{quoted(self._command)} does not know {missing[0]}, which {self._game.slug} needs"
            raise Refusal(ErrorCode.BAD_REQUEST, problem)

    def begin(self, match: Match) -> None:
        self._sent = 0
        program = self._start()
        try:
            if "q-variant" in self._known:
                program.ask(f"q-variant {json.dumps(match.variant.model_dump(mode='json'))}", START_SECONDS)
            if match.game.chance and not match.game.secret:
                program.ask(f"q-seed {match.seed}", START_SECONDS)
            program.ask("clear_board", START_SECONDS)
        except (ProgramError, LateError) as problem:
            self.close()
            raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(self._command)} cannot begin a match: {problem}") from None

    def answer(self, match: Match) -> Answered:
        try:
            return self._genmove(self._start(), match)
        except LateError as problem:
            self.close()
            return Answered(None, late=1, problem=str(problem))
        except ProgramError as problem:
            self.close()
            return Answered(None, refused=1, problem=str(problem))

    def _genmove(self, program: GtpProgram, match: Match) -> Answered:
        position = match.position
        if match.game.secret:
            view = match.game.describe(observe(position, position.turn))
            program.ask(f"q-setup {json.dumps(view)}", self._seconds)
        for turn in match.history[self._sent :]:
            if not match.game.secret:
                program.ask(f"play {turn.seat} {turn.text}", self._seconds)
        self._sent = len(match.history) + 1
        text = program.ask(f"genmove {position.turn}", self._seconds)
        if text.lower() == RESIGN:
            return Answered(None, resigned=True)
        try:
            return Answered(match.game.read_move(position, text))
        except Refusal as refusal:
            return Answered(None, refused=1, problem=refusal.message)

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None
