"""Settling the book for an event: which engines it needs, what is asked, and what then holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.sheets.answers import as_json, as_written
from feltro.kernel.outcome import Finding
from feltro.rulebook.book import Book, Rulebook
from feltro.rulebook.layers import lay
from feltro.rulebook.library import shipped
from feltro.rulebook.press import digest
from feltro.rulebook.settle import Settled, questions, settle, settled, still_asked
from feltro.tournament.sheet.faults import Fault
from feltro.tournament.sheet.layer import layer_of
from feltro.tournament.sheet.lint import lint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulebook.book import Sourced
    from feltro.rulebook.library import Library
    from feltro.rulebook.parameter import Parameter
    from feltro.tournament.sheet import Sheet

LAYER = "acertos"

ALWAYS = ("hand", "rulings", "tournament", "desk", "prizes", "control")
"""Screens are not asked about: where a book is silent they show its silence."""


@dataclass(frozen=True, slots=True)
class SettlingQuestion:
    """One question of the settling screen.

    `matters`: this event will meet the answer. What it will not meet, or can do without, is kept folded.
    """

    parameter: Parameter
    proposed: Sourced | None
    matters: bool


@dataclass(frozen=True, slots=True)
class Settlement:
    """The book of one event with nothing left silent, and what the event's first fact keeps of it."""

    book: Settled
    answers: dict[str, Any]
    """Every answer, typed or proposed, as JSON: a later change of the defaults does not reach this event."""
    digest: str
    """Of the book and every addendum laid over it."""


REMEMBERED = 16
_SETTLED: dict[tuple[bytes, bool], Settlement] = {}
"""By the words of sheet and answers: an event is settled when it is created, and again whenever it is read. The oldest goes."""


def engines(sheet: Sheet) -> tuple[str, ...]:
    """Who will read the book at this event."""
    season = sheet.points != "none" or any(
        account in item.split_centavos
        for item in sheet.items
        for account in ("ranking_fund", "stage_champion_fund")
    )
    return (*ALWAYS, "season") if season else ALWAYS


def rulebook_for(sheet: Sheet, library: Library | None = None) -> Rulebook | list[Finding]:
    """The sheet's book under its addenda and the sheet's own layer, or why they do not fit together."""
    shelf = library or shipped()
    if sheet.book not in shelf.ids:
        return [Finding("sheet.book_unknown", "book", {"book": sheet.book, "known": list(shelf.ids)})]
    unknown = [name for name in sheet.addenda if name not in shelf.addenda]
    if unknown:
        known = list(shelf.addenda)
        return [Finding("sheet.addendum_unknown", "addenda", {"name": name, "known": known}) for name in unknown]
    own = [own_layer(text) for text in sheet.own_rules]
    wrong = [finding for one in own if isinstance(one, list) for finding in one]
    if wrong:
        return wrong
    layers = (*(shelf.addenda[name] for name in sheet.addenda), *(one for one in own if isinstance(one, Book)))
    rulebook = shelf.rulebook(sheet.book, *layers)
    return lay(rulebook, layer_of(sheet, rulebook)) if isinstance(rulebook, Rulebook) else rulebook


@lru_cache(maxsize=32)
def own_layer(text: str) -> Book | list[Finding]:
    """House rules that an organiser wrote, or everything that is wrong with them."""
    from feltro.rulebook.load import read_addendum

    shelf = shipped()
    read = read_addendum(text, "regras", shelf.parameters)
    if isinstance(read, Book) and (read.id in shelf.ids or read.id in shelf.addenda):
        return [Finding("sheet.own_rules_named", "own_rules", {"name": str(read.id)})]
    return read


def faults_of(sheet: Sheet, answers: Mapping[str, Any] | None = None) -> list[Fault] | list[Finding]:
    """What would go wrong, by the sheet alone and under its book; findings when there is no such book."""
    rulebook = rulebook_for(sheet)
    if not isinstance(rulebook, Rulebook):
        return rulebook
    return lint(sheet, replace(rulebook, layers=rulebook.layers[:-1]), answers)


def questions_for(sheet: Sheet) -> list[SettlingQuestion] | list[Finding]:
    """What the organiser is asked, each with its prefilled answer; what this event will not meet comes last."""
    rulebook = rulebook_for(sheet)
    if not isinstance(rulebook, Rulebook):
        return rulebook
    asked = [
        SettlingQuestion(
            one.parameter, one.proposed, one.proposed is not None and _matters(sheet, one.parameter.name)
        )
        for one in questions(rulebook, engines(sheet))
    ]
    return sorted(asked, key=lambda one: not one.matters)


def settle_for(sheet: Sheet, answers: Mapping[str, Any], *, kept: bool = False) -> Settlement | list[Finding]:
    """The event's book, with the answers given and the proposed ones elsewhere; or everything wrong with them.

    `kept`: they are answers of an event announced before, some of which the book itself may give by now.
    """
    made_of = (msgspec.json.encode((sheet, answers)), kept)
    found = _SETTLED.get(made_of) or _settled(sheet, answers, kept=kept)
    if isinstance(found, Settlement) and made_of not in _SETTLED:
        if len(_SETTLED) >= REMEMBERED:
            del _SETTLED[next(iter(_SETTLED))]
        _SETTLED[made_of] = found
    return found


def _settled(sheet: Sheet, answers: Mapping[str, Any], *, kept: bool) -> Settlement | list[Finding]:
    rulebook = rulebook_for(sheet)
    if not isinstance(rulebook, Rulebook):
        return rulebook
    answers = still_asked(rulebook, answers, engines(sheet)) if kept else answers
    written = {
        name: as_written(rulebook.parameters[name], answer) if name in rulebook.parameters else answer
        for name, answer in answers.items()
    }
    layer = settle(rulebook, written, engines(sheet), LAYER)
    if isinstance(layer, list):
        return layer
    book = settled(rulebook, layer)
    if isinstance(book, list):
        return book
    settled_now = {name: as_json(sourced.value) for name, sourced in layer.says.items()}
    return Settlement(book, settled_now, _digest(sheet.book, sheet.addenda, sheet.own_rules))


@cache
def _digest(book: str, addenda: tuple[str, ...], own: tuple[str, ...]) -> str:
    """Of the printed text: the sheet itself is in the event, so its layer needs no digest."""
    from hashlib import sha256

    shelf = shipped()
    texts = (shelf.book(book), *(shelf.addenda[name] for name in addenda))
    return sha256("".join((*(digest(one, shelf.parameters) for one in texts), *own)).encode()).hexdigest()


def _matters(sheet: Sheet, name: str) -> bool:
    """Whether an event with this sheet can come to ask. Everything is settled; this only orders the screen."""
    kinds = {item.kind for item in sheet.items}
    absent = {
        "action_clock.": sheet.action_clock is None,
        "rebuy.": "rebuy" not in kinds,
        "reentry.": "reentry" not in kinds,
        "guarantee.": sheet.guarantee_centavos is None,
        "prizes.knockout.": sheet.bounty is None,
        "satellite.": sheet.satellite is None,
        "end_of_day.": len(sheet.days) == 1,
        "points.": sheet.points == "none",
        "ranking.": sheet.points == "none",
        "balance.stud.": not {"stud", "stud8", "razz"} & set(sheet.games.codes),
    }
    return not any(name.startswith(area) and gone for area, gone in absent.items())
