"""The registry of people: one document is one person, and nothing personal reaches the log."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date

import msgspec
import pytest

from feltro.app.handling import House
from feltro.app.handling.catalogue import command_decoder
from feltro.app.people.directory import directory, load
from feltro.app.people.documents import Document, masked, read_document
from feltro.app.people.person import Person, folded, pseudonym, read_person
from feltro.app.world import Look
from feltro.app.world.plan import Done, Envelope
from feltro.app.world.streams.people import STREAM
from feltro.kernel.instants import age_on
from feltro.store.address import open_store
from feltro.store.memory import MemoryStore
from tests.tournament.room import Room, at

CPF, OTHER_CPF = "529.982.247-25", "111.444.777-35"
ANA = {"name": "Ana Lúcia de Souza", "born_on": "1990-05-01", "document": {"number": CPF}}


@pytest.fixture
def room():
    return Room()


def everything_in_the_log(store) -> bytes:
    """All that can never be erased: payloads, metas, answers."""
    events = [event for stream in store.streams() for event in store.read(stream)]
    return b"".join([*(e.payload + repr(e.meta).encode() for e in events), *(a.outcome for a in store.answers())])


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"number": "529.982.247-25"}, "cpf/BR/52998224725"),
        ({"number": "529.982.247-26"}, None),
        ({"number": "111.111.111-11"}, None),
        ({"number": "５２９９８２２４７２５"}, None),
        ({"kind": "foreign", "number": "aab 123-456", "country": "ar"}, "foreign/AR/AAB123456"),
        ({"kind": "foreign", "number": "12345678", "country": "BR"}, None),
        ({"kind": "foreign", "number": "1", "country": "UY"}, None),
    ],
)
def test_a_document_is_a_cpf_that_checks_or_a_foreign_one_with_its_country(typed, kept):
    """Foreigners need no CPF; Brazilians need one whose digits hold."""
    read = read_document(Document(**typed))
    assert getattr(read, "key", None) == kept


def test_a_masked_document_shows_its_middle_only():
    """What the desk sees of a known document is enough to compare, too little to use."""
    assert masked(Document(number="52998224725")) == "***.982.247-**"
    assert masked(Document(kind="foreign", country="AR", number="AAB123456")) == "AR ******456"


@pytest.mark.parametrize(
    ("born", "day", "age"),
    [
        ("2008-11-20", "2026-11-19", 17),
        ("2008-11-20", "2026-11-20", 18),
        ("2008-02-29", "2026-02-28", 17),
        ("2008-02-29", "2026-03-01", 18),
    ],
)
def test_age_is_counted_in_whole_years(born, day, age):
    """Eighteen is reached on the birthday; on 1 March for those of 29 February."""
    assert age_on(date.fromisoformat(born), date.fromisoformat(day)) == age


@pytest.mark.parametrize(
    ("change", "because"),
    [
        ({"id": "52998224725"}, "person.id_tells_who"),
        ({"id": "p529.982.247-25"}, "person.id_tells_who"),
        ({"id": "Ana-Souza"}, "person.id_tells_who"),
        (
            {"id": "x-aab123", "document": Document(kind="foreign", number="AAB123", country="AR")},
            "person.id_tells_who",
        ),
        ({"name": "  "}, "person.name"),
        ({"name": "Ana\x1b[31m"}, "person.unprintable"),
        ({"born_on": date(2030, 1, 1)}, "person.born_on"),
        ({"born_on": date(1880, 1, 1)}, "person.born_on"),
        ({"email": "ana@x"}, "person.email"),
        ({"phone": "12"}, "person.phone"),
        ({"document": Document(number="1")}, "person.cpf"),
    ],
)
def test_a_record_that_does_not_fit_says_why(change, because):
    """Above all, an id that stays in the log for ever must not say who someone is."""
    fields = {"id": "p1", "name": "Ana Lúcia de Souza"} | change
    found = read_person(Person(**fields), date(2026, 11, 20))
    assert because in [one.because for one in found]


def test_names_compare_without_accents_case_and_particles():
    """João da Conceição and JOAO CONCEICAO are one name."""
    assert folded("João da  Conceição") == folded("JOAO CONCEICAO")


def test_a_person_is_kept_in_a_row_and_the_log_holds_only_the_id(room):
    """Neither name, document, birth date nor contact can be found in events or answers, not even hashed."""
    room.done("RegisterPerson", person="p7", email="ana@ex.com.br", phone="51 99999-0000", key="reg", **ANA)
    kept = load(room.house.store, "p7")
    assert (kept.name, kept.document.number, kept.phone) == ("Ana Lúcia de Souza", "52998224725", "51999990000")
    log = everything_in_the_log(room.house.store)
    for personal in (b"Ana L", b"52998224725", b"982.247", b"1990-05-01", b"ana@ex", b"99999"):
        assert personal not in log
    answer = json.loads(room.house.store.answered("reg").outcome)
    other = Room()
    other.done("RegisterPerson", person="p7", name="Outra Pessoa", key="reg")
    assert answer["digest"] == json.loads(other.house.store.answered("reg").outcome)["digest"]


def test_one_document_is_one_person(room):
    """The second record with a CPF is refused, and the desk is told whose it is, with the document masked."""
    room.done("RegisterPerson", person="p7", **ANA)
    refused = room.refused("RegisterPerson", person="p8", name="Bia", document={"number": "52998224725"})
    assert refused.because == "person.document_known"
    assert refused.values == {"person": "p7", "document": "***.982.247-**"}


class Racing(MemoryStore):
    """Lets another desk write between a decision and its turn."""

    meanwhile = None

    @contextmanager
    def turn(self):
        if self.meanwhile:
            meanwhile, self.meanwhile = self.meanwhile, None
            meanwhile()
        with super().turn() as turn:
            real = turn.write
            turn.write = lambda transaction: real(self.seen(transaction))
            yield turn

    def seen(self, transaction):
        return transaction


class Unguarded(Racing):
    """Forgets which version of the people stream a decision saw."""

    def seen(self, transaction):
        appends = tuple(
            msgspec.structs.replace(one, expected=self.version(one.stream)) for one in transaction.appends
        )
        return msgspec.structs.replace(transaction, appends=appends)


def register(house, person):
    command = command_decoder().decode(msgspec.json.encode({"type": "RegisterPerson", "person": person, **ANA}))
    return house.handle(command, Envelope(key=f"r-{person}", who="ana", role="cashier", at=at("13:00")))


@pytest.mark.parametrize(("kind", "registered"), [(Racing, 1), (Unguarded, 2)])
def test_two_desks_that_register_one_cpf_at_once_notice_each_other(kind, registered, monkeypatch):
    """The second turn finds the people stream moved and decides again; without that guard there would be two."""
    store = kind()
    if kind is Unguarded:
        monkeypatch.setattr(Look, "is_old", lambda _look: False)
    outcomes = []
    store.meanwhile = lambda: outcomes.append(register(House(store), "p8"))
    outcomes.append(register(House(store), "p9"))
    assert sum(isinstance(one, Done) for one in outcomes) == registered
    assert len(list(store.registry("person"))) == registered
    if kind is Racing:
        assert outcomes[1].because == "person.document_known"


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_of_eight_desks_one_registers_a_cpf(database, request, tmp_path):
    """Real databases, real threads, a house of its own for each desk."""
    url = f"sqlite:///{tmp_path}/x.sqlite3" if database == "sqlite" else request.getfixturevalue("postgres_url")
    store = open_store(url)
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(lambda n: register(House(store), f"p{n}"), range(8)))
    assert sum(isinstance(one, Done) for one in outcomes) == 1
    assert {one.because for one in outcomes if not isinstance(one, Done)} == {"person.document_known"}
    assert len(list(store.registry("person"))) == 1
    store.close()


@pytest.mark.parametrize(
    ("fields", "alike"),
    [
        ({"name": "ANA LUCIA SOUZA", "born_on": "1990-05-01"}, True),
        ({"name": "Ana Lucia Sousa", "born_on": "1990-05-01"}, True),
        ({"name": "Ana Souza", "born_on": "1990-05-01"}, True),
        ({"name": "Ana Lúcia de Souza"}, True),
        ({"name": "Ana Lúcia de Souza", "born_on": "1991-05-01"}, False),
        ({"name": "Carla Dias", "born_on": "1990-05-01"}, False),
        ({"name": "Ana Lúcia de Souza", "born_on": "1990-05-01", "document": {"number": OTHER_CPF}}, False),
        ({"name": "Carla Dias", "email": "ANA@ex.com.br"}, True),
        ({"name": "Carla Dias", "phone": "+55 51 99999 0000"}, True),
    ],
)
def test_whoever_looks_known_is_asked_about(room, fields, alike):
    """A near name with the same birth date, or a contact in common, asks; the cashier's answer goes through."""
    room.done("RegisterPerson", person="p7", email="ana@ex.com.br", phone="51 99999-0000", **ANA)
    outcome = room.do("RegisterPerson", person="p8", **fields)
    assert getattr(outcome, "because", None) == ("person.looks_like" if alike else None)
    if alike:
        assert outcome.values == {"people": ("p7",)}
        room.done("RegisterPerson", person="p8", not_the_same_as=["p7"], **fields)


def test_an_id_is_used_once(room):
    """Registering over somebody is refused."""
    room.done("RegisterPerson", person="p7", **ANA)
    assert room.refused("RegisterPerson", person="p7", name="Bia").because == "person.id_used"


def test_changing_who_someone_is_asks_for_the_photo_id_again(room):
    """A new contact keeps the mark that the ID was seen; a new name takes it away."""
    room.done("RegisterPerson", person="p7", photo_id_seen=True, **ANA)
    room.done("ChangePerson", person="p7", email="a@b.co")
    assert load(room.house.store, "p7").photo_id.by == "ana"
    room.done("ChangePerson", person="p7", name="Ana Lúcia Prado")
    assert load(room.house.store, "p7").photo_id is None
    room.done("SeePhotoId", person="p7", who="rui")
    assert load(room.house.store, "p7").photo_id.by == "rui"


def test_consent_is_given_and_taken_back(room):
    """The image release is kept with how it was given, and a withdrawal replaces it."""
    room.done("RegisterPerson", person="p7", **ANA)
    for granted in (True, False):
        room.done("RecordImageConsent", person="p7", granted=granted, how="receipt_signature", book="cgp-2024")
        assert load(room.house.store, "p7").image.granted is granted


def test_what_was_done_to_a_record_is_not_undone(room):
    """Rows have no history to go back to: another change corrects them."""
    room.done("RegisterPerson", person="p7", key="reg", **ANA)
    assert room.refused("Undo", command_key="reg", role="director").because == "undo.final"


def test_the_desk_finds_people_by_the_start_of_names_document_or_contact(room):
    """Each word typed starts a word of the name."""
    room.done("RegisterPerson", person="p7", email="ana@ex.com.br", **ANA)
    people = directory(room.house.store)
    for typed in ("ana sou", "LÚC", "529.982.247-25", "ana@ex.com.br"):
        assert [one.id for one in people.search(typed)] == ["p7"]
    assert not people.search("sou x")
    assert not people.search("")


@pytest.mark.parametrize("role", ["finance", "floor", "dealer", "viewer"])
def test_who_has_no_business_with_records_cannot_touch_them(room, role):
    """Registering is the desk's; erasing and merging the office's."""
    assert room.refused("RegisterPerson", person="p7", role=role, **ANA).because == "permission.role_may_not"
    for kind, more in (("ErasePerson", {}), ("MergePeople", {"into": "p8"})):
        for other in (role, "cashier"):
            refused = room.refused(kind, person="p7", role=other, **more)
            assert refused.because == "permission.role_may_not"


def test_the_stream_of_people_says_only_who():
    """Every event of the people stream has ids and moments, nothing else."""
    from feltro.app.world.streams.people import APPLY

    fields = {field.name for event in APPLY for field in msgspec.structs.fields(event)}
    assert fields == {"person", "into", "kept_until"}
    assert STREAM.startswith("people:")
    assert pseudonym("p7") == pseudonym("p7") != pseudonym("p8")
