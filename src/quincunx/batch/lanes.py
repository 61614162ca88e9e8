"""What one lane does in a step: play, end, begin again, and be looked at. CPU and GPU run these same functions."""

from typing import Any, NamedTuple

from quincunx.batch.storage import copy_arrays, fresh, load, save
from quincunx.engine.kernels.bits import popcount, select
from quincunx.engine.kernels.compiler import primitive
from quincunx.engine.kernels.playouts import GAME_STREAM, MOVE_STREAM
from quincunx.engine.kernels.randomness import SEED_LIMIT, Stream, below, word
from quincunx.engine.moves import HIGH, Moves, contains, count, nth
from quincunx.engine.rules import DRAWN, LOST, PLAYING, WON_BY_1, WON_BY_2, advance, moves, observe, outcome, redeal
from quincunx.games.match3.tries import reshuffles
from quincunx.observation.planes import write_planes

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a lane that has ended begins its next episode: see `Autoreset`."""

WAIT = -1
"""The action of a lane that is left as it is in this step."""

MOST_PASSED_OVER = 1000
"""How many episodes in a row may be over before they begin (a board of one colour, a seed without a fair board)."""

SEED_SHIFT = 11
_BATCH = int(Stream.BATCH)
_SEED_MASK = SEED_LIMIT - 1

LANE_STREAM = 1
"""Of the seed of random actions: each lane's own seed."""


class Lanes(NamedTuple):
    """The state of all lanes, one row per lane."""

    numbers: Any
    arrays: Any
    """A tuple of the arrays of the positions; where they have none, one that nobody uses."""
    legal: Any
    """Two words of legal moves; none where the lane has ended."""
    episodes: Any
    ended: Any


class Results(NamedTuple):
    """What a step gives, one row per lane."""

    rewards: Any
    terminated: Any
    truncated: Any
    turns: Any
    illegal: Any
    """How many illegal actions the lane has been given since the batch began."""


class Terms(NamedTuple):
    """What holds for all lanes."""

    seed: int
    size: int
    seats: int
    max_plies: int
    """0 for no limit."""
    autoreset: int
    every: Moves
    """Every move of the variant: actions are numbered by it."""


@primitive
def move_of(every: Moves, action: int) -> int:
    """The move of an action, or -1 where there is no such action."""
    return nth(every, action) if 0 <= action < count(every) else -1


@primitive
def action_of(every: Moves, move: int) -> int:
    if move < HIGH:
        return popcount(every.low & ((1 << move) - 1))
    return popcount(every.low) + popcount(every.high & ((1 << (move - HIGH)) - 1))


@primitive
def legal_of(lanes: Lanes, lane: int) -> Moves:
    return Moves(lanes.legal[lane, 0], lanes.legal[lane, 1])


@primitive
def episode_seed(seed: int, size: int, episode: int, lane: int) -> int:
    """The seed of the match that is episode e of a lane."""
    return word(seed, _BATCH, episode * size + lane) >> SEED_SHIFT & _SEED_MASK


@primitive
def begin(template: Any, lanes: Lanes, terms: Terms, lane: int) -> None:
    """Deal the lane's next episode; episodes that are over at once are passed over."""
    position = fresh(template, lanes.arrays, lane)
    for _ in range(MOST_PASSED_OVER):
        lanes.episodes[lane] += 1
        seed = episode_seed(terms.seed, terms.size, lanes.episodes[lane], lane)
        position = redeal(fresh(template, lanes.arrays, lane), seed)
        if outcome(position) == PLAYING:
            break
    lanes.ended[lane] = False
    save(position, lanes.numbers, lane)


@primitive
def is_refused(lanes: Lanes, terms: Terms, action: int, lane: int) -> bool:
    """Whether a lane that goes on is given an illegal action."""
    if rests(lanes, terms, action, lane):
        return False
    return not contains(legal_of(lanes, lane), move_of(terms.every, action))


@primitive
def reward(result: int, seat: int) -> float:
    if result in (PLAYING, DRAWN):
        return 0.0
    return 1.0 if result == seat else -1.0


@primitive
def play_lane(template: Any, lanes: Lanes, results: Results, terms: Terms, action: int, lane: int) -> None:
    """Play an action, and judge what follows. An illegal one loses."""
    position = load(template, lanes.numbers, lanes.arrays, lane)
    move = move_of(terms.every, action)
    if contains(legal_of(lanes, lane), move):
        position = advance(position, move)
        result = outcome(position)
    else:
        results.illegal[lane] += 1
        result = 3 - position.turn if terms.seats == 2 else LOST
    finish_move(position, result, lanes, results, terms, lane)


@primitive
def finish_move(position: Any, result: int, lanes: Lanes, results: Results, terms: Terms, lane: int) -> None:
    """Write down what a move has led to."""
    terminated = result != PLAYING
    truncated = not terminated and 0 < terms.max_plies <= position.ply
    results.terminated[lane] = terminated
    results.truncated[lane] = truncated
    lanes.ended[lane] = terminated or truncated
    for seat in range(terms.seats):
        results.rewards[lane, seat] = reward(result, seat + 1)
    save(position, lanes.numbers, lane)


@primitive
def will_reshuffle(template: Any, lanes: Lanes, terms: Terms, action: int, lane: int) -> bool:
    """Whether the lane's move is one of the few that take far longer than others."""
    if rests(lanes, terms, action, lane):
        return False
    move = move_of(terms.every, action)
    position = load(template, lanes.numbers, lanes.arrays, lane)
    return contains(legal_of(lanes, lane), move) and reshuffles(position, move)


@primitive
def clear_results(results: Results, terms: Terms, lane: int) -> None:
    results.terminated[lane] = False
    results.truncated[lane] = False
    clear_rewards(results, terms, lane)


@primitive
def clear_rewards(results: Results, terms: Terms, lane: int) -> None:
    for seat in range(terms.seats):
        results.rewards[lane, seat] = 0.0


@primitive
def rests(lanes: Lanes, terms: Terms, action: int, lane: int) -> bool:
    """Whether a lane plays nothing in this step: it waits, or it has ended."""
    return action == WAIT or (lanes.ended[lane] and terms.autoreset != SAME_STEP)


@primitive
def step_lane(template: Any, lanes: Lanes, results: Results, terms: Terms, action: int, lane: int) -> bool:
    """The first part of a lane's step: play, or rest. Whether the lane begins its next episode now."""
    if not rests(lanes, terms, action, lane):
        play_lane(template, lanes, results, terms, action, lane)
        return bool(lanes.ended[lane] and terms.autoreset == SAME_STEP)
    if action != WAIT and terms.autoreset == NEXT_STEP:
        clear_results(results, terms, lane)
        return True
    clear_rewards(results, terms, lane)
    return False


@primitive
def reset_lane(template: Any, lanes: Lanes, results: Results, terms: Terms, lane: int) -> None:
    clear_results(results, terms, lane)
    begin(template, lanes, terms, lane)


@primitive
def judge(template: Any, lanes: Lanes, results: Results, lane: int) -> None:
    """Whether a position that was put into the storage from outside has ended."""
    lanes.ended[lane] = outcome(load(template, lanes.numbers, lanes.arrays, lane)) != PLAYING
    results.terminated[lane] = lanes.ended[lane]


@primitive
def look(template: Any, lanes: Lanes, results: Results, lane: int, words: Any) -> None:
    """The last part of a lane's step: what the seat to move may do, and what it sees."""
    position = load(template, lanes.numbers, lanes.arrays, lane)
    choice = moves(position)
    going_on = not lanes.ended[lane]
    lanes.legal[lane, 0] = choice.low if going_on else 0
    lanes.legal[lane, 1] = choice.high if going_on else 0
    results.turns[lane] = position.turn
    show(position, words)


@primitive
def look_back(template: Any, lanes: Lanes, lane: int, words: Any) -> None:
    """What is seen of a position that is about to make room for the next episode."""
    show(load(template, lanes.numbers, lanes.arrays, lane), words)


@primitive
def show(position: Any, words: Any) -> None:
    seat = position.turn
    write_planes(observe(position, seat), seat, words)


@primitive
def random_action(lanes: Lanes, terms: Terms, seed: int, number: int, lane: int) -> int:
    """One of the legal actions, each as likely as the others; 0 in a lane that has ended."""
    choice = legal_of(lanes, lane)
    total = count(choice)
    if total == 0:
        return 0
    return action_of(terms.every, nth(choice, below(total, word(seed, LANE_STREAM, lane), MOVE_STREAM, number)))


class Played(NamedTuple):
    """What the random games of a lane have given so far; `seed` and `ply` are those of the game being played."""

    games: int
    moves: int
    first: int
    second: int
    drawn: int
    lost: int
    signature: int
    seed: int
    ply: int


@primitive
def first_game(position: Any, seed: int, games: int, lane: int) -> Played:
    """Before the first move. Where the lane's match is over, so are all its random games."""
    none = Played(0, 0, 0, 0, 0, 0, 0, word(seed, GAME_STREAM, lane * games), 0)
    result = outcome(position)
    return none if result == PLAYING else with_games(none, result, games, 0)


@primitive
def with_games(played: Played, result: int, number: int, next_seed: int) -> Played:
    """With this many more games, which ended so."""
    return Played(
        played.games + number, played.moves + played.ply, played.first + (number if result == WON_BY_1 else 0),
        played.second + (number if result == WON_BY_2 else 0), played.drawn + (number if result == DRAWN else 0),
        played.lost + (number if result == LOST else 0), played.signature, next_seed, 0,
    )  # fmt: skip


@primitive
def random_move(position: Any, played: Played) -> int:
    """As `nth`, but the word is chosen first: threads side by side would otherwise select in one and then the other."""
    choice = moves(position)
    low = popcount(choice.low)
    number = below(low + popcount(choice.high), played.seed, MOVE_STREAM, played.ply)
    if number < low:
        word_of, base = choice.low, 0
    else:
        word_of, base, number = choice.high, HIGH, number - low
    return base + select(word_of, number)


@primitive
def with_move(
    played: Played, position: Any, move: int, seed: int, games: int, max_plies: int, lane: int
) -> Played:  # fmt: skip
    """With a move more, which led to this position. A new game begins where `ply` is 0."""
    signature = (played.signature * 31 + move) & 0xFFFFFFFFFFFF
    now = Played(
        played.games, played.moves, played.first, played.second, played.drawn, played.lost, signature, played.seed,
        played.ply + 1,
    )  # fmt: skip
    result = outcome(position)
    if result == PLAYING and now.ply < max_plies:
        return now
    return with_games(now, result, 1, word(seed, GAME_STREAM, lane * games + now.games + 1))


@primitive
def start_game(template: Any, lanes: Lanes, scratch: Any, lane: int) -> Any:
    """The position of a lane, with arrays that can be written to."""
    copy_arrays(template, lanes.arrays, scratch, lane)
    return load(template, lanes.numbers, scratch, lane)


@primitive
def playout_lane(
    template: Any, lanes: Lanes, scratch: Any, seed: int, games: int, max_plies: int, tally: Any, lane: int
) -> None:
    """Play random games from the position of a lane, as `playouts` does, and count how they ended."""
    position = start_game(template, lanes, scratch, lane)
    played = first_game(position, seed, games, lane)
    while played.games < games:
        move = random_move(position, played)
        position = advance(position, move)
        played = with_move(played, position, move, seed, games, max_plies, lane)
        if played.ply == 0:
            position = start_game(template, lanes, scratch, lane)
    write_tally(played, tally, lane)


@primitive
def write_tally(played: Played, tally: Any, lane: int) -> None:
    tally[lane, 0] = played.games
    tally[lane, 1] = played.moves
    tally[lane, 2] = played.first
    tally[lane, 3] = played.second
    tally[lane, 4] = played.drawn
    tally[lane, 5] = played.lost
    tally[lane, 6] = played.games - played.first - played.second - played.drawn - played.lost
    tally[lane, 7] = played.signature
