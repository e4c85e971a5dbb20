"""How far a program was told, and the last messages that were sent to it: one row for each, written over as it goes on."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import msgspec

from feltro.kernel.instants import Instant
from feltro.store.port import Keep, Meta, Transaction

if TYPE_CHECKING:
    from feltro.store.port import Reader, Store

ROW = "webhook"
MOST = 100
"""Messages that are listed; the log of the house has what happened, and tells it again."""


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """A message as it stands: taken, waiting for its next try, or given up."""

    id: str
    type: str
    stream: str
    version: int
    """What it tells of, so that it can be told again; of nobody anything."""
    happened: Instant
    at: Instant
    """When it was last tried."""
    tries: int
    status: str
    code: int
    told: str


class DeliveryProgress(msgspec.Struct, kw_only=True):
    from_link: int
    link: int = 0
    """Up to here all is told."""
    saved: int = 0
    done: tuple[str, ...] = ()
    """Messages of the next link that are told too."""
    tries: int = 0
    next_at: Instant = Instant(0)
    log: tuple[Delivery, ...] = ()
    """The latest first."""

    def copy(self) -> DeliveryProgress:
        return msgspec.structs.replace(self)

    def note(self, delivery: Delivery) -> None:
        """One line for each message, however often it is tried."""
        others = self.log[1:] if self.log and self.log[0].status == "waiting" else self.log
        self.log = (delivery, *others[: MOST - 1])


def progress_of(reader: Reader, webhook: str) -> DeliveryProgress | None:
    row = reader.kept(ROW, webhook)
    return msgspec.json.decode(row.body, type=DeliveryProgress) if row else None


def keep_progress(store: Store, webhook: str, progress: DeliveryProgress, at: Instant) -> None:
    meta = Meta("house", "", "", at, f"webhook-{uuid.uuid4().hex}", "TellProgram")
    store.commit(Transaction(meta, registry=(Keep(ROW, webhook, msgspec.json.encode(progress)),)))
