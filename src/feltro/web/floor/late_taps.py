"""Taps that waited at a table without a network and were refused or crossed something: the floor puts them right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.outcome import Refused, cites_of
from feltro.tournament.eliminations.commands import BustHand
from feltro.web.frame.clauses import cited
from feltro.web.frame.refusals import in_words
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.kernel.instants import Instant
    from feltro.tournament.facts.taps import TapAsked
    from feltro.words.languages import Lang


class LateTap(NamedTuple):
    id: str
    event: str
    table: int
    act: str
    people: str
    tapped: Instant
    came: Instant
    says: str
    clauses: Any
    crossed: bool
    bust: bool
    """Whether it may still be done."""


def late_taps(found: EventView, lang: Lang) -> list[LateTap]:
    """In the order in which they came. Hold the world's lock."""
    return [_line(name, one, found, lang) for name, one in found.state.taps.open.items()]


def _line(name: str, one: TapAsked, found: EventView, lang: Lang) -> LateTap:
    bust = one.act == BustHand.__name__ and one.because in {"tap.crossed", "tap.changed"}
    return LateTap(
        name,
        found.id,
        one.table,
        one.act,
        ", ".join(found.names.of(entry) for entry in one.entries),
        one.tapped_at,
        one.at,
        _says(one, found, lang),
        cited(lang, cites_of(one.cites)) if one.cites else "",
        bool(one.crossed),
        bust,
    )


def _says(one: TapAsked, found: EventView, lang: Lang) -> str:
    if one.crossed:
        people = [found.names.of(entry) for entry in one.crossed]
        return say("floor.tap_crossed", lang, people=people, n=len(people))
    if one.because == "tap.changed":
        return say("floor.tap_changed", lang)
    told = in_words(Refused(one.because, dict(one.values)), found.house, found.id)
    return say(told.because, lang, **told.values)
