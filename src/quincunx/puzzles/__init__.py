"""Puzzles: positions with a question, the moves that answer it, and a score for every move.

`kind` is what a game declares: which positions make a puzzle, and how its answer is checked by other code. `mining`
finds puzzles in matches of AI players, `grading` rates them and `verification` checks them; `plain_search` is what they
are checked by, and `streams` names the random numbers. `puzzle` is their format, `collection` holds those that come
with the package, and `answers` judges an answer and shows what follows from it.
"""
