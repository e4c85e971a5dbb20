"""What a store is asked to keep has a name that every database, log line and file name can carry, and counts that can be."""

from __future__ import annotations

import msgspec
import pytest

from feltro.store.port import Append, Erase, Keep, Meta, NewEvent, Put, Reveal, StoreUnavailable, Transaction

GOOD = Meta(who="ana", role="cashier", device="", at=0, key="k1", command="SellEntry")
NAMED = {
    "the name of an event": lambda name: NewEvent(name, 1, b"{}"),
    "a stream": lambda name: Append(name, 0),
    "the kind of a row": lambda name: Keep(name, "p1", b"{}"),
    "the id of a row": lambda name: Keep("person", name, b"{}"),
    "the kind of an erased row": lambda name: Erase(name, "p1"),
    "the id of an erased row": lambda name: Erase("person", name),
    "a secret": lambda name: Put(name, b"x"),
    "a revealed secret": Reveal,
    "the key of a command": lambda name: Transaction(msgspec.structs.replace(GOOD, key=name)),
}
MAY_BE_EMPTY = {
    field: lambda name, field=field: Transaction(msgspec.structs.replace(GOOD, **{field: name}))
    for field in ("who", "role", "device", "command")
}


@pytest.mark.parametrize("what", NAMED)
def test_a_name_is_printable_and_not_empty(what):
    assert NAMED[what]("mesa 1 · José")
    for name in ("", "a\nb", "a\x00", "x" * 2000):
        with pytest.raises(ValueError, match="not a name"):
            NAMED[what](name)


@pytest.mark.parametrize("what", MAY_BE_EMPTY)
def test_who_and_whence_may_be_unsaid_and_are_printable_where_they_are_said(what):
    assert MAY_BE_EMPTY[what]("")
    with pytest.raises(ValueError, match="not a name"):
        MAY_BE_EMPTY[what]("a\tb")


@pytest.mark.parametrize("schema", [0, -1, 1 << 31])
def test_schemas_count_from_one(schema):
    assert NewEvent("X", 1, b"{}").schema == 1
    assert NewEvent("X", (1 << 31) - 1, b"{}").schema == 2147483647
    with pytest.raises(ValueError, match="schemas count from 1"):
        NewEvent("X", schema, b"{}")


def test_versions_count_from_the_empty_stream_and_each_stream_is_named_once():
    assert Append("t1", 0).expected == 0
    with pytest.raises(ValueError, match="versions count from 0"):
        Append("t1", -1)
    with pytest.raises(ValueError, match="names each stream once"):
        Transaction(GOOD, (Append("t1", 0), Append("t1", 1)))


@pytest.mark.parametrize(
    ("at", "can_be"), [(-(1 << 63), True), (-(1 << 63) - 1, False), ((1 << 63) - 1, True), (1 << 63, False)]
)
def test_an_instant_fits_a_column(at, can_be):
    meta = msgspec.structs.replace(GOOD, at=at)
    if can_be:
        assert Transaction(meta).meta.at == at
    else:
        with pytest.raises(ValueError, match="not an instant"):
            Transaction(meta)


@pytest.mark.parametrize("payload", [b"", b"{", b" {}", b"{}\n", b'{"a":1}{"b":2}', b"\xff"])
def test_a_payload_is_one_json_value_on_one_line(payload):
    with pytest.raises(ValueError):  # noqa: PT011 - each says what is wrong with it in its own words
        NewEvent("X", 1, payload)


def test_a_transaction_erases_when_one_of_its_rows_does():
    """Whatever else it keeps; and one that writes no row erases nothing."""
    keep, erase = Keep("person", "p1", b"{}"), Erase("person", "p2")
    said = [
        Transaction(GOOD, registry=rows).erases for rows in ((), (keep,), (keep, erase), (erase, keep), (erase,))
    ]
    assert said == [False, False, True, True, True]


def test_a_store_that_gives_up_is_neither_full_nor_asked_again_unless_it_says_so():
    assert (StoreUnavailable("x").may_pass, StoreUnavailable("x").is_full) == (False, False)
