"""From a tournament to its final result. The one place where the ranking looks into a tournament."""

from __future__ import annotations

import csv
from functools import cache
from typing import TYPE_CHECKING

from feltro.rulebook.book import Sourced
from feltro.rulebook.library import SHIPPED
from feltro.season.results import EventResult, Finisher
from feltro.tournament.state import BAGGED, GONE, LIVE, PENDING, WAITING, Entry, TournamentState

if TYPE_CHECKING:
    from feltro.rulebook.book import Rulebook
    from feltro.season.results import PointsKind

STILL_IN = (LIVE, BAGGED, WAITING, PENDING)


def event_result(state: TournamentState, kind: PointsKind, rulebook: Rulebook) -> EventResult | None:
    """Nothing while it is played, or when it was called off."""
    groups = finishing_order(state)
    if groups is None:
        return None
    sheet = state.the_sheet
    finishers = []
    place = 1
    for group in groups:
        finishers += [_finisher(person, place, state) for person in group]
        place += len(group)
    entry = next((item for item in sheet.items if item.kind == "entry"), None)
    return EventResult(
        event=state.tournament,
        stage=state.stage,
        kind=kind,
        format=sheet.kind,
        entries=state.entries_sold,
        paid_places=paid_places(state, rulebook),
        buy_in_centavos=entry.price_centavos if entry else 0,
        level_minutes=min((level.minutes for level in sheet.levels), default=0),
        finishers=tuple(finishers),
    )


def finishing_order(state: TournamentState) -> list[tuple[str, ...]] | None:
    """People, the winner first; those who tie together. Nothing while more than one is in.

    Who re-entered finishes with the last entry that went out.
    """
    if state.stopped == "cancelled":
        return None
    alive = {entry.person for entry in state.entries.values() if entry.status in STILL_IN}
    if len(alive) > 1:
        return None
    seen = dict.fromkeys(alive)
    for entry in reversed(state.out_order):
        seen.setdefault(state.entries[entry].person)
    if not alive:
        return None
    # Who gave the chips back to re-enter, and did not, finishes behind everybody who was eliminated.
    gave_up = [entry.person for entry in state.entries.values() if entry.status not in GONE]
    seen.update(dict.fromkeys(gave_up))
    return [(person,) for person in seen]


def _finisher(person: str, place: int, state: TournamentState) -> Finisher:
    entries = [entry for entry in state.entries_of(person) if entry.status not in GONE]
    return Finisher(
        person=person,
        place=place,
        entries=len(entries),
        day2=any(entry.bagged or _sat_later(entry, state) for entry in entries),
        started_day2=any(_sat_later(entry, state) for entry in entries),
        final_table=place <= state.the_sheet.final_table_size,
    )


def _sat_later(entry: Entry, state: TournamentState) -> bool:
    first = {day.id for day in state.the_sheet.days if day.is_first}
    return bool(entry.checked_in - first)


def paid_places(state: TournamentState, rulebook: Rulebook) -> int:
    """How many places the official payout pays, by the number of entries."""
    payout = state.the_sheet.payout
    entries = state.entries_sold
    if payout.source == "sheet":
        columns = (
            column
            for column in payout.columns
            if column.from_entries <= entries and (column.until_entries is None or entries <= column.until_entries)
        )
        return next((len(column.basis_points) for column in columns), 0)
    said = rulebook["prizes.payout_table"]
    if payout.source == "book" and isinstance(said, Sourced):
        brackets = _brackets(str(said.clause.book), said.value)
        return max((last for first, until, last in brackets if first <= entries <= until), default=0)
    return _about(entries, rulebook)


def _about(entries: int, rulebook: Rulebook) -> int:
    """Where the table is announced at the event, about the share of the field that the book names."""
    said = rulebook["prizes.paid_share"]
    share = said if isinstance(said, Sourced) else said.fallback
    return max(1, round(entries * share.value)) if share else 0


@cache
def _brackets(book: str, file: str) -> tuple[tuple[int, int, int], ...]:
    with (SHIPPED / book.replace("-", "_") / file).open(encoding="utf-8", newline="") as rows:
        return tuple(
            (int(row["entries_from"]), int(row["entries_to"]), int(row["place_to"])) for row in csv.DictReader(rows)
        )
