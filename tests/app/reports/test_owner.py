"""The owner's season: entries, re-entries, pool against guarantee, house fee, staff, punctuality, who came back."""

from __future__ import annotations

import msgspec

from feltro.app.reports.owner import COLUMNS, owner_report
from feltro.kernel.instants import later
from feltro.kernel.money import Money
from tests.tournament.room import Room, at, sheet
from tests.web.staff import Site, text_of


def two_evenings() -> Room:
    """Three at the first, which begins seven minutes late; two of them and a new one at the second."""
    room = Room(book="bpt-2015", guarantee_centavos=100_000)
    made = msgspec.to_builtins(sheet("bpt-2015"), str_keys=True)
    room.done("CreateTournament", role="organiser", tournament="t2", season="s26", stage="e1", sheet=made)
    for number in (1, 2, 3):
        room.sell(f"e{number}", f"p{number}")
    room.now = later(at("14:00"), seconds=7 * 60)
    room.done("StartClock", tournament="t1", role="director", day="1", reason="fila")
    for number in (2, 3, 4):
        room.sell(f"e{number}", f"p{number}", tournament="t2")
    return room


def test_every_event_is_a_row_and_the_season_its_sum():
    room = two_evenings()
    report = owner_report(room.house, "s26", later(room.now, seconds=60))
    first, second = (dict(zip(COLUMNS, row.cells, strict=True)) for row in report.sections[0].rows)
    assert (first["entries"], first["people"], first["returning"], first["late_minutes"]) == (3, 3, 0, 7)
    assert (second["entries"], second["returning"], second["late_minutes"]) == (3, 2, None)
    assert first["guarantee"] == Money(100_000)
    assert room.held("rake:t1") == first["rake"].centavos > 0
    figures = {row.cells[0].key: row.cells[1] for row in report.sections[1].rows}
    assert figures["owner.figure.entries"] == 6
    assert figures["owner.figure.returning"] == 33
    assert figures["owner.figure.over_guarantee"] == Money(first["pool"].centavos - 100_000)
    assert figures["owner.figure.on_time"] == 0


def test_it_is_a_page_with_plots_and_a_paper_for_the_owner_alone():
    room = two_evenings()
    site = Site(room.house)
    site.clock.now = later(room.now, seconds=60)
    with site.browser("rui") as browser:
        page = browser.get("/noite/temporada/s26")
        assert "A temporada em números" in text_of(page.text)
        assert page.text.count("<figure") == 3
        assert page.text.count('class="plot-bar paid"') == 3, "events stand beside each other: bars, no curve"
        assert "plot-line" not in page.text
        assert browser.get("/noite/temporada/s26?como=imprimir").content.startswith(b"%PDF")
        assert browser.get("/noite/temporada/s99").status_code == 404
        assert "/noite/temporada/s26" in browser.get("/noite").text
    with site.browser("dora") as browser:
        assert browser.get("/noite/temporada/s26").status_code == 404
