"""The direction's pages for the end of a day: chips that leave, bags, tomorrow's chairs, penalties, what is past."""

from __future__ import annotations

import re
from html import unescape

import pytest

from feltro.kernel.instants import later
from tests.web.running import Running, name_of
from tests.web.staff import text_of

DO = "/direcao/t1/fazer"


@pytest.fixture
def room() -> Running:
    return Running(20)


def bag_all(room: Running, *, verify: bool = True, **other: int) -> list[str]:
    """Thirty thousand each, which is what each bought, but for those who are named."""
    entries = list(room.state.floor.chair_of)
    for entry in entries:
        chips = other.get(entry, 30000)
        room.done("Bag", role="floor", who="fred", tournament="t1", entry=entry, chips=chips)
        if verify:
            room.done("VerifyBag", role="director", who="dora", tournament="t1", entry=entry, chips=30000)
    return entries


def test_the_first_count_is_not_shown_and_who_counted_is_told_to_wait(room):
    """Fred counted and the sum does not close: he gets no field for the second count, Dora does, and neither sees it."""
    entry = room.at(1, 1)
    bag_all(room, verify=False, **{entry: 41700})
    with room.site.browser("fred") as his, room.site.browser("dora") as hers:
        mine, other = his.get("/direcao/t1/dia").text, hers.get("/direcao/t1/dia").text
    row = f'id="saco-{entry}"'
    assert "outra pessoa confere" in mine
    assert 'value="VerifyBag"' not in mine[mine.index(row) :].split("</li>")[0]
    assert 'value="VerifyBag"' in other[other.index(row) :].split("</li>")[0]
    assert "41.700" not in mine + other


def test_bags_that_add_up_are_counted_once_and_the_page_says_so(room):
    """Twenty bags of thirty thousand, six hundred thousand in play: nobody is asked to count again."""
    with room.site.browser("dora") as browser:
        first = room.at(1, 1)
        room.done("Bag", role="floor", who="fred", tournament="t1", entry=first, chips=30000)
        typing = browser.get("/direcao/t1/dia").text
        assert "faltam 19 sacos" in text_of(typing)
        assert 'value="VerifyBag"' not in typing
        bag_all(room, verify=False)
        page = browser.get("/direcao/t1/dia").text
    assert "600.000" in page
    assert "Soma fecha" in " ".join(text_of(page).split())
    assert 'value="VerifyBag"' not in page
    assert room.state.days.unverified == 0


def test_a_sum_that_does_not_close_is_told_with_its_tables(room):
    bag_all(room, verify=False, **{room.at(1, 1): 29000})
    with room.site.browser("dora") as browser:
        page = text_of(browser.get("/direcao/t1/dia").text)
    assert "faltam 1.000 fichas" in page
    assert "Soma por mesa" in page
    assert "209.000" in page or "179.000" in page


def test_a_count_that_was_wrong_is_replaced_before_it_is_checked(room):
    """The recount stands beside the bag, and the second person then agrees with the new number."""
    entry = room.at(1, 1)
    room.done("Bag", role="floor", who="fred", tournament="t1", entry=entry, chips=30000)
    with room.site.browser("fred") as browser:
        browser.send(DO, command="Bag", entry=entry, chips="31.000", back="/direcao/t1/dia")
    assert room.state.days.bags[entry].chips == 31000


@pytest.mark.slow
def test_the_next_day_is_drawn_by_one_form_and_its_list_prints_at_once(room):
    """Twenty bags are checked and the day is closed: one form brings everybody back and seats them at new tables."""
    bag_all(room)
    room.order("EndDay", day="1")
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1/dia").text
        assert "Sortear assentos do dia 2" in page
        assert 'value="1-3"' in page
        key = re.search(r'lugares".*?name="key" value="([^"]+)"', page, re.DOTALL)[1]
        for _ in range(2):
            browser.send("/direcao/t1/dia/lugares", day="2", tables="1-3", key=key)
        assert len(room.state.floor.chair_of) == 20
        assert {table.day for table in room.state.floor.tables.values()} == {"2"}
        assert "Imprimir a lista do dia 2" in browser.get("/direcao/t1/dia").text
        paper = browser.get("/papeis/t1/lista/next_day?dia=2")
        assert paper.content.startswith(b"%PDF")


def test_bags_are_opened_where_the_day_is_led_and_a_difference_is_one_link_away(room):
    """Until the first hand of the next day, and not before its players have chairs."""
    bag_all(room)
    room.order("EndDay", day="1")
    link = "/direcao/t1/ato/ReportBagDifference"
    with room.site.browser("dora") as browser:
        assert link not in browser.get("/direcao/t1/dia").text
        browser.send("/direcao/t1/dia/lugares", day="2", tables="1-3", key="k")
        assert link in browser.get("/direcao/t1/dia").text
        assert "Diferença ao abrir um saco" in browser.get(link).text
        for table in (1, 2, 3):
            room.order("EndHand", table=table, button=min(room.state.floor.tables[table].players))
        assert link not in browser.get("/direcao/t1/dia").text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"day": "2", "tables": "mesas"}, "mesas"),
        ({"day": "1", "tables": "1-3"}, "1"),
        ({"day": "2", "tables": "1-3"}, "conferência"),
    ],
)
def test_a_next_day_that_cannot_be_drawn_changes_nothing(room, fields, said):
    """Words for tables, a day that is no later day, or bags that do not add up: refused, and told why."""
    bag_all(room, verify=False, **{room.at(1, 1): 29000})
    before = room.house.store.version("tournament:t1")
    with room.site.browser("dora") as browser:
        answer = browser.send("/direcao/t1/dia/lugares", **fields)
    assert answer.status_code == 409
    assert room.house.store.version("tournament:t1") == before


def test_the_floor_does_not_draw_the_next_day(room):
    before = room.house.store.version("tournament:t1")
    with room.site.browser("fred") as browser:
        assert browser.send("/direcao/t1/dia/lugares", day="2", tables="1").status_code == 404
    assert room.house.store.version("tournament:t1") == before


def test_a_race_keeps_in_the_game_who_has_nothing_but_odd_chips(room):
    """The tick for a stack of odd chips alone arrives with the race of the table."""
    room.order("CallColorUp", race="r1", remove=100, keep=1000)
    table = room.state.floor.tables[1]
    first, second = sorted(table.players)[:2]
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1/fichas").text
        assert f'name="bare" value="{first}"' in page
        browser.send(
            DO,
            command="RaceTable",
            race="r1",
            table=1,
            bare=first,
            stacks_visible="1",
            **{f"odd_{first}": 1, f"odd_{second}": 6},
        )
        assert "trocada" in text_of(browser.get("/direcao/t1/fichas").text)
    assert list(room.state.chips.races["r1"].tables) == [1]


def test_a_race_shows_the_seats_that_won_with_their_cards(room):
    """Two odd chips of 100 at one seat and one at another: ace of spades wins the 500, the others are named too."""
    room.order("CallColorUp", race="r1", remove=100, keep=500)
    first, second = sorted(room.state.floor.tables[1].players)[:2]
    with room.site.browser("dora") as browser:
        cards = {f"cards_{first}": "Kd 2c", f"cards_{second}": "As"}
        odd = {f"odd_{first}": 2, f"odd_{second}": 1}
        browser.send(DO, command="RaceTable", race="r1", table=1, stacks_visible="1", **odd, **cards)
        page = browser.get("/direcao/t1/fichas").text
        won = page[page.index('class="race-last"') :].split("</section>")[0]
        winner = won[won.index('<li class="won">') :].split("</li>")[0]
        assert ("A♠" in winner, "leva 1 × 500" in winner, f'<i class="cadeira">{second}</i>' in winner) == (
            True,
        ) * 3
        assert all(card in won for card in ("K♦", "2♣"))
        assert 'id="agora-2" open' in page
        for table in (2, 3):
            browser.send(DO, command="RaceTable", race="r1", table=table, stacks_visible="1")
        done = text_of(browser.get("/direcao/t1/fichas").text)
        assert "Todas as mesas trocaram" in done
        assert "todas as mesas trocaram, encerre" in text_of(browser.get("/direcao/t1").text)


def test_a_wrong_second_count_is_refused_without_telling_the_first(room):
    """Who hears the first number would only have to repeat it."""
    entry = room.at(1, 1)
    room.done("Bag", role="floor", who="fred", tournament="t1", entry=entry, chips=41700)
    with room.site.browser("dora") as browser:
        refused = browser.send(DO, command="VerifyBag", entry=entry, chips="40.000", back="/direcao/t1/dia")
    assert refused.status_code == 409
    assert "40.000 não bate com a primeira contagem" in text_of(refused.text)
    assert "41.700" not in refused.text


def test_a_penalty_that_is_lifted_is_told_with_its_name(room):
    """In the history and in the undo, whose it was."""
    entry = room.at(1, 1)
    room.done("GivePenalty", role="director", who="dora", tournament="t1", penalty="x1", entry=entry,
              kind="missed_hands", amount=3)  # fmt: skip
    with room.site.browser("dora") as browser:
        browser.send(DO, command="LiftPenalty", penalty="x1", reason="engano", back="/direcao/t1/punicoes")
        told = text_of(browser.get("/direcao/t1/historia").text)
    assert f"penalidade de {name_of(int(entry[1:]))} retirada" in told


def test_cards_that_the_dealer_dealt_are_typed_and_wrong_ones_refused(room):
    """`Ah` is a card; `Zz` is none, and the table has not raced."""
    room.order("CallColorUp", race="r1", remove=100, keep=1000)
    seat = min(room.state.floor.tables[1].players)
    odd = {f"odd_{seat}": "3", f"cards_{seat}": "Zz"}
    with room.site.browser("dora") as browser:
        assert browser.send(DO, command="RaceTable", race="r1", table=1, **odd).status_code == 409
        assert room.state.chips.races["r1"].tables == {}


def test_one_player_exchanges_chips_and_the_house_counts_its_set(room):
    """Ten of a hundred for one of a thousand; an unequal exchange is refused; missing pieces are named."""
    entry = room.at(1, 1)
    path = "/direcao/t1/fichas"
    with room.site.browser("dora") as browser:
        page = browser.get(path).text
        exchange, count = "/direcao/t1/ato/ExchangeChips", "/direcao/t1/ato/CountChipSet"
        assert f'href="{exchange}?volta={path}"' in page
        unequal = browser.send(exchange, entry=entry, gives="100 x 9", gets="1.000 x 1")
        assert unequal.status_code == 409
        browser.send(exchange, entry=entry, gives="100 x 10", gets="1.000 x 1")
        browser.send(count, when="before", pieces="100 x 500, 1.000 x 200")
        browser.send(count, when="after", pieces="100 x 498, 1.000 x 200")
        assert "Faltam peças de 100" in text_of(browser.get(path).text)
    assert room.state.chips.pieces == {100: -10, 1000: 1}


def test_a_slip_is_printed_where_the_penalty_stands(room):
    """The button sends the penalty's own name to the press."""
    entry = room.at(1, 1)
    room.done("GivePenalty", role="director", who="dora", tournament="t1", penalty="x1", entry=entry,
              kind="missed_hands", amount=3)  # fmt: skip
    with room.site.browser("fred") as browser:
        page = browser.get("/direcao/t1/punicoes").text
        assert 'action="/papeis/t1/penalty"' in page
        assert browser.send("/papeis/t1/penalty", of="x1").content.startswith(b"%PDF")


@pytest.mark.parametrize(
    "tab", ["", "/sala", "/bolha", "/fichas", "/dia", "/punicoes", "/historia", "/ocorrencias"]
)
def test_of_a_room_that_is_past_nothing_can_be_done(room, tab):
    """Every page says that it is past, leads to the minutes around it, and has no form that changes anything."""
    room.done("GivePenalty", role="director", who="dora", tournament="t1", penalty="x1", entry=room.at(1, 1),
              kind="missed_hands", amount=3)  # fmt: skip
    seen = room.house.store.version("tournament:t1")
    room.now = later(room.now, seconds=600)
    room.order("Eliminate", entry=room.at(2, 1))
    with room.site.browser("dora") as browser:
        page = browser.get(f"/direcao/t1{tab}?at=v{seen}").text
    assert "A sala como estava" in page
    assert f"?at=v{seen - 1}" in page
    changing = re.findall(r'<form[^>]*method="post"[^>]*action="([^"]+)"', page)
    assert set(changing) <= {"/idioma", "/sair", "/reentrar", "/entrar", "/destrancar"}, changing
    assert "/desfazer?ato" not in page


def test_a_minute_that_is_still_to_come_shows_the_room_as_it_is_last_known(room):
    """The step after the last act leads nowhere wrong."""
    seen = room.house.store.version("tournament:t1")
    with room.site.browser("dora") as browser:
        shown = browser.get(f"/direcao/t1/sala?at=v{seen + 1}").text
    assert "A sala como estava" in shown
    assert name_of(1) in unescape(shown)


def test_history_says_a_name_once_and_pages_back_to_the_first_act(room):
    """The name stands in the act's own words; what is older is one link away, and is not the same again."""
    for number in range(1, 111):
        room.order("CountStack", entry=room.at(1, 1), chips=1000 + number)
    with room.site.browser("dora") as browser:
        first = browser.get("/direcao/t1/historia").text
        older = re.search(r'href="([^"]*antes=\d+)"', first)[1].replace("&amp;", "&")
        second = browser.get(older).text
    shown = [set(re.findall(r'<li data-row="(\d+)"', page)) for page in (first, second)]
    assert len(shown[0]) == 100
    assert shown[1]
    assert not shown[0] & shown[1]
    lines = re.findall(r"<p><strong>(.*?)</strong>(.*?)</p>", first)
    name = room.house.world.live("tournament:t1").state.entries[room.at(1, 1)].person
    assert name
    assert not [line for line in lines if line[0].split(" ")[-1] in line[1].split(" ")]


def test_an_incident_names_people_by_ticking_them(room):
    """Two of the table are ticked, their prizes wait, and the file says so."""
    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/ocorrencias/registro", kind="suspicion", account="Sinais entre os dois", table="1",
                     people=[room.at(1, 1), room.at(1, 2)], hold="1")  # fmt: skip
        page = text_of(browser.get("/direcao/t1/ocorrencias").text)
    assert "Sinais entre os dois" in page
    assert "prêmio retido" in page
    assert room.state.prizes.held == {room.at(1, 1), room.at(1, 2)}


def test_a_day_that_has_not_begun_is_not_ended():
    """No last hands and no closing before the first level: the page says what it is for."""
    room = Running(0)
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1/dia").text
    assert "O dia 1 ainda não começou" in text_of(page)
    assert 'value="StopForLastHands"' not in page
    assert 'value="EndDay"' not in page
    assert "em jogo" not in text_of(page)
