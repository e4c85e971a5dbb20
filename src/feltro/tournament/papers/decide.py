"""Whether there is something to print, and which copy it is."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.facts.papers import PaperPrinted
from feltro.tournament.now import Now, Outcome
from feltro.tournament.papers.commands import PrintPaper
from feltro.tournament.papers.shows import Shown
from feltro.tournament.papers.table import shown_by
from feltro.tournament.state import TournamentState
from feltro.tournament.state.papers import name_of


def print_paper(command: PrintPaper, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if len(set(command.of)) < len(command.of):
        return Refused("paper.twice")
    found: list[Shown] = []
    for of in command.of:
        shown = shown_by(command.paper, of, state)
        if shown is None:
            return Refused(f"paper.none.{command.paper}", {"of": of})
        found.append(shown)
    names = [name_of(command.paper, of, shown.shows) for of, shown in zip(command.of, found, strict=True)]
    if command.once and any(name in state.papers.copies for name in names):
        return Refused("paper.printed_already")
    printed = PaperPrinted(
        paper=command.paper,
        of=command.of,
        shows=tuple(shown.shows for shown in found),
        copies=tuple(state.papers.copies.get(name, 0) + 1 for name in names),
        people=tuple(dict.fromkeys(person for shown in found for person in shown.people)),
        at=now.at,
    )
    return (printed,)


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    PrintPaper: print_paper
}
