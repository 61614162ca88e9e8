"""The tutorials: every lesson can be played, and shows what it says."""

import pytest

from quincunx.catalogue import all_games
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match, replay
from quincunx.server.http.lessons import Lesson, lesson_views, lessons_of, match_of

GAMES = all_games()
LESSONS = [
    pytest.param(game, lesson, id=f"{game.slug} {lesson.title}") for game in GAMES for lesson in lessons_of(game)
]


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_the_goals_of_a_lesson_are_legal_and_not_all_there_is(game: AnyGame, lesson: Lesson) -> None:
    match = match_of(game, lesson)
    assert match.describe()["status"] == "playing"
    assert set(lesson.goals) < set(match.legal())
    assert bool(lesson.goals) == bool(lesson.otherwise), "another move is answered where another is possible"


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_where_a_win_is_the_lesson_all_goals_win_and_nothing_else_does(game: AnyGame, lesson: Lesson) -> None:
    winning = {move for move in match_of(game, lesson).legal() if _wins(game, lesson, move)}
    assert winning in (set(), set(lesson.goals))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_id_of_a_lesson_leads_to_its_position(game: AnyGame) -> None:
    for lesson, view in zip(lessons_of(game), lesson_views(game), strict=True):
        assert replay(view["record"]).describe() == match_of(game, lesson).describe()


def _wins(game: AnyGame, lesson: Lesson, move: str) -> bool:
    match = Match(game, lesson.variant, lesson.seed, setup=lesson.position, play_passes=True)
    match.play(move)
    return bool(match.describe()["winner"] == 1)
