"""Flood-It: flood the board from one corner in as few moves as possible."""
