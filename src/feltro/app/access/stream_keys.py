"""Keys that stand in an address: of overlays, of the production, of a televised table's tablet. Made, asked and revoked.

Nobody's role opens what they open: whoever wants to see a card before its time holds one of these, and the house
knows since when, and who gave it out.
"""

from typing import Literal

from feltro.app.access.change import AccessChange, change, state_of
from feltro.app.access.rows import STREAM_KEY, StreamKey, find, keep
from feltro.app.access.secrets import new_secret, read_secret, same
from feltro.app.world.plan import Envelope
from feltro.app.world.streams.access import AccessState, StreamKeyMade, StreamKeyRevoked
from feltro.kernel.instants import Instant, later
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import OFFICE
from feltro.store.port import Erase, Store

Kind = Literal["overlay", "overlay_live", "production", "table"]
KINDS: tuple[Kind, ...] = ("overlay", "overlay_live", "production", "table")
LIVE: tuple[Kind, ...] = ("overlay_live", "production")
"""Of the production: what they show is not held back."""
READS: tuple[Kind, ...] = ("overlay", "overlay_live", "production")
ENTERS: tuple[Kind, ...] = ("production", "table")
GOOD_SECONDS = 14 * 24 * 3600
"""A festival, and no next one."""
MOST = 40


def make_stream_key(store: Store, wish: tuple[Kind, str, int, str], envelope: Envelope) -> str | Refused:
    """The text for an address, shown this once. `wish`: kind, event, table and what people call it."""
    kind, tournament, table, label = wish
    made = new_secret()

    def decide(state: AccessState) -> AccessChange | Refused:
        if envelope.role not in OFFICE:
            return Refused("access.not_yours_to_give")
        if kind not in KINDS or (kind == "table" and not table):
            return Refused("access.stream_key_unfit")
        if len(label) > 120 or (label and not label.isprintable()):
            return Refused("access.device_needs_name")
        if list(state.stream_keys.values()).count(tournament) >= MOST:
            return Refused("access.stream_keys_enough", {"most": MOST})
        row = StreamKey(
            id=made.id,
            digest=made.digest,
            kind=kind,
            tournament=tournament,
            table=table if kind == "table" else 0,
            label=label,
            made_at=envelope.at,
            expires_at=later(envelope.at, seconds=GOOD_SECONDS),
        )
        event = StreamKeyMade(stream_key=made.id, kind=kind, tournament=tournament, table=row.table)
        return AccessChange((event,), (keep(STREAM_KEY, row),))

    return change(store, "MakeStreamKey", envelope, decide) or made.text


def revoke_stream_key(store: Store, key_id: str, tournament: str, envelope: Envelope) -> Refused | None:
    def decide(state: AccessState) -> AccessChange | Refused:
        if envelope.role not in OFFICE or state.stream_keys.get(key_id) != tournament:
            return Refused("access.no_such_stream_key")
        return AccessChange((StreamKeyRevoked(stream_key=key_id),), (Erase(STREAM_KEY, key_id),))

    return change(store, "RevokeStreamKey", envelope, decide)


def stream_key(store: Store, text: str, now: Instant) -> StreamKey | None:
    """What an address opens; nothing for one that was revoked, is over, or never was."""
    read = read_secret(text)
    found = find(store, STREAM_KEY, read[0], StreamKey) if read else None
    right = read is not None and found is not None and same(found.digest, read[1])
    return found if right and found and now < found.expires_at else None


def stream_keys(store: Store, tournament: str, now: Instant) -> list[StreamKey]:
    """Those of an event that still open something, the latest first."""
    named = [one for one, event in state_of(store)[0].stream_keys.items() if event == tournament]
    rows = (find(store, STREAM_KEY, one, StreamKey) for one in named)
    return sorted((one for one in rows if one and now < one.expires_at), key=lambda one: -one.made_at)
