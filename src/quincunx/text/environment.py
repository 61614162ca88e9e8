"""A match as a text environment: `reset` and `step`, with words for observations and actions."""

import secrets
from typing import Any

from quincunx.catalogue import game as find_game
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import RESULT_TEXTS, AnyGame, read_seed
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.engine.match import Match
from quincunx.engine.player import Player
from quincunx.engine.rules import DRAWN, LOST, observe
from quincunx.lab.run.players import ask, find_player
from quincunx.limits import PLY_CAP
from quincunx.observation.arrays import rewards_of
from quincunx.text.answers import read_answer
from quincunx.text.descriptions import position_text
from quincunx.text.turn import TRIES, TextPlayer, ask_for_move, feedback, instructions

Step = tuple[str, float, bool, bool, dict[str, Any]]


class TextEnvironment:
    """One match after another, played in words.

    Without an opponent, `step` takes the answer of the seat to move, `seat`; a turn may have several moves. With one (a
    level such as "medium", "random", or a text player), `step` takes the answers of `playing_seat` only.
    """

    def __init__(
        self,
        game: AnyGame | str,
        variant: Any = None,
        *,
        opponent: str | TextPlayer | None = None,
        playing_seat: int = 1,
        list_moves: bool = False,
        tries: int = TRIES,
        max_plies: int = PLY_CAP,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self._variant = self.game.variant(variant)
        if not all(type(limit) is int and limit > 0 for limit in (tries, max_plies)):
            raise Refusal(ErrorCode.BAD_REQUEST, "tries and max_plies are whole numbers from 1 on")
        if playing_seat not in range(1, self.game.seats + 1):
            raise Refusal(ErrorCode.NOT_YOUR_SEAT, f"{self.game.slug} has no seat {quoted(playing_seat)}")
        if opponent is not None and self.game.seats == 1:
            raise Refusal(ErrorCode.NOT_ALLOWED, f"{self.game.slug} is played alone; leave the opponent out")
        self._opponent: Player | TextPlayer | None = (
            find_player(self.game, opponent) if isinstance(opponent, str) else opponent
        )
        self.playing_seat = playing_seat
        self.list_moves = list_moves
        self.tries = tries
        self.max_plies = max_plies
        self._match: Match | None = None
        self._tries_left = tries
        self._instructed: set[int] = set()
        self._forfeited: int | None = None

    # What there is to see.

    @property
    def match(self) -> Match:
        if self._match is None:
            raise Refusal(ErrorCode.NOT_READY, "no match has begun; call reset first")
        return self._match

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.match.position.turn)

    @property
    def over(self) -> bool:
        return self.match.end is not None

    @property
    def rewards(self) -> tuple[float, ...]:
        """By seat: 1 for a win, -1 for a loss, 0 for a draw and while the match goes on."""
        result = next(code for code, text in RESULT_TEXTS.items() if text == self.match.result)
        return rewards_of(result, self.game.seats)

    @property
    def instructions(self) -> str:
        """The rules, and how to answer: the beginning of each seat's first observation."""
        return instructions(self.match, self.seat, self.tries)

    @property
    def situation(self) -> str:
        """The match as the seat to move sees it."""
        return position_text(self.match, self.seat, self.list_moves)

    # What can be done.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Begin a match; a seed is drawn if none is given. `options` is there because Gymnasium has it."""
        drawn = secrets.randbelow(SEED_LIMIT) if seed is None else read_seed(seed)
        self._match = Match(self.game, self._variant, drawn, play_passes=True)
        self._tries_left, self._instructed, self._forfeited = self.tries, set(), None
        self._let_opponent_move()
        return self._observation(self._seat_shown(1)), self._info(None)

    def step(self, answer: str) -> Step:
        """The observation of the seat that moves next, the reward of the one that answered, whether the match ended by
        its rules or a forfeit, whether it was stopped as too long, and what else there is to know."""
        match, seat = self.match, self.seat
        if match.end is not None:
            raise Refusal(ErrorCode.MATCH_OVER, "the match is over; call reset for another one")
        refusal, words = None, ""
        try:
            move = read_answer(self.game, observe(match.position, seat), answer)
        except Refusal as refused:
            refusal = refused
            words = self._refused(refused, answer)
        else:
            self._play(move)
            self._let_opponent_move()
        stopped = match.end is not None and match.end.why == "ply_cap"
        shown = self._observation(self._seat_shown(seat), words)
        return shown, self.rewards[seat - 1], self.over and not stopped, stopped, self._info(refusal)

    # How it is done.

    def _play(self, move: int) -> None:
        match = self.match
        match.play(self.game.write_move(match.position, move))
        self._tries_left = self.tries
        if match.end is None and len(match.history) >= self.max_plies:
            match.stop(LOST if self.game.seats == 1 else DRAWN, "ply_cap")

    def _refused(self, refusal: Refusal, answer: str) -> str:
        self._tries_left -= 1
        if self._tries_left == 0:
            self._forfeit()
        return feedback(refusal, answer, self._tries_left)

    def _forfeit(self) -> None:
        self._forfeited = self.seat
        self.match.forfeit()

    def _let_opponent_move(self) -> None:
        match = self.match
        while self._opponent is not None and match.end is None and self.seat != self.playing_seat:
            move = self._ask_opponent()
            if move is None:
                self._forfeit()
            else:
                self._play(move)

    def _ask_opponent(self) -> int | None:
        match, opponent = self.match, self._opponent
        if callable(opponent):
            return ask_for_move(match, opponent, self.tries, self.list_moves).move
        assert opponent is not None
        return ask(self.game, opponent, match.position, match.seed, match.past(self.seat)).move

    def _seat_shown(self, answered: int) -> int:
        """Whose view an observation is: the seat to move, or, at the end, the one that answered."""
        if self._opponent is not None:
            return self.playing_seat
        return answered if self.over else self.seat

    def _observation(self, seat: int, words: str = "") -> str:
        """The situation, below the rules when a seat sees it for the first time."""
        parts = [] if seat in self._instructed else [instructions(self.match, seat, self.tries)]
        self._instructed.add(seat)
        parts.append(position_text(self.match, seat, self.list_moves))
        return "\n\n".join([*parts, *([words] if words else [])])

    def _info(self, refusal: Refusal | None) -> dict[str, Any]:
        end = self.match.end
        info = {
            "seat": self.seat,
            "ply": int(self.match.position.ply),
            "rewards": self.rewards,
            "refusal": refusal.as_json() if refusal else None,
            "tries_left": self._tries_left,
            "result": end.result if end else None,
            "ended_by": None if end is None else "forfeit" if self._forfeited else self.match.ended_by,
        }
        return info | ({"legal": self.match.legal()} if self.list_moves else {})
