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
    """What the event settled itself is said once, however many of its answers are meant."""
    told: dict[str, list[Cite]] = {}
    for cite in dict.fromkeys(cites):
        told.setdefault(_layer(cite) or f"{cite.book} {cite.clause}", []).append(cite)
    return Markup(" ").join(_settled(lang, layer, meant) if layer in LAYERS else _one(meant[0])
                            for layer, meant in told.items())  # fmt: skip


def _layer(cite: Cite) -> str:
    return next((one for one in LAYERS if cite.book.partition("-")[0] == one), "")


def _settled(lang: Lang, layer: str, meant: list[Cite]) -> Markup:
    answers = ", ".join(cite.clause for cite in meant)
    return Markup('<span class="layer" title="{}">{}</span>').format(answers, say(f"cites.{layer}", lang))


def _one(cite: Cite) -> Markup:
    written = f"{cite.book} {cite.clause}"
    if cite.book not in shipped().ids and cite.book != HOUSE:
        return Markup('<span class="layer">{}</span>').format(written)
    return Markup('<a href="{}">{}</a>').format(clause_address(cite.book, cite.clause), written)
