"""What stands for a thing in the room wherever it is named: a seat is its table's plate and its chair, an hour is one way
of writing it, a place on the podium is a disc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from feltro.kernel.instants import BRASILIA, local_time
from feltro.words import dates
from feltro.words.sentences import say

if TYPE_CHECKING:
    from datetime import datetime, time

    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

PODIUM = {1: "first", 2: "second", 3: "third"}


def seat_mark(lang: Lang, table: int, seat: int) -> Markup:
    """Read aloud as a sentence, because a plate alone says nothing to who listens."""
    said = say("seat.said", lang, table=table, seat=seat)
    return Markup(
        '<span class="assento"><span class="hidden">{}</span>'
        '<b class="placa" aria-hidden="true">{}</b><i class="cadeira" aria-hidden="true">{}</i></span>'
    ).format(said, table, seat)


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


def hour_said(lang: Lang, moment: Instant | datetime | time, zone: str = BRASILIA) -> str:
    """`14h05`, of an instant or of a local time."""
    if isinstance(moment, int):
        return dates.hour(local_time(moment, zone).time(), lang)
    local: Any = moment
    return dates.hour(local.time() if hasattr(local, "date") else local, lang)
