"""The desk says what is true now: the person in the middle and the one undo follow, and nobody is told an id."""

from __future__ import annotations

import re

from feltro.kernel.outcome import Cite
from feltro.web.frame.clauses import cited
from tests.tournament.room import Room
from tests.web.desk.test_desk import register, sell
from tests.web.staff import Site, text_of


def selling():
    site = Site()
    site.room = Room(site.house)
    return site


def test_a_ban_shows_on_the_person_who_stands_at_the_counter():
    """The file names every stream it was read from, and is fetched again without what is being sold."""
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser)
        page = browser.get(f"/balcao/t1?pessoa={person}").text
        part = f"/balcao/t1/ficha?pessoa={person}"
        assert f'hx-get="{part}&amp;vende=1"' in page
        live = re.search(r'id="ficha"[^>]* data-live="([^"]+)"', page)[1]
        assert re.search(r"tournament:\*@\d+ season:s26@\d+ people:registry@\d+", live)
        site.room.done("BanPerson", role="director", season="s26", person=person, ground="order", reason="briga")
        now = browser.get(part).text
        assert "Impedido pela direção" in text_of(now)
        assert re.search(r'data-live="([^"]+)"', now)[1] != live
        assert "data-sale" not in now
        assert browser.get("/balcao/t1/ficha?pessoa=nobody").status_code == 404


def test_the_undo_of_another_tab_is_told_too():
    """The bar follows all streams that somebody may act in; who may not undo has nothing that follows."""
    site = selling()
    with site.browser("ana") as browser, site.browser("fred") as floor:
        page = browser.get("/balcao/t1").text
        bar = re.search(r'id="undo" data-live="([^"]+)"[^>]*hx-get="([^"]+)"', page)
        assert "desk:*@" in bar[1]
        sell(browser, register(browser))
        now = browser.get(bar[2].replace("&amp;", "&")).text
        assert "inscrição 1 de" not in text_of(now), "money is voided, not undone"
        dealt = {"tournament": "t1", "sale": "x1", "entry": next(iter(site.room.state.entries)), "item": "rebuy"}
        site.room.done("AnnounceRebuy", **dealt)
        now = browser.get(bar[2].replace("&amp;", "&")).text
        assert now.startswith('<div class="undo-bar" id="undo"')
        assert "rebuy" in text_of(now).lower()
        assert "volta=/balcao/t1" in now
        assert 'id="undo" data-live' in floor.get("/eventos").text
        assert 'id="undo" data-live' not in browser.get(f"/desfazer?ato={re.search(r'ato=([^&]+)', now)[1]}").text


def test_a_refusal_says_the_number_and_never_an_id():
    """Who is in already is told by the number on the receipt, at the counter and after a form."""
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser)
        sale = re.search(r"feito=(\w+)", str(sell(browser, person).url))[1]
        page = browser.get(f"/balcao/t1?pessoa={person}").text
        assert 'title="Esta pessoa já tem a inscrição 1 neste torneio."' in page
        assert sale not in text_of(page)
        again = text_of(sell(browser, person).text)
        assert "inscrição 1 " in again
        assert sale not in again


def test_whoever_never_entered_is_offered_entries_only():
    """No re-entry and no rebuy in the list; with an entry they are there."""
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser)
        page = browser.get(f"/balcao/t1?pessoa={person}").text
        assert 'value="entry"' in page
        assert 'value="reentry"' not in page
        assert 'value="rebuy"' not in page
        sell(browser, person)
        assert 'value="rebuy"' in browser.get(f"/balcao/t1?pessoa={person}").text


def test_a_drawer_is_opened_under_the_name_that_people_say():
    """`Caixa 1`, with its blank and its capital, is a desk like any other."""
    site = selling()
    with site.browser("bia") as browser:
        opened = browser.send("/caixa/abrir", desk="Caixa 1", float="500", key="k-caixa")
        assert opened.status_code == 200
        assert site.house.world.live("desk:caixa-1").state.cashier == "bia"
        assert "Caixa 1" in browser.get("/caixa").text


def test_somebody_who_looks_like_another_is_told_without_an_id():
    """Registered twice under one name and birth date: the page names the other person, never by an id."""
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser)
        known = site.house.store.kept("person", person)
        assert known is not None
        again = browser.send(
            "/balcao/t1/novo", name="Zeca Prado", born_on="21/03/1990", person="outro", key="k-outro"
        )
        assert "Parece já estar cadastrado. Confira" in text_of(again.text)
        assert person not in text_of(again.text)


def test_what_the_event_settled_itself_is_cited_once():
    """Three answers of the organiser beside one sentence are one mark, and its title names them all."""
    settled = (Cite("acertos", "settled.button.method"), Cite("acertos", "settled.entry.min_age"))
    cites = (*settled, Cite("cgp-2024", "2.7"), Cite("cgp-2024", "2.7"))
    said = cited("pt", cites)
    assert said.count("definido pela casa neste evento") == 1
    assert 'title="Como o botão anda; Idade mínima completa para se inscrever"' in said
    assert said.count("<a ") == 1
