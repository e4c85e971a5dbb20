"""The line in front of the log: commands are written in the order in which they came, as many at once as wait.

Nobody stands behind the counter. Whoever comes and finds nobody writing serves all who wait, himself first; whoever
comes meanwhile waits until he is served, or until it is his turn to serve. So one desk alone is never handed to
another thread, and ten desks share a flush.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence

from feltro.app.handling.slip import CommandSlip

LONGEST = 1000
"""Of a line. Whoever comes then is told to come again: he would wait longer than anybody does."""
AT_ONCE = 64
Take = Callable[[], Sequence[CommandSlip]]


class WaitingLine:
    def __init__(self, serve: Callable[[Take], Sequence[CommandSlip]]) -> None:
        """`serve` takes the first ones when it is ready for them, answers at least one, and gives back those whom it
        did not get to."""
        self._serve = serve
        self._lock = threading.Lock()
        self._waiting: deque[CommandSlip] = deque()
        self._busy = False

    def stand(self, slip: CommandSlip) -> bool:
        """Wait until the slip is answered. False, and at once, where the line is too long."""
        with self._lock:
            if len(self._waiting) >= LONGEST:
                return False
            self._waiting.append(slip)
            first, self._busy = not self._busy, True
        if not first:
            slip.wait()
        if not slip.is_answered:
            self._lead(slip)
        return True

    def _lead(self, mine: CommandSlip) -> None:
        """Whoever leads stands first in the line, and is served with the next ones until he is answered."""
        try:
            while not mine.is_answered:
                self._serve_next()
        finally:
            with self._lock:
                self._busy = bool(self._waiting)
                if self._busy:
                    self._waiting[0].wake()

    def _serve_next(self) -> None:
        group: list[CommandSlip] = []

        def take() -> Sequence[CommandSlip]:
            with self._lock:
                group.extend(self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting))))
            return group

        left: Sequence[CommandSlip] = ()
        try:
            left = self._serve(take)
        except BaseException as error:
            for slip in group or take():
                slip.fail(error)
            raise
        finally:
            with self._lock:
                self._waiting.extendleft(reversed(left))
            for slip in group[1:]:
                if slip.is_answered:
                    slip.wake()
