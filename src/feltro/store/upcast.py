"""Events recorded in an older shape, brought to today's, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Change = Callable[[dict[str, Any]], dict[str, Any]]
    Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Upcast:
    """One step: a payload recorded as `name` in shape `schema` becomes one of the next shape.

    `change` gets the payload as plain JSON values and returns the new one. An event that was renamed
    says its new name, and starts again at schema 1 there unless it says otherwise.
    """

    name: str
    schema: int
    change: Change
    new_name: str | None = None
    new_schema: int | None = None

    @property
    def old(self) -> Place:
        return self.name, self.schema

    @property
    def new(self) -> Place:
        following = 1 if self.new_name else self.schema + 1
        return self.new_name or self.name, self.new_schema or following


@dataclass(frozen=True, slots=True)
class Chain:
    """All the steps from one old shape to the shape of today."""

    today: str
    changes: tuple[Change, ...]

    def run(self, payload: dict[str, Any]) -> dict[str, Any]:
        for change in self.changes:
            payload = change(payload)
        return payload


def chains(upcasts: Iterable[Upcast], today: Mapping[str, int]) -> dict[Place, Chain]:
    """The chain of every old shape. Names of today, each with its schema, say where chains end.

    A step that leads nowhere, two steps from one shape, or an old schema without a step is a bug, and
    found when the program starts, not when an old tournament is opened.
    """
    steps: dict[Place, Upcast] = {}
    for upcast in upcasts:
        if upcast.old in steps or today.get(upcast.name) == upcast.schema:
            raise ValueError(f"{upcast.name} {upcast.schema} is current, or has two upcasts")
        steps[upcast.old] = upcast
    for name, current in today.items():
        for schema in range(1, current):
            if (name, schema) not in steps:
                raise ValueError(f"{name} {schema} has no upcast")
    return {place: _chain(place, steps, today) for place in steps}


def _chain(start: Place, steps: Mapping[Place, Upcast], today: Mapping[str, int]) -> Chain:
    changes: list[Change] = []
    place = start
    while today.get(place[0]) != place[1]:
        if place not in steps or len(changes) > len(steps):
            raise ValueError(f"{start[0]} {start[1]} does not lead to a shape of today, but to {place}")
        changes.append(steps[place].change)
        place = steps[place].new
    return Chain(place[0], tuple(changes))
