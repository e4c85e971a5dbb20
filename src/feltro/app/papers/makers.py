"""Who writes a paper, found by what its line in the table says."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.papers import blocks as b
    from feltro.app.papers.pen import Pen
    from feltro.kernel.outcome import Refused
    from feltro.tournament.papers.table import PaperKind


def maker(paper: PaperKind) -> Callable[..., b.Paper | Refused]:
    """Of a paper that is handed over: `(pen, of, copy)`; of a list: `(pen)` and what it takes."""
    found: Callable[..., b.Paper | Refused] = _function(paper.maker)
    return found


def strip_of(name: str) -> Callable[[Pen, int], tuple[str, ...] | Refused]:
    """`(pen, table)`; of everybody where the table is 0."""
    found: Callable[[Pen, int], tuple[str, ...] | Refused] = _function(name)
    return found


@cache
def _function(name: str) -> Any:
    module, _, function = name.partition(".")
    return getattr(import_module(f"feltro.app.papers.{module}"), function)
