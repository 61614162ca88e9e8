"""The levels of a game played against each other: a bar for each pairing, and the results as a table."""

from itertools import pairwise

from rich.table import Table

from quincunx.cli.progress import console, progress_bar
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.lab.ladder import PairingScore, climb
from quincunx.search.chooser import level_of


def show_ladder(
    game: AnyGame, stronger: str | None, weaker: str | None, games: int, variant: str | None, jobs: int
) -> list[PairingScore]:
    """Play the pairings and print the standings; bars and table go to standard error."""
    rows = []
    for strong, weak in _pairings(game, stronger, weaker):
        with progress_bar(f"{strong} over {weak}", games) as bar:
            for standing in climb(game.slug, strong, weak, games, variant, jobs):
                interval = f"[{standing.low:.3f}, {standing.high:.3f}]"
                bar.update(standing.games, text=f"{strong} over {weak} {standing.score:.3f} {interval}")
            rows.append(standing)
    console.print(_table(game, rows))
    return rows


def _pairings(game: AnyGame, stronger: str | None, weaker: str | None) -> list[tuple[str, str]]:
    if (stronger is None) != (weaker is None):
        raise Refusal(ErrorCode.UNKNOWN_LEVEL, "give both --stronger and --weaker, or neither")
    if stronger is not None and weaker is not None:
        for name in (stronger, weaker):
            level_of(game, name)
        return [(stronger, weaker)]
    names = list(game.offered_levels)
    if len(names) < 2 or game.seats != 2:
        raise Refusal(ErrorCode.UNKNOWN_LEVEL, f"{game.slug} has no two levels that could play each other")
    return [(strong, weak) for weak, strong in pairwise(names)]


def _table(game: AnyGame, rows: list[PairingScore]) -> Table:
    table = Table(title=f"{game.name}: draws count half, 95 % Wilson intervals", title_justify="left", box=None)
    for heading in ("pairing", "games", "won", "drawn", "lost", "score", "interval", "plies", "slowest choice"):
        table.add_column(heading, justify="left" if heading == "pairing" else "right")
    for row in rows:
        slowest = f"{row.slowest[0] * 1000:.0f} / {row.slowest[1] * 1000:.0f} ms"
        interval = f"{row.low:.3f}–{row.high:.3f}"
        counts = (row.games, row.wins, row.draws, row.losses)
        table.add_row(
            f"{row.stronger} over {row.weaker}", *map(str, counts), f"{row.score:.3f}", interval,
            f"{row.mean_plies:.1f}", slowest,
        )  # fmt: skip
    return table
