"""Commands that make files, with a progress bar: tables of weights, and puzzles."""
