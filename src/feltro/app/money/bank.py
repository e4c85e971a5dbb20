"""PIX between the desk and the bank: the code of a sale that waits, and the file that says what came in."""

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

import msgspec

from feltro.app.decisions.tournament import decided
from feltro.app.money.brcode import Receiver, pix_code
from feltro.app.money.pix import Awaited, Match, Received, match, read_bank_file
from feltro.app.money.receiver import pix_receiver
from feltro.app.people.accounts import same_name
from feltro.app.people.directory import load
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
    sent = msgspec.structs.replace(envelope, bank_file=sha256(data).hexdigest())
    asked, done = _awaited(house)
    found = match(payments, asked, done)
    outcomes = [(one, _take(house, one, sent)) for one in found.matches]
    sales = tuple((one.awaited.tournament, one.awaited.sale) for one, refused in outcomes if refused is None)
    refused = tuple((one.awaited.txid, why) for one, why in outcomes if why is not None)
    return Confirmed(sales, refused, found.to_look_at, len(found.still_awaited))


def _awaited(house: Handler) -> tuple[list[Awaited], set[str]]:
    """What every tournament waits for, and the txids that it has seen."""
    asked: list[Awaited] = []
    seen: set[str] = set()
    for live in house.world.lives("tournament:"):
        state: TournamentState = live.state
        for sale in state.sales.values():
            asked += [
                Awaited(one.txid, Money(one.amount_centavos), state.tournament, sale.id)
                for one in sale.awaited.values()
            ]
            seen |= {paid.txid for paid in sale.payments if paid.txid}
    return asked, seen


def _take(house: Handler, one: Match, envelope: Envelope) -> Refused | None:
    asked = one.awaited
    command = MatchPix(
        tournament=asked.tournament,
        sale=asked.sale,
        txid=asked.txid,
        amount_centavos=asked.amount.centavos,
        source="bank_file",
    )
    key = f"{envelope.key}-{asked.tournament}-{asked.txid}"
    outcome = house.handle(command, msgspec.structs.replace(envelope, key=key))
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
    for key, command in late:
        house.handle(command, Envelope(key=key, who="clock", role="director", device="clock", at=at))
    return len(late)


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
