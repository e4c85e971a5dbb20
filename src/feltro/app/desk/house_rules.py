"""Rules that nobody enforces by machine but everybody should read, each where it matters."""

from typing import Literal

import msgspec

from feltro.kernel.outcome import Cite
from feltro.rulebook.book import Silent
from feltro.rulebook.settle import Settled
from feltro.rulebook.speech import speak
from feltro.words.languages import Lang

Place = Literal["desk", "table", "stage", "ranking"]

PLACES: dict[Place, tuple[str, ...]] = {
    "desk": (
        "entry.photo_id.checked_at",
        "entry.photo_id.on_request",
        "payment.currency",
        "payment.methods",
        "payment.advance.data_sent",
        "ticket.online.login_on_request",
        "ticket.refundable",
        "ticket.tradable",
        "entry.refusal.grounds",
        "event.stop.other_compensation",
    ),
    "table": (
        "language.allowed",
        "devices.at_table",
        "devices.assistance_banned",
        "devices.rail",
        "devices.banned_tables",
        "devices.laptop_outside_socket",
        "devices.director_may_stop",
        "devices.players_may_report",
        "deck.change.when",
        "deck.change.on_request",
        "event.unforeseen.decided_by",
    ),
    "stage": (
        "event.announcement.channels",
        "event.announcement.before_stage",
        "event.main.multi_day",
        "event.sheet.required",
        "event.sheet.fields",
        "event.start.strict",
        "event.arrival.minutes_before",
        "event.belongings.organiser_liable",
        "event.schedule.may_change_without_notice",
        "event.rules.change_from",
        "event.rules.change_notice",
    ),
    "ranking": ("ranking.may_change_without_notice", "ranking.decisions_contestable"),
}


class HouseRule(msgspec.Struct, frozen=True, kw_only=True):
    parameter: str
    title: str
    text: str
    cites: tuple[Cite, ...]


def house_rules(place: Place, book: Settled, lang: Lang) -> tuple[HouseRule, ...]:
    """What the book itself says; where it is silent, nothing is shown in its name."""
    shown = []
    for name in PLACES[place]:
        said = book.rulebook[name]
        if isinstance(said, Silent):
            continue
        parameter = book.rulebook.parameters[name]
        text = speak(parameter, said.value, lang)
        shown.append(HouseRule(parameter=name, title=parameter.meaning.read(lang), text=text, cites=said.cites))
    return tuple(shown)
