"""The five books are complete, in our own words, and every value can be said."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from feltro.rulebook.book import Sourced
from feltro.rulebook.library import shipped
from feltro.rulebook.load import load_book
from feltro.rulebook.speech import speak
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import sentences

IDS = json.loads((Path(__file__).parent / "clause_ids.json").read_text())
BOOKS = shipped().ids


def test_the_books_hold_exactly_the_printed_clauses():
    """754 clauses, each under its printed id and in printed order, and not one more."""
    assert {book_id: list(shipped().book(book_id).clauses) for book_id in BOOKS} == IDS
    assert sum(map(len, IDS.values())) == 754


@pytest.mark.parametrize("book_id", BOOKS)
def test_the_index_agrees(book_id, shared_material):
    """Ids, areas and statuses are those of the index, where it is at hand."""
    with (shared_material / "rulebooks" / "clauses" / f"{book_id}.toml").open("rb") as file:
        index = tomllib.load(file)["clause"]
    ours = shipped().book(book_id).clauses
    assert [one["clause"] for one in index] == list(ours)
    assert {one["clause"]: one["area"] for one in index} == {key: one.area for key, one in ours.items()}


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_clause_has_its_texts(book_id):
    """Title in three languages, summary at least in Portuguese and English, each different."""
    assert len(shipped().book(book_id).clauses) > 40
    for clause in shipped().book(book_id).clauses.values():
        assert clause.title.pt, clause.id
        assert clause.title.en, clause.id
        assert clause.title.es, clause.id
        assert clause.summary.pt != clause.summary.en, clause.id
        if clause.note:
            assert clause.note.pt != clause.note.en, clause.id


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_deciding_clause_has_a_value_to_decide_with(book_id):
    """A clause that decides sets or confirms at least one parameter; headings only show."""
    assert len(shipped().book(book_id).clauses) > 40
    for clause in shipped().book(book_id).clauses.values():
        if clause.status == "decides":
            assert clause.sets or clause.confirms, clause.id
        if clause.heading:
            assert clause.status == "shows", clause.id


@pytest.mark.parametrize("book_id", BOOKS)
def test_no_summary_copies_the_regulation(book_id, shared_material):
    """No run of eight words of a summary stands in the regulation's own text."""
    text = (shared_material / "rulebooks" / "texts" / f"{book_id}.txt").read_text()
    printed = runs(text)
    assert len(printed) > 1000
    for clause in shipped().book(book_id).clauses.values():
        for said in (clause.title.pt, clause.summary.pt, clause.note.pt if clause.note else ""):
            assert not runs(said) & printed, f"{clause.id}: {runs(said) & printed}"


def runs(text, length=8):
    words = re.findall(r"[\wÀ-ÿ]+", text.lower())
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


def test_every_parameter_is_used_and_has_a_way_out_of_silence():
    """Some book or the house sets it; where ADTP 2023 does not, the house does, or an event can do without."""
    library = shipped()
    standard, house = library.book(library.standard).says, library.house.says
    assert len(library.parameters) > 300
    for name, parameter in library.parameters.items():
        assert name in house or any(name in library.book(book_id).says for book_id in BOOKS), name
        if parameter.read_by != "screens" and not parameter.optional:
            assert (name in standard) != (name in house), name


def test_every_value_can_be_said_in_three_languages():
    """Nothing that a page or a terminal shows falls back to a code."""
    library = shipped()
    sources = [*(library.book(book_id) for book_id in BOOKS), library.house, *library.addenda.values()]
    for source in sources:
        assert source.says
        for name, said in source.says.items():
            for lang in LANGUAGES:
                text = speak(library.parameters[name], said.value, lang)
                assert text, name
                assert "{" not in text, name


def test_every_subject_has_a_heading():
    """A comparison groups parameters under words, not under codes."""
    subjects = {name.partition(".")[0] for name in shipped().parameters}
    assert {f"subject.{one}" for one in subjects} <= set(sentences())


def test_an_edition_and_a_reading_note_are_there():
    """The payout table's repair is explained where the table stands."""
    cgp = shipped().book("cgp-2024")
    clause = next(one for one in cgp.clauses.values() if "prizes.payout_table" in one.sets)
    assert clause.note is not None
    assert cgp.edition == "2024"


def test_a_value_and_its_clause_travel_together():
    """Reading any value of any book gives the clause that set it, and that clause really sets it."""
    library = shipped()
    assert len(BOOKS) == 5
    for book_id in BOOKS:
        rulebook = library[book_id]
        assert sum(isinstance(rulebook[name], Sourced) for name in rulebook) > 40
        for name in rulebook:
            said = rulebook[name]
            if isinstance(said, Sourced):
                assert rulebook.clause(said.clause).sets[name] == said.value
                assert all(name in rulebook.clause(cite).confirms for cite in said.confirmed_by)


def test_books_load_the_same_from_their_files():
    """The kept copy and a fresh reading agree."""
    library = shipped()
    assert len(BOOKS) == 5
    for book_id in BOOKS:
        assert load_book(library.folder / book_id.replace("-", "_"), library.parameters) == library.book(book_id)
