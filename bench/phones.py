"""A change on phones that follow one event, over real connections: against raw ASGI that sends them the same bytes.

`script/load phones` does it with thousands, and measures desks and a restart as well.
"""

from __future__ import annotations

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench.load.hall import build
from bench.load.phones import Evening
from bench.row import Row

if TYPE_CHECKING:
    from bench.load.phones import Measured

PHONES = 400
PROMISED = 1 / 2
RESTING = 4


def rows(_seconds: float) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder, ThreadPoolExecutor(1) as desk:
        hall = build(Path(folder), PHONES, RESTING)
        told: Measured = asyncio.run(Evening(hall, Path(folder), desk, PHONES).changes_only())
    if told.wrong or told.refused:
        raise RuntimeError(f"{told.wrong} phones show something else, {told.refused} were refused")
    named = f"a change on {PHONES} phones, until the last shows it"
    peer = "raw ASGI that sends the same bytes"
    return [
        Row(named, "milliseconds", median(told.shown), median(told.raw), peer, PROMISED, smaller_is_better=True)
    ]
