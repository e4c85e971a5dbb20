"""What a plug-in may be, and how the house uses it. What breaks is named, noted and left out; the evening goes on.

A plug-in runs inside of the house and may do what the house may: it is installed by whoever installs the house.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from feltro.app.event_view import event_of
from feltro.app.papers.blocks import Paper
from feltro.app.papers.pen import pen_of
from feltro.app.papers.printer import printed
from feltro.app.screens.club import letterhead_of
from feltro.kernel.outcome import Refused
from feltro.kernel.plugins import BOOKS, GROUPS, PAPERS, PAYMENTS, SCREENS, PlugIn, fault_of, plugged
from feltro.rulebook.library import shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.money.bank_port import PixBank
    from feltro.app.papers.pen import Pen
    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

LOG = logging.getLogger(__name__)
MOST_ROWS = 200
T = TypeVar("T")


class PaperPlugIn(NamedTuple):
    """A list of an event on paper."""

    title: dict[str, str]
    """In `pt`, `en` and `es`."""
    make: Callable[[Pen], Paper]


class ScreenPlugIn(NamedTuple):
    """A table of words for a television; what it shows is looked at by everybody."""

    title: dict[str, str]
    rows: Callable[[EventView, Lang], Sequence[Sequence[str]]]


class PaymentPlugIn(NamedTuple):
    """A bank: made of what stands in its file of settings (docs/developers/pix.md)."""

    connect: Callable[[dict[str, Any]], PixBank]


class ShownRows(NamedTuple):
    title: str
    rows: tuple[tuple[str, ...], ...]


KINDS: dict[str, type[Any]] = {PAPERS: PaperPlugIn, SCREENS: ScreenPlugIn, PAYMENTS: PaymentPlugIn}
_FAULTS: dict[tuple[str, str], str] = {}
"""What broke while it was used, since the start."""


def note_fault(group: str, name: str, fault: str) -> None:
    if _FAULTS.get((group, name)) != fault:
        LOG.warning("the plug-in %s of %s failed: %s", name, group, fault)
    keep_fault(group, name, fault)


def keep_fault(group: str, name: str, fault: str) -> None:
    """For the page of whoever keeps the house; nothing is written to the log."""
    _FAULTS[group, name] = fault


def of_kind(group: str, kind: type[T]) -> dict[str, T]:
    return {one.name: one.value for one in plugged(group) if isinstance(one.value, kind)}


def installed() -> list[PlugIn]:
    """All of them, each with what is wrong with it: for whoever keeps the house."""
    return [_looked_at(one) for group in GROUPS for one in plugged(group)]


def _looked_at(one: PlugIn) -> PlugIn:
    kind = KINDS.get(one.group)
    fault = one.fault or _FAULTS.get((one.group, one.name), "")
    if not fault and kind and not isinstance(one.value, kind):
        fault = f"{type(one.value).__name__}: {kind.__name__}?"
    if not fault and one.group == BOOKS:
        fault = "; ".join(sorted(shipped().faults))
    return one._replace(fault=fault)


def titles(group: str, lang: Lang) -> dict[str, str]:
    """Those that can be had, by name."""
    found = of_kind(group, KINDS[group])
    return {name: str(one.title.get(lang) or one.title.get("pt") or name)[:80] for name, one in found.items()}


def paper_of(house: House, event: str, name: str, lang: Lang, at: Instant) -> bytes | Refused | None:
    """Nothing where there is no such paper."""
    found = of_kind(PAPERS, PaperPlugIn).get(name)
    if found is None:
        return None
    try:
        with house.world.lock:
            pen = pen_of(house, event, lang, at)
            made = pen if isinstance(pen, Refused) else found.make(pen)
        return made if isinstance(made, Refused) else printed(made, letterhead_of(house.store))
    except Exception as error:  # noqa: BLE001 - whatever it does, the house goes on
        note_fault(PAPERS, name, fault_of(error))
        return Refused("plugin.failed", {"plugin": name})


def rows_of(house: House, event: str, name: str, lang: Lang, at: Instant) -> ShownRows | Refused | None:
    """Nothing where there is no such screen or event."""
    found = of_kind(SCREENS, ScreenPlugIn).get(name)
    with house.world.lock:
        view = event_of(house, event, at)
        if found is None or view is None or view.state.sheet is None:
            return None
        try:
            rows = tuple(tuple(str(cell) for cell in row) for row in found.rows(view, lang))[:MOST_ROWS]
        except Exception as error:  # noqa: BLE001 - whatever it does, the house goes on
            note_fault(SCREENS, name, fault_of(error))
            return Refused("plugin.failed", {"plugin": name})
    return ShownRows(titles(SCREENS, lang)[name], rows)
