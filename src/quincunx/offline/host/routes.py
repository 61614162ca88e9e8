"""One function for each request that the host answers. The paths are those of the server's API."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.measure.match_metrics import match_metrics
from quincunx.offline.host.analyses import NO_ANALYSIS, LocalAnalysis
from quincunx.offline.host.matches import Act, LocalMatch, Matches, made_view, now_ms
from quincunx.offline.host.transfer import MatchesOfFile, take
from quincunx.puzzles import collection
from quincunx.puzzles.answers import judge
from quincunx.puzzles.grading import MIDDLE
from quincunx.puzzles.puzzle import Puzzle
from quincunx.puzzles.view import daily_view, judgement_view, puzzle_view
from quincunx.search.advice.prompt import advice_record, advice_view, advise, guidance_of
from quincunx.search.chooser import choose, past_of
from quincunx.search.hints import hint as find_hint
from quincunx.server.http.schemas.catalogue import DailyMoves
from quincunx.server.http.schemas.host import Entry
from quincunx.server.http.schemas.puzzles import PuzzleAnswer
from quincunx.server.http.schemas.requests import (
    LevelRequest,
    OfferRequest,
    PlayRequest,
    PlyRequest,
    PromptChange,
    PromptRequest,
    RecordRequest,
    ResignRequest,
)
from quincunx.server.match import commands, daily
from quincunx.server.match.ai_task import ai_task, thought_of
from quincunx.server.match.caps import Caps
from quincunx.server.match.commands import CREATOR, Command, Holder
from quincunx.server.match.creation import create, rematch_of, state_of_record, swaps_sides
from quincunx.server.match.new_match import NewMatch
from quincunx.server.match.tokens import new_match_id
from quincunx.server.match.variant_key import variant_key
from quincunx.server.match.view import match_view, preview_view, record_view, replay_page, summary_of

RESPONSE_DELAY = 500
FEWEST_SECONDS = 3.0
CLIENT = "local"
DAILY_SECRET = b"offline"
"""A server keeps its own, so that nobody knows the boards of coming days; here nobody else plays them."""

B = TypeVar("B", bound=BaseModel)


@dataclass
class Host:
    """What the answers work with."""

    catalogue: Mapping[str, Any]
    """What the server would answer about games and lessons, by path: made when the site is built."""
    matches: Matches
    caps: Caps = field(default_factory=Caps)
    analyses: dict[str, LocalAnalysis] = field(default_factory=dict)
    watched: set[str] = field(default_factory=set)
    """The matches that somebody looks at."""
    entries: list[Entry] = field(default_factory=list)
    """What the request has to write down."""
    acts: list[tuple[LocalMatch, Act]] = field(default_factory=list)
    """What it did, for watchers."""

    def act(self, match: LocalMatch, command: Command) -> list[Act]:
        done = match.act(command, self.caps)
        self.entries += [match.entry(act.version) for act in done]
        self.acts += [(match, act) for act in done]
        return done

    def add(self, match: LocalMatch) -> None:
        self.matches.add(match)
        self.entries.append(match.entry(0))

    @property
    def is_working(self) -> bool:
        """Whether there is background work. It rests while somebody plays: a move must not wait for it."""
        return any(analysis.is_running for analysis in self.analyses.values()) and not any(
            map(self._is_played, self.watched)
        )

    def _is_played(self, match_id: str) -> bool:
        return not self.matches.find(match_id).state.over


@dataclass(frozen=True)
class Call:
    """A request, as far as it was understood."""

    host: Host
    parameters: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    token: str | None

    @property
    def match(self) -> LocalMatch:
        return self.host.matches.find(self.parameters["match_id"])

    @property
    def holder(self) -> Holder:
        return self.match.holder(self.token)

    def read(self, kind: type[B]) -> B:
        return kind.model_validate(self.body)

    def read_or(self, default: B) -> B:
        return default if self.body is None else type(default).model_validate(self.body)


Route = Callable[[Call], Any]


# Games.


def games(call: Call) -> Any:
    return call.host.catalogue["/api/games"]


def one_game(call: Call) -> Any:
    slug = find_game(call.parameters["slug"]).slug
    return next(view for view in call.host.catalogue["/api/games"] if view["game"] == slug)


def lessons(call: Call) -> Any:
    return call.host.catalogue[f"/api/games/{find_game(call.parameters['slug']).slug}/lessons"]


def advice(call: Call) -> Any:
    game = find_game(call.parameters["slug"])
    advice = advise(game, call.read(PromptRequest).prompt)
    return advice_view(game, advice.strategy.as_record(), advice_record(advice))


def daily_board(call: Call) -> Any:
    game, date = find_game(call.parameters["slug"]), call.query.get("date", daily.today())
    daily.must_be_known(date)
    return daily.view_of(daily.board(game, date, DAILY_SECRET), game, date, DAILY_SECRET)


def daily_result(call: Call) -> Any:
    """As on a server; here no board of a day is a secret, since everybody's browser makes it by itself."""
    game, asked = find_game(call.parameters["slug"]), call.read(DailyMoves)
    daily.must_be_known(asked.date)
    return daily.result_view(daily.board(game, asked.date, DAILY_SECRET), asked.moves)


def daily_puzzles(call: Call) -> Any:
    today = daily.today()
    return daily_view(find_game(call.parameters["slug"]), call.query.get("date", today), today)


def practice_puzzle(call: Call) -> Any:
    rating = int(call.query.get("rating", MIDDLE))
    seed = int(call.query.get("seed", secrets.randbelow(SEED_LIMIT)))
    return puzzle_view(collection.near(find_game(call.parameters["slug"]), rating, seed))


def one_puzzle(call: Call) -> Any:
    return puzzle_view(_puzzle(call))


def puzzle_answer(call: Call) -> Any:
    puzzle = _puzzle(call)
    moves = call.read(PuzzleAnswer).moves
    judged = judge(puzzle, moves)
    state = state_of_record(judged.match.record().as_text(), call.host.caps)
    return judgement_view(puzzle, moves, judged, replay_page(state).view())


def _puzzle(call: Call) -> Puzzle:
    return collection.find(find_game(call.parameters["slug"]), call.parameters["puzzle_id"])


def best_scores(call: Call) -> Any:
    """The wins with the fewest moves in this browser, without assisted matches."""
    game = find_game(call.parameters["slug"])
    key, date = variant_key(game, game.variant(call.query.get("preset"))), call.query.get("date")
    won = [
        match.state
        for match in call.host.matches.all()
        if (match.state.creation.game, match.state.match.status) == (game.slug, "won")
        and not match.state.assisted
        and match.state.variant_key == key
        and (date is None or match.state.creation.daily == date)
    ]
    won.sort(key=lambda state: (state.ply, state.updated_at))
    return [
        {
            "id": state.id,
            "ply": state.ply,
            "seed": state.creation.seed,
            "updated_at": state.updated_at,
            "daily": state.creation.daily,
        }
        for state in won[: int(call.query.get("limit", "10"))]
    ]


# Making and reading.


def make(call: Call) -> Any:
    asked = call.read(NewMatch)
    if any(seat.kind == "invite" for seat in asked.seats or ()):
        raise Refusal(ErrorCode.NOT_ALLOWED, "an invitation needs a server; play at one screen, or against the AI")
    creation = create(asked, RESPONSE_DELAY, CLIENT, now_ms(), call.host.caps, DAILY_SECRET)
    match = LocalMatch(new_match_id(), creation, [])
    made = made_view(match)
    call.host.add(match)
    return made


def take_matches(call: Call) -> Any:
    """Matches of another browser."""
    taken = take(call.host.matches, call.read(MatchesOfFile))
    call.host.entries += taken.entries
    return {"added": taken.added, "continued": taken.continued, "kept": taken.kept}


def recent(call: Call) -> Any:
    """The matches of this browser, the most recently changed first."""
    game, status, limit = call.query.get("game"), call.query.get("status"), int(call.query.get("limit", "20"))
    listed: list[dict[str, Any]] = [
        {"id": match.id, "game": match.state.creation.game} | dict(summary_of(match.state))
        for match in call.host.matches.all()
        if game in (None, match.state.creation.game) and status in (None, match.state.match.status)
    ]
    return sorted(listed, key=lambda summary: -summary["updated_at"])[:limit]


def read(call: Call) -> Any:
    return match_view(call.match.state)


def record(call: Call) -> Any:
    return record_view(call.match.state)


def look_back(call: Call) -> Any:
    return replay_page(call.match.state, *_page(call)).view()


def look_at_record(call: Call) -> Any:
    return replay_page(state_of_record(call.read(RecordRequest).record, call.host.caps), *_page(call)).view()


def _page(call: Call) -> tuple[int, int | None]:
    last = call.query.get("to")
    return int(call.query.get("from", "0")), None if last is None else int(last)


def fewest(call: Call) -> Any:
    state = call.match.state
    bounds = state.game.fewest_moves(state.match.first, FEWEST_SECONDS)
    return {"at_least": bounds and bounds.at_least, "at_most": bounds and bounds.at_most}


def metrics(call: Call) -> Any:
    return match_metrics(call.match.state.match)


# Playing.


def move(call: Call) -> Any:
    asked = call.read(PlayRequest)
    done = call.host.act(call.match, commands.move(call.holder, asked.move, asked.ply))
    return _after(call, done or None, asked.ply)


def preview(call: Call) -> Any:
    asked, state = call.read(PlayRequest), call.match.state
    commands.must_preview(state, asked.ply)
    return preview_view(state, asked.move)


def hint(call: Call) -> Any:
    call.host.act(call.match, commands.hinted(call.holder))
    best = find_hint(call.match.state.match)
    return best._asdict() | {"details": best.details or {}, "match": match_view(call.match.state)}


def _after(call: Call, done: list[Act] | None, ply: int | None = None) -> Any:
    """The match, and the events of what was done, or of what had been done at this ply."""
    state = call.match.state
    if done is None:
        return {"match": match_view(state), "events": [] if ply is None else state.events_of(ply)}
    return {"match": match_view(state), "events": [event for act in done for event in act.events]}


def _command(make_command: Callable[[Call], Command]) -> Route:
    """The answer to a request that is one command."""
    return lambda call: _after(call, call.host.act(call.match, make_command(call)))


def _offer(command: Callable[[Holder, commands.Answer], Command]) -> Route:
    return _command(lambda call: command(call.holder, call.read_or(OfferRequest()).answer))


fill = _command(lambda call: commands.fill(call.holder))
undo = _command(lambda call: commands.undo(call.holder, call.read_or(PlyRequest()).ply))
redo = _command(lambda call: commands.redo(call.holder, call.read_or(PlyRequest()).ply))
restart, takeback, draw = map(_offer, (commands.restart, commands.takeback, commands.draw))
resign = _command(lambda call: commands.resign(call.holder, call.read_or(ResignRequest()).seat))
stop = _command(lambda call: commands.stop(call.holder))


def change_level(call: Call) -> Any:
    asked = call.read(LevelRequest)
    return _after(call, call.host.act(call.match, commands.change_level(call.holder, asked.seat, asked.level)))


def change_prompt(call: Call) -> Any:
    asked = call.read(PromptChange)
    game = call.match.state.game
    guidance_of(game)  # a game that takes no prompts refuses an empty one, too
    advice = advise(game, asked.prompt.strip()) if asked.prompt.strip() else None
    return _after(call, call.host.act(call.match, commands.change_prompt(call.holder, asked.seat, advice)))


def rematch(call: Call) -> Any:
    given, match, holder = call.read_or(OfferRequest()).answer, call.match, call.holder
    call.host.act(match, commands.offer_rematch(holder, given))
    if match.state.rematch is None:
        creation = rematch_of(match.state, now_ms())
        swapped = swaps_sides(match.state.creation)
        tokens = [token._replace(seat=_seat_after(token.seat, swapped)) for token in match.tokens]
        following = LocalMatch(new_match_id(), creation, tokens)
        call.host.add(following)
        call.host.act(match, commands.rematched(holder, given, following.id))
    following = call.host.matches.find(str(match.state.rematch))
    swapped = swaps_sides(match.state.creation)
    seats = [{"seat": _seat_after(seat, swapped)} for seat in sorted(holder.seats) if seat != CREATOR]
    return {"id": following.id, "seats": seats, "match": match_view(following.state)}


def _seat_after(seat: int, swapped: bool) -> int:
    return 3 - seat if swapped and seat != CREATOR else seat


# Thinking.


def analysis(call: Call) -> Any:
    begun = call.host.analyses.get(_analysis_key(call.match))
    return begun.view() if begun else NO_ANALYSIS


def start_analysis(call: Call) -> Any:
    """Judge every move of a finished match. `work_on` does it, ply by ply."""
    match = call.match
    commands.must_analyse(match.state)
    key = _analysis_key(match)
    if key not in call.host.analyses or call.host.analyses[key].is_cancelled:
        call.host.analyses[key] = LocalAnalysis(match.state.match.copy())
    return call.host.analyses[key].view()


def cancel_analysis(call: Call) -> Any:
    begun = call.host.analyses.get(_analysis_key(call.match))
    if begun:
        begun.cancel()
    return analysis(call)


def _analysis_key(match: LocalMatch) -> str:
    return " ".join([match.id, *match.state.match.moves])


def work_on(host: Host) -> None:
    """A part of the background work: the analysis that was asked for last."""
    running = [analysis for analysis in host.analyses.values() if analysis.is_running]
    if running and host.is_working:
        running[-1].step()


def take_ai_turn(host: Host, match_id: str) -> bool:
    """The AI player's move, if it is its turn; whether there was one to make."""
    match = host.matches.find(match_id)
    state = match.state
    if state.over or not state.ai_turn:
        return False
    holder = Holder(frozenset({state.turn}))
    if state.rest:
        host.act(match, commands.fill(holder))
        return True
    task = ai_task(state)
    choice = choose(
        task.game, task.position, task.level, task.match.seed, past_of(task.match), strategy=task.strategy
    )  # fmt: skip
    text = task.game.write_move(task.position, choice.move)
    host.act(match, commands.move(holder, text, state.ply, thought_of(task, choice)))
    return True
