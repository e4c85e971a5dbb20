"""A person's name in what others wrote: a reason, a note on an incident, a ruling's story, a message on the screens.

What was written about somebody goes with the person. Where somebody else's paper names them in passing, the paper stays and
the name gives way to the mark under which the results stay.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from feltro.app.access.rows import KINDS as ACCESS_ROWS
from feltro.app.people.directory import OBLIGATION, PERSON
from feltro.app.people.person import pseudonym
from feltro.store.port import Keep

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from feltro.app.people.person import Person
    from feltro.store.port import Reader

OF_SOMEBODY_ELSE = {PERSON, OBLIGATION, *ACCESS_ROWS}
"""Rows that name one person each: another one may have the same name."""


def mentions(person: Person, reader: Reader, spared: Collection[tuple[str, str]]) -> Iterator[Keep]:
    """Every row that names the person, without the name. `spared` are those that go, or that the law keeps."""
    written = spellings(person)
    if written is None:
        return
    for row in reader.registry():
        if row.kind in OF_SOMEBODY_ELSE or (row.kind, row.id) in spared:
            continue
        try:
            text = row.body.decode()
        except UnicodeDecodeError:
            continue  # a picture
        without = written.sub(pseudonym(person.id), text)
        if without != text:
            yield Keep(row.kind, row.id, without.encode())


def spellings(person: Person) -> re.Pattern[str] | None:
    """With or without accents and capitals. A single word is left alone: it is somebody else's name too."""
    names = [name for name in (person.name, person.known_as) if len(name.split()) > 1]
    quoted = [msgspec.json.encode(name).decode()[1:-1] for name in names]
    if not names:
        return None
    each = dict.fromkeys((*names, *quoted))
    return re.compile("|".join(rf"(?<!\w){_spelt(one)}(?!\w)" for one in each), re.IGNORECASE)


def _spelt(name: str) -> str:
    return r"\s+".join(
        "".join(_letter(sign) for sign in unicodedata.normalize("NFC", word)) for word in name.split()
    )


def _letter(sign: str) -> str:
    bare = unicodedata.normalize("NFKD", sign)[0].lower()
    marks = "[\u0300-\u036f]*"
    return f"[{bare}{_accented().get(bare, '')}]{marks}" if bare.isalpha() else re.escape(sign)


@cache
def _accented() -> dict[str, str]:
    """Each plain letter with all that is written above, below and through it."""
    found: dict[str, str] = {}
    for sign in map(chr, range(0xC0, 0x250)):
        bare = unicodedata.normalize("NFKD", sign)[0].lower()
        if bare != sign and bare.isascii() and bare.isalpha():
            found[bare] = found.get(bare, "") + sign
    return found
