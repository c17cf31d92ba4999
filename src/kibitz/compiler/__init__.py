"""Plain functions into machine code: all that knows numba."""
