"""Events to JSON and back, from every shape they ever had."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.store.codec import Codec, EventShape, UnreadableEvent
from feltro.store.links import EMPTY
from feltro.store.port import Append, Recorded, Transaction
from feltro.store.seal import record
from feltro.store.upcast import Upcast
from tests.store_samples import meta


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the sample events share."""


class EntrySold(Event):
    """Third shape: the price became an amount in centavos, and the desk was added."""

    player: str
    amount_centavos: int
    desk: str
    tags: dict[str, int] = {}


class TableBroken(Event):
    table: int


def add_desk(payload):
    return payload | {"desk": "unknown"}


def to_centavos(payload):
    return {
        "player": payload["player"],
        "amount_centavos": payload["price"] * 100,
    }


CODEC = Codec(
    [EventShape("EntrySold", 3, EntrySold), EventShape("TableBroken", 1, TableBroken)],
    [
        Upcast("EntrySold", 1, to_centavos),
        Upcast("EntrySold", 2, add_desk),
        Upcast("TableClosed", 1, lambda payload: {"table": payload["number"]}, new_name="TableBroken"),
    ],
)


def recorded(name, schema, payload):
    return Recorded("t/1", 7, name, schema, payload, meta("k"), b"")


def test_an_event_is_one_text():
    """Keys in alphabetical order at every depth, no space, UTF-8: the hash depends on it."""
    event = EntrySold("João", 62000, "d1", {"z": 1, "a": 2})
    assert CODEC.encode(event).payload == (
        '{"amount_centavos":62000,"desk":"d1","player":"João","tags":{"a":2,"z":1}}'.encode()
    )


@given(st.text(), st.integers(-(2**63), 2**63 - 1), st.dictionaries(st.text(), st.integers(0, 9)))
def test_what_is_written_is_read(player, amount, tags):
    """Any text and any number, and the same bytes again."""
    event = EntrySold(player, amount, "d1", tags)
    new = CODEC.encode(event)
    again = CODEC.decode(recorded(new.name, new.schema, new.payload))
    assert again == event
    assert CODEC.encode(again) == new


@pytest.mark.parametrize(
    ("name", "schema", "payload", "event"),
    [
        ("EntrySold", 1, b'{"player":"ana","price":620}', EntrySold("ana", 62000, "unknown")),
        ("EntrySold", 2, b'{"player":"ana","amount_centavos":5}', EntrySold("ana", 5, "unknown")),
        (
            "EntrySold",
            3,
            b'{"player":"ana","amount_centavos":5,"desk":"d","tags":{}}',
            EntrySold("ana", 5, "d"),
        ),
        ("TableClosed", 1, b'{"number":4}', TableBroken(4)),
    ],
)
def test_old_shapes_become_todays(name, schema, payload, event):
    """Step by step, renamed events too."""
    assert CODEC.decode(recorded(name, schema, payload)) == event


@pytest.mark.parametrize(
    ("name", "schema", "payload", "because"),
    [
        ("Nobody", 1, b"{}", "store.event.unknown_name"),
        ("EntrySold", 4, b"{}", "store.event.newer_schema"),
        ("TableBroken", 1, b'{"table":"x"}', "store.event.malformed"),
        ("TableBroken", 1, b'{"table":1,"more":2}', "store.event.malformed"),
        ("TableBroken", 1, b"{", "store.event.malformed"),
        ("EntrySold", 1, b'{"player":"ana"}', "store.event.malformed"),
        ("EntrySold", 1, b"[]", "store.event.malformed"),
    ],
)
def test_what_cannot_be_read_is_a_value_that_says_why(name, schema, payload, because):
    """And where it stands in the log."""
    found = CODEC.decode(recorded(name, schema, payload))
    assert isinstance(found, UnreadableEvent)
    assert (found.because, found.stream, found.version, found.name, found.schema) == (
        because,
        "t/1",
        7,
        name,
        schema,
    )


class Omits(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    a: int = 1


class Lenient(msgspec.Struct):
    a: int = 1


class Positional(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    a: int = 1


SOLD = EventShape("EntrySold", 3, EntrySold)
STEPS = [Upcast("EntrySold", 1, to_centavos), Upcast("EntrySold", 2, add_desk)]


@pytest.mark.parametrize(
    ("shapes", "upcasts"),
    [
        ([SOLD], STEPS[:1]),
        ([SOLD], [*STEPS, STEPS[0]]),
        ([SOLD], [*STEPS, Upcast("EntrySold", 3, add_desk)]),
        ([SOLD], [*STEPS, Upcast("Gone", 1, add_desk)]),
        ([SOLD], [*STEPS, Upcast("A", 1, add_desk, "B"), Upcast("B", 1, add_desk, "A")]),
        ([SOLD, SOLD], STEPS),
        ([SOLD, EventShape("EntrySold", 1, TableBroken)], STEPS),
        ([EventShape("TableBroken", 0, TableBroken)], []),
        ([EventShape("Omits", 1, Omits)], []),
        ([EventShape("Lenient", 1, Lenient)], []),
        ([EventShape("Positional", 1, Positional)], []),
    ],
)
def test_a_list_of_events_that_would_fail_later_fails_at_once(shapes, upcasts):
    """A hole in a chain, a circle, a name twice, a struct that could change the past."""
    with pytest.raises(ValueError, match=r"."):
        Codec(shapes, upcasts)


def test_the_bytes_of_the_hash_are_those_of_the_documentation():
    """A known answer, computed from the page by hand: whoever changes the format sees it here."""
    import hashlib

    event = CODEC.encode(TableBroken(4))
    [first, second] = record(Transaction(meta("k1", at=5), (Append("t/1", 0, (event, event)),)), {"t/1": EMPTY})
    fields = [
        "t/1",
        "1",
        "TableBroken",
        "1",
        '{"table":4}',
        "ana",
        "cashier",
        "desk-1",
        "5",
        "k1",
        "SellEntry",
    ]

    def sealed(previous, texts):
        parts = [b"feltro/event/1", previous, *(text.encode() for text in texts)]
        return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()

    assert first.hash == sealed(bytes(32), fields)
    assert second.hash == sealed(first.hash, ["t/1", "2", *fields[2:]])
    assert first.hash.hex() == "978bb64d1a5a5051e81dcf81d532058d83ca1affc230fd37a83874edbc44eda4"


@pytest.mark.parametrize(
    "other",
    [EventShape("TableBroken", 1, EntrySold), EventShape("Another", 1, TableBroken)],
    ids=["name", "struct"],
)
def test_a_name_and_a_struct_are_registered_once(other):
    """Either twice would decide by the order of a list what an event of the log means."""
    with pytest.raises(ValueError, match="registered twice"):
        Codec([EventShape("TableBroken", 1, TableBroken), other], [])
