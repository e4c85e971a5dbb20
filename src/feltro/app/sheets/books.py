"""The rulebook of each tournament, bound once: its book, its addenda, its sheet, what was settled, what was amended."""

from dataclasses import replace
from typing import NamedTuple

from feltro.app.sheets.settlement import Settlement, settle_for
from feltro.kernel.ids import BookId, ClauseId
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Finding
from feltro.procedures.control import SIZE
from feltro.rulebook.book import Book, Chapter, Rulebook
from feltro.rulebook.clause import Clause
from feltro.rulebook.layers import lay
from feltro.rulebook.settle import Settled
from feltro.tournament.facts.opening import RuleAmended
from feltro.tournament.state import TournamentState
from feltro.words.text import Text

LAYER = "emenda"
MOST_BOUND = 64
"""Books that are kept bound: of events that are over there are ever more."""


class _Bound(NamedTuple):
    made_of: tuple[object, ...]
    settlement: Settlement


class Books:
    def __init__(self) -> None:
        self._bound: dict[str, _Bound] = {}

    def settlement(self, state: TournamentState, at: Instant) -> Settlement:
        """As it holds at a moment. Bound again only when the sheet, the answers or the amendments are others.
        After an undo they may be other objects with the same words."""
        made_of = (state.the_sheet, state.answers, state.amendments, state.control)
        bound = self._bound.get(state.tournament)
        if bound is None or any(old is not new for old, new in zip(bound.made_of, made_of, strict=True)):
            same = bound is not None and bound.made_of == made_of
            settlement = bound.settlement if bound and same else _settle(state)
            bound = self._bound[state.tournament] = _Bound(made_of, settlement)
            while len(self._bound) > MOST_BOUND:
                self._bound.pop(next(iter(self._bound)))
        if not state.amendments:
            return bound.settlement
        return replace(bound.settlement, book=Settled(bound.settlement.book.rulebook.at(at)))


def terms(book: str, digest: str) -> str:
    """The name of a rulebook as a receipt carries it: its id, `#` and twelve digits of its text."""
    return f"{book}#{digest[:12]}"


def amended(rulebook: Rulebook, event: RuleAmended, number: int) -> Rulebook | list[Finding]:
    """The rulebook under one amendment: a layer of its own that holds from its moment on."""
    name = event.parameter
    if name not in rulebook.parameters:
        return [Finding("rulebook.unknown_parameter", name, {"parameter": name})]
    value = rulebook.parameters[name].read_or_finding(event.value, name)
    if isinstance(value, Finding):
        return [value]
    told = Text(event.notice, event.notice, event.notice)
    clause = Clause(
        ClauseId(f"{LAYER}.{number}"), 0, "admin", "decides", told, told, sets={name: value}, overrides=(name,)
    )
    layer = Book(
        BookId(f"{LAYER}-{number}"),
        "1",
        event.notice,
        event.notice,
        told,
        (Chapter(LAYER, told),),
        {clause.id: clause},
        (rulebook.book.id,),
        holds_from=event.holds_from,
        notice=told,
    )
    return lay(rulebook, layer)


def _settle(state: TournamentState) -> Settlement:
    answers = {**state.answers, SIZE: state.control} if state.control else state.answers
    settlement = settle_for(state.the_sheet, answers, kept=True)
    if isinstance(settlement, list):
        raise LookupError(f"the rulebook of {state.tournament} no longer binds: {settlement[0]}")
    rulebook: Rulebook | list[Finding] = settlement.book.rulebook
    for number, event in enumerate(state.amendments, 1):
        if isinstance(rulebook, Rulebook):
            rulebook = amended(rulebook, event, number)
    if isinstance(rulebook, list):
        raise LookupError(f"an amendment of {state.tournament} no longer binds: {rulebook[0]}")
    return replace(settlement, book=Settled(rulebook))
