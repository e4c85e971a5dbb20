"""Those who wait for a chair: whom to call, who was called and did not come, and who is left when entries are over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.needs.prompt import BAD, LOOK, Deed, Prompt, Spot
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.tournament.asks.vouchers import unclaimed
from feltro.tournament.clock.face import the_day
from feltro.tournament.floor.draws import by_hand, none_free
from feltro.tournament.sales.alternates import line_open, next_flight, next_in_line, unseated
from feltro.tournament.sales.line import called_so_long, chairs_left, in_line
from feltro.tournament.state import LIVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView
    from feltro.tournament.state import Entry, TournamentState

MOST_NAMED = 8


def line_prompts(found: EventView) -> Iterator[Prompt]:
    yield from _called(found)
    yield from _room_full(found)
    yield from _left_over(found)
    yield from _not_come(found)
    yield from _standing_about(found)


def _called(found: EventView) -> Iterator[Prompt]:
    """As many of the line as there are chairs of their own day where they would not sit alone."""
    state, book, at = found.state, found.book, found.at
    for day in dict.fromkeys(state.entries[entry].day for entry in state.waiting):
        if none_free(day, state):
            continue
        free = min(chairs_left(day, state) or 0, _empty(day, found))
        turn = [state.entries[one] for one in next_in_line(day, state, book, at)[: max(free, 0)]]
        for entry in turn:
            if entry.day == day:
                yield _one(entry, free, found)


def _room_full(found: EventView) -> Iterator[Prompt]:
    """Sold and every chair of the room taken: a new table takes them in, and its first players are proposed."""
    state = found.state
    for day in dict.fromkeys(state.entries[entry].day for entry in state.waiting):
        hall = state.floor.hall(day)
        line = [one for one in in_line(day, state) if line_open(state.entries[one], state, found.book, found.at)]
        if line and 0 < hall.chairs <= hall.seated:
            yield Prompt(
                LOOK,
                "director.need.room_full",
                {"n": len(line)},
                spot=Spot("open_tables"),
                go="director.open_new_table",
            )


def _empty(day: str, found: EventView) -> int:
    """Chairs in the room that nobody sits in; where nobody keeps seats, the sheet's number alone counts."""
    tables = [table for table in found.state.floor.tables.values() if table.day == day]
    return sum(len(table.free()) for table in tables) if tables else 10**6


def _one(entry: Entry, free: int, found: EventView) -> Prompt:
    book, fields = found.book, {"entry": entry.id}
    values = {"player": found.names.of(entry.id), "waiting": len(in_line(entry.day, found.state)), "free": free}
    if entry.called_at is None:
        buttons = (
            Deed("director.call_alternate", "CallAlternate", fields),
            Deed("director.seat_alternate", "SeatAlternate", fields, first=False),
        )
        return Prompt(LOOK, "director.need.alternate", values, book["alternates.order"].cites, buttons)
    absent = called_so_long(entry, book, found.at)
    hour = local_time(entry.called_at, found.state.the_sheet.zone).time()
    minutes = book["alternates.call_minutes"]
    skip = (Deed("director.skip_alternate", "SkipAlternate", fields),) if absent else ()
    buttons = (*skip, Deed("director.seat_alternate", "SeatAlternate", fields, first=not absent))
    key = "director.need.alternate_absent" if absent else "director.need.alternate_called"
    return Prompt(LOOK, key, {**values, "hour": hour, "minutes": minutes.value}, minutes.cites, buttons)


def _left_over(found: EventView) -> Iterator[Prompt]:
    """Paid, no chair, and none is given out any more: what the event settled is one key away."""
    left = unseated(found.state, found.book, found.at)
    if not left:
        return
    flight = next_flight(left[0], found.state, found.at)
    settled = found.book["alternates.unseated_at_close"]
    go_on = settled.value == "next_flight" and flight is not None
    refund = Deed("director.refund_alternates", "SettleAlternates", {"how": "refund"}, first=not go_on)
    carry = Deed("director.carry_alternates", "SettleAlternates", {"how": "next_flight"}, first=go_on)
    yield Prompt(
        BAD,
        "director.need.alternates_left",
        {"n": len(left), "players": _some([found.names.of(one.id) for one in left])},
        settled.cites,
        (carry, refund) if flight else (refund,),
    )


def _not_come(found: EventView) -> Iterator[Prompt]:
    """Paid from a phone and never came: by the book the price stays, unless the direction gives it back."""
    left = unclaimed(found.state, found.at)
    if not left:
        return
    keep = Deed("director.keep_vouchers", "SettleVouchers", {"how": "keep"})
    refund = Deed("director.refund_alternates", "SettleVouchers", {"how": "refund"}, first=False)
    amount = Money(sum(one.price_centavos for one in left))
    cites = found.book["cancel.until_minutes_before"].cites
    can_keep = (keep,) if found.state.prizes.announced is None else ()
    yield Prompt(
        LOOK, "director.need.vouchers_left", {"n": len(left), "amount": amount}, cites, (*can_keep, refund)
    )


def without_chair(state: TournamentState) -> list[str]:
    """Entries in play without a seat. Who bought a flight that has not opened its tables has none to miss."""
    came_back = bool(state.days.started)
    open_days = {table.day for table in state.floor.tables.values()}
    begun = {day for day, clock in state.clocks.days.items() if clock.level}
    coming = the_day(state)
    begun |= {coming.id} if coming and not open_days else set()
    seated = state.floor.chair_of
    return [
        entry
        for entry, one in state.entries.items()
        if entry not in seated
        and one.status == LIVE
        and not one.waits
        and (came_back or one.day in open_days or one.day in begun)
    ]


def _some(names: list[str]) -> list[str]:
    """The first of them; the last word counts those who are not named, so that a short list never looks whole."""
    more = len(names) - MOST_NAMED
    return [*names[:MOST_NAMED], f"+{more}"] if more > 0 else names


def _standing_about(found: EventView) -> Iterator[Prompt]:
    """Players who play and have no chair."""
    state = found.state
    standing = without_chair(state)
    if standing and state.floor.tables:
        values = {"n": len(standing), "players": _some([found.names.of(one) for one in standing])}
        yield Prompt(LOOK, "director.need.unseated", values, **_to_a_chair(standing, found))
    elif standing:
        yield Prompt(LOOK, "director.need.no_tables", {"n": len(standing)}, spot=Spot("open_tables"))


def _to_a_chair(standing: list[str], found: EventView) -> dict[str, Any]:
    """One key where the program draws; the form of one chair where a card gives it, the player's own sheet where the
    direction does."""
    state, first = found.state, standing[0]
    day = state.entries[first].day
    if day in state.days.ended:
        day = _played_now(day, state)
    if by_hand(day, state.floor, found.book):
        by_card = Spot("act", "SeatByCard", (("entry", first),))
        spot = by_card if state.floor.hall(day).by_cards else Spot("player", first)
        return {"spot": spot, "go": "director.give_chair"}
    seat = Deed("director.seat_all", "SeatEntries", {"day": day})
    return {"deeds": (seat,), "spot": Spot("unseated") if len(standing) > MOST_NAMED else None}


def _played_now(day: str, state: TournamentState) -> str:
    """Whoever bagged on a day that is over plays the one that was started after it."""
    return next((one for one in reversed(state.days.started) if one not in state.days.ended), day)
