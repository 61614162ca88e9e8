"""A match on a server, played from the terminal: `quincunx play GAME --server URL`."""

from typing import Any

from rich.console import Console

from quincunx.catalogue import game as find_game
from quincunx.client import Client, SeatClient
from quincunx.engine.errors import Refusal
from quincunx.engine.variants import read_options
from quincunx.search.advice.prompt import advice_lines
from quincunx.terminal.board import board, caption, legend, seat_label

ACTIONS = ("fill", "undo", "redo", "restart", "resign", "draw")
HELP = (
    "a move, moves, hint, fill (the rest, once it is certain), undo, redo, restart, resign, draw, "
    "rematch (next, in a series), link, prompt WORDS (tell the AI player how to play), quit"
)


def play_on_server(
    address: str,
    slug: str,
    variant: str | None,
    seed: int | None,
    record: str | None,
    level: str | None,
    seat: int,
    prompt: str | None = None,
    series: int | None = None,
) -> None:
    """Create a match on the server and play it here."""
    console = Console(highlight=False)
    with Client(address) as client:
        start = {"record": record} if record else {**_variant(variant), **({} if seed is None else {"seed": seed})}
        chained = {} if series is None else {"series": {"first_to": series}}
        created = client.make(slug, seats=_seats(slug, level, seat, prompt), **start, **chained)
        tokens = {each["seat"]: each["token"] for each in created["seats"]}
        RemoteSession(console, address, client, created["match"], tokens).run()


def _variant(given: str | None) -> dict[str, Any]:
    if given is None:
        return {}
    return {"variant": read_options(given)} if given.lstrip().startswith("{") else {"preset": given}


def _seats(slug: str, level: str | None, seat: int, prompt: str | None) -> list[dict[str, Any]]:
    person = {"kind": "person"}
    if find_game(slug).seats == 1:
        return [person]
    wanted = {"prompt": prompt} if prompt else {}
    other: dict[str, Any] = {"kind": "level", "level": level, **wanted} if level else {"kind": "person"}
    return [person, other] if seat == 1 else [other, person]


class RemoteSession:
    """One match on a server, for the people at this keyboard, who hold the seats of these tokens."""

    def __init__(
        self, console: Console, address: str, client: Client, match: dict[str, Any], tokens: dict[int, str]
    ) -> None:
        self._console = console
        self._address = address.rstrip("/")
        self._client = client
        self._match = match
        self._tokens = tokens

    def run(self) -> None:
        self._show()
        if any(seat["understood"] for seat in self._match["seats"]):
            self._show_advice()
        while True:
            self._wait()
            try:
                answer = self._console.input(self._prompt()).strip()
            except (EOFError, KeyboardInterrupt):
                answer = "quit"
            if answer in ("quit", "exit", "q"):
                self._console.print(f"The match is still at {self._address}/match/{self._match['id']}", soft_wrap=True)
                return
            try:
                self._execute(answer)
            except Refusal as refusal:
                self._console.print(f"[red]{refusal.message}[/]")

    def _execute(self, answer: str) -> None:
        if answer in ("", "help", "?"):
            self._console.print(HELP)
        elif answer == "moves":
            self._console.print("  ".join(self._match["legal"]))
        elif answer == "link":
            self._console.print(f"{self._address}/match/{self._match['id']}", soft_wrap=True)
        elif answer == "hint":
            best = self._seat().hint()
            self._console.print(f"[yellow]{best['move']}[/]: {best['reason']} ({best['sure']})")
        elif answer in ("rematch", "next"):
            self._change(self._rematch())
        elif answer.partition(" ")[0] == "prompt":
            self._match = self._seat().act("prompt", prompt=answer.removeprefix("prompt").strip())["match"]
            self._show_advice()
        elif answer in ACTIONS:
            self._change(self._seat().act(answer)["match"])
        else:
            self._change(self._seat().move(answer, self._match["ply"])["match"])

    def _rematch(self) -> dict[str, Any]:
        """The tokens stay valid, but may hold other seats now."""
        seats = {seat: self._client.seat(self._match["id"], token) for seat, token in self._tokens.items()}
        answers = [(holder.token, holder.act("rematch")) for holder in seats.values()]
        self._tokens = {answer["seats"][0]["seat"]: token for token, answer in answers}
        match: dict[str, Any] = answers[0][1]["match"]
        return match

    def _seat(self) -> SeatClient:
        """The seat to move, if we have its token; otherwise any seat that we have a token for."""
        token = self._tokens.get(self._match["turn"]) or next(iter(self._tokens.values()))
        return self._client.seat(self._match["id"], token)

    def _wait(self) -> None:
        if self._match["thinking"]:
            with self._console.status("the AI player is thinking"):
                match = self._seat().wait()
            self._change(match)

    def _change(self, match: dict[str, Any]) -> None:
        self._match = match
        self._show()

    def _show_advice(self) -> None:
        """What the AI players were told, as they will act."""
        for seat in self._match["seats"]:
            if seat["kind"] == "level":
                understood = seat["understood"]
                lines = (
                    advice_lines(understood, seat["level"])
                    if understood
                    else ["The AI player plays as it always does."]
                )
                self._console.print("\n".join(lines), style="cyan", soft_wrap=True)

    def _show(self) -> None:
        match = self._match
        game, view = find_game(match["game"]), match["view"]
        self._console.print(f"\n[bold]{match['name']} · ply {match['ply']}[/]")
        self._console.print(board(game, view))
        self._console.print(legend(game, view))
        self._console.print(caption(game, view), style="cyan", soft_wrap=True)
        if match["last_move"]:
            self._console.print(match["last_move"]["told"], soft_wrap=True)
        if match["result"]:
            again = "next" if match["series"] and match["series"]["winner"] is None else "rematch"
            self._console.print(f"[bold green]result: {match['result']} ({match['ended_by']})[/]  {again}, or quit")
        if match["series"]:
            score = " : ".join(str(won) for won in match["series"]["wins"])
            standing = f"series, first to {match['series']['first_to']}, match {match['series']['number']}: {score}"
            self._console.print(standing, style="magenta")

    def _prompt(self) -> str:
        return f"{seat_label(find_game(self._match['game']), self._match['turn'])} to move (help) > "
