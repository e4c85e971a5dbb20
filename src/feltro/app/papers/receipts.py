"""Papers about money that changed hands: the receipt of a sale, of a prize, of a staff share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.kernel.outcome import Refused
from feltro.tournament.events import PaymentTaken
from feltro.tournament.prizes.receipts import prize_receipt, staff_receipt
from feltro.tournament.receipts import receipt_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.source import Source
    from feltro.tournament.prizes.receipts import PrizeReceipt
    from feltro.tournament.receipts import Receipt


def receipt(source: Source, sale: str, copy: int = 1) -> b.Paper | Refused:
    found = receipt_of(sale, source.state, source.book)
    if isinstance(found, Refused):
        return found
    title = source.say("receipt.title", number=found.number)
    blocks = (
        b.Title(text=title, under=found.title),
        *_void(source, found),
        *_who(source, found),
        b.Rule(),
        *_price(source, found),
        b.Rule(),
        *_payments(source, found),
        b.Rule(),
        *_terms(source, found),
        *_printed_again(source, copy),
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=source.mark(copy))


def _void(source: Source, found: Receipt) -> Iterator[b.Any]:
    if found.void:
        yield b.Text(text=source.say("receipt.void"), bold=True)


def _who(source: Source, found: Receipt) -> Iterator[b.Any]:
    sheet, entry = source.state.the_sheet, source.state.entries.get(found.sale)
    item = sheet.item(found.item)
    yield b.Line(label=source.say("paper.player"), value=source.named(found.person))
    document = source.document(found.person)
    if document:
        yield b.Line(label=source.say("receipt.document"), value=document)
    yield b.Line(label=source.say("receipt.when"), value=source.when(found.at))
    yield b.Line(label=source.say("paper.item"), value=item.label if item else found.item)
    if entry:
        yield b.Line(label=source.say("paper.entry_number"), value=str(entry.number))
        yield b.Line(label=source.say("paper.chips"), value=source.whole(entry.chips))
        if len(sheet.days) > 1:
            yield b.Line(label=source.say("paper.day_label"), value=entry.day)


def _price(source: Source, found: Receipt) -> Iterator[b.Any]:
    """Where the price goes: fees are told, not hidden."""
    for account, part in found.split_centavos.items():
        if part:
            yield b.Line(label=source.say(f"goes_to.{account}"), value=source.money(part))
    if found.covered_centavos:
        yield b.Line(label=source.say("paper.covered"), value=source.money(-found.covered_centavos))
    yield b.Line(label=source.say("receipt.price"), value=source.money(found.price_centavos), bold=True)


def _payments(source: Source, found: Receipt) -> Iterator[b.Any]:
    for paid in found.payments:
        yield b.Line(label=source.say(f"means.{paid.method}"), value=source.money(paid.amount_centavos))
        if paid.surcharge_centavos:
            yield b.Line(label=source.say("paper.surcharge"), value=source.money(paid.surcharge_centavos))
        if paid.txid:
            yield b.Text(text=source.say("paper.txid", txid=paid.txid), small=True)
        if paid.ticket:
            yield b.Text(text=source.say("paper.ticket", ticket=paid.ticket), small=True)
    yield b.Line(label=source.say("paper.paid"), value=source.money(found.paid_centavos), bold=True)
    tendered, change = _cash(source, found.sale)
    if change:
        yield b.Line(label=source.say("paper.tendered"), value=source.money(tendered))
        yield b.Line(label=source.say("paper.change"), value=source.money(change))
    if found.refunded_centavos:
        yield b.Line(label=source.say("receipt.refunded"), value=source.money(found.refunded_centavos), bold=True)


def _cash(source: Source, sale: str) -> tuple[int, int]:
    """What was laid on the counter, and what came back: on the log, not in the state."""
    taken = [
        fact.event
        for fact in source.happened()
        if isinstance(fact.event, PaymentTaken) and fact.event.sale == sale and fact.event.method == "cash"
    ]
    return sum(one.tendered_centavos for one in taken), sum(one.change_centavos for one in taken)


def _terms(source: Source, found: Receipt) -> Iterator[b.Any]:
    for number, term in enumerate(found.terms, 1):
        cites = source.cites(term.cites, own=True)
        said = source.say(term.key, **term.values)
        yield b.Text(text=f"{number}. {said}{f' ({cites})' if cites else ''}", small=True)
    if found.brands:
        yield b.Text(text=source.say("receipt.brands", brands=found.brands), small=True)
    yield b.Gap()
    yield b.Text(text=source.rulebook, small=True)
    if found.to_sign:
        yield b.Signature(label=source.say("receipt.sign"))


def _printed_again(source: Source, copy: int) -> Iterator[b.Any]:
    """A copy says when it was made; the original was made with the sale."""
    if copy > 1:
        yield b.Gap()
        yield b.Text(text=source.say("paper.printed_at", when=source.when(source.at)), small=True)


def prize(source: Source, payment: str, copy: int = 1) -> b.Paper | Refused:
    found = prize_receipt(payment, source.state)
    if found is None:
        return Refused("paper.none.prize", {"of": payment})
    return _paid_out(source, found, copy)


def staff(source: Source, person: str, copy: int = 1) -> b.Paper | Refused:
    found = staff_receipt(person, source.state)
    if found is None:
        return Refused("paper.none.staff", {"of": person})
    return _paid_out(source, found, copy)


def _paid_out(source: Source, found: PrizeReceipt, copy: int) -> b.Paper:
    title = source.say("paper.prize.title" if found.entry else "paper.staff.title", number=found.number)
    blocks = (
        b.Title(text=title, under=source.state.the_sheet.name),
        b.Big(text=source.money(found.net_centavos)),
        b.Gap(),
        *_paid_out_lines(source, found),
        b.Gap(),
        b.Text(text=source.say("paper.received_from_house"), small=True),
        b.Signature(label=source.named(found.person)),
        b.Signature(label=source.say("paper.paid_by")),
        b.Gap(),
        b.Text(text=source.rulebook, small=True),
        *_printed_again(source, copy),
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=source.mark(copy))


def _paid_out_lines(source: Source, found: PrizeReceipt) -> Iterator[b.Any]:
    yield b.Line(
        label=source.say("paper.player" if found.entry else "paper.person"), value=source.named(found.person)
    )
    document = source.document(found.person)
    if document:
        yield b.Line(label=source.say("receipt.document"), value=document)
    yield b.Line(label=source.say("receipt.when"), value=source.when(found.at))
    if found.place:
        yield b.Line(label=source.say("paper.place"), value=source.say("paper.nth", n=found.place))
    yield b.Rule()
    amount = source.say("paper.amount" if found.entry else "paper.staff.amount")
    yield b.Line(label=amount, value=source.money(found.amount_centavos))
    if found.tax_centavos:
        yield b.Line(label=source.say("paper.tax"), value=source.money(-found.tax_centavos))
    yield b.Line(label=source.say("paper.net"), value=source.money(found.net_centavos), bold=True)
    if found.method:
        yield b.Line(
            label=source.say("paper.method"), value=source.say(f"prize.method.{found.method}").capitalize()
        )
    if found.reference:
        yield b.Text(text=source.say("paper.reference", reference=found.reference), small=True)
    if found.remaining_centavos:
        yield b.Line(label=source.say("paper.remaining"), value=source.money(found.remaining_centavos))
