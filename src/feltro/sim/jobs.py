"""Blocks of a study on all cores of a machine, or on the machines of a Dask cluster. The figures are those of one core."""

from __future__ import annotations

import multiprocessing
import sys
from typing import TYPE_CHECKING

from feltro.forecast.record import joined
from feltro.forecast.study import RunBlock, one_by_one

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

    from feltro.forecast.record import Runs

CONNECT_SECONDS = 10


class JobLostError(Exception):
    """A process of a study ended before its blocks were played: the system took it, for want of memory as a rule."""


class WorkLine:
    """Blocks that wait, taken one by one by whichever process is free. Nothing is handed out beforehand, so that none waits while
    another still has several to play."""

    def __init__(self, work: Sequence[RunBlock], context: BaseContext) -> None:
        self.work = work
        self._taken, self._done = context.Value("q", 0), context.Value("q", 0)

    def play(self, each: Callable[[int], None] | None = None) -> dict[int, Runs]:
        """Until the line is empty: what came of the blocks that were played here."""
        found: dict[int, Runs] = {}
        while (place := self._next()) < len(self.work):
            block = self.work[place]
            found[block.number] = block.play()
            with self._done.get_lock():
                self._done.value += block.runs
                done = self._done.value
            if each:
                each(done)
        return found

    def _next(self) -> int:
        with self._taken.get_lock():
            place: int = self._taken.value
            self._taken.value += 1
        return place

    def help(self, told: Connection) -> None:
        """What a second process does. It tells everything at once: one that tells each block waits to be listened to."""
        told.send(self.play())
        told.close()


def on_all_cores(work: Sequence[RunBlock], jobs: int, each: Callable[[int], None] | None = None) -> Runs:
    """This process plays too: a core of its own for whoever only waits would be a core lost, and one process less is to be
    started. `each` hears how many runs are done, in whatever order they come."""
    if jobs <= 1 or len(work) <= 1:
        return one_by_one(work, each)
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    line = WorkLine(work, context)
    helpers = [_helper(line, context) for _ in range(min(jobs, len(work)) - 1)]
    try:
        found = line.play(each)
        for _, told in helpers:
            found |= told.recv()
    except EOFError as error:
        raise JobLostError from error
    finally:
        for process, told in helpers:
            told.close()
            process.terminate()
            process.join()
    if each:
        each(sum(block.runs for block in work))
    return joined([found[number] for number in sorted(found)])


def _helper(line: WorkLine, context: BaseContext) -> tuple[BaseProcess, Connection]:
    told, tells = context.Pipe(duplex=False)
    process = context.Process(target=line.help, args=(tells,), daemon=True)  # type: ignore[attr-defined]
    process.start()
    tells.close()  # else the end of a process that dies would never be heard
    return process, told


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
