"""How a house is paid, told to the book of an event: as an answer where the book is silent, as a rule of the house where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.sheets.settlement import SettlingQuestion, questions_for, rulebook_for
from feltro.rulebook.book import Rulebook, Silent
from feltro.tournament.sheet import Sheet
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.words.languages import Lang

METHODS = "payment.methods"
RULE = "casa-pagamento"


def paid_by(sheet: Sheet, methods: Sequence[str], lang: Lang) -> tuple[Sheet, dict[str, Any]]:
    """The sheet under a book in which one pays so, and what is answered besides."""
    rulebook = rulebook_for(sheet)
    if not isinstance(rulebook, Rulebook):
        return sheet, {}
    said = rulebook[METHODS]
    if isinstance(said, Silent):
        asked = any(
            isinstance(one, SettlingQuestion) and one.parameter.name == METHODS for one in questions_for(sheet)
        )
        return sheet, {METHODS: list(methods)} if asked else {}
    if set(said.value) == set(methods):
        return sheet, {}
    rule = _rule(sheet.book, methods, lang)
    return msgspec.structs.replace(sheet, own_rules=(*sheet.own_rules, rule)), {}


def _rule(book: str, methods: Sequence[str], lang: Lang) -> str:
    """A clause of the house's own over the book's: it is cited like any other, and stands on the event's page."""
    words = [(one, say("setup.paid.title", one), say("setup.paid.rule", one)) for one in ("pt", "en", "es")]
    titles = {one: title for one, title, _ in words}
    rules = {one: rule for one, _, rule in words}
    listed = ", ".join(f'"{one}"' for one in methods)
    return f"""id = "{RULE}"
extends = "{book}"
edition = "1"
name = "{say("setup.paid.name", lang)}"
label = "{say("setup.paid.name", lang)}"

[governs]
pt = "{rules["pt"]}"
en = "{rules["en"]}"
es = "{rules["es"]}"

[[clause]]
id = "P.1"
titulo = "{titles["pt"]}"
title = "{titles["en"]}"
titulo_es = "{titles["es"]}"
area = "money"
status = "decides"
resumo = "{rules["pt"]}"
summary = "{rules["en"]}"
resumo_es = "{rules["es"]}"
overrides = ["{METHODS}"]
sets."{METHODS}" = [{listed}]
"""
