"""PIX between the desk and the bank: the code of a sale that waits, and the file that says what came in."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

import msgspec

from feltro.app.decisions.tournament import decided
from feltro.app.money.brcode import Receiver, pix_code
from feltro.app.money.pix import Awaited, Match, Received, match, read_bank_file, read_list
from feltro.app.money.receiver import pix_receiver
from feltro.app.people.accounts import same_name
from feltro.app.people.commands import ErasePerson
from feltro.app.people.directory import directory, load
from feltro.app.world import Live
from feltro.app.world.plan import Asked, Envelope, Handler, Plan
from feltro.kernel.instants import Instant
from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding, Refused
from feltro.tournament.sales.commands import ExpirePix, MatchPix
from feltro.tournament.sales.pix import expires_at
from feltro.tournament.state import TournamentState


class Confirmed(NamedTuple):
    sales: tuple[tuple[str, str], ...]
    """Tournament and sale."""
    refused: tuple[tuple[str, Refused], ...]
    """The txid and why the house did not take it."""
    to_look_at: tuple[Finding, ...]
    waiting: int


def code_of(
    house: Handler, tournament: str, sale_id: str, receiver: Receiver | None = None
) -> str | Finding | Refused:
    """What the payer's bank decodes: the amount and the txid that the sale waits for, and the key that the sale kept.
    `receiver` is for a house that has said nobody."""
    state: TournamentState = house.world.live(f"tournament:{tournament}").state
    sale = state.sales.get(sale_id)
    if sale is None or state.sheet is None:
        return Refused("sale.unknown", {"sale": sale_id})
    if not sale.awaited:
        return Refused("pix.none_awaited", {"sale": sale_id})
    awaited = next(iter(sale.awaited.values()))
    receiver = pix_receiver(house.store, awaited.receiver) or receiver
    if receiver is None:
        return Refused("pix.no_receiver")
    return pix_code(receiver, Money(awaited.amount_centavos), awaited.txid, state.sheet.name)


def confirm(house: Handler, data: bytes, envelope: Envelope) -> Confirmed | list[Finding]:
    """Confirm every sale that the file proves. The same file again confirms nothing twice."""
    received = read_bank_file(data)
    payments = [one for one in received if isinstance(one, Received)]
    if len(payments) != len(received):
        return [one for one in received if isinstance(one, Finding)]
    return _confirmed(house, payments, msgspec.structs.replace(envelope, bank_file=sha256(data).hexdigest()))


def confirm_told(house: Handler, data: bytes, at: Instant) -> Confirmed | list[Finding]:
    """Confirm every sale that the bank, asked by the house itself, tells of. Several workers that ask at once confirm once:
    the key names the payment."""
    read = read_list(data)
    if isinstance(read, Finding):
        return [read]
    payments, odd = read
    done = _confirmed(house, payments, Envelope(key="bank", who="bank", role="finance", device="bank", at=at))
    return done._replace(to_look_at=(*done.to_look_at, *odd)) if odd else done


def _confirmed(house: Handler, payments: list[Received], sent: Envelope) -> Confirmed:
    with house.world.lock:
        asked, done = awaited_pix(house)
    own = {charge_id(one.tournament, one.txid): one.txid for one in asked} | {
        charge_id(tournament, txid): txid for tournament, txid in done
    }
    known = {txid: bank_id for (_, txid), bank_id in done.items()}
    found = match([replace(one, txid=own.get(one.txid, one.txid)) for one in payments], asked, known)
    outcomes = [(one, _take(house, one, sent)) for one in found.matches]
    sales = tuple((one.awaited.tournament, one.awaited.sale) for one, refused in outcomes if refused is None)
    refused = tuple((one.awaited.txid, why) for one, why in outcomes if why is not None)
    return Confirmed(sales, refused, found.to_look_at, len(found.still_awaited))


def charge_id(tournament: str, txid: str) -> str:
    """The name of a charge that the bank makes for a sale: longer than a code of our own may carry, and always the same."""
    return sha256(f"{tournament}/{txid}".encode()).hexdigest()[:32]


def awaited_pix(house: Handler) -> tuple[list[Awaited], dict[tuple[str, str], str]]:
    """What every tournament waits for, and what it has seen: tournament and txid, with the bank's own number where it is
    known. Hold the world's lock."""
    asked: list[Awaited] = []
    seen: dict[tuple[str, str], str] = {}
    for live in house.world.lives("tournament:"):
        state: TournamentState = live.state
        for sale in state.sales.values():
            asked += [
                Awaited(one.txid, Money(one.amount_centavos), state.tournament, sale.id)
                for one in sale.awaited.values()
            ]
            seen |= {(state.tournament, paid.txid): paid.bank_id for paid in sale.payments if paid.txid}
    return asked, seen


def _take(house: Handler, one: Match, envelope: Envelope) -> Refused | None:
    asked = one.awaited
    command = MatchPix(
        tournament=asked.tournament,
        sale=asked.sale,
        txid=asked.txid,
        amount_centavos=asked.amount.centavos,
        source="bank_file" if envelope.bank_file else "bank",
    )
    key = f"{envelope.key}-{asked.tournament}-{asked.txid}"
    outcome = house.handle(command, msgspec.structs.replace(envelope, key=key, bank_id=one.received.id))
    return outcome if isinstance(outcome, Refused) else None


def seen(command: MatchPix, asked: Asked) -> Plan | Refused:
    """With whose name the statement shows, compared with the player's and kept nowhere."""
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    sale = state.sales.get(command.sale)
    player = load(asked.look.world.store, sale.person) if sale and command.payer.strip() else None
    payer = ("own" if same_name(command.payer, player.name) else "other") if player else ""
    return decided(command, asked, payer=payer)


def expire(house: Handler, stream: str, at: Instant) -> int:
    """Let go of every entry of an event whose PIX nobody paid in time. The key names the sale, so that several processes that look at once do it once; an entry
    brought back by undoing is not taken again."""
    with house.world.lock:
        late = [
            (key, command) for last, key, command in _expiries(house, house.world.live(stream), at) if last <= at
        ]
        strangers = _newcomers(house.world.live(stream).state, [command.sale for _, command in late])
    for key, command in late:
        house.handle(command, Envelope(key=key, who="clock", role="director", device="clock", at=at))
    for person in strangers:
        _forget(house, person, at)
    return len(late)


def forget_stranger(house: Handler, tournament: str, sale: str, at: Instant) -> None:
    """Given up before anything was paid, by somebody whom the house knows from a phone alone: of them nothing is kept."""
    with house.world.lock:
        sales = house.world.live(f"tournament:{tournament}").state.sales
        person = sales[sale].person if sale in sales else ""
        kept = directory(house.world.store).get(person)
        mine = [one for one in sales.values() if one.person == person]
    if kept is not None and kept.told_document is not None and all(one.gone and not one.payments for one in mine):
        _forget(house, person, at)


def _forget(house: Handler, person: str, at: Instant) -> None:
    sent = Envelope(key=f"pix-forgotten/{person}", who="clock", role="director", device="clock", at=at)
    house.handle(ErasePerson(person=person), sent)


def _newcomers(state: TournamentState, sales: list[str]) -> list[str]:
    """Whom the house knows only by what they meant to pay from a phone: of them nothing is kept."""
    vouchers = state.phone_asks.vouchers
    return [state.sales[one].person for one in sales if one in vouchers and vouchers[one].newcomer]


def next_expiry(house: Handler, live: Live, at: Instant) -> Instant | None:
    """When the next PIX of an event runs out. Hold the world's lock."""
    return min((last for last, _, _ in _expiries(house, live, at)), default=None)


def _expiries(house: Handler, live: Live, at: Instant) -> Iterator[tuple[Instant, str, ExpirePix]]:
    state: TournamentState = live.state
    waiting = [
        sale
        for sale in state.sales.values()
        if sale.awaited and not (sale.gone or sale.paid or sale.owed or sale.payments)
    ]
    if not waiting or state.stopped:
        return
    book = house.books.settlement(state, at).book
    for sale in waiting:
        key, last = f"pix-expired/{state.tournament}/{sale.id}", expires_at(sale, book)
        if last is not None and house.store.answered(key) is None:
            yield last, key, ExpirePix(tournament=state.tournament, sale=sale.id)
