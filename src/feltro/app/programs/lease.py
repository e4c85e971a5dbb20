"""Of several processes of one house one tells programs: whoever has the lease, for half a minute at a time.

Two that take it in the same moment may both send a message. Its id is the same, and receivers count it once.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import msgspec

from feltro.kernel.instants import SECOND, Instant
from feltro.store.port import Keep, Meta, Transaction

if TYPE_CHECKING:
    from feltro.store.port import Store

ROW, ID = "webhook_lease", "house"
LASTS = 30 * SECOND


class Lease(msgspec.Struct, frozen=True):
    holder: str
    until: Instant


def take_lease(store: Store, me: str, at: Instant) -> bool:
    """Asked only while there is something to tell, and written at most twice in half a minute."""
    held = _held(store)
    if held and held.holder != me and at < held.until <= at + LASTS:
        return False
    if not held or held.holder != me or held.until - at < LASTS // 2:
        meta = Meta("house", "", "", at, f"lease-{uuid.uuid4().hex}", "TellProgram")
        body = msgspec.json.encode(Lease(me, Instant(at + LASTS)))
        store.commit(Transaction(meta, registry=(Keep(ROW, ID, body),)))
        held = _held(store)
    return held is not None and held.holder == me


def _held(store: Store) -> Lease | None:
    row = store.kept(ROW, ID)
    return msgspec.json.decode(row.body, type=Lease) if row else None
