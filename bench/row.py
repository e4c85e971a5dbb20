"""One measured line: ours and a peer's, taken in the same run on the same core."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    unit: str
    feltro: float
    peer: float
    peer_name: str
    promised: float
    """The ratio that the project promises; for sizes, how many times smaller."""
    smaller_is_better: bool = False

    @property
    def ratio(self) -> float:
        return self.peer / self.feltro if self.smaller_is_better else self.feltro / self.peer

    @property
    def kept(self) -> bool:
        return self.ratio >= self.promised


def per_second(run: Callable[[int], object], seconds: float, first: int = 20) -> float:
    """How many units of work `run(count)` does per second of the processor, over about this much of it: what other programs
    take of a shared machine is neither side's."""
    count = first
    while True:
        began = time.process_time()
        run(count)
        took = time.process_time() - began
        if took >= seconds / 3:
            return count / took
        count = int(count * min(10.0, seconds / max(took, 1e-6)))
