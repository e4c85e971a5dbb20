"""What a book makes of a finish: table points, bonuses, multiplier, minimum; each line with its clause.

Points are whole hundredths of a point, because a book may multiply and not say how to round.
"""

from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal, DecimalException
from fractions import Fraction
from typing import Any, NamedTuple

from feltro.kernel.money import Money
from feltro.kernel.outcome import Cite
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
from feltro.rulebook.speech import layer_of
from feltro.season.points.table import PointsTable
from feltro.season.results import EventResult, Finisher

WHOLE = 100
"""Hundredths in a point."""


class PointsLine(NamedTuple):
    """Some points, and why."""

    because: str
    points: int
    values: Mapping[str, Any]
    cites: tuple[Cite, ...]


class EventField(NamedTuple):
    """What all finishers of an event share. Events that share it score alike, place by place."""

    kind: str
    column: object
    multiplied: bool
    deal_left: int
    size: int
    """This and what follows matter only to a formula: with a table, the column stands for them."""
    paid_places: int
    buy_in: int


class Scheme:
    """The points of one rulebook, with the tables that it names or that the organiser loaded."""

    def __init__(self, book: Settled, tables: Mapping[str, PointsTable]) -> None:
        self._book = book
        self._tables = tables
        self._known: dict[EventField, dict[tuple[int, bool, bool, bool, bool, int, bool], int]] = {}
        self._values: dict[str, Any] = {}
        # A book that says nothing of points has the house's formula until the organiser loads a table; one that leaves
        # the table to the organiser waits for it.
        source, said = self["points.table_source"], not layer_of(str(book["points.table_source"].clause.book))
        self._by_formula = source == "formula" or (source == "organiser" and not tables and not said)
        self.awaits_table = source == "organiser" and not tables and said

    def field(self, result: EventResult) -> EventField:
        size = result.entries if self["points.field_counted"] == "entries" else len(result.finishers)
        table = self._tables.get(result.kind)
        column = table.column(size) if table and not self._by_formula else None
        matters = (size, result.paid_places, result.buy_in_centavos // 100) if self._by_formula else (0, 0, 0)
        return EventField(result.kind, column, self._multiplied(result), result.deal_left, *matters)

    def scores(self, result: EventResult) -> list[int]:
        """The points of each finisher, in their order. Who finished alike in a like field is worked out once."""
        known = self._known.setdefault(self.field(result), {})
        paid, last = result.paid_places, self._scoring_places(result)
        found = []
        for one in result.finishers:
            place = one.place
            key = (
                place if place <= last else 0,
                place <= paid,
                one.day2,
                one.started_day2,
                one.final_table,
                one.entries,
                one.disqualified,
            )
            points = known.get(key)
            if points is None:
                points = known[key] = sum(line.points for line in self.lines(result, one))
            found.append(points)
        return found

    def lines(self, result: EventResult, one: Finisher) -> tuple[PointsLine, ...]:
        """Where each point of a finisher came from. Their sum is the score."""
        if one.disqualified and self["penalty.disqualification.points"] == "none":
            return (self._line("points.line.disqualified", 0, "penalty.disqualification.points"),)
        if one.place > result.paid_places and self["points.unpaid_lose"] == "all_points":
            return (self._unpaid(result, one, "points.unpaid_lose"),)
        found = [*self._placing(result, one), *self._bonuses(result, one)]
        if self._multiplied(result) and self["points.multiplier.covers"] == "all_points":
            found.append(self._multiply(found))
        found += self._minimum(one, sum(line.points for line in found))
        return (*found, *self._rounded(sum(line.points for line in found)))

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            self._values[name] = self._book[name].value
        return self._values[name]

    def _line(self, because: str, points: int, *names: str, **values: Any) -> PointsLine:
        cites = dict.fromkeys(cite for name in names for cite in self._book[name].cites)
        return PointsLine(because, points, values, tuple(cites))

    # The place

    def _scoring_places(self, result: EventResult) -> int:
        if self["points.scoring_places"] == "all":
            return len(result.finishers)
        bubble = result.bubble_places if self["points.bubble_place_scores"] else 0
        return result.paid_places + bubble

    def _placing(self, result: EventResult, one: Finisher) -> Iterator[PointsLine]:
        if one.place > self._scoring_places(result):
            saved = one.place <= result.paid_places + result.bubble_places
            yield self._unpaid(result, one, "points.bubble_place_scores" if saved else "points.scoring_places")
            return
        dealt = one.place <= result.deal_left and self["points.deal_place"] == "next_out"
        place = result.deal_left if dealt else one.place
        size = result.entries if self["points.field_counted"] == "entries" else len(result.finishers)
        worth = self._worth(result, place, size)
        names = (self._source(result.kind), "points.scoring_places")
        if dealt:
            yield self._line("points.line.deal", worth, "points.deal_place", *names, left=result.deal_left)
        else:
            yield self._line("points.line.table", worth, *names, place=place, field=size)
        if self._multiplied(result) and self["points.multiplier.covers"] == "table_points":
            yield self._multiply([PointsLine("", worth, {}, ())])

    def _unpaid(self, result: EventResult, one: Finisher, name: str) -> PointsLine:
        return self._line("points.line.unpaid", 0, name, place=one.place, paid=result.paid_places)

    def _source(self, kind: str) -> str:
        named = "points.formula" if self._by_formula else f"points.{kind}_table"
        return named if isinstance(self._book.rulebook[named], Sourced) else "points.table_source"

    def _worth(self, result: EventResult, place: int, size: int) -> int:
        if not self._by_formula:
            table = self._tables.get(result.kind)
            column = table.column(size) if table else None
            return column.points(place) * WHOLE if column else 0
        names = {
            "place": place,
            "entries": result.entries,
            "people": len(result.finishers),
            "paid_places": result.paid_places,
            "buy_in": result.buy_in_centavos // 100,
        }
        try:
            worth = self["points.formula"].value(names)
        except DecimalException:
            # It was tried on many fields before; on one where it has no value it gives none.
            return 0
        return max(0, int((worth * WHOLE).quantize(Decimal(1), rounding=ROUND_HALF_UP)))

    # What is added

    def _bonuses(self, result: EventResult, one: Finisher) -> list[PointsLine]:
        found = [line for line in self._each_bonus(result, one) if line.points]
        if self["points.bonus.add_up"] or len(found) < 2:
            return found
        largest = max(line.points for line in found)
        over = largest - sum(line.points for line in found)
        return [*found, self._line("points.line.largest_bonus", over, "points.bonus.add_up")]

    def _each_bonus(self, result: EventResult, one: Finisher) -> Iterator[PointsLine]:
        if result.kind == "main":
            earned = one.day2 if self["points.bonus.day2_earned_by"] == "qualifying" else one.started_day2
            if earned:
                yield self._bonus("day2", "points.bonus.day2", "points.bonus.day2_earned_by")
            if one.place <= result.paid_places:
                yield self._bonus("itm", "points.bonus.itm")
        if one.final_table:
            yield self._bonus("final_table", f"points.bonus.{result.kind}_final_table")

    def _bonus(self, because: str, name: str, *more: str) -> PointsLine:
        return self._line(f"points.line.{because}", self[name] * WHOLE, name, *more)

    def _multiplied(self, result: EventResult) -> bool:
        """Both are needed: the price and the slow levels."""
        return (
            result.kind == "side"
            and self["points.multiplier.side"] != 1
            and Money(result.buy_in_centavos) >= self["points.multiplier.min_buy_in"]
            and result.level_minutes >= self["points.multiplier.min_level_minutes"]
        )

    def _multiply(self, lines: list[PointsLine]) -> PointsLine:
        times: Fraction = self["points.multiplier.side"]
        plain = sum(line.points for line in lines)
        more = round(plain * times) - plain
        return self._line("points.line.multiplier", more, "points.multiplier.side", times=times)

    def _minimum(self, one: Finisher, points: int) -> Iterator[PointsLine]:
        """A floor under the sum, or on top of it; where entries count one by one, each further one has its own."""
        least = self["points.minimum.points"] * WHOLE
        more = least if self["points.minimum.how"] == "added" else max(0, least - points)
        if self["points.counted_per"] == "entry":
            more += least * (one.entries - 1)
        if more:
            yield self._line(
                "points.line.minimum", more, "points.minimum.points", "points.minimum.how", "points.counted_per"
            )

    def _rounded(self, points: int) -> Iterator[PointsLine]:
        how = self["points.rounding"]
        whole = points if how == "exact" else (points + (WHOLE // 2 if how == "nearest" else 0)) // WHOLE * WHOLE
        if whole != points:
            yield self._line("points.line.rounding", whole - points, "points.rounding")
