"""Matches that people played, measured and judged as those of AI players are.

`records` reads them, `table` measures them into the columns of a run, and `study` asks the same questions of people and
of the levels. A server's database is read by the server: it hands over records.
"""
