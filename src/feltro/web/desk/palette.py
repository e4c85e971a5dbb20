"""In the palette: tables, and what can be done. A command is found by its words and leads to its form."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.event_view import lately, states
from feltro.app.people.names import name_of
from feltro.app.people.person import folded
from feltro.app.player.holder import card_holder
from feltro.web.desk.ledger_lists import events_on_sale
from feltro.web.frame.fields import digits
from feltro.web.frame.menu import DESK, MONEY, OFFICE, STAFF
from feltro.web.frame.palette import Hit, Query
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable


FORMS_OF_AN_EVENT = 3
"""Of how many events a command is offered: the next ones on sale."""


class Doing(NamedTuple):
    """Something that can be done: its words, where its form is, for whom."""

    key: str
    href: str
    """With `{event}`: once for each event on sale."""
    roles: tuple[str, ...]


DOINGS = (
    Doing("palette.do.sell", "/balcao/{event}", DESK),
    Doing("palette.do.register", "/balcao/{event}/novo", DESK),
    Doing("palette.do.alternates", "/balcao/{event}?aba=espera#lista", MONEY),
    Doing("palette.do.refund", "/balcao/{event}?aba=anuladas#lista", MONEY),
    Doing("palette.do.match", "/balcao/{event}?aba=pix#lista", MONEY),
    Doing("palette.do.close", "/eventos/{event}#inscricoes", OFFICE),
    Doing("palette.do.drawer", "/caixa", MONEY),
    Doing("palette.do.bank_file", "/pix", MONEY),
    Doing("palette.do.create", "/eventos/novo", OFFICE),
    Doing("palette.do.invite", "/equipe", OFFICE),
    Doing("palette.do.pair", "/aparelhos", OFFICE),
)


def commands(asked: Query) -> Iterable[Hit]:
    words = folded(asked.text).split()
    if not words:
        return
    for one in DOINGS:
        label = say(one.key, asked.lang)
        if asked.me.role not in one.roles or not all(word in folded(label) for word in words):
            continue
        if "{event}" not in one.href:
            yield Hit("command", label, one.href)
            continue
        for event in events_on_sale(asked.house, asked.now)[:FORMS_OF_AN_EVENT]:
            yield Hit("command", label, one.href.format(event=event.id), event.name)


def tables(asked: Query) -> Iterable[Hit]:
    """`12` or `mesa 12`: who sits there, as the desk shows them."""
    number = asked.text.strip().lower().removeprefix("mesa").removeprefix("table").strip()
    read = digits(number, 5)
    if asked.me.role not in DESK or read is None:
        return
    for state in states(asked.house, lately(asked.now)):
        table = state.floor.tables.get(read)
        if table is not None:
            label = say("palette.table", asked.lang, table=table.number, n=len(table.players))
            yield Hit("table", label, f"/balcao/{state.tournament}?q=mesa+{number}", state.the_sheet.name)


def cards(asked: Query) -> Iterable[Hit]:
    """What a scanner read from a seat card or a phone: the sheet of whoever carries it."""
    holder = card_holder(asked.text, asked.house, asked.now)
    if holder is None or asked.me.role not in STAFF:
        return
    desk, room = (
        f"/balcao/{holder.tournament}?pessoa={holder.person}",
        f"/direcao/{holder.tournament}/jogador/{holder.entry}",
    )
    yield Hit("person", name_of(holder.person, asked.house.store), desk if asked.me.role in MONEY else room)
