"""Reports: every figure is the sum of the events that it names, in every form."""

from __future__ import annotations

import json
import re
import zipfile
from datetime import datetime

import pypdfium2
import pytest

from feltro.app.reports import paper, spreadsheet
from feltro.app.reports.drawer import closing_report
from feltro.app.reports.event import event_report
from feltro.app.reports.report import Report, ReportRow, Section, plain_report
from feltro.app.reports.season import season_report, stage_report
from feltro.app.reports.spreadsheet import harmless
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Refused
from feltro.ledger.entries import Reference
from feltro.tournament.sheet import Day
from tests.season.league import League
from tests.tournament.room import at

PEOPLE = [f"p{number}" for number in range(1, 13)]


@pytest.fixture(scope="module")
def league() -> League:
    """A stage of two events with a cancelled entry, a closed stage and a counted drawer."""
    league = League()
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE)
    later = Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T18:00:00-03:00"), seats=180)
    league.tournament("side", days=(later,))
    league.now = at("17:00")
    league.sell("gone", "p9", tournament="side")
    league.done("CancelEntry", tournament="side", entry="gone", desk="d1")
    league.sell("card", "p4", tournament="side", method="debit_card")
    league.enter("side", "p2", "p1", "p3")
    league.close("side")
    league.bust_entry("side", "card")
    league.bust("side", "p3")
    league.bust("side", "p1")
    league.done("CloseStage", role="director", season="s26", stage="e1")
    pay = {"prize": "stage-e1-1", "method": "cash", "amount_centavos": 1000, "desk": "d1"}
    league.done("PayRankingPrize", season="s26", **pay)
    league.done("CountDrawer", desk="d1")
    counted = {"cash": league.held("drawer:ana:cash") - 500, "debit": league.held("drawer:ana:debit")}
    league.done("CloseDrawer", desk="d1", counted_centavos=counted)
    return league


def rows(report: Report | Refused, name: str) -> list[ReportRow]:
    assert not isinstance(report, Refused), report
    return next(list(section.rows) for section in report.sections if section.name == name)


def posted(league: League, references: tuple[str, ...], kind: str) -> Money:
    """What these events did to accounts of a kind, as people say it."""
    total = ZERO
    for written in references:
        stream, _, version = written.rpartition("@")
        posting = league.house.world.live(stream).postings[int(version)]
        assert posting.reference == Reference(stream, int(version))
        for line in posting.lines:
            total += line.amount * line.account.side.value if line.account.kind == kind else ZERO
    return total


def test_every_share_of_an_event_is_the_sum_of_the_events_it_names(league):
    """Pool, rake, funds and federation, each followed back to its postings."""
    for tournament in ("t1", "side"):
        shares = rows(event_report(tournament, league.house.world), "shares")
        assert {row.cells[0].key for row in shares} >= {"report.account.prize_pool", "report.account.rake"}
        for row in shares:
            kind = row.cells[0].key.removeprefix("report.account.")
            assert posted(league, row.references, kind) == row.cells[3], kind


def test_an_event_counts_what_was_sold_and_what_was_cancelled(league):
    """The cancelled entry is told apart, and its money came and went."""
    item = rows(event_report("side", league.house.world), "sales")[0]
    assert item.cells == ("Inscrição", 4, 1, Money.reais(4 * 620))


def test_what_an_event_took_equals_what_it_shared_out(league):
    """Money in by way of paying, less card fees, is what the shares received."""
    report = event_report("side", league.house.world)
    taken = rows(report, "taken")[-1].cells[3]
    shares = sum((row.cells[3] for row in rows(report, "shares")), ZERO)
    assert taken == shares


def test_a_stage_adds_up_its_events_and_shows_its_fund_and_its_champion(league):
    """The total is that of the rows, the fund is empty after the close, and the prize shows what is left of it."""
    report = stage_report("s26", "e1", league.house.world, league.house.books)
    *events, total = rows(report, "events")
    assert [row.cells[1] for row in events] == [12, 4]
    for place in range(2, len(total.cells)):
        assert total.cells[place] == sum((row.cells[place] for row in events), ZERO)
    (fund,) = rows(report, "fund")
    assert fund.cells[1:] == (Money(16 * 300 + 300), Money(16 * 300 + 300), ZERO)
    (prize,) = rows(report, "owed")
    assert prize.cells[4:] == (Money(4800), Money(1000), Money(3800))
    assert len(prize.references) == 2


def test_a_season_adds_up_its_stages_and_follows_its_funds(league):
    """The ranking fund holds seven reais for each entry."""
    report = season_report("s26", league.house.world, league.house.books)
    assert rows(report, "stages")[-1].cells[1] == 16
    fund = next(row for row in rows(report, "fund") if row.cells[0].key.endswith("ranking_fund"))
    assert fund.cells[3] == Money(16 * 700)
    assert rows(report, "best")[0].cells[1] == league.table()[0][1]


def test_a_closing_shows_opening_movement_and_difference_by_way_of_paying(league):
    """Five reais are missing in cash, none on the card; and the closing names its events."""
    report = closing_report("d1", league.house.world)
    found = {row.cells[0].key: row for row in rows(report, "drawer")}
    cash = found["report.way.cash"].cells
    assert cash[1] == Money.reais(1000)
    assert cash[4] == cash[1] + cash[2] - cash[3]
    assert cash[6] == -Money.reais(5)
    assert found["report.way.debit"].cells[6] == ZERO
    assert found["report.way.cash"].references[0] == "desk:d1@1"
    assert isinstance(closing_report("d1", league.house.world, 7), Refused)
    assert isinstance(closing_report("d9", league.house.world), Refused)


def test_unknown_events_stages_and_seasons_are_refused(league):
    """With a reason, not with an empty page."""
    world, books = league.house.world, league.house.books
    assert event_report("t9", world).because == "tournament.unknown"
    assert stage_report("s26", "e9", world, books).because == "stage.unknown"
    assert season_report("s99", world, books).because == "season.unknown"


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_a_report_is_json_a_spreadsheet_and_a_page_in_each_language(league, lang, tmp_path):
    """Money is in centavos and named so; the spreadsheet traces each row; the page is a PDF."""
    report = season_report("s26", league.house.world, league.house.books)
    assert isinstance(report, Report)
    plain = json.loads(json.dumps(plain_report(report, lang)))
    assert plain["sections"][0]["rows"][0]["rake_centavos"] == 16 * 12000
    called = {
        "tournament:t1": "Principal",
        "tournament:side": "Paralelo",
        "season:s26": "Temporada",
        "desk:d1": "Caixa 1",
    }
    spreadsheet.write_report(tmp_path / "r.xlsx", report, lang, called.__getitem__)
    with zipfile.ZipFile(tmp_path / "r.xlsx") as book:
        texts = book.read("xl/sharedStrings.xml").decode()
        last = book.read(f"xl/worksheets/sheet{len(report.sections) + 1}.xml").decode()
    assert "Principal" in texts
    assert not re.search(r"\w+:\w+@\d", texts), "an id, where a person reads"
    assert re.search(r'<c r="D2"><v>\d+</v>', last), "the number of the record"
    paper.write_report(tmp_path / "r.pdf", report, lang)
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")


def test_no_cell_runs_as_a_formula(tmp_path):
    """Text that starts like a formula stays text, in the spreadsheet and in CSV."""
    evil = "=cmd|' /C calc'!A1"
    report = Report(
        "season",
        {"season": "s", "name": evil},
        (Section("best", ("person",), (ReportRow((evil,), (f"{evil}@1",)),)),),
    )
    spreadsheet.write_report(tmp_path / "r.xlsx", report, "pt", str)
    with zipfile.ZipFile(tmp_path / "r.xlsx") as book:
        assert not any("<f>" in book.read(name).decode() for name in book.namelist() if "sheets/" in name)
    assert [harmless(text) for text in (evil, "+1", "-1", "@x", "Ana")] == [f"'{evil}", "'+1", "'-1", "'@x", "Ana"]


def test_a_page_prints_names_as_they_are_spelled(tmp_path):
    """Letters beyond Portuguese stay what they are, and a total stands at the end of its section."""
    rows = (ReportRow(("Łukasz Žižek", Money(123456))), ReportRow(("João", Money(100)), total=True))
    report = Report("season", {"season": "s", "name": "açaí"}, (Section("best", ("person", "amount"), rows),))
    paper.write_report(tmp_path / "r.pdf", report, "pt")
    with pypdfium2.PdfDocument(tmp_path / "r.pdf") as document:
        text = " ".join(document[0].get_textpage().get_text_range().split())
    assert "Łukasz Žižek R$ 1.234,56 João R$ 1,00" in text
