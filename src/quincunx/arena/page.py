"""The result of an arena as a page: ratings, how each player behaved, everyone against everyone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.arena.contest import Conduct, Contest
from quincunx.arena.round_robin import Arena
from quincunx.lab.report.page import write_page
from quincunx.lab.report.table import Cell, ReportTable
from quincunx.lab.report.tournament import Tournament, cross_table, pairings_table, rating_figure, ratings_table
from quincunx.lab.run.folder import RunFolder
from quincunx.text.descriptions import variant_text

FORMAT = "quincunx-arena/1"


@dataclass(frozen=True)
class ArenaResult:
    """The tournament that was played, and how its players behaved."""

    tournament: Tournament
    kinds: Mapping[str, str]
    contests: Sequence[Contest]

    def conduct_of(self, name: str) -> list[Conduct]:
        return [
            conduct
            for one in self.contests
            for player, conduct in zip(one.players, one.conduct, strict=True)
            if player == name
        ]

    def as_json(self) -> dict[str, Any]:
        names = [rating.player for rating in self.tournament.ratings]
        further = {
            "format": FORMAT,
            "games": len(self.contests),
            "players": names,
            "conduct": {name: conduct_totals(self.conduct_of(name)) for name in names},
        }
        return self.tournament.as_json() | further


def result_of(arena: Arena) -> ArenaResult | None:
    """None as long as no two players have met."""
    scores = arena.scores()
    if not scores:
        return None
    title = f"Arena: {arena.game.name} · {variant_text(arena.game, arena.rules.variant)}"
    variant = arena.rules.variant.model_dump(mode="json")
    tournament = Tournament(title, arena.game.slug, variant, arena.seed, tuple(scores))
    kinds = {name: player.kind for name, player in arena.players.items()}
    return ArenaResult(tournament, kinds, arena.contests)


def conduct_totals(conducts: Sequence[Conduct]) -> dict[str, Any]:
    """How a player behaved in all of its matches."""
    moves, forfeits = sum(one.moves for one in conducts), sum(one.forfeited for one in conducts)
    return {
        "matches": len(conducts),
        "moves": moves,
        "refused": sum(one.refused for one in conducts),
        "late": sum(one.late for one in conducts),
        "forfeits": forfeits,
        "mean_seconds": sum(one.seconds for one in conducts) / max(1, moves + forfeits),
        "slowest": max((one.slowest for one in conducts), default=0.0),
        "last_problem": next((one.problem for one in reversed(conducts) if one.problem), ""),
    }


def write_arena(arena: Arena) -> ArenaResult | None:
    """Write the report into the arena's folder, if there is something to report."""
    result = result_of(arena)
    if result is None:
        return None
    tournament = result.tournament
    context = {
        "title": tournament.title,
        "subtitle": _subtitle(arena, result),
        "ratings": ratings_table(tournament),
        "conduct": _conduct_table(result),
        "pairings": pairings_table(tournament),
    }
    figures = [rating_figure(tournament), cross_table(tournament)]
    write_page(RunFolder.around(arena.folder.path), "arena", result, figures, context)
    return result


def _subtitle(arena: Arena, result: ArenaResult) -> str:
    limits = arena.limits
    head = f"{len(result.contests)} matches, seeds from {arena.seed} on. {limits.seconds:g} seconds for an answer."
    if "llm" not in result.kinds.values():
        return head
    shown = "with" if limits.list_moves else "without"
    return f"{head} Language models have {limits.tries} tries, {shown} a list of the legal moves."


CONDUCT_HEAD = ("player", "kind", "moves", "refused", "late", "forfeits", "mean ms", "slowest ms", "last forfeit")


def _conduct_table(result: ArenaResult) -> ReportTable:
    rows: list[list[Cell]] = []
    for rating in result.tournament.ratings:
        totals = conduct_totals(result.conduct_of(rating.player))
        times = [_milliseconds(totals["mean_seconds"]), _milliseconds(totals["slowest"])]
        counts = [totals[name] for name in ("moves", "refused", "late", "forfeits")]
        rows.append([rating.player, result.kinds[rating.player], *counts, *times, totals["last_problem"]])
    return ReportTable(CONDUCT_HEAD, rows)


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.2f}" if seconds < 0.1 else f"{1000 * seconds:.0f}"
