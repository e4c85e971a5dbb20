"""What there is to choose from when a ruling is written down: clauses, decisions, and rulings given before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.outcome import cites_of
from feltro.rulebook.speech import printed
from feltro.rulings.ruling import REMEDIES
from feltro.web.frame.clauses import written_cite
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.web.acts.choices import Choices
    from feltro.web.acts.ground import Asking


def clauses(asking: Asking) -> Choices:
    """The event's own book, in printed order."""
    book = asking.event.book.rulebook.book
    return [
        (str(one.id), f"{printed(str(one.id))} · {one.title.read(asking.lang)}") for one in book.clauses.values()
    ]


def remedies(asking: Asking) -> Choices:
    named = [(one, say(f"remedy.{one}", asking.lang)) for one in REMEDIES if one != "director_decides"]
    return sorted(named, key=lambda one: one[1])


def rulings(asking: Asking) -> Choices:
    """The latest first, by what was decided last and its first clause."""
    kept = asking.house.world.live(f"rulings:{asking.event.id}").state.rulings
    return [
        (
            name,
            " · ".join(
                (
                    say(f"remedy.{one.final.remedy}", asking.lang),
                    *(written_cite(asking.lang, cite) for cite in cites_of(one.final.cites[:1])),
                )
            ),
        )
        for name, one in reversed(kept.items())
    ]
