"""Who receives the house's PIX: named by one person, looked at by another, kept with every sale that showed the code."""

import os

import msgspec

from feltro.app.access.seconds import may_second, seconds_of, since_when
from feltro.app.money.brcode import Receiver, pix_code
from feltro.app.settings.change import SETTING, change_settings, kept, row, settings_of
from feltro.app.world.history import Fact
from feltro.app.world.plan import Envelope, Handler
from feltro.app.world.streams.settings import (
    STREAM,
    ReceiverChanged,
    ReceiverDropped,
    ReceiverProposed,
    SettingsState,
)
from feltro.app.world.tonight import control_tonight
from feltro.kernel.events import DoneAlone, Event
from feltro.kernel.outcome import Refused
from feltro.store.port import Keep, Reader

PIX = "pix"
MAY_SET = ("organiser", "director", "finance")
__all__ = ["MAY_SET", "PIX", "SETTING"]


class _Kept(msgspec.Struct, frozen=True):
    key: str
    name: str
    city: str


def pix_receiver(reader: Reader, reference: str = "") -> Receiver | None:
    """The one that a sale kept; else as it is now: as set on the page, as the environment says, or nobody."""
    body = kept(reader, reference) if reference else None
    body = body or kept(reader, PIX)
    if body:
        found = msgspec.json.decode(body, type=_Kept)
        return Receiver(found.key, found.name, found.city)
    said = [os.environ.get(f"FELTRO_PIX_{part}", "") for part in ("KEY", "NAME", "CITY")]
    return Receiver(*said) if all(said) else None


def set_pix_receiver(house: Handler, receiver: Receiver, envelope: Envelope) -> Refused | None:
    """Refused when no bank would take it. The first one holds at once; another waits for a second person, unless the
    evening is somebody's alone or the house has nobody else: then it holds, marked."""
    refused = _refuse_role(envelope, "SetPixReceiver")
    made = pix_code(receiver)
    if refused or not isinstance(made, str):
        return refused or Refused(made.because, made.values)  # type: ignore[union-attr]
    current = pix_receiver(house.store)
    if receiver == current and kept(house.store, PIX):
        return None
    body = _Kept(receiver.key, receiver.name, receiver.city)
    alone = _alone(house, envelope) if current else ()

    def decide(state: SettingsState) -> tuple[tuple[Event, ...], tuple[Keep, ...]] | Refused:
        reference = f"pix-{state.receivers + 1}"
        rows = (row(reference, body),)
        if isinstance(alone, Refused):
            return (ReceiverProposed(receiver=reference),), rows
        changed = ReceiverChanged(was=state.receiver, now=reference)
        marks = tuple(msgspec.structs.replace(one, subject=reference) for one in alone)
        return (changed, *marks), (*rows, row(PIX, body))

    return change_settings(house.store, "SetPixReceiver", envelope, decide)


def _alone(house: Handler, envelope: Envelope) -> Refused | tuple[DoneAlone, ...]:
    """A refusal here means: another person has to look first."""
    with house.world.lock:
        size = control_tonight(house.world, house.books, envelope.at)
        since = since_when(size, envelope.at)
        nobody = seconds_of(envelope.who, MAY_SET, house.world, since).nobody_else
    if not size.waits("pix_receiver"):
        return ()
    return size.without_second("SetPixReceiver", "", Refused("receiver.second_person"), nobody_else=nobody)


def confirm_pix_receiver(house: Handler, envelope: Envelope) -> Refused | None:
    """Another person has looked at the key that was proposed: from here on it receives."""
    refused = _refuse_role(envelope, "ConfirmPixReceiver")
    if refused:
        return refused
    by = proposed_by(house)
    with house.world.lock:
        size = control_tonight(house.world, house.books, envelope.at)
        seconds = may_second(by, envelope.who, house.world, since_when(size, envelope.at)) if by else None

    def decide(state: SettingsState) -> tuple[tuple[Event, ...], tuple[Keep, ...]] | Refused:
        body = kept(house.store, state.proposed) if state.proposed else None
        if body is None:
            return Refused("receiver.none_proposed")
        if seconds:
            return seconds
        changed = ReceiverChanged(was=state.receiver, now=state.proposed, proposed_by=by)
        return (changed,), (Keep(SETTING, PIX, body),)

    return change_settings(house.store, "ConfirmPixReceiver", envelope, decide)


def drop_pix_receiver(house: Handler, envelope: Envelope) -> Refused | None:
    """Anybody of those who may set it takes a proposal away, also the own one."""

    def decide(state: SettingsState) -> tuple[tuple[Event, ...], tuple[Keep, ...]] | Refused:
        if not state.proposed:
            return Refused("receiver.none_proposed")
        return (ReceiverDropped(receiver=state.proposed),), ()

    refused = _refuse_role(envelope, "DropPixReceiver")
    return refused or change_settings(house.store, "DropPixReceiver", envelope, decide)


def proposed_by(house: Handler) -> str:
    """Who proposed what waits; empty where nothing does."""
    with house.world.lock:
        live = house.world.live(STREAM)
        facts = [one for one in live.facts if isinstance(one.event, ReceiverProposed)]
    return str(facts[-1].meta.who) if facts and live.state.proposed else ""


def last_change(house: Handler) -> Fact | None:
    """Since when the PIX goes where it goes: the last time that another key took the place of one."""
    with house.world.lock:
        facts = house.world.live(STREAM).facts
    changed = [one for one in facts if isinstance(one.event, ReceiverChanged) and one.event.was]
    return changed[-1] if changed else None


def proposed_receiver(house: Handler) -> Receiver | None:
    waiting = settings_of(house.store).proposed
    return pix_receiver(house.store, waiting) if waiting else None


def _refuse_role(envelope: Envelope, command: str) -> Refused | None:
    if envelope.role in MAY_SET:
        return None
    return Refused("permission.role_may_not", {"role": envelope.role, "command": command, "roles": MAY_SET})
