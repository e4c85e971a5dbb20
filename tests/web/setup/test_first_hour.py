"""Five questions on one page, and the first entry is sold."""

from __future__ import annotations

import re

import pytest

from feltro.app.money.receiver import pix_receiver
from feltro.app.screens.club import club_of
from feltro.cli.main import main
from feltro.rulebook.library import shipped
from tests.conftest import ROOT
from tests.web.staff import Site, text_of

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000000000200015e"
    "f3d8e90000000049454e44ae426082"
)


def answer(browser, logo=b"", **said):
    """As a browser sends a form with a file in it."""
    asked = {
        "club": "Clube da Serra",
        "book": "adtp-2023",
        "template": "club-turbo",
        "starts": "14:30",
        "methods": ["cash", "pix"],
        "pix_key": "serra@clube.example",
        "pix_city": "Caxias do Sul",
        "key": "primeirahora1",
        **said,
    }
    files = {"logo": ("logo.png", logo, "image/png")}
    return browser.client.post("/comecar", data={**asked, "_csrf_token": browser.token()}, files=files)


def the_event(site):
    (stream,) = site.house.store.streams("tournament:")
    return site.house.world.live(stream).state


def test_five_answers_make_an_evening_that_sells():
    """Club, logo, season, tonight's event under the chosen book, PIX key and drawer: all from one page."""
    site = Site()
    with site.browser("rui") as browser:
        page = browser.get("/comecar").text
        assert [
            page.index(f'id="pergunta-{one}"') > 0
            for one in ("clube", "logo", "regulamento", "torneio", "pagamento")
        ]
        done = answer(browser, logo=PNG)
        assert done.status_code == 200, text_of(done.text)
        assert "Tudo pronto" in text_of(done.text)
        state = the_event(site)
        desk = browser.get(f"/balcao/{state.tournament}")
        assert desk.status_code == 200
        assert "Turbo do clube" in text_of(desk.text)
    assert state.the_sheet.book == "adtp-2023"
    assert state.the_sheet.days[0].starts_at.isoformat() == "2026-11-20T14:30:00-03:00"
    assert state.the_sheet.days[0].closes_at.isoformat() == "2026-11-20T21:30:00-03:00"
    club = club_of(site.house.store)
    assert (club.name, bool(club.logo)) == ("Clube da Serra", True)
    receiver = pix_receiver(site.house.store)
    assert (receiver.key, receiver.name, receiver.city) == (
        "serra@clube.example",
        "Clube da Serra",
        "Caxias do Sul",
    )
    assert site.house.world.live("season:2026").state.name == "Clube da Serra 2026"
    assert site.house.world.live("desk:caixa-1").state.cashier == "rui"


@pytest.mark.parametrize("book", ["adtp-2023", "adtp-2012", "nps-2019", "bpt-2015", "cgp-2024"])
def test_one_is_paid_as_the_house_said_whatever_the_book_says(book):
    """Silent, the same or another: at the desk exactly these ways are open."""
    site = Site()
    with site.browser("rui") as browser:
        assert "Tudo pronto" in text_of(answer(browser, book=book, methods=["cash", "credit_card"]).text)
    state = the_event(site)
    settled = site.house.books.settlement(state, site.clock.now).book
    assert sorted(settled["payment.methods"].value) == ["cash", "credit_card"]
    assert pix_receiver(site.house.store) is None


@pytest.mark.parametrize("template", ["bpt-home", "six-max", "horse"])
def test_every_model_of_one_evening_is_ready_under_the_usual_book(template):
    site = Site()
    with site.browser("rui") as browser:
        assert "Tudo pronto" in text_of(answer(browser, template=template).text)
    assert the_event(site).the_sheet.book == "adtp-2023"


def test_what_is_missing_is_said_and_nothing_is_done_and_nothing_typed_is_lost():
    site = Site()
    with site.browser("rui") as browser:
        for said, why in (
            ({"club": ""}, "Falta o nome do clube"),
            ({"methods": []}, "ao menos uma forma"),
            ({"starts": "tarde"}, "a hora em que começa"),
            ({"template": "../x"}, "a hora em que começa"),
            ({"methods": ['cash"]\nid="x']}, "ao menos uma forma"),
        ):
            page = answer(browser, **said)
            assert page.status_code == 409
            assert why in text_of(page.text)
            assert 'value="Caxias do Sul"' in page.text
    assert not [*site.house.store.streams("season:"), *site.house.store.streams("tournament:")]
    assert club_of(site.house.store).name == ""


def test_a_regulation_of_the_houses_own_is_offered_and_settled(tmp_path, monkeypatch):
    """Published to the shelf an hour ago, chosen here, and tonight's event stands on its clauses."""
    monkeypatch.setenv("FELTRO_BOOKS", str(tmp_path))
    shipped.cache_clear()
    try:
        assert main(["book", "publish", str(ROOT / "examples" / "livros" / "clube_do_vale_2026")]) == 0
        shipped.cache_clear()
        site = Site()
        with site.browser("rui") as browser:
            assert "Regulamento do Clube do Vale 2026" in browser.get("/comecar").text
            done = answer(browser, book="clube-do-vale-2026")
            assert "Tudo pronto" in text_of(done.text), text_of(done.text)
        settled = site.house.books.settlement(the_event(site), site.clock.now).book
        assert str(settled["clock.seconds"].clause) == "clube-do-vale-2026:22"
    finally:
        shipped.cache_clear()


def test_sent_twice_it_is_done_once():
    site = Site()
    with site.browser("rui") as browser:
        answer(browser)
        answer(browser)
    assert len(site.house.store.streams("tournament:")) == 1


def test_the_questions_are_the_organisers_and_only_of_an_empty_house():
    site = Site()
    with site.browser("dora") as browser:
        assert 'id="pergunta-clube"' not in browser.get("/comecar").text
        assert browser.send("/comecar", club="Clube da Dora").status_code == 404
    with site.browser("rui") as browser:
        answer(browser)
        assert 'id="pergunta-clube"' not in browser.get("/comecar").text


def test_what_is_usual_is_filled_in():
    """At half past one in the afternoon: eight in the evening, the club's turbo, cash, debit and PIX."""
    with Site().browser("rui") as browser:
        page = browser.get("/comecar").text
    assert 'name="starts" type="time" value="20:00"' in page
    assert 'value="club-turbo" checked' in page
    assert '<option value="adtp-2023" selected>' in page
    assert page.count('name="methods"') == 6
    assert [one for one in ("cash", "debit_card", "pix", "credit_card") if f'value="{one}" checked' in page] == [
        "cash",
        "debit_card",
        "pix",
    ]


def test_everything_that_is_wrong_with_the_five_answers_is_said_at_once():
    """No club, a logo that is no picture, no hour, no PIX key: four sentences, each by its question; nothing was done."""
    site = Site()
    with site.browser("rui") as browser:
        page = answer(browser, logo=b"nada", club="", starts="", pix_key="isto não é chave").text
    box = page[page.index('id="refused"') :]
    said = dict(re.findall(r'<p data-field="(\w+)">([^<]*)', box[: box.index("</div>")]))
    assert set(said) == {"club", "logo", "starts", "pix_key"}
    assert not site.house.store.streams("tournament:")
