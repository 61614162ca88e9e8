"""The same again: on another board, sides swapped, with the tokens that everyone has."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.table import APART, PERSON, TWO_PEOPLE, House, Json, Table, ours, refusal


def rematch(table: Table, seat: int = 1) -> Json:
    answer = table.act("rematch", seat)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def again(table: Table, told: Json, swapped: bool) -> Table:
    """The rematch, played with the tokens of the match before."""
    other = Table(table.house, told | {"seats": []})
    other.tokens = {3 - seat if swapped else seat: token for seat, token in table.tokens.items()}
    other.creator = table.creator
    return other


@pytest.mark.parametrize("game", ["cascade", "duel", "mosaic", "pushmine"])
def test_people_swap_sides_and_keep_their_tokens(house: House, game: str) -> None:
    table = house.apart(game)
    table.acted("resign", 1)
    told = rematch(table, 1)
    assert told["seats"] == [{"seat": 2}]
    assert rematch(table, 2)["seats"] == [{"seat": 1}]
    match = told["match"]
    assert (match["ply"], match["status"], match["previous"]) == (0, "playing", table.id)
    assert table.match()["rematch"] == told["id"] == match["id"]
    other = again(table, told, True)
    assert refusal(other.move(match["legal"][0], 0, seat=2)) == (409, "not_your_turn")
    assert other.played(match["legal"][0])["ply"] == 1


@pytest.mark.parametrize(
    ("game", "swapped"), [("duel", True), ("pushmine", True), ("mosaic", False), ("cascade", False)]
)
def test_against_our_player_sides_are_swapped_in_duel_and_pushmine_alone(
    house: House, game: str, swapped: bool
) -> None:
    table = house.table(game)
    table.acted("resign")
    told = rematch(table)
    assert told["seats"] == [{"seat": 2 if swapped else 1}]
    assert told["match"]["seats"][0 if swapped else 1]["level"] == "medium"
    other = again(table, told, swapped)
    match = other.waited()
    assert match["ply"] == (1 if swapped else 0)
    other.played(match["legal"][0])
    twice = other.acted("resign", 2 if swapped else 1)
    assert twice["outcome"] == "ai_wins"
    assert rematch(other, 2 if swapped else 1)["seats"] == [{"seat": 1}]


def test_a_rematch_is_one_however_often_it_is_asked_for(house: House) -> None:
    table = house.apart()
    table.acted("resign")
    with ThreadPoolExecutor(6) as crowd:
        told = list(crowd.map(lambda seat: rematch(table, seat), [1, 2, 1, 2, 1, 2]))
    assert len({one["id"] for one in told}) == 1
    assert table.match()["rematch"] == told[0]["id"]
    assert table.match()["version"] == 3, "joined, resigned, rematched"


def test_many_who_ask_for_a_rematch_at_once_make_one_match(house: House) -> None:
    """No second one is left over that nobody knows of."""
    table = house.apart(public=True)
    before = {one["id"] for one in house.get("/api/matches?limit=100").json()}
    table.acted("resign")
    with ThreadPoolExecutor(6) as crowd:
        list(crowd.map(lambda seat: rematch(table, seat), [1, 2, 1, 2, 1, 2]))
    after = {one["id"] for one in house.get("/api/matches?limit=100").json()}
    assert len(after - before) == 1


def test_a_rematch_has_another_seed_and_no_mark(house: House) -> None:
    table = house.table("flood", seed=5)
    table.act("hint")
    table.play_on()
    match = rematch(table)["match"]
    assert match["seed"] != 5
    assert match["assisted"] is False
    assert match["variant"] == table.match()["variant"]


def test_a_rematch_of_a_daily_board_is_no_daily_board(house: House) -> None:
    table = house.table("duel", TWO_PEOPLE, daily=True)
    table.acted("resign")
    match = rematch(table)["match"]
    assert (match["daily"], match["history"]) == (None, [])


def test_a_rematch_by_the_optimum_has_the_limit_of_its_own_board(house: House) -> None:
    """Otherwise one board's fewest moves would be the other's limit."""
    table = house.table("flood", preset="expert", variant={"size": 6})
    limits = set()
    for _ in range(8):
        table.play_on()
        told = rematch(table)
        table = again(table, told, False)
        hint = table.act("hint").json()
        assert hint["sure"] == "proven"
        limits.add(told["match"]["view"]["limit"])
        assert told["match"]["view"]["limit"] == cost_of(hint)
    assert len(limits) > 1


def cost_of(hint: Json) -> int:
    """The fewest moves that a board needs, by its first hint."""
    found = [int(value) for name, value in hint["details"].items() if name in ("to_go", "moves", "left")]
    return found[0]


def test_the_level_as_it_is_now_and_names_go_into_the_rematch(house: House) -> None:
    table = house.table("duel", [PERSON | {"name": "Ada"}, ours("easy")])
    table.acted("level", level="hard")
    table.acted("resign")
    seats = rematch(table)["match"]["seats"]
    assert [(seat["name"], seat["level"]) for seat in seats] == [(None, "hard"), ("Ada", None)]
    guests = house.table("duel", APART)
    guests.join(name="Bob")
    guests.acted("resign")
    assert [seat["name"] for seat in rematch(guests)["match"]["seats"]] == ["Bob", None]


def test_a_rematch_of_our_players_swaps_them_and_belongs_to_the_maker(house: House) -> None:
    table = house.table("pushmine", [ours("easy"), ours("medium")], response_delay=1500)
    table.acted("stop", 0)
    told = rematch(table, 0)
    assert [seat["level"] for seat in told["match"]["seats"]] == ["medium", "easy"]
    assert again(table, told, True).acted("stop", 0)["status"] == "draw"


def test_a_running_match_has_no_rematch_and_strangers_ask_for_none(house: House) -> None:
    table = house.apart()
    assert refusal(table.act("rematch")) == (409, "not_over")
    table.acted("resign")
    assert refusal(house.post(f"{table.path}/rematch")) == (401, "unauthorized")
    stranger = house.table("duel", TWO_PEOPLE).tokens[1]
    assert refusal(house.post(f"{table.path}/rematch", None, stranger)) == (403, "not_your_seat")


def test_an_invitation_that_nobody_used_is_still_open_in_the_rematch(house: House) -> None:
    table = house.table("duel", APART)
    house.server.call(house.server.expire(table.id))
    assert table.match()["status"] == "draw"
    told = rematch(table)
    assert [seat["taken"] for seat in told["match"]["seats"]] == [False, True]
    other = Table(house, told | {"seats": [{"seat": 1, "invite": table.invites[2].replace(table.id, told["id"])}]})
    assert other.join(1)["seat"] == 1
