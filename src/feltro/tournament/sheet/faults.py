"""What would go wrong: one fault, where it stands on the sheet, how heavy it is, and as a director reads it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from feltro.rulebook.speech import speak
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.kernel.outcome import Cite
    from feltro.words.languages import Lang

Weight = Literal["wrong", "doubt"]


@dataclass(frozen=True, slots=True)
class Fault:
    """`wrong` keeps registration closed; `doubt` is said once and left to the director."""

    because: str
    where: str
    values: Mapping[str, Any] = field(default_factory=dict)
    weight: Weight = "wrong"
    cites: tuple[Cite, ...] = ()


def tell(fault: Fault, lang: Lang) -> str:
    """The sentence; what is compared with the book is said in the book's own terms."""
    values = dict(fault.values)
    parameter = values.get("parameter")
    if parameter is not None and not isinstance(parameter, str):
        del values["parameter"]
        values |= {name: speak(parameter, values[name], lang) for name in ("sheet", "book")}
        values["meaning"] = parameter.meaning.read(lang)
    return say(fault.because, lang, **values)
