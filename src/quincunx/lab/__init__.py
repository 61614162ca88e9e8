"""The lab: is this a good game? Plays thousands of matches between our players, measures, judges and draws.

What is heavy (Polars, SciPy, Plotly, Dask) is the extra `lab` of the package, imported only by the modules that use it.
"""
