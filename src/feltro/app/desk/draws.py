"""The proof of a draw, put together from the log: what is published so that anyone can repeat it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from feltro.app.world.history import Fact
from feltro.kernel import draws
from feltro.kernel.published_draw import PublishedDraw
from feltro.tournament.chance import deck_of
from feltro.tournament.facts import floor as f
from feltro.tournament.floor.breakup import PACK
from feltro.tournament.floor.draws import numbers_in
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Draw


def proof_of(draw_id: str, state: TournamentState, facts: Iterable[Fact]) -> PublishedDraw:
    """What is known of a draw now. Chairs given out are listed also where the sale was undone: they were shown."""
    draw = state.floor.draws[draw_id]
    drawn = [fact.event for fact in facts if getattr(fact.event, "draw", "") == draw_id]
    given = {
        event.place: f"{event.table}.{event.seat}"
        for event in drawn
        if isinstance(event, f.PlayerSeated) and event.place
    }
    return PublishedDraw(
        format=draws.FORMAT,
        label=draw.label,
        chairs=list(deck_of(draw).chairs),
        commitment=draw.commitment,
        public=draw.public,
        secret=draw.secret,
        order=_order(given, draw),
        rounds=True,
        phones=phones_of(draw.commitment, state),
        given_up=state.draws.given_up.get(draw.commitment, ""),
        further=[one for event in drawn if type(event) in FURTHER for one in FURTHER[type(event)](event)],
    )


def phones_of(commitment: str, state: TournamentState) -> list[draws.PhoneValue]:
    """Once all have shown theirs; before, values are nobody's business."""
    source = state.draws.source(commitment)
    if source is None or not source.public:
        return []
    return [draws.PhoneValue(sealed, value) for sealed, value in source.phones.items()]


def _order(given: dict[int, str], draw: Draw) -> list[str]:
    """The chairs given out, in their places. One that was passed over, because it was taken or locked, is only
    known from the secret."""
    if not given or not draw.secret:
        return list(given.values())
    dealt = draws.in_rounds(draws.draw(deck_of(draw), bytes.fromhex(draw.secret), draw.public))
    return [given.get(place, dealt[place - 1]) for place in range(1, max(given) + 1)]


def _late_seat(event: f.PlayerSeated) -> Iterator[draws.Further]:
    if event.number:
        tables = tuple(map(str, numbers_in(event.among)))
        yield draws.Further(f"late/{event.number}/table", tables, (str(event.table),), one=True)
        yield draws.Further(
            f"late/{event.number}/seat", tuple(map(str, event.chairs)), (str(event.seat),), one=True
        )


def _broken_table(event: f.TableBroken | f.BreakBegun) -> Iterator[draws.Further]:
    yield draws.Further(f"break/{event.number}/seats", event.free, event.seat_cards)
    if event.cards:
        yield draws.Further(f"break/{event.number}/cards", PACK, event.cards)


def _button(event: f.ButtonDrawn) -> Iterator[draws.Further]:
    if event.number:
        yield draws.Further(f"button/{event.number}", tuple(map(str, event.among)), (str(event.seat),), one=True)


def _redraw(event: f.Redrawn) -> Iterator[draws.Further]:
    yield draws.Further(f"{event.occasion}/{event.number}", event.chairs, event.order)


FURTHER: dict[type[Any], Callable[[Any], Iterator[draws.Further]]] = {
    f.PlayerSeated: _late_seat,
    f.TableBroken: _broken_table,
    f.BreakBegun: _broken_table,
    f.ButtonDrawn: _button,
    f.Redrawn: _redraw,
}
"""What rests on the secret besides the deck, told from each kind of event."""
