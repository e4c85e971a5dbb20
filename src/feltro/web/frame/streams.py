"""Whole pages that follow what happens: which streams a page is made from, and at which versions.

A page whose parts follow by themselves (`data-live` in its template) says nothing here. A page says what it was made
from as `tournament:main@12 season:*@40`; it is read before the page is made, so that it never claims to be newer than
it is: at worst it is fetched once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.web.frame.fields import NAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.store.port import Store

ACCESS, SCREENS, PEOPLE, SETTINGS = "access:house", "screens:house", "people:registry", "settings:house"
EVENTS, SEASONS, DESKS, ROOMS = "tournament:", "season:", "desk:", "room:"
"""All of a kind, those that are still to come too."""
EVENT, SEASON = "tournament:{tournament}", "season:{season}"
"""The one that the address names."""


def made_from(streams: tuple[str, ...], given: Mapping[str, object], store: Store) -> str:
    """What a page stands on, before it is made; nothing for what is no name."""
    if not all(isinstance(value, str) and NAME.fullmatch(value) for value in given.values()):
        return ""
    return " ".join(_told(stream.format(**given), store) for stream in streams)


def _told(stream: str, store: Store) -> str:
    """All of a kind are told by their versions together: whichever moves or is new, the sum grows."""
    if not stream.endswith(":"):
        return f"{stream}@{store.version(stream)}"
    return f"{stream}*@{sum(store.streams(stream).values())}"
