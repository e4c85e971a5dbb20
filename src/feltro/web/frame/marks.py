"""What stands for a thing in the room wherever it is named: a seat is its table's plate and its chair, an hour is one way
of writing it, a place on the podium is a disc."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from feltro.kernel.instants import BRASILIA, local_time
from feltro.tournament.state.floor import chair_named
from feltro.words import dates
from feltro.words.sentences import say

if TYPE_CHECKING:
    from datetime import datetime, time

    from feltro.kernel.instants import Instant
    from feltro.tournament.state.floor import Chair
    from feltro.words.languages import Lang

TYPED = re.compile(r"(?<![\d.])(\d{1,3}\.\d{1,2})(?![\d.])")
PODIUM = {1: "first", 2: "second", 3: "third"}


def seat_mark(lang: Lang, where: Chair | str) -> Markup:
    """Read aloud as a sentence, because a plate alone says nothing to who listens."""
    chair = chair_named(where) if isinstance(where, str) else where
    said = say("seat.said", lang, table=chair.table, seat=chair.seat)
    return Markup(
        '<span class="assento"><span class="hidden">{}</span>'
        '<b class="placa" aria-hidden="true">{}</b><i class="cadeira" aria-hidden="true">{}</i></span>'
    ).format(said, chair.table, chair.seat)


def with_seats(lang: Lang, text: str) -> Markup:
    """A line in which a seat is written as it is typed, `12.4`; chips have three figures after their point."""
    pieces = TYPED.split(text)
    return Markup("").join(
        seat_mark(lang, one) if place % 2 else Markup("{}").format(one) for place, one in enumerate(pieces)
    )


def plate_mark(lang: Lang, table: int) -> Markup:
    """A table alone."""
    said = say("director.table_n", lang, table=table)
    return Markup(
        '<span class="assento"><span class="hidden">{}</span><b class="placa" aria-hidden="true">{}</b></span>'
    ).format(said, table)


def medal_mark(place: int, written: str) -> Markup:
    """Three are on the podium; all others are a number."""
    kind = PODIUM.get(place)
    return Markup('<b class="medal {}">{}</b>').format(kind, place) if kind else Markup("{}").format(written)


def moment_said(lang: Lang, at: Instant, zone: str = BRASILIA) -> str:
    """`21 nov. 2026, 14h05`."""
    moment = local_time(at, zone)
    return f"{dates.full_day(moment.date(), lang)}, {dates.hour(moment.time(), lang)}"


def hour_said(lang: Lang, moment: Instant | datetime | time, zone: str = BRASILIA) -> str:
    """`14h05`, of an instant or of a local time."""
    if isinstance(moment, int):
        return dates.hour(local_time(moment, zone).time(), lang)
    local: Any = moment
    return dates.hour(local.time() if hasattr(local, "date") else local, lang)
