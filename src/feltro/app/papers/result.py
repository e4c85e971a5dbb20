"""The result of an event that is over: every place, what each player won, and the deal where there was one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.app.ranking.results import people_by_place
from feltro.kernel.outcome import Refused
from feltro.tournament.prizes.due import due

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.pen import Pen


def result(pen: Pen) -> b.Paper | Refused:
    """Nothing to print until there is a champion: a place may still move."""
    order = people_by_place(pen.state)
    if order is None:
        return Refused("paper.no_result")
    title = pen.say("paper.result.title")
    blocks = (
        b.Title(text=title, under=pen.state.the_sheet.name),
        *_about(pen, order),
        b.Gap(),
        b.Grid(
            head=tuple(pen.say(f"paper.{name}") for name in ("place", "player", "prize_head")),
            rows=tuple(_rows(pen, order)),
            widths=(4, 15, 5),
            align="rlr",
            names=1,
            large=True,
        ),
        b.Paragraph(text=pen.rulebook, small=True),
        *pen.seal,
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=pen.foot)


def _about(pen: Pen, order: list[tuple[str, ...]]) -> Iterator[b.Any]:
    state = pen.state
    champion = ", ".join(pen.called(person) for person in order[0])
    yield b.Line(label=pen.say("paper.result.champion"), value=champion, bold=True)
    first = min(state.starts.values(), default=None)
    if first is not None:
        yield b.Line(label=pen.say("paper.result.start"), value=pen.when(first))
    yield b.Line(label=pen.say("paper.payouts.entries"), value=pen.whole(state.entries_sold))
    if state.prizes.announced:
        pool = pen.money(state.prizes.announced.pool_centavos)
        yield b.Line(label=pen.say("paper.payouts.pool"), value=pool)
    yield from _deal(pen)


def _deal(pen: Pen) -> Iterator[b.Any]:
    agreed = pen.state.deals.agreed
    if agreed is None:
        return
    proposal = pen.state.deals.deals[agreed.deal].current
    how = pen.say(f"deal.method.{proposal.method}") if proposal else ""
    told = pen.say("paper.result.among", players=agreed.players)
    yield b.Line(label=pen.say("paper.result.deal"), value=" · ".join(filter(None, (told, how))))
    if agreed.reserve_centavos:
        reserve = pen.money(agreed.reserve_centavos)
        yield b.Line(label=pen.say("paper.result.reserve"), value=reserve)


def _rows(pen: Pen, order: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Who entered twice and won with both has the sum beside the one name."""
    won: dict[str, int] = {}
    for one in due(pen.state).values():
        won[one.person] = won.get(one.person, 0) + one.amount
    place = 1
    for group in order:
        which = pen.places(place, place + len(group) - 1)
        for person in group:
            amount = won.get(person, 0)
            yield (which, pen.called(person), pen.money(amount) if amount else "")
        place += len(group)
