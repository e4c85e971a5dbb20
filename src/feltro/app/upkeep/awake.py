"""When the house was last awake: after a crash or a power cut the direction is told how long the screens were dark."""

import msgspec

from feltro.kernel.instants import SECOND, Instant
from feltro.store.port import Keep, Meta, Reader, Store, Transaction

AWAKE, LAST, GAP = "awake", "last", "dark"
EVERY_SECONDS = 15
"""While a clock runs, so often it is written down that somebody could see it."""
DARK_SECONDS = 60
"""A shorter silence is a restart, and no question for anybody."""


class Dark(msgspec.Struct, frozen=True):
    since: Instant
    until: Instant


class _Seen(msgspec.Struct, frozen=True):
    at: Instant


def last_awake(reader: Reader) -> Instant | None:
    row = reader.kept(AWAKE, LAST)
    return msgspec.json.decode(row.body, type=_Seen).at if row else None


def stay_awake(store: Store, at: Instant) -> None:
    """Written at most every `EVERY_SECONDS`, whoever asks: workers share the row."""
    last = last_awake(store)
    if last is None or at - last >= EVERY_SECONDS * SECOND:
        _keep(store, LAST, _Seen(at), at)


def wake(store: Store, at: Instant) -> None:
    """At the start of the house, before anything is written: a long silence is kept to be asked about."""
    last = last_awake(store)
    if last is not None and at - last >= DARK_SECONDS * SECOND:
        _keep(store, GAP, Dark(last, at), at)


def dark(reader: Reader) -> Dark | None:
    """The last time that the screens were dark."""
    row = reader.kept(AWAKE, GAP)
    return msgspec.json.decode(row.body, type=Dark) if row else None


def _keep(store: Store, row: str, value: msgspec.Struct, at: Instant) -> None:
    meta = Meta("house", "", "", at, f"awake-{row}-{at}", "StayAwake")
    store.commit(Transaction(meta, registry=(Keep(AWAKE, row, msgspec.json.encode(value)),)))
