"""What there is to print of one thing, and what the paper depends on beside its id."""

from typing import NamedTuple

from feltro.tournament.state import BAGGED, LIVE, TournamentState


class Shown(NamedTuple):
    """What a paper depends on beside its id, and whom it is about."""

    shows: str
    people: tuple[str, ...]


def receipt(sale_id: str, state: TournamentState) -> Shown | None:
    sale = state.sales.get(sale_id)
    return Shown("", (sale.person,)) if sale and sale.receipt else None


def chair(entry: str, state: TournamentState) -> Shown | None:
    chair = state.floor.chair_of.get(entry)
    return Shown(str(chair), (state.entries[entry].person,)) if chair else None


def next_chair(entry: str, state: TournamentState) -> Shown | None:
    """The chair that is kept for somebody whose table breaks; else where he sits."""
    kept = state.floor.next_chair.get(entry)
    return Shown(str(kept), (state.entries[entry].person,)) if kept else chair(entry, state)


def penalty(penalty: str, state: TournamentState) -> Shown | None:
    given = state.sanctions.penalties.get(penalty)
    return Shown("", (given.person,)) if given else None


def bag(entry_id: str, state: TournamentState) -> Shown | None:
    """Before the count too: the tag goes on the bag with room to write."""
    entry, bag = state.entries.get(entry_id), state.days.bags.get(entry_id)
    if entry is None or entry.status not in {LIVE, BAGGED}:
        return None
    return Shown(str(bag.chips) if bag else "", (entry.person,))


def prize(payment: str, state: TournamentState) -> Shown | None:
    back = state.prizes.taken_back.get(payment)
    paid = back or state.prizes.payments.get(payment)
    return Shown("void" if back else "", (paid.person,)) if paid else None


def staff(person: str, state: TournamentState) -> Shown | None:
    share = state.prizes.staff.get(person)
    return Shown("", (person,)) if share and share.receipt else None


def deal(deal_id: str, state: TournamentState) -> Shown | None:
    """Another proposal is another page to sign."""
    deal = state.deals.deals.get(deal_id)
    if deal is None:
        return None
    return Shown(str(len(deal.proposals)), tuple(state.entries[entry].person for entry in deal.stacks))


def payouts(_which: str, state: TournamentState) -> Shown | None:
    announced = state.prizes.announced
    return Shown(f"{announced.pool_centavos}", ()) if announced else None


def next_day(which: str, state: TournamentState) -> Shown | None:
    if not any(day.id == which and not day.is_first for day in state.the_sheet.days):
        return None
    bags, drawn = state.days.bags, state.floor.chair_of.values()
    seated = sum(state.floor.tables[chair.table].day == which for chair in drawn)
    return Shown(f"{len(bags)}.{sum(bag.chips for bag in bags.values())}.{seated}", ())


def room(which: str, state: TournamentState) -> Shown | None:
    """Whether a level is over is on the log, not in the state: whoever writes the picture looks."""
    sheet = state.the_sheet
    day, _, level = which.rpartition(".")
    known = any(one.id == day for one in sheet.days) and level.isascii() and level.isdecimal()
    return Shown("", ()) if known and 1 <= int(level) <= len(sheet.levels) else None
