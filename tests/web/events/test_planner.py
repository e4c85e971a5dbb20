"""The planner's page: answers, side by side, files, and words for what cannot be asked."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

import feltro.web
from tests.app.papers.hall import pages
from tests.tournament.room import Room
from tests.web.events.drafted import draft
from tests.web.staff import Site, text_of

ASKED = {"of": "modelo:club-turbo", "people": "30", "ends_by": "03:00", "guarantee": "R$ 5.000"}


@pytest.fixture(scope="module")
def browser():
    site = Site()
    Room(site.house)
    with site.browser("dora") as one:
        yield one


def test_the_page_answers_at_once_and_says_what_it_rests_on(browser):
    page = browser.get("/planejar?modelo=club-turbo").text
    for words in ("Não calibrado", "Termina", "Dealers no pico", "Mesa final", "Jogadores no começo de cada nível"):
        assert words in page
    assert page.count('class="plot"') == 2
    assert 'hx-post="/planejar/mais"' in page


def test_the_fans_can_be_read_as_tables(browser):
    page = browser.get("/planejar?modelo=club-turbo").text
    assert page.count('<table class="plot-numbers">') == 2
    assert re.search(r"<caption>Dealers por hora</caption>.*?<th scope=col>dealers</th>", page, re.DOTALL)


@pytest.mark.slow
def test_more_runs_come_while_one_looks_with_what_if_side_by_side(browser):
    page = text_of(
        browser.send("/planejar/mais", **ASKED, minutes="5", flights="1", again_until="7", stack="45.000").text
    )
    for words in (
        "1.000 torneios jogados",
        "como está",
        "níveis 5 min mais longos",
        "1 dia 1 a mais",
        "reentrada até o nível 7",
        "stack de 45.000",
        "Garantido de R$ 5.000,00",
        "Acaba até as 3h00",
    ):
        assert words in page


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("people", "1", "são precisas de 2"),
        ("people", "muitos", "muitos"),
        ("stages", "180, x", "x"),
        ("ends_by", "25:99", "25:99"),
        ("guarantee", "muito", "muito"),
    ],
)
def test_what_cannot_be_asked_is_said_in_words_and_kept(browser, field, typed, said):
    answer = browser.send("/planejar", **{**ASKED, field: typed})
    assert answer.status_code == 409
    assert said in text_of(answer.text)
    assert f'value="{typed}"' in answer.text


def test_the_form_of_an_event_is_planned_as_it_is_typed(browser):
    form = {**draft(browser, "club-turbo"), "name": "Turbo de quinta", "expected_entries": "33"}
    page = browser.send("/planejar/folha", **form)
    assert page.status_code == 200
    assert "A folha que está sendo escrita" in page.text
    assert "Turbo de quinta" in page.text


@pytest.mark.slow
def test_files_for_the_owner_and_for_programs(browser):
    made = browser.send("/planejar", **ASKED, do="json")
    found = json.loads(made.content)
    assert (found["runs"], found["calibrated_by_events"], found["guarantee_centavos"]) == (1000, 0, 500_000)
    rows = browser.send("/planejar", **ASKED, do="csv").content.decode("utf-8-sig").splitlines()
    assert "Não calibrado" in rows[0]
    assert rows[1] == "what,at,p10,p50,p90"
    paper = browser.send("/planejar", **ASKED, do="pdf", minutes="5")
    words = " ".join(pages(paper.content))
    for said in (
        "Planejamento",
        "Não calibrado",
        "Dealers por hora",
        "níveis 5 min mais longos",
        "Fichas por valor",
    ):
        assert said in words


@pytest.mark.slow
def test_a_structure_is_suggested_for_a_wished_hour(browser):
    found = text_of(browser.send("/planejar/sugestao", **{**ASKED, "of": "modelo:horse", "people": "9"}).text)
    assert "os blinds desta folha, níveis de" in found
    assert "big blinds na mesa final" in found


@pytest.mark.slow
def test_one_plans_on_with_a_suggested_structure(browser):
    """The button carries the suggested sheet and what was asked: the plan that comes is of that structure, and what if holds."""
    asked = {**ASKED, "of": "modelo:horse", "people": "9"}
    found = browser.send("/planejar/sugestao", **asked)
    form = found.text.split("<form", 1)[1].split("</form>", 1)[0]
    sent = {name: unescape(value) for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', form)}
    minutes = int(re.search(r"níveis de (\d+) min", text_of(found.text))[1])
    assert "Planejar com esta" in form
    assert (sent["people"], sent["ends_by"]) == ("9", "03:00")
    assert {one["minutes"] for one in json.loads(sent["sheet"])["levels"]} == {minutes}
    page = browser.send("/planejar", **sent)
    assert page.status_code == 200
    assert "A folha que está sendo escrita" in page.text
    assert 'value="9"' in page.text


@pytest.mark.parametrize("template", ["events/_plan_suggested.html", "rehearsal/_score.html"])
def test_lines_that_stand_below_each_other_are_not_styled_as_words_in_a_row(template):
    """What the planner suggests and what a rehearsal scored ran together in one row, as the words to try of the search do: the
    class of a list belongs to its own sheet and to no other."""
    static = Path(feltro.web.__file__).parent / "static"
    templates = Path(feltro.web.__file__).parent / "templates"
    (name,) = re.findall(r'<ol class="([\w-]+)"', (templates / template).read_text("utf-8"))
    owners = [sheet.name for sheet in static.glob("*.css") if re.search(rf"\.{name}\b", sheet.read_text("utf-8"))]
    assert owners == ["planner.css"]
