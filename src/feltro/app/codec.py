"""Every kind of event that Feltro records, gathered from the tables that apply them."""

from functools import cache
from typing import Any

from feltro.app.history import KINDS, Undone
from feltro.store.codec import Codec, Shape
from feltro.store.upcast import Upcast

EVENTS: tuple[type[Any], ...] = (*(event for kind in KINDS.values() for event in kind.events), Undone)


UPCASTS = (
    Upcast(
        "EntryEliminated",
        1,
        lambda old: {
            "table": 0,
            "hand": 0,
            "round": 0,
            "stack": 0,
            "by": [],
            "because": "",
            "cites": [],
            "ground": "bust",
            "ranked": True,
            "prize": True,
            **old,
        },
    ),
)
"""Events as they were first written, before they had all the fields that they have today."""


@cache
def codec() -> Codec:
    return Codec((Shape(event.__name__, event.schema, event) for event in EVENTS), UPCASTS)
