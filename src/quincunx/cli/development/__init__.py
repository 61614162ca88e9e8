"""Commands for people who build games and players: counts, speed, strength, solutions, trained tables, puzzles.

`commands` declares them. The other modules do the work of one command each, with its progress bar and its output.
"""
