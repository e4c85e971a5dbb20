"""A plan as a paper for the owner and the venue: what was asked, the answers, the fans, and the numbers beneath."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.app.plans import told
from feltro.app.plans.fans import dealers_fan, players_fan
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feltro.app.plans.event_plan import EventPlan
    from feltro.forecast.fit import Calibration
    from feltro.words.languages import Lang

Compared = tuple[str, "EventPlan"]
"""What is otherwise, in words, and what it comes to."""


def plan_paper(plan: EventPlan, compared: Sequence[Compared], fit: Calibration, lang: Lang) -> b.Paper:
    title = say("plan.title", lang)
    under = f"{plan.sheet.name} · {told.on_day(plan.sheet.days[0].starts_at, lang)}"
    blocks = (b.Title(text=title, under=under), *_said(plan, fit, lang), *_drawn(plan, lang))
    more = (*_compared(plan, compared, lang), *_tables(plan, lang))
    return b.Paper(title=title, size="a4", blocks=(*blocks, *more), foot=told.calibration(plan, lang))


def _said(plan: EventPlan, fit: Calibration, lang: Lang) -> Iterator[b.Any]:
    yield b.Paragraph(text=told.calibration(plan, lang), bold=True)
    if told_fit := told.fit_told(fit, lang):
        yield b.Paragraph(text=told_fit, small=True)
    for line in (*told.answers(plan, lang), *told.money_told(plan, lang)):
        yield b.Paragraph(text=line)
    yield b.Gap()


def _drawn(plan: EventPlan, lang: Lang) -> Iterator[b.Any]:
    for fan in (players_fan(plan, lang), dealers_fan(plan, lang)):
        if fan:
            yield fan
    yield b.Paragraph(text=say("plan.plot.how", lang), small=True)


def _compared(plan: EventPlan, compared: Sequence[Compared], lang: Lang) -> Iterator[b.Any]:
    if not compared:
        return
    rows = [(said, *told.side_by_side(one, lang)) for said, one in ((say("plan.as_is", lang), plan), *compared)]
    yield from _table(
        "plan.what_if", told.heads(lang, *told.COMPARED), rows, (24, 20, 11, 16, 11, 17, 13, 15, 11), lang
    )


def _tables(plan: EventPlan, lang: Lang) -> Iterator[b.Any]:
    levels = told.heads(lang, "level", "players", "average")
    yield from _table("plan.plot.players", levels, told.level_rows(plan, lang), (10, 20, 20), lang)
    hours = told.heads(lang, "hour", "tables", "dealers", "chairs")
    yield from _table("plan.plot.dealers", hours, told.hour_rows(plan, lang), (16, 20, 20, 14), lang)
    chips = told.heads(lang, "chip", "needed", "owned", "missing")
    yield from _table("plan.chips", chips, told.chip_rows(plan, lang), (12, 26, 18, 12), lang)
    for line in told.races_told(plan, lang):
        yield b.Paragraph(text=line)
    if prizes := told.prize_rows(plan, lang):
        yield from _table("plan.payouts", told.heads(lang, "place", "each"), prizes, (12, 24), lang)


def _table(
    key: str, head: tuple[str, ...], rows: told.Rows, widths: tuple[int, ...], lang: Lang
) -> Iterator[b.Any]:
    yield b.Gap()
    yield b.Paragraph(text=say(key, lang), bold=True)
    align = "l" + "r" * (len(head) - 1)
    yield b.Grid(head=head, rows=tuple(rows), widths=widths, align=align, small=True)
