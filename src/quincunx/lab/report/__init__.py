"""Showing: reports, figures, comparisons, sweeps and tournaments as HTML, Markdown and JSON."""
