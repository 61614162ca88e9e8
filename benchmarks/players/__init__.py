"""How well AI players play, and whom they suit: strength, variety, accuracy, obedience to prompts, puzzles that they
solve. What a game is like, no matter who plays it, belongs to `games`.
"""
