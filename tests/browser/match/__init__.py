"""The page of a match: the first one, whole ones, by touch, between people, in time with the board, without a network."""
