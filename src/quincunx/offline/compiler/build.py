"""Collect, translate, write. It runs in a process of its own, with the settings of `command`."""

import sys
from pathlib import Path

from quincunx.catalogue import all_games
from quincunx.engine.kernels import wasm_file
from quincunx.offline.compiler.collection import collect
from quincunx.offline.compiler.object_file import kernel_file
from quincunx.offline.compiler.translation import translate


def main(file: Path, slugs: list[str]) -> None:
    overloads = collect(slugs or [game.slug for game in all_games()])
    translated = translate(overloads)
    kernels = kernel_file(translated.code, translated.manifest)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(wasm_file.write(kernels))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
