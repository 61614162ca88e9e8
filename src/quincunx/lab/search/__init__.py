"""Searching for good rule sets: an option space, an optimiser that proposes settings, and a race between them.

`space` is what may vary, `proposals` asks Optuna what to try next, `race` stops losers early, and `search` puts them
together. All matches are runs of `lab.run`. What the winners change, and pages, belong to `lab.report`.
"""
