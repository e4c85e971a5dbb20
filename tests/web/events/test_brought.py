"""A structure kept elsewhere opens in the form: by file, by pasted cells, and the bad path keeps what was sent."""

from __future__ import annotations

from pathlib import Path

import pytest

import feltro.app.sheets.templates as shelf
from tests.app.sheets.test_structures_brought import SAVED
from tests.tournament.room import Room
from tests.web.events.drafted import SHEET, fields_of
from tests.web.events.test_any_event import settle_fees, sheet_of
from tests.web.staff import Site, text_of

BRING = "/eventos/novo/trazer"


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


def upload(browser, name, body, **fields):
    token = browser.token()
    return browser.client.post(BRING, data={"_csrf_token": token, **fields}, files={"file": (name, body)})


def made_from(browser, page, **more):
    form = {**fields_of(page), "season": "s26", **more}
    made = browser.send(SHEET, **{**settle_fees(browser, form), "do": "create"})
    assert made.url.path == f"/eventos/{more['id']}", text_of(made.text)[:1500]


def test_a_sheet_in_toml_opens_in_the_form_as_it_was_written(site):
    body = Path(shelf.FOLDER / "club-turbo.toml").read_bytes()
    with site.browser("rui") as browser:
        page = upload(browser, "folha.toml", body)
        made_from(browser, page.text, id="toml", expected_entries="30")
    assert len(sheet_of(site, "toml").levels) == len(
        shelf.sheet_from_template(shelf.templates()["club-turbo"], _day(site)).levels
    )


def _day(site):
    from feltro.kernel.instants import local_time

    return local_time(site.clock.now).date()


def test_a_saved_tournament_becomes_an_event_with_its_levels_prices_and_stack(site):
    with site.browser("rui") as browser:
        page = upload(browser, "quinta.tdt", SAVED.encode(), model="bpt-home")
        assert "Quinta" in page.text
        form = fields_of(page.text)
    assert (form["levels"], form["lv2_ante"], form["lv1_break_minutes"]) == (["2"], ["400"], ["5"])
    assert form["part_entry_prize_pool"] == ["R$ 100,00"] or form["part_entry_prize_pool"] == ["100,00"]
    assert (form["table_size"], form["label_rebuy"]) == (["8"], ["Rebuy"])


def test_pasted_cells_are_shown_with_their_columns_and_become_the_levels_of_the_form(site):
    cells = "Nível\tSB\tBB\tAnte\tMin\n" + "\n".join(f"{n}\t{100 * n}\t{200 * n}\t\t20" for n in range(1, 21))
    with site.browser("rui") as browser:
        shown = browser.send(BRING + "/conferir", do="paste", pasted=cells, model="bpt-home")
        assert "20 níveis" in text_of(shown.text)
        sent = {
            f"col{place}": name
            for place, name in enumerate(("level", "small_blind", "big_blind", "ante", "minutes"))
        }
        table = _hidden(shown.text, "table")
        page = browser.send(BRING + "/conferir", do="use", table=table, model="bpt-home", **sent)
        made_from(browser, page.text, id="colado", expected_entries="16")
    levels = sheet_of(site, "colado").levels
    assert (len(levels), levels[19].big_blind, levels[0].minutes) == (20, 4000, 20)


def _hidden(page, name):
    import re
    from html import unescape

    return unescape(re.search(rf'name="{name}" value="([^"]*)"', page)[1])


def test_the_bad_path_names_row_and_column_and_what_is_no_structure(site):
    with site.browser("rui") as browser:
        shown = browser.send(BRING + "/conferir", do="paste", pasted="SB;BB\n100;duzentos\n").text
        assert "Linha 2, coluna Big blind: “duzentos” não é um número." in text_of(shown)
        assert upload(browser, "x.tdt", b'{ V: "3.7", T: new Tournament({}) }').status_code == 409
        wrong = upload(browser, "x.toml", b'name = "X"\nlevels = [ { blinds = [1, 2] } ]\nkind = "other"\n')
        assert wrong.status_code == 409
        said = text_of(wrong.text)
        assert "kind · other não serve aqui." in said
        assert "levels.1.minutes · Falta o campo minutes." in said


def test_people_of_a_saved_tournament_are_brought_into_the_registry(site):
    with site.browser("rui") as browser:
        token = browser.token()
        page = browser.client.post(
            "/jogadores/importar", data={"_csrf_token": token}, files={"file": ("q.tdt", SAVED.encode())}
        )
    assert "Beatriz Souza" in page.text
    assert "Caco" in page.text


@pytest.mark.parametrize("page", [BRING, "/jogadores/importar"])
def test_who_brings_a_saved_tournament_reads_that_no_brazilian_file_was_tried(site, page):
    with site.browser("rui") as browser:
        said = text_of(browser.get(page).text)
    assert "ainda não foi testada com um arquivo de verdade de um clube brasileiro" in said
