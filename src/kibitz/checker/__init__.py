"""Does this game keep its promises?

Seeded random games are played, and in every position the rules are asked what they promise. Each broken
promise is told once, as the author would tell it: the moves that lead there, the values that differ, and
the seed that repeats it.

    run         the check as a whole, in a thread that is watched: rules may never return
    guard       a game whose rules are watched while they run
    promises    what must hold in one position
    positions   what must hold between positions: equality, hashes and keys
    remarks     what the author should know, though no promise is broken
    overflow    the rules once more, in the 64 bits of compiled code
    speeds      plain and compiled rules beside each other
"""

from kibitz.checker.report import Finding, Report
from kibitz.checker.run import check

__all__ = ["Finding", "Report", "check"]
