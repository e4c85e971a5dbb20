"""Fixing the pool and the prizes, and what changes them afterwards: a saved bubble, a disqualification."""

from fractions import Fraction
from typing import NamedTuple

from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused, together
from feltro.rulebook.settle import Settled
from feltro.tournament.counts.agreement import known_to_differ
from feltro.tournament.eliminations.places import still_in, with_a_seat
from feltro.tournament.facts import prizes as e
from feltro.tournament.facts.prizes import WrittenColumn
from feltro.tournament.now import Now, Outcome
from feltro.tournament.prizes import commands as c
from feltro.tournament.prizes.amounts import pay_out
from feltro.tournament.prizes.choice import PrizeTables, choose, source_of, terms_of
from feltro.tournament.prizes.due import counts_disagree, decided_places, prizes_by_place
from feltro.tournament.prizes.pool import Pool, entries_counted, people_in, pool_of
from feltro.tournament.prizes.tables import Column, PrizeTable, banded, lint
from feltro.tournament.sheet import Satellite
from feltro.tournament.state import TournamentState


class Fixed(NamedTuple):
    """What every place gets, and how it came about."""

    source: str
    prizes: tuple[int, ...]
    printed_first: int = 0
    left: int = 0
    cover: int = 0
    """Added by the organiser so that the seats of a satellite are there."""
    seats: int = 0
    seat_centavos: int = 0


def replace_payout_table(command: c.ReplacePayoutTable, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if state.prizes.announced:
        return Refused("prizes.announced_already")
    may = book["prizes.sheet_may_change"]
    if not may.value:
        return Refused("prizes.table_is_the_books", cites=may.cites)
    columns = tuple(
        WrittenColumn(entries_from=one.entries_from, entries_to=one.entries_to, shares=one.shares)
        for one in command.columns
    )
    wrong = [fault for fault in lint(table_of(columns)) if fault.weight == "wrong"]
    refused = together(*(Refused(one.because, {**one.values, "count": len(wrong)}) for one in wrong))
    return refused or (e.PayoutTableReplaced(columns=columns),)


def table_of(columns: tuple[WrittenColumn, ...]) -> PrizeTable:
    return PrizeTable(
        tuple(
            Column(one.entries_from, one.entries_to, banded([Fraction(share) for share in one.shares]))
            for one in columns
        )
    )


def void_guarantee(command: c.VoidGuarantee, state: TournamentState, book: Settled, now: Now) -> Outcome:
    grounds = book["guarantee.void_on"]
    if not state.the_sheet.guarantee_centavos:
        return Refused("guarantee.none")
    if state.prizes.guarantee_void or state.prizes.announced:
        return Refused("guarantee.too_late")
    if command.ground not in grounds.value:
        return Refused("guarantee.holds", {"ground": command.ground}, grounds.cites)
    if not command.reason.strip():
        return Refused("guarantee.needs_reason", cites=grounds.cites)
    return (e.GuaranteeVoided(tournament=state.tournament, ground=command.ground, reason=now.key),)


def announce_prizes(command: c.AnnouncePrizes, state: TournamentState, book: Settled, now: Now) -> Outcome:
    refused = _refuse_announcing(state)
    if refused:
        return refused
    pool = pool_of(state, book, now.prize.no_shows_centavos)
    satellite = state.the_sheet.satellite
    fixed = (
        seats_of(satellite, pool, people_in(state), len(with_a_seat(state)))
        if satellite
        else _places(command.table, pool, state, book, now)
    )
    if isinstance(fixed, Refused):
        return fixed
    announced = e.PrizesAnnounced(
        tournament=state.tournament,
        source=fixed.source,
        entries=entries_counted(state, book),
        collected_centavos=pool.collected - pool.no_shows,
        no_shows_centavos=pool.no_shows,
        knockouts_centavos=pool.knockouts,
        guarantee_centavos=pool.guarantee,
        cover_centavos=max(0, pool.cover + fixed.cover - state.prizes.covered_centavos),
        withheld_centavos=pool.kept_for,
        pool_centavos=pool.net + fixed.cover,
        prizes_centavos=fixed.prizes,
        printed_first_centavos=fixed.printed_first,
        left_centavos=fixed.left,
        seats=fixed.seats,
        seat_centavos=fixed.seat_centavos,
        at=now.at,
    )
    return (announced,)


def _refuse_announcing(state: TournamentState) -> Refused | None:
    if state.prizes.announced:
        return Refused("prizes.announced_already")
    if state.stopped == "cancelled" or state.survivors_paid:  # shared among those left: there is no pool any more
        return Refused("tournament.stopped", {"status": state.stopped})
    if not state.registration_closed:
        return Refused("prizes.registration_open")
    ordered = (sale for sale in state.sales.values() if sale.ordered and not sale.gone)
    to_come = sum(1 for sale in ordered if sale.split_centavos.get("prize_pool"))
    pending = counts_disagree(state)
    differ = [pending] if pending else known_to_differ(state)
    return together(
        Refused("prizes.alternates_wait", {"n": len(state.waiting)}) if state.waiting else None,
        Refused("prizes.orders_open", {"n": to_come}) if to_come else None,
        *(Refused(one.because, one.values) for one in differ),
    )


def _places(asked: str, pool: Pool, state: TournamentState, book: Settled, now: Now) -> Fixed | Refused:
    loaded = table_of(state.prizes.loaded) if state.prizes.loaded else None
    tables = PrizeTables(now.prize.book_table, loaded)
    source = asked or source_of(state.the_sheet, tables, book)
    may = book["prizes.sheet_may_change"]
    if book["prizes.table_source"].value == "book" and source != "book" and not may.value:
        return Refused("prizes.table_is_the_books", cites=may.cites)
    chosen = choose(source, entries_counted(state, book), tables, book, state.the_sheet)
    if isinstance(chosen, Refused):
        return chosen
    payout = pay_out(pool.net, chosen.column.for_people(max(1, people_in(state))), terms_of(book))
    if isinstance(payout, Refused):
        return payout
    return Fixed(source, payout.amounts, payout.printed_first, payout.left)


def seats_of(satellite: Satellite, pool: Pool, people: int, won: int) -> Fixed:
    """As many seats as announced, or as the pool buys, and no more than there are people to win them; but those that
    were won by chips already.

    What is left goes where the sheet says; where nobody stands behind the seats, to those who win them.
    """
    seat = satellite.seat_centavos
    seats = max(won, min(people, satellite.seats if satellite.seats is not None else pool.net // seat))
    cover = max(0, seats * seat - pool.net)
    rest = pool.net + cover - seats * seat
    if (satellite.remainder == "next_place" and people > seats) or not seats:
        prizes = (*(0,) * seats, rest) if rest else ()
    else:
        prizes = tuple(part.centavos for part in Money(rest).split([1] * seats)) if rest else ()
    return Fixed("satellite", prizes, cover=cover, seats=seats, seat_centavos=seat)


def note_early_cash(command: c.NoteEarlyCash, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if state.prizes.announced:
        return Refused("prizes.announced_already")
    if command.entry not in state.out_order:
        return Refused("prize.not_out", {"entry": command.entry})
    promised = sum(state.prizes.early.values()) - state.prizes.early.get(command.entry, 0)
    pool = pool_of(state, book).net
    if promised + command.amount_centavos > pool:
        return Refused("prize.more_than_pool", {"pool": Money(pool - promised)})
    return (e.EarlyCashNoted(entry=command.entry, amount_centavos=command.amount_centavos),)


def save_bubble(command: c.SaveBubble, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """One player is left above the paid places, and everybody agrees to pay that place too."""
    allowed = book["deal.bubble_place"]
    prizes, alive = prizes_by_place(state), set(still_in(state))
    if not allowed.value:
        return Refused("bubble.not_allowed", cites=allowed.cites)
    if not prizes or state.prizes.bubble_centavos or len(alive) != len(prizes) + 1:
        return Refused("bubble.not_now", {"left": len(alive), "paid": len(prizes)}, allowed.cites)
    if set(command.agreed) != alive:
        return Refused("deal.not_unanimous", {"missing": len(alive - set(command.agreed))}, allowed.cites)
    second = prizes[1] if len(prizes) > 1 else 0
    if command.amount_centavos > prizes[-1] or prizes[0] - command.amount_centavos < second:
        return Refused("bubble.too_much", {"most": Money(min(prizes[-1], prizes[0] - second))}, allowed.cites)
    return (
        e.BubbleSaved(place=len(prizes) + 1, amount_centavos=command.amount_centavos, agreed=tuple(sorted(alive))),
    )


def forfeit_prize(command: c.ForfeitPrize, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The buy-in stays in the pool; what the place would have paid goes where the book says."""
    prize, freed = book["penalty.disqualification.prize"], book["penalty.disqualification.freed_prize"]
    if prize.value != "none":
        return Refused("forfeit.keeps_prize", cites=prize.cites)
    places = {entry: finish.place for finish in decided_places(state) for entry in finish.players}
    if command.entry not in places:
        return Refused("prize.not_out", {"entry": command.entry})
    if any(one.entry == command.entry for one in state.prizes.forfeits):
        return Refused("forfeit.already", {"entry": command.entry})
    if not command.reason.strip():
        return Refused("forfeit.needs_reason", cites=prize.cites)
    forfeited = e.PrizeForfeited(
        entry=command.entry, place=places[command.entry], freed=freed.value, reason=now.key
    )
    return (forfeited,)
