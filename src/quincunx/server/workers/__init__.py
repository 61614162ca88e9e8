"""Work that takes time, away from the event loop: AI moves, analyses, small runs of the lab."""
