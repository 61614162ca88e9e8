"""The five specifications, statement by statement: each test shows the statements that it names, and
docs/conformance.md is made from them. What only the pages show belongs to `pages`.
"""
