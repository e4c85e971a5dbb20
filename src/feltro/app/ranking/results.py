"""From a tournament to its final result. The one place where the ranking looks into a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from feltro.app.sheets.payout_tables import book_table
from feltro.kernel.instants import local_time
from feltro.season.results import EventResult, Finisher
from feltro.tournament.prizes import due
from feltro.tournament.prizes.choice import Chosen, PrizeTables, choose, source_of
from feltro.tournament.state import GONE, Entry, TournamentState
from feltro.tournament.status import is_disqualified

if TYPE_CHECKING:
    from collections.abc import Collection

    from feltro.rulebook.settle import Settled
    from feltro.season.results import PointsKind


def event_result(
    state: TournamentState, kind: PointsKind, book: Settled, sent_away: Collection[str] = ()
) -> EventResult | None:
    """Nothing while it is played, while people may still enter, or when it was called off.

    `sent_away`: for the whole stage, by another of its events.
    """
    groups = people_by_place(state)
    if groups is None:
        return None
    sheet = state.the_sheet
    finishers = []
    place, won = 1, winnings(state)
    for group in groups:
        mine = [_finisher(person, place, state, won.get(person, NOTHING)) for person in group]
        finishers += [replace(one, disqualified=True) if one.person in sent_away else one for one in mine]
        place += len(group)
    entry = next((item for item in sheet.items if item.kind == "entry"), None)
    return EventResult(
        event=state.tournament,
        stage=state.stage,
        kind=kind,
        format=sheet.kind,
        entries=state.entries_sold,
        paid_places=paid_places(state, book),
        bubble_places=1 if state.prizes.bubble_centavos else 0,
        deal_left=_deal_left(state),
        buy_in_centavos=entry.price_centavos if entry else 0,
        level_minutes=min((level.minutes for level in sheet.levels), default=0),
        day=local_time(min(state.starts.values()), sheet.zone).date().isoformat() if state.starts else "",
        pool_centavos=state.prizes.announced.pool_centavos if state.prizes.announced else 0,
        finishers=tuple(finishers),
    )


class Winnings(NamedTuple):
    prize: int
    deal: bool
    bounties: int


NOTHING = Winnings(0, deal=False, bounties=0)


def winnings(state: TournamentState) -> dict[str, Winnings]:
    """What each person won with all their entries, paid already or not."""
    agreed = state.deals.agreed.amounts_centavos if state.deals.agreed else {}
    found: dict[str, Winnings] = {}
    prizes = ((one.entry, one.amount) for one in due.due(state).values() if not one.provisional)
    for of, amounts in (("prize", dict(prizes)), *due.won_apart(state).items()):
        for entry, amount in amounts.items():
            person = state.entries[entry].person
            had = found.get(person, NOTHING)
            bounty, prize = (amount, 0) if of == "knockouts" else (0, amount)
            by_deal = had.deal or (of == "prize" and entry in agreed)
            found[person] = Winnings(had.prize + prize, by_deal, had.bounties + bounty)
    return found


def people_by_place(state: TournamentState) -> list[tuple[str, ...]] | None:
    """People, the winner first; those who tie together. Nothing until the first place is decided.

    Who re-entered finishes with the last entry that went out.
    """
    order = due.decided_places(state)
    if state.stopped == "cancelled" or not order or order[0].place != 1:
        return None
    seen: dict[str, None] = {}
    groups = []
    for finish in order:
        people = dict.fromkeys(state.entries[entry].person for entry in finish.players)
        groups.append(tuple(person for person in people if person not in seen))
        seen.update(people)
    # Who gave the chips back to re-enter, and did not, finishes behind everybody who was eliminated.
    gave_up = dict.fromkeys(entry.person for entry in state.entries.values() if entry.status not in GONE)
    groups += [(person,) for person in gave_up if person not in seen]
    return [group for group in groups if group]


def _finisher(person: str, place: int, state: TournamentState, won: Winnings) -> Finisher:
    entries = [entry for entry in state.entries_of(person) if entry.status not in GONE]
    return Finisher(
        person=person,
        place=place,
        entries=len(entries),
        day2=any(entry.bagged or _sat_later(entry, state) for entry in entries),
        started_day2=any(_sat_later(entry, state) for entry in entries),
        final_table=_sat_at_final_table(entries, place, state),
        disqualified=is_disqualified(person, state),
        prize_centavos=won.prize,
        deal=won.deal,
        bounties_centavos=won.bounties,
    )


def _sat_at_final_table(entries: list[Entry], place: int, state: TournamentState) -> bool:
    """Whoever had a chair when it was drawn; where the room drew none, the last places that it would have held."""
    drawn = state.floor.final_table
    return any(entry.id in drawn for entry in entries) if drawn else place <= state.the_sheet.final_table_size


def _sat_later(entry: Entry, state: TournamentState) -> bool:
    first = {day.id for day in state.the_sheet.days if day.is_first}
    return entry.came_back or bool(entry.checked_in - first)


def paid_places(state: TournamentState, book: Settled) -> int:
    """Of the official payout list; before it hangs on the wall, of the table that it will follow."""
    if state.prizes.announced is not None:
        return len(state.prizes.announced.prizes_centavos)
    sheet = state.the_sheet
    tables = PrizeTables(book=book_table(book.rulebook))
    chosen = choose(source_of(sheet, tables, book), state.entries_sold, tables, book, sheet)
    return chosen.column.paid if isinstance(chosen, Chosen) else 0


def _deal_left(state: TournamentState) -> int:
    """Players who were in when a deal was agreed. The books speak only of deals at the final table."""
    agreed = state.deals.agreed
    return agreed.players if agreed and agreed.players <= state.the_sheet.final_table_size else 0
