"""Finding people: by id, document, contact and likeness. Rebuilt from rows, caught up by the people stream."""

from __future__ import annotations

import threading
from difflib import SequenceMatcher
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from feltro.app.people.forgotten import forget_names
from feltro.app.people.person import Person, card_signs, folded
from feltro.app.world.streams.people import STREAM, PersonErased, PersonMerged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.store.port import Reader, Store

PERSON, OBLIGATION = "person", "obligation"
"""Kinds of rows: a person, and what has to be kept of one who was erased."""
FEWEST_SIGNS = 4
"""Of a document or phone, typed at the desk: fewer would find half the room."""
MANY = 100
"""So many rows are read together rather than one by one."""
ALIKE = 0.87
"""How alike two names of people born on one day have to be before the desk is asked."""
GONE = {PersonErased.__name__, PersonMerged.__name__}
"""After these a name may not be shown any more, wherever it was kept."""


class Obligation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What has to be kept of an erased person: who paid, was paid or was kept out, and nothing else."""

    person: str
    name: str
    document: str
    """As `Document.key` writes it."""
    until: int
    banned: bool = False
    """Kept out when erased: until the term ends, the document still says so."""
    reasons: tuple[str, ...] = ()
    """Commands about money whose free-text reasons go when the term ends."""


class Directory:
    """An index over the rows of people. Every look costs the same however many there are."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._version = 0
        self._people: dict[str, Person] = {}
        self._by: dict[str, set[str]] = {}
        self._words: dict[str, list[str]] = {}

    def refresh(self) -> None:
        """Read the rows of everyone whom the stream names since the last time."""
        with self._lock:
            touched: dict[str, None] = {}
            gone = False
            for recorded in self._store.read(STREAM, after=self._version):
                told = msgspec.json.decode(recorded.payload)
                touched[told["person"]] = None
                touched.update({told["into"]: None} if "into" in told else {})
                self._version = recorded.version
                gone = gone or recorded.name in GONE
            rows = _all(self._store) if len(touched) > MANY else None
            for person in touched:
                self._forget(person)
                found = load(self._store, person) if rows is None else rows.get(person)
                if found:
                    self._learn(found)
        if gone:
            forget_names()

    def get(self, person: str) -> Person | None:
        return self._people.get(person)

    def everybody(self) -> list[Person]:
        return list(self._people.values())

    def with_document(self, key: str) -> str | None:
        return next(iter(self._by.get(f"document {key}", ())), None)

    def with_card(self, card: str) -> str | None:
        return next(iter(self._by.get(f"card {card}", ())), None)

    def like(self, person: Person) -> list[Person]:
        """People who may be the same: a contact in common, or nearly one name and one birth date."""
        near: set[str] = set()
        for key in _contact_keys(person):
            near |= self._by.get(key, set())
        for key in _likeness_keys(person):
            near |= {one for one in self._by.get(key, ()) if _may_be_same(person, self._people[one])}
        near.discard(person.id)
        return [self._people[one] for one in sorted(near)]

    def search(self, text: str, limit: int = 20) -> list[Person]:
        """For the desk: every word typed starts a word of the name, begins a document or card or ends a phone, in any
        order; or the whole text does, with or without its dots and dashes; or it is an id or an e-mail."""
        words = folded(text).split()
        written = text.strip().lower()
        number = _number(text)
        carrier = self.with_card(card_signs(text))
        parts = [(" ".join(folded(word).split()), _number(word)) for word in text.split()]
        found = (
            person
            for person in list(self._people.values())
            if (words and _starts(words, self._words[person.id]))
            or (number and _has_number(person, number))
            or (len(parts) > 1 and all(self._has(person, *part) for part in parts))
            or person.id == carrier
            or written in {person.id.lower(), person.email} - {""}
        )
        return sorted(found, key=lambda person: (folded(person.name), person.id))[:limit]

    def _has(self, person: Person, word: str, number: str) -> bool:
        """One typed word of several: of the name, or a number of that person."""
        named = not word or any(one.startswith(word) for one in self._words[person.id])
        return named or (bool(number) and _has_number(person, number))

    def duplicates(self) -> Iterator[tuple[Person, Person]]:
        """Every pair that looks like one person, once."""
        for person in list(self._people.values()):
            for other in self.like(person):
                if person.id < other.id:
                    yield person, other

    def _learn(self, person: Person) -> None:
        self._words[person.id] = f"{folded(person.name)} {folded(person.known_as)}".split()
        self._people[person.id] = person
        for key in _keys(person):
            self._by.setdefault(key, set()).add(person.id)

    def _forget(self, person_id: str) -> None:
        """Also the keys: an empty drawer with a name on it still tells the name."""
        person = self._people.pop(person_id, None)
        self._words.pop(person_id, None)
        for key in _keys(person) if person else ():
            self._by[key].discard(person_id)
            if not self._by[key]:
                del self._by[key]


_DIRECTORIES: WeakKeyDictionary[Store, Directory] = WeakKeyDictionary()


def directory(store: Store) -> Directory:
    """The store's directory, up to date."""
    found = _DIRECTORIES.setdefault(store, Directory(store))
    found.refresh()
    return found


def _all(reader: Reader) -> dict[str, Person]:
    """Everybody, read together: at a start nobody is asked for one by one."""
    return {row.id: msgspec.json.decode(row.body, type=Person) for row in reader.registry(PERSON)}


def load(reader: Reader, person: str) -> Person | None:
    row = reader.kept(PERSON, person)
    return msgspec.json.decode(row.body, type=Person) if row else None


def obligation(reader: Reader, person: str) -> Obligation | None:
    row = reader.kept(OBLIGATION, person)
    return msgspec.json.decode(row.body, type=Obligation) if row else None


def kept_out(reader: Reader, document: str) -> str | None:
    """The id of an erased person with this document on whom a ban weighed."""
    rows = (msgspec.json.decode(row.body, type=Obligation) for row in reader.registry(OBLIGATION))
    return next((one.person for one in rows if one.banned and one.document == document), None)


def _keys(person: Person) -> Iterable[str]:
    if person.document:
        yield f"document {person.document.key}"
    if person.card:
        yield f"card {person.card}"
    yield from _likeness_keys(person)
    yield from _contact_keys(person)


def _contact_keys(person: Person) -> Iterable[str]:
    if person.email:
        yield f"email {person.email}"
    if person.phone:
        yield f"phone {person.phone[-11:]}"


def _likeness_keys(person: Person) -> Iterable[str]:
    yield f"name {folded(person.name)}"
    if person.born_on:
        yield f"born {person.born_on}"


def _may_be_same(one: Person, other: Person) -> bool:
    """Two known birth dates that differ, or two documents of one kind that differ, are two people."""
    if one.born_on and other.born_on and one.born_on != other.born_on:
        return False
    if one.document and other.document and one.document.kind == other.document.kind:
        return False  # the same document was found before; another one of its kind is another person
    names = folded(one.name), folded(other.name)
    if one.born_on and one.born_on == other.born_on:
        ours, theirs = (set(name.split()) for name in names)
        return ours <= theirs or theirs <= ours or SequenceMatcher(None, *names).ratio() >= ALIKE
    return names[0] == names[1]


def _number(text: str) -> str:
    """The signs of what may be a document, a card or a phone; nothing where they are too few to tell people apart."""
    signs = "".join(filter(str.isalnum, text)).upper()
    return signs if any(map(str.isdigit, signs)) and len(signs) >= FEWEST_SIGNS else ""


def _has_number(person: Person, number: str) -> bool:
    papers = (person.document, person.told_document)
    if any(one and one.number.startswith(number) for one in papers):
        return True
    if person.card.startswith(number):
        return True
    return bool(person.phone) and person.phone.lstrip("+").endswith(number)


def _starts(typed: list[str], words: list[str]) -> bool:
    return all(any(word.startswith(part) for word in words) for part in typed)
