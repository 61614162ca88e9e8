"""What Mosaic and Cascade share: the bit tricks of match-3 boards, and swaps as people see them. This is not a game."""
