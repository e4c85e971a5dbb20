"""Draws to choose from in the form of an act, each by what it draws and by the commitment that the room has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.tournament.anew import all_sealed
from feltro.tournament.draws.source import shown

if TYPE_CHECKING:
    from feltro.web.acts.ground import Asking

Choices = list[tuple[str, str]]


def decks(asking: Asking) -> Choices:
    """Chairs whose secret is still kept."""
    draws = asking.event.state.floor.draws.values()
    return [(one.id, shown(one.commitment)) for one in draws if not one.secret]


def waiting(asking: Asking) -> Choices:
    """Those that wait for their public value, whatever they draw."""
    draws = asking.event.state.draws
    listed = (one for one in draws.sources.values() if one.awaits and one.commitment not in draws.given_up)
    return [(one.commitment, shown(one.commitment)) for one in listed]


def kept(asking: Asking) -> Choices:
    """Everything that was committed to and not shown yet, given up or not."""
    sealed = [(one.commitment, shown(one.commitment)) for one in all_sealed(asking.event.state)]
    return [*decks(asking), *sealed]
