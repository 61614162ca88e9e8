"""Benchmarks: this project and other tools, measured in the same run on the same machine.

`run` is what `make bench` starts; `figures` and `ledger` are how results are written down, into `results`. What is
measured lies in the other folders.
"""
