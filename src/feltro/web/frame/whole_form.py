"""A form read as a whole: whatever is missing or cannot be read is told at once, each thing by its field."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

from feltro.kernel.outcome import Refused, together
from feltro.web.frame.fields import text

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
MOST_TOLD = 20
"""Somebody who pasted the wrong thing everywhere does not read more."""


def missing(form: dict[str, Any], *names: str) -> Refused | None:
    """The fields that were left empty, of those that cannot be."""
    return together(*(Refused("form.missing", {"field": name}) for name in names if not text(form, name)))


def no_amount(form: dict[str, Any], name: str) -> Refused:
    """A field that holds no amount: nothing at all, or something else."""
    typed = {"typed": text(form, name), "field": name}
    return missing(form, name) or Refused("desk.not_an_amount", typed)


def readable(form: dict[str, Any], read: Callable[[dict[str, Any]], T | Refused]) -> T | Refused:
    """What `read` makes of a form. It gives up at the first value that it cannot read; that one is left out and the rest is
    read again, so that all of them are told."""
    found: list[Refused] = []
    left = dict(form)
    for _ in range(MOST_TOLD):
        try:
            made = read(left)
        except ValueError as error:
            typed = _quoted(error)
            name = next((one for one in left if typed and text(left, one) == typed), "")
            found.append(Refused("desk.not_an_amount", {"typed": typed[:80], "field": name}))
            if not name:
                break
            left[name] = ""
        else:
            return together(*found, made if isinstance(made, Refused) else None) or made
    return together(*found) or Refused("form.unfit")


def _quoted(error: ValueError) -> str:
    """What was typed, from Python's own complaint or from ours."""
    found = re.search(r"'([^']*)'", str(error))
    return found[1] if found else str(error)
