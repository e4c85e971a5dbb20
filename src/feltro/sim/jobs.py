"""Blocks of a study on all cores of a machine, or on the machines of a Dask cluster. The figures are those of one core."""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TYPE_CHECKING

from feltro.forecast.record import joined
from feltro.forecast.study import RunBlock, one_by_one

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.forecast.record import Runs

CONNECT_SECONDS = 10


def on_all_cores(work: Sequence[RunBlock], jobs: int, each: Callable[[int], None] | None = None) -> Runs:
    """`each` hears how many runs are done, in whatever order they come."""
    if jobs <= 1 or len(work) <= 1:
        return one_by_one(work, each)
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    found: dict[int, Runs] = {}
    with ProcessPoolExecutor(min(jobs, len(work)), context) as pool:
        sent = {pool.submit(RunBlock.play, block): block.number for block in work}
        for one in as_completed(sent):
            found[sent[one]] = one.result()
            if each:
                each(sum(part.count for part in found.values()))
    return joined([found[number] for number in sorted(found)])


class ClusterAwayError(Exception):
    """Nobody answers at the address of the cluster, or Dask is not installed here."""


def on_dask(work: Sequence[RunBlock], address: str, each: Callable[[int], None] | None = None) -> Runs:
    """On the workers behind a scheduler. Each has Feltro installed, of this version."""
    try:
        from distributed import Client
        from distributed import as_completed as as_done
    except ModuleNotFoundError as error:
        raise ClusterAwayError("dask") from error
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterAwayError(address) from error
    found: dict[int, Runs] = {}
    with client:
        sent = {client.submit(RunBlock.play, block, pure=False): block.number for block in work}
        for one in as_done(sent, loop=client.loop):  # type: ignore[no-untyped-call]
            found[sent[one]] = one.result()
            if each:
                each(sum(part.count for part in found.values()))
    return joined([found[number] for number in sorted(found)])
