"""Every kind of event that Feltro records, gathered from the tables that apply them."""

from functools import cache
from typing import Any

from feltro.app.history import KINDS, Undone
from feltro.store.codec import Codec, Shape

EVENTS: tuple[type[Any], ...] = (*(event for kind in KINDS.values() for event in kind.events), Undone)


@cache
def codec() -> Codec:
    return Codec(Shape(event.__name__, event.schema, event) for event in EVENTS)
