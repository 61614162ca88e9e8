"""Evaluations that are learned: n-tuple networks, trained by self-play over the compiled rules of any game.

A game declares a `Network` (which groups of cells it looks at, the symmetries of its board) and two hooks, and has
`quincunx train` learn the weights. `network` lays the weights out, `values` reads them, `self_play` and `teacher` learn
them, `training` runs a whole training that can be interrupted, and `table` keeps the result in a file. Nothing here
knows a game; what a game makes of a learned score is in its own evaluation.
"""
