"""A table of points: for each size of field, what each place is worth. And what is wrong with one that people wrote."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec

from feltro.kernel.outcome import Finding

COLUMNS = ("entries_from", "entries_to", "place_from", "place_to", "points")
"""The columns of a table in a file."""

_Some = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class PointsRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    entries_from: _Some
    entries_to: _Some
    place_from: _Some
    place_to: _Some
    points: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]

    @property
    def field(self) -> tuple[int, int]:
        return self.entries_from, self.entries_to


class PointsColumn:
    """What places are worth in fields of one size."""

    def __init__(self, rows: Sequence[PointsRow]) -> None:
        self._rows = sorted(rows, key=lambda row: row.place_from)

    def points(self, place: int) -> int:
        """Past the last row there is nothing to win."""
        return next((row.points for row in self._rows if row.place_from <= place <= row.place_to), 0)


class PointsTable:
    def __init__(self, rows: Sequence[PointsRow]) -> None:
        self.rows = tuple(rows)
        self._columns = {field: PointsColumn(found) for field, found in _by_field(rows).items()}

    def column(self, field: int) -> PointsColumn | None:
        """The column for a field of this size; none is printed for larger ones than the last."""
        found = (column for (first, last), column in self._columns.items() if first <= field <= last)
        return next(found, None)


def read_table(raw: Sequence[dict[str, str]]) -> PointsTable | list[Finding]:
    """A table from the rows of a file, or everything that is wrong with it."""
    missing = [name for name in COLUMNS if raw and name not in raw[0]]
    if missing:
        return [Finding("points.table.columns", "1", {"missing": tuple(missing)})]
    rows, findings = [], []
    for number, line in enumerate(raw, 2):
        try:
            rows.append(msgspec.convert({name: int(line[name]) for name in COLUMNS}, PointsRow))
        except (ValueError, TypeError):
            shown = ", ".join(str(line[name]) for name in COLUMNS)
            findings.append(Finding("points.table.unreadable", str(number), {"row": shown}))
    findings = findings or list(lint_table(rows))
    return findings or PointsTable(rows)


def lint_table(rows: Sequence[PointsRow]) -> Iterator[Finding]:
    """Fields follow one another without holes, places too, and no place is worth more than the one before."""
    if not rows:
        yield Finding("points.table.empty", "1")
        return
    backwards = [row for row in rows if row.entries_to < row.entries_from or row.place_to < row.place_from]
    for row in backwards:
        first, last = row.field if row.entries_to < row.entries_from else (row.place_from, row.place_to)
        yield Finding("points.table.backwards", str(rows.index(row) + 2), {"first": first, "last": last})
    if backwards:
        return
    columns = _by_field(rows)
    due = 1
    for first, last in sorted(columns):
        if first > due:
            yield Finding("points.table.field_hole", f"{first}-{last}", {"entries": due})
        elif first < due:
            yield Finding("points.table.fields_overlap", f"{first}-{last}", {"entries": first})
        due = last + 1
        yield from _lint_column(first, last, columns[first, last])


def _lint_column(first: int, last: int, rows: list[PointsRow]) -> Iterator[Finding]:
    due, worth = 1, None
    for row in sorted(rows, key=lambda row: row.place_from):
        values = {"first": first, "last": last, "place": min(due, row.place_from)}
        if row.place_from > due:
            yield Finding("points.table.hole", f"{first}-{last}", values)
        elif row.place_from < due:
            yield Finding("points.table.twice", f"{first}-{last}", values)
        if worth is not None and row.points > worth:
            yield Finding("points.table.rises", f"{first}-{last}", {**values, "place": row.place_from})
        due, worth = row.place_to + 1, row.points


def _by_field(rows: Sequence[PointsRow]) -> dict[tuple[int, int], list[PointsRow]]:
    found: dict[tuple[int, int], list[PointsRow]] = {}
    for row in rows:
        found.setdefault(row.field, []).append(row)
    return found
