"""Training: a question, an answer, the ruling with its clause; a score for whoever is in; an exam that prints."""

from __future__ import annotations

import re

from feltro.web.floor.lessons import question_today
from tests.app.papers.hall import pages as words_of
from tests.web.staff import Site, text_of


def test_anybody_answers_and_is_shown_the_ruling_and_its_clause():
    with Site().browser() as browser:
        page = browser.get("/treino?livro=nps-2019&q=tempo-no-zero").text
        assert "75 segundos" in text_of(page)
        right = browser.send("/treino", livro="nps-2019", q="tempo-no-zero", resposta="dead_hand").text
        missed = browser.send("/treino", livro="cgp-2024", q="tempo-no-zero", resposta="dead_hand").text
    assert "Certo." in text_of(right)
    assert "NPS 2019 21" in text_of(right)
    assert "Não. O certo é: mesa (check)" in text_of(missed)


def test_a_score_is_kept_for_whoever_is_in_and_for_nobody_else():
    site = Site()
    with site.browser("fred") as browser:
        browser.send("/treino", livro="nps-2019", q="tempo-no-zero", resposta="dead_hand")
        browser.send("/treino", livro="nps-2019", q="tempo-no-zero", resposta="check")
        assert "1 de 2 certas" in text_of(browser.get("/treino").text)
    with site.browser("dora") as browser:
        assert "certas" not in text_of(browser.get("/treino").text), "nothing is counted before the first answer"
    with site.browser() as browser:
        browser.send("/treino", livro="nps-2019", q="tempo-no-zero", resposta="check")
        assert "certas" not in text_of(browser.get("/treino").text)


def test_an_exam_prints_questions_and_on_its_last_sheet_the_clauses():
    with Site().browser() as browser:
        made = browser.get("/treino/prova.pdf?livro=cgp-2024&n=5&serie=a1")
        again = browser.get("/treino/prova.pdf?livro=cgp-2024&n=5&serie=a1")
    pages = words_of(made.content)
    assert made.headers["content-type"] == "application/pdf"
    assert len(pages) >= 2
    assert "5. " in pages[0]
    assert "Gabarito" in pages[-1]
    assert re.search(r"5\. [A-D]\) .*\(\d", pages[-1].replace("\n", " "))
    assert words_of(again.content) == pages


def test_ten_questions_go_on_one_sheet_with_their_choices_in_a_row():
    with Site().browser() as browser:
        asked, right = words_of(browser.get("/treino/prova.pdf?livro=cgp-2024&n=10&serie=abc").content)
    assert re.search(r"10\. .*A\) .*B\) ", asked.replace("\n", " "))
    assert "Gabarito" in right
    assert "ADTP 2023 47.A" in right, "a clause that another book lends bears its name"
    assert "A ação não reabriu" in right, "why he may not raise, beside the call before it"


def test_what_cannot_be_is_answered_with_what_can():
    with Site().browser() as browser:
        assert browser.get("/treino?livro=xyz&assunto=%3Cb%3E&nivel=99&q=nada").status_code == 200
        assert browser.get("/treino/prova.pdf?n=9999&serie=..%2F&nivel=x").status_code == 200
        assert browser.send("/treino", q="nada", resposta="x" * 50).status_code == 200


def test_the_public_home_asks_one_each_day():
    site = Site()
    today = question_today(site.clock.now)
    with site.browser() as browser:
        page = browser.get("/").text
    assert today.told.pt in text_of(page).replace("&#39;", "'")
    assert f"/treino?q={today.id}" in page
