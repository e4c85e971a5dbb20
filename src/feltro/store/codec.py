"""Events as msgspec structs: to canonical JSON and back, from any shape they ever had.

Canonical means one text for one event: UTF-8, no space, keys in alphabetical order at every depth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.store.port import NewEvent
from feltro.store.upcast import chains

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.store.port import Recorded
    from feltro.store.upcast import Upcast

_ENCODER = msgspec.json.Encoder(order="sorted")


@dataclass(frozen=True, slots=True)
class EventShape:
    """A kind of event as it is today: its name in the log, the number of its shape, and its struct."""

    name: str
    schema: int
    struct: type[msgspec.Struct]


@dataclass(frozen=True, slots=True)
class UnreadableEvent:
    """An event that this program cannot read, and why. `because` is a key of words/."""

    because: str
    stream: str
    version: int
    name: str
    schema: int
    detail: str = ""


class Codec:
    """Every kind of event that a program knows. Registering is checked at once: see `EventShape` and `chains`."""

    def __init__(self, shapes: Iterable[EventShape], upcasts: Iterable[Upcast] = ()) -> None:
        self._by_struct: dict[type[msgspec.Struct], EventShape] = {}
        self._today: dict[str, int] = {}
        self._decoders: dict[tuple[str, int], msgspec.json.Decoder[Any]] = {}
        for shape in shapes:
            self._register(shape)
        self._chains = chains(upcasts, self._today)
        self._structs = {shape.name: shape.struct for shape in self._by_struct.values()}

    def encode(self, event: msgspec.Struct) -> NewEvent:
        shape = self._by_struct[type(event)]
        return NewEvent(shape.name, shape.schema, _ENCODER.encode(event))

    def decode(self, recorded: Recorded) -> msgspec.Struct | UnreadableEvent:
        place = (recorded.name, recorded.schema)
        try:
            decoder = self._decoders.get(place)
            if decoder is not None:
                event: msgspec.Struct = decoder.decode(recorded.payload)
                return event
            if place in self._chains:
                return self._decode_old(recorded)
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
            return _unreadable("store.event.malformed", recorded, str(error))
        known = recorded.name in self._today
        return _unreadable("store.event.newer_schema" if known else "store.event.unknown_name", recorded)

    def _register(self, shape: EventShape) -> None:
        config = shape.struct.__struct_config__
        if shape.struct in self._by_struct or shape.name in self._today:
            raise ValueError(f"{shape.name} is registered twice")
        if shape.schema < 1:
            raise ValueError(f"{shape.name}: schemas count from 1")
        if config.omit_defaults or config.array_like or not config.forbid_unknown_fields:
            raise ValueError(
                f"{shape.name}: an event writes all its fields by name and reads no others: a default that "
                "changes, or a field that moves, would change the past"
            )
        self._by_struct[shape.struct] = shape
        self._today[shape.name] = shape.schema
        self._decoders[shape.name, shape.schema] = msgspec.json.Decoder(shape.struct)

    def _decode_old(self, recorded: Recorded) -> msgspec.Struct:
        chain = self._chains[recorded.name, recorded.schema]
        payload = chain.run(msgspec.json.decode(recorded.payload))
        return msgspec.convert(payload, self._structs[chain.today])


def _unreadable(because: str, recorded: Recorded, detail: str = "") -> UnreadableEvent:
    return UnreadableEvent(because, recorded.stream, recorded.version, recorded.name, recorded.schema, detail)
