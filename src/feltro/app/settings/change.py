"""How a setting changes: its row and its fact in one transaction. No other module keeps a row of a setting."""

from collections.abc import Callable
from typing import Any

import msgspec

from feltro.app.access.change import AccessChange, change, state_of
from feltro.app.world.plan import Envelope
from feltro.app.world.streams.settings import STREAM, SettingChanged, SettingsState
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.store.port import Erase, Keep, Reader, Store

SETTING = "setting"


def kept(reader: Reader, name: str) -> bytes | None:
    row = reader.kept(SETTING, name)
    return row.body if row else None


def settings_of(store: Store) -> SettingsState:
    state: SettingsState = state_of(store, STREAM)[0]
    return state


def row(name: str, value: Any) -> Keep:
    return Keep(SETTING, name, msgspec.json.encode(value))


def change_settings(
    store: Store,
    command: str,
    envelope: Envelope,
    decide: Callable[[SettingsState], tuple[tuple[Event, ...], tuple[Keep | Erase, ...]] | Refused],
) -> Refused | None:
    def decided(state: SettingsState) -> AccessChange | Refused:
        found = decide(state)
        return found if isinstance(found, Refused) else AccessChange(*found)

    return change(store, command, envelope, decided, STREAM)


def set_setting(
    store: Store, command: str, name: str, value: Any, told: tuple[dict[str, Any], dict[str, Any]], sent: Envelope
) -> Refused | None:
    """`told`: from what and to what, in what may stand in the log for ever: no free text and nobody's data."""
    was, now = told
    if was == now:
        return None
    event = SettingChanged(setting=name, was=was, now=now)
    return change_settings(store, command, sent, lambda _state: ((event,), (row(name, value),)))
