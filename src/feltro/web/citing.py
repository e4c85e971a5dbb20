"""Clauses beside a sentence: a printed clause is a link, what the event itself settled has a name and no page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from feltro.rulebook.library import HOUSE, shipped
from feltro.web.addresses import clause_address
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.kernel.outcome import Cite
    from feltro.words.languages import Lang

LAYERS = ("acertos", "emenda", "folha")
"""What an organiser settled, what was amended, what the structure sheet says: books of one event."""


def cited(lang: Lang, cites: Iterable[Cite]) -> Markup:
    return Markup(" ").join(_one(lang, cite) for cite in dict.fromkeys(cites))


def _one(lang: Lang, cite: Cite) -> Markup:
    layer = next((one for one in LAYERS if cite.book.partition("-")[0] == one), "")
    if layer:
        said = say(f"cites.{layer}", lang)
        return Markup('<span class="layer" title="{}">{}</span>').format(cite.clause, said)
    known = cite.book in shipped().ids
    written = f"{shipped().book(cite.book).label if known else cite.book} {cite.clause}"
    if not known and cite.book != HOUSE:
        return Markup('<span class="layer">{}</span>').format(written)
    return Markup('<a href="{}">{}</a>').format(clause_address(cite.book, cite.clause), written)
