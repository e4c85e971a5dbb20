"""The tax that the house chose, from the page to the ledger, the receipt and the year's statement."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import msgspec
import pytest

from feltro.app.decisions.tax import paid_in_month
from feltro.app.papers.fund_prize import fund_prize
from feltro.app.papers.printer import printed
from feltro.app.reports.taxes import tax_report
from feltro.app.settings.tax import choose_tax, chosen_tax, tax_rule
from feltro.app.world.plan import Envelope
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.tournament.prizes.due import due
from feltro.tournament.prizes.receipts import prize_receipt
from tests.app.papers.hall import pages
from tests.season.test_second_person import PRIZE, champions, pays
from tests.tournament.prizes.hall import Hall
from tests.tournament.room import sheet, told
from tests.web.events.drafted import SHEET, fields_of
from tests.web.money.test_money import site_with
from tests.web.staff import text_of

MONTHLY = {"prizes.tax.regime": "monthly"}


def hall(**answers) -> Hall:
    return Hall(book="bpt-2015", answers=answers).fill(3).close().announce().down_to(1)


@pytest.mark.parametrize("parts", [1, 3])
def test_the_monthly_table_counts_all_that_a_cpf_won(parts):
    """However it is paid, the ledger holds the tax of the month, and every posting balances."""
    room = hall(**MONTHLY)
    total = room.amounts["e1"]
    rest = total - (parts - 1) * 700
    paid = [room.pay("e1", amount) for amount in [700] * (parts - 1) + [rest]]
    tax = sum(prize_receipt(one, room.state).tax_centavos for one in paid)
    assert room.held("tax_withheld:s26") == tax
    month = paid_in_month("p1", room.house.world, room.now)
    assert (month.gross_centavos, month.tax_centavos) == (total, tax)
    assert room.balanced()


def test_two_records_of_one_cpf_are_one_for_the_tax_office():
    """Everybody in the hall shows the same CPF: what p2 was paid counts for p1."""
    room = hall(**MONTHLY)
    assert due(room.state)["e1"].amount
    room.pay("e1", 5000)
    assert paid_in_month("p2", room.house.world, room.now).gross_centavos == 5000
    room.person("p2", document="111.444.777-35")
    assert paid_in_month("p2", room.house.world, room.now).gross_centavos == 0


def choose(browser, **fields):
    return browser.send("/impostos", **fields)


def test_the_organiser_chooses_and_the_change_is_a_fact():
    """Typed as people write it; what cannot be is said, and nothing is chosen."""
    site = site_with(3)
    with site.browser("rui") as browser:
        assert choose(browser, regime="flat", share="", exempt="1.000,00", since="2026-11-20").status_code == 409
        wrong = choose(browser, regime="flat", share="trinta", exempt="mil", since="")
        assert wrong.status_code == 409
        assert "Parte retida, em %: não se lê “trinta”." in text_of(wrong.text)
        assert "Isento até: não se lê “mil”." in text_of(wrong.text)
        assert chosen_tax(site.house.store) == {}
        choose(browser, regime="flat", share="30", exempt="1.000,00", since="2026-11-20")
        shown = text_of(browser.get("/impostos").text)
        assert "parte fixa na fonte, a partir de um valor. 30 %, isento até R$ 1.000,00." in shown
        assert "Pergunte ao contador" in shown
        assert "o imposto sobre prêmios" in text_of(browser.get("/mudancas").text)
    rule = tax_rule(site.house.store)
    assert (rule.regime, rule.share, rule.exempt_centavos) == ("flat", Fraction(3, 10), 100000)


def test_a_new_event_begins_with_what_the_house_chose():
    """One that was announced before keeps its own; whoever makes an event may answer otherwise."""
    site = site_with(3)
    assert site.hall.state.answers["prizes.tax.regime"] == "none"
    with site.browser("rui") as browser:
        choose(browser, regime="above", share="15", exempt="2.000,00", since="2026-01-01")
    made = {"season": "s26", "stage": "e1", "sheet": msgspec.to_builtins(sheet(), str_keys=True)}
    site.hall.done("CreateTournament", role="organiser", tournament="t2", **made)
    site.hall.done(
        "CreateTournament", role="organiser", tournament="t3", **made, answers={"prizes.tax.regime": "none"}
    )
    settled = {one: site.house.world.live(f"tournament:{one}").state.answers for one in ("t1", "t2", "t3")}
    assert [one["prizes.tax.regime"] for one in settled.values()] == ["none", "above", "none"]


def test_a_ranking_prize_is_withheld_of_and_comes_back_with_its_tax():
    """A third of R$ 9 is withheld, on the receipt and in the ledger; taken back in two parts, nothing is left of it."""
    league = champions()
    sent = Envelope(key="tax", who="rui", role="organiser", at=league.now)
    typed = {"prizes.tax.regime": "flat", "prizes.tax.share": 0.33, "prizes.tax.holds_from": "2026-01-01"}
    assert choose_tax(league.house.store, typed, sent) is None
    assert told(pays(league, "fin"), "RankingPrizePaid")[0]["tax_centavos"] == 297
    assert league.held("tax_withheld:s26") == 297
    paper = fund_prize(league.house, "s26", 1, league.now, "pt")
    text = " ".join(pages(printed(paper)))
    assert "Recibo de prêmio nº 1" in text
    assert "R$ 6,03" in text
    assert "2,97" in text
    back = {"role": "finance", "who": "fin", "season": "s26", "prize": PRIZE, "reason": "engano"}
    for amount in (100, 800):
        league.done("TakeBackRankingPrize", amount_centavos=amount, **back)
    assert league.held("tax_withheld:s26") == 0
    assert not league.house.world.balances.sum()
    again = fund_prize(league.house, "s26", 1, league.now, "pt")
    assert "SEM VALOR: o pagamento voltou" in " ".join(pages(printed(again)))
    assert isinstance(fund_prize(league.house, "s26", 2, league.now, "pt"), Refused)


def test_the_year_of_a_cpf_that_was_registered_twice_is_one_line_and_one_statement():
    """R$ 50,00 and R$ 30,00 under two records of one CPF: R$ 80,00 for the tax office, and both on the player's paper."""
    site = site_with(21, answers={**MONTHLY, "prizes.tax.holds_from": "2026-01-01"})
    site.hall.announce().down_to(1)
    site.hall.pay("e1", 5000)
    site.hall.pay("e2", 3000)
    everybody = tax_report(site.house, 2026).sections[0]
    assert [row.cells[1:] for row in everybody.rows if not row.total] == [
        ("529.982.247-25", Money(8000), Money(0), Money(8000))
    ]
    assert len(everybody.rows[0].references) == 2
    for person in ("p1", "p2"):
        paid = tax_report(site.house, 2026, person).sections[0].rows
        assert [row.cells[3] for row in paid] == [Money(5000), Money(3000), Money(8000)], person


def test_the_year_is_a_paper_and_a_file_by_cpf():
    """Gross, withheld and net of each CPF; the sum of all; and nothing that a spreadsheet would run."""
    site = site_with(3, book="bpt-2015", answers={**MONTHLY, "prizes.tax.holds_from": "2026-01-01"})
    site.hall.announce().down_to(1)
    site.hall.pay("e1", 5000)
    report = tax_report(site.house, 2026)
    assert report.sections[0].rows[0].cells[2:] == (Money(5000), Money(0), Money(5000))
    with site.browser("rui") as browser:
        assert "529.982.247-25" in browser.get("/impostos?ano=2026").text
        told = browser.get("/impostos?ano=2026&como=csv")
        rows = list(csv.reader(io.StringIO(told.text.removeprefix("\ufeff")), delimiter=";"))
        assert rows[1][1:] == ["529.982.247-25", "50,00", "0,00", "50,00"]
        assert browser.get("/impostos?ano=2026&pessoa=p1&como=pdf").content.startswith(b"%PDF")
    with site.browser("ana") as browser:
        assert browser.get("/impostos").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "kept"), [(None, "above"), ("none", "none")])
def test_the_event_form_begins_with_what_the_house_chose_and_takes_another_answer(typed, kept):
    """Prefilled with its origin beside it; whoever chooses none in the form gets none."""
    site = site_with(3)
    with site.browser("rui") as browser:
        choose(browser, regime="above", share="15", exempt="2.000,00", since="2026-01-01")
        page = browser.get(f"{SHEET}?modelo=bpt-home").text
        form = {**fields_of(page), "season": "s26", "name": "Sexta", "id": "sexta"}
        assert (form["q.prizes.tax.regime"], form["q.prizes.tax.share"]) == (["above"], ["15"])
        assert "escolha da casa" in text_of(page)
        other = {"q.prizes.tax.regime": typed} if typed else {}
        browser.send(SHEET, **{**form, **other, "do": "create"})
    assert site.house.world.live("tournament:sexta").state.answers["prizes.tax.regime"] == kept
