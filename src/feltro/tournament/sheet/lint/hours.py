"""What was settled, or would be where the book is silent, and cannot hold together: a desk that opens when cancelling ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulebook.book import Sourced
from feltro.tournament.sheet.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feltro.rulebook.book import Rulebook

OPENS, CANCELS = "desk.opens_minutes_before", "cancel.until_minutes_before"
SETTLING = "settling"


def check(rulebook: Rulebook, answers: Mapping[str, Any]) -> Iterator[Fault]:
    """Whoever buys at the desk could never cancel. Where both hours are the book's own, that is what it wants."""
    said = {name: rulebook[name] for name in (OPENS, CANCELS)}
    asked = [name for name, one in said.items() if not isinstance(one, Sourced)]
    opens, cancels = (_minutes(name, rulebook, answers) for name in (OPENS, CANCELS))
    if not asked or opens is None or cancels is None or opens > cancels:
        return
    name = CANCELS if CANCELS in asked else OPENS
    better = opens // 2 if name == CANCELS else 2 * cancels
    values = {"opens": opens, "cancels": cancels, "answer": name, "better": better}
    cites = tuple(cite for one in said.values() if isinstance(one, Sourced) for cite in one.cites)
    yield Fault("sheet.nobody_cancels", f"{SETTLING}.{name}", values, "doubt", cites)


def _minutes(name: str, rulebook: Rulebook, answers: Mapping[str, Any]) -> int | None:
    """As answered; else as the book has it, or as the house would."""
    said = rulebook[name]
    proposed = said if isinstance(said, Sourced) else said.fallback
    minutes = answers.get(name, proposed.value if proposed else None)
    return minutes if isinstance(minutes, int) else None
