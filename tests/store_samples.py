"""Small transactions to try stores with."""

from __future__ import annotations

import itertools

from feltro.store.port import Append, Meta, NewEvent, Transaction

_keys = itertools.count(1)


def meta(key=None, **changed):
    fields = {
        "who": "ana",
        "role": "cashier",
        "device": "desk-1",
        "at": 1_800_000_000_000_000,
        "command": "SellEntry",
    }
    return Meta(key=key or f"key-{next(_keys)}", **(fields | changed))


def event(number=1, name="EntrySold", schema=1):
    return NewEvent(name, schema, b'{"number":%d}' % number)


def append(stream, expected, count=1):
    return Append(stream, expected, tuple(event(expected + n + 1) for n in range(count)))


def sell(stream="t/1", expected=0, count=1, key=None, **more):
    """One command that appends to one stream."""
    return Transaction(meta(key), (append(stream, expected, count),), b'"sold"', **more)


def over(*appends, key=None, **more):
    """One command over several streams."""
    return Transaction(meta(key), appends, b'"done"', **more)
