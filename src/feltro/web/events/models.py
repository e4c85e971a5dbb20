"""A model of an event as a card: what it costs, what one gets, how long its levels are, and how the blinds grow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.sheets.templates import sheet_from_template
from feltro.tournament.sheet import Sheet
from feltro.web.plots import sparkline_svg
from feltro.words.sentences import say

if TYPE_CHECKING:
    from datetime import date

    from markupsafe import Markup

    from feltro.app.sheets.templates import Template
    from feltro.words.languages import Lang


class ModelCard(NamedTuple):
    id: str
    about: str
    price_centavos: int
    stack: int
    minutes: tuple[int, ...]
    """Of its levels, the shortest and the longest; once where they are the same."""
    blinds: Markup | str


def model_card(template: Template, on: date, lang: Lang) -> ModelCard:
    sheet = sheet_from_template(template, on)
    if not isinstance(sheet, Sheet):
        return ModelCard(template.id, template.about.read(lang), 0, 0, (), "")
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
        sparkline_svg(said, big) if big else "",
    )
