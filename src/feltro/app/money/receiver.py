"""What a house says once about itself: here, who receives its PIX. Kept in the registry, read by every worker."""

import os

import msgspec

from feltro.app.money.brcode import Receiver, pix_code
from feltro.app.world.plan import Envelope
from feltro.kernel.outcome import Refused
from feltro.store.port import Keep, Meta, Reader, Store, Transaction

SETTING, PIX = "setting", "pix"
MAY_SET = ("organiser", "director", "finance")


class _Kept(msgspec.Struct, frozen=True):
    key: str
    name: str
    city: str


def pix_receiver(reader: Reader) -> Receiver | None:
    """As set on the page; else as the environment says, as `feltro pix` reads it; else nobody."""
    row = reader.kept(SETTING, PIX)
    if row:
        kept = msgspec.json.decode(row.body, type=_Kept)
        return Receiver(kept.key, kept.name, kept.city)
    said = [os.environ.get(f"FELTRO_PIX_{part}", "") for part in ("KEY", "NAME", "CITY")]
    return Receiver(*said) if all(said) else None


def set_pix_receiver(store: Store, receiver: Receiver, envelope: Envelope) -> Refused | None:
    """Refused when no bank would take it."""
    if envelope.role not in MAY_SET:
        return Refused(
            "permission.role_may_not", {"role": envelope.role, "command": "SetPixReceiver", "roles": MAY_SET}
        )
    made = pix_code(receiver)
    if not isinstance(made, str):
        return Refused(made.because, made.values)
    meta = Meta(envelope.who, envelope.role, envelope.device, envelope.at, envelope.key, "SetPixReceiver")
    body = msgspec.json.encode(_Kept(receiver.key, receiver.name, receiver.city))
    store.commit(Transaction(meta, registry=(Keep(SETTING, PIX, body),)))
    return None
