"""The stream `screens:house`: that a screen, its pictures or the message changed. Screens follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.events import Event

if TYPE_CHECKING:
    from collections.abc import Callable

STREAM = "screens:house"


class ScreenEvent(Event, frozen=True, kw_only=True):
    final = True
    """Rows are not brought back by undoing: a screen is simply set again."""


class ScreenSet(ScreenEvent, frozen=True, kw_only=True):
    schema = 2
    screen: str
    view: str
    was: str = ""
    """What it showed before."""
    changed: tuple[str, ...] = ()
    """Which parts of its layout are others now; what is written on a screen stays out of the log."""


class ScreenAdded(ScreenEvent, frozen=True, kw_only=True):
    screen: str


class ScreenRemoved(ScreenEvent, frozen=True, kw_only=True):
    screen: str


class MessageShown(ScreenEvent, frozen=True, kw_only=True):
    any: bool
    """Whether there is one."""


class ImageKept(ScreenEvent, frozen=True, kw_only=True):
    image: str


class ImageRemoved(ScreenEvent, frozen=True, kw_only=True):
    image: str


class ScreensState(msgspec.Struct, kw_only=True):
    views: dict[str, str] = {}
    """What each screen was last told to show."""
    added: list[str] = []
    """Screens with an address of their own."""
    message: bool = False
    images: list[str] = []


def apply(state: ScreensState, event: ScreenEvent) -> None:
    APPLY[type(event)](state, event)


def screen_set(state: ScreensState, event: ScreenSet) -> None:
    state.views[event.screen] = event.view


def screen_added(state: ScreensState, event: ScreenAdded) -> None:
    state.added.append(event.screen)


def screen_removed(state: ScreensState, event: ScreenRemoved) -> None:
    state.added.remove(event.screen)
    state.views.pop(event.screen, None)


def message_shown(state: ScreensState, event: MessageShown) -> None:
    state.message = event.any


def image_kept(state: ScreensState, event: ImageKept) -> None:
    if event.image not in state.images:
        state.images.append(event.image)


def image_removed(state: ScreensState, event: ImageRemoved) -> None:
    if event.image in state.images:
        state.images.remove(event.image)


APPLY: dict[type[ScreenEvent], Callable[[ScreensState, Any], None]] = {
    ScreenSet: screen_set,
    ScreenAdded: screen_added,
    ScreenRemoved: screen_removed,
    MessageShown: message_shown,
    ImageKept: image_kept,
    ImageRemoved: image_removed,
}
