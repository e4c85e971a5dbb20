"""The hardest things that can stand on a paper, under every book: nothing is torn, lost or outside its edges."""

from __future__ import annotations

import re

import pytest

from feltro.app.papers import blocks as b
from feltro.app.papers.press import SHEET_MARGIN, SLIP_MARGIN, printed
from tests.app.papers.gallery import broken, paid, papers, pictures
from tests.app.papers.hall import overflowing, pages, source
from tests.tournament.room import BOOKS
from tests.web.test_what_people_read import HARD

pytestmark = pytest.mark.slow

POINTS_PER_MM = 72 / 25.4
LANGS = {"cgp-2024": ("pt", "en", "es")}
"""Books differ in what is said, not in how it is set: three languages under one of them."""


@pytest.fixture(scope="module", params=[(book, lang) for book in BOOKS for lang in LANGS.get(book, ("pt",))])
def made(request) -> dict[str, tuple[b.Paper, bytes]]:
    return {name: (paper, printed(paper)) for name, paper in papers(*request.param).items()}


def test_nothing_stands_outside_its_margins(made):
    """Sixty letters of a name, a million reais, ten chairs."""
    assert {paper.size for paper, _ in made.values()} == {"slip", "a4"}
    for name, (paper, pdf) in made.items():
        margin = (SLIP_MARGIN if paper.size == "slip" else SHEET_MARGIN) * POINTS_PER_MM
        assert not overflowing(pdf, margin), name


def test_no_amount_is_torn(made):
    """Every amount of money or chips that a table holds is found whole on the paper."""
    seen = 0
    for name, (paper, pdf) in made.items():
        text = " ".join(pages(pdf)).replace("\u00a0", " ")
        for table in (block for block in paper.blocks if isinstance(block, b.Grid)):
            for cell in (cell for row in table.rows for cell in row):
                for amount in re.findall(r"R\$\s[\d.]+,\d\d|\d{1,3}(?:\.\d{3})+", cell):
                    seen += 1
                    assert amount.replace("\u00a0", " ") in text, (name, amount)
    assert seen > 10


def test_no_paper_shows_an_id_or_a_word_of_the_program(made):
    """Codes and addresses to be scanned are the machine's; everything else is read by somebody."""
    shown = {name: " ".join(pages(pdf)) for name, (_, pdf) in made.items()}
    found = {name: set(re.findall(HARD, re.sub(r"https?://\S+", "", text))) for name, text in shown.items()}
    assert len(shown) > 8
    assert {name: words for name, words in found.items() if words} == {}


def test_every_sheet_says_what_it_is_when_it_was_printed_and_its_number(made):
    """A sheet that has lost the first one is still known."""
    assert any(paper.size == "a4" and len(pages(pdf)) > 1 for paper, pdf in made.values())
    for name, (paper, pdf) in made.items():
        if paper.size != "a4":
            continue
        found = pages(pdf)
        for number, page in enumerate(found, 1):
            assert f"{number} / {len(found)}" in page, name
            assert paper.title in page or number == 1, name
            assert paper.foot.partition(" · ")[0] in page, name


def test_a_thermal_printer_sets_a_code_that_a_phone_reads(made):
    """Dots of 203 to the inch, black or white and nothing between."""
    import zxingcpp

    (picture,) = pictures(made["seat"][1], slip=True)
    found = [one.text for one in zxingcpp.read_barcodes(picture)]
    assert len(found) == 1
    assert re.fullmatch(r"http://192\.168\.0\.10:8000/jogador/t1/[a-z2-7]{16}", found[0])


def test_a_strip_of_a_broken_table_and_boxes_for_twenty_hands(made):
    """One slip for each of those who leave the table, and a number in each box."""
    paper, pdf = made["move"]
    titles = [block.text for block in paper.blocks if isinstance(block, b.Title)]
    assert titles
    assert pages(pdf)[0].count(titles[0]) == len(titles)
    slip, pdf = made["penalty"]
    for boxes in (block for block in slip.blocks if isinstance(block, b.Boxes)):
        assert " ".join(str(number + 1) for number in range(boxes.count)) in " ".join(pages(pdf))


def test_who_signs_a_deal_is_named_in_full(made):
    """The page is a contract: nobody is shortened on the line that he signs."""
    text = " ".join(pages(made["deal"][1]))
    assert text.count("Maria das Graças Albuquerque Cavalcanti de Vasconcelos e Silva Neto") == 2


def test_the_picture_of_the_room_is_enough_to_go_on_by_hand():
    """Chairs, counted stacks, hands still to be sat out, and the levels that come."""
    hard = source(broken("cgp-2024"))
    text = " ".join(pages(printed(papers("cgp-2024", "pt")["room"])))
    assert "Penalidades a cumprir" in text
    assert "20 mãos fora" in text
    assert "75.000/150.000" in text
    assert "depois, intervalo de 15 min" in text
    assert all(f"Mesa {table} " in text for table in hard.state.floor.tables)


def test_clauses_are_said_once_for_each_book_by_their_printed_number():
    """`CGP 2024 5.2.2, 5.2.1.a`: the part of a clause that is meant is for the page of the rulebook."""
    hard = source(paid("cgp-2024"))
    assert hard.cites(["cgp-2024:2.7~imagem", "cgp-2024:2.7", "cgp-2024:3.1"]) == "CGP 2024 2.7, 3.1"
    assert hard.cites(["cgp-2024:2.7~imagem"], own=True) == "2.7"
