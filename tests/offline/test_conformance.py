"""The games keep their specifications and their laws in the browser, too: the same tests, by the host in Node."""

import inspect
from collections.abc import Iterator

import pytest

from quincunx.catalogue import all_games
from quincunx.server.settings import Settings
from tests.conformance import test_served
from tests.offline import browser_python, node_host
from tests.suite.scale import COMPILED
from tests.support.client import TWO_PEOPLE, ServerClient, ai, usual_board
from tests.support.server import ServerThread, sqlite_url

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not COMPILED, reason="nothing is compiled, so that a browser would have no kernels"),
]
SLUGS = [game.slug for game in all_games()]
MOST_PLIES = 400


@pytest.fixture(scope="module")
def client() -> Iterator[ServerClient]:
    with node_host.running() as running:
        yield running


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerClient]:
    """A server that answers as late as one usually does, as the host does."""
    folder, usual = tmp_path_factory.mktemp("server"), Settings.model_fields["response_delay_ms"].default
    with (
        ServerThread(sqlite_url(folder), folder, response_delay_ms=usual) as server,
        ServerClient(server.address) as opened,
    ):
        yield opened


def _takes_any_client(test: object) -> bool:
    """Whether a test asks for a client alone; the others reach into a server in this process, or start it again."""
    names = inspect.signature(test).parameters if inspect.isfunction(test) else {}
    return "client" in names and "serve" not in names


TESTS = {name: test for name, test in vars(test_served).items() if name.startswith("test_")}
STATEMENTS = {name: test for name, test in TESTS.items() if _takes_any_client(test)}
globals().update(STATEMENTS)


def test_the_statements_about_a_server_are_here_but_for_those_about_its_process() -> None:
    assert [name for name in TESTS if name not in STATEMENTS] == [
        "test_a_person_moves_only_in_turn_and_while_the_match_runs",
        "test_an_ai_player_answers_500_ms_after_its_turn_began_and_later_only_if_it_thinks_longer",
        "test_6_1_a_move_is_kept_and_a_server_that_starts_again_goes_on",
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_match_is_the_same_as_on_a_server(client: ServerClient, served: ServerClient, slug: str) -> None:
    """Two people play the same random moves here and there: every answer is the same but for names and times."""
    seats = TWO_PEOPLE if slug != "flood" else TWO_PEOPLE[:1]
    ours, theirs = (one.new_match(slug, seats, **usual_board(slug, 7)) for one in (client, served))
    for ply in range(MOST_PLIES):
        match = ours.match()
        assert _comparable(match) == _comparable(theirs.match())
        if match["status"] != "playing":
            break
        move = match["legal"][7 * ply % len(match["legal"])]
        answers = [one.try_move(move, ply, match["turn"]).json() for one in (ours, theirs)]
        assert answers[0]["events"] == answers[1]["events"]
    assert ours.record()["text"] == theirs.record()["text"]
    assert client.get(f"{ours.path}/metrics").json() == served.get(f"{theirs.path}/metrics").json()


OF_ONE_PLACE = {"id", "created_at", "updated_at", "at", "clock", "now", "turn_ends_at"}


def _comparable(value: object) -> object:
    """Without what differs from place to place."""
    if isinstance(value, dict):
        return {key: _comparable(inner) for key, inner in value.items() if key not in OF_ONE_PLACE}
    return [_comparable(inner) for inner in value] if isinstance(value, list) else value


def test_every_law_holds_in_the_browser() -> None:
    program = f"""
from quincunx.catalogue import game
from quincunx.testing import check_game

for slug in {SLUGS}:
    check_game(game(slug), seeds=[1], plies=30, milliseconds=20)
print("true")
"""
    assert browser_python.run(program) is True


def test_every_level_plays_in_the_browser(client: ServerClient) -> None:
    for game in all_games():
        for level in game.offered_levels if game.seats == 2 else ():
            hosted = client.new_match(game.slug, [{"kind": "person"}, ai(level)], seed=7)
            assert hosted.play_on(1)["ply"] >= 2, (game.slug, level)
