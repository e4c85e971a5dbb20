"""The result of an event that is over: every place, what each player won, and the deal where there was one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.app.results import finishing_order
from feltro.kernel.outcome import Refused
from feltro.tournament.prizes.due import due

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.source import Source


def result(source: Source) -> b.Paper | Refused:
    """Nothing to print until there is a champion: a place may still move."""
    order = finishing_order(source.state)
    if order is None:
        return Refused("paper.no_result")
    title = source.say("paper.result.title")
    blocks = (
        b.Title(text=title, under=source.state.the_sheet.name),
        *_about(source, order),
        b.Gap(),
        b.Table(
            head=tuple(source.say(f"paper.{name}") for name in ("place", "player", "prize_head")),
            rows=tuple(_rows(source, order)),
            widths=(4, 15, 5),
            align="rlr",
            names=1,
            large=True,
        ),
        b.Text(text=source.rulebook, small=True),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=source.foot)


def _about(source: Source, order: list[tuple[str, ...]]) -> Iterator[b.Any]:
    state = source.state
    champion = ", ".join(source.called(person) for person in order[0])
    yield b.Line(label=source.say("paper.result.champion"), value=champion, bold=True)
    first = min(state.starts.values(), default=None)
    if first is not None:
        yield b.Line(label=source.say("paper.result.start"), value=source.when(first))
    yield b.Line(label=source.say("paper.payouts.entries"), value=source.whole(state.entries_sold))
    if state.prizes.announced:
        pool = source.money(state.prizes.announced.pool_centavos)
        yield b.Line(label=source.say("paper.payouts.pool"), value=pool)
    yield from _deal(source)


def _deal(source: Source) -> Iterator[b.Any]:
    agreed = source.state.deals.agreed
    if agreed is None:
        return
    proposal = source.state.deals.deals[agreed.deal].current
    how = source.say(f"deal.method.{proposal.method}") if proposal else ""
    told = source.say("paper.result.among", players=agreed.players)
    yield b.Line(label=source.say("paper.result.deal"), value=" · ".join(filter(None, (told, how))))
    if agreed.reserve_centavos:
        reserve = source.money(agreed.reserve_centavos)
        yield b.Line(label=source.say("paper.result.reserve"), value=reserve)


def _rows(source: Source, order: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Who entered twice and won with both has the sum beside the one name."""
    won: dict[str, int] = {}
    for one in due(source.state).values():
        won[one.person] = won.get(one.person, 0) + one.amount
    place = 1
    for group in order:
        which = source.places(place, place + len(group) - 1)
        for person in group:
            amount = won.get(person, 0)
            yield (which, source.called(person), source.money(amount) if amount else "")
        place += len(group)
