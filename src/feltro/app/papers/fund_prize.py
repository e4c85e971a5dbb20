"""The receipt of a prize that no event pays: of the year, of a stage, of a surplus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.papers import blocks as b
from feltro.app.papers.seal import seal_block
from feltro.app.people.directory import load
from feltro.app.people.documents import masked
from feltro.app.people.names import staff_name
from feltro.app.upkeep.heads import head_of
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.words.dates import weekday_and_day
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.handling import House
    from feltro.kernel.instants import Instant
    from feltro.season.state import FundPayment, SeasonState
    from feltro.words.languages import Lang


def fund_prize(house: House, season: str, number: int, at: Instant, lang: Lang) -> b.Paper | Refused:
    """`number` counts the payments of a season from one. Hold the world's lock."""
    state: SeasonState = house.world.live(f"season:{season}").state
    if not 0 < number <= len(state.ranking.payments):
        return Refused("paper.none.prize", {"of": number})
    paid = state.ranking.payments[number - 1]
    owed = state.ranking.owed[paid.prize]
    title = say("paper.prize.title", lang, number=number)
    void = () if owed.paid_centavos else (b.Paragraph(text=say("paper.void.paid", lang), bold=True),)
    person = load(house.store, owed.prize.person)
    name = person.name if person else staff_name(owed.prize.person, house.store)
    blocks = (
        b.Title(text=title, under=say("paper.fund.of", lang, season=state.name)),
        *void,
        b.Big(text=written(Money(paid.amount_centavos - paid.tax_centavos), lang)),
        b.Gap(),
        b.Line(label=say("paper.player", lang), value=name),
        *_lines(paid, owed, masked(person.document) if person else "", lang),
        b.Gap(),
        b.Paragraph(text=say("paper.received_from_house", lang), small=True),
        b.Signature(label=name),
        b.Signature(label=say("paper.paid_by", lang)),
        b.Gap(),
        b.Paragraph(text=say("paper.printed_at", lang, when=_when(at, lang)), small=True),
        *seal_block(head_of(house.store, f"season:{season}"), lang),
    )
    return b.Paper(title=title, size="slip", blocks=blocks)


def _lines(paid: FundPayment, owed: Any, document: str, lang: Lang) -> Iterator[b.Any]:
    if document:
        yield b.Line(label=say("receipt.document", lang), value=document)
    yield b.Line(label=say("receipt.when", lang), value=_when(paid.at, lang))
    yield b.Line(label=say("paper.place", lang), value=say("paper.nth", lang, n=owed.prize.place))
    yield b.Rule()
    yield b.Line(label=say("paper.amount", lang), value=written(Money(paid.amount_centavos), lang))
    if paid.tax_centavos:
        yield b.Line(label=say("paper.tax", lang), value=written(Money(-paid.tax_centavos), lang))
    net = written(Money(paid.amount_centavos - paid.tax_centavos), lang)
    yield b.Line(label=say("paper.net", lang), value=net, bold=True)
    way = say(f"prize.method.{paid.method}", lang).capitalize()
    yield b.Line(label=say("paper.method", lang), value=way)
    if owed.left_centavos:
        yield b.Line(label=say("paper.remaining", lang), value=written(Money(owed.left_centavos), lang))
    if owed.alone:
        yield b.Paragraph(text=say("report.act.DoneAlone", lang), bold=True)


def _when(at: Instant, lang: Lang) -> str:
    moment = local_time(at)
    return say("paper.when", lang, day=weekday_and_day(moment.date(), lang), hour=moment.time())
