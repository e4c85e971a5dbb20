"""People out of a list that somebody kept elsewhere: which column says what, who is known already, who may be."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz import fuzz, process

from feltro.app.people.documents import FOREIGN, Document, read_document
from feltro.app.people.person import Person, folded, read_person
from feltro.kernel.outcome import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from feltro.app.people.directory import Directory

FIELDS = (
    "name",
    "first_name",
    "last_name",
    "known_as",
    "cpf",
    "foreign",
    "country",
    "born_on",
    "email",
    "phone",
    "card",
)
HEADS = {
    "name": ("nome", "nome completo", "jogador", "player", "player name", "name", "full name", "nombre", "participante"),
    "first_name": ("primeiro nome", "first name", "firstname", "first"),
    "last_name": ("sobrenome", "ultimo nome", "last name", "lastname", "last", "surname", "apellido", "apellidos"),
    "known_as": ("apelido", "nick", "nickname", "known as", "apodo", "como e chamado"),
    "cpf": ("cpf", "documento", "document"),
    "foreign": ("passaporte", "passport", "dni", "documento estrangeiro", "id number"),
    "country": ("pais", "country", "nacionalidade"),
    "born_on": ("nascimento", "data de nascimento", "nasc", "birth date", "birthdate", "birthday", "date of birth", "dob", "fecha de nacimiento"),
    "email": ("email", "e mail", "correo", "email address", "e mail address"),
    "phone": ("telefone", "celular", "whatsapp", "phone", "phone number", "mobile", "cell phone", "home phone", "telefono", "fone"),
    "card": ("cartao", "cartao do clube", "card", "member number", "numero de socio", "matricula", "id"),
}  # fmt: skip
"""What heads of columns are called, folded: here, in English and Spanish, and in what The Tournament Director writes."""
NEAR = 88
"""How alike two names have to be, in a hundred, before somebody is asked."""
NAMES = {"name", "first_name", "last_name"}
CELLS: dict[str, Callable[[str], bool]] = {
    "email": lambda cell: "@" in cell,
    "born_on": lambda cell: bool(re.fullmatch(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{2}-\d{2}", cell)),
    "cpf": lambda cell: isinstance(read_document(Document(number=cell)), Document),
    "phone": lambda cell: bool(re.fullmatch(r"[+\d][\d ().-]{7,}", cell)),
    "name": lambda cell: bool(re.fullmatch(r"[^\d\W]+[^\d]*\s[^\d]+", cell)),
}
"""What a cell of each column looks like, the surest first."""


class Guest(NamedTuple):
    """One row of the list."""

    row: int
    person: Person | None
    """As they would be registered; nothing where the row cannot be."""
    findings: tuple[Finding, ...]
    known: str
    """The id of the one who has this document or card already."""
    alike: tuple[str, ...]
    """Ids of those who may be the same."""
    twice: int
    """An earlier row with the same person; 0: none."""
    written: str = ""
    """The name as the list has it, where nobody could be made of the row."""
    near: int = 0
    """An earlier row whose name is a slip of the finger away; 0: none."""


def matched(head: Sequence[str]) -> dict[int, str]:
    """Which field each column is, as far as its head tells; a field is taken once."""
    found: dict[int, str] = {}
    for place, said in enumerate(head):
        name = _field(said)
        if name and name not in found.values():
            found[place] = name
    return found


def shown_by_cells(row: Sequence[str]) -> dict[int, str]:
    """Which field each column is, as far as the cells of somebody tell: for a list that has no line of heads."""
    found: dict[int, str] = {}
    for place, cell in enumerate(row):
        name = next((name for name, tells in CELLS.items() if tells(cell) and name not in found.values()), "")
        if name:
            found[place] = name
    return found if set(found.values()) & NAMES and len(found) > 1 else {}


def _field(said: str) -> str:
    bare = folded(re.sub(r"[^\w\s]", " ", said))
    exact = next((name for name, heads in HEADS.items() if bare in heads), "")
    if exact or len(bare) < 3:
        return exact
    near = max(HEADS, key=lambda name: _nearness(bare, name))
    return near if _nearness(bare, near) >= NEAR else ""


def _nearness(said: str, name: str) -> float:
    return max(fuzz.ratio(said, one) for one in HEADS[name])


def guests(
    rows: Sequence[Sequence[str]], columns: Mapping[int, str], people: Directory, today: date, first: int = 2
) -> list[Guest]:
    """Every row under the head, read and compared with the house's people and with the rows before it; `first` is the
    number of the first of them, 1 where the list has no head."""
    known_names = {one.id: folded(one.name) for one in people.everybody()}
    seen: dict[str, int] = {}
    before: dict[int, Person] = {}
    found = []
    for number, row in enumerate(rows, first):
        said = {name: row[place] for place, name in columns.items() if place < len(row)}
        guest = _guest(number, said, people, known_names, seen, today)
        near = 0 if guest.person is None or guest.twice else _near(guest.person, before)
        found.append(guest._replace(near=near))
        if guest.person is not None:
            before[number] = guest.person
    return found


def _near(person: Person, before: Mapping[int, Person]) -> int:
    """The row above that may be the same person, by the measure that the house's own people are held to."""
    names = {number: folded(one.name) for number, one in before.items()}
    close = process.extract(folded(person.name), names, scorer=fuzz.token_sort_ratio, score_cutoff=NEAR, limit=5)
    return next((number for _, _, number in close if _may_be(person, before[number])), 0)


def _guest(
    number: int, said: dict[str, str], people: Directory, names: dict[str, str], seen: dict[str, int], today: date
) -> Guest:
    typed = _typed(number, said)
    read = read_person(typed, today) if typed.name else []
    if isinstance(read, list):
        wrong = (*(read or [Finding("person.name", "name")]), *_left_out(said, typed))
        return Guest(number, None, wrong, "", (), 0, typed.name)
    known = (people.with_document(read.document.key) if read.document else None) or (
        people.with_card(read.card) if read.card else None
    )
    marks = [mark for mark in (read.document.key if read.document else "", folded(read.name)) if mark]
    twice = next((seen[mark] for mark in marks if mark in seen), 0)
    seen.update(dict.fromkeys(marks, number))
    alike = () if known else _alike(read, people, names)
    return Guest(number, read, _left_out(said, read), known or "", alike, twice)


def _left_out(said: dict[str, str], read: Person) -> tuple[Finding, ...]:
    """A day that is in no calendar is not kept; whoever brings the list is told, and says whether the rest comes in."""
    born = said.get("born_on", "").strip()
    return (Finding("import.no_such_day", "born_on", {"written": born[:40]}),) if born and not read.born_on else ()


def _alike(person: Person, people: Directory, names: dict[str, str]) -> tuple[str, ...]:
    """Those whom the desk would ask about, and names a slip of the finger away."""
    near = process.extract(folded(person.name), names, scorer=fuzz.token_sort_ratio, score_cutoff=NEAR, limit=5)
    asked = [one.id for one in people.like(person)]
    close = [person_id for _, _, person_id in near if _may_be(person, people.get(person_id))]
    return tuple(dict.fromkeys((*asked, *close)))


def _may_be(person: Person, other: Person | None) -> bool:
    """Two birth dates, or two documents of one kind, that differ are two people."""
    if other is None:
        return False
    dates = {one.born_on for one in (person, other) if one.born_on}
    documents = {one.document.key for one in (person, other) if one.document}
    return len(dates) < 2 and len(documents) < 2


def _typed(number: int, said: dict[str, str]) -> Person:
    name = said.get("name") or " ".join(filter(None, (said.get("first_name", ""), said.get("last_name", ""))))
    return Person(
        id=f"row-{number}",
        name=name[:120],
        known_as=said.get("known_as", "")[:200],
        document=_document(said),
        born_on=_day(said.get("born_on", "")),
        email=said.get("email", "")[:200],
        phone=said.get("phone", "")[:200],
        card=said.get("card", "")[:40],
    )


def _document(said: dict[str, str]) -> Document | None:
    digits = re.sub(r"\D", "", said.get("cpf", ""))
    if digits:
        return Document(number=digits.rjust(11, "0")[:40])  # spreadsheets drop the noughts in front
    if said.get("foreign"):
        return Document(
            kind=FOREIGN, number=said["foreign"][:40], country=said.get("country", "")[:2].upper() or "??"
        )
    return None


def _day(written: str) -> date | None:
    """As people write it here, or as programs do; what is no day is left out, and told."""
    for pattern, order in (
        (r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", (3, 2, 1)),
        (r"(\d{4})-(\d{2})-(\d{2}).*", (1, 2, 3)),
    ):
        read = re.fullmatch(pattern, written.strip())
        if read:
            try:
                return date(*(int(read[place]) for place in order))
            except ValueError:
                return None
    return None
