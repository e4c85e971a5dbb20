"""Papers of whoever is paid, shown and typed where they stand: at the prize window, or at the table while they play."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.people.commands import ChangePerson, SeePhotoId
from feltro.app.people.documents import CPF, FOREIGN, Document
from feltro.kernel.outcome import Refused, together
from feltro.tournament.media.commands import SignReceipt
from feltro.web.desk.correction import told_apart
from feltro.web.frame.commands import give
from feltro.web.frame.fields import text, texts, ticked
from feltro.web.frame.gate import house_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from feltro.app.desk.payees import PayeeLacks
    from feltro.kernel.commands import Command
    from feltro.web.frame.gate import AnyRequest


class ShownPapers(NamedTuple):
    """What a form says was shown just now."""

    document: str
    country: str
    """Of a document from elsewhere; a CPF has none."""
    seen: bool
    signed: tuple[str, ...]
    pix_key: str


def shown_in(form: dict[str, Any]) -> ShownPapers:
    return ShownPapers(
        document=text(form, "document")[:40],
        country=text(form, "country")[:2].upper(),
        seen=ticked(form, "photo_seen"),
        signed=tuple(texts(form, "signed")),
        pix_key=text(form, "pix_key")[:200],
    )


def complete(
    request: AnyRequest, tournament: str, lacks: PayeeLacks, shown: ShownPapers, key: str
) -> Refused | None:
    """What was lacking and is here now goes into the registry and the log, each as an act of its own; what of it
    was refused is said together. Only what was lacking: nothing that is known is written over."""
    refused = None
    for number, command in enumerate(_commands(request, tournament, lacks, shown)):
        outcome = give(request, command, f"{key}.{number}" if key else "")
        refused = together(refused, outcome if isinstance(outcome, Refused) else None)
    return refused


def _commands(request: AnyRequest, tournament: str, lacks: PayeeLacks, shown: ShownPapers) -> Iterator[Command]:
    document = _document(shown) if lacks.document else None
    key = shown.pix_key if shown.pix_key != lacks.pix_key else ""
    if document or key:
        asked = ChangePerson(person=lacks.person, document=document, pix_key=key or None)
        yield msgspec.structs.replace(asked, not_the_same_as=told_apart(asked, house_of(request)))
    if lacks.photo and shown.seen:
        yield SeePhotoId(person=lacks.person)
    for sale in lacks.unsigned:
        if sale.id in shown.signed:
            yield SignReceipt(tournament=tournament, sale=sale.id)


def _document(shown: ShownPapers) -> Document | None:
    if not shown.document:
        return None
    if shown.country in {"", "BR"}:
        return Document(kind=CPF, number=shown.document)
    return Document(kind=FOREIGN, number=shown.document, country=shown.country)
