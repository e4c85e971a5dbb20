"""A broken book never half-loads: every finding is listed, with file, clause and key."""

import shutil

import pytest

from feltro.cli.terminal import explain
from feltro.kernel.instants import parse_instant
from feltro.kernel.money import Money
from feltro.rulebook.book import Book
from feltro.rulebook.library import SHIPPED, BrokenBooksError, Library
from feltro.rulebook.load import load_addendum, load_book, load_parameters
from feltro.rulebook.parameter import Parameter
from feltro.rulebook.press import digest, press_book, restore_book
from feltro.words.text import Text

LABEL = Text("rótulo", "label", "rótulo")


def parameter(name, kind, **more):
    return Parameter(name, kind, "desk", LABEL, **more)


PARAMETERS = {
    "desk.opens": parameter("desk.opens", "count"),
    "entry.price": parameter("entry.price", "money"),
    "button.method": parameter("button.method", "choice", choices={"dead": LABEL, "moving": LABEL}),
    "prizes.table": parameter("prizes.table", "table"),
}

HEAD = """
id = "prova"
edition = "1"
name = "Prova"
label = "Prova"
[governs]
pt = "a"
en = "b"
es = "c"
"""
CHAPTER = '[chapter]\ntitulo = "Um"\ntitle = "One"\ntitulo_es = "Uno"\n'


def clause(identity, **fields):
    texts = {"titulo": "t", "title": "t", "resumo": "r", "summary": "s", "area": "desk", "status": "decides"}
    lines = [f'{key} = "{value}"' for key, value in {"id": identity, **texts, **fields.pop("texts", {})}.items()]
    lines += [f"{key} = {value}" for key, value in fields.items()]
    return "\n[[clause]]\n" + "\n".join(lines) + "\n"


OPENS_AT_ONE = clause("1", sets='{ "desk.opens" = 1 }')


def write_book(parent, *clauses, head=HEAD):
    folder = parent / "prova"
    folder.mkdir(exist_ok=True)
    (folder / "book.toml").write_text(head)
    (folder / "01-um.toml").write_text(CHAPTER + "".join(clauses))
    return load_book(folder, PARAMETERS)


def test_a_sound_book_loads_with_its_values(tmp_path):
    """Values are typed, and each knows the clause that set it and those that confirm it."""
    book = write_book(
        tmp_path,
        clause("1", sets='{ "desk.opens" = 60, "entry.price" = "R$ 620" }'),
        clause("2", confirms='["desk.opens"]'),
    )
    assert book.says["entry.price"].value == Money.reais(620)
    assert [cite.clause for cite in book.says["desk.opens"].cites] == ["1", "2"]


@pytest.mark.parametrize(
    ("clauses", "because", "mentions"),
    [
        ([clause("1", sets='{ "desk.closes" = 1 }')], "rulebook.unknown_parameter", "desk.closes"),
        ([clause("1", sets='{ "desk.opens" = "60" }')], "rulebook.wrong_value", "desk.opens"),
        ([clause("1", sets='{ "desk.opens" = -1 }')], "rulebook.wrong_value", "-1"),
        ([clause("1", sets='{ "desk.opens" = true }')], "rulebook.wrong_value", "True"),
        ([clause("1", sets='{ "entry.price" = "7.50" }')], "rulebook.wrong_value", "7.50"),
        ([clause("1", sets='{ "button.method" = "flying" }')], "rulebook.wrong_value", "moving"),
        ([clause("1", sets='{ "prizes.table" = "nowhere.csv" }')], "rulebook.no_table", "nowhere.csv"),
        ([clause("1"), clause("1")], "rulebook.clause.twice", ""),
        (
            [clause("1", sets='{ "desk.opens" = 1 }'), clause("2", sets='{ "desk.opens" = 1 }')],
            "rulebook.set_twice",
            "1",
        ),
        ([clause("1", confirms='["desk.opens"]')], "rulebook.confirms_nothing", "desk.opens"),
        ([clause("1", overrides='["no.such"]')], "rulebook.unknown_parameter", "no.such"),
        ([clause("1", texts={"area": "kitchen"})], "rulebook.clause.bad_area", "kitchen"),
        ([clause("1", texts={"status": "maybe"})], "rulebook.clause.bad_status", "maybe"),
        ([clause("1", colour='"red"')], "rulebook.unknown_key", "colour"),
        ([clause("1", texts={"resumo": ""})], "rulebook.wrong_shape", "resumo"),
        ([clause("1", sets="20")], "rulebook.wrong_shape", "sets"),
        ([clause("1", overrides='"desk.opens"')], "rulebook.wrong_shape", "overrides"),
        ([clause("1", note="5")], "rulebook.wrong_shape", "note"),
        ([clause("1", note='{ pt = "a", en = 3 }')], "rulebook.wrong_shape", "note"),
        ([clause("1", discretion='"não"')], "rulebook.wrong_shape", "discretion"),
        ([clause("C/1 <b>")], "rulebook.wrong_shape", "id"),
        (["\n[clause]\nid = '1'\n"], "rulebook.wrong_shape", "clause"),
        (["\n[[clause]\n"], "rulebook.bad_toml", ""),
    ],
)
def test_each_mistake_is_named(tmp_path, clauses, because, mentions):
    """The finding names the file, the clause, and what is wrong with which key."""
    findings = write_book(tmp_path, *clauses)
    found = next(one for one in findings if one.because == because)
    assert "01-um.toml" in found.where or "prova" in found.where
    assert mentions in str(found.values)


def test_all_findings_are_listed_not_the_first_only(tmp_path):
    """Three mistakes in two clauses are three findings."""
    findings = write_book(
        tmp_path,
        clause("1", sets='{ "desk.opens" = "x", "no.such" = 1 }'),
        clause("2", texts={"area": "kitchen"}),
        head='id = "prova"',
    )
    assert len(findings) == 7, "two values, an area, and four keys that the head lacks"
    assert all(not isinstance(one, Book) for one in findings)


def test_parameters_are_checked_too(tmp_path):
    """A declaration with a bad name, an unknown type or choices out of place does not load."""
    (tmp_path / "one.toml").write_text(
        '["Bad Name"]\ntype = "count"\nread_by = "desk"\npt="a"\nen="b"\nes="c"\n'
        '["a.b"]\ntype = "colour"\nread_by = "nobody"\npt="a"\nen="b"\nes="c"\n'
        '["a.d"]\ntype = "count"\nread_by = "desk"\npt="a"\nen="b"\n'
        '["a.c"]\ntype = "choice"\nread_by = "desk"\npt="a"\nen="b"\nes="c"\n'
    )
    reasons = {finding.because for finding in load_parameters(tmp_path)}
    assert reasons == {
        "rulebook.parameter.bad_name",
        "rulebook.parameter.bad_type",
        "rulebook.parameter.bad_reader",
        "rulebook.parameter.bad_choices",
        "rulebook.missing_key",
    }


def test_a_library_with_a_broken_book_says_everything(tmp_path):
    """The shipped books, damaged in two places, do not load; both places are named."""
    folder = tmp_path / "books"
    shutil.copytree(SHIPPED, folder, ignore=shutil.ignore_patterns("__pycache__"))
    chapters = sorted((folder / "bpt_2015").glob("[0-9]*.toml"))
    for chapter in chapters[:2]:
        chapter.write_text(chapter.read_text().replace('status = "decides"', 'status = "guesses"', 1))
    library = Library(folder)
    with pytest.raises(BrokenBooksError) as broken:
        library.book("bpt-2015")
    assert {finding.where.split(" · ")[0] for finding in broken.value.findings} == {
        f"bpt_2015/{chapter.name}" for chapter in chapters[:2]
    }
    assert library.book("nps-2019").clauses, "the others are still whole"


def test_an_edited_file_is_read_again(tmp_path):
    """The kept copy is thrown away as soon as a source file changes."""
    folder = tmp_path / "books"
    shutil.copytree(SHIPPED, folder, ignore=shutil.ignore_patterns("__pycache__"))
    before = Library(folder).book("bpt-2015")
    about = folder / "bpt_2015" / "book.toml"
    about.write_text(about.read_text().replace(before.name, "Outro nome"))
    assert Library(folder).book("bpt-2015").name == "Outro nome"


def test_pressing_a_book_loses_nothing():
    """What comes back from the kept copy is equal to what was read, value by value."""
    library = Library()
    assert len(library.ids) == 5
    for book_id in library.ids:
        folder = SHIPPED / book_id.replace("-", "_")
        read = load_book(folder, library.parameters)
        assert restore_book(press_book(read, library.parameters)) == read


def test_the_digest_names_the_exact_content():
    """The same book has the same digest, another one another."""
    library = Library()
    digests = {digest(library.book(book_id), library.parameters) for book_id in library.ids}
    assert len(digests) == len(library.ids)
    assert digest(library.book("cgp-2024"), library.parameters) in digests


ADDENDUM = HEAD.replace('id = "prova"', 'id = "casa"\nextends = "adtp-2023"')


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (HEAD + clause("1"), "extends"),
        (ADDENDUM, "clause"),
        (ADDENDUM.replace('"adtp-2023"', "5") + clause("1"), "extends"),
        ("holds_from = 2026-11-15T20:00:00\n" + ADDENDUM + clause("1"), "holds_from"),
        ("holds_from = 2026-11-15\n" + ADDENDUM + clause("1"), "holds_from"),
        ('holds_from = "hoje"\n' + ADDENDUM + clause("1"), "holds_from"),
        ("hold_from = 2026-11-15T20:00:00-03:00\n" + ADDENDUM + clause("1"), "hold_from"),
        ('notice = "aviso"\n' + ADDENDUM + clause("1"), "notice"),
        (ADDENDUM.replace('es = "c"', 'es = "c"\nfr = "d"') + clause("1"), "governs"),
        ("clause = 5\n" + ADDENDUM, "clause"),
    ],
)
def test_an_addendum_written_by_hand_is_checked_key_by_key(tmp_path, text, key):
    """A key that is missing, misspelt or of the wrong kind is named; nothing is guessed and nothing crashes."""
    path = tmp_path / "casa.toml"
    path.write_text(text)
    findings = load_addendum(path, PARAMETERS)
    assert key in [finding.values.get("key") for finding in findings]
    assert all(explain(finding, "pt") for finding in findings)


def test_an_addendum_that_is_not_there_is_said_to_be_so(tmp_path):
    """The finding names the file."""
    (absent,) = load_addendum(tmp_path / "none.toml", PARAMETERS)
    assert absent.because == "rulebook.no_file"
    assert "none.toml" in absent.where


def test_an_amendment_carries_its_moment_and_its_notice(tmp_path):
    """The documented feature loads: from when it holds, and what the room is told."""
    path = tmp_path / "casa.toml"
    notice = '[notice]\npt = "a"\nen = "b"\nes = "c"\n'
    path.write_text("holds_from = 2026-11-15T20:00:00-03:00\n" + ADDENDUM + notice + clause("1"))
    book = load_addendum(path, PARAMETERS)
    assert book.holds_from == parse_instant("2026-11-15T20:00:00-03:00")
    assert book.notice.en == "b"
