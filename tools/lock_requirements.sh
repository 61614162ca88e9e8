#!/bin/sh
# Writes requirements/server.txt and requirements/build.txt again: every package that the image needs, with the hashes of
# its files, in the versions of constraints.txt. Needs uv (`pip install uv`). Look at the difference before you commit it.
set -eu
cd "$(dirname "$0")/.."
compile() {
    uv pip compile --quiet --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.13 \
        --python-platform x86_64-unknown-linux-gnu --constraint constraints.txt "$@"
}
compile --extra postgres pyproject.toml --output-file requirements/server.txt
compile requirements/build.in --output-file requirements/build.txt
