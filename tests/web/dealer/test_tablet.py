"""The table's tablet: what it shows, what is tapped on it, and what a table without one loses: nothing."""

from __future__ import annotations

import re
from html import unescape

import msgspec
import pytest

from feltro.app.access.devices import DeviceWish, lay_device, offer_pairing
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import later
from feltro.tournament.sheet import Games
from feltro.web.pages import menu
from tests.web.running import LEVELS, Running, name_of
from tests.web.staff import text_of

BY_SCRIPT = {"x-feltro-tap": "1"}


def tap(browser, at: int, command: str, key: str = "", waited: int = 0, **fields):
    """As the tablet's script sends it, so many seconds after the tap."""
    sent = {"tapped": 1000, "sent": 1000 + waited * 1000, "key": key or f"{command.lower():0<20}"[:20]}
    return browser.send(f"/mesa/t1/{at}/toque", BY_SCRIPT, command=command, **sent, **fields).json()


def pair_on(room: Running, browser, place: str) -> None:
    """A tablet is let in by code and PIN, and lies on a table from then on."""
    sent = Envelope(key=f"offer-{place}", who="dora", role="director", at=room.site.clock.now)
    offer = offer_pairing(room.site.house.store, DeviceWish("tablet", "dealer", "Tablet 1", None, place), sent)
    assert browser.send(f"/parear/{offer.text}", pin=offer.pin).status_code == 200


def test_a_paired_tablet_shows_its_table_and_nobody_logs_in():
    room = Running(18)
    with room.site.browser() as browser:
        pair_on(room, browser, "2")
        page = browser.get(menu(staffed=True).start("dealer")).text
    assert 'data-table="2"' in page
    for entry in room.state.floor.tables[2].players.values():
        assert f'data-entry="{entry}"' in page


def test_a_table_is_chosen_where_the_tablet_is_paired():
    room = Running(18)
    with room.site.browser("dora") as browser:
        assert "<option>2</option>" in browser.get("/aparelhos").text
        offered = browser.send("/aparelhos", label="Tablet 2", place="2", **{"as": "tablet/dealer"})
        assert offered.status_code == 200
        refused = browser.send("/aparelhos", label="Tablet 2", place="dois", **{"as": "tablet/dealer"})
    assert "só um tablet de dealer fica numa mesa" in text_of(refused.text)


def test_seats_stacks_button_penalties_and_absence_are_seen_at_a_glance():
    room = Running(18)
    room.order("CountStack", entry=room.at(1, 2), chips=12500)
    room.order("MarkAway", entry=room.at(1, 3))
    with room.site.browser("dora") as browser:
        given = {"entry": room.at(1, 4), "kind": "missed_hands", "amount": 3, "reason": "x"}
        browser.send("/direcao/t1/fazer", command="GivePenalty", **given)
    with room.site.browser("davi") as browser:
        page = browser.get("/mesa/t1/1").text
    assert "12.500" in page
    assert re.search(r'class="tag s\d is-away', page)
    assert "3 mãos fora" in text_of(page)
    assert "<i>D</i>" in page
    assert "100 / 200" in text_of(page)
    assert "Intervalo às 15h30" in text_of(page)


def test_who_comes_to_deal_reads_at_the_chair_what_a_penalty_costs_in_the_coming_hand():
    """The chair of the next big blind, 200 with an ante of 200: 400 are taken, cards are dealt, the hand is killed."""
    room = Running(18, ante_from="big_blind")
    room.order("ReportButton", table=1, button=2, small_blind=3, big_blind=4)
    given = {"entry": room.at(1, 5), "kind": "missed_hands", "amount": 3, "reason": "x"}
    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/fazer", command="GivePenalty", **given)
        listed = text_of(browser.get("/direcao/t1/punicoes").text)
    with room.site.browser("davi") as browser:
        page = browser.get("/mesa/t1/1").text
    chair = text_of(page[page.index('id="assento-5"') : page.index('id="assento-6"')])
    for told in (listed, chair):
        assert "Na próxima mão, tire 400 do stack dele." in told
        assert "Continue dando cartas ao assento dele." in told
        assert "Mate a mão dele depois da distribuição inicial." in told
    assert "stack dele" not in text_of(page[page.index('id="assento-6"') :])


def test_a_hand_is_counted_only_while_it_matters():
    room = Running(18)
    with room.site.browser("davi") as browser:
        assert "Mão acabou" not in browser.get("/mesa/t1/1").text
        room.order("HaltTable", table=1)
        page = browser.get("/mesa/t1/1").text
        assert "Mão acabou" in page
        assert "Mesa parada pela direção" in page
        assert tap(browser, 1, "EndHand", table=1)["done"]
    assert room.state.floor.tables[1].hands == 1


def test_a_penalty_is_counted_on_paper_unless_somebody_wants_the_tablet_to():
    """The slip is ticked on the director's page and on the floor's phone; without it the table is asked for its hands."""
    room = Running(18)
    asked = f"entry={room.at(1, 1)}&infracao=conduct.soft_play"
    with room.site.browser("dora") as dora, room.site.browser("fred") as fred, room.site.browser("davi") as davi:
        for page in (
            dora.get(f"/direcao/t1/punicoes?{asked}").text,
            fred.get(f"/floor/t1/penalidade?mesa=1&{asked}").text,
        ):
            assert 'name="slip" value="1" checked' in page
        given = {"command": "GivePenalty", "kind": "missed_hands", "amount": 2, "reason": "x"}
        dora.send("/direcao/t1/fazer", entry=room.at(1, 1), slip="1", **given)
        assert "2 mãos fora" in text_of(davi.get("/mesa/t1/1").text)
        assert "Mão acabou" not in davi.get("/mesa/t1/1").text
        dora.send("/direcao/t1/fazer", entry=room.at(1, 2), **given)
        assert "Mão acabou" in davi.get("/mesa/t1/1").text


def test_two_are_out_in_one_hand_and_the_book_ranks_them_by_their_stacks():
    room = Running(18)
    one, two = room.at(1, 1), room.at(1, 2)
    with room.site.browser("davi") as browser:
        said = tap(browser, 1, "BustHand", entry=[one, two])
        assert (said["done"], "Falta o stack" in said["text"], "CGP 2024" in said["clauses"]) == (False, True, True)
        stacks = {f"stack_{one}": 9000, f"stack_{two}": 4000}
        assert tap(browser, 1, "BustHand", "b" * 20, entry=[one, two], **stacks)["done"]
    assert [entry for group in room.state.eliminations.groups for entry in group] == [two, one]


def test_arrived_away_back_and_a_rebuy_announced_at_the_table():
    room = Running(18)
    entry = room.at(1, 1)
    room.order("MarkAbsent", entry=entry)
    with room.site.browser("davi") as browser:
        assert "Chegou" in browser.get("/mesa/t1/1").text
        assert tap(browser, 1, "MarkArrived", entry=entry)["done"]
        assert tap(browser, 1, "MarkAway", entry=entry)["done"]
        assert entry in room.state.sanctions.away
        assert tap(browser, 1, "MarkBack", entry=entry)["done"]
        assert entry not in room.state.sanctions.away
        assert tap(browser, 1, "AnnounceRebuy", "r" * 20, entry=entry, item="rebuy")["done"]
        assert tap(browser, 1, "AnnounceRebuy", "r" * 20, entry=entry, item="rebuy")["done"], "the same tap again"
    assert len(room.state.owing) == 1


def test_what_is_no_tap_of_a_table_is_not_done():
    room = Running(18)
    with room.site.browser("davi") as browser:
        assert not tap(browser, 1, "PauseClock")["done"]
        assert not tap(browser, 1, "CloseTable", table=1)["done"]


def test_the_floor_is_called_with_a_reason_withdrawn_and_answered():
    room = Running(18)
    with room.site.browser("davi") as browser:
        assert tap(browser, 1, "CallFloor", "c" * 20, table=1, why="seat", entry=room.at(1, 1))["done"]
        again = tap(browser, 1, "CallFloor", "c" * 20, table=1, why="seat", entry=room.at(1, 1))
        assert again["done"], "sent twice, it is the same call"
        call = next(iter(room.state.calls.open))
        assert room.state.calls.open[call].entry == room.at(1, 1)
        assert "toque para retirar" in browser.get("/mesa/t1/1").text
        room.done("TakeCall", role="floor", who="fred", tournament="t1", call=call)
        assert "Fred vem" in text_of(browser.get("/mesa/t1/1").text)
        assert tap(browser, 1, "CloseCall", call=call)["done"]
    assert room.state.calls.open == {}


def test_words_of_the_floor_reach_one_table_until_they_are_read():
    room = Running(18)
    with room.site.browser("fred") as floor:
        floor.send("/floor/t1/avisar", table=1, reason="Jantar em dez minutos")
    with room.site.browser("davi") as browser:
        page = browser.get("/mesa/t1/1").text
        assert "Jantar em dez minutos" in page
        assert "Jantar em dez minutos" not in browser.get("/mesa/t1/2").text
        message = re.search(r'name="message" value="([^"]+)"', page)[1]
        assert tap(browser, 1, "HearMessage", table=1, message=message)["done"]
        assert "Jantar em dez minutos" not in browser.get("/mesa/t1/1").text
    log = str([fact.event for fact in room.site.house.world.live("tournament:t1").facts])
    assert "Jantar" not in log, "what people type is not written into the log"


def test_hand_for_hand_an_all_in_that_was_called_waits():
    room = Running(18)
    room.order("StartHandForHand", paid=17)
    with room.site.browser("davi") as browser:
        assert "All-in e pago" in browser.get("/mesa/t1/1").text
        tap(browser, 1, "EndHand", table=1)
        tap(browser, 2, "EndHand", "e" * 20, table=2)
        room.order("ReleaseHand")
        elsewhere = tap(browser, 1, "HoldAllIn", "h" * 20, table=1, entry=[room.at(2, 1)])
        assert not elsewhere["done"], "who sits elsewhere is not all-in here"
        entries = [room.at(1, 2), room.at(1, 5)]
        assert tap(browser, 1, "HoldAllIn", table=1, entry=entries)["done"]
        page = browser.get("/mesa/t1/1").text
        assert "All-in e pago: espere" in page
        marked = re.findall(r'is-all_in[^"]*" data-row="(\w+)"', page)
        assert sorted(marked) == sorted(entries)
        assert tap(browser, 1, "EndHand", "f" * 20, table=1)["done"]
        assert "is-all_in" not in browser.get("/mesa/t1/1").text


def test_a_table_that_breaks_leads_its_players_on_and_the_tablet_goes_with_the_dealer():
    room = Running(12, chairs=9)
    room.order("PublishBreakOrder", tables=[2, 1])
    with room.site.browser() as browser:
        pair_on(room, browser, "2")
        moved = [room.at(2, one) for one in (1, 2, 3)]
        room.order("Eliminate", entry=room.at(1, 1))
        room.order("Eliminate", entry=room.at(1, 1))
        room.order("Eliminate", entry=room.at(1, 1))
        room.order("BreakTable", table=2)
        page = text_of(browser.get("/dealer").text)
        assert "Mesa quebrada" in page
        for entry in moved:
            assert f"assento {room.state.floor.chair_of[entry].seat}" in page
        assert browser.send("/dealer/mesa", place="1").status_code == 200
        assert 'data-table="1"' in browser.get("/dealer").text


def test_a_tablet_that_goes_on_stays_in_its_room():
    """Two rooms have a table 1: from a table that broke, the key leads to that of the same event."""
    room = Running(0)
    for number in range(1, 13):
        room.enter(number)
    room.done("FurnishRoom", role="director", who="dora", room="salao", tables=[{"number": 1}, {"number": 2}])
    room.order("OpenTables", draw="mesas", day="1", room="salao", tables=[{"number": 1}, {"number": 2}])
    room.order("SeatEntries", day="1")
    room.start()
    room.order("PublishBreakOrder", tables=[2, 1])
    for _ in range(3):
        room.order("Eliminate", entry=room.at(1, 1))
    with room.site.browser() as browser:
        pair_on(room, browser, "salao/2")
        room.order("BreakTable", table=2)
        assert 'name="place" value="salao/1"' in browser.get("/dealer").text


def test_what_is_posted_is_named_at_the_table_and_the_blinds_stand_first():
    """In a rotation by hands: the blinds large, and each other amount with its word."""
    levels = tuple(
        msgspec.structs.replace(one, stud_ante=50_000, bring_in=25_000, small_bet=200_000, big_bet=400_000,
                                small_blind=100_000, big_blind=200_000, ante=200_000)
        for one in LEVELS
    )  # fmt: skip
    games = Games(codes=("nlhe", "stud"), by="hands", every=8)
    room = Running(8, chairs=8, levels=levels, games=games, book="adtp-2023")
    with room.site.browser("davi") as browser:
        page = browser.get("/mesa/t1/1").text
    assert "<b data-stakes>100.000 / 200.000</b>" in page
    posted = "Ante do BB 200.000 · Ante do stud 50.000 · Bring-in 25.000 · Apostas 200.000 / 400.000"
    assert f"<small data-posted>{posted}</small>" in page.replace("\u00a0", " ")


def test_a_tablet_lies_only_on_a_table():
    room = Running(9)
    sent = Envelope(key="lay", who="dora", role="director", at=room.now)
    assert lay_device(room.site.house.store, "nada", "1", sent).because == "access.no_such_session"


def test_a_refusal_on_arrival_is_told_to_dealer_and_floor():
    room = Running(18)
    entry = room.at(1, 1)
    room.order("Eliminate", entry=entry)
    with room.site.browser("davi") as browser:
        said = tap(browser, 1, "MarkAway", waited=90, entry=entry)
    assert "não está em jogo" in said["text"]
    with room.site.browser("fred") as floor:
        page = text_of(floor.get("/floor").text)
        assert "Toques que chegaram depois" in page
        assert "jogador fora, tocado às" in page
        tapped = next(iter(room.state.taps.open))
        floor.send("/floor/t1/toque", tap=tapped, how="dropped")
        assert "Toques que chegaram depois" not in floor.get("/floor").text


def test_what_is_refused_on_the_spot_the_dealer_sees_by_name_and_nobody_is_called():
    """At a table people are known by their names: two tablets told the same bust."""
    room = Running(18)
    entry = room.at(1, 1)
    with room.site.browser("davi") as browser, room.site.browser("fred") as another:
        assert tap(another, 1, "BustHand", entry=entry)["done"]
        said = tap(browser, 1, "BustHand", "b" * 20, entry=entry)
        number = room.state.entries[entry].number
        assert (said["done"], said["text"]) == (
            False,
            f"A inscrição {number} ({name_of(number)}) não está em jogo.",
        )
        assert not tap(browser, 1, "MarkAway", entry=entry)["done"]
    assert room.state.taps.open == {}


def test_a_bust_that_crossed_is_settled_on_the_floors_phone_in_one_tap():
    room = Running(18)
    ana, bia = room.at(1, 1), room.at(2, 1)
    room.order("Eliminate", entry=bia)
    with room.site.browser("davi") as browser:
        said = tap(browser, 1, "BustHand", waited=60, entry=ana)
        assert (said["done"], said["asked"]) == (True, True)
        assert "O floor confere um toque" in browser.get("/mesa/t1/1").text
    with room.site.browser("fred") as floor:
        page = floor.get("/floor").text
        assert "Quem saiu antes?" in page
        asked = re.search(r'name="tap" value="([^"]+)"', page)[1]
        floor.send("/floor/t1/toque", tap=asked, how="before")
    assert [one for group in room.state.eliminations.groups for one in group] == [ana, bia]


def test_chips_are_counted_raced_and_bagged_at_the_table():
    room = Running(9)
    room.order("CallColorUp", race="r1", remove=100, keep=1000)
    with room.site.browser("davi") as browser:
        page = browser.get("/mesa/t1/1").text
        assert "Troca das fichas de 100 por 1.000" in text_of(page)
        odd = {f"odd_{seat}": 5 for seat in list(room.state.floor.tables[1].players)[:4]}
        assert not tap(browser, 1, "RaceTable", race="r1", table=1, **odd)["done"], "chips have to be in sight"
        assert tap(browser, 1, "RaceTable", race="r1", table=1, stacks_visible=1, **odd)["done"]
        assert 1 in room.state.chips.races["r1"].raced
        assert tap(browser, 1, "CountStack", entry=room.at(1, 1), chips="12.500")["done"]
        assert room.state.chips.stacks[room.at(1, 1)].chips == 12500
        assert tap(browser, 1, "Bag", entry=room.at(1, 2), chips="10.000")["done"]
    assert [room.state.entries[one].status for one in room.state.days.bags] == ["bagged"]


def test_the_same_is_done_without_a_script_and_by_the_floor():
    room = Running(18)
    entry = room.at(1, 1)
    with room.site.browser("fred") as browser:
        assert "/mesa" in browser.get("/floor").text
        browser.send("/mesa/t1/1/toque", command="BustHand", entry=entry, back="/mesa/t1/1")
        assert entry in room.state.eliminations.outs
        no = browser.send("/mesa/t1/1/toque", command="BustHand", entry=entry, back="/mesa/t1/1")
        assert (no.status_code, "não está em jogo" in no.text) == (409, True)


def test_a_cashier_has_no_table():
    room = Running(9)
    with room.site.browser("ana") as browser:
        assert browser.get("/mesa/t1/1").status_code == 404
        assert browser.send("/mesa/t1/1/toque", command="EndHand", table=1).status_code == 404


def test_the_dealer_describes_and_the_floor_confirms():
    """What was told at the table stands in the floor's Decidir; the ruling is the floor's to keep."""
    room = Running(9, book="adtp-2023")
    with room.site.browser("davi") as dealer:
        page = dealer.get("/decidir/t1?mesa=1").text
        assert "Chamar o floor com isto" not in page, "nothing was told yet"
        situation = unescape(re.search(r'name="situacao" value="([^"]*)"', page)[1])
        fields = {"situacao": situation, "mesa": "1"}
        told = dealer.send("/decidir/t1/toque", tap="say:raise", valor="1500", **fields).text
        assert "Chamar o floor com isto" in told
        situation = unescape(re.search(r'name="situacao" value="([^"]*)"', told)[1])
        called = dealer.send("/decidir/t1/chamar", situacao=situation, mesa="1").text
        assert "Floor chamado" in called
        assert dealer.send("/decidir/t1/guardar", situacao=situation, mesa="1").status_code == 404
    call = next(iter(room.state.calls.open))
    with room.site.browser("fred") as floor:
        assert "O dealer já descreveu" in floor.get("/floor").text
        found = floor.get(f"/decidir/t1?mesa=1&chamado={call}").text
        assert unescape(re.search(r'name="situacao" value="([^"]*)"', found)[1]) == situation
        floor.send("/decidir/t1/guardar", situacao=situation, mesa="1")
    assert room.site.house.store.version("rulings:t1") == 1
    log = str([fact.event for fact in room.site.house.world.live("tournament:t1").facts])
    assert "aumento" not in log, "what was told lies in a row that can be erased"


def test_a_late_tap_of_a_table_that_broke_reaches_the_floor_and_one_of_a_table_that_never_was_does_not():
    room = Running(12, chairs=9)
    room.order("PublishBreakOrder", tables=[2, 1])
    for _ in range(3):
        room.order("Eliminate", entry=room.at(1, 1))
    gone = room.at(1, 1)
    room.order("BreakTable", table=2)
    room.order("Eliminate", entry=gone)
    with room.site.browser("davi") as browser:
        tap(browser, 7, "MarkAway", waited=90, entry=gone)
        assert room.state.taps.open == {}
        tap(browser, 2, "MarkAway", "m" * 20, waited=90, entry=gone)
    assert [one.table for one in room.state.taps.open.values()] == [2]


@pytest.mark.clause("nps-2019:15", "cgp-2024:5.3.7", "adtp-2012:22", "adtp-2023:26")
@pytest.mark.parametrize(
    ("book", "said"),
    [("cgp-2024", False), ("nps-2019", False), ("adtp-2012", True), ("adtp-2023", True), ("bpt-2015", True)],
)
def test_a_new_level_changes_the_decks_of_the_table_where_the_book_or_the_house_says_so(book, said):
    """CGP and NPS leave it to the organisation, and BPT is silent: as the house settled. After the first minutes nothing is said."""
    room = Running(18, book=book)

    def told() -> bool:
        with room.site.browser("davi") as browser:
            return "Troque os baralhos." in text_of(browser.get("/mesa/t1/1").text)

    assert not told()
    room.order("GoToLevel", day="1", level=2, reason="teste")
    assert told() is said
    room.now = room.site.clock.now = later(room.now, seconds=10 * 60)
    assert not told()
