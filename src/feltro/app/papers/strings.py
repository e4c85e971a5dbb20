"""The strings in which dealers go round, to hang up where they rest: who goes where, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.app.people.names import dealer_name
from feltro.house.rooms import proposed_strings
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.papers.pen import Pen


def strings(pen: Pen) -> b.Paper | Refused:
    """Those of the rooms that the event plays in; where none are set, as they would be proposed."""
    rooms = sorted({table.room for table in pen.state.floor.tables.values() if table.room})
    rows: list[tuple[str, ...]] = []
    minutes = 0
    for room in rooms:
        state = pen.house.world.live(f"room:{room}").state
        minutes = state.minutes
        for one in [*state.strings.values()] or proposed_strings(state, pen.state.floor.break_order):
            dealers = ", ".join(dealer_name(dealer, pen.house.store) for dealer in one.dealers)
            rows.append((one.name, " → ".join(map(str, one.tables)), dealers))
    if not rows:
        return Refused("paper.no_strings")
    title = pen.say("paper.strings.title")
    return b.Paper(
        title=title,
        size="a4",
        blocks=(
            b.Title(text=title, under=pen.state.the_sheet.name),
            b.Paragraph(text=pen.say("paper.strings.how", minutes=minutes)),
            b.Gap(),
            b.Grid(
                head=tuple(pen.say(f"paper.strings.{name}") for name in ("string", "tables", "dealers")),
                rows=tuple(rows),
                widths=(3, 12, 20),
                align="lll",
                large=True,
            ),
        ),
        foot=pen.foot,
    )
