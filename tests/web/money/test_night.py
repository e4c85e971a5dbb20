"""The owner's night on its page, as a paper and as a file; and how a plot is drawn."""

from __future__ import annotations

import re

import pypdfium2
import pytest

from feltro.app.reports.plots import half_of, plots_of
from feltro.app.reports.report import Curve, Report, ReportRow, Section
from feltro.kernel.instants import later
from feltro.kernel.money import Money
from feltro.web.plots import plot_svg
from tests.tournament.room import Room
from tests.web.staff import Site, text_of

SLIP = {"tournament": "t1", "desk": "d1", "reason": "engano", "receipt_returned": True}


@pytest.fixture
def site():
    """Ana sold three entries over an hour and voided all of them; a drop of R$ 300 is on its way."""
    made = Site()
    room = made.room = Room(made.house)
    for number in (1, 2, 3):
        room.sell(f"e{number}", f"p{number}")
        room.done("VoidSale", sale=f"e{number}", **SLIP)
        room.now = later(room.now, seconds=20 * 60)
    room.sell("e4", "p4")
    room.done("DropCash", desk="d1", amount_centavos=30000)
    made.clock.now = room.now
    return made


def test_the_owner_reads_what_is_unusual_first(site):
    with site.browser("rui") as browser:
        page = browser.get("/noite").text
    shown = text_of(page)
    assert "A noite: 20 nov. 2026" in shown
    assert shown.index("Fora do comum") < shown.index("Inscrições da noite") < shown.index("Por pessoa")
    assert "3 vendas anuladas ou canceladas" in shown
    assert "R$ 1.860,00" in shown
    assert page.count("Venda anulada") == 3
    assert 'href="/caixas"' in page


def test_the_night_begins_with_its_figures():
    """How many came and where their money went, before any table: three came, one of them was voided since."""
    made = Site()
    room = Room(made.house)
    for number in (1, 2, 3):
        room.sell(f"e{number}", f"p{number}")
    room.done("VoidSale", sale="e3", **SLIP)
    with made.browser("rui") as browser:
        page = browser.get("/noite").text
    first = page[page.index('id="night-headline"') :]
    told = text_of(first[: first.index("</dl>")])
    assert "Inscrições 2 Reentradas 0" in told
    assert "Taxa da casa R$" in told
    assert page.index('id="night-headline"') < page.index('id="night_entries"')


def test_both_curves_are_drawn_and_their_numbers_stand_beneath(site):
    with site.browser("rui") as browser:
        page = browser.get("/noite").text
    assert len(re.findall(r'<svg class="plot"', page)) == 2
    assert 'aria-label="Inscrições ao longo da noite: 1"' in page
    beneath = page[page.rindex('<svg class="plot"') :]
    assert "Dinheiro na casa" in text_of(beneath)
    assert "R$ 1.620,00" in text_of(beneath)


def test_an_earlier_night_is_chosen_and_what_is_no_night_is_the_running_one(site):
    site.clock.pass_seconds(24 * 3600)
    with site.browser("rui") as browser:
        assert "3 vendas anuladas" in text_of(browser.get("/noite?dia=2026-11-20").text)
        for said in ("", "?dia=", "?dia=ontem", "?dia=2099-01-01", "?dia=0001-01-01", "?dia=2026-11-20%00"):
            assert "A noite: 21 nov. 2026" in text_of(browser.get(f"/noite{said}").text)


def test_a_quiet_night_says_so():
    made = Site()
    Room(made.house).sell("e1", "p1")
    with made.browser("rui") as browser:
        assert "Nada fora do comum nesta noite." in text_of(browser.get("/noite").text)


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_page_paper_and_spreadsheet_are_there_in_every_language(site, lang):
    with site.browser("rui") as browser:
        page = browser.get(f"/noite?lang={lang}")
        pdf = browser.get(f"/noite?como=pdf&lang={lang}")
        sheet = browser.get(f"/noite?como=xlsx&lang={lang}")
    assert (page.status_code, sheet.status_code) == (200, 200)
    with pypdfium2.PdfDocument(pdf.content) as paper:
        said = " ".join(one.get_textpage().get_text_range() for one in paper)
    unusual = {"pt": "Fora do comum", "en": "Unusual", "es": "Fuera de lo común"}[lang]
    assert unusual in said
    assert "R$" in said
    assert not re.search(r"\bnight[._]|report\.|\bNone\b", text_of(page.text) + said)


def test_whoever_sells_does_not_see_it(site):
    for name in ("ana", "dora", "fred"):
        with site.browser(name) as browser:
            assert browser.get("/noite").status_code == 404


def test_one_who_has_a_drawer_open_is_not_told_what_is_in_it():
    """Rui, the owner, sells tonight: neither the list nor the curve gives his own drawer away."""
    made = Site()
    room = Room(made.house)
    room.done("OpenDrawer", who="rui", role="organiser", desk="d2", cashier="rui", float_centavos=77700)
    with made.browser("rui") as browser:
        shown = text_of(browser.get("/noite").text)
    assert "R$ 777,00" not in shown
    assert "R$ 1.000,00" in shown


# Plots


def curve(*amounts):
    rows = tuple(ReportRow((f"{place}h", amount)) for place, amount in enumerate(amounts))
    section = Section("s", ("quarter", "cash_in_house"), rows)
    report = Report("night", {}, (section,), curves=(Curve("cash", "s", "quarter", "cash_in_house"),))
    return plots_of(report, section, "pt")


def test_a_curve_goes_in_steps_from_the_foot_to_the_top():
    (plot,) = curve(Money(0), Money(100000), Money(200000))
    assert plot.points == ((0.0, 0.0), (0.5, 0.5), (1.0, 1.0))
    assert plot.steps == ((0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (1.0, 0.5), (1.0, 1.0))
    assert [label for _, label in plot.grid] == ["R$ 0,00", "R$ 1.000,00", "R$ 2.000,00"]
    assert (plot.end, plot.marks[0], plot.marks[-1]) == ("R$ 2.000,00", (0.0, "0h"), (1.0, "2h"))


def test_one_point_is_no_curve():
    assert curve(Money(100)) == []


@pytest.mark.parametrize(
    ("most", "half"), [(0, 1), (1, 1), (2, 1), (3, 2), (13, 8), (17, 10), (20, 10), (21, 20), (180, 100)]
)
def test_lines_across_stand_for_round_numbers(most, half):
    assert half_of(most) == half


def test_what_a_plot_says_is_escaped():
    (plot,) = curve(Money(0), Money(100))
    drawn = plot_svg(plot.__class__(title="<b>", points=plot.points, grid=((0.5, "<i>"),), marks=(), end="&"))
    assert "<b>" not in drawn
    assert "&lt;i&gt;" in drawn
    assert "style=" not in drawn


def test_what_the_night_leads_to_is_not_a_word_of_its_own_in_the_row():
    """For the owner the row names the night; drawers, changes and seals are one step from it, and found by typing."""
    site = Site()
    Room(site.house)
    with site.browser("rui") as owner:
        row, rest = owner.get("/caixa").text.split("<nav")[1].split("</nav>")[0].split("<details")
        assert 'href="/noite"' in row
        assert [one for one in ("/caixas", "/mudancas", "/lacres") if f'href="{one}"' in row] == []
        assert [one for one in ("/caixas", "/mudancas", "/lacres") if f'href="{one}"' not in rest] == []
        found = owner.client.get("/achar", params={"q": "lacres"}).text
        assert "/lacres" in found
    with site.browser("dora") as director:
        assert 'href="/lacres"' in director.get("/caixa").text.split("<nav")[1].split("</nav>")[0]
