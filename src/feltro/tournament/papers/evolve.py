"""What printing does to the state."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts.papers import PaperPrinted
from feltro.tournament.state import TournamentState
from feltro.tournament.state.papers import name_of


def paper_printed(state: TournamentState, event: PaperPrinted) -> None:
    for of, shows, copy in zip(event.of, event.shows, event.copies, strict=True):
        state.papers.copies[name_of(event.paper, of, shows)] = copy


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {PaperPrinted: paper_printed}
