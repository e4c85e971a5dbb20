"""Every kind of event that Feltro records, gathered from the tables that apply them."""

from functools import cache
from typing import Any

from feltro.app.world.history import KINDS, Undone
from feltro.store.codec import Codec, EventShape
from feltro.store.upcast import Upcast

EVENTS: tuple[type[Any], ...] = (*dict.fromkeys(event for kind in KINDS.values() for event in kind.events), Undone)
"""Some happen in streams of several kinds."""


def as_it_is(payload: dict[str, Any]) -> dict[str, Any]:
    """An older event is read as it is: the fields that came later have defaults that mean what was true then."""
    return payload


UPCASTS = tuple(Upcast(event.__name__, schema, as_it_is) for event in EVENTS for schema in range(1, event.schema))


@cache
def codec() -> Codec:
    return Codec((EventShape(event.__name__, event.schema, event) for event in EVENTS), UPCASTS)
