"""A model of an event as a card: what it costs, what one gets, how long its levels are, and how the blinds grow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.sheets.templates import sheet_from_template
from feltro.kernel.instants import SECOND, instant_of
from feltro.tournament.sheet import Sheet
from feltro.tournament.sheet.duration import day_ends
from feltro.web.events.preview import FIELD
from feltro.web.plots import sparkline_svg
from feltro.words.sentences import say

if TYPE_CHECKING:
    from datetime import date

    from markupsafe import Markup

    from feltro.app.sheets.templates import Template
    from feltro.words.languages import Lang

HOUR = 3600 * SECOND


class ModelCard(NamedTuple):
    id: str
    about: str
    price_centavos: int
    stack: int
    minutes: tuple[int, ...]
    """Of its levels, the shortest and the longest; once where they are the same."""
    hours: int
    """From the first card to the champion, about; nothing where it takes several days."""
    blinds: Markup | str


def model_card(template: Template, on: date, lang: Lang) -> ModelCard:
    sheet = sheet_from_template(template, on)
    if not isinstance(sheet, Sheet):
        return ModelCard(template.id, template.about.read(lang), 0, 0, (), 0, "")
    entry = next((item for item in sheet.items if item.kind == "entry"), None)
    lengths = sorted({level.minutes for level in sheet.levels})
    big = [level.big_blind for level in sheet.levels if level.big_blind]
    said = say("events.model.blinds", lang, first=big[0], last=big[-1]) if big else ""
    return ModelCard(
        template.id,
        template.about.read(lang),
        entry.price_centavos if entry else 0,
        sheet.starting_stack,
        tuple(dict.fromkeys((lengths[0], lengths[-1]))) if lengths else (),
        _hours(sheet),
        sparkline_svg(said, big) if big else "",
    )


def _hours(sheet: Sheet) -> int:
    """With the field that the model expects, as the form beside it counts."""
    if len(sheet.days) > 1:
        return 0
    expected = msgspec.structs.replace(sheet, expected_entries=sheet.expected_entries or FIELD)
    ends = day_ends(expected, sheet.days[0])
    return round((instant_of(ends) - sheet.starts_at) / HOUR) if ends else 0
