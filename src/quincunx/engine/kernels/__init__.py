"""How plain Python becomes machine code, and the compiled building blocks of every rule book.

`compiler` has the decorators, `cache` keeps what was compiled, `bits` and `randomness` are what rules are made of, and
`playouts` plays whole random games. Nothing here knows about text, events or people.
"""
