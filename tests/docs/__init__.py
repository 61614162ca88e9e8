"""The documentation is true: examples run, links lead somewhere, tables agree with results and code."""
