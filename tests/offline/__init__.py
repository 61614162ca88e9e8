"""Quincunx in the browser: its CPython and its kernels, run by Node."""
