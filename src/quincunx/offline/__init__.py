"""Quincunx in the browser, without a server: the same Python, and the same kernels as WebAssembly.

`compiler` makes the file of kernels. Nothing here knows a single game's rules.
"""
