"""The lab: is this a good game? It plays thousands of matches between AI players, measures them, judges the game and
writes a report.

`run` plays, `judge` turns tables into verdicts, `search` looks for good rule sets, `people` studies matches of people,
`report` writes pages; `service` is what the server uses, and `ladder` measures the levels of a game. Polars, SciPy,
Optuna, Plotly, Jinja2 and Dask are the package's extra `lab`: only the modules that use them import them.
"""
