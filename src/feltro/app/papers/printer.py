"""The press, fetched when the first paper is printed: the library behind it takes longer to load than all the rest of a start."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltro.app.papers.blocks import Paper
    from feltro.app.screens.club import Letterhead


def printed(paper: Paper, club: Letterhead | None = None) -> bytes:
    """A PDF, with the club's head on it where the house has a name."""
    from feltro.app.papers import press

    return press.printed(paper, club)
