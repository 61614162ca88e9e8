"""The games keep their specifications and their laws in the browser, too: the same tests, by the host in Node."""

import inspect
from collections.abc import Iterator

import pytest

from quincunx.catalogue import all_games, game
from quincunx.engine.record import Record
from quincunx.server.settings import Settings
from tests.conformance import test_served
from tests.offline import browser_python, node_host
from tests.suite.scale import COMPILED
from tests.support.servers.client import TWO_PEOPLE, ServerClient, ai
from tests.support.servers.server import ServerThread, sqlite_url

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not COMPILED, reason="nothing is compiled, so that a browser would have no kernels"),
]
SLUGS = [listed.slug for listed in all_games()]
MOST_PLIES = 400
SALT = "5a" * 16


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
    ours, theirs = (one.new_match(slug, seats, record=_board(slug)) for one in (client, served))
    for _ in range(MOST_PLIES):
        match = ours.match()
        assert _comparable(match) == _comparable(theirs.match())
        if match["status"] != "playing":
            break
        ply = match["ply"]  # a move may bring a pass of the other side with it
        move = match["legal"][7 * ply % len(match["legal"])]
        answers = [one.try_move(move, ply, match["turn"]) for one in (ours, theirs)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert _comparable(answers[0].json()) == _comparable(answers[1].json())
    assert ours.match()["status"] != "playing"
    assert ours.record()["text"] == theirs.record()["text"]
    assert client.get(f"{ours.path}/metrics").json() == served.get(f"{theirs.path}/metrics").json()


def _board(slug: str) -> str:
    """A board that is the same wherever it is played: its salt is given, where each place would draw one of its own."""
    listed = game(slug)
    options = listed.variant().model_dump(mode="json")
    salt = SALT if listed.secret else None
    return Record(game=slug, version=listed.version, variant=options, seed=7, salt=salt).as_text()


OF_ONE_PLACE = {"id", "created_at", "updated_at", "at", "clock", "now", "turn_ends_at"}


def _comparable(value: object) -> object:
    """Without what differs from place to place."""
    if isinstance(value, dict):
        return {key: _comparable(inner) for key, inner in value.items() if key not in OF_ONE_PLACE}
    return [_comparable(inner) for inner in value] if isinstance(value, list) else value


def test_every_law_holds_in_the_browser() -> None:
    """All of them: no law needs more than the arrays that the browser has."""
    program = f"""
from quincunx.catalogue import game
from quincunx.testing import check_game

for slug in {SLUGS}:
    check_game(game(slug), seeds=[1], plies=30, milliseconds=20)
print("true")
"""
    assert browser_python.run(program) is True


def test_every_level_plays_in_the_browser(client: ServerClient) -> None:
    for listed in all_games():
        for level in listed.offered_levels if listed.seats == 2 else ():
            hosted = client.new_match(listed.slug, [{"kind": "person"}, ai(level)], seed=7)
            assert hosted.play_on(1)["ply"] >= 2, (listed.slug, level)
