"""Clauses beside a sentence: a printed clause is a link, what the event itself settled has a name and no page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from feltro.rulebook.library import HOUSE, shipped
from feltro.web.frame.addresses import clause_address
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.kernel.outcome import Cite
    from feltro.words.languages import Lang

LAYERS = ("acertos", "emenda", "folha", HOUSE)
"""What an organiser settled, what was amended, what the structure sheet says, what Feltro does where books are silent."""


def cited(lang: Lang, cites: Iterable[Cite]) -> Markup:
    """What the event settled itself is said once, however many of its answers are meant."""
    told: dict[str, list[Cite]] = {}
    for cite in dict.fromkeys(cites):
        layer = _layer(cite)
        told.setdefault(layer if layer and layer != HOUSE else f"{cite.book} {cite.clause}", []).append(cite)
    said = Markup(" ").join(_one(lang, meant) for meant in told.values())
    return Markup('<span class="cites">{}</span>').format(said) if said else said


def written_cite(lang: Lang, cite: Cite) -> str:
    """A clause in plain letters, for where no link can stand."""
    layer = _layer(cite)
    return say(f"cites.{layer}", lang) if layer else f"{label_of(cite.book)} {cite.clause}"


def _layer(cite: Cite) -> str:
    return next((one for one in LAYERS if cite.book.partition("-")[0] == one), "")


def _one(lang: Lang, meant: list[Cite]) -> Markup:
    cite = meant[0]
    layer, written = _layer(cite), written_cite(lang, cite)
    if cite.book in shipped().ids or layer == HOUSE:
        return Markup('<a href="{}">{}</a>').format(clause_address(cite.book, cite.clause), written)
    answers = "; ".join(filter(None, (_meaning(lang, one) for one in meant))) if layer else ""
    return Markup('<span class="layer" title="{}">{}</span>').format(answers, written)


def _meaning(lang: Lang, cite: Cite) -> str:
    """What was settled, in words: an answer is a clause that goes by the name of its rule."""
    rule = shipped().parameters.get(cite.clause.partition(".")[2])
    return rule.meaning.read(lang) if rule else ""


def label_of(book: str) -> str:
    """As people call a book; a layer that a house wrote goes by its id."""
    return shipped().book(book).label if book in shipped().ids else book
