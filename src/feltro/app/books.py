"""The rulebook of each tournament, bound once: its book, its addenda, its sheet and what was settled for it."""

from typing import NamedTuple

from feltro.app.use_cases.opening import Settlement, settle_for
from feltro.rulebook.settle import Settled
from feltro.tournament.state import TournamentState


class _Bound(NamedTuple):
    made_of: tuple[object, ...]
    settlement: Settlement


class Books:
    def __init__(self) -> None:
        self._bound: dict[str, _Bound] = {}

    def of(self, state: TournamentState) -> Settled:
        return self.settlement(state).book

    def settlement(self, state: TournamentState) -> Settlement:
        """Bound again only when the sheet or the answers are others."""
        made_of = (state.the_sheet, state.answers)
        bound = self._bound.get(state.tournament)
        if bound is None or any(old is not new for old, new in zip(bound.made_of, made_of, strict=True)):
            bound = self._bound[state.tournament] = _Bound(made_of, _settle(state))
        return bound.settlement


def terms(book: str, digest: str) -> str:
    """The name of a rulebook as a receipt carries it: `cgp-2024#` and twelve digits of its text."""
    return f"{book}#{digest[:12]}"


def _settle(state: TournamentState) -> Settlement:
    settlement = settle_for(state.the_sheet, state.answers)
    if isinstance(settlement, list):
        raise LookupError(f"the rulebook of {state.tournament} no longer binds: {settlement[0]}")
    return settlement
