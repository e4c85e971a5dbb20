"""A list that a club kept elsewhere is read whatever wrote it, and nobody on it is taken for somebody else."""

from __future__ import annotations

import io
import zipfile
from datetime import date

import pytest
import xlsxwriter

from feltro.app.handling import House
from feltro.app.people.directory import directory
from feltro.app.people.guests import guests, matched, shown_by_cells
from feltro.app.people.spreadsheet import read_table
from feltro.kernel.outcome import Finding
from feltro.store.memory import MemoryStore
from tests.tournament.room import Room

TODAY = date(2026, 11, 17)


def test_a_csv_of_brazilian_excel_is_read_with_its_accents():
    body = "Nome;CPF;Nascimento\nJoão Araújo;529.982.247-25;03/05/1990\n".encode("cp1252")
    assert read_table(body) == [["Nome", "CPF", "Nascimento"], ["João Araújo", "529.982.247-25", "03/05/1990"]]
    assert read_table("\ufeffNome,Fone\nZoé,11 99999-0000\n".encode()) == [
        ["Nome", "Fone"],
        ["Zoé", "11 99999-0000"],
    ]


def test_an_xlsx_is_read_with_days_numbers_and_gaps():
    made = io.BytesIO()
    book = xlsxwriter.Workbook(made)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Nome", "CPF", "Nascimento"])
    sheet.write(1, 0, "Ana Lima")
    sheet.write(1, 1, 52998224725)
    sheet.write_datetime(1, 2, date(1990, 5, 3), book.add_format({"num_format": "dd/mm/yyyy"}))
    sheet.write(2, 2, "sem nome")
    sheet.write_formula(3, 0, "=1+1", value="2")
    book.close()
    assert read_table(made.getvalue()) == [
        ["Nome", "CPF", "Nascimento"],
        ["Ana Lima", "52998224725", "03/05/1990"],
        ["", "", "sem nome"],
        ["2", "", ""],
    ]


@pytest.mark.parametrize(
    ("cell", "plain"),
    [("=HYPERLINK(1)", "HYPERLINK(1)"), ("@SUM(A1)", "SUM(A1)"), ("+55 11 98888-7777", "+55 11 98888-7777"), ("-2", "-2"), ("+cmd|x", "cmd|x")],
)  # fmt: skip
def test_a_formula_is_text_and_a_phone_keeps_its_sign(cell, plain):
    assert read_table(f"Nome\n{cell}\n".encode()) == [["Nome"], [plain]]


PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\n,;\x00"


@pytest.mark.parametrize("body", [b"", b"   \n", b"PK\x03\x04 no zip at all", b"\xff\xfe\x00", PICTURE])
def test_what_cannot_be_read_is_said(body):
    assert isinstance(read_table(body), Finding)


def test_a_list_that_is_too_long_is_told_and_not_cut():
    """Whoever brought 1.200 players was left with the first 1.000, without a word."""
    long = read_table(b"Nome\n" + b"Ana Lima\n" * 1001)
    assert (long.because, long.values) == ("import.too_many", {"rows": 1002, "most": 1000})
    assert len(read_table(b"Nome\n" + b"Ana Lima\n" * 1000)) == 1001


def test_a_file_that_unpacks_to_far_more_than_it_is_or_names_entities_is_refused():
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * 50_000_000)
    assert read_table(bomb.getvalue()).because == "import.unreadable"
    entities = io.BytesIO()
    with zipfile.ZipFile(entities, "w") as packed:
        packed.writestr("xl/worksheets/sheet1.xml", '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>')
    assert read_table(entities.getvalue()).because == "import.unreadable"


@pytest.mark.parametrize(
    ("head", "fields"),
    [
        (["Jogador", "CPF", "Celular"], ["name", "cpf", "phone"]),
        (
            ["First Name", "Last Name", "Nickname", "Email Address"],
            ["first_name", "last_name", "known_as", "email"],
        ),
        (["NOME COMPLETO", "Data de Nascimento", "Cartão"], ["name", "born_on", "card"]),
        (["Telefonne", "Observações"], ["phone"]),
    ],
)
def test_columns_are_known_by_their_heads(head, fields):
    assert list(matched(head).values()) == fields


@pytest.fixture
def people():
    room = Room(House(MemoryStore()))
    for person, name, more in (
        ("p1", "Mariana Prado", {"document": {"kind": "cpf", "number": "52998224725"}}),
        ("p2", "Otávio Nunes", {"born_on": "1988-02-01"}),
    ):
        room.done("RegisterPerson", person=person, name=name, **more)
    return directory(room.house.store)


def read(people, *rows, head=("name", "cpf", "born_on")):
    return guests([list(row) for row in rows], dict(enumerate(head)), people, TODAY)


def test_who_has_the_document_is_known_even_without_the_noughts_that_a_spreadsheet_drops(people):
    (one,) = read(people, ("M. Prado", "52998224725", ""))
    assert (one.known, one.alike) == ("p1", ())


def test_a_name_with_a_typo_is_asked_about_and_another_birth_date_is_another_person(people):
    typo, other = read(people, ("Otavio Nunnes", "", ""), ("Otavio Nunnes", "", "05/06/1999"))
    assert typo.alike == ("p2",)
    assert (other.alike, other.twice) == ((), 2)


def test_what_is_wrong_with_a_row_is_said_and_the_others_are_read(people):
    nobody, wrong, fine = read(
        people, ("", "", ""), ("Bia Reis", "11111111111", ""), ("Caio Mota", "", "31/12/1970")
    )
    assert [one.because for one in nobody.findings] == ["person.name"]
    assert [one.because for one in wrong.findings] == ["person.cpf"]
    assert (fine.person.name, fine.person.born_on) == ("Caio Mota", date(1970, 12, 31))


def test_a_day_that_is_in_no_calendar_is_told_and_a_row_that_cannot_be_keeps_its_name(people):
    """30 February was dropped without a word; and of a wrong CPF nobody saw whose it was."""
    told, wrong = read(people, ("Caio Mota", "", "30/02/1990"), ("Bia Reis", "11111111111", ""))
    assert (told.person.name, told.person.born_on) == ("Caio Mota", None)
    assert [(one.because, one.values) for one in told.findings] == [
        ("import.no_such_day", {"written": "30/02/1990"})
    ]
    assert wrong.written == "Bia Reis"


def test_a_row_that_cannot_come_in_says_all_that_is_wrong_with_it(people):
    """A CPF put right was answered by the next thing: the day of birth stood wrong beside it, and nobody said so."""
    (wrong,) = read(people, ("Bia Reis", "11111111111", "31/02/1990"))
    assert [one.because for one in wrong.findings] == ["person.cpf", "import.no_such_day"]


def test_a_name_that_nearly_repeats_one_above_it_is_asked_about(people):
    """Somebody typed twice into the club's own list came in twice; two documents are two people."""
    first, typo, other = read(
        people, ("Wanda Lima", "", ""), ("Wanda Limma", "", ""), ("Wanda Limas", "52998224725", "")
    )
    assert (first.near, typo.near) == (0, 2)
    assert other.near in {2, 3}
    one, two = read(people, ("Wanda Lima", "52998224725", ""), ("Wanda Limma", "111.444.777-35", ""))
    assert (one.near, two.near) == (0, 0)


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        (("Xavier Pinto", "12/03/1990", "54 99999-1111"), {0: "name", 1: "born_on", 2: "phone"}),
        (("529.982.247-25", "Zoé d'Ávila", "zoe@clube.com.br"), {0: "cpf", 1: "name", 2: "email"}),
        (("código", "valor", "cidade"), {}),
        (("Valor pago", "Cidade natal"), {}),
    ],
)
def test_a_list_without_heads_is_known_by_its_cells(row, fields):
    """The first player was taken for the head, and nobody was read."""
    assert shown_by_cells(row) == fields
