"""What must hold in every state of a tournament. Nobody should ever see one of these."""

from collections import Counter

from feltro.kernel.outcome import Finding
from feltro.rulebook.settle import Settled
from feltro.tournament.eliminations.checks import check_play
from feltro.tournament.floor.checks import seat_complaints
from feltro.tournament.prizes.due import prizes_stand
from feltro.tournament.state import BAGGED, GONE, IN_THE_EVENT, LIVE, TournamentState


def complaints(state: TournamentState, book: Settled) -> list[Finding]:
    """Everything that is wrong with a state; an empty list in every state that decisions lead to."""
    if state.sheet is None:
        return []
    return [
        *_check_people(state, book),
        *_check_chairs(state),
        *_check_counts(state),
        *_check_limits(state),
        *_check_prizes(state),
        *_check_days(state),
        *seat_complaints(state),
        *check_play(state),
    ]


def _check_people(state: TournamentState, book: Settled) -> list[Finding]:
    most = book["entry.live_per_person"].value
    one_flight = book["reentry.after_bagging"].value == "never"
    found = []
    for person, entries in state.of_person.items():
        statuses = [state.entries[entry].status for entry in entries]
        live = sum(status in IN_THE_EVENT for status in statuses)
        if live > most or (one_flight and live and BAGGED in statuses):
            found.append(Finding("check.too_many_live", person))
    return found


def _check_chairs(state: TournamentState) -> list[Finding]:
    sitting = Counter(
        entry.day for entry in state.entries.values() if entry.status in IN_THE_EVENT and not entry.waits
    )
    return [
        Finding("check.chairs", day.id)
        for day in state.the_sheet.days
        if sitting[day.id] != state.taken(day.id) or (day.seats is not None and sitting[day.id] > day.seats)
    ]


def _check_counts(state: TournamentState) -> list[Finding]:
    found = []
    sold = sum(entry.status not in GONE for entry in state.entries.values())
    if sold != state.entries_sold:
        found.append(Finding("check.entries_sold", str(sold)))
    receipts = [sale.receipt for sale in state.sales.values() if sale.receipt]
    if len(set(receipts)) != len(receipts) or max(receipts, default=0) > state.last_receipt:
        found.append(Finding("check.receipts", str(len(receipts))))
    return found


def _check_days(state: TournamentState) -> list[Finding]:
    """The counters that say who is left, and the bags, against the entries themselves."""
    live = Counter(entry.day for entry in state.entries.values() if entry.status == LIVE)
    entered = Counter(entry.day for entry in state.entries.values() if entry.status not in GONE)
    found = [
        Finding("check.live", day.id)
        for day in state.the_sheet.days
        if live[day.id] != state.days.live.get(day.id, 0) or entered[day.id] != state.days.entered.get(day.id, 0)
    ]
    bagged = {entry.id for entry in state.entries.values() if entry.status == BAGGED}
    unverified = sum(not bag.verified for bag in state.days.bags.values())
    if bagged != state.days.bags.keys() or unverified != state.days.unverified:
        found.append(Finding("check.bags", str(len(bagged))))
    return [*found, *(Finding("check.plays_after_end", day) for day in _played_though_over(state))]


def _played_though_over(state: TournamentState) -> list[str]:
    """Days that ended and in which somebody plays still: nobody who is not in a bag comes back from one."""
    days = state.days
    if days.started:
        latest = next(reversed(days.started))
        return [latest] if latest in days.ended and any(days.live.values()) else []
    return [day for day in days.ended if days.live.get(day, 0)]


def _check_limits(state: TournamentState) -> list[Finding]:
    return [
        Finding("check.limit", item.id)
        for item in state.the_sheet.items
        if item.limit.total is not None and state.sold(item.id) > item.limit.total
    ]


def _check_prizes(state: TournamentState) -> list[Finding]:
    """Whatever was paid was first announced, or promised to a flight."""
    if state.prizes.announced is None and prizes_stand(state):
        return [Finding("check.prizes_paid_unannounced", state.tournament)]
    return []
