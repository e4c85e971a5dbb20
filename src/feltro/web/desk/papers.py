"""The receipt as a page to look at, and PIX: who receives, what is awaited, and the bank's file."""

from typing import Annotated, Any

from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body

from feltro.app.money.bank import confirm
from feltro.app.money.brcode import Receiver
from feltro.app.money.receiver import (
    MAY_SET,
    confirm_pix_receiver,
    drop_pix_receiver,
    last_change,
    pix_receiver,
    proposed_by,
    proposed_receiver,
    set_pix_receiver,
)
from feltro.app.people.directory import directory
from feltro.app.people.documents import masked
from feltro.app.world.tonight import control_tonight
from feltro.kernel.outcome import Refused, refused_for
from feltro.kernel.roles import OWN_MONEY
from feltro.tournament.sales.receipts import receipt_of
from feltro.tournament.state.papers import name_of
from feltro.web.desk.pix_lists import awaited, bank_shown, unsettled
from feltro.web.desk.routes import ADDRESS
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import MONEY
from feltro.web.frame.streams import EVENTS, SETTINGS
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

PIX = "/pix"
File = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]


@staff_page(ADDRESS + "/{tournament:str}/recibo/{sale:str}", MONEY)
def show_receipt(request: AnyRequest, tournament: str, sale: str) -> AnyAnswer:
    """Read from the log whenever it is shown, with how often it was printed. Its button prints it."""
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        receipt = receipt_of(sale, event.state, event.book)
        entry = event.state.entries.get(sale)
    if isinstance(receipt, Refused):
        raise NotFoundException
    person = directory(house.store).get(receipt.person)
    item = event.state.the_sheet.item(receipt.item)
    return room_page(
        request,
        "desk/receipt.html",
        receipt=receipt,
        entry=entry,
        name=person.name if person else "—",
        document=masked(person.document) if person else "",
        item=item.label if item else receipt.item,
        copy=event.state.papers.copies.get(name_of("receipt", sale, ""), 0),
        event=event,
    )


@staff_page(PIX, MONEY, follows=(EVENTS, SETTINGS), menu="pix")
def show_pix(request: AnyRequest) -> AnyAnswer:
    return pix_page(request)


@staff_form(PIX + "/recebedor", MAY_SET)
def set_receiver(request: AnyRequest, data: Form) -> AnyAnswer:
    receiver = Receiver(text(data, "receiver_key"), text(data, "name"), text(data, "city"))
    refused = set_pix_receiver(house_of(request), receiver, envelope(request, text(data, "key")))
    return pix_page(request, receiver=receiver, refused=refused) if refused else go(request, PIX)


@staff_form(PIX + "/recebedor/conferir", MAY_SET)
def confirm_receiver(request: AnyRequest, data: Form) -> AnyAnswer:
    """Another person has looked at the proposed key, or does not want it."""
    act = drop_pix_receiver if text(data, "do") == "drop" else confirm_pix_receiver
    refused = act(house_of(request), envelope(request, text(data, "key")))
    return pix_page(request, refused=refused) if refused else go(request, PIX)


@staff_form(PIX + "/arquivo", MAY_SET)
def read_file(request: AnyRequest, data: File) -> AnyAnswer:
    """Every sale that the bank's file proves is confirmed; the same file again confirms nothing twice."""
    sent, lang = data.get("file"), language_of(request)
    body = _body(sent) if isinstance(sent, UploadFile) else b""
    found = confirm(house_of(request), body, envelope(request))
    if isinstance(found, list):
        return pix_page(request, refused=refused_for(found))
    told = [say(one.because, lang, **{**one.values, "where": one.where}) for one in found.to_look_at]
    told += [say(refused.because, lang, **refused.values) for _, refused in found.refused]
    return pix_page(request, confirmed=len(found.sales), told=told)


def _body(sent: UploadFile) -> bytes:
    """Read once and let go: a large file waits on the disk until it is closed."""
    with sent.file as file:
        return bytes(file.read())


def pix_page(
    request: AnyRequest,
    *,
    receiver: Receiver | None = None,
    refused: Refused | None = None,
    confirmed: int | None = None,
    told: list[str] | None = None,
) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        asked = awaited(request)
        settle = unsettled(request)
        bank = bank_shown(request)
        alone = control_tonight(house.world, house.books, now(request)).alone
    return room_page(
        request,
        "desk/pix.html",
        409 if refused else 200,
        receiver=receiver or pix_receiver(house.store),
        may_set=me(request).role in MAY_SET,
        may_read=me(request).role in OWN_MONEY or alone,
        changed=last_change(house),
        proposed=proposed_receiver(house),
        proposed_by=proposed_by(house),
        waiting=[one for one in asked if not one["over"]],
        over=[one for one in asked if one["over"]],
        unsettled=settle,
        bank=bank,
        confirmed=confirmed,
        told=told or [],
        refused=why(refused, language_of(request)) if refused else None,
    )
