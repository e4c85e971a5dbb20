"""Printing is kept: the second time a paper says that it is a copy, wherever it is printed from."""

from __future__ import annotations

import pytest

from feltro.app.papers.makers import maker, strip_of
from feltro.app.papers.prints import all_of, hand_over, list_of
from feltro.app.world.plan import Envelope
from feltro.cli.main import main
from feltro.kernel.outcome import Refused
from feltro.tournament.papers.commands import PrintPaper
from feltro.tournament.papers.table import LISTS, PAPERS
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from tests.app.papers.hall import NamedFloor, codes, pages, source
from tests.web.staff import Site, text_of

pytestmark = pytest.mark.slow


def room() -> NamedFloor:
    floor = NamedFloor()
    floor.open((1, 9), (2, 9))
    floor.fill(8)
    return floor


def printing(floor: NamedFloor, paper: str, *of: str, role: str = "director", key: str = "") -> str | Refused:
    sent = Envelope(key=key or f"print-{floor.next()}", who="dt", role=role, device="test", at=floor.now)
    made = hand_over(floor.house, PrintPaper(tournament="t1", paper=paper, of=of), sent, "pt")
    return made if isinstance(made, Refused) else " ".join(pages(made.pdf))


def test_the_second_printing_of_a_receipt_is_marked_as_a_copy():
    """The first is the original, the second and third say which copy they are."""
    floor = room()
    assert "VIA" not in printing(floor, "receipt", "e1")
    assert "2ª VIA" in printing(floor, "receipt", "e1")
    assert "3ª VIA" in printing(floor, "receipt", "e1")
    assert "VIA" not in printing(floor, "receipt", "e2")


def test_printing_sent_twice_prints_the_same_paper():
    """A browser that sends its form again does not turn the original into a copy."""
    floor = room()
    first = printing(floor, "receipt", "e1", key="once")
    assert printing(floor, "receipt", "e1", key="once") == first
    assert "2ª VIA" in printing(floor, "receipt", "e1")


def test_a_seat_card_for_another_chair_is_an_original():
    """Only what says the same thing again is a copy."""
    floor = room()
    printing(floor, "seat", "e1")
    assert "2ª VIA" in printing(floor, "seat", "e1")
    chair = floor.state.floor.chair_of["e1"]
    free = next((table.number, seat) for table in floor.state.floor.tables.values() for seat in table.free())
    assert free != (chair.table, chair.seat)
    floor.order("MovePlayer", entry="e1", table=free[0], seat=free[1], reason="x")
    assert "VIA" not in printing(floor, "seat", "e1")


def test_each_slip_of_a_strip_knows_whether_it_is_a_copy():
    """Of eight seat cards in one strip, the one that was printed before is marked, and no other."""
    floor = room()
    printing(floor, "seat", "e3")
    everybody = all_of(source(floor), "seat")
    assert len(everybody) == 8
    text = printing(floor, "seat", *everybody)
    assert text.count("2ª VIA") == 1
    assert text.count("Cartão de assento") == 8


def test_printing_stands_in_nobodys_way():
    """A sale whose receipt was printed can be voided; the printing itself is not undone."""
    floor = room()
    sold = floor.sell("e20", "p20", key="venda-20")
    assert sold.key == "venda-20"
    printing(floor, "receipt", "e20", key="papel-20")
    assert floor.refused("Undo", command_key="papel-20", role="director").because == "undo.final"
    slip = {"tournament": "t1", "sale": "e20", "desk": "d1", "reason": "engano", "receipt_returned": True}
    floor.done("VoidSale", role="director", **slip)
    assert floor.state.sales["e20"].gone


def test_what_is_not_there_is_neither_printed_nor_kept():
    """An unknown sale, the same paper twice in one strip, a role that prints nothing."""
    floor = room()
    before = floor.house.store.version("tournament:t1")
    assert printing(floor, "receipt", "e99").because == "sale.unknown"
    assert printing(floor, "seat", "e1", "e1").because == "paper.twice"
    assert printing(floor, "seat", "e1", role="viewer").because == "permission.role_may_not"
    refused = floor.refused("PrintPaper", tournament="t1", paper="deal", of=["a1"])
    assert refused.because == "paper.none.deal"
    assert floor.house.store.version("tournament:t1") == before


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_a_line_of_the_table_names_who_writes_the_paper_and_words_for_it(paper):
    """Nothing else knows papers by name: the command, the pages, the queue and the terminal read the table."""
    assert callable(maker(paper))
    assert not paper.strip or callable(strip_of(paper.strip))
    kinds = {"": paper.on_wall, "page.strip.": paper.strip, "page.": paper.listed, "none.": not paper.on_wall}
    keys = [f"paper.{kind}{paper.name}" for kind, wanted in kinds.items() if wanted]
    keys += [f"station.paper.{paper.name}"] if paper.minutes else []
    assert all(say(key, lang, of="x", table=1) for key in keys for lang in LANGUAGES)


def test_every_list_is_a_pdf_or_says_why_not():
    """A small event has prices, structure, seats and a room; no prizes yet, no second day, and no dealers who go round."""
    floor = room()
    sent = Envelope(key="x", who="dt", role="director", at=floor.now)
    made = {name: list_of(floor.house, "t1", name, "pt", sent) for name in LISTS}
    assert {name for name, one in made.items() if isinstance(one, Refused)} == {
        "payouts",
        "next_day",
        "result",
        "strings",
    }
    assert list_of(floor.house, "t9", "prices", "pt", sent).because == "tournament.unknown"


# From a browser


@pytest.fixture(scope="module")
def site() -> Site:
    return Site(room().house)


def test_a_cashier_prints_a_receipt_and_then_a_copy(site):
    """As a PDF in the browser, never kept by it."""
    with site.browser("ana") as browser:
        first = browser.send("/papeis/t1/receipt", of="e1")
        assert first.headers["content-type"] == "application/pdf"
        assert first.headers["cache-control"] == "no-store"
        assert "VIA" not in pages(first.content)[0]
        assert "2ª VIA" in pages(browser.send("/papeis/t1/receipt", of="e1").content)[0]
        assert "/papeis/t1/receipt" in browser.get("/balcao/t1/recibo/e1").text


def test_each_role_prints_only_what_it_hands_over(site):
    """The floor prints seats and no receipts; a dealer and a stranger find nothing."""
    with site.browser("fred") as browser:
        assert browser.send("/papeis/t1/receipt", of="e1").status_code == 404
        assert browser.send("/papeis/t1/seat", of="e1").content.startswith(b"%PDF")
        assert browser.send("/papeis/t1/nada", of="e1").status_code == 404
    with site.browser("davi") as browser:
        assert browser.get("/papeis/t1").status_code == 404
    with site.browser() as browser:
        assert browser.get("/papeis/t1/lista/seating").status_code == 404


def test_the_page_of_papers_offers_lists_and_strips(site):
    """Every list that this event has, a strip for each table; what cannot be printed says why and offers the rest."""
    with site.browser("dora") as browser:
        page = browser.get("/papeis/t1")
        assert page.status_code == 200
        for name in LISTS:
            here = name not in {"next_day", "result", "strings"}  # strings: on the dealer board
            assert (f"/papeis/t1/lista/{name}" in page.text) is here, name
        strip = browser.send("/papeis/t1/seat", table="1")
        assert pages(strip.content)[0].count("Cartão de assento") == 4
        refused = browser.get("/papeis/t1/lista/payouts")
        assert refused.status_code == 409
        assert "/papeis/t1/lista/prices" in refused.text
        assert browser.send("/papeis/t1/seat", table="doze").status_code == 409
        assert browser.send("/papeis/t1/seat", of="../x").status_code == 409
        assert browser.get("/papeis/t9").status_code == 404
        assert browser.get("/papeis/t1/lista/nada").status_code == 404


def test_the_code_on_a_seat_card_opens_the_players_page(site):
    """A phone that is in nobody's hands but the player's: no entrance stands before it."""
    with site.browser("fred") as browser:
        (code,) = codes(browser.send("/papeis/t1/seat", of="e4").content)
    with site.browser() as phone:
        chair = site.house.world.live("tournament:t1").state.floor.chair_of["e4"]
        page = phone.get("/" + code.partition("//")[2].partition("/")[2])
        assert page.status_code == 200
        assert str(chair.table) in text_of(page.text)


def test_a_sale_at_the_desk_offers_its_papers(site):
    """Receipt and seat card, one button each."""
    with site.browser("ana") as browser:
        page = browser.get("/balcao/t1?feito=e2").text
        assert 'action="/papeis/t1/receipt"' in page
        assert 'action="/papeis/t1/seat"' in page


# From the terminal


def test_the_terminal_writes_a_pdf(tmp_path, capsys):
    """A list and a strip; a file that is there is not written over, and a wrong paper is told."""
    from feltro.app.wiring import open_house

    address = f"sqlite:///{tmp_path}/house.sqlite3"
    house = open_house(address)
    floor = NamedFloor(house=house)
    floor.open((1, 9))
    floor.fill(3)
    house.store.close()
    where = ["--database", address, "--pdf"]
    assert main(["print", "prices", "t1", *where, str(tmp_path / "p.pdf")]) == 0
    assert "R$ 620,00" in pages((tmp_path / "p.pdf").read_bytes())[0]
    site_ = ["--site", "http://10.0.0.2"]
    assert main(["print", "seat", "t1", *site_, *where, str(tmp_path / "s.pdf")]) == 0
    assert pages((tmp_path / "s.pdf").read_bytes())[0].count("Cartão de assento") == 3
    capsys.readouterr()
    assert main(["print", "seat", "t1", *where, str(tmp_path / "s.pdf")]) == 2
    assert main(["print", "receipt", "t1", "e99", *where, str(tmp_path / "x.pdf")]) == 1
    assert "e99" in capsys.readouterr().err
    assert not (tmp_path / "x.pdf").exists()
