"""The ranking for everybody, where each point came from, and the funds for those who pay them."""

from __future__ import annotations

import re

import pytest

from feltro.app.people.person import pseudonym
from feltro.app.people.public_ids import public_ids
from feltro.app.ranking.event_points import RankedEvent
from feltro.app.world.codec import codec
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.app.world.streams.people import PersonErased
from feltro.store.port import Append, Appended, Erase, Meta, Transaction
from feltro.web.ranking import race
from tests.app.papers.hall import pages
from tests.season.league import League
from tests.tournament.room import BOOKS
from tests.web.running import Running
from tests.web.staff import Site, text_of


@pytest.fixture
def site() -> Site:
    made = Site()
    made.league = League(house=made.house)
    people = [f"p{number}" for number in range(1, 13)]
    made.league.enter("t1", *people)
    made.league.close("t1")
    for person in reversed(people[1:]):
        made.league.bust("t1", person)
    made.league.join(*people)
    made.clock.now = made.league.now
    return made


def player_of(site, person: str) -> str:
    return f"/ranking/s26/jogador/{public_ids(site.house.store).person('s26', person)}"


@pytest.mark.parametrize("user", ["", "ana", "dora"])
@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_everybody_reads_the_standings(site, user, lang):
    """With a place, the points and why one stands before the next."""
    with site.browser(user) as browser:
        shown = browser.get(f"/ranking/s26?lang={lang}")
        assert shown.status_code == 200
        assert player_of(site, "p1") in shown.text
        assert "/regulamentos/cgp-2024/" in shown.text


@pytest.mark.parametrize("book", BOOKS)
def test_a_season_in_which_nobody_has_scored_has_a_ranking_that_says_so(book):
    """The first evening of a house: somebody plays, nothing scores yet, and the page teaches instead of breaking."""
    with Running(4, book=book).site.browser("") as browser:
        shown = browser.get("/ranking/s26")
    assert shown.status_code == 200
    said = text_of(shown.text)
    assert "Ninguém pontuou ainda" in said or "Falta a tabela de pontos" in said


def test_no_desk_waits_while_the_race_is_worked_out(site, monkeypatch):
    """The world is held while what the race is made of is noted, and no event is opened again for its points."""
    held, run = [], race.race_of
    monkeypatch.setattr(race, "race_of", lambda *one: held.append(site.house.world.is_mine) or run(*one))
    monkeypatch.setattr(RankedEvent, "rules", property(lambda _: held.append("opened")))
    with site.browser() as browser:
        assert player_of(site, "p1") in browser.get("/ranking/s26").text
    assert held == [False]


def test_one_season_needs_no_choice_and_an_unknown_one_is_not_there(site):
    with site.browser() as browser:
        assert str(browser.get("/ranking").url).endswith("/ranking/s26")
        assert browser.get("/ranking/nada").status_code == 404
        assert browser.get("/ranking/s26/jogador/ninguem").status_code == 404
        assert browser.get("/ranking/s26?p=9999").status_code == 200
        assert browser.get("/ranking/s26?p=-1&q=%3Cb%3E").status_code == 200


def test_each_point_of_a_player_has_its_clause(site):
    """The lines of an event, each with a link to the clause that gives it."""
    with site.browser() as browser:
        shown = browser.get(player_of(site, "p1")).text
        assert "pontos" in text_of(shown)
        assert shown.count("/regulamentos/cgp-2024/") >= 1


def test_a_person_has_a_season_and_finds_the_own_row_in_the_ranking(site):
    """Two events: the page of a person has the race of the first three and of oneself, best place and events; the row is marked."""
    league = site.league
    league.tournament("t2", stage="e2")
    people = [f"p{number}" for number in range(1, 13)]
    league.play("t2", *people)
    site.clock.now = league.now
    with site.browser() as browser:
        mine = browser.get(player_of(site, "p7")).text
        assert mine.count('class="plot-line of-me"') == 1
        assert mine.count('class="plot-line of-') == 4
        assert "Melhor colocação 7º" in text_of(mine)
        assert "Eventos 2" in text_of(mine)
        shown = browser.get(re.search(r'href="(/ranking/s26\?eu=\w+)#eu"', mine)[1]).text
        (row,) = [one for one in shown.split("<tr")[1:] if 'class="mine"' in one.split(">")[0]]
        assert player_of(site, "p7") in row
        assert 'class="mine"' not in browser.get("/ranking/s26?eu=ninguem").text
        heads = shown.partition('class="list ranking"')[2].split("</thead>")[0]
        assert heads.count('scope="colgroup"') == 2


def test_the_many_with_as_few_points_are_a_number_that_unfolds(site):
    """Thirty play the second event: those at the end who have the same are one line until somebody asks for them."""
    league = site.league
    people = [f"q{number}" for number in range(1, 31)]
    league.tournament("t2")
    league.play("t2", *people)
    league.join(*people)
    site.clock.now = league.now
    with site.browser() as browser:
        shown, whole = browser.get("/ranking/s26").text, browser.get("/ranking/s26?todos=1").text
        found = browser.get("/ranking/s26?q=q30").text
    assert "24 com 1 ponto · mostrar" in text_of(shown)
    assert (shown.count("data-row="), whole.count("data-row=")) == (18, 42)
    assert "mostrar" not in text_of(whole) + text_of(found)


def test_the_ranking_is_a_paper_for_anybody(site):
    with site.browser() as browser:
        made = browser.get("/ranking/s26/papel")
        assert browser.get("/ranking/nada/papel").status_code == 404
    assert made.headers["content-type"] == "application/pdf"
    (page,) = pages(made.content)
    assert "Ranking" in page
    assert "1º" in page


def test_before_the_first_points_the_next_event_is_named():
    made = Site()
    league = League(house=made.house)
    made.clock.now = league.now
    with made.browser() as browser:
        shown = text_of(browser.get("/ranking/s26").text)
    assert "Ninguém pontuou ainda" in shown
    assert "Próximo" in shown


def test_who_was_erased_has_no_page_any_more(site):
    """The place stays under a mark that leads nowhere; the address that somebody kept opens nothing."""
    store = site.house.store
    with site.browser() as browser:
        kept = player_of(site, "p6")
        assert browser.get(kept).status_code == 200
        gone = Erase("person", "p6"), Meta("dora", "director", "", site.clock.now, "erase-p6", "ErasePerson")
        told = codec().encode(PersonErased(person="p6", kept_until=None))
        append = Append(PEOPLE, store.version(PEOPLE), (told,))
        assert isinstance(store.commit(Transaction(gone[1], (append,), b"{}", (gone[0],))), Appended)
        assert browser.get(kept).status_code == 404
        shown = browser.get("/ranking/s26").text
    assert pseudonym("p6") in shown
    assert kept not in shown


def test_the_funds_are_for_those_who_pay_them(site):
    """The office sees what came and what is owed; others see nothing there."""
    with site.browser("dora") as browser:
        shown = text_of(browser.get("/fundos/s26").text)
        assert "R$" in shown
        assert browser.send("/fundos/s26", prize="nada", amount="1,00").status_code == 409
        assert "não é um valor" in browser.send("/fundos/s26", prize="nada", amount="x").text
    for user in ("", "fred"):
        with site.browser(user) as browser:
            assert browser.get("/fundos/s26").status_code == 404
