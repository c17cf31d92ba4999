"""Where a job can run, as a user names it."""

import os
from collections.abc import Callable

from kibitz.errors import OptionError
from kibitz.work.executor import Executor, Here

MOST_JOBS = 10_000
RAY, RAY_ADDRESS, AUTO = "ray", "ray://", "auto"
PLACES = "ray, auto, or ray://HOST:PORT"


def executor_for(on: str | None, jobs: int | None, refusal: Callable[[], str | None] = lambda: None) -> Executor:
    """Return where a job should run.

    on: None for this machine, or a cluster: ray, auto, or ray://HOST:PORT.
    jobs: the number of workers; by default one for each core. With 1, and no cluster, this process.
    refusal: returns why the job cannot leave this process, None if it can.
    """
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise OptionError(f"jobs must be a whole number from 1 to {MOST_JOBS}, got {jobs}")
    if on is not None:
        if on not in (RAY, AUTO) and not on.startswith(RAY_ADDRESS):
            raise OptionError(f"a run can be on {PLACES}, got {on!r}")
        if reason := refusal():
            raise OptionError(f"{reason}, so it cannot run on a cluster")
        from kibitz.work.cluster import Cluster  # loads Ray

        return Cluster(on, jobs)
    if jobs == 1:
        return Here()
    if reason := refusal():
        if jobs is None:
            return Here()
        raise OptionError(f"{reason}; use jobs=1")
    wanted = jobs or cores()
    if wanted == 1:
        return Here()
    from kibitz.work.processes import Processes

    return Processes(wanted)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
