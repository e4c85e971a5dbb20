"""Attacks on the money of a night. Each is a function that says whether it got through."""

from __future__ import annotations

from feltro.app.access.doors import add_user, change_password
from feltro.app.access.rows import User
from feltro.kernel.instants import Instant
from tests.before.night import (
    COMMANDS,
    CPF,
    STATEMENT,
    DeviceWish,
    Done,
    Envelope,
    Hall,
    Night,
    Room,
    at,
    entry_of,
    offer_pairing,
    pair,
    pix_receiver,
    understood,
)
from tests.season.league import League
from tests.web.staff import PASSWORD

LONG_BEFORE = 400 * 24 * 3600 * 1_000_000


def attack_0_alone() -> bool:
    """The owner is alone, sold for a PIX and saw it on the bank's statement: the house keeps it from counting."""
    night = Night(users=("rui",), seller="rui")
    night.must(
        "rui", "organiser", "SellEntry", payments=[{"method": "pix", "amount_centavos": 62000, "txid": "A1"}]
    )
    return not night.gets_through("rui", "organiser", "MatchPix", txid="A1", **understood("MatchPix", STATEMENT))


def attack_1_closed_with_less() -> bool:
    """Close with the right count, undo, close with R$ 100 less."""
    night = Night()
    night.must("ana", "cashier", "CountDrawer")
    night.must("ana", "cashier", "CloseDrawer", key="right", counted_centavos={"cash": 100000})
    undone = night.gets_through("ana", "cashier", "Undo", command_key="right")
    return undone and night.gets_through("ana", "cashier", "CloseDrawer", counted_centavos={"cash": 90000})


def attack_2_bank_file() -> bool:
    """The director says that the bank's file showed it, and nobody has a file."""
    night = Night()
    night.sell(method="pix", txid="A1")
    return night.gets_through("dora", "director", "MatchPix", txid="A1", source="bank_file")


def champion() -> Hall:
    """Two players, and the champion's prize is a large one; everybody's account is an old one."""
    hall = Hall(items=(entry_of(prize_pool=1000000, rake=1000, local_partners=1000),), kind="side")
    hall.fill(2).close().announce().down_to(1)
    for user, role in {"rui": "organiser", "dora": "director", "fin": "finance", "ana": "cashier"}.items():
        sent = Envelope(key=f"add-{user}", who="terminal", role="organiser", at=Instant(hall.now - LONG_BEFORE))
        assert add_user(hall.house.store, User(id=user, role=role), "", sent) is None
    return hall


def paid_by(hall: Hall, who: str, role: str) -> bool:
    big = {"tournament": "t1", "entry": "e1", "amount_centavos": hall.amounts["e1"], "document": CPF}
    way = {"payment": "pay1", "method": "cheque", "reference": "000123", "desk": ""}
    return isinstance(hall.do("PayPrize", who=who, role=role, **big, **way), Done)


def attack_2_tablet() -> bool:
    """The director approves the champion's prize, and the tablet that she paired pays it."""
    hall = champion()
    sent = Envelope(key="o", who="dora", role="director", at=hall.now)
    offer = offer_pairing(hall.house.store, DeviceWish("tablet", "cashier", "Caixa"), sent)
    opened = pair(hall.house.store, offer.text, offer.pin, Envelope(key="p", who="", role="", at=hall.now))
    hall.done("ApprovePrize", tournament="t1", entry="e1", who="dora", role="director")
    return paid_by(hall, f"device.{opened.text.split('_')[1]}", "cashier")


def attack_2_two_people_by_a_password() -> bool:
    """The director gives finance a new password, approves in that name, and pays in her own."""
    hall = champion()
    sent = Envelope(key="pw", who="dora", role="organiser", at=hall.now)
    assert change_password(hall.house.store, "fin", PASSWORD, sent) is None
    hall.done("ApprovePrize", tournament="t1", entry="e1", who="fin", role="finance")
    return paid_by(hall, "dora", "director")


def attack_2_ranking_prize() -> bool:
    """In a house where everything wants two, one person pays the champion of a stage."""
    league = League()
    for user, role in {"dora": "director", "fin": "finance"}.items():
        sent = Envelope(key=f"add-{user}", who="", role="organiser", at=league.now)
        assert add_user(league.house.store, User(id=user, role=role), "", sent) is None
    league.play("t1", "p1", "p2", "p3")
    league.join("p1", "p2", "p3")
    league.done("CloseStage", role="director", season="s26", stage="e1")
    if "SetControl" in COMMANDS:
        league.tournament("t2", answers={"control.size": "circuit"})
    (prize,) = (name for name in league.season.ranking.owed if name.startswith("stage-"))
    way = {"method": "bank_transfer", "amount_centavos": 900, "prize": prize}
    return isinstance(league.do("PayRankingPrize", who="fin", role="finance", season="s26", **way), Done)


def attack_3_own_key() -> bool:
    """A director turns the house's PIX to her own key: from now on every code is hers."""
    night = Night()
    with night.site.browser("rui") as browser:
        browser.send("/pix/recebedor", receiver_key="casa@clube.com.br", name="Clube", city="Porto Alegre", key="a")
    with night.site.browser("dora") as browser:
        browser.send("/pix/recebedor", receiver_key="dora@gmail.com", name="Dora", city="Porto Alegre", key="b")
    receiver = pix_receiver(night.site.house.store)
    return receiver is not None and receiver.key == "dora@gmail.com"


def attack_3_code_that_changes() -> bool:
    """A sale waits for its PIX; the house gets another key; the code of that sale now pays the other one."""
    night = Night()
    code = "/balcao/main/feito?venda=e1"
    with night.site.browser("rui") as rui, night.site.browser("dora") as dora:
        rui.send("/pix/recebedor", receiver_key="casa@clube.com.br", name="Clube", city="Porto Alegre", key="a")
        night.sell(method="pix", txid="A1")
        assert "casa@clube.com.br" in rui.get(code).text
        rui.send("/pix/recebedor", receiver_key="rui@gmail.com", name="Rui", city="Porto Alegre", key="b")
        dora.send("/pix/recebedor/conferir", do="confirm", key="c")
        receiver = pix_receiver(night.site.house.store)
        assert receiver is not None
        assert receiver.key == "rui@gmail.com"
        return "casa@clube.com.br" not in rui.get(code).text


def attack_4_sold_and_undone() -> bool:
    """A cashier sells for notes, keeps them, and undoes the sale."""
    night = Night()
    night.sell(key="sale")
    return night.gets_through("ana", "cashier", "Undo", command_key="sale")


def attack_5_drawer_of_nobody() -> bool:
    """A drawer is opened for somebody who does not exist."""
    return Night().gets_through("dora", "director", "OpenDrawer", desk="d9", cashier="fantasma", float_centavos=0)


def attack_5_anothers_drawer() -> bool:
    """Bia takes R$ 100 out of Ana's drawer."""
    return Night().gets_through("bia", "cashier", "DropCash", desk="caixa-1", amount_centavos=10000)


def attack_5_drop_that_nobody_receives() -> bool:
    """Ana drops R$ 300: the safe has them at once, whether anybody looked into it or not."""
    night = Night()
    night.must("ana", "cashier", "DropCash", desk="caixa-1", amount_centavos=30000)
    held = {str(account): amount.centavos for account, amount in night.site.house.world.balances}
    return held.get("safe", 0) == 30000


def attack_6_cash_of_yesterday() -> bool:
    """A cashier says that these notes came two days ago, when no limit of today held."""
    room = Room(answers={"payment.advance.methods": ["cash", "bank_transfer"]}, book="adtp-2023")
    room.now = at("18:00", "2026-11-19")
    told = {**room.ahead("e1", "p1"), "method": "cash", "who": "ana", "role": "cashier"}
    return isinstance(room.do("SellAhead", **told), Done)


def attack_6_transfer_that_nobody_saw() -> bool:
    """A cashier types an advance payment by transfer, and the entry is paid."""
    night = Night()
    return night.gets_through("ana", "cashier", "SellAhead") and bool(night.event.sales["e1"].paid)


def attack_6b_screenshot() -> bool:
    """Another cashier confirms a PIX by its amount: nothing that only the bank shows."""
    night = Night()
    night.sell(method="pix", txid="A1")
    return night.gets_through("bia", "cashier", "MatchPix", txid="A1")


def attack_6c_card_as_notes() -> bool:
    """A card pays, the event is called off, and notes go out."""
    night = Night()
    night.sell(method="debit_card")
    night.must("dora", "director", "StopTournament", action="cancel")
    return night.gets_through("dora", "director", "PayRefund", method="cash")


def attack_7_nowhere_together() -> bool:
    """The owner looks for the night: all drawers, differences, voids in one place."""
    with Night().site.browser("rui") as browser:
        return browser.get("/noite").status_code == 404


def attack_8_ten_billion() -> bool:
    """R$ 10 billion on the counter, change given."""
    paid = [{"method": "cash", "amount_centavos": 62000, "tendered_centavos": 1_000_000_000_000}]
    return Night().gets_through("ana", "cashier", "SellEntry", payments=paid)


def attack_8_key_of_what_was_undone() -> bool:
    """Tables are opened and the opening is undone; the same key sent again is answered as done, and nothing is."""
    night = Night()
    opened = {"day": "1A", "tables": [{"number": 1, "chairs": 9}], "key": "open"}
    night.must("dora", "director", "OpenTables", **opened)
    night.must("dora", "director", "Undo", command_key="open")
    return night.gets_through("dora", "director", "OpenTables", **opened)
