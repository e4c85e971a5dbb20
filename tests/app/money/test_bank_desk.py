"""A bank that is asked: what it confirms is sold, once; whatever else it says is for a person, and its silence harms nobody."""

from __future__ import annotations

import json

import pytest

from feltro.app.handling import House
from feltro.app.money.bank import charge_id
from feltro.app.money.bank_desk import BankDesk
from feltro.app.money.bank_port import ChargeMade
from feltro.app.money.central_bank import CentralBank, Connection, read_connection
from feltro.app.money.returns import order_return, returns_of
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import later
from tests.app.money.fake_bank import KEY, open_bank
from tests.tournament.room import Room

ASKED = {"method": "pix", "amount_centavos": 62000, "txid": "T1"}
CHARGE = charge_id("t1", "T1")


@pytest.fixture
def bank():
    with open_bank() as opened:
        yield opened


@pytest.fixture
def room():
    room = Room(addenda=("pix-no-dia-cgp",))
    room.sell("e1", "p1", payments=[ASKED])
    return room


def desk_of(room, bank) -> BankDesk:
    return BankDesk(room.house, bank[1])


def looked(desk, room, minutes=1):
    room.now = later(room.now, seconds=60 * minutes)
    desk.knock()
    return desk.look(room.now)


def because(desk) -> list[tuple[str, str]]:
    return [(one.because, one.where) for one in desk.unexplained]


@pytest.mark.slow
def test_a_sale_gets_the_banks_own_code_and_is_sold_when_it_was_paid(room, bank):
    """Nobody types, nobody looks: receipt and entry are there, by the bank's own number of the payment."""
    desk = desk_of(room, bank)
    assert desk.code_of("t1", "T1") == ""
    looked(desk, room)
    assert desk.code_of("t1", "T1") == f"000201{CHARGE}6304ABCD"
    charge = bank[0].charges[CHARGE]
    assert (charge["valor"]["original"], charge["chave"]) == ("620.00", KEY)
    assert not room.state.sales["e1"].paid
    number = bank[0].pay(CHARGE)
    assert looked(desk, room).confirmed == 1
    sale = room.state.sales["e1"]
    assert sale.paid
    assert sale.receipt
    assert [(one.amount_centavos, one.bank_id) for one in sale.payments] == [(62000, number)]
    assert looked(desk, room).confirmed == 0
    assert room.state.sales["e1"].payments[1:] == []


@pytest.mark.slow
def test_a_code_of_our_own_is_found_too(room, bank):
    """Shown before the bank had made its own: it carries the sale's txid."""
    bank[0].pay("T1", "620.00")
    assert looked(desk_of(room, bank), room).confirmed == 1
    assert room.state.sales["e1"].paid


@pytest.mark.slow
def test_two_workers_that_ask_at_once_confirm_once(room, bank):
    bank[0].pay("T1", "620.00")
    first, second = desk_of(room, bank), BankDesk(House(room.house.store), bank[1])
    assert looked(first, room).confirmed == 1
    assert looked(second, room).confirmed == 0
    assert because(second) == []
    assert len(room.state.sales["e1"].payments) == 1


@pytest.mark.slow
def test_a_payment_listed_twice_is_one_and_two_payments_are_one_too_many(room, bank):
    """Told by the bank's own number, also when the second comes days after the first."""
    desk = desk_of(room, bank)
    bank[0].pay("T1", "620.00", "E1")
    bank[0].pay("T1", "620.00", "E1")
    assert looked(desk, room).confirmed == 1
    assert because(desk) == []
    bank[0].pay("T1", "620.00", "E2")
    assert looked(desk, room).confirmed == 0
    assert because(desk) == [("pix.match.paid_twice", "T1")]
    again = desk_of(room, bank)
    looked(again, room)
    assert because(again) == [("pix.match.paid_twice", "T1")], "after a restart too"


@pytest.mark.slow
@pytest.mark.parametrize("valor", ["619.99", "620.01", "6200.00", "0.01"])
def test_another_amount_confirms_nothing_and_is_shown_until_somebody_takes_it(room, bank, valor):
    desk = desk_of(room, bank)
    bank[0].pay("T1", valor)
    assert looked(desk, room).confirmed == 0
    assert because(desk) == [("pix.match.amount_differs", "T1")]
    assert not room.state.sales["e1"].payments
    centavos = round(float(valor) * 100)
    seen = {"payer": "X", "credited_at": "2026-11-20T13:31:00-03:00", "as_seen": True}
    room.done(
        "MatchPix",
        tournament="t1",
        sale="e1",
        txid="T1",
        amount_centavos=centavos,
        who="fin",
        role="finance",
        **seen,
    )
    looked(desk, room)
    assert because(desk) == []


def test_money_that_belongs_to_nothing_is_shown(room, bank):
    desk = desk_of(room, bank)
    bank[0].pay("ALUGUEL", "1500.00")
    looked(desk, room)
    assert because(desk) == [("pix.match.unknown", "ALUGUEL")]


@pytest.mark.slow
def test_a_pix_of_somebody_who_typed_the_key_is_shown_and_stops_nobody(room, bank):
    """Banks leave the txid out then: all others are confirmed as before."""
    fake, _ = bank
    desk = BankDesk(room.house, bank[1])
    fake.pay("T1", "620.00")
    for number in ("E9", "E10"):
        fake.came.append({"endToEndId": number, "valor": "620.00", "horario": "2026-11-20T17:00:00Z"})
    assert desk.look(room.now).silent is None
    assert room.state.sales["e1"].paid
    assert [(one.because, one.values["bank_id"]) for one in desk.unexplained] == [
        ("pix.match.no_txid", "E9"),
        ("pix.match.no_txid", "E10"),
    ]


@pytest.mark.parametrize(
    "odd",
    [
        {"endToEndId": "E9", "txid": "T2", "valor": "abc", "horario": "2026-11-20T17:00:00Z"},
        {"endToEndId": "E9", "txid": "T2", "valor": "-1.00", "horario": "2026-11-20T17:00:00Z"},
        {"endToEndId": "E9", "txid": "T2", "valor": "0.00"},
        {"endToEndId": "E9", "txid": "T2", "valor": None},
        {"endToEndId": "E9", "txid": "T2", "valor": {"original": "620.00"}},
        {"endToEndId": "E9", "valor": []},
        {"horario": 7},
        {},
        "linha",
        None,
        [["valor", "620.00"]],
    ],
)
def test_a_payment_that_cannot_be_read_is_shown_and_keeps_nobody_else_waiting(room, bank, odd):
    """The bank lists it again at every look: one such row must not hold up a whole evening's sales."""
    desk = desk_of(room, bank)
    bank[0].came.append(odd)
    bank[0].pay("T1", "620.00", "E1")
    assert (looked(desk, room).confirmed, room.state.sales["e1"].paid) == (1, True)
    assert [one.because for one in desk.unexplained] == ["pix.match.unreadable"]
    looked(desk, room)
    assert [one.because for one in desk.unexplained] == ["pix.match.unreadable"], "said once, not once a look"


class LateBank:
    """Lists a payment of 17:00 only from some moment on, and then only to whoever asks as far back as 17:00."""

    def __init__(self, came, listed_from) -> None:
        self.came, self.listed_from = came, listed_from

    def charge(self, name, *_):
        return ChargeMade(name, "000201")

    def received(self, since, until):
        listed = until >= self.listed_from and since <= self.came <= until
        row = {"endToEndId": "E1", "txid": "T1", "valor": "620.00", "horario": "2026-11-20T17:00:00Z"}
        return json.dumps({"pix": [row] if listed else []}).encode()


@pytest.mark.parametrize("minutes", [5, 30, 200])
def test_a_payment_that_the_bank_lists_long_after_its_own_hour_is_found(room, minutes):
    """Found within a quarter of an hour of the moment in which the bank tells of it, whenever that is."""
    came = later(room.now, seconds=30)
    desk = BankDesk(room.house, LateBank(came, later(came, seconds=60 * minutes)))
    for _ in range(minutes):
        assert looked(desk, room).confirmed == 0
    assert sum(looked(desk, room).confirmed for _ in range(16)) == 1
    assert room.state.sales["e1"].paid


def test_three_payments_under_one_code_are_two_too_many_and_both_are_shown(room, bank):
    fake, _ = bank
    desk = BankDesk(room.house, bank[1])
    for number in ("E1", "E2", "E3"):
        fake.pay("T1", "620.00", number)
    desk.look(room.now)
    desk.look(later(room.now, seconds=3600))
    assert [(one.because, one.values["bank_id"]) for one in desk.unexplained] == [
        ("pix.match.paid_twice", "E2"),
        ("pix.match.paid_twice", "E3"),
    ]


def test_what_the_bank_gave_back_confirms_nothing(room, bank):
    bank[0].pay("T1", "620.00")
    bank[0].came[0]["devolucoes"] = [{"valor": "620.00", "status": "DEVOLVIDO"}]
    desk = desk_of(room, bank)
    assert looked(desk, room).confirmed == 0
    assert not room.state.sales["e1"].payments


@pytest.mark.slow
def test_a_payment_that_comes_for_a_sale_that_is_gone_is_owed_back(room, bank):
    room.now = later(room.now, seconds=3600)
    room.done("ExpirePix", tournament="t1", sale="e1", who="clock", role="director")
    bank[0].pay("T1", "620.00")
    assert looked(desk_of(room, bank), room).confirmed == 1
    assert not room.state.sales["e1"].paid
    assert room.state.sales["e1"].received_centavos == 62000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mood", "why"),
    [
        ("away", "away"),
        ("busy", "busy"),
        ("locked", "refused"),
        ("nonsense", "nonsense"),
        ("too many pages", "nonsense"),
        ("no list", "nonsense"),
    ],
)
def test_a_bank_that_does_not_answer_harms_nobody_and_is_caught_up_with(room, bank, mood, why):
    """Since when it is silent stays the same; what came meanwhile is found when it speaks again."""
    desk = desk_of(room, bank)
    looked(desk, room)
    bank[0].pay(CHARGE)
    bank[0].mood = mood
    first = looked(desk, room)
    second = looked(desk, room, minutes=90)
    assert (first.silent.because, second.silent.because) == (why, why)
    assert first.since == second.since == first.at
    assert not room.state.sales["e1"].payments
    room.sell("e2", "p2")
    bank[0].mood = ""
    assert looked(desk, room).confirmed == 1
    assert room.state.sales["e1"].paid


def test_a_bank_that_is_not_there_at_all_is_away(room):
    nowhere = Connection("http://127.0.0.1:9", "http://127.0.0.1:9/token", "a", "b", KEY)
    desk = BankDesk(room.house, CentralBank(nowhere))
    assert looked(desk, room).silent.because == "away"


@pytest.mark.slow
def test_a_token_that_ran_out_is_asked_for_anew(room, bank):
    desk = desk_of(room, bank)
    looked(desk, room)
    bank[0].tokens += 1  # the bank forgets the one it gave
    bank[0].pay(CHARGE)
    assert looked(desk, room).confirmed == 1


@pytest.mark.slow
def test_every_page_of_a_long_list_is_read(bank):
    room = Room(addenda=("pix-no-dia-cgp",))
    for number in range(1, 6):
        room.sell(f"e{number}", f"p{number}", payments=[{**ASKED, "txid": f"T{number}"}])
        bank[0].pay(f"T{number}", "620.00")
    assert looked(desk_of(room, bank), room).confirmed == 5


@pytest.mark.slow
def test_nothing_is_asked_where_nothing_is_awaited(bank):
    """Once at the start and then every ten minutes: somebody may pay twice. A knock is answered at once."""
    room = Room(addenda=("pix-no-dia-cgp",))
    desk = desk_of(room, bank)
    assert desk.look(room.now) is not None
    asked = len(bank[0].calls)
    assert desk.look(later(room.now, seconds=599)) is None
    assert len(bank[0].calls) == asked
    assert desk.look(later(room.now, seconds=600)) is not None
    desk.knock()
    assert desk.look(later(room.now, seconds=601)) is not None


def test_nobody_says_that_the_bank_told_so(room):
    """The attack: a command that claims the bank's word, as anybody who may confirm can send it."""
    told = {"tournament": "t1", "sale": "e1", "txid": "T1", "amount_centavos": 62000, "source": "bank"}
    for who, role in (("ana", "cashier"), ("dora", "director"), ("fin", "finance"), ("rui", "organiser")):
        refused = room.refused("MatchPix", who=who, role=role, **told)
        assert refused.because in {"payment.pix.no_bank", "permission.role_may_not"}


# What goes back


@pytest.fixture
def refunded(room, bank):
    """Paid by PIX as the bank told, cancelled, and recorded as given back the way it came."""
    desk = desk_of(room, bank)
    bank[0].pay("T1", "620.00", "E77")
    looked(desk, room)
    room.done(
        "StopTournament", role="director", tournament="t1", action="cancel", cause="outside_control", reason="chuva"
    )
    room.done("PayRefund", tournament="t1", sale="e1", desk="d1", method="pix")
    return desk


def ordered(room, who="fin", role="finance", name=""):
    with room.house.world.lock:
        (one,) = returns_of(room.house)
    sent = Envelope(key=f"o{room.next()}", who=who, role=role, at=room.now)
    return order_return(room.house, name or one.id, sent)


@pytest.mark.slow
def test_a_refund_goes_back_by_the_bank_once_somebody_orders_it(refunded, room, bank):
    looked(refunded, room)
    assert bank[0].returns == {}, "nothing leaves by itself"
    assert ordered(room) is None
    looked(refunded, room)
    ((name, told),) = bank[0].returns.items()
    assert (told["pix"], told["valor"]) == ("E77", "620.00")
    assert refunded.going(name) == "under_way"
    assert ordered(room).because == "pix.return.ordered"
    told["status"] = "DEVOLVIDO"
    looked(refunded, room)
    assert refunded.going(name) == "done"


@pytest.mark.slow
def test_an_order_is_given_once_though_the_bank_was_away_and_the_house_began_again(refunded, room, bank):
    bank[0].mood = "away"
    assert ordered(room) is None
    looked(refunded, room)
    assert bank[0].returns == {}
    bank[0].mood = ""
    for _ in range(2):
        looked(BankDesk(House(room.house.store), bank[1]), room)
    assert len(bank[0].returns) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("who", "role"), [("ana", "cashier"), ("dora", "director"), ("flavia", "floor")])
def test_only_who_keeps_the_houses_money_orders_it(refunded, room, who, role):
    assert ordered(room, who, role).because == "permission.role_may_not"


@pytest.mark.slow
def test_what_nobody_recorded_is_not_given_back(refunded, room):
    assert ordered(room, name="made-up").because == "pix.return.unknown"


# The file that the bank gave


def test_the_banks_file_is_read_whole_or_not_at_all(tmp_path):
    file = tmp_path / "banco.toml"
    said = {
        "address": "https://pix.bank.example/v2",
        "token_address": "https://pix.bank.example/token",
        "client_id": "casa",
        "client_secret": "segredo",
        "pix_key": KEY,
    }
    file.write_text("\n".join(f'{name} = "{one}"' for name, one in said.items()), encoding="utf-8")
    assert read_connection(file).pix_key == KEY
    file.write_text('address = "https://x"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="token_address"):
        read_connection(file)
    file.write_text(f'{file.read_text("utf-8")}colour = "red"\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"colour|token_address"):
        read_connection(file)
