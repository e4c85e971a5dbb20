"""Every paper says what the log says: amounts, seats, names, in three languages and within its edges."""

from __future__ import annotations

import pytest

from feltro.app.papers import blocks as b
from feltro.app.papers.deal import deal
from feltro.app.papers.lists import next_day, payouts, seating
from feltro.app.papers.penalty import penalty
from feltro.app.papers.press import SHEET_MARGIN, SLIP_MARGIN, printed
from feltro.app.papers.receipts import prize, receipt, staff
from feltro.app.papers.room import levels_ended, room
from feltro.app.papers.seats import bag, move, player_page, seat
from feltro.app.papers.strips import movers
from feltro.app.papers.wall import prices, structure
from feltro.kernel.outcome import Refused
from feltro.store.port import Erase, Meta, Transaction
from tests.app.papers.hall import NamedFloor, NamedHall, codes, overflowing, pages, source, words
from tests.conftest import one_now_the_rest_slowly
from tests.tournament.days.test_days import LEVELS, flights
from tests.tournament.room import BOOKS, STATEMENT, at, sheet

DIRECTOR = {"tournament": "t1", "role": "director", "who": "dt"}
POINTS_PER_MM = 72 / 25.4


@pytest.fixture(scope="module")
def played() -> NamedFloor:
    """Four tables, 36 players; ten went out and table 4 was broken."""
    floor = NamedFloor()
    floor.open((1, 9), (2, 9), (3, 9), (4, 9))
    floor.fill(34)
    floor.sell("e35", "p35", method="debit_card")
    cash = [{"method": "cash", "amount_centavos": 62000, "tendered_centavos": 70000}]
    floor.sell("e36", "p36", payments=cash)
    for number in range(1, 11):
        floor.bust(f"e{number}")
    floor.order("BreakTable", table=4, reason="x")
    floor.done("GivePenalty", penalty="x1", entry="e20", kind="missed_hands", amount=3, **DIRECTOR)
    return floor


@pytest.fixture(scope="module")
def paid() -> NamedHall:
    """Forty entries, three left, a prize paid, a deal proposed."""
    hall = NamedHall().fill(40).close().announce().down_to(3)
    hall.pay("e4", hall.amounts["e4"], payment="g1")
    hall.done("OpenDeal", deal="a1", stacks={"e1": 600000, "e2": 400000, "e3": 200000}, **DIRECTOR)
    hall.done("ProposeDeal", deal="a1", method="icm", **DIRECTOR)
    return hall


# Money


def test_a_receipt_has_its_number_where_the_price_goes_and_the_change(played):
    """R$ 620 = 480 + 120 + 7 + 3 + 10, seventy notes given, eighty back; and the book by its name."""
    text = words(receipt(source(played), "e36"))
    for said in ("Recibo nº 36", "R$ 480,00", "R$ 120,00", "R$ 7,00", "R$ 3,00", "R$ 10,00", "Preço R$ 620,00"):
        assert said in text
    assert "Entregue em dinheiro R$ 700,00 Troco R$ 80,00" in text
    assert "(CGP 2024)" in text
    assert "***.982.247-**" in text
    assert "529.982" not in text


def test_a_receipt_tells_the_surcharge_of_a_card_apart(played):
    """5 % on debit: the price stays the price, and the total is what left the account."""
    text = words(receipt(source(played), "e35"))
    assert "Débito R$ 620,00 Acréscimo do cartão R$ 31,00 Total pago R$ 651,00" in text


def test_a_receipt_carries_the_txid_of_a_pix():
    """By it the bank's file and the paper are laid side by side."""
    room_ = NamedFloor(addenda=("pix-no-dia-cgp",))
    awaited = [{"method": "pix", "amount_centavos": 62000, "txid": "FELTRO0001"}]
    room_.sell("e1", "p1", payments=awaited)
    match = {"sale": "e1", "txid": "FELTRO0001", "amount_centavos": 62000}
    room_.done("MatchPix", who="bia", **STATEMENT, tournament="t1", **match)
    assert "FELTRO0001" in words(receipt(source(room_), "e1"))


def test_a_receipt_of_a_cancelled_sale_is_worth_nothing():
    """The number stays, and the paper says so."""
    room_ = NamedFloor()
    room_.sell("e1", "p1")
    room_.now = at("10:00")
    room_.done(
        "VoidSale", tournament="t1", sale="e1", desk="d1", reason="engano", role="director", receipt_returned=True
    )
    assert "SEM VALOR" in words(receipt(source(room_), "e1"))


def test_a_prize_receipt_has_the_place_the_amount_and_two_lines_to_sign(paid):
    """Fourth place, as announced, to the centavo."""
    payment = next(iter(paid.state.prizes.payments))
    text = words(prize(source(paid), payment))
    assert "4º" in text
    assert text.count("R$ 2.421,12") == 3
    assert "Caixa" in text


def test_a_staff_share_has_its_receipt_once_it_is_signed(paid):
    """Three per cent of R$ 19.200 are R$ 576."""
    paid.person("p98")
    paid.done("DivideStaff", downs={"p98": 1}, **DIRECTOR)
    assert isinstance(staff(source(paid), "p98"), Refused)
    paid.done("SignStaffShare", tournament="t1", person="p98", method="cash", desk="d1")
    assert "R$ 576,00" in words(staff(source(paid), "p98"))


@pytest.mark.parametrize("book", BOOKS)
def test_the_price_board_shows_what_each_way_of_paying_costs(book):
    """Under every book the board offers the ways that the book takes, at what the desk will ask."""
    floor = NamedFloor(book=book)
    made = source(floor)
    text = words(prices(made))
    for way in made.book["payment.methods"].value:
        assert made.say(f"means.{way}") in text
    assert made.money(floor.state.sheet.items[0].price_centavos) in text


def test_payouts_show_each_place_and_who_won_it(paid):
    """The sum of the places is the pool, and fourth place has a name."""
    text = words(payouts(source(paid)))
    for amount in paid.prizes:
        assert source(paid).money(amount) in text
    assert "R$ 18.624,00" in text
    assert source(paid).called("p4") in text


def test_payouts_after_a_deal_show_what_each_player_gets():
    """The sheet on the wall does not promise the champion what the place would have paid."""
    hall = NamedHall().fill(40).close().announce().down_to(3)
    hall.done("OpenDeal", deal="a1", stacks={"e1": 600000, "e2": 400000, "e3": 200000}, **DIRECTOR)
    hall.done("ProposeDeal", deal="a1", method="icm", **DIRECTOR)
    for entry in ("e1", "e2", "e3"):
        hall.done("ConsentDeal", deal="a1", entry=entry, agrees=True, **DIRECTOR)
    hall.done("CloseDeal", deal="a1", **DIRECTOR)
    hall.down_to(1)
    text, agreed = words(payouts(source(hall))), hall.state.deals.agreed
    money = source(hall).money
    for amount in hall.amounts.values():
        assert money(amount) in text
    assert money(hall.prizes[0]) not in text, "what first place would have paid"
    assert hall.amounts["e1"] == agreed.amounts_centavos["e1"] + agreed.reserve_centavos


def test_a_deal_page_shows_every_way_and_has_a_line_for_each_player(paid):
    """ICM, by chips and evenly side by side; a signature for each of three players and the direction."""
    text = words(deal(source(paid), "a1"))
    for head in ("ICM", "Por fichas", "Em partes iguais", "Direção do torneio"):
        assert head in text
    proposal = paid.state.deals.deals["a1"].current
    for entry, amount in proposal.amounts_centavos.items():
        name = source(paid).named(paid.state.entries[entry].person)
        assert f"{name} {source(paid).money(amount)}" in text


# Seats


def test_a_seat_card_opens_the_players_page(played):
    """A phone reads the address of the entry's own page; without a site there is no code."""
    pdf = printed(seat(source(played), "e20"))
    assert codes(pdf) == ["http://192.168.0.10:8000" + player_page("t1", "e20", played.house.store)]
    chair = played.state.floor.chair_of["e20"]
    assert f"Mesa {chair.table} Assento {chair.seat}" in pages(pdf)[0]
    assert codes(printed(seat(source(played, site=""), "e20"))) == []


def test_a_broken_table_prints_in_one_strip(played):
    """One slip for each player of table 4, with the chair that each comes from and the new one."""
    sent = movers(source(played), 4)
    assert len(sent) > 3
    strip = b.strip("mesa 4", [move(source(played), entry) for entry in sent])
    (text,) = pages(printed(strip))
    assert text.count("Mudança de mesa") == len(sent)
    for entry in sent:
        chair = played.state.floor.chair_of[entry]
        assert f"Mesa {chair.table} Assento {chair.seat} Vem de Mesa 4" in text
    assert movers(source(played)) == sent
    assert isinstance(movers(source(played), 99), Refused)


def test_a_penalty_slip_has_a_box_for_each_hand(played):
    """Three hands, three boxes, and the clause; a lifted one says that it is not to be served."""
    text = words(penalty(source(played), "x1"))
    assert "3 mãos fora" in text
    assert "1 2 3" in text
    assert "CGP 2024" in text
    played.done("MarkServed", penalty="x1", hands=1, **DIRECTOR)
    assert "1 de 3 já cumpridas" in words(penalty(source(played), "x1"))
    played.done("LiftPenalty", penalty="x1", reason="engano", **DIRECTOR)
    assert "RETIRADA" in words(penalty(source(played), "x1"))


def test_the_seating_list_has_everybody_once_by_name(played):
    """Twenty-six names in order, each with table and seat."""
    paper = seating(source(played))
    (roll,) = [block for block in paper.blocks if isinstance(block, b.Roll)]
    assert len(roll.rows) == len(played.state.floor.chair_of) == 26
    assert roll.rows[0][0].startswith("Ana")
    assert words(paper).count("Ana Beatriz") == sum(row[0].startswith("Ana") for row in roll.rows)


def test_a_long_seating_list_goes_on_over_several_sheets():
    """Five hundred names: no name is lost between two sheets, and every sheet has its number."""
    rows = tuple((f"Jogador {number:03d}", f"{number} – 1") for number in range(500))
    paper = b.Paper(title="t", size="a4", blocks=(b.Title(text="Assentos"), b.Roll(rows=rows)))
    found = pages(printed(paper))
    assert len(found) > 3
    for name, _ in rows:
        assert sum(name in page for page in found) == 1
    assert f"{len(found)} / {len(found)}" in found[-1]


def test_the_picture_of_the_room_shows_every_chair(played):
    """Three tables with their chairs in order; an empty chair is a dash."""
    paper = room(source(played))
    (cards,) = [block for block in paper.blocks if isinstance(block, b.Cards)]
    assert [card.title for card in cards.cards] == ["Mesa 1", "Mesa 2", "Mesa 3"]
    for card, table in zip(cards.cards, (1, 2, 3), strict=True):
        sitting = played.state.floor.tables[table].players
        assert [row[1] == "—" for row in card.rows] == [seat_ not in sitting for seat_ in range(1, 10)]


def test_the_room_can_be_printed_as_it_was_when_a_level_ended():
    """Whoever went out in level 2 still sits in the picture of level 1; level 3 has not ended."""
    floor = NamedFloor()
    floor.open((1, 9))
    floor.fill(6)
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    floor.now = at("14:31")
    floor.order("LookAtClock")
    floor.bust("e4")
    made = source(floor)
    assert levels_ended(made) == [("1", 1)]
    name = made.called("p4")
    assert name in words(room(made, level=1))
    assert name not in words(room(made))
    assert room(made, level=3).because == "paper.level_not_ended"


def test_bags_and_the_next_day():
    """A tag before the count has room to write; after it the chips; the list has the best stack of each person."""
    hall = NamedHall(items=sheet().items[:1], levels=LEVELS, days=flights(until_level=2), late_registration=1)
    for number in range(1, 4):
        hall.sell(f"e{number}", f"p{number}", day="1A")
    assert "Fichas contadas" in words(bag(source(hall), "e1"))
    assert next_day(source(hall)).because == "paper.nobody_bagged"
    for number in range(1, 4):
        hall.done("Bag", who="rui", tournament="t1", role="floor", entry=f"e{number}", chips=20000 + number * 5000)
    text = words(bag(source(hall), "e2"))
    assert "30.000" in text
    assert "Volta no dia 2" in text
    listed = words(next_day(source(hall)))
    assert "3 jogadores, 90.000 fichas em jogo, média 30.000" in listed
    stacks = [listed.index(said) for said in ("35.000", "30.000 50", "25.000")]
    assert stacks == sorted(stacks)


def test_the_heads_of_a_sheet_begin_with_a_capital(played):
    """The words of the terminal's tables stand on the wall as sentences begin."""
    text = words(structure(source(played)))
    for word in ("Evento principal ·", "Item", "Preço", "Para onde vai", "Nível", "Hora", "Blinds", "Ante"):
        assert word in text


def test_the_structure_sheet_has_every_level_and_the_announced_hours(played):
    """Twenty levels; a start that was moved is the one on the wall."""
    text = words(structure(source(played)))
    assert "2.000/4.000" in text
    assert "14h00" in text
    floor = NamedFloor()
    floor.order("MoveStart", day="1", starts_at="2026-11-20T16:15:00-03:00", reason="chuva")
    assert "16h15" in words(structure(source(floor)))


# What is printed at all


def test_what_is_not_there_is_refused_with_a_reason(played):
    """An unknown sale, an entry without a chair, a deal that nobody opened."""
    made = source(played)
    for paper, of in ((receipt, "e99"), (seat, "e1"), (move, "e1"), (bag, "e99"), (prize, "g9"), (deal, "a9")):
        assert isinstance(paper(made, of), Refused), paper
    assert payouts(made).because == "prizes.not_announced"
    assert next_day(made).because == "paper.no_later_day"


@pytest.mark.parametrize("lang", one_now_the_rest_slowly(["pt", "en", "es"]))
@pytest.mark.slow
def test_nothing_stands_outside_the_paper_in_any_language(played, paid, lang):
    """The longest name of the house on every slip and sheet, within the margins."""
    slips = [
        *(make(source(played, lang), "e23") for make in (receipt, seat, move, bag)),
        penalty(source(played, lang), "x1"),
        prize(source(paid, lang), next(iter(paid.state.prizes.payments))),
    ]
    sheets = [
        *(make(source(played, lang)) for make in (prices, structure, seating, room)),
        payouts(source(paid, lang)),
        deal(source(paid, lang), "a1"),
    ]
    assert (len(slips), len(sheets)) == (6, 6)
    for paper in slips:
        assert not overflowing(printed(paper), SLIP_MARGIN * POINTS_PER_MM), paper.title
    for paper in sheets:
        assert not overflowing(printed(paper), SHEET_MARGIN * POINTS_PER_MM), paper.title


def test_an_erased_person_is_printed_under_a_mark():
    """Names are read when a paper is printed: who was erased since is nobody."""
    floor = NamedFloor()
    floor.open((1, 9))
    floor.sell("e1", "p1")
    assert "João" in words(seat(source(floor), "e1"))
    meta = Meta("rui", "organiser", "", floor.now, "erase-p1", "ErasePerson")
    floor.house.store.commit(Transaction(meta, registry=(Erase("person", "p1"),)))
    assert "João" not in words(seat(source(floor), "e1"))
