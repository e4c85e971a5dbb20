"""Where the form of an act stands, and what is known there already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.web.frame.fields import text

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.kernel.instants import Instant
    from feltro.rulebook.parameter import Parameter
    from feltro.season.state import SeasonState
    from feltro.words.languages import Lang

HOME_ZONE = "America/Sao_Paulo"


class Asking(NamedTuple):
    house: House
    lang: Lang
    at: Instant
    given: dict[str, Any]
    """By name: what the address says, or what was typed."""
    found: EventView | None = None
    """The event; of a season's act, none."""
    season: SeasonState | None = None
    desk: str = ""
    """The drawer of whoever types, where money is handed over."""
    sent: bool = False
    """Somebody has filled the form in: what is not ticked was left out on purpose."""

    @property
    def event(self) -> EventView:
        if self.found is None:
            raise LookupError
        return self.found

    @property
    def zone(self) -> str:
        return self.found.state.the_sheet.zone if self.found else HOME_ZONE

    @property
    def rule(self) -> Parameter | None:
        """The rule that is about to be amended."""
        return self.event.book.rulebook.parameters.get(text(self.given, "parameter"))
