"""Positions and moves as arrays, for programs that learn: action ids, masks, planes, rewards and symmetries.

`encoding` describes a variant's actions and channels, `planes` is what a game fills in, `bytes` writes bits as bytes,
and `arrays` gives the arrays of one position. Everything is made from what the seat may see. What steps many positions
at once is `quincunx.batch`.
"""
