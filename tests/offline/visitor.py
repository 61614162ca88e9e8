"""Somebody who plays on the site. What has been played is read from the browser's own database, by the same host."""

import json
from contextlib import ExitStack
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext

from quincunx.offline.host.requests import RequestHandler
from quincunx.server.http.schemas.host import Entry
from tests.support.browsers.person import STILL, Faults, Person
from tests.support.servers.client import HostedMatch, Json
from tests.support.waiting import LIMIT_SECONDS

READ = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('quincunx', 1);
  opening.onerror = () => reject(opening.error);
  opening.onupgradeneeded = () => opening.result.createObjectStore('entries', { keyPath: ['match', 'number'] });
  opening.onsuccess = () => {
    const reading = opening.result.transaction('entries').objectStore('entries').getAll();
    reading.onsuccess = () => { opening.result.close(); resolve(reading.result); };
  };
})"""
WRITE = """(entries) => new Promise((resolve, reject) => {
  const opening = indexedDB.open('quincunx', 1);
  opening.onerror = () => reject(opening.error);
  opening.onupgradeneeded = () => opening.result.createObjectStore('entries', { keyPath: ['match', 'number'] });
  opening.onsuccess = () => {
    const writing = opening.result.transaction('entries', 'readwrite');
    for (const entry of entries) writing.objectStore('entries').put(entry);
    writing.oncomplete = () => { opening.result.close(); resolve(); };
  };
})"""
REMEMBER = "(matches) => localStorage.setItem('quincunx.matches', JSON.stringify(matches))"
GO = "(path) => { history.pushState(null, '', `?${path}`); dispatchEvent(new PopStateEvent('popstate')); }"
EMPTY = "theme.js"
"""The smallest file of the site: as a page it starts nothing."""


class Answer(NamedTuple):
    payload: Json

    def json(self) -> Json:
        return self.payload


class Visitor(Person):
    """`Board` plays for it as for a person on a server."""

    def __init__(self, context: BrowserContext, address: str, settings: Json = STILL) -> None:
        self.address = address
        self._context = context
        context.set_default_timeout(1000 * LIMIT_SECONDS)
        self.page = context.new_page()
        self.faults = Faults()
        self.faults.watch(self.page)
        self.client = self  # type: ignore[assignment]
        self._scripts = ExitStack()
        self.page.goto(address + EMPTY)
        offered = json.dumps(["mosaic", "cascade", "duel", "pushmine", "flood"])
        keep = "([settings, offered]) => { localStorage.setItem('quincunx.settings', settings); "
        keep += "localStorage.setItem('quincunx.offered', offered); }"
        self.page.evaluate(keep, [json.dumps(settings), offered])

    # Matches that a test made.

    def keep_matches(self, *asked: Json) -> list[str]:
        """Put new matches into the browser's database, as if they had been made here; their ids."""
        host, entries, remembered = RequestHandler({}), [], []
        for one in asked:
            reply = host.handle("POST", "/api/matches", json.dumps(one))
            assert reply.status == 201, reply.body
            made = json.loads(reply.body)
            entries += reply.entries
            remembered.append(HostedMatch(self, made).remembered())  # type: ignore[arg-type]
        self.write(entries)
        self.page.evaluate(REMEMBER, remembered)
        return [one["id"] for one in remembered]

    def write(self, entries: list[Any]) -> None:
        """Put entries into the browser's database, whatever they are."""
        self.page.evaluate(WRITE, entries)

    def go_within(self, path: str) -> None:
        """As a link does: without loading the page again."""
        self.page.evaluate(GO, path)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}?{path}")

    @property
    def path(self) -> str:
        return str(self.page.evaluate("decodeURIComponent(location.search.slice(1))"))

    @property
    def entries(self) -> list[Entry]:
        return list(self.page.evaluate(READ))

    def get(self, path: str) -> Answer:
        """What a host answers that reads this browser's database."""
        return Answer(json.loads(RequestHandler({}, self.entries).handle("GET", path).body))
