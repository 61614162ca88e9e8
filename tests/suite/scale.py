"""How much a test does: compiled rules bear more games and deeper counts than plain Python."""

import numba

COMPILED = not numba.config.DISABLE_JIT


def scaled(compiled: int, plain: int) -> int:
    return compiled if COMPILED else plain
