"""Paid for from a phone: it is sold to whoever the phone says, and the desk finds out who that is with the document in hand.

A phone is anybody's. Nothing here looks whether the house knows the document that it told: whoever types a number is sold to
or refused as anybody else, by the same steps, and what stands against a person is told to them at the desk. Only who brings the
code of their own seat card besides is sold to as themselves: then a ticket, the price of members and a re-entry are theirs. What
is refused to them is one sentence, because a card may be lost.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from feltro.app.decisions.people import known_person
from feltro.app.decisions.tournament import decided, seat
from feltro.app.people import asked as rows
from feltro.app.people.accounts import same_name
from feltro.app.people.directory import load
from feltro.app.people.documents import FOREIGN
from feltro.app.people.papers_seen import told_holder
from feltro.app.people.person import Consent, Person
from feltro.app.people.public_ids import public_ids
from feltro.app.people.registration import register_told
from feltro.app.settings.phone_entries import phone_entries
from feltro.app.world.plan import Plan
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.app.world.streams.settings import STREAM as SETTINGS
from feltro.kernel.outcome import Refused, together
from feltro.kernel.roles import DESK
from feltro.tournament.asks import vouchers
from feltro.tournament.facts.asks import AskTaken
from feltro.tournament.now import Known, PhoneSale

if TYPE_CHECKING:
    from feltro.app.world.plan import Asked
    from feltro.season.state import SeasonState
    from feltro.tournament.asks.voucher_commands import BuyByPhone, CheckInVoucher, GiveUpVoucher, SettleVouchers
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
    """Card, name, document and birth date are those of the file: what a member or the holder of a ticket has is theirs."""


def buy_by_phone(command: BuyByPhone, asked: Asked) -> Plan | Refused:
    """Kept as the phone tells it, and sold, all in one transaction."""
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
    """Whose card it is, if all that the phone told is theirs; anybody else is a stranger."""
    kept = load(asked.look.world.store, told.holder) if told.holder else None
    if kept is None or not _is_the_same(told.person, kept):
        return _stranger(command, told, asked)
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    known = known_person(kept.id, state, asked.look.state(f"season:{state.season}"), asked)
    if known is None:
        return SECRET
    certain = kept.born_on is not None
    return _Buyer(msgspec.structs.replace(known, photo_id_seen=True), Plan(), newcomer=False, certain=certain)


def _is_the_same(told: Person, kept: Person) -> bool:
    """A lost card alone is nobody: the document and the name go with it, and the birth date where the house has one."""
    return (
        told.document is not None
        and kept.document is not None
        and told.document.key == kept.document.key
        and same_name(told.name, kept.name)
        and kept.born_on in {None, told.born_on}
    )


def _stranger(command: BuyByPhone, told: rows.AskedEntry, asked: Asked) -> _Buyer | Refused:
    """Kept as the phone tells it. Whose the document is, nobody has looked yet."""
    said, person = told.person, f"p{command.voucher}"
    typed = Person(id=person, name=said.name, known_as=said.known_as, born_on=said.born_on)
    typed = msgspec.structs.replace(typed, email=said.email, phone=said.phone, told_document=said.document)
    typed = msgspec.structs.replace(typed, initials_only=told.initials, image=_image(told, asked))
    plan = register_told(typed, asked)
    if isinstance(plan, Refused):
        return plan
    known = Known(
        person=person,
        birth_date=said.born_on,
        photo_id_seen=True,
        foreign=said.document is not None and said.document.kind == FOREIGN,
    )
    return _Buyer(known, plan, newcomer=True)


def _image(told: rows.AskedEntry, asked: Asked) -> Consent | None:
    """What somebody new agreed to on the phone stands in their file from the beginning."""
    return Consent(granted=True, how=BY_PHONE, book="", at=asked.envelope.at) if told.image else None


def give_up(command: GiveUpVoucher, asked: Asked) -> Plan | Refused:
    """By the phone that asked, or by the desk. What the phone told stays, because its owner stands in the line again."""
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    voucher = state.phone_asks.vouchers.get(command.voucher)
    ids = public_ids(asked.look.world.store)
    theirs = voucher is not None and rows.is_theirs(ids, command.tournament, voucher.ask, command.code)
    if asked.envelope.role not in DESK and not theirs:
        return Refused("voucher.unknown")
    here = (
        known_person(state.sales[command.voucher].person, state, _season(state, asked), asked) if voucher else None
    )
    return decided(command, asked, known=here if asked.envelope.role in DESK else None)


def redeem(command: CheckInVoucher, asked: Asked) -> Plan | Refused:
    """What the phone told is erased: the document was seen, and the person has a file."""
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    voucher = state.phone_asks.vouchers.get(command.voucher)
    plan = decided(command, asked)
    if isinstance(plan, Refused) or voucher is None:
        return plan
    gone = rows.erase(command.tournament, (voucher.ask,))
    return msgspec.structs.replace(plan, registry=(*plan.registry, *gone))


def settle(command: SettleVouchers, asked: Asked) -> Plan | Refused:
    """Those who never came are looked at as the desk would have, by the document that their phone told."""
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    people: dict[str, Known] = {}
    for name in state.phone_asks.vouchers:
        buyer = state.sales[name].person
        known = known_person(_holder(buyer, asked), state, _season(state, asked), asked)
        if known is not None:
            people[buyer] = known
    return decided(command, asked, people=people)


def _holder(person: str, asked: Asked) -> str:
    """Whom the house knows by the document that a phone told for somebody."""
    asked.look.live(PEOPLE)  # held before anybody is looked up: nobody is erased or merged meanwhile
    kept = load(asked.look.world.store, person)
    known = told_holder(kept, asked.look.world.store) if kept else None
    return known.person.id if known else person
