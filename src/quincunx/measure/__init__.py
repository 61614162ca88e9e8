"""What can be measured in a match, and the questions a designer asks about a game.

The engine knows nothing of it, each game declares its own in `metrics.py`, and the lab reads both. A metric is counted
in two ways: from the events of one match (`story`, `metric`) and, hundreds of times faster, by compiled kernels
(`sheet`). Tests hold the two equal, so the numbers shown for one match are those that the lab counts in a million.
How matches are played and judged belongs to `lab`.
"""
