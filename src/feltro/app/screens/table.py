"""Which function answers which command about screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.screens import commands as c
from feltro.app.screens import kept as keeping
from feltro.kernel.commands import Command

if TYPE_CHECKING:
    from feltro.app.world.plan import UseCase

USE_CASES: dict[type[Command], UseCase] = {
    c.SetScreen: keeping.set_screen,
    c.AddScreen: keeping.add_screen,
    c.RemoveScreen: keeping.remove_screen,
    c.ShowMessage: keeping.show_message,
    c.KeepImage: keeping.keep_image,
    c.RemoveImage: keeping.remove_image,
}
