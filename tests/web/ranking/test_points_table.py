"""The table of points filled in on a page, with who would have had how many in the last event."""

from __future__ import annotations

import pytest

from feltro.season.points.table import PointsRow
from feltro.web.ranking.points_grid import grid_of, read_grid
from tests.season.league import League
from tests.web.staff import Site, text_of

PEOPLE = [f"p{number}" for number in range(1, 13)]
PAGE = "/temporada/s26/pontos"


def played(book: str) -> Site:
    """Twelve people, one event, which is over."""
    made = Site()
    made.league = League(book, house=made.house)
    made.league.play("t1", *PEOPLE)
    made.league.join(*PEOPLE)
    made.clock.now = made.league.now
    return made


def two_columns(**changes: str) -> dict[str, str]:
    """Up to ten entries 40 and 20; in larger fields 90, 60, and 10 for the third to the fifth place."""
    cells = {"p0_0": "40", "p0_1": "90", "p1_0": "20", "p1_1": "60", "p2_0": "", "p2_1": "10"}
    heads = {"until_0": "10", "until_1": "", "place_0": "1", "place_1": "2", "place_2": "5"}
    return {"scored_as": "main", **heads, **cells, **changes}


@pytest.fixture
def site() -> Site:
    return played("nps-2019")


def sent(site: Site, step: str, **changes: str):
    with site.browser("dora") as browser:
        return browser.send(PAGE, key="chave001", step=step, **two_columns(**changes))


def test_what_is_typed_shows_who_would_have_had_how_many_and_counts_only_once_kept(site):
    looked = text_of(sent(site, "look").text)
    assert "1º X 90 2º X 60 10 não pontuariam" in looked, (
        "NPS gives points to those who are paid, here two of twelve"
    )
    assert site.league.table() == []
    assert "Tabela guardada" in sent(site, "keep").text
    assert [(person, points) for _, person, points in site.league.table()] == [("p1", 90), ("p2", 60)]


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("p0_1", "noventa", "noventa"),
        ("p2_1", "-5", "-5"),
        ("until_0", "0", "inteiros"),
        ("p1_1", "95", "vale mais"),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_stays_as_it_was_typed(site, field, typed, told):
    """No number, less than nothing, nobody, or a second place worth more than the first."""
    answer = sent(site, "keep", **{field: typed})
    assert answer.status_code == 409
    assert told in text_of(answer.text)
    assert f'name="{field}" value="{typed}"' in answer.text
    assert site.league.table() == []


def test_an_empty_form_is_told_so(site):
    """Nothing typed at all, as a script would send it."""
    with site.browser("dora") as browser:
        assert browser.send(PAGE, step="look").status_code == 200
        answer = browser.send(PAGE, step="keep")
    assert (answer.status_code, "não tem linhas" in text_of(answer.text)) == (409, True)


def test_it_grows_by_a_place_and_by_a_size_of_event(site):
    assert 'name="place_3" value="6"' in sent(site, "place").text
    assert 'name="until_2" value=""' in sent(site, "column").text


def test_the_table_that_a_book_prints_is_shown_and_not_typed():
    with played("cgp-2024").browser("dora") as browser:
        shown = browser.get(PAGE).text
    assert 'name="step"' not in shown
    assert "Esta tabela é a do regulamento" in shown
    assert 'href="/regulamentos/cgp-2024/4.1"' in shown


def test_before_any_table_the_fields_hold_what_the_formula_gives():
    """Ten times the root of twenty over the place: 45 for the first, 32 for the second."""
    with played("bpt-2015").browser("dora") as browser:
        shown = browser.get(PAGE).text
    assert 'name="p0_0" value="45"' in shown
    assert 'name="p1_0" value="32"' in shown


def test_what_is_kept_is_laid_out_and_read_as_it_was():
    """Two columns whose places are not told apart alike."""
    wide = [(1, 20, 1, 1, 50), (1, 20, 2, 3, 20), (21, 1_000_000, 1, 2, 80), (21, 1_000_000, 3, 3, 30)]
    names = ("entries_from", "entries_to", "place_from", "place_to", "points")
    rows = [PointsRow(**dict(zip(names, row, strict=True))) for row in wide]
    laid = grid_of(rows)
    assert (laid.columns, laid.places) == (("20", ""), ("1", "2", "3"))
    assert laid.cells == (("50", "80"), ("20", "80"), ("20", "30"))
    again = {(row.entries_to, row.place_from): row.points for row in read_grid(laid)}
    assert again == {(20, 1): 50, (20, 2): 20, (20, 3): 20, (10**6, 1): 80, (10**6, 2): 80, (10**6, 3): 30}
