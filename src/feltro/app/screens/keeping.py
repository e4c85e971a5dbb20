"""Setting a screen, showing a message, keeping a picture; and reading them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.access.rows import SESSION, Session, find
from feltro.app.plan import Plan
from feltro.app.screens.commands import Layout
from feltro.app.screens.stream import (
    STREAM,
    ImageKept,
    ImageRemoved,
    MessageShown,
    ScreenSet,
    ScreensState,
)
from feltro.kernel.outcome import Refused
from feltro.store.port import Erase, Keep

if TYPE_CHECKING:
    from feltro.app.plan import Asked
    from feltro.app.screens.commands import KeepImage, RemoveImage, SetScreen, ShowMessage
    from feltro.store.port import Reader

SCREEN, IMAGE, MESSAGE = "screen", "screen_image", "screen_message"
EVERYWHERE = "house"
LARGEST = 600_000
"""Bytes of a picture: a television loads it over the room's Wi-Fi, and a form carries no more."""
MOST_IMAGES = 40


class Image(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    media_type: str
    content: bytes


class Message(msgspec.Struct, frozen=True, kw_only=True):
    text: str


def set_screen(command: SetScreen, asked: Asked) -> Plan | Refused:
    store = asked.look.world.store
    if find(store, SESSION, command.screen, Session) is None:
        return Refused("screens.unknown", {"screen": command.screen})
    for event in command.layout.events:
        if asked.look.state(f"tournament:{event}").sheet is None:
            return Refused("tournament.unknown", {"tournament": event})
    kept: ScreensState = asked.look.state(STREAM)
    missing = [one for one in command.layout.images if one not in kept.images]
    if missing:
        return Refused("screens.no_such_image", {"image": missing[0]})
    row = Keep(SCREEN, command.screen, msgspec.json.encode(command.layout))
    return Plan(events={STREAM: (ScreenSet(screen=command.screen, view=command.layout.view),)}, registry=(row,))


def show_message(command: ShowMessage, asked: Asked) -> Plan | Refused:
    asked.look.state(STREAM)
    text = " ".join(command.text.split())
    row = Keep(MESSAGE, EVERYWHERE, msgspec.json.encode(Message(text=text))) if text else Erase(MESSAGE, EVERYWHERE)
    return Plan(events={STREAM: (MessageShown(any=bool(text)),)}, registry=(row,))


def keep_image(command: KeepImage, asked: Asked) -> Plan | Refused:
    if len(command.content) > LARGEST:
        return Refused("screens.image_too_large", {"kilobytes": LARGEST // 1000})
    media_type = media_type_of(command.content)
    if not media_type:
        return Refused("screens.image_kind")
    kept: ScreensState = asked.look.state(STREAM)
    if len(kept.images) >= MOST_IMAGES and command.image not in kept.images:
        return Refused("screens.too_many_images", {"most": MOST_IMAGES})
    body = msgspec.json.encode(Image(label=command.label, media_type=media_type, content=command.content))
    return Plan(events={STREAM: (ImageKept(image=command.image),)}, registry=(Keep(IMAGE, command.image, body),))


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


def message_now(store: Reader) -> str:
    row = store.kept(MESSAGE, EVERYWHERE)
    return msgspec.json.decode(row.body, type=Message).text if row else ""


def image(image_id: str, store: Reader) -> Image | None:
    row = store.kept(IMAGE, image_id)
    return msgspec.json.decode(row.body, type=Image) if row else None
