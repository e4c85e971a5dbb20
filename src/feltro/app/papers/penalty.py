"""The slip that goes to the table with a penalty: the dealer ticks a box for each hand that is sat out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.source import Source
    from feltro.tournament.sanctions.record import Penalty


def penalty(source: Source, penalty_id: str, copy: int = 1) -> b.Paper | Refused:
    given = source.state.sanctions.penalties.get(penalty_id)
    if given is None:
        return Refused("paper.none.penalty", {"of": penalty_id})
    title, chair = source.say("paper.penalty.title"), source.state.floor.chair_of.get(given.entry)
    where = source.say("paper.chair", table=chair.table, seat=chair.seat) if chair else ""
    blocks = (
        b.Title(text=title, under=source.state.the_sheet.name),
        *((b.Text(text=source.say("paper.penalty.lifted"), bold=True),) if given.lifted else ()),
        b.Text(text=source.called(given.person), bold=True, large=True),
        b.Big(text=_cost(source, given)),
        *((b.Line(label=source.say("paper.seat.label"), value=where),) if where else ()),
        *_facts(source, given),
        *_boxes(source, given),
        b.Text(text=source.cites(given.cites), small=True),
        b.Signature(label=source.say("paper.penalty.floor")),
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=source.mark(copy))


def _cost(source: Source, given: Penalty) -> str:
    if given.hands:
        return source.say("paper.penalty.hands", hands=given.hands)
    return source.say(f"sanction.{given.kind}").capitalize()


def _facts(source: Source, given: Penalty) -> Iterator[b.Any]:
    parameter = source.book.rulebook.parameters.get(given.infraction)
    if parameter:
        yield b.Line(label=source.say("paper.penalty.infraction"), value=parameter.meaning.read(source.lang))
    if given.kind == "missed_rounds":
        yield b.Line(label=source.say("paper.penalty.orbits"), value=str(given.amount))
    if given.chips:
        yield b.Line(label=source.say("paper.penalty.chips"), value=source.whole(given.chips), bold=True)
    if given.at:
        yield b.Line(label=source.say("paper.penalty.given"), value=source.when(given.at))
    if given.after_hand:
        yield b.Text(text=source.say("paper.penalty.after_hand"), small=True)
    until = _until(source, given)
    if until:
        yield b.Line(label=source.say("paper.penalty.until"), value=until)


def _until(source: Source, given: Penalty) -> str:
    if given.until_at is not None:
        return source.when(given.until_at)
    if given.until_level:
        return source.say("paper.penalty.level", level=given.until_level)
    return source.say("paper.day", day=given.until_day) if given.until_day else ""


def _boxes(source: Source, given: Penalty) -> Iterator[b.Any]:
    """As many as are left: on a slip printed again what was served is not asked for twice."""
    if not given.left:
        return
    yield b.Gap()
    served = given.hands - given.left
    if served:
        yield b.Text(text=source.say("paper.penalty.served", served=served, hands=given.hands))
    yield b.Boxes(count=given.left, label=source.say("paper.penalty.tick"))
