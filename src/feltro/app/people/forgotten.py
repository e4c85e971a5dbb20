"""What a process has made of people's names, and lets go of when somebody is erased.

Lists, plans and pages are kept so that they are not made twice. Whoever keeps such a thing says here how it is
dropped; the directory says when: it is the first to hear that a row is gone, whichever process took it away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

if TYPE_CHECKING:
    from collections.abc import Callable

Made = TypeVar("Made", bound="Forgetful")


class Forgetful:
    """Keeps what was made of names: all of it can be made again."""

    def forget(self) -> None:
        raise NotImplementedError


_KEEPERS: WeakSet[Forgetful] = WeakSet()
_DROPPED: list[Callable[[], Any]] = []


def forgets(keeper: Made) -> Made:
    _KEEPERS.add(keeper)
    return keeper


def dropped_by(drop: Callable[[], Any]) -> None:
    """For what a module keeps as long as the process lives: `dropped_by(card_html.cache_clear)`."""
    _DROPPED.append(drop)


def forget_names() -> None:
    for drop in _DROPPED:
        drop()
    for keeper in list(_KEEPERS):
        keeper.forget()
