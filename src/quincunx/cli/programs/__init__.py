"""Commands for players from outside the package: GTP, the arena, the Model Context Protocol."""
