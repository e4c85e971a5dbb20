"""Clauses beside a sentence: a printed clause is a link, what the event itself settled has a name and no page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from feltro.rulebook.library import HOUSE, shipped
from feltro.rulebook.speech import called, layer_of, printed
from feltro.web.frame.addresses import clause_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feltro.kernel.outcome import Cite
    from feltro.words.languages import Lang


def cited(lang: Lang, cites: Iterable[Cite]) -> Markup:
    """What the event settled itself is said once, however many of its answers are meant."""
    told: dict[str, list[str]] = {}
    books: dict[str, str] = {}
    for cite in dict.fromkeys(cites):
        layer = layer_of(cite.book)
        key = layer if layer and layer != HOUSE else f"{cite.book} {printed(cite.clause)}"
        told.setdefault(key, []).append(cite.clause)
        books.setdefault(key, cite.book)
    said = Markup(" ").join(_linked(lang, books[key], meant) for key, meant in told.items())
    return Markup('<span class="cites">{}</span>').format(said) if said else said


TOLD_TOGETHER = ("titulo", "title", "resumo", "summary", "note")


def once_each(lang: Lang, cites: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The clauses of a ruling, those under one printed number as one, with what each of them is about."""
    told: dict[str, dict[str, Any]] = {}
    for cite in cites:
        known = told.setdefault(called(cite["book"], cite["clause"], lang), dict(cite))
        if known["clause"] == cite["clause"]:
            continue
        known["fallback"] = known.get("fallback") and cite.get("fallback")
        for part in TOLD_TOGETHER:
            parts = dict.fromkeys(one for one in (known.get(part), cite.get(part)) if one)
            known[part] = (" · " if part in {"titulo", "title"} else " ").join(parts)
    return list(told.values())


def linked(lang: Lang, cite: Mapping[str, Any]) -> Markup:
    """One clause of a ruling as it was told."""
    return _linked(lang, cite["book"], [cite["clause"]])


def written_cite(lang: Lang, cite: Cite) -> str:
    """A clause in plain letters, for where no link can stand."""
    return called(cite.book, cite.clause, lang)


def _linked(lang: Lang, book: str, meant: list[str]) -> Markup:
    layer, written = layer_of(book), called(book, meant[0], lang)
    if book in shipped().ids or layer == HOUSE:
        return Markup('<a href="{}">{}</a>').format(clause_address(book, meant[0]), written)
    answers = "; ".join(filter(None, (_meaning(lang, one) for one in meant))) if layer else ""
    return Markup('<span class="layer" title="{}">{}</span>').format(answers, written)


def _meaning(lang: Lang, clause: str) -> str:
    """What was settled, in words: an answer is a clause that goes by the name of its rule."""
    rule = shipped().parameters.get(clause.partition(".")[2])
    return rule.meaning.read(lang) if rule else ""
