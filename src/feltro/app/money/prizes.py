"""Prizes: what a tournament has to know from the book's folder, the season, the registry and the calendar."""

import msgspec

from feltro.app.decisions.known_names import strangers
from feltro.app.decisions.tax import tax_facts
from feltro.app.decisions.tickets import seats_to_lapse
from feltro.app.decisions.tournament import decided
from feltro.app.money.business_days import business_day_after
from feltro.app.money.holidays import calendar_of
from feltro.app.people.accounts import account_of
from feltro.app.people.documents import Document, read_document
from feltro.app.sheets.payout_tables import book_table
from feltro.app.world.history import undone_keys
from feltro.app.world.plan import Asked, Plan, UseCase
from feltro.house.rooms import downs_by_dealer
from feltro.kernel.commands import Command
from feltro.kernel.instants import Instant, local_time
from feltro.kernel.outcome import Finding, Refused
from feltro.season.events import TicketLapsed
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.now import PrizeFacts
from feltro.tournament.opening.commands import SettleStopped
from feltro.tournament.prizes import commands as c
from feltro.tournament.state import GONE, TournamentState


class Payee(msgspec.Struct):
    """What paying reads of a person's row in the registry."""

    name: str = ""
    document: Document | None = None


def announce_prizes(command: c.AnnouncePrizes, asked: Asked) -> Plan | Refused:
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    open_seats = seats_to_lapse(command.tournament, asked)
    if open_seats and not state.prizes.announced:
        return Refused("prizes.no_shows_open", {"count": open_seats})
    book = asked.books.settlement(state, asked.envelope.at).book
    facts = PrizeFacts(book_table=book_table(book.rulebook), no_shows_centavos=_no_shows(state, asked))
    return decided(command, asked, prize=facts)


def settle_stopped(command: SettleStopped, asked: Asked) -> Plan | Refused:
    """What the stacks of those left are worth is asked of the table that the event pays by."""
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    book = asked.books.settlement(state, asked.envelope.at).book
    return decided(command, asked, prize=PrizeFacts(book_table=book_table(book.rulebook)))


def divide_staff(command: c.DivideStaff, asked: Asked) -> Plan | Refused:
    """Where nobody typed how, by the downs that the rooms have written down."""
    if command.downs or command.amounts_centavos:
        named = (*command.downs, *command.amounts_centavos)
        return _refuse_not_staff(named, command.tournament, asked) or decided(command, asked)
    streams = asked.look.world.store.streams("room:")
    logged = [downs_by_dealer(asked.look.state(stream), command.tournament) for stream in streams]
    dealt: dict[str, int] = {}
    for room in logged:
        for dealer, downs in room.items():
            dealt[dealer] = dealt.get(dealer, 0) + len(downs)
    return decided(msgspec.structs.replace(command, downs=dealt), asked)


def _refuse_not_staff(people: tuple[str, ...], tournament: str, asked: Asked) -> Refused | None:
    """Somebody whom nobody knows, or who played this very event, has no part of the staff's."""
    unknown = strangers(people, asked)
    if unknown:
        return Refused("staff.unknown", {"person": unknown[0]})
    state: TournamentState = asked.look.state(f"tournament:{tournament}")
    players = [one for one in people if any(entry.status not in GONE for entry in state.entries_of(one))]
    return Refused("staff.played_here", {"person": players[0]}) if players else None


def schedule_prize(command: c.SchedulePrize, asked: Asked) -> Plan | Refused:
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    won = _won_at(command.entry, command.tournament, asked)
    if won is None:
        return decided(command, asked)
    days = asked.books.settlement(state, asked.envelope.at).book["prizes.payment.business_days"].value
    calendar = calendar_of(asked.look.world.store, days)
    pay_by = business_day_after(local_time(won, state.sheet.zone).date(), days, calendar)
    return decided(command, asked, prize=PrizeFacts(won_at=won, pay_by=pay_by, calendar=calendar))


def pay_prize(command: c.PayPrize, asked: Asked) -> Plan | Refused:
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    entry = state.entries.get(command.entry)
    row = asked.look.world.store.kept("person", entry.person) if entry else None
    if entry is None or row is None:
        return decided(command, asked)
    payee = msgspec.json.decode(row.body, type=Payee)
    matches = _matches(command.document, payee.document)
    book = asked.books.settlement(state, asked.envelope.at).book
    facts = PrizeFacts(
        document_shown=bool(command.document.strip()),
        document_matches=matches,
        account=account_of(command.bank_name, command.bank_document, payee.name, payee.document),
        tax=tax_facts(entry.person, book, asked.look.world, asked.envelope.at),
    )
    return decided(command, asked, prize=facts)


def _matches(typed: str, kept: Document | None) -> bool | None:
    if kept is None:
        return None
    read = read_document(msgspec.structs.replace(kept, number=typed or "-"))
    return not isinstance(read, Finding) and read.key == kept.key


def _no_shows(state: TournamentState, asked: Asked) -> int:
    """What seats that nobody used brought to this tournament's prizes."""
    live = asked.look.live(f"season:{state.season}")
    undone = undone_keys(live.facts)
    return sum(
        fact.event.split_centavos.get("prize_pool", 0)
        for fact in live.facts
        if isinstance(fact.event, TicketLapsed)
        and fact.event.tournament == state.tournament
        and fact.meta.key not in undone
    )


def _won_at(entry: str, tournament: str, asked: Asked) -> Instant | None:
    """When the player went out; the champion won with the last one who did."""
    live = asked.look.live(f"tournament:{tournament}")
    undone = undone_keys(live.facts)
    outs = [fact for fact in live.facts if isinstance(fact.event, EntryEliminated) and fact.meta.key not in undone]
    mine = [fact.event.at for fact in outs if fact.event.entry == entry]
    return mine[-1] if mine else max((fact.event.at for fact in outs), default=None)


USE_CASES: dict[type[Command], UseCase] = {
    c.AnnouncePrizes: announce_prizes,
    SettleStopped: settle_stopped,
    c.DivideStaff: divide_staff,
    c.SchedulePrize: schedule_prize,
    c.PayPrize: pay_prize,
}
