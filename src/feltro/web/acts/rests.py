"""The clauses that an act rests on: of the rules that its decision reads, as the event settled them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltro.kernel.outcome import Cite
    from feltro.web.acts.asking import Asking

READS: dict[str, tuple[str, ...]] = {}
"""By act: the names of the rules, the most telling first."""
MOST_CITED = 4


def rests_on(name: str, asking: Asking) -> list[Cite]:
    if asking.found is None:
        return []
    book = asking.found.event.book
    cites = [cite for rule in READS.get(name, ()) for cite in book[rule].cites]
    return list(dict.fromkeys(cites))[:MOST_CITED]
