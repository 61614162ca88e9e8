"""What every game shares: what a game, a match, a record and a variant are, and the generic functions over positions.

It knows no game by name and nothing of search, servers or pages.
"""
