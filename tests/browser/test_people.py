"""How people play, on the lab's page: for somebody with the server's admin token."""

import json
from pathlib import Path
from typing import Any

from tests.support.fixtures import NewPerson, Serve
from tests.support.servers.client import TWO_PEOPLE

TOKEN = "a-token-for-tests-only"


def estimate(value: float) -> dict[str, Any]:
    return {"estimate": value, "low": value - 0.1, "high": value + 0.1, "n": 100}


def write_study(reports: Path) -> None:
    level = {"ai": estimate(0.2), "difference": estimate(0.3), "clear": True}
    question = {"name": "decisive", "asks": "Are matches decided?", "unit": "share", "people": estimate(0.5)}
    rules = {
        "game": "duel",
        "title": "Infinity Grid Duel · size 3",
        "variant": {"size": 3},
        "matches": 100,
        "enough": True,
        "verdict": "Of 1 levels, easy plays most like people.",
        "levels": [{"level": "easy", "differing": 1, "questions": 1, "mean_gap": 3.0}],
        "questions": [question | {"levels": {"easy": level}}],
    }
    folder = reports / "people" / "duel"
    folder.mkdir(parents=True)
    (folder / "summary.json").write_text(json.dumps({"rules": [rules]}), encoding="utf-8")


def test_the_administrator_sees_people_beside_the_levels(serve: Serve, new_person: NewPerson, tmp_path: Path) -> None:
    client = serve(admin_token=TOKEN, reports_folder=tmp_path / "reports")
    write_study(tmp_path / "reports")
    client.new_match("duel", TWO_PEOPLE, variant={"size": 3}).play_on()
    person = new_person(client)
    person.go("/lab")
    page = person.page
    page.get_by_label("Admin token").fill(TOKEN)
    page.get_by_role("button", name="Show").click()
    page.get_by_text("1 match with people").wait_for()
    page.get_by_text("easy plays most like people").wait_for()
    row = page.get_by_role("row").filter(has_text="Are matches decided?")
    assert row.get_by_role("cell").all_inner_texts() == [
        "Are matches decided?", "50% (40% … 60%)", "easy", "20% (10% … 30%)", "30% (20% … 40%)", "differs",
    ]  # fmt: skip


def test_without_an_admin_token_the_page_does_not_offer_it(serve: Serve, new_person: NewPerson) -> None:
    person = new_person(serve())
    person.go("/lab")
    page = person.page
    page.get_by_role("heading", name="Try it here").wait_for()
    assert page.get_by_label("Admin token").count() == 0
