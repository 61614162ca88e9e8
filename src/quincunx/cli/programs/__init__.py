"""The commands for players that are not ours: GTP, the arena, the Model Context Protocol."""
