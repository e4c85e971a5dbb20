"""Layers: a small book laid over another changes only what it names.

A structure sheet, a house addendum, what an organiser settled and an amendment during an event are
all layers. A layer that changes what is already set has to say so with `overrides`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.kernel.outcome import Finding

if TYPE_CHECKING:
    from feltro.rulebook.book import Book, Rulebook


def lay(rulebook: Rulebook, layer: Book) -> Rulebook | list[Finding]:
    """The rulebook with one more layer on top, or every conflict that stands in the way."""
    findings = []
    if rulebook.book.id not in layer.extends:
        values = {"book": rulebook.book.id, "extends": layer.extends}
        findings.append(Finding("rulebook.layer.other_book", layer.id, values))
    below = (rulebook.book, *rulebook.layers)
    if any(layer.id == other.id for other in below):
        findings.append(Finding("rulebook.layer.twice", layer.id))
    for clause in layer.clauses.values():
        for name in clause.sets:
            setter = next((book.says[name].clause for book in reversed(below) if name in book.says), None)
            if setter and name not in clause.overrides:
                values = {"parameter": name, "other": str(setter)}
                place = f"{layer.chapters[clause.chapter].file}.toml · {clause.id}"
                findings.append(Finding("rulebook.layer.conflict", place, values))
    return findings or replace(rulebook, layers=(*rulebook.layers, layer))
