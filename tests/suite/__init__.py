"""One suite over every registered game: its laws, and comparison with the naive games move by move. Also which games
and how many boards other tests take.
"""
