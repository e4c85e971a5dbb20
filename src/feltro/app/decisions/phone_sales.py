"""Paid for from a phone: who asked becomes somebody whom the house knows, and the sale is decided as at the desk.

A phone is anybody's. What stands against a person is told to them at the desk: here every such refusal is one and the same
sentence, so that nobody learns from a document's number who is kept out and who plays already. That the house knows a number is
still to be guessed from it: under another name it is not sold to, and an unknown one is.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from feltro.app.decisions.people import known_person
from feltro.app.decisions.tournament import decided, seat
from feltro.app.people import asked as rows
from feltro.app.people.accounts import same_name
from feltro.app.people.commands import RegisterPerson
from feltro.app.people.directory import PERSON, directory
from feltro.app.people.documents import FOREIGN
from feltro.app.people.person import Consent, Person
from feltro.app.people.public_ids import public_ids
from feltro.app.people.registration import register
from feltro.app.settings.phone_entries import phone_entries
from feltro.app.world.plan import Plan
from feltro.app.world.streams.settings import STREAM as SETTINGS
from feltro.kernel.outcome import Refused, together
from feltro.kernel.roles import DESK
from feltro.store.port import Keep
from feltro.tournament.asks import vouchers
from feltro.tournament.facts.asks import AskTaken
from feltro.tournament.now import Known, PhoneSale

if TYPE_CHECKING:
    from feltro.app.world.plan import Asked
    from feltro.season.state import SeasonState
    from feltro.tournament.asks.voucher_commands import BuyByPhone, CheckInVoucher, GiveUpVoucher
    from feltro.tournament.state import TournamentState

BY_PHONE = "pelo celular"
LONGEST_TXID = 25
TOLD = {
    "phone_ask.unknown",
    "tournament.stopped",
    "tournament.unknown",
    "entry.no_such_item",
    "entry.which_day",
    "entry.sold_out",
    "entry.registration_closed",
    "entry.registration_over",
    "desk.not_open_yet",
    "payment.method_not_taken",
}
"""What has nothing to do with who asks."""
SECRET = Refused("phone_pay.at_the_desk")


class _Buyer(msgspec.Struct, frozen=True):
    known: Known
    plan: Plan
    newcomer: bool
    certain: bool = False
    """Name, document and birth date are those of the file: what a member or the holder of a ticket has is theirs."""


def buy_by_phone(command: BuyByPhone, asked: Asked) -> Plan | Refused:
    """Registered where nobody has the document yet, and sold, all in one transaction."""
    chosen = phone_entries(asked.look.state(SETTINGS))
    if not chosen.pay:
        return Refused("phone_pay.off")
    told = _told(command, asked)
    if told is None:
        return Refused("phone_ask.unknown")
    buyer = _buyer(command, told, asked)
    if isinstance(buyer, Refused):
        return SECRET
    phone = _phone_sale(command, buyer, asked)
    if isinstance(phone, Refused):
        return SECRET
    plan = (_at_once if chosen.at_once else _voucher)(command, buyer, phone, asked)
    if isinstance(plan, Refused):
        return together(*(one if one.because in TOLD else SECRET for one in plan.all)) or SECRET
    events = {**buyer.plan.events, **plan.events}
    return msgspec.structs.replace(plan, events=events, registry=(*buyer.plan.registry, *plan.registry))


def _told(command: BuyByPhone, asked: Asked) -> rows.AskedEntry | None:
    store = asked.look.world.store
    if not rows.is_theirs(public_ids(store), command.tournament, command.ask, command.code):
        return None
    return rows.asked_of(store, command.tournament, command.ask)


def _phone_sale(command: BuyByPhone, buyer: _Buyer, asked: Asked) -> PhoneSale | Refused:
    """A ticket that is theirs pays where they say so; the price of members is for who is certainly one."""
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    item = state.the_sheet.item(command.item) if state.sheet else None
    plain = PhoneSale(newcomer=buyer.newcomer, txid=_txid(command))
    if not command.with_ticket:
        return SECRET if item and item.members_only and not buyer.certain else plain
    mine = _season(state, asked).tickets_in_hand(buyer.known.person, state.tournament) if buyer.certain else []
    if not mine or item is None:
        return SECRET
    nearest = min(mine, key=lambda one: abs(one.value_centavos - item.price_centavos))
    return msgspec.structs.replace(plain, ticket=nearest.id, ticket_centavos=nearest.value_centavos)


def _season(state: TournamentState, asked: Asked) -> SeasonState:
    found: SeasonState = asked.look.state(f"season:{state.season}")
    return found


def _voucher(command: BuyByPhone, buyer: _Buyer, phone: PhoneSale, asked: Asked) -> Plan | Refused:
    """Who receives the PIX is written down with it, as at the desk: another key of the house changes no code that is out."""
    receiver = str(asked.look.state(SETTINGS).receiver)
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    pays = {phone.ticket: seat(_season(state, asked).tickets[phone.ticket])} if phone.ticket else {}
    return decided(command, asked, known=buyer.known, phone=phone, receiver=receiver, tickets=pays)


def _at_once(command: BuyByPhone, buyer: _Buyer, phone: PhoneSale, asked: Asked) -> Plan | Refused:
    """A house that draws when the money came sells as its desk does; what the phone told is erased with it."""
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    ask, item = state.phone_asks.asks.get(command.ask), state.the_sheet.item(command.item)
    day = state.day(command.day)
    if (
        ask is None
        or not ask.is_open
        or ask.interest
        or item is None
        or item.kind not in vouchers.BY_PHONE
        or day is None
    ):
        return Refused("phone_ask.unknown")
    sold = decided(
        vouchers.sale_of(command, buyer.known.person, item, phone),
        asked,
        known=buyer.known,
    )
    if isinstance(sold, Refused):
        return sold
    stream = f"tournament:{command.tournament}"
    taken = (*sold.events[stream], AskTaken(ask=command.ask, person=buyer.known.person))
    gone = rows.erase(command.tournament, (command.ask,))
    return msgspec.structs.replace(sold, events={**sold.events, stream: taken}, registry=(*sold.registry, *gone))


def _txid(command: BuyByPhone) -> str:
    """Letters and digits that no other sale has, as many as a code of our own may carry."""
    return sha256(f"phone/{command.tournament}/{command.voucher}".encode()).hexdigest()[:LONGEST_TXID]


def _buyer(command: BuyByPhone, told: rows.AskedEntry, asked: Asked) -> _Buyer | Refused:
    document = told.person.document
    holder = directory(asked.look.world.store).with_document(document.key) if document else None
    if holder is None:
        return _newcomer(command, told, asked)
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    kept = directory(asked.look.world.store).get(holder)
    known = known_person(holder, state, asked.look.state(f"season:{state.season}"), asked)
    if kept is None or known is None or not _is_the_same(told.person, kept):
        return SECRET
    certain = kept.born_on is not None
    return _Buyer(msgspec.structs.replace(known, photo_id_seen=True), Plan(), newcomer=False, certain=certain)


def _is_the_same(told: Person, kept: Person) -> bool:
    """Whoever knows only a number is nobody: the name goes with it, and the birth date where the house has one."""
    return same_name(told.name, kept.name) and kept.born_on in {None, told.born_on}


def _newcomer(command: BuyByPhone, told: rows.AskedEntry, asked: Asked) -> _Buyer | Refused:
    """Their document is nobody's: whoever looks like them is somebody else, or is found to be the same at the desk."""
    said, person = told.person, f"p{command.voucher}"
    alike = directory(asked.look.world.store).like(msgspec.structs.replace(said, id=person))
    asking = RegisterPerson(
        person=person,
        name=said.name,
        known_as=said.known_as,
        document=said.document,
        born_on=said.born_on,
        email=said.email,
        phone=said.phone,
        not_the_same_as=tuple(one.id for one in alike),
    )
    plan = register(asking, asked)
    if isinstance(plan, Refused):
        return plan
    known = Known(
        person=person,
        birth_date=said.born_on,
        photo_id_seen=True,
        foreign=said.document is not None and said.document.kind == FOREIGN,
    )
    return _Buyer(known, _with_wishes(plan, told, asked), newcomer=True)


def _with_wishes(plan: Plan, told: rows.AskedEntry, asked: Asked) -> Plan:
    """What somebody new agreed to on the phone stands in their file from the beginning."""
    kept = []
    for row in plan.registry:
        if isinstance(row, Keep) and row.kind == PERSON:
            person = msgspec.json.decode(row.body, type=Person)
            image = Consent(granted=True, how=BY_PHONE, book="", at=asked.envelope.at) if told.image else None
            person = msgspec.structs.replace(person, initials_only=told.initials, image=image)
            row = msgspec.structs.replace(row, body=msgspec.json.encode(person, order="sorted"))  # noqa: PLW2901
        kept.append(row)
    return msgspec.structs.replace(plan, registry=tuple(kept))


def give_up(command: GiveUpVoucher, asked: Asked) -> Plan | Refused:
    """By the phone that asked, or by the desk. What the phone told stays, because its owner stands in the line again."""
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    voucher = state.phone_asks.vouchers.get(command.voucher)
    ids = public_ids(asked.look.world.store)
    theirs = voucher is not None and rows.is_theirs(ids, command.tournament, voucher.ask, command.code)
    if asked.envelope.role not in DESK and not theirs:
        return Refused("voucher.unknown")
    return decided(command, asked)


def redeem(command: CheckInVoucher, asked: Asked) -> Plan | Refused:
    """What the phone told is erased: the document was seen, and the person has a file."""
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    voucher = state.phone_asks.vouchers.get(command.voucher)
    plan = decided(command, asked)
    if isinstance(plan, Refused) or voucher is None:
        return plan
    gone = rows.erase(command.tournament, (voucher.ask,))
    return msgspec.structs.replace(plan, registry=(*plan.registry, *gone))
