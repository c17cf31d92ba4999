"""The translation of Python to LLVM's assembly, one module for each part of the language.

The modules call each other as Python's grammar does: an expression may be a call, whose arguments are expressions, and
a loop may run over what a call returns.

    frame         a function being translated: variables, constants, conversions, control
    operators     arithmetic, bits, comparisons              statements   assignments, conditions, `match`
    sequences     tuples, lists, tables, slices              loops        `for`, comprehensions, generators
    hashes        sets and dicts                             membership   `in`, and constant sets and dicts
    calls         functions, classes, arguments              methods      of positions, lists, texts, sets
    functions     Python's own: sum, sorted, math.sqrt …     intrinsics   `bits`, and the words of a search
    expressions   names, fields, choices, lambdas            vectors      rows of numbers, as a whole
    unit          all functions of a kernel together
"""
