"""One person as the registry keeps them, and what makes a record fit to keep.

Only what the desk needs is asked for. Sponsors worn in one tournament, bans and results are facts of
the log, under the person's id.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from typing import TYPE_CHECKING, Annotated

import msgspec

from feltro.app.people.documents import Document, is_cpf, read_document
from feltro.kernel.instants import Instant, age_on
from feltro.kernel.outcome import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
Line = Annotated[str, msgspec.Meta(max_length=200)]
Card = Annotated[str, msgspec.Meta(max_length=40)]

OLDEST = 120
_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+")


class Consent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the person's image may be used, how that was said, and under which book."""

    granted: bool
    how: Line
    book: Line
    at: Instant


class IdSeen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone of the staff held the photo ID in hand."""

    at: Instant
    by: Line


class Person(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    known_as: Line = ""
    """The name to call and print, where it is not the one on the document."""
    document: Document | None = None
    told_document: Document | None = None
    """As a phone told it. Nobody has seen it: it is nobody's until the desk holds it in hand, and never looked up before."""
    born_on: dt.date | None = None
    email: Line = ""
    phone: Line = ""
    photo_id: IdSeen | None = None
    card: Card = ""
    """What the club's own card says: printed, or read by a scanner as if it were typed."""
    online_profile: Line = ""
    """The account on the partner's site, for seats won online."""
    federation: Card = ""
    """The number by which other houses know the person, where they have one: it stands in published results. Never a document."""
    pix_key: Line = ""
    """Where a prize is sent by PIX, as the player said it; the bank shows whose account it is."""
    image: Consent | None = None
    initials_only: bool = False
    """In public, outside the room, only the initials are shown."""
    public_page: Consent | None = None
    """Whether they agreed to a page of their own, with what they won in every season."""
    sponsors: tuple[Line, ...] = ()
    """Brands declared on the registration form."""

    @property
    def called(self) -> str:
        return self.known_as or self.name


def read_person(typed: Person, today: dt.date) -> Person | list[Finding]:
    """The record as it is kept, or everything that is wrong with it."""
    findings = list(_wrong_with(typed, today))
    document = read_document(typed.document) if typed.document else None
    if isinstance(document, Finding):
        return [*findings, document]
    if findings:
        return findings
    return msgspec.structs.replace(
        typed,
        name=_one_line(typed.name),
        known_as=_one_line(typed.known_as),
        document=document,
        email=typed.email.strip().lower(),
        phone=_phone(typed.phone),
        card=card_signs(typed.card),
        online_profile=typed.online_profile.strip(),
        federation=card_signs(typed.federation),
        pix_key=typed.pix_key.strip(),
        sponsors=tuple(_one_line(brand) for brand in typed.sponsors if brand.strip()),
    )


def _wrong_with(typed: Person, today: dt.date) -> Iterator[Finding]:
    if _tells_who(typed):
        yield Finding("person.id_tells_who", "id")
    if not folded(typed.name):
        yield Finding("person.name", "name")
    texts = (
        typed.name,
        typed.known_as,
        typed.email,
        typed.phone,
        typed.card,
        typed.online_profile,
        typed.federation,
        typed.pix_key,
        *typed.sponsors,
    )
    if any(not text.isprintable() for text in texts):
        yield Finding("person.unprintable", "name")
    if typed.federation and is_cpf(card_signs(typed.federation)):
        yield Finding("person.federation", "federation")
    if typed.born_on and not 0 <= age_on(typed.born_on, today) <= OLDEST:
        yield Finding("person.born_on", "born_on")
    if typed.email and not _EMAIL.fullmatch(typed.email.strip()):
        yield Finding("person.email", "email")
    if typed.phone and not 8 <= len(_phone(typed.phone).lstrip("+")) <= 15:
        yield Finding("person.phone", "phone")


def _tells_who(typed: Person) -> bool:
    """Ids stay in the log for ever, so an id must not be a document or a whole name."""
    plain = re.sub(r"[._-]", "", typed.id)
    number = re.sub(r"[\s./-]", "", typed.document.number) if typed.document else ""
    if any(is_cpf(digits) for digits in re.findall(r"[0-9]{11}", plain)):
        return True
    if number and number.lower() in plain.lower():
        return True
    words = folded(typed.name).split()
    return len(words) > 1 and words[0] in plain.lower() and words[-1] in plain.lower()


def folded(name: str) -> str:
    """A name for comparing: no accents, no case, no particles."""
    bare = unicodedata.normalize("NFKD", name)
    letters = "".join(sign for sign in bare if not unicodedata.combining(sign)).casefold()
    words = re.findall(r"\w+", letters)
    return " ".join(word for word in words if word not in {"de", "da", "do", "das", "dos", "e"}) or " ".join(words)


def pseudonym(person: str) -> str:
    """The mark under which an erased person's results stay, and the same one each time."""
    from base64 import b32encode
    from hashlib import sha256

    return b32encode(sha256(b"feltro/pseudonym/1" + person.encode()).digest()).decode()[:6]


def card_signs(written: str) -> str:
    """A card's number for comparing: scanners and people put different dashes and spaces between its signs."""
    return "".join(sign for sign in written.upper() if sign.isascii() and sign.isalnum())


def _phone(written: str) -> str:
    digits = re.sub(r"[^0-9]", "", written)
    return f"+{digits}" if written.strip().startswith("+") else digits


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip()
