"""The organiser's own house rules on the sheet of an event: pasted or read from a file, kept with the event, offered to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.sheets.settlement import own_layer
from feltro.kernel.outcome import Refused, together
from feltro.rulebook.book import Book
from feltro.web.frame import fields

if TYPE_CHECKING:
    from feltro.app.handling import House

TYPED = "own_text"
TICKED = "own"
KNOWN = "own known"
"""What the house has from earlier events, put into the form by the server: no field of a page has a space."""
LONGEST = 40_000


class OwnRules(NamedTuple):
    book: Book
    text: str


def known_rules(house: House) -> dict[str, OwnRules]:
    """Of every event of the house, by id; the one that was written last. Hold the world's lock."""
    found: dict[str, OwnRules] = {}
    lives = (one.gist for one in house.world.lives("tournament:"))
    for gist in sorted((one for one in lives if one and one.own_rules), key=lambda one: one.begins):
        found |= read_rules(gist.own_rules)
    return found


def read_rules(texts: tuple[str, ...]) -> dict[str, OwnRules]:
    read = ((own_layer(text), text) for text in texts)
    return {str(book.id): OwnRules(book, text) for book, text in read if isinstance(book, Book)}


def refuse_typed(form: dict[str, Any]) -> Refused | None:
    """Everything that is wrong with the rules that were pasted, when they are to be added."""
    if fields.text(form, "do") != "own.add":
        return None
    read = own_layer(_typed(form))
    if isinstance(read, Book):
        return None
    return together(*(Refused(one.because, {**one.values, "where": one.where}) for one in read))


def change_own(plain: dict[str, Any], form: dict[str, Any]) -> None:
    """Those ticked, of this sheet or of the house; and what was pasted, in place of its older text."""
    had = read_rules(tuple(plain.get("own_rules", ())))
    if TICKED in form:
        known = {**form.get(KNOWN, {}), **had}
        had = {name: one for name, one in known.items() if name in fields.texts(form, TICKED)}
    if fields.text(form, "do") == "own.add":
        had |= read_rules((_typed(form),))
    plain["own_rules"] = [one.text for one in had.values() if plain["book"] in one.book.extends]


def _typed(form: dict[str, Any]) -> str:
    """As a file has it: browsers send every line with two signs at its end."""
    return str(form.get(TYPED, ""))[:LONGEST].replace("\r\n", "\n")


def offered_rules(book: str, texts: tuple[str, ...], known: dict[str, OwnRules]) -> list[tuple[Book, bool]]:
    """What can be ticked: the sheet's own, and what earlier events of the house had under this book."""
    mine = read_rules(texts)
    every = {**known, **mine}
    return [(one.book, name in mine) for name, one in every.items() if book in one.book.extends]
