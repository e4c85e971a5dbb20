"""The control of what belongs to no event: drawers, accounts, who receives the PIX, the money of a season."""

from collections.abc import Sequence

from feltro.app.sheets.books import Books
from feltro.app.world.world import World
from feltro.kernel.instants import Instant
from feltro.procedures.control import Control, control
from feltro.procedures.unusual import Unusual, strictest, unusual
from feltro.rulebook.book import Silent, Sourced
from feltro.rulebook.library import shipped
from feltro.tournament.state import TournamentState


class _HouseAnswers:
    """What the house says of itself, under no event."""

    def __getitem__(self, name: str) -> Sourced:
        shelf = shipped()
        said = shelf[shelf.ids[0]][name]
        found = said.fallback if isinstance(said, Silent) else said
        if found is None:
            raise KeyError(f"the house has no answer to {name}")
        return found


def house_control() -> Control:
    """What the house says of itself while nothing is on."""
    return control(_HouseAnswers())


def idle_minutes_of_a_new_house() -> int:
    """After how long its screens lock until somebody says otherwise; whoever works alone locks their own by hand."""
    return 0 if house_control().alone else int(_HouseAnswers()["control.idle.minutes"].value)


def control_tonight(world: World, books: Books, at: Instant) -> Control:
    """The strictest of the events that are not over; where there is none, the house's own. Hold the world's lock."""
    states = (live.state for live in world.lives("tournament:") if (gist := live.gist) and gist.is_open)
    found = [control(books.settlement(state, at).book) for state in states]
    return max(found, key=lambda one: one.strictness, default=None) or house_control()


def unusual_on(states: Sequence[TournamentState], books: Books, at: Instant) -> Unusual:
    """What a night marks: the strictest of its events; without any, what the house says of itself."""
    found = [unusual(books.settlement(state, at).book) for state in states]
    return strictest(found) if found else unusual(_HouseAnswers())
