"""The slip that goes to the table with a penalty: the dealer ticks a box for each hand that is sat out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.pen import Pen
    from feltro.tournament.state.sanctions import Penalty


def penalty(pen: Pen, penalty_id: str, copy: int = 1) -> b.Paper | Refused:
    given = pen.state.sanctions.penalties.get(penalty_id)
    if given is None:
        return Refused("paper.none.penalty", {"of": penalty_id})
    title, chair = pen.say("paper.penalty.title"), pen.state.floor.chair_of.get(given.entry)
    where = pen.say("paper.chair", table=chair.table, seat=chair.seat) if chair else ""
    blocks = (
        b.Title(text=title, under=pen.state.the_sheet.name),
        *((b.Paragraph(text=pen.say("paper.penalty.lifted"), bold=True),) if given.lifted else ()),
        b.Paragraph(text=pen.called(given.person), bold=True, large=True),
        b.Big(text=_cost(pen, given)),
        *((b.Line(label=pen.say("paper.seat.label"), value=where),) if where else ()),
        *_facts(pen, given),
        *_boxes(pen, given),
        b.Paragraph(text=pen.cites(given.cites), small=True),
        b.Signature(label=pen.say("paper.penalty.floor")),
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=pen.mark(copy))


def _cost(pen: Pen, given: Penalty) -> str:
    if given.hands:
        return pen.say("paper.penalty.hands", hands=given.hands)
    return pen.say(f"sanction.{given.kind}").capitalize()


def _facts(pen: Pen, given: Penalty) -> Iterator[b.Any]:
    parameter = pen.book.rulebook.parameters.get(given.infraction)
    if parameter:
        yield b.Line(label=pen.say("paper.penalty.infraction"), value=parameter.meaning.read(pen.lang))
    if given.kind == "missed_rounds":
        yield b.Line(label=pen.say("paper.penalty.orbits"), value=str(given.amount))
    if given.chips:
        yield b.Line(label=pen.say("paper.penalty.chips"), value=pen.whole(given.chips), bold=True)
    if given.at:
        yield b.Line(label=pen.say("paper.penalty.given"), value=pen.when(given.at))
    if given.after_hand:
        yield b.Paragraph(text=pen.say("paper.penalty.after_hand"), small=True)
    until = _until(pen, given)
    if until:
        yield b.Line(label=pen.say("paper.penalty.until"), value=until)


def _until(pen: Pen, given: Penalty) -> str:
    if given.until_at is not None:
        return pen.when(given.until_at)
    if given.until_level:
        return pen.say("paper.penalty.level", level=given.until_level)
    return pen.say("paper.day", day=given.until_day) if given.until_day else ""


def _boxes(pen: Pen, given: Penalty) -> Iterator[b.Any]:
    """As many as are left: on a slip printed again what was served is not asked for twice."""
    if not given.left:
        return
    yield b.Gap()
    served = given.hands - given.left
    if served:
        yield b.Paragraph(text=pen.say("paper.penalty.served", served=served, hands=given.hands))
    yield b.Boxes(count=given.left, label=pen.say("paper.penalty.tick"))
