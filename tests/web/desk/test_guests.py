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
