"""What is particular to one game: its players, evaluations and tactics, one folder each. Laws of all games are in
`tests/suite`.
"""
