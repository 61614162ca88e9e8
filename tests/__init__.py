"""The checks, by behaviour: `tests/<folder>` tests `src/quincunx/<folder>` where both exist. What they share lies in
`support` and `suite`.
"""
