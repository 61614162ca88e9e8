"""Judging: statistics over the matches of a run, and verdicts on a designer's questions."""
