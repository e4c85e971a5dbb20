"""Papers about money that changed hands: the receipt of a sale, of a prize, of a staff share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.kernel.outcome import Refused
from feltro.tournament.facts.sales import PaymentTaken
from feltro.tournament.prizes.receipts import prize_receipt, staff_receipt
from feltro.tournament.sales.receipts import receipt_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.pen import Pen
    from feltro.tournament.prizes.receipts import PrizeReceipt
    from feltro.tournament.sales.receipts import Receipt


def receipt(pen: Pen, sale: str, copy: int = 1) -> b.Paper | Refused:
    found = receipt_of(sale, pen.state, pen.book)
    if isinstance(found, Refused):
        return found
    title = pen.say("receipt.title", number=found.number)
    blocks = (
        b.Title(text=title, under=found.title),
        *_void(pen, found),
        *_who(pen, found),
        b.Rule(),
        *_price(pen, found),
        b.Rule(),
        *_payments(pen, found),
        b.Rule(),
        *_terms(pen, found),
        *_printed_again(pen, copy),
        *pen.seal,
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=pen.mark(copy))


def _void(pen: Pen, found: Receipt | PrizeReceipt, said: str = "receipt.void") -> Iterator[b.Any]:
    if found.void:
        yield b.Paragraph(text=pen.say(said), bold=True)


def _who(pen: Pen, found: Receipt) -> Iterator[b.Any]:
    sheet, entry = pen.state.the_sheet, pen.state.entries.get(found.sale)
    item = sheet.item(found.item)
    yield b.Line(label=pen.say("paper.player"), value=pen.named(found.person))
    document = pen.document(found.person)
    if document:
        yield b.Line(label=pen.say("receipt.document"), value=document)
    yield b.Line(label=pen.say("receipt.when"), value=pen.when(found.at))
    yield b.Line(label=pen.say("paper.item"), value=item.label if item else found.item)
    if entry:
        yield b.Line(label=pen.say("paper.entry_number"), value=str(entry.number))
        yield b.Line(label=pen.say("paper.chips"), value=pen.whole(entry.chips))
        if len(sheet.days) > 1:
            yield b.Line(label=pen.say("paper.day_label"), value=entry.day)


def _price(pen: Pen, found: Receipt) -> Iterator[b.Any]:
    """Where the price goes: fees are told, not hidden."""
    for account, part in found.split_centavos.items():
        if part:
            yield b.Line(label=pen.say(f"goes_to.{account}"), value=pen.money(part))
    if found.covered_centavos:
        yield b.Line(label=pen.say("paper.covered"), value=pen.money(-found.covered_centavos))
    yield b.Line(label=pen.say("receipt.price"), value=pen.money(found.price_centavos), bold=True)


def _payments(pen: Pen, found: Receipt) -> Iterator[b.Any]:
    for paid in found.payments:
        yield b.Line(label=pen.say(f"means.{paid.method}"), value=pen.money(paid.amount_centavos))
        if paid.surcharge_centavos:
            yield b.Line(label=pen.say("paper.surcharge"), value=pen.money(paid.surcharge_centavos))
        if paid.txid:
            yield b.Paragraph(text=pen.say("paper.txid", txid=paid.txid), small=True)
        if paid.ticket:
            yield b.Paragraph(text=pen.say("paper.ticket", ticket=paid.ticket), small=True)
    yield b.Line(label=pen.say("paper.paid"), value=pen.money(found.paid_centavos), bold=True)
    yield from _alone(pen, "MatchPix", found.sale)
    tendered, change = _cash(pen, found.sale)
    if change:
        yield b.Line(label=pen.say("paper.tendered"), value=pen.money(tendered))
        yield b.Line(label=pen.say("paper.change"), value=pen.money(change))
    if found.refunded_centavos:
        yield b.Line(label=pen.say("receipt.refunded"), value=pen.money(found.refunded_centavos), bold=True)


def _alone(pen: Pen, act: str, subject: str) -> Iterator[b.Any]:
    """Said on the paper itself, so that whoever holds it knows that nobody else looked."""
    said = pen.done_alone(act, subject)
    if said:
        yield b.Paragraph(text=said, bold=True)


def _cash(pen: Pen, sale: str) -> tuple[int, int]:
    """What was laid on the counter, and what came back: on the log, not in the state."""
    taken = [
        fact.event
        for fact in pen.happened()
        if isinstance(fact.event, PaymentTaken) and fact.event.sale == sale and fact.event.method == "cash"
    ]
    return sum(one.tendered_centavos for one in taken), sum(one.change_centavos for one in taken)


def _terms(pen: Pen, found: Receipt) -> Iterator[b.Any]:
    for number, term in enumerate(found.terms, 1):
        cites = pen.cites(term.cites, own=True)
        said = pen.say(term.key, **term.values)
        yield b.Paragraph(text=f"{number}. {said}{f' ({cites})' if cites else ''}", small=True)
    if found.brands:
        yield b.Paragraph(text=pen.say("receipt.brands", brands=found.brands), small=True)
    yield b.Gap()
    yield b.Paragraph(text=pen.rulebook, small=True)
    if found.to_sign:
        yield b.Signature(label=pen.say("receipt.sign"))


def _printed_again(pen: Pen, copy: int) -> Iterator[b.Any]:
    """A copy says when it was made; the original was made with the sale."""
    if copy > 1:
        yield b.Gap()
        yield b.Paragraph(text=pen.say("paper.printed_at", when=pen.when(pen.at)), small=True)


def prize(pen: Pen, payment: str, copy: int = 1) -> b.Paper | Refused:
    found = prize_receipt(payment, pen.state)
    if found is None:
        return Refused("paper.none.prize", {"of": payment})
    return _paid_out(pen, found, copy)


def staff(pen: Pen, person: str, copy: int = 1) -> b.Paper | Refused:
    found = staff_receipt(person, pen.state)
    if found is None:
        return Refused("paper.none.staff", {"of": person})
    return _paid_out(pen, found, copy)


def _paid_out(pen: Pen, found: PrizeReceipt, copy: int) -> b.Paper:
    title = pen.say("paper.prize.title" if found.entry else "paper.staff.title", number=found.number)
    blocks = (
        b.Title(text=title, under=pen.state.the_sheet.name),
        *_void(pen, found, "paper.void.paid"),
        b.Big(text=pen.money(found.net_centavos)),
        b.Gap(),
        *_paid_out_lines(pen, found),
        b.Gap(),
        b.Paragraph(text=pen.say("paper.received_from_house"), small=True),
        b.Signature(label=pen.named(found.person)),
        b.Signature(label=pen.say("paper.paid_by")),
        b.Gap(),
        b.Paragraph(text=pen.rulebook, small=True),
        *_printed_again(pen, copy),
        *pen.seal,
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=pen.mark(copy))


def _paid_out_lines(pen: Pen, found: PrizeReceipt) -> Iterator[b.Any]:
    yield b.Line(label=pen.say("paper.player" if found.entry else "paper.person"), value=pen.named(found.person))
    document = pen.document(found.person)
    if document:
        yield b.Line(label=pen.say("receipt.document"), value=document)
    yield b.Line(label=pen.say("receipt.when"), value=pen.when(found.at))
    if found.place:
        yield b.Line(label=pen.say("paper.place"), value=pen.say("paper.nth", n=found.place))
    yield b.Rule()
    amount = pen.say("paper.amount" if found.entry else "paper.staff.amount")
    yield b.Line(label=amount, value=pen.money(found.amount_centavos))
    if found.tax_centavos:
        yield b.Line(label=pen.say("paper.tax"), value=pen.money(-found.tax_centavos))
    yield b.Line(label=pen.say("paper.net"), value=pen.money(found.net_centavos), bold=True)
    if found.method:
        yield b.Line(label=pen.say("paper.method"), value=pen.say(f"prize.method.{found.method}").capitalize())
    if found.reference:
        yield b.Paragraph(text=pen.say("paper.reference", reference=found.reference), small=True)
    if found.remaining_centavos:
        yield b.Line(label=pen.say("paper.remaining"), value=pen.money(found.remaining_centavos))
    yield from _alone(pen, "PayPrize", found.entry)
