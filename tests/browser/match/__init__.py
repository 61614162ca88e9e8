"""The page of a match: the first one, whole ones, by touch, between people, beside the board, without a network."""
