"""What the holder of a seat card reads of their own tournament, and what nobody else can do with the card."""

from __future__ import annotations

import re

import pytest

from feltro.app.people.public_ids import public_ids
from feltro.tournament.sheet import ActionClock
from tests.tournament.prizes.hall import CPF
from tests.web.money.test_money import pay, site_with
from tests.web.running import Running, name_of
from tests.web.staff import text_of


@pytest.fixture
def room() -> Running:
    return Running(12, chairs=6)


def card(room: Running, entry: str) -> str:
    return f"/jogador/t1/{public_ids(room.house.store).entry('t1', entry)}"


def read(room: Running, entry: str) -> str:
    with room.site.browser() as phone:
        return text_of(phone.get(card(room, entry)).text)


def test_a_stack_is_shown_as_counted_and_the_players_own_word_as_told(room):
    room.order("CountStack", entry="e1", chips=41_500)
    assert "Meu stack 41.500 contado no nível 1" in read(room, "e1")
    room.site.clock.pass_seconds(60)
    with room.site.browser() as phone:
        phone.send(f"{card(room, 'e1')}/stack", chips="52.300")
        mine, others = (text_of(phone.get(card(room, one)).text) for one in ("e1", "e2"))
    assert "Meu stack 52.300 dito por você no nível 1" in mine
    assert "52.300" not in others
    assert room.state.chips.stacks["e1"].chips == 41_500


@pytest.mark.parametrize("typed", ["0", "um monte", "99.999.999.999", "900.000.000"])
def test_what_can_be_no_stack_is_not_taken(room, typed):
    with room.site.browser() as phone:
        answer = text_of(phone.send(f"{card(room, 'e1')}/stack", chips=typed).text)
    assert "Digite o número de fichas" in answer
    assert room.state.chips.told == {}


def test_a_stack_is_told_by_whoever_has_the_card_and_by_nobody_else(room):
    other = public_ids(room.house.store).entry("t1", "e2")
    for given in (other, "e1", ""):
        refused = room.refused("TellStack", role="viewer", who="", tournament="t1", entry="e1", chips=5, card=given)
        assert refused.because == "chips.not_their_card"
    with room.site.browser() as phone:
        assert phone.send("/jogador/t1/e1/stack", chips="5").status_code == 404
        for _ in range(6):
            last = phone.send(f"{card(room, 'e1')}/stack", chips="500")
    assert "Espere um minuto" in text_of(last.text)


def test_penalties_and_time_cards_are_on_the_card_of_whoever_has_them():
    room = Running(12, chairs=6, action_clock=ActionClock())
    given = {"penalty": "x1", "entry": "e1", "kind": "missed_hands", "amount": 3}
    room.done("GivePenalty", who="dora", role="director", tournament="t1", **given)
    room.order("UseTimeCards", entry="e2", cards=1)
    first, second = read(room, "e1"), read(room, "e2")
    assert "faltam 3 mãos" in first
    assert "faltam" not in second
    usual, used = (int(re.search(r"Cartões de tempo (\d+)", one)[1]) for one in (first, second))
    assert used == usual - 1


def test_receipts_and_points_are_the_entrys_own_and_no_other_name_is_on_the_page(room):
    page = read(room, "e3")
    assert re.search(r"Recibo \d+ · .* R\$ 620,00", page)
    assert "Ainda sem pontos" in page
    assert [name for n in range(1, 13) if (name := name_of(n)) in page] == []


def test_the_page_of_an_event_without_a_card_has_the_clock_and_nothing_of_anybody(room):
    with room.site.browser() as phone:
        page = phone.get("/jogador/t1").text
    assert "100 / 200" in page
    assert "Meu código" not in text_of(page)


def test_who_is_out_reads_until_when_they_may_come_back_then_place_and_prize(room):
    room.order("BustHand", busts=[{"entry": "e5"}])
    assert re.search(r"Reentrada até \d+h\d\d", read(room, "e5"))
    assert "Reentrada" not in read(room, "e6")


@pytest.mark.parametrize(("user", "there"), [("ana", "/balcao/t1?pessoa=p4"), ("fred", "/direcao/t1/jogador/e4")])
def test_staff_who_scan_the_card_find_the_persons_sheet_and_strangers_find_no_such_way(room, user, there):
    address = card(room, "e4")
    with room.site.browser(user) as staff, room.site.browser() as stranger:
        page = staff.get(address).text
        assert there in page.replace("&amp;", "&")
        assert "Confira o documento" in text_of(page)
        assert staff.get(there).status_code == 200
        assert there not in stranger.get(address).text


def test_a_keyboard_scanner_at_desk_window_and_palette_finds_whoever_carries_the_card(room):
    address = f"https://clube.local:8443{card(room, 'e4')}"
    with room.site.browser("ana") as desk, room.site.browser("fred") as floor:
        assert name_of(4) in desk.get(f"/balcao/t1/achar?q={address}").text
        assert "/balcao/t1?pessoa=p4" in desk.get(f"/achar?q={address}").text.replace("&amp;", "&")
        assert "/direcao/t1/jogador/e4" in floor.get(f"/achar?q={address}").text
        other = address[:-1] + ("y" if address.endswith("x") else "x")  # codes are drawn: one may end in x
        assert name_of(4) not in desk.get(f"/balcao/t1/achar?q={other}").text


def own_page(site, entry: str) -> str:
    with site.browser() as phone:
        return text_of(phone.get(f"/jogador/t1/{public_ids(site.house.store).entry('t1', entry)}").text)


def test_a_prize_says_that_it_is_ready_which_papers_are_missing_and_then_that_it_was_paid():
    site = site_with(3)
    site.hall.announce().down_to(1)
    site.hall.person("p1", seen=False, document="", name="Bruno Lima")
    amount = "R$ 1.396,80"
    ready = own_page(site, "e1")
    assert "Vitória" in ready
    assert "Sem assento" not in ready
    assert f"Seu prêmio {amount} Pronto: retire no pagamento de prêmios." in ready
    assert "Informar meu stack" not in ready
    assert "Falta para receber: mostrar o documento com foto o número do documento no cadastro" in ready
    assert "2ª colocação" in own_page(site, "e2")
    assert "Seu prêmio" not in own_page(site, "e2")
    with site.browser("ana") as window:
        scanned = window.get(f"/premios/t1/janela?q=/jogador/t1/{public_ids(site.house.store).entry('t1', 'e1')}")
        assert 'class="pay-form"' in scanned.text
        done = pay(window, "e1", amount=amount.removeprefix("R$ "), document=CPF, photo_seen="1")
        assert done.status_code == 200, text_of(done.text)
    assert "Pago. Parabéns!" in own_page(site, "e1")
    assert "Falta para receber" not in own_page(site, "e1")


def test_the_card_of_before_leads_whoever_came_back_to_where_they_sit_now():
    """The phone in the hand shows the old card: nobody has to ask where their new chair is."""
    room = Running(12, chairs=6)
    room.order("BustHand", busts=[{"entry": "e5"}])
    assert "Reentrada até" in read(room, "e5")
    item = next(one for one in room.state.the_sheet.items if one.kind == "reentry")
    room.sell("e50", "p5", item=item.id, day="1")
    told = read(room, "e5")
    with room.site.browser() as phone:
        assert f'class="button primary" href="{card(room, "e50")}"' in phone.get(card(room, "e5")).text
    assert "Você voltou ao jogo" in told
    assert "Ver meu assento de agora" in told
    assert "Eliminado" not in told
    assert "Reentrada até" not in told
    assert "Você voltou ao jogo" not in read(room, "e50")


def test_in_the_money_each_player_reads_what_they_cannot_lose_any_more():
    """Two are left, the second place is sure; before the money, and to those who are out, nothing is said."""
    site = site_with(21)
    site.hall.announce()
    prizes = site.hall.state.prizes.announced.prizes_centavos
    assert "Já garantido" not in own_page(site, "e1")
    site.hall.down_to(len(prizes))
    least = f"{prizes[-1] // 100:,}".replace(",", ".") + f",{prizes[-1] % 100:02}"
    assert f"Já garantido R$ {least}" in own_page(site, "e1")
    site.hall.down_to(2)
    second = f"{prizes[1] // 100:,}".replace(",", ".") + f",{prizes[1] % 100:02}"
    assert f"Já garantido R$ {second}" in own_page(site, "e2")
    assert "Já garantido" not in own_page(site, "e9")
    site.hall.down_to(1)
    assert "Já garantido" not in own_page(site, "e1"), "it is won: the prize itself stands there"


def test_a_deal_on_the_table_is_read_by_those_who_sit_in_it_and_by_nobody_else():
    site = site_with(21)
    site.hall.announce().down_to(2)
    stacks = {"e1": 400_000, "e2": 230_000}
    deal = {"role": "director", "tournament": "t1", "deal": "a1"}
    site.hall.done("OpenDeal", **deal, stacks=stacks)
    assert "Acordo na mesa Ainda sem proposta" in own_page(site, "e1")
    site.hall.done("ProposeDeal", **deal, method="even")
    mine, out = own_page(site, "e2"), own_page(site, "e9")
    assert re.search(r"Acordo na mesa Sua parte: R\$ [1-9]", mine)
    assert "Acordo" not in out
