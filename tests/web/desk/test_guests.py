"""A list of players is brought in: shown first, registered after, and nobody twice."""

from __future__ import annotations

import re
from html import unescape

import pytest

from feltro.app.people.directory import directory
from tests.tournament.room import Room
from tests.web.staff import Site, text_of

ADDRESS = "/jogadores/importar"
LIST = "Jogador;CPF;Celular\nAna Lima;529.982.247-25;11 98888-0001\nAna Lyma;;\nBeto Só;123;\n=Caio Mota;;\n"


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


def upload(browser, body):
    page = browser.get(ADDRESS).text
    token = re.search(r'name="_csrf_token" value="([^"]+)"', page)[1]
    return browser.client.post(ADDRESS, data={"_csrf_token": token}, files={"file": ("lista.csv", body)})


def ticked(page):
    fields = {name: unescape(value) for name, value in re.findall(r'name="(table|key)" value="([^"]*)"', page)}
    fields |= {f"col{n}": value for n, value in re.findall(r'name="col(\d+)".*?value="([a-z_]+)" selected', page)}
    return fields | dict(re.findall(r'name="(row\d+)" value="(new)" checked', page))


def test_the_list_is_shown_then_those_ticked_are_registered(site):
    with site.browser("rui") as browser:
        page = upload(browser, LIST.encode()).text
        assert "também na linha" not in page
        assert "4 pessoas na lista" in text_of(page)
        assert not directory(site.house.store).search("Lima")
        form = ticked(page)
        assert [name for name in form if name.startswith("row")] == ["row2", "row3", "row5"]
        done = browser.send(f"{ADDRESS}/conferir", **form, do="register")
        assert "3 jogadores cadastrados" in text_of(done.text), text_of(done.text)
        again = upload(browser, LIST.encode()).text
    names = [one.name for one in directory(site.house.store).everybody()]
    assert sorted(names)[:3] == ["Ana Lima", "Ana Lyma", "Caio Mota"]
    assert "já cadastrado como Ana Lima" in text_of(again)
    assert "parece Caio Mota" in text_of(again)


def test_a_broken_file_or_a_forged_table_registers_nobody(site):
    with site.browser("rui") as browser:
        assert upload(browser, b"PK nothing").status_code == 409
        forged = browser.send(f"{ADDRESS}/conferir", table='[["Nome"],["A","B"]]', key="k1234567", do="register")
    assert forged.status_code == 409
    assert "Salve como CSV ou XLSX" in text_of(forged.text)


def test_cells_are_pasted_as_a_spreadsheet_copies_them(site):
    with site.browser("rui") as browser:
        pasted = "Nome\tCelular\nDuda Reis\t11 97777-0002\n"
        page = browser.send(f"{ADDRESS}/conferir", pasted=pasted, do="paste").text
        done = browser.send(f"{ADDRESS}/conferir", **ticked(page), do="register")
    assert "1 jogador cadastrado" in text_of(done.text)
    assert [one.phone for one in directory(site.house.store).search("Duda")] == ["11977770002"]


def test_a_list_without_heads_brings_its_first_row_too(site):
    """Names, days and telephones are told by what they look like; the first row is a player like the others."""
    with site.browser("rui") as browser:
        page = upload(browser, b"Xavier Pinto,12/03/1990\nYara Sol,13/03/1990\n").text
        assert "2 pessoas na lista" in text_of(page)
        done = browser.send(f"{ADDRESS}/conferir", **ticked(page), headless="on", do="register")
    assert "2 jogadores cadastrados" in text_of(done.text)
    assert [one.name for one in directory(site.house.store).search("Xavier")] == ["Xavier Pinto"]


def test_columns_that_nobody_knows_are_asked_for_with_what_stands_in_them(site):
    """Not a list of rows that lack a name, but the one thing that is missing, beside examples to choose by."""
    with site.browser("rui") as browser:
        page = text_of(upload(browser, b"quem,valor\nDuda Reis,20\n").text)
        assert "Nenhuma coluna diz o nome" in page
        assert "Duda Reis" in page
        assert "Falta o nome" not in page


def test_the_name_and_the_nickname_are_both_shown_before_anybody_comes_in(site):
    with site.browser("rui") as browser:
        page = text_of(upload(browser, "Nome;Apelido\nJoão Araújo;Jota\n".encode()).text)
    assert "João Araújo Jota" in page


@pytest.mark.parametrize("address", [ADDRESS, "/eventos/novo/trazer"])
def test_a_picture_under_another_name_is_refused_in_words(site, address):
    """Bytes that belong to no alphabet were an error of the program on one page, and columns of nonsense on the other."""
    with site.browser("rui") as browser:
        token = re.search(r'name="_csrf_token" value="([^"]+)"', browser.get(address).text)[1]
        picture = b"\x89PNG\r\n\x1a\n\x00\x00\x81\x8d\x8f"
        told = browser.client.post(address, data={"_csrf_token": token}, files={"file": ("lista.xlsx", picture)})
    assert told.status_code == 409
    assert "Salve como CSV ou XLSX" in text_of(told.text)


def test_somebody_who_stands_twice_in_the_list_comes_in_once_unless_ticked(site):
    """The second spelling is told with its row, and is not ticked."""
    with site.browser("rui") as browser:
        page = upload(browser, b"Nome\nWanda Lima\nWanda Limma\n").text
    assert "parece a linha 2" in text_of(page)
    assert [name for name in ticked(page) if name.startswith("row")] == ["row2"]
