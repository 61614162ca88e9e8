"""Puzzles mined with a progress bar, kept chunk by chunk so that mining can go on after an interruption; or checked."""

import gzip
import json
from functools import partial
from pathlib import Path
from typing import Any

from quincunx.catalogue import game as find
from quincunx.cli.progress import progress_bar
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.lab.run.workers import crew_at, losses
from quincunx.puzzles.mining import Mined, by_kind, distinct, mine, mine_chunk
from quincunx.puzzles.puzzle import Puzzle, read_puzzle, read_puzzles
from quincunx.puzzles.verification import is_right

PARTIAL = ".partial"


def mine_with_progress(game: AnyGame, count: int, seed: int, jobs: int, out: Path) -> list[Puzzle]:
    """Mine puzzles into a file, continuing from what an earlier run of the same seed has kept."""
    if not game.puzzles:
        raise Refusal(ErrorCode.UNKNOWN_COMMAND, f"{game.slug} declares no puzzles (Game.puzzles)")
    kept = out.with_name(out.name + PARTIAL)
    chunks = _read_kept(kept, game, seed)
    with kept.open("a", encoding="utf-8") as file, progress_bar(game.slug, count) as bar:
        if not chunks:
            print(json.dumps(_heading(game, seed)), file=file, flush=True)

        def keep(number: int, mined: list[Mined]) -> None:
            lines = [[key, puzzle.as_line()] for key, puzzle in mined]
            print(json.dumps({"chunk": number, "puzzles": lines}), file=file, flush=True)
            bar.update(min(count, len(list(distinct(chunks.values())))))

        bar.update(min(count, len(list(distinct(chunks.values())))))
        with crew_at(f"processes:{jobs}") as crew, losses():
            puzzles = mine(count, chunks, crew.executor, crew.workers, partial(_mined, game.slug, seed), keep)
    write_puzzles(out, puzzles)
    kept.unlink()
    return puzzles


def _mined(slug: str, seed: int, chunk: int) -> list[Mined]:
    return mine_chunk(find(slug), seed, chunk)


def _heading(game: AnyGame, seed: int) -> dict[str, Any]:
    return {"game": game.slug, "version": game.version, "seed": seed}


def _read_kept(kept: Path, game: AnyGame, seed: int) -> dict[int, list[Mined]]:
    """The chunks in a file that an interrupted run left; a last line that was cut off is mined again."""
    if not kept.exists():
        return {}
    try:
        whole = [line for line in kept.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]
        heading, *lines = [json.loads(line) for line in whole] or [_heading(game, seed)]
        chunks = {line["chunk"]: [Mined(key, read_puzzle(puzzle)) for key, puzzle in line["puzzles"]] for line in lines}
    except (ValueError, KeyError, TypeError, Refusal):
        raise Refusal(ErrorCode.NOT_ALLOWED, f"{kept} is damaged; delete it, or name another file") from None
    if heading != _heading(game, seed):
        problem = f"{kept} holds puzzles of another game or seed; delete it, or name another file"
        raise Refusal(ErrorCode.NOT_ALLOWED, problem)
    kept.write_text("".join(whole), encoding="utf-8")
    return chunks


def write_puzzles(out: Path, puzzles: list[Puzzle]) -> None:
    """JSON lines; compressed if the name ends in .gz."""
    text = "".join(puzzle.as_line() + "\n" for puzzle in puzzles).encode()
    out.write_bytes(gzip.compress(text, mtime=0) if out.suffix == ".gz" else text)


def read_file(game: AnyGame, file: Path) -> list[Puzzle]:
    """The puzzles of a game in a file."""
    puzzles = _read_file(file)
    strange = next((puzzle for puzzle in puzzles if puzzle.game != game.slug), None)
    if strange is not None:
        raise Refusal(ErrorCode.BAD_RECORD, f"{strange.id} in {file} is not a puzzle of {game.slug}")
    return puzzles


def _read_file(file: Path) -> list[Puzzle]:
    try:
        raw = file.read_bytes()
        text = gzip.decompress(raw) if file.suffix == ".gz" else raw
        return list(read_puzzles(text.decode().splitlines()))
    except (OSError, EOFError, UnicodeDecodeError) as problem:
        raise Refusal(ErrorCode.BAD_RECORD, f"cannot read {file}: {problem}") from None


def check_with_progress(puzzles: list[Puzzle]) -> list[str]:
    """Judge puzzles again by plain search; the ids of those that are wrong."""
    wrong = []
    with progress_bar("checking", len(puzzles)) as bar:
        for done, puzzle in enumerate(puzzles, start=1):
            if not is_right(puzzle):
                wrong.append(puzzle.id)
            bar.update(done)
    return wrong


def show_puzzles(puzzles: list[Puzzle], out: Path) -> None:
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(by_kind(puzzles).items()))
    print(f"{out}: {len(puzzles)} puzzles ({kinds})")
