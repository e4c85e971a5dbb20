"""How far an announced sheet may still be changed: which part is fixed, by what, and since when."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from feltro.kernel.instants import Instant, local_time
from feltro.tournament.clock.face import ClockFace, standing
from feltro.tournament.sheet import Day, Level, SaleItem, Sheet
from feltro.tournament.state import TournamentState

OF_A_SOLD_ITEM = ("label", "window", "limit")
"""What may change of an item that was sold: nobody paid for these."""
OF_THE_LEVEL_ON = ("break_minutes", "colour_up")
"""What may change of the level that is being played: it comes when the level ends."""


class FixedPart(NamedTuple):
    """A part of the sheet that stays as it is."""

    part: str
    """A field of the sheet, or a row of one: `levels.3`, `items.entry`, `days.1A`."""
    by: str
    """What fixed it: `sold`, `started`, `announced`, `final_table`, `played`, `ended`, `entered`, `lowered`."""
    since: Instant | None = None
    """Nothing where only the order of things is known."""

    @property
    def field(self) -> str:
        return self.part.partition(".")[0]


@cache
def until_when() -> dict[str, str]:
    """For each field of a sheet, what ends its changes; empty: nothing does."""
    found = {}
    for field in msgspec.structs.fields(Sheet):
        said = [one.extra["until"] for one in field.type.__metadata__ if one.extra]
        found[field.name] = said[0]
    return found


def happened(state: TournamentState, at: Instant) -> dict[str, Instant | None]:
    """What ends changes, as far as it has happened, and when."""
    found: dict[str, Instant | None] = {}
    if state.sales:
        found["sold"] = min(sale.sold_at for sale in state.sales.values())
    if _furthest(state, at).level:
        found["started"] = None
    if state.prizes.announced:
        found["announced"] = state.prizes.announced.at
    if state.floor.final_table:
        found["final_table"] = None
    return found


def fixed(state: TournamentState, at: Instant) -> list[FixedPart]:
    """Everything that can no longer be changed, whatever somebody wishes to make of it."""
    over = happened(state, at)
    whole = [FixedPart(name, by, over[by]) for name, by in until_when().items() if by in over]
    on = _furthest(state, at).level
    levels = [FixedPart(f"levels.{number}", "played") for number in range(1, on + 1)]
    sold = _first_sales(state)
    items = [
        FixedPart(f"items.{item.id}", "sold", sold[item.id]) for item in state.the_sheet.items if item.id in sold
    ]
    days = [one for day in state.the_sheet.days if (one := _fixed_day(state, day))]
    return [*whole, *days, *items, *levels]


def changed(state: TournamentState, wanted: Sheet) -> list[str]:
    """The parts in which a wanted sheet differs from the announced one; a day's start is the one last announced."""
    had = announced_sheet(state)
    plain = [
        name for name, by in until_when().items() if by != "row" and getattr(had, name) != getattr(wanted, name)
    ]
    rows = [*_rows_changed("days", had.days, wanted.days), *_rows_changed("items", had.items, wanted.items)]
    many = max(len(had.levels), len(wanted.levels))
    levels = [
        f"levels.{number}" for number in range(1, many + 1)
        if _at(had.levels, number) != _at(wanted.levels, number)
    ]  # fmt: skip
    return [*plain, *rows, *levels]


def refused_changes(state: TournamentState, wanted: Sheet, at: Instant) -> list[FixedPart]:
    """What the wanted sheet would change though it is fixed; all of it."""
    asked = set(changed(state, wanted))
    held = [one for one in fixed(state, at) if one.part in asked and not _allowed(one, state, wanted, at)]
    return [*held, *_lowered(state, wanted), *_too_short(state, wanted, at)]


def announced_sheet(state: TournamentState) -> Sheet:
    """The sheet with the starts as last announced."""
    sheet = state.the_sheet
    days = tuple(
        msgspec.structs.replace(day, starts_at=local_time(state.starts[day.id], sheet.zone)) for day in sheet.days
    )
    return msgspec.structs.replace(sheet, days=days)


def _furthest(state: TournamentState, at: Instant) -> ClockFace:
    faces = [standing(state, day, at) for day in state.clocks.days]
    return max(faces, key=lambda face: (face.level, face.in_break), default=ClockFace(0))


def _first_sales(state: TournamentState) -> dict[str, Instant]:
    first: dict[str, Instant] = {}
    for sale in state.sales.values():
        first[sale.item] = min(first.get(sale.item, sale.sold_at), sale.sold_at)
    return first


def _fixed_day(state: TournamentState, day: Day) -> FixedPart | None:
    clock = state.clocks.days.get(day.id)
    if day.id in state.days.ended:
        return FixedPart(f"days.{day.id}", "ended")
    if clock and clock.level:
        return FixedPart(f"days.{day.id}", "started")
    if any(entry.day == day.id for entry in state.entries.values()):
        return FixedPart(f"days.{day.id}", "entered")
    return None


def _allowed(one: FixedPart, state: TournamentState, wanted: Sheet, at: Instant) -> bool:
    """Whether only what stays open of a fixed row is changed."""
    _, _, name = one.part.partition(".")
    had, new = _row(announced_sheet(state), one), _row(wanted, one)
    if had is None or new is None:
        return False
    match one.field:
        case "items":
            return _same_but(had, new, OF_A_SOLD_ITEM)
        case "levels":
            face = _furthest(state, at)
            return int(name) == face.level and not face.in_break and _same_but(had, new, OF_THE_LEVEL_ON)
        case "days":
            return _same_but(had, new, _OF_A_DAY[one.by])
    return False


_LIMITS = ("closes_at", "seats")
_END = ("until_level", "until_players", "until_percent")
_OF_A_DAY = {"ended": (), "started": (*_LIMITS, *_END), "entered": ("starts_at", *_LIMITS, *_END)}
"""What stays open of a day, by how far it has come: sold for, being played, over."""


def _row(sheet: Sheet, one: FixedPart) -> Day | SaleItem | Level | None:
    name = one.part.partition(".")[2]
    match one.field:
        case "items":
            return sheet.item(name)
        case "days":
            return sheet.day(name)
        case "levels":
            return _at(sheet.levels, int(name))
    return None


def _same_but(had: Any, new: Any, open_fields: tuple[str, ...]) -> bool:
    names = (field.name for field in msgspec.structs.fields(had))
    return all(getattr(had, name) == getattr(new, name) for name in names if name not in open_fields)


def _at(levels: tuple[Level, ...], number: int) -> Level | None:
    return levels[number - 1] if number <= len(levels) else None


def _rows_changed(field: str, had: tuple[Any, ...], wanted: tuple[Any, ...]) -> Iterator[str]:
    before, after = {row.id: row for row in had}, {row.id: row for row in wanted}
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield f"{field}.{name}"


def _lowered(state: TournamentState, wanted: Sheet) -> list[FixedPart]:
    """Whoever bought, bought under the guarantee: it may grow, not shrink."""
    since = min((sale.sold_at for sale in state.sales.values()), default=None)
    less = (wanted.guarantee_centavos or 0) < (state.the_sheet.guarantee_centavos or 0)
    return [FixedPart("guarantee_centavos", "lowered", since)] if since is not None and less else []


def _too_short(state: TournamentState, wanted: Sheet, at: Instant) -> list[FixedPart]:
    """A day that is being played cannot end with a level that is past."""
    return [
        FixedPart(f"days.{day.id}", "played") for day in wanted.days
        if day.until_level is not None and day.id in state.clocks.days
        and day.until_level < standing(state, day.id, at).level
    ]  # fmt: skip
