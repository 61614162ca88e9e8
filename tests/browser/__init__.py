"""The pages in a real browser: how they arrive, every page by axe, lessons, puzzles, the boards of the day, what is
kept. What happens on the page of a match belongs to `match`, a statement of a specification to
`tests/conformance/pages`.
"""
