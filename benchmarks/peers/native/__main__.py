"""`python -m benchmarks.peers.native`."""

from benchmarks.peers import show
from benchmarks.peers.native import measure

if __name__ == "__main__":
    show(measure)
