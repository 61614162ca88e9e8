"""Color Cascade Grid: swap, clear your own colour, mind the goblins."""
