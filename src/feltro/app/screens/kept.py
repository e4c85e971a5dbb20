"""Setting a screen, showing a message, keeping a picture; and reading them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.access.rows import SESSION, OpenSession, find
from feltro.app.screens.colours import unreadable_colours
from feltro.app.screens.commands import Layout
from feltro.app.world.plan import Plan
from feltro.app.world.streams.screens import (
    STREAM,
    ImageKept,
    ImageRemoved,
    MessageShown,
    ScreenAdded,
    ScreenRemoved,
    ScreenSet,
    ScreensState,
)
from feltro.kernel.outcome import Refused
from feltro.kernel.plugins import SCREENS, plugged
from feltro.store.port import Erase, Keep

if TYPE_CHECKING:
    from feltro.app.screens.commands import AddScreen, KeepImage, RemoveImage, RemoveScreen, SetScreen, ShowMessage
    from feltro.app.world.plan import Asked
    from feltro.store.port import Reader

SCREEN, NAME, IMAGE, MESSAGE = "screen", "screen_name", "screen_image", "screen_message"
EVERYWHERE = "house"
LARGEST = 600_000
"""Bytes of a picture: a television loads it over the room's Wi-Fi, and a form carries no more."""
MOST_IMAGES = 40
MOST_SCREENS = 60


class Image(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    media_type: str
    content: bytes


class ScreenName(msgspec.Struct, frozen=True, kw_only=True):
    label: str


class Message(msgspec.Struct, frozen=True, kw_only=True):
    text: str


def set_screen(command: SetScreen, asked: Asked) -> Plan | Refused:
    kept: ScreensState = asked.look.state(STREAM)
    paired = find(asked.look.world.store, SESSION, command.screen, OpenSession) is not None
    if not paired and command.screen not in kept.added:
        return Refused("screens.unknown", {"screen": command.screen})
    unreadable = unreadable_colours(command.layout.colours) if command.layout.palette == "own" else None
    if unreadable:
        return unreadable
    if command.layout.view == "plugin" and not any(one.name == command.layout.plugin for one in plugged(SCREENS)):
        return Refused("screens.no_such_plugin", {"plugin": command.layout.plugin})
    for event in command.layout.events:
        if asked.look.state(f"tournament:{event}").sheet is None:
            return Refused("tournament.unknown", {"tournament": event})
    asked_for = (*command.layout.images, *([command.layout.logo] if command.layout.logo else []))
    missing = [one for one in asked_for if one not in kept.images]
    if missing:
        return Refused("screens.no_such_image", {"image": missing[0]})
    old = layout_of(command.screen, asked.look.world.store)
    parts = tuple(one for one in Layout.__struct_fields__ if getattr(old, one) != getattr(command.layout, one))
    row = Keep(SCREEN, command.screen, msgspec.json.encode(command.layout))
    told = ScreenSet(screen=command.screen, view=command.layout.view, was=old.view, changed=parts)
    return Plan(events={STREAM: (told,)}, registry=(row,))


def add_screen(command: AddScreen, asked: Asked) -> Plan | Refused:
    kept: ScreensState = asked.look.state(STREAM)
    if command.screen in kept.added:
        return Refused("screens.added_already", {"screen": command.screen})
    if len(kept.added) >= MOST_SCREENS:
        return Refused("screens.too_many", {"most": MOST_SCREENS})
    label = " ".join(command.label.split())
    if not label:
        return Refused("screens.no_name")
    row = Keep(NAME, command.screen, msgspec.json.encode(ScreenName(label=label)))
    return Plan(events={STREAM: (ScreenAdded(screen=command.screen),)}, registry=(row,))


def remove_screen(command: RemoveScreen, asked: Asked) -> Plan | Refused:
    kept: ScreensState = asked.look.state(STREAM)
    if command.screen not in kept.added:
        return Refused("screens.unknown", {"screen": command.screen})
    rows = (Erase(NAME, command.screen), Erase(SCREEN, command.screen))
    return Plan(events={STREAM: (ScreenRemoved(screen=command.screen),)}, registry=rows)


def show_message(command: ShowMessage, asked: Asked) -> Plan | Refused:
    asked.look.state(STREAM)
    text = " ".join(command.text.split())
    row = Keep(MESSAGE, EVERYWHERE, msgspec.json.encode(Message(text=text))) if text else Erase(MESSAGE, EVERYWHERE)
    return Plan(events={STREAM: (MessageShown(any=bool(text)),)}, registry=(row,))


def keep_image(command: KeepImage, asked: Asked) -> Plan | Refused:
    fault = image_fault(command.content)
    if fault:
        return fault
    kept: ScreensState = asked.look.state(STREAM)
    if len(kept.images) >= MOST_IMAGES and command.image not in kept.images:
        return Refused("screens.too_many_images", {"most": MOST_IMAGES})
    body = msgspec.json.encode(
        Image(label=command.label, media_type=media_type_of(command.content), content=command.content)
    )
    return Plan(events={STREAM: (ImageKept(image=command.image),)}, registry=(Keep(IMAGE, command.image, body),))


def image_fault(content: bytes) -> Refused | None:
    """Why a file is no picture for a screen, whoever asks before it is kept."""
    if len(content) > LARGEST:
        return Refused("screens.image_too_large", {"kilobytes": LARGEST // 1000})
    return None if media_type_of(content) else Refused("screens.image_kind")


def remove_image(command: RemoveImage, asked: Asked) -> Plan | Refused:
    kept: ScreensState = asked.look.state(STREAM)
    if command.image not in kept.images:
        return Refused("screens.no_such_image", {"image": command.image})
    return Plan(events={STREAM: (ImageRemoved(image=command.image),)}, registry=(Erase(IMAGE, command.image),))


def media_type_of(content: bytes) -> str:
    """By what the file is, not by what it is called. Nothing that can carry a script is a picture here."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        return "image/png"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return ""


# Reading


def layout_of(screen: str, store: Reader) -> Layout:
    row = store.kept(SCREEN, screen)
    return msgspec.json.decode(row.body, type=Layout) if row else Layout()


def name_of_screen(screen: str, store: Reader) -> str:
    """Empty where no such screen was added."""
    row = store.kept(NAME, screen)
    return msgspec.json.decode(row.body, type=ScreenName).label if row else ""


def message_now(store: Reader) -> str:
    row = store.kept(MESSAGE, EVERYWHERE)
    return msgspec.json.decode(row.body, type=Message).text if row else ""


def image(image_id: str, store: Reader) -> Image | None:
    row = store.kept(IMAGE, image_id)
    return msgspec.json.decode(row.body, type=Image) if row else None
