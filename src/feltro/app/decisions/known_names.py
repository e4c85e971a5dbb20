"""Whoever and whatever a command names has to be there: a person, a tournament, a desk. Asked before anything else."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from feltro.app.access.change import state_of
from feltro.app.world.plan import Asked
from feltro.kernel.commands import Command, TournamentCommand
from feltro.kernel.fields import FieldType, fields_of
from feltro.kernel.outcome import Refused

STREAMS = {"season": "season.unknown", "room": "room.unknown", "desk": "drawer.not_open"}


@cache
def _naming(command: type[Command]) -> tuple[FieldType, ...]:
    """The fields that name somebody or something that has to be there. What a command brings into being has not, and
    for some of their own the registry or the season answers: their types name something else. An event speaks before
    the drawer: whoever has paid is told so also by somebody who has none open."""
    named = {"person", "colleague", "tournament", *STREAMS}
    if issubclass(command, TournamentCommand):
        named.discard("desk")
    return tuple(one for one in fields_of(command) if one.names in named and not {"new", "or_new"} & set(one.marks))


def refuse_unknown(command: Command, asked: Asked) -> Refused | None:
    for field in _naming(type(command)):
        value = getattr(command, field.name)
        refused = next(_refusals(field, value, asked), None) if value else None
        if refused:
            return refused
    return None


def _refusals(field: FieldType, value: Any, asked: Asked) -> Iterator[Refused]:
    world = asked.look.world
    listed = (value,) if isinstance(value, str) else value
    if field.names == "person":
        unknown = (one for one in listed if asked.look.row("person", one) is None)
        yield from (Refused("person.unknown", {"person": one}) for one in unknown)
    elif field.names == "colleague":
        yield from (Refused("person.unknown", {"person": one}) for one in strangers(listed, asked))
    elif field.names == "tournament":
        missing = (one for one in listed if not world.has(f"tournament:{one}"))
        yield from (Refused("tournament.unknown", {"tournament": one}) for one in missing)
    elif not world.has(f"{field.names}:{value}"):
        yield Refused(STREAMS[field.names], {field.names: value})


def strangers(people: Iterable[str], asked: Asked) -> list[str]:
    """Those whom neither the registry nor the house knows."""
    staff = of_the_staff(asked)
    return [one for one in people if one not in staff and asked.look.row("person", one) is None]


def of_the_staff(asked: Asked) -> set[str]:
    """Users of the house, and dealers of its rooms."""
    rooms = (asked.look.state(stream) for stream in asked.look.world.streams("room"))
    return {*state_of(asked.look.world.store)[0].users, *(dealer for room in rooms for dealer in room.dealers)}
