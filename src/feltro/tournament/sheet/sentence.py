"""A fault as a director reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulebook.speech import speak
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.tournament.sheet.faults import Fault
    from feltro.words.languages import Lang


def tell(fault: Fault, lang: Lang) -> str:
    """The sentence; what is compared with the book is said in the book's own terms."""
    values = dict(fault.values)
    parameter = values.pop("parameter", None)
    if parameter is not None:
        values |= {name: speak(parameter, values[name], lang) for name in ("sheet", "book")}
        values["meaning"] = parameter.meaning.read(lang)
    return say(fault.because, lang, **values)
