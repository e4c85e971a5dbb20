"""A table of points as somebody fills it in: a column for each size of field, a row for each place, the points where they meet.

A column says up to how many entries it holds, a row up to which place; where each begins follows from the one before it, so
that no hole can be typed. An empty cell is worth nothing.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.outcome import Refused
from feltro.season.points.table import PointsRow
from feltro.web.frame import fields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

NO_END = 1_000_000
"""The last column has no end where nobody types one."""
FIRST_COLUMNS, FIRST_SIZES, FIRST_PLACES = (20, 50, NO_END), (20, 50, 100), 10
MOST_COLUMNS, MOST_PLACES, MOST_POINTS = 20, 120, 10_000_000


class PointsGrid(NamedTuple):
    """As it stands in the fields: what was typed is kept, also where it is no number."""

    columns: tuple[str, ...]
    places: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    """Row by row, one for each column."""

    def with_column(self) -> PointsGrid:
        if len(self.columns) >= MOST_COLUMNS:
            return self
        return PointsGrid((*self.columns, ""), self.places, tuple((*row, "") for row in self.cells))

    def with_place(self) -> PointsGrid:
        if len(self.places) >= MOST_PLACES:
            return self
        last = fields.digits(self.places[-1]) if self.places else 0
        following = str(last + 1) if last is not None else ""
        return PointsGrid(self.columns, (*self.places, following), (*self.cells, ("",) * len(self.columns)))

    def begins(self, ends: Sequence[str]) -> list[int | None]:
        """Where each column or row begins, as far as the one before it can be read."""
        befores = [fields.digits(end.replace(".", ""), 7) for end in ("0", *ends[:-1])]
        return [before + 1 if before is not None else None for before in befores[: len(ends)]]


def grid_of(rows: Iterable[PointsRow]) -> PointsGrid:
    """What is kept, laid out: places that any column tells apart have a row of their own."""
    kept = list(rows)
    ends = sorted({row.entries_to for row in kept})
    starts = {row.place_from for row in kept} | {row.place_to + 1 for row in kept}
    places = [after - 1 for _, after in pairwise(sorted(starts | {1}))]
    cells = tuple(tuple(_worth(kept, end, place) for end in ends) for place in places)
    return PointsGrid(tuple(_end(one) for one in ends), tuple(map(str, places)), cells)


def _worth(rows: list[PointsRow], entries: int, place: int) -> str:
    found = (one for one in rows if one.entries_from <= entries <= one.entries_to)
    return next((str(one.points) for one in found if one.place_from <= place <= one.place_to), "")


def _end(entries: int) -> str:
    return "" if entries >= NO_END else str(entries)


def first_grid(worth: Callable[[int, int], int]) -> PointsGrid:
    """To begin with: ten places in three sizes of field, each worth what the formula says of such a field."""
    places = range(1, FIRST_PLACES + 1)
    cells = tuple(tuple(str(worth(place, size)) for size in FIRST_SIZES) for place in places)
    return PointsGrid(tuple(_end(one) for one in FIRST_COLUMNS), tuple(map(str, places)), cells)


def typed_grid(form: dict[str, Any]) -> PointsGrid:
    """As many columns and rows as the form has; what it lacks is empty."""
    columns, places = _named(form, "until", MOST_COLUMNS), _named(form, "place", MOST_PLACES)
    cells = tuple(
        tuple(fields.text(form, f"p{row}_{column}")[:12] for column in range(len(columns)))
        for row in range(len(places))
    )
    return PointsGrid(columns, places, cells)


def _named(form: dict[str, Any], name: str, most: int) -> tuple[str, ...]:
    return tuple(fields.text(form, f"{name}_{n}")[:12] for n in range(most) if f"{name}_{n}" in form)


def read_grid(grid: PointsGrid) -> tuple[PointsRow, ...] | Refused:
    """The rows of a table. A column or a row without a single number is not there."""
    try:
        rows = tuple(_rows(grid))
    except ValueError as error:
        return Refused("points.table.unreadable", {"row": str(error)})
    return rows or Refused("points.table.empty")


def _rows(grid: PointsGrid) -> Iterator[PointsRow]:
    """ValueError where something is no number."""
    kept = [n for n in range(len(grid.columns)) if any(row[n] for row in grid.cells)]
    lines = [n for n, row in enumerate(grid.cells) if any(row)]
    columns = _ranges([grid.columns[n] for n in kept], NO_END)
    places = _ranges([grid.places[n] for n in lines], None)
    for column, entries in zip(kept, columns, strict=True):
        for line, place in zip(lines, places, strict=True):
            if grid.cells[line][column]:
                yield PointsRow(
                    entries_from=entries[0],
                    entries_to=entries[1],
                    place_from=place[0],
                    place_to=place[1],
                    points=_number(grid.cells[line][column], 0, MOST_POINTS),
                )


def _number(typed: str, least: int, most: int) -> int:
    read = fields.whole_number(typed)
    if not least <= read <= most:
        raise ValueError(typed)
    return read


def _ranges(ends: list[str], last: int | None) -> list[tuple[int, int]]:
    found, first = [], 1
    for number, end in enumerate(ends, 1):
        until = last if last and number == len(ends) and not end else _number(end, 1, NO_END)
        found.append((first, until))
        first = until + 1
    return found
