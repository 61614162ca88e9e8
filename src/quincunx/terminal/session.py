"""A menu, and sessions: one match at one keyboard, from the first prompt to the last."""

import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel

from quincunx.catalogue import all_games, game
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.events import Event, Result
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.match import Match, replay
from quincunx.engine.rules import mid_turn
from quincunx.search.advice.prompt import advice_lines, advice_record, advice_view, advise, guidance_of
from quincunx.search.chooser import choose_in, level_of
from quincunx.search.hints import hint
from quincunx.sentences import join_sentences, names_of
from quincunx.series import Series, seats_alternate
from quincunx.terminal.board import board, caption, legend, seat_label
from quincunx.text.descriptions import variant_text

HELP = {
    "MOVE": "play it, as listed by 'moves'",
    "moves": "the legal moves",
    "hint": "the best move that the search finds, and why",
    "undo, redo": "take a move back, play it again",
    "history": "all moves so far, and what they did",
    "draw, resign": "agree on a draw, give up",
    "prompt WORDS": "tell the AI player how to play; without words, as it always does",
    "restart, new": "the same board again, another board",
    "next": "the next match of the series",
    "id, save FILE": "a line to paste elsewhere, the record as a file",
    "quit": "leave the match",
}


def play_in_terminal(
    slug: str | None,
    variant: str | None,
    seed: int | None,
    record: str | None,
    level: str | None,
    seat: int,
    prompt: str | None = None,
    series: int | None = None,
) -> None:
    """Play the chosen game, or show a menu, which returns after each match. `series` is how many wins decide one."""
    console = Console(highlight=False)
    if record is None and slug is None:
        _menu(console)
        return
    match = new_match(game(str(slug)), variant, seed) if record is None else replay(record, play_passes=True)
    session = Session(console, match, level, seat, None if series is None else Series(first_to=series))
    if prompt is not None:
        session.tell(prompt)
    session.run()


def new_match(chosen: AnyGame, variant: Any = None, seed: int | None = None) -> Match:
    return Match(chosen, variant, secrets.randbelow(SEED_LIMIT) if seed is None else seed, play_passes=True)


def _menu(console: Console) -> None:
    chosen = all_games()
    while True:
        cards = [
            Panel(f"[bold]{number}  {each.name}[/]\n{each.tagline}", width=38) for number, each in enumerate(chosen, 1)
        ]
        console.print("\n[bold]⁙  Quincunx[/]")
        console.print(Columns(cards))
        answer = _ask(console, "Which game? (number or name, empty to leave) ")
        if answer in (None, "", "quit", "exit", "q"):
            return
        picked = [each for number, each in enumerate(chosen, 1) if str(answer).lower() in (str(number), each.slug)]
        if picked:
            _open(console, picked[0])
        else:
            console.print(f"[red]There is no game {answer!r}.[/]", markup=True)


def _open(console: Console, picked: AnyGame) -> None:
    preset = _ask(console, f"Which variant? ({', '.join(picked.presets)}; empty for standard) ")
    if preset is None:
        return
    levels = ", ".join(picked.offered_levels) if picked.seats == 2 else ""
    level = _ask(console, f"Which opponent? ({levels}; empty for two people at this keyboard) ") if levels else ""
    if level is None:
        return
    example = f"such as: {picked.guidance.example}; " if picked.guidance and level else ""
    words = _ask(console, f"How should it play? ({example}empty for as it always does) ") if example else ""
    if words is None:
        return
    try:
        session = Session(console, new_match(picked, preset or None), level or None)
        if words:
            session.tell(words)
        session.run()
    except Refusal as refusal:
        console.print(f"[red]{refusal.message}[/]")


def _ask(console: Console, prompt: str) -> str | None:
    """A line from the keyboard; None at the end of the input."""
    try:
        return console.input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        console.print()
        return None


class Session:
    """One match of one or two people, or of one person and an AI player (`level`) in the other seat."""

    def __init__(
        self, console: Console, match: Match, level: str | None = None, seat: int = 1, series: Series | None = None
    ) -> None:
        if level is not None:
            level_of(match.game, level)
        if series is not None and match.game.seats != 2:
            raise Refusal(ErrorCode.NOT_ALLOWED, f"{match.game.slug} is played alone; leave --series out")
        self._console = console
        self._match = match
        self._level = level
        self._seat = seat
        self._series = series
        self._strategy: dict[str, Any] | None = None
        self._last: list[Event] = []
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._help(),
            "?": lambda _: self._help(),
            "moves": lambda _: self._console.print("  ".join(self._match.legal())),
            "hint": lambda _: self._hint(),
            "history": lambda _: self._history(),
            "undo": lambda _: self._change(self._undo),
            "redo": lambda _: self._change(self._redo),
            "restart": lambda _: self._change(self._restart),
            "new": lambda _: self._new(),
            "next": lambda _: self._next(),
            "draw": lambda _: self._change(self._match.agree_draw),
            "resign": lambda _: self._change(lambda: self._match.resign(self._match.position.turn)),
            "prompt": self.tell,
            "id": lambda _: self._ids(),
            "save": self._save,
        }

    def run(self) -> None:
        if not self._match.history:
            self._console.print(f"\n{self._match.game.how_to_play}", style="italic")
        self._show()
        while True:
            self._let_ai_player_move()
            answer = _ask(self._console, self._prompt())
            if answer is None or answer.lower() in ("quit", "exit", "q"):
                self._console.print(
                    f"To continue later: quincunx play --id {self._match.record().as_text()}", soft_wrap=True
                )
                return
            if answer:
                self._execute(answer)

    def _execute(self, answer: str) -> None:
        word, _, rest = answer.partition(" ")
        try:
            if word.lower() in self._commands:
                self._commands[word.lower()](rest.strip())
            else:
                self._change(lambda: self._match.play(answer))
        except Refusal as refusal:
            self._console.print(f"[red]{refusal.message}[/]")

    def _change(self, act: Callable[[], Any]) -> None:
        result = act()
        self._last = result if isinstance(result, list) else []
        self._show()

    def _undo(self) -> None:
        """To the beginning of a turn; against an AI player a whole round, back to the person's own last choice."""
        self._match.undo()
        while self._match.history and (self._is_ai_turn() or mid_turn(self._match.position)):
            self._match.undo()

    def _redo(self) -> None:
        """To the end of a turn."""
        self._match.redo()
        while self._match.undone and mid_turn(self._match.position):
            self._match.redo()

    def _is_ai_turn(self) -> bool:
        return self._level is not None and self._match.position.turn != self._seat

    def _let_ai_player_move(self) -> None:
        match = self._match
        while self._level is not None and match.end is None and self._is_ai_turn():
            with self._console.status(f"{seat_label(match.game, match.position.turn)} is thinking"):
                choice = choose_in(match, self._level, strategy=self._strategy)
            text = match.game.write_move(match.position, choice.move)
            self._change(partial(match.play, text))
            self._console.print(f"[dim]{text}: {choice.reason}[/]")

    def tell(self, words: str) -> None:
        """Tell the AI player how to play, and say what it understood."""
        if self._level is None:
            raise Refusal(ErrorCode.NOT_ALLOWED, "there is no AI player to instruct; start with --level")
        if not words:
            guidance_of(self._match.game)
            self._strategy = None
            self._console.print("The AI player plays as it always does.")
            return
        advice = advise(self._match.game, words)
        self._strategy = advice.strategy.as_record()
        view = advice_view(self._match.game, self._strategy, advice_record(advice))
        for line in advice_lines(view, self._level):
            self._console.print(line, style="cyan", soft_wrap=True)

    def _hint(self) -> None:
        best = hint(self._match)
        self._match.assist()
        self._console.print(f"[yellow]{best.move}[/]: {best.reason} ({best.sure})")

    def _restart(self) -> None:
        if self._series is not None:
            raise Refusal(ErrorCode.NOT_ALLOWED, "a match of a series is not restarted; resign it, and say next")
        self._match.restart()

    def _next(self) -> None:
        """The next match of the series; the sides change places where the game has them do so."""
        if self._series is None:
            raise Refusal(ErrorCode.NOT_ALLOWED, "this match belongs to no series; start with --series 2")
        if self._match.end is None:
            raise Refusal(ErrorCode.NOT_OVER, "the match is not over; play on, or resign first")
        swapped = seats_alternate(self._match.game, self._level is not None)
        self._series = self._series.following(self._match.result, swapped)
        self._seat = 3 - self._seat if swapped else self._seat
        self._begin_another()

    def _new(self) -> None:
        if self._series is not None:
            self._next()
        else:
            self._begin_another()

    def _begin_another(self) -> None:
        self._match = new_match(self._match.game, self._match.game.unresolved(self._match.variant))
        self._last = []
        self._show()

    def _show(self) -> None:
        match = self._match
        view = match.describe()
        title = f"{match.game.name} · {variant_text(match.game, match.variant)} · ply {view['ply']}"
        self._console.print(f"\n[bold]{title}[/]" + ("  [dim]assisted[/]" if match.assisted else ""))
        self._console.print(board(match.game, view, _touched(self._last)))
        self._console.print(legend(match.game, view))
        self._console.print(caption(match.game, view), style="cyan", soft_wrap=True)
        if self._last:
            self._console.print(join_sentences(self._last, names_of(self._match)), soft_wrap=True)
        if match.end is not None:
            choices = "restart, new, undo, or quit" if self._series is None else "next, undo, or quit"
            self._console.print(f"[bold green]{_announcement(match)}[/]  {choices}")
        if self._series is not None:
            self._console.print(score_line(match.game, self._series, match.result), style="magenta")

    def _prompt(self) -> str:
        if self._match.end is not None:
            return "> "
        name = seat_label(self._match.game, self._match.position.turn)
        return f"{name} {'continues' if mid_turn(self._match.position) else 'to move'} (help) > "

    def _help(self) -> None:
        legal = self._match.legal()
        self._console.print(self._match.game.how_to_play)
        self._console.print(f"Moves here look like {legal[0]!r}." if legal else "The match is over.")
        for words, meaning in HELP.items():
            self._console.print(f"  {words:<16} {meaning}")

    def _history(self) -> None:
        names = names_of(self._match)
        for ply, turn in enumerate(self._match.history):
            happened = join_sentences(self._match.events(ply), names)
            self._console.print(f"{ply + 1:>4}  {turn.text:<6} {happened}", soft_wrap=True)

    def _ids(self) -> None:
        self._console.print(f"this match      {self._match.record().as_text()}", soft_wrap=True)
        self._console.print(f"from here on    {self._match.exact_id()}", soft_wrap=True)

    def _save(self, name: str) -> None:
        path = Path(name or f"{self._match.game.slug}.json")
        try:
            path.write_text(self._match.record().as_json_text() + "\n", encoding="utf-8")
        except OSError as problem:
            self._console.print(f"[red]cannot write {path}: {problem.strerror}[/]")
        else:
            self._console.print(f"saved: quincunx replay {path}")


def score_line(played: AnyGame, series: Series, result: Result | None) -> str:
    """How a series stands, this match included once it is over."""
    wins, winner = series.wins_after(result), series.winner(result)
    score = ", ".join(f"{seat_label(played, seat)} {won}" for seat, won in enumerate(wins, start=1))
    if winner is not None:
        return f"{seat_label(played, winner)} wins the series: {score}"
    return f"series, first to {series.first_to}, match {series.number}: {score}"


def _announcement(match: Match) -> str:
    if match.result in ("1", "2") and match.game.seats == 2:
        return f"{seat_label(match.game, int(match.result))} wins!"
    return {"1": "You made it!", "lost": "Out of moves.", "draw": "A draw."}[str(match.result)]


def _touched(events: list[Event]) -> set[int]:
    """The cells that the last move changed, to be marked on the board."""
    return {cell for event in events for cell in event.touched()}
