"""Points as they would have fallen on the last event: by the book's table, and by a formula typed on the form."""

from __future__ import annotations

import re

from tests.web.events.drafted import SHEET, draft
from tests.web.events.test_any_event import settle_fees, sheet_of
from tests.web.running import Running
from tests.web.staff import text_of

FORMULA = "round(10 * sqrt(entries / place))"


def ended():
    """Four played, and everybody has a place."""
    room = Running(4, book="adtp-2023")
    room.order("CloseRegistration")
    for entry in list(room.state.floor.tables[1].players.values())[:3]:
        room.order("Eliminate", entry=entry)
    return room


def shown(browser, **more):
    form = {**draft(browser, "club-turbo"), "points": "side", "expected_entries": "30", **more}
    return form, browser.send("/eventos/novo/achados", {"HX-Request": "true"}, **form).text


def rows(page):
    table = re.search(r'<table class="list points-ahead">(.*?)</table>', page, re.DOTALL)
    return re.findall(r'<th scope="row">(\d+)</th><td>[^<]+</td><td>([^<]+)</td>', table[1]) if table else None


def test_a_formula_is_tried_on_the_last_event_while_it_is_typed():
    """The root of four over the place, times ten: 20, 14, 12 and 10."""
    room = ended()
    with room.site.browser("rui") as browser:
        form, page = shown(
            browser,
            **{"q.points.table_source": "formula", "q.points.formula": FORMULA, "q.points.scoring_places": "all"},
        )
        assert rows(page) == [("1", "20"), ("2", "14"), ("3", "12"), ("4", "10")]
        made = browser.send(SHEET, **{**settle_fees(browser, {**form, "id": "liga"}), "do": "create"})
        assert made.url.path == "/eventos/liga", text_of(made.text)[:1500]
    assert sheet_of(room.site, "liga").points == "side"


def test_without_points_or_without_a_finished_event_nothing_is_promised():
    room = Running(4, book="adtp-2023")
    with room.site.browser("rui") as browser:
        assert rows(shown(browser)[1]) is None
    room = ended()
    with room.site.browser("rui") as browser:
        assert rows(shown(browser, points="none")[1]) is None


def figures(page):
    return re.findall(r"<li><span>(\d+)º</span> <b>([^<]+)</b></li>", page)


def test_nobody_has_to_read_a_formula():
    """The form says what each place is worth and leads to the table; the formula itself is folded away, and follows what is typed."""
    room = ended()
    with room.site.browser("rui") as browser:
        form = {**draft(browser, "club-turbo"), "points": "side", "expected_entries": "30"}
        page = browser.send(SHEET, **form, do="check").text
        asked = page[page.index('id="points-worth"') :].split("</details>")[0]
        assert figures(asked)[:3] == [("1", "55"), ("2", "39"), ("3", "32")]
        assert 'href="/temporada/s26/pontos"' in asked
        assert '<details class="more"><summary>' in asked
        typed = shown(browser, **{"q.points.formula": "100 - place"})[1]
        assert figures(typed)[:2] == [("1", "99"), ("2", "98")]
        broken = shown(browser, **{"q.points.formula": "100 / ("})[1]
        assert "não dá pontos que se possam contar" in text_of(broken)
