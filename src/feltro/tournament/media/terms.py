"""The terms that a player accepts with an entry, and who has to sign them."""

from typing import Any

import msgspec

from feltro.kernel.outcome import Cite
from feltro.rulebook.book import Silent
from feltro.rulebook.settle import Settled

IMAGE = ("unrestricted", "free", "territory", "third_parties", "when")


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """One sentence above the signature: a key of words/, and the clauses that it stands on."""

    key: str
    values: dict[str, Any] = {}
    cites: tuple[Cite, ...] = ()


def signature_asked(book: Settled) -> tuple[Cite, ...]:
    """The clauses that ask for it."""
    asked = (book["entry.receipt_signed"], book["media.image.consent_by"])
    wanted = (asked[0].value is True, asked[1].value == "receipt_signature")
    return tuple(dict.fromkeys(cite for one, yes in zip(asked, wanted, strict=True) if yes for cite in one.cites))


def needs_signature(book: Settled) -> bool:
    by_signature = book["media.image.consent_by"].value == "receipt_signature"
    return bool(book["entry.receipt_signed"].value or (book["media.image.release"].value and by_signature))


def terms_of(book: Settled) -> tuple[Term, ...]:
    """What the player accepts under this book, in the order of the paper."""
    accepted = book["entry.rules_accepted_at"]
    terms = [Term(key="terms.rules", values={"book": book.rulebook.book.name}, cites=accepted.cites)]
    if book["media.image.release"].value:
        terms.append(Term(key="terms.image", cites=book["media.image.release"].cites))
        terms += [term for name in IMAGE if (term := _image_term(name, book))]
    activities = book["media.press.activities"]
    if activities.value:
        terms.append(Term(key="terms.press", cites=activities.cites))
    cards = book["media.tv_cards.official_press"]
    if cards.value:
        terms.append(Term(key="terms.cards", cites=cards.cites))
    minutes = book["cancel.until_minutes_before"]
    terms.append(Term(key="terms.cancel", values={"minutes": minutes.value}, cites=minutes.cites))
    return (*terms, *_shown(book))


def _image_term(name: str, book: Settled) -> Term | None:
    """Screens are not settled: where the book says nothing of it, neither does the paper."""
    said = book.rulebook[f"media.image.{name}"]
    if isinstance(said, Silent) or not said.value:
        return None
    if name == "territory":
        return Term(key=f"terms.image.territory.{said.value}", cites=said.cites)
    if name == "when":
        return Term(key="terms.image.when", cites=said.cites)
    return Term(key=f"terms.image.{name}", cites=said.cites)


def _shown(book: Settled) -> tuple[Term, ...]:
    """Advice that the book prints: come early, mind your things."""
    early = book.rulebook["event.arrival.minutes_before"]
    liable = book.rulebook["event.belongings.organiser_liable"]
    terms = []
    if not isinstance(early, Silent) and early.value:
        terms.append(Term(key="terms.arrive", values={"minutes": early.value}, cites=early.cites))
    if not isinstance(liable, Silent) and not liable.value:
        terms.append(Term(key="terms.belongings", cites=liable.cites))
    return tuple(terms)
