"""The stream `settings:house`: what the house says of itself changed, from what to what. Whoever changed it, and when,
stands on every event. A PIX key may be somebody's CPF or telephone: events name a receiver, a row holds its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.events import DoneAlone, Event

if TYPE_CHECKING:
    from collections.abc import Callable

STREAM = "settings:house"


class SettingEvent(Event, frozen=True, kw_only=True):
    final = True
    """Rows are not brought back by undoing: a setting is set again, and that is a fact too."""


class SettingChanged(SettingEvent, frozen=True, kw_only=True):
    setting: str
    was: dict[str, Any]
    now: dict[str, Any]


class ReceiverProposed(SettingEvent, frozen=True, kw_only=True):
    """Somebody wants the PIX to go elsewhere; until another person has looked, it goes where it went."""

    receiver: str


class ReceiverChanged(SettingEvent, frozen=True, kw_only=True):
    was: str
    """Empty where there was none, or where the environment said it."""
    now: str
    proposed_by: str = ""


class ReceiverDropped(SettingEvent, frozen=True, kw_only=True):
    """What was proposed is not wanted after all."""

    receiver: str


class PixReturnOrdered(SettingEvent, frozen=True, kw_only=True):
    """The bank was told to give a PIX back: a refund that was recorded in an event, and no other money."""

    id: str
    tournament: str
    sale: str
    amount_centavos: int


class DeliveryAsked(SettingEvent, frozen=True, kw_only=True):
    """Somebody wants a program told once more what happened there; nowhere: told that it is heard at all."""

    webhook: str
    stream: str = ""
    version: int = 0


class SettingsState(msgspec.Struct, kw_only=True):
    receiver: str = ""
    """Who receives the PIX now; empty: nobody said, or the environment does."""
    proposed: str = ""
    receivers: int = 0
    """So many were ever named."""
    values: dict[str, dict[str, Any]] = {}
    returns: dict[str, int] = {}
    """What the bank was told to give back, by our own number of it: so many centavos."""

    def copy(self) -> SettingsState:
        return msgspec.structs.replace(self, values=dict(self.values), returns=dict(self.returns))


def apply(state: SettingsState, event: Event) -> None:
    APPLY[type(event)](state, event)


def setting_changed(state: SettingsState, event: SettingChanged) -> None:
    state.values[event.setting] = event.now


def receiver_proposed(state: SettingsState, event: ReceiverProposed) -> None:
    state.proposed = event.receiver
    state.receivers += 1


def receiver_changed(state: SettingsState, event: ReceiverChanged) -> None:
    if event.now != state.proposed:
        state.receivers += 1
    state.receiver, state.proposed = event.now, ""


def receiver_dropped(state: SettingsState, event: ReceiverDropped) -> None:
    state.proposed = ""


def pix_return_ordered(state: SettingsState, event: PixReturnOrdered) -> None:
    state.returns[event.id] = event.amount_centavos


def delivery_asked(state: SettingsState, event: DeliveryAsked) -> None:
    """Whoever delivers reads the log."""


def done_alone(state: SettingsState, event: DoneAlone) -> None:
    """Listed with the changes; what holds is the change itself."""


APPLY: dict[type[Event], Callable[[SettingsState, Any], None]] = {
    SettingChanged: setting_changed,
    ReceiverProposed: receiver_proposed,
    ReceiverChanged: receiver_changed,
    ReceiverDropped: receiver_dropped,
    PixReturnOrdered: pix_return_ordered,
    DeliveryAsked: delivery_asked,
    DoneAlone: done_alone,
}
