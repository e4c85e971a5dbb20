"""The stream `incidents:<tournament>`: that a file was opened, added to and closed. Nobody's name, and not why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.events import Event

if TYPE_CHECKING:
    from collections.abc import Callable


class IncidentEvent(Event, frozen=True, kw_only=True):
    about = ("incident",)
    final = True
    """Rows are not brought back by undoing: a file is added to, and closed."""
    incident: str


class IncidentOpened(IncidentEvent, frozen=True, kw_only=True):
    pass


class IncidentNoted(IncidentEvent, frozen=True, kw_only=True):
    pass


class IncidentClosed(IncidentEvent, frozen=True, kw_only=True):
    pass


class IncidentsState(msgspec.Struct, kw_only=True):
    open: dict[str, bool] = {}
    """Every file, and whether it is open."""


def apply(state: IncidentsState, event: IncidentEvent) -> None:
    APPLY[type(event)](state, event)


def opened(state: IncidentsState, event: IncidentOpened) -> None:
    state.open[event.incident] = True


def noted(state: IncidentsState, event: IncidentNoted) -> None:
    """What was added is in the row."""


def closed(state: IncidentsState, event: IncidentClosed) -> None:
    state.open[event.incident] = False


APPLY: dict[type[IncidentEvent], Callable[[IncidentsState, Any], None]] = {
    IncidentOpened: opened,
    IncidentNoted: noted,
    IncidentClosed: closed,
}
