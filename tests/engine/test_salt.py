"""The salt: hidden drops that nobody can work out from the drops that everybody sees."""

import hashlib
import random
from typing import Any

import pytest

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.kernels.randomness import unsigned
from quincunx.engine.kernels.salt import UNSALTED, drop_keys, salted
from quincunx.engine.match import Match, replay
from quincunx.engine.record import read_record
from quincunx.engine.rules import observe
from tests.naive import cascade, mosaic
from tests.suite.scale import seeds

SALT = "00112233445566778899aabbccddeeff"
NAIVE: dict[str, Any] = {"mosaic": mosaic.Naive, "cascade": cascade.Naive}
PLIES = 12


def test_the_keys_are_the_first_words_of_a_digest_that_is_never_published() -> None:
    digest = hashlib.sha256(f"drops:7:{SALT}".encode()).hexdigest()
    keys = drop_keys(salted(7, SALT))
    assert [f"{unsigned(key):016x}" for key in keys] == [digest[:16], digest[16:32]]
    assert drop_keys(salted(7, None)) == UNSALTED


@pytest.mark.parametrize("salt", [None, SALT], ids=["plain", "salted"])
@pytest.mark.parametrize("slug", NAIVE)
@seeds(2, 20, 1)
def test_a_salted_match_goes_as_in_the_naive_game(slug: str, salt: str | None, seeds: range) -> None:
    for seed in seeds:
        compare(slug, salt, seed)


def compare(slug: str, salt: str | None, seed: int) -> None:
    match = Match(slug, None, seed, salt=salt)
    naive = NAIVE[slug](match.variant.model_dump(mode="json"), seed, salt)
    chance = random.Random(seed)
    for _ in range(PLIES):
        shown = match.describe()
        assert {name: shown[name] for name in naive.position()} == naive.position()
        if match.end is not None:
            break
        move = chance.choice(match.legal())
        match.play(move)
        naive.play(move)


@pytest.mark.parametrize("slug", NAIVE)
def test_another_salt_gives_other_drops_on_boards_of_the_same_seed(slug: str) -> None:
    def drops(salt: str | None) -> Any:
        match = Match(slug, {"opening_cap": 0} if slug == "mosaic" else None, 3, salt=salt)
        for _ in range(8):
            match.play(match.legal()[0])
        return match.describe()

    assert len({str(drops(salt)) for salt in (None, SALT, SALT[::-1])}) == 3


@pytest.mark.parametrize("slug", NAIVE)
def test_a_record_keeps_the_salt(slug: str) -> None:
    match = Match(slug, None, 5, salt=SALT)
    for _ in range(3):
        match.play(match.legal()[0])
    line, fields = match.record().as_text(), match.record().as_json()
    assert f".5~{SALT}." in line
    assert fields["salt"] == SALT
    for given in (line, fields, match.record().as_json_text()):
        assert replay(given).describe() == match.describe()
    assert replay(match.exact_id()).legal() == match.legal()
    goes_on = replay(match.exact_id())
    move = match.legal()[-1]
    match.play(move)
    goes_on.play(move)
    assert goes_on.describe() == match.describe(), "an exact id draws from the same salt"
    plain = Match(slug, None, 5).record()
    assert "salt" not in plain.as_json()
    assert "~" not in plain.as_text()


@pytest.mark.parametrize(
    "line", [f"q1.mosaic.1.standard.5~{SALT[1:]}", "q1.mosaic.1.standard.5~", f"q1.mosaic.1.standard.5~{SALT.upper()}"]
)
def test_a_salt_that_is_wrong_is_refused(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_record(line)
    assert refused.value.errorCode is ErrorCode.BAD_RECORD


def test_only_matches_with_a_secret_have_a_salt() -> None:
    for slug in ("duel", "pushmine", "flood"):
        with pytest.raises(Refusal, match="no secret seed"):
            replay(f"q1.{slug}.1.standard.5~{SALT}")
    with pytest.raises(Refusal, match="32 hexadecimal digits"):
        Match("mosaic", None, 5, salt="salt")


def test_what_a_seat_sees_has_no_trace_of_the_salt() -> None:
    for slug, part in (("mosaic", "supply"), ("cascade", "goblins")):
        position = Match(slug, None, 5, salt=SALT).position
        hidden, seen = getattr(position, part), getattr(observe(position, 1), part)
        assert hidden.known not in (0, 1)
        assert (seen.source, seen.known) == (0, 0)
