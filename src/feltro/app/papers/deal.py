"""The page of a deal, on which every player who is left signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.kernel.outcome import Refused
from feltro.tournament.deals.page import agreement_page, by_name
from feltro.tournament.deals.shares import METHODS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.pen import Pen
    from feltro.tournament.deals.page import AgreementPage, DealSignature


def deal(pen: Pen, deal_id: str, copy: int = 1) -> b.Paper | Refused:
    page = agreement_page(pen.state, deal_id)
    if page is None:
        return Refused("paper.none.deal", {"of": deal_id})
    title = pen.say("paper.deal.title")
    cites = pen.cites(pen.book["deal.champion_reserve"].cites)
    blocks = (
        b.Title(text=title, under=pen.state.the_sheet.name),
        b.Line(label=pen.say("paper.deal.status"), value=pen.say(f"deal.status.{page.status}")),
        *_facts(pen, page),
        b.Gap(),
        _ways(pen, page),
        *(
            b.Paragraph(text=pen.say(one.because, **one.values))
            for one in by_name(page, lambda line: pen.called(line.person))
        ),
        b.Gap(),
        *_agreed(pen, page),
        b.Gap(),
        b.Paragraph(text=" · ".join(filter(None, (pen.rulebook, cites))), small=True),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, mark=pen.mark(copy), foot=pen.foot)


def _facts(pen: Pen, page: AgreementPage) -> Iterator[b.Any]:
    yield b.Line(label=pen.say("paper.deal.at"), value=pen.when(page.at))
    left = pen.say("paper.deal.left", players=len(page.lines))
    yield b.Line(label=left, value=pen.money(sum(page.prizes_centavos)))
    yield b.Line(label=pen.say("paper.deal.reserve"), value=pen.money(page.reserve_centavos))
    if page.knockouts_apart:
        yield b.Paragraph(text=pen.say("paper.deal.knockouts"))
    if page.chips_off:
        yield b.Paragraph(text=pen.say("paper.deal.chips_off", chips=page.chips_off), bold=True)


def _ways(pen: Pen, page: AgreementPage) -> b.Grid:
    """Every way to share, side by side, so that nobody signs without having seen the others."""
    heads = (
        pen.say("paper.player"),
        pen.say("paper.chips"),
        *(pen.say(f"deal.method.{way}") for way in METHODS),
    )
    rows = [
        (
            pen.called(one.person),
            pen.whole(one.chips),
            *(pen.money(one.ways_centavos[way]) for way in METHODS),
        )
        for one in page.lines
    ]
    sums = (pen.money(sum(one.ways_centavos[way] for one in page.lines)) for way in METHODS)
    chips = pen.whole(sum(one.chips for one in page.lines))
    rows.append((pen.say("paper.total"), chips, *sums))
    return b.Grid(
        head=heads, rows=tuple(rows), widths=(12, 4, 5, 5, 5), align="lrrrr", bold_rows=(len(rows) - 1,), names=0
    )


def _agreed(pen: Pen, page: AgreementPage) -> Iterator[b.Any]:
    """What is proposed, and a line for each to sign; nothing to sign while nothing is proposed."""
    if not page.method:
        yield b.Paragraph(text=pen.say("paper.deal.nothing_proposed"))
        return
    yield b.Paragraph(text=pen.say("paper.deal.proposed", method=pen.say(f"deal.method.{page.method}")), bold=True)
    rows = [_signature(pen, one) for one in page.lines]
    head = (pen.say("paper.player"), pen.say("paper.deal.amount"), pen.say("paper.deal.signature"))
    yield b.Signatures(head=head, rows=(*rows, (pen.say("paper.deal.director"), "", "")))


def _signature(pen: Pen, one: DealSignature) -> tuple[str, str, str]:
    under = [pen.document(one.person)]
    if one.agreed:
        under.append(pen.say("paper.deal.agrees"))
    return (
        pen.named(one.person),
        " · ".join(filter(None, under)),
        pen.money(one.amount_centavos or 0),
    )
