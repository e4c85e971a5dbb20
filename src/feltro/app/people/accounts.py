"""Whose account a bank shows before the money leaves: compared with the registry, and kept nowhere."""

import re

from feltro.app.people.documents import CPF, Document
from feltro.app.people.person import folded
from feltro.tournament.now import Account

SHORTEST_COMMON = 2
"""Words that two ways of writing one name have in common: the first name and one more."""


def account_of(name: str, document: str, kept_name: str, kept: Document | None) -> Account:
    """`own` when the name, and the CPF where the person has one, are those of the registry."""
    has_cpf = kept is not None and kept.kind == CPF
    if not name.strip() or (has_cpf and not document.strip()):
        return "not_shown"
    if has_cpf and kept is not None and not same_cpf(document, kept.number):
        return "document_differs"
    return "own" if same_name(name, kept_name) else "name_differs"


def same_cpf(shown: str, number: str) -> bool:
    """Digit by digit. A bank hides some: at least six have to be seen."""
    signs = re.sub(r"[\s./-]", "", shown).replace("•", "*").replace("X", "*").replace("x", "*")
    if len(signs) != len(number) or sum(sign.isdecimal() for sign in signs) < 6:
        return False
    return all(sign in {"*", digit} for sign, digit in zip(signs, number, strict=True))


def same_name(shown: str, kept: str) -> bool:
    """Banks shorten names and leave accents out: the first name is the same, and another word of it."""
    one, two = folded(shown).split(), folded(kept).split()
    if not one or not two or one[0] != two[0]:
        return False
    return one == two or len(set(one) & set(two)) >= SHORTEST_COMMON
