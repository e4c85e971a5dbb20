"""Whoever and whatever a command names has to be there: a person, a tournament, a desk. Asked before anything else."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from feltro.app.access.change import state_of
from feltro.app.world.plan import Asked
from feltro.kernel.outcome import Refused

PEOPLE = ("person", "owner", "to", "buyer", "into", "champion", "order")
"""Fields that hold the id of a registered person, or several of them. Whoever stands in line when registration closes
may still have to be registered: a number is no entry."""
OF_THE_HOUSE = ("people",)
"""Fields that may also hold somebody of the staff."""
TOURNAMENTS = ("tournament", "target")
STREAMS = {"season": "season.unknown", "room": "room.unknown", "desk": "drawer.not_open"}

NEW = {
    "RegisterPerson": ("person",),
    "CreateSeason": ("season",),
    "CreateTournament": ("tournament",),
    "FurnishRoom": ("room",),
    "OpenDrawer": ("desk",),
}
"""What comes into being with the command that names it."""
ASKED_ELSEWHERE = {
    "ChangePerson": ("person",),
    "SeePhotoId": ("person",),
    "RecordImageConsent": ("person",),
    "ErasePerson": ("person",),
    "ForgetExpired": ("person",),
    "MergePeople": ("person", "into"),
    "LiftBan": ("person",),
    "HandOnPenalties": ("person",),
    "SignStaffShare": ("person",),
    "CountEvent": ("tournament",),
    "ExcludeEvent": ("tournament",),
}
"""The registry answers for its own; a ban, hands to serve and a share are found by themselves, whoever was erased since;
and results that were brought in from outside count like tournaments."""
NO_NAMES = {"ReportCameras": ("to",), "KeepRuling": ("to",), "OverruleRuling": ("to",)}
"""Amounts and places that are called like a person elsewhere."""


def refuse_unknown(command: msgspec.Struct, asked: Asked) -> Refused | None:
    kind = type(command).__name__
    passed = {name for table in (NEW, ASKED_ELSEWHERE, NO_NAMES) for name in table.get(kind, ())}
    for field in command.__struct_fields__:
        value = getattr(command, field) if field not in passed else None
        if value:
            refused = next(_refusals(field, value, asked), None)
            if refused:
                return refused
    return None


def _refusals(field: str, value: Any, asked: Asked) -> Iterator[Refused]:
    store = asked.look.world.store
    names = (value,) if isinstance(value, str) else value
    if field in PEOPLE:
        yield from (
            Refused("person.unknown", {"person": one}) for one in names if store.kept("person", one) is None
        )
    elif field in OF_THE_HOUSE:
        yield from (Refused("person.unknown", {"person": one}) for one in strangers(names, asked))
    elif field in TOURNAMENTS:
        missing = (one for one in names if not store.version(f"tournament:{one}"))
        yield from (Refused("tournament.unknown", {"tournament": one}) for one in missing)
    elif field in STREAMS and not store.version(f"{field}:{value}"):
        yield Refused(STREAMS[field], {field: value})


def strangers(people: Iterable[str], asked: Asked) -> list[str]:
    """Those whom neither the registry nor the house knows."""
    staff = of_the_staff(asked)
    return [one for one in people if one not in staff and asked.look.world.store.kept("person", one) is None]


def of_the_staff(asked: Asked) -> set[str]:
    """Users of the house, and dealers of its rooms."""
    rooms = (asked.look.state(stream) for stream in asked.look.world.store.streams("room:"))
    return {*state_of(asked.look.world.store)[0].users, *(dealer for room in rooms for dealer in room.dealers)}
