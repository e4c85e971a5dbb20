"""Documents that say who someone is: a CPF, or a foreigner's document with its country."""

import re
from typing import Annotated, Final, Literal

import msgspec

from feltro.kernel.outcome import Finding

CPF: Final = "cpf"
FOREIGN: Final = "foreign"
_FOREIGN = re.compile(r"[A-Z0-9]{4,20}")
_COUNTRY = re.compile(r"[A-Z]{2}")


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As written on the document, without dots, dashes and spaces. `country` is ISO 3166, two letters."""

    kind: Literal["cpf", "foreign"] = CPF
    number: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    country: Annotated[str, msgspec.Meta(max_length=2)] = "BR"

    @property
    def key(self) -> str:
        """The same text for the same document, however it was typed."""
        return f"{self.kind}/{self.country}/{self.number}"


def read_document(typed: Document) -> Document | Finding:
    """A document as it is kept, or what is wrong with it."""
    number = re.sub(r"[\s./-]", "", typed.number).upper()
    if typed.kind == CPF:
        return Document(number=number) if is_cpf(number) else Finding("person.cpf", "document")
    country = typed.country.upper()
    if not _COUNTRY.fullmatch(country) or country == "BR":
        return Finding("person.document.country", "document")
    if not _FOREIGN.fullmatch(number):
        return Finding("person.document.number", "document")
    return Document(kind=FOREIGN, number=number, country=country)


def is_cpf(text: str) -> bool:
    from stdnum.br import cpf

    return text.isascii() and text.isdecimal() and len(text) == 11 and len(set(text)) > 1 and cpf.is_valid(text)


def masked(document: Document | None) -> str:
    """Enough to tell two people apart at the desk, too little to be of use elsewhere."""
    if document is None:
        return ""
    number = document.number
    if document.kind == CPF:
        return f"***.{number[3:6]}.{number[6:9]}-**"
    return f"{document.country} {'*' * (len(number) - 3)}{number[-3:]}"
