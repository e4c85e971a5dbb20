"""A receipt signed: where the book has the signature release the player's image, the person's file says so too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.decisions.tournament import decided
from feltro.app.people.directory import PERSON, load
from feltro.app.people.person import Consent
from feltro.app.world.streams.people import STREAM, PersonChanged
from feltro.kernel.outcome import Refused
from feltro.store.port import Keep
from feltro.tournament.facts.media import ReceiptSigned

if TYPE_CHECKING:
    from feltro.app.world.plan import Asked, Plan
    from feltro.tournament.media.commands import SignReceipt

HOW = "recibo assinado"


def sign_receipt(command: SignReceipt, asked: Asked) -> Plan | Refused:
    """Two streams, one transaction: the signature is the event's, the consent is the person's."""
    plan = decided(command, asked)
    if isinstance(plan, Refused):
        return plan
    stream = f"tournament:{command.tournament}"
    signed = next((one for one in plan.events[stream] if isinstance(one, ReceiptSigned)), None)
    person = load(asked.look.world.store, signed.person) if signed and signed.image_release else None
    if person is None or (person.image is not None and person.image.granted):
        return plan
    book = asked.look.state(stream).the_sheet.book
    consent = Consent(granted=True, how=HOW, book=book, at=asked.envelope.at)
    row = Keep(
        PERSON, person.id, msgspec.json.encode(msgspec.structs.replace(person, image=consent), order="sorted")
    )
    asked.look.state(STREAM)  # looked at, so that nobody else changes the file meanwhile
    return msgspec.structs.replace(
        plan,
        events={**plan.events, STREAM: (PersonChanged(person=person.id),)},
        registry=(*plan.registry, row),
    )
