"""What a television may show: the views of the house, and the screens that plug-ins bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.programs.plugins import titles
from feltro.kernel.plugins import SCREENS
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.screens.commands import Layout
    from feltro.words.languages import Lang

VIEWS = ("clock", "clocks", "seating", "moves", "payouts", "ranking", "message")
PLUGGED = "plugin"
_MARK = f"{PLUGGED}:"


class ScreenChoice(NamedTuple):
    value: str
    """As a form sends it."""
    title: str
    help: str


def choices(lang: Lang) -> list[ScreenChoice]:
    own = [
        ScreenChoice(one, say(f"screens.view.{one}", lang), say(f"screens.view.{one}.help", lang)) for one in VIEWS
    ]
    brought = say("screens.view.plugin.help", lang)
    return [*own, *(ScreenChoice(_MARK + name, title, brought) for name, title in titles(SCREENS, lang).items())]


def chosen(sent: str) -> dict[str, Any]:
    """The fields of a layout that say it."""
    if sent.startswith(_MARK):
        return {"view": PLUGGED, "plugin": sent.removeprefix(_MARK)}
    return {"view": sent, "plugin": ""}


def choice_of(layout: Layout) -> str:
    return _MARK + layout.plugin if layout.view == PLUGGED else layout.view
