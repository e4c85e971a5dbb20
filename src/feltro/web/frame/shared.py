"""Rendering shared between viewers: the same view of the same versions, language and role is made once.

What is shared holds nobody's token: forms in it carry a mark, and each answer puts its own token there.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, TypeVar, cast

from feltro.app.people.forgotten import Forgetful, forgets
from feltro.web.frame.pieces import mark

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

MOST = 512
Made = TypeVar("Made")
TOKEN_MARK = mark("token")


class Shared(Forgetful):
    """The latest views. Two who ask for a new one at the same time wait for one rendering."""

    def __init__(self) -> None:
        forgets(self)
        self._forgotten = 0
        self._made: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()
        self._making: dict[Hashable, threading.Lock] = {}

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        with self._lock:
            kept = cast("Made | None", self._made.get(key))
            if kept is not None:
                self._made.move_to_end(key)
                return kept
            making = self._making.setdefault(key, threading.Lock())
        with making:
            with self._lock:
                kept = cast("Made | None", self._made.get(key))
            if kept is not None:
                return kept
            before = self._forgotten
            made = make()
            with self._lock:
                self._making.pop(key, None)
                if before == self._forgotten:  # else somebody whom it may name was erased meanwhile
                    self._made[key] = made
                while len(self._made) > MOST:
                    self._made.popitem(last=False)
        return made

    def forget(self) -> None:
        with self._lock:
            self._forgotten += 1
            self._made.clear()
