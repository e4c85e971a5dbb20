"""The press, fetched when the first paper is printed: the library behind it takes longer to load than all the rest of a start."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltro.app.papers.blocks import Paper


def printed(paper: Paper) -> bytes:
    """A PDF."""
    from feltro.app.papers import press

    return press.printed(paper)
