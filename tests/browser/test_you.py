"""What a browser keeps about its owner: shown on a page, and taken along as a file."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.support.browsers.person import Person
from tests.support.browsers.scenes import ended
from tests.support.fixtures import NewPerson
from tests.support.servers.client import ServerClient

EMPTY = "Nothing here yet"


def test_a_finished_match_is_counted_and_taken_along_to_another_browser(
    new_person: NewPerson, client: ServerClient, tmp_path: Path
) -> None:
    person = new_person()
    person.go("/you")
    expect(person.page.get_by_test_id("no-results")).to_contain_text(EMPTY)
    ended("duel")(person, client)
    person.go("/you")
    progress = person.page.get_by_test_id("progress-duel")
    expect(progress.get_by_role("row").nth(1)).to_contain_text("Level")
    with person.page.expect_download() as saving:
        person.page.get_by_role("button", name="Export").click()
    file = tmp_path / "you.json"
    saving.value.save_as(file)

    other = new_person()
    other.go("/you")
    said = other.page.get_by_test_id("transfer")
    other.page.get_by_test_id("import").set_input_files(file)
    expect(said).to_have_text("1 result added.")
    expect(other.page.get_by_test_id("progress-duel")).to_have_text(progress.inner_text(), use_inner_text=True)
    other.page.get_by_test_id("import").set_input_files(file)
    expect(said).to_have_text("Everything in it was here already.")


def test_a_foreign_file_is_refused_and_nothing_is_lost(person: Person, client: ServerClient, tmp_path: Path) -> None:
    ended("duel")(person, client)
    person.go("/you")
    before = person.page.evaluate("localStorage['quincunx.journal']")
    file = tmp_path / "foreign.json"
    file.write_text(json.dumps({"format": "something else"}))
    person.page.get_by_test_id("import").set_input_files(file)
    expect(person.page.get_by_test_id("transfer")).to_contain_text("This is no export of Quincunx.")
    assert person.page.evaluate("localStorage['quincunx.journal']") == before


def test_where_nothing_can_be_kept_the_page_says_so(new_person: NewPerson) -> None:
    person = new_person(fresh=True)
    person.page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('QuotaExceededError'); };")
    person.go("/you")
    expect(person.page.get_by_role("alert")).to_contain_text("lets pages keep nothing")
