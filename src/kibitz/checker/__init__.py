"""Does this game keep its promises?

Seeded random games are played, and in every position the rules' answers are compared with what they promise. Each
broken promise is reported once, with what its author needs: the moves that lead there, the values that differ, and
the seed that reproduces it.

    check       the check as a whole
    run         the check of some games, in a thread with a watchdog, because rules may never return
    slices      very many games, handed out to workers
    guard       a game whose rules are watched while they run
    promises    what must hold in a single position
    positions   what must hold between positions: equality, hashes and keys
    remarks     what the author should know even if no promise is broken
    speeds      plain and compiled rules compared
"""

from kibitz.checker.check import check
from kibitz.checker.report import Finding, Report
from kibitz.checker.speeds import obstacles

__all__ = ["Finding", "Report", "check", "obstacles"]
