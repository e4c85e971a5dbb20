"""The page of a deal, on which every player who is left signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.kernel.outcome import Refused
from feltro.tournament.deals.page import agreement_page
from feltro.tournament.deals.splitting import METHODS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.source import Source
    from feltro.tournament.deals.page import AgreementPage, Signature


def deal(source: Source, deal_id: str, copy: int = 1) -> b.Paper | Refused:
    page = agreement_page(source.state, deal_id)
    if page is None:
        return Refused("paper.none.deal", {"of": deal_id})
    title = source.say("paper.deal.title")
    cites = source.cites(source.book["deal.champion_reserve"].cites)
    blocks = (
        b.Title(text=title, under=source.state.the_sheet.name),
        b.Line(label=source.say("paper.deal.status"), value=source.say(f"deal.status.{page.status}")),
        *_facts(source, page),
        b.Gap(),
        _ways(source, page),
        *(b.Text(text=source.say(one.because, **one.values)) for one in page.warnings),
        b.Gap(),
        *_agreed(source, page),
        b.Gap(),
        b.Text(text=" · ".join(filter(None, (source.rulebook, cites))), small=True),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, mark=source.mark(copy), foot=source.foot)


def _facts(source: Source, page: AgreementPage) -> Iterator[b.Any]:
    yield b.Line(label=source.say("paper.deal.at"), value=source.when(page.at))
    left = source.say("paper.deal.left", players=len(page.lines))
    yield b.Line(label=left, value=source.money(sum(page.prizes_centavos)))
    yield b.Line(label=source.say("paper.deal.reserve"), value=source.money(page.reserve_centavos))
    if page.knockouts_apart:
        yield b.Text(text=source.say("paper.deal.knockouts"))
    if page.chips_off:
        yield b.Text(text=source.say("paper.deal.chips_off", chips=page.chips_off), bold=True)


def _ways(source: Source, page: AgreementPage) -> b.Table:
    """Every way to share, side by side, so that nobody signs without having seen the others."""
    heads = (
        source.say("paper.player"),
        source.say("paper.chips"),
        *(source.say(f"deal.method.{way}") for way in METHODS),
    )
    rows = [
        (
            source.called(one.person),
            source.whole(one.chips),
            *(source.money(one.ways_centavos[way]) for way in METHODS),
        )
        for one in page.lines
    ]
    sums = (source.money(sum(one.ways_centavos[way] for one in page.lines)) for way in METHODS)
    chips = source.whole(sum(one.chips for one in page.lines))
    rows.append((source.say("paper.total"), chips, *sums))
    return b.Table(
        head=heads, rows=tuple(rows), widths=(12, 4, 5, 5, 5), align="lrrrr", bold_rows=(len(rows) - 1,), names=0
    )


def _agreed(source: Source, page: AgreementPage) -> Iterator[b.Any]:
    """What is proposed, and a line for each to sign; nothing to sign while nothing is proposed."""
    if not page.method:
        yield b.Text(text=source.say("paper.deal.nothing_proposed"))
        return
    yield b.Text(text=source.say("paper.deal.proposed", method=source.say(f"deal.method.{page.method}")), bold=True)
    rows = [_signature(source, one) for one in page.lines]
    head = (source.say("paper.player"), source.say("paper.deal.amount"), source.say("paper.deal.signature"))
    yield b.Signatures(head=head, rows=(*rows, (source.say("paper.deal.director"), "", "")))


def _signature(source: Source, one: Signature) -> tuple[str, str, str]:
    under = [source.document(one.person)]
    if one.agrees is not None:
        under.append(source.say("paper.deal.agrees" if one.agrees else "paper.deal.refuses"))
    return (
        source.named(one.person),
        " · ".join(filter(None, under)),
        source.money(one.amount_centavos or 0),
    )
