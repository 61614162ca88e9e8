"""Benchmarks: this project and other tools, timed in the same run on the same machine."""
