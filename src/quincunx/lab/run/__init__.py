"""Playing: what a run plays, cut into chunks; who plays; where; and the folder the results are written to."""
