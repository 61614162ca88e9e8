"""Every game a second time, with lists and loops, by its rule book alone. `tests/suite` compares both move by move."""
