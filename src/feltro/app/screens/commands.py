"""What the direction asks of the room's screens. What is written on them goes into rows, never into an event."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import Command
from feltro.kernel.fields import NEW, Id, ImageId, ScreenId
from feltro.kernel.roles import OFFICE

View = Literal["clock", "clocks", "seating", "moves", "payouts", "ranking", "message", "plugin"]
Block = Literal["payouts", "players", "average", "break", "registration", "next", "pool", "sponsors", "message"]
Palette = Literal["felt", "night", "ink", "paper", "own"]
Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9a-f]{6}$")]
Line = Annotated[str, msgspec.Meta(max_length=240)]
MOST_CLOCKS = 4
BLOCKS: tuple[Block, ...] = (
    "pool",
    "payouts",
    "players",
    "average",
    "break",
    "registration",
    "next",
    "sponsors",
    "message",
)
FIXED: tuple[Block, ...] = ("next", "message")
"""Blocks with one place: in the middle, and along the lower edge."""
RIGHT: tuple[Block, ...] = ("players", "average", "break", "registration")
SCALES = (80, 90, 100, 110, 125)


class Colours(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An organiser's own: the ground, what is written on it, and what stands out."""

    ground: Colour = "#0a3f2e"
    ink: Colour = "#fdfbf5"
    accent: Colour = "#ffdc7d"


class Layout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything about one screen that can be changed without touching code."""

    view: View = "clock"
    plugin: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """Of the view `plugin`: the name under which a package brings it."""
    events: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MOST_CLOCKS)] = ()
    """Whose clock, seats, moves or payouts; empty: the event that is being played."""
    day: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """Of the event, where several are played at once; empty: the one whose clock was set last."""
    blocks: tuple[Block, ...] = BLOCKS
    """What is shown, from top to bottom."""
    right: tuple[Block, ...] = RIGHT
    """Which of the blocks stand on the right; the others stand on the left."""
    palette: Palette = "felt"
    colours: Colours = Colours()
    """Of the palette `own`."""
    logo: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """A kept picture, before the name of the event."""
    scale: Literal[80, 90, 100, 110, 125] = 100
    """Of the letters, in percent; the time keeps its size."""
    message: Line = ""
    images: Annotated[tuple[Id, ...], msgspec.Meta(max_length=12)] = ()
    lang: Literal["pt", "en", "es"] = "pt"
    sound: bool = True
    on: bool = True


class SetScreen(Command, frozen=True, kw_only=True):
    """What a paired television shows from now on."""

    may = OFFICE
    taken_back = "SetScreen"
    personal = ("layout",)
    screen: ScreenId
    layout: Layout


class AddScreen(Command, frozen=True, kw_only=True):
    """A television that is not paired: whoever opens its address sees what was chosen for it.

    The id is the last part of the address, so it is not to be guessed."""

    may = OFFICE
    taken_back = "RemoveScreen"
    personal = ("label",)
    screen: Annotated[str, msgspec.Meta(pattern="^[a-z0-9]{4,32}$")]
    label: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class RemoveScreen(Command, frozen=True, kw_only=True):
    """From then on its address leads nowhere."""

    may = OFFICE
    taken_back = "AddScreen"
    screen: ScreenId


class ShowMessage(Command, frozen=True, kw_only=True):
    """One line on every screen that has a message line; an empty one takes it away."""

    may = OFFICE
    taken_back = "ShowMessage"
    personal = ("text",)
    text: Line


class KeepImage(Command, frozen=True, kw_only=True):
    """A sponsor's picture: PNG, JPEG or WebP."""

    may = OFFICE
    taken_back = "RemoveImage"
    personal = ("label", "content")
    image: Annotated[ImageId, NEW]
    label: Line = ""
    content: bytes


class RemoveImage(Command, frozen=True, kw_only=True):
    may = OFFICE
    taken_back = "KeepImage"
    image: ImageId
