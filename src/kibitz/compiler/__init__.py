"""The compiler of plain functions to machine code: the only package that knows LLVM."""
