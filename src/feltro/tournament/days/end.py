"""When a day is over: by level, by players left, or by a part of its entries. And what stays provisional."""

from typing import NamedTuple

from feltro.kernel.instants import Instant
from feltro.tournament.clock.face import standing
from feltro.tournament.eliminations.places import winners
from feltro.tournament.sheet import Day, last_level, on_sale
from feltro.tournament.state import TournamentState


class Over(NamedTuple):
    """Why a day is over. `because` is a key of words/."""

    because: str
    players: int


def playing_in(state: TournamentState, day: Day | None) -> int:
    """Entries in play on a day: its own on a first day, everybody who came back on a later one."""
    return state.days.live.get(day.id, 0) if day and day.is_first else sum(state.days.live.values())


def plays_down_to(state: TournamentState, day: Day) -> int | None:
    """With how many players left the day ends; nothing when that is not how it ends."""
    if day.until_players is not None:
        return day.until_players
    if day.until_percent is None:
        return None
    return -(-state.days.entered.get(day.id, 0) * day.until_percent // 100)


def over(state: TournamentState, day: Day, at: Instant) -> Over | None:
    """Whether a day is over, and why. While entries are sold, nobody knows what a part of them is."""
    shown, left = standing(state, day.id, at), playing_in(state, day)
    down_to = plays_down_to(state, day)
    if down_to is not None and shown.level and left <= down_to and not sells(state, day, at):
        return Over("days.over.players" if day.until_players is not None else "days.over.percent", left)
    if shown.over and day.until_level is not None:
        return Over("days.over.level", left)
    last = state.pace.last_hands_of(day.id)
    if last is not None and last.hands and not any(last.left.values()):
        return Over("days.over.last_hands", left)
    return None


def sells(state: TournamentState, day: Day, at: Instant) -> bool:
    """Whether entries for a first day may still be bought, as far as the clock says."""
    if state.stopped or state.registration_closed or not day.is_first or day.id in state.days.ended:
        return False
    shown = standing(state, day.id, at)
    if state.extended_to is not None and shown.level <= state.extended_to:
        return True
    return any(
        on_sale(state.the_sheet, item, level=shown.level, in_break=shown.in_break)
        for item in state.the_sheet.items
        if item.kind in {"entry", "reentry"}
    )


def registration_over(state: TournamentState, at: Instant) -> bool:
    """No first day sells any more: how many entered is known for good."""
    return not any(sells(state, day, at) for day in state.the_sheet.days)


def played_out(state: TournamentState, at: Instant) -> tuple[str, ...]:
    """The entries that won, once nobody can enter any more: there is nothing left to play for."""
    return winners(state) if registration_over(state, at) else ()


def registration_closes_after(state: TournamentState) -> tuple[int, bool]:
    """The level with which the last entry is sold, and whether its break still counts."""
    sheet = state.the_sheet
    items = [item for item in sheet.items if item.kind in {"entry", "reentry"}]
    level = max((last_level(sheet, item) for item in items), default=0)
    level = max(level, state.extended_to or 0)
    in_break = any(on_sale(sheet, item, level=level, in_break=True) for item in items)
    return level, in_break


def is_provisional(state: TournamentState) -> bool:
    """Whether prizes paid in a flight may still change: one ended in the money, and another is not over."""
    flights = [day.id for day in state.the_sheet.days if day.is_first]
    paid = any(state.days.ended[day].in_the_money for day in flights if day in state.days.ended)
    return paid and any(day not in state.days.ended for day in flights)
