"""The direction's pages: what needs somebody, the room, the sheets, and every button as a plain form."""

from __future__ import annotations

import re

import pytest

from tests.web.running import Running
from tests.web.staff import text_of

PAGES = ("", "/sala", "/bolha", "/fichas", "/dia", "/punicoes", "/historia", "/ocorrencias")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def room():
    return Running(20)


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
@pytest.mark.parametrize(
    "page", [*PAGES, "/mesa/1", "/jogador/e1", "/punicoes?entry=e1&infracao=conduct.soft_play"]
)
def test_every_page_speaks_three_languages(room, page, lang):
    """In the language asked for, whole and as a part, with no key left untranslated."""
    with room.site.browser("dora") as browser:
        address = f"/direcao/t1{page}{'&' if '?' in page else '?'}lang={lang}"
        whole = browser.get(address)
        assert whole.status_code == 200, whole.text
        alone = browser.get(address, **HTMX)
        assert "<html" not in alone.text
        for said in (whole.text, alone.text):
            assert not re.findall(r">\s*(?:director|act|menu)\.[a-z_.]+", said)
            assert "style=" not in said


@pytest.mark.parametrize("page", ["", *(f"/t1{one}" for one in PAGES), "/t1/mesa/1", "/t1/jogador/e1"])
def test_a_cashier_finds_nothing_here(room, page):
    """Pages of the direction do not exist for the desk."""
    with room.site.browser("ana") as browser:
        assert browser.get(f"/direcao{page}").status_code == 404


def test_the_floor_sees_the_room_but_no_incidents(room):
    """A floor person moves and busts; clock buttons and incidents are the direction's."""
    with room.site.browser("fred") as browser:
        assert browser.get("/direcao/t1/ocorrencias").status_code == 404
        page = browser.get("/direcao/t1").text
        assert "PauseClock" not in page
        assert 'value="MovePlayer"' in browser.get("/direcao/t1/jogador/e1").text
        refused = browser.send("/direcao/t1/fazer", command="PauseClock")
        assert refused.status_code == 409
        assert room.state.clocks.days["1"].since is not None


def test_the_only_event_in_play_opens_at_once(room):
    """With one event there is nothing to choose."""
    with room.site.browser("dora") as browser:
        assert browser.get("/direcao").url.path == "/direcao/t1"


def test_the_clock_is_paused_and_resumed(room):
    """Two buttons, each in the other's place; the page says PAUSADO."""
    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/fazer", command="PauseClock", day="1")
        page = browser.get("/direcao/t1").text
        assert "PAUSADO" in page
        assert "ResumeClock" in page
        browser.send("/direcao/t1/fazer", command="ResumeClock", day="1")
        assert "PAUSADO" not in browser.get("/direcao/t1").text


def test_the_controller_says_how_the_event_stands(room):
    """Blinds now and next, players, average and pool."""
    with room.site.browser("dora") as browser:
        said = text_of(browser.get("/direcao/t1").text)
    assert "Nível 1" in said
    assert "100 / 200" in said
    assert "200 / 400" in said
    assert "20 / 20" in said
    assert "30.000" in said


def test_looking_writes_down_what_the_clock_did(room):
    """A level that ended by itself is in the log once somebody looks, and only once."""
    room.site.clock.pass_seconds(31 * 60)
    with room.site.browser("dora") as browser:
        assert "Nível 2" in browser.get("/direcao/t1").text
        version = room.house.store.version("tournament:t1")
        browser.get("/direcao/t1")
        assert room.house.store.version("tournament:t1") == version


def test_two_taps_bust_a_player(room):
    """The table, then the player; the answer says what was done and how to undo it."""
    entry = room.at(1, 1)
    with room.site.browser("fred") as browser:
        table = browser.get("/direcao/t1/mesa/1").text
        assert f'name="entry" value="{entry}" data-bust' in table
        done = browser.send("/direcao/t1/fazer", HTMX, command="BustHand", entry=entry)
        assert "Feito" in done.text
        assert 'id="undo"' in done.text
    assert room.state.entries[entry].status == "out"


def test_bust_never_stands_beside_removing_an_entry(room):
    """No page of the direction has a button that cancels, voids or refunds."""
    with room.site.browser("dora") as browser:
        for page in (*PAGES, "/mesa/1", "/jogador/e1"):
            said = browser.get(f"/direcao/t1{page}").text
            assert not re.search(r"CancelEntry|VoidEntry|VoidSale|PayRefund", said)
        assert browser.send("/direcao/t1/fazer", command="VoidEntry", entry="e1").status_code == 409
    assert room.state.entries["e1"].status == "live"


def test_several_busts_of_one_hand_are_one_act(room):
    """Ticked together they are out together, both named: the bigger stack first where the book says so."""
    first, second = room.at(1, 1), room.at(1, 2)
    with room.site.browser("dora") as browser:
        fields = {
            "command": "BustHand",
            "entry": [first, second],
            f"stack_{first}": "9.000",
            f"stack_{second}": "7.000",
        }
        done = text_of(browser.send("/direcao/t1/fazer", HTMX, **fields).text)
        assert re.search(r"Feito: eliminação de \w+ .+ e \w+ .+", done)
    assert room.state.eliminations.outs[first].stack == 9000
    assert {room.state.entries[one].status for one in (first, second)} == {"out"}


def test_what_was_typed_wrong_changes_nothing(room):
    """Letters for tables, a bust of nobody, a stack that is no number: a sentence, and the log as it was."""
    version = room.house.store.version("tournament:t1")
    with room.site.browser("dora") as browser:
        for fields in (
            {"command": "OpenTables", "tables": "doze"},
            {"command": "BustHand"},
            {"command": "BustHand", "entry": "e1", "stack_e1": "muito"},
            {"command": "MovePlayer", "entry": "e1", "chair": "1.x", "reason": "x"},
            {"command": "MovePlayer", "entry": "e1", "chair": "99.1", "reason": "x"},
            {"command": "DropDatabase"},
            {},
        ):
            answer = browser.send("/direcao/t1/fazer", **fields)
            assert answer.status_code == 409, fields
            assert 'role="alert"' in answer.text
            alone = browser.send("/direcao/t1/fazer", HTMX, **fields)
            assert alone.status_code == 200, "to a script a refusal is an answer"
            assert 'role="alert"' in alone.text
    assert room.house.store.version("tournament:t1") == version


def test_a_player_is_moved_by_chair(room):
    """Mesa.assento and a reason; the plan shows it and the undo names it."""
    entry, chair = room.mover()
    room.site.clock.pass_seconds(5)
    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/fazer", command="MovePlayer", entry=entry, chair=chair, reason="conflito")
        assert room.seat_of(entry) == chair
        page = text_of(browser.get("/direcao/t1/sala").text)
        table, seat = chair.split(".")
        assert f"para a mesa {table}, assento {seat}" in page


def test_a_proposal_says_why_and_by_which_clause(room):
    """Who moves from where to where, the reason in words, the clause as a link, one button."""
    for _ in range(3):
        room.order("Eliminate", entry=room.at(3, 1))
    room.order("ReportButton", table=1, button=room.state.floor.tables[1].seats()[0])
    room.order("ReportButton", table=2, button=room.state.floor.tables[2].seats()[0])
    room.order("ReportButton", table=3, button=room.state.floor.tables[3].seats()[0])
    room.order("ProposeBalance", day="1")
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert "ConfirmMoves" in page
        assert "/regulamentos/cgp-2024/" in page
        assert "→" in page or "Quebrar a mesa" in page
        assert browser.send("/direcao/t1/fazer", command="ConfirmMoves", day="1").status_code == 200
    assert "1" not in room.state.floor.proposals


def test_an_update_sends_only_the_cards_that_changed(room):
    """A screen that shows version n gets what is other since; an unknown version gets the whole room."""
    room.order("SetBalancing", mode="off")
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1/sala").text
        assert page.count("<article") == 3
        seen = re.search(r"sala\?desde=(\d+)", page)[1]
        room.order("Eliminate", entry=room.at(2, 1))
        news = browser.get(f"/direcao/t1/sala?desde={seen}", **HTMX).text
        assert re.findall(r'id="(mesa-\d+)"', news) == ["mesa-2"]
        assert 'hx-swap-oob="true"' in news
        everything = browser.get("/direcao/t1/sala?desde=1", **HTMX).text
        assert everything.count("<article") == 3
        room.order("OpenTables", draw="mais", day="1", tables=[{"number": 9, "chairs": 9}])
        assert browser.get(f"/direcao/t1/sala?desde={seen}", **HTMX).text.count("<article") == 4


def test_a_card_is_made_once_for_all_who_look(room):
    """Two viewers of one version share the drawing; another language has its own."""
    from feltro.web.director.plan import card_html

    card_html.cache_clear()  # another test may have looked at the same room
    with room.site.browser("dora") as one:
        one.get("/direcao/t1/sala")
        made = card_html.cache_info().misses
    with room.site.browser("fred") as other:
        other.get("/direcao/t1/sala")
        assert card_html.cache_info().misses == made
        other.get("/direcao/t1/sala?lang=en")
        assert card_html.cache_info().misses == made + 3


def test_the_room_as_it_was_can_be_looked_at_and_not_touched(room):
    """At an earlier place of the log the player still sits there, and no form is on the page."""
    entry, before = room.at(1, 1), room.house.store.version("tournament:t1")
    room.order("Eliminate", entry=entry)
    with room.site.browser("dora") as browser:
        assert f'/jogador/{entry}"' not in browser.get("/direcao/t1/sala").text
        then = browser.get(f"/direcao/t1/sala?at=v{before}").text
        assert f"/jogador/{entry}?at=v{before}" in then
        assert "/fazer" not in then
        assert "A sala como estava" in then
        assert browser.get("/direcao/t1/sala?at=2026-11-20T13:45").status_code == 200
        assert browser.get("/direcao/t1/sala?at=1999-01-01T00:00").status_code == 404


def test_the_history_is_searched_and_undone_from(room):
    """Each act is a line with its author, its moment and its undo; what was undone is struck out."""
    entry = room.at(1, 1)
    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/fazer", command="BustHand", entry=entry)
        name = re.search(r"<h2>([^<]+)</h2>", browser.get(f"/direcao/t1/jogador/{entry}").text)[1]
        found = browser.get(f"/direcao/t1/historia?q=elimina {name.split()[0]}").text
        assert found.count("<li data-row") == 1
        key = re.search(r"/desfazer\?ato=([^&]+)&", found)[1]
        assert "Desfazer" in browser.get(f"/desfazer?ato={key}&volta=/direcao/t1/historia").text
        from urllib.parse import unquote

        browser.send("/desfazer", ato=unquote(key), volta="/direcao/t1/historia")
        assert room.state.entries[entry].status == "live"
        assert 'class="undone"' in browser.get("/direcao/t1/historia").text


def test_hand_for_hand_is_a_board_of_tables(room):
    """Start, every table reports, a hand is released, and it ends only on a count that is right."""
    with room.site.browser("dora") as browser:
        for number in range(1, 10):
            room.order("Eliminate", entry=next(iter(room.state.floor.chair_of)))
            del number
        left = len(room.state.floor.chair_of)
        send = lambda **fields: browser.send("/direcao/t1/fazer", **fields)  # noqa: E731
        assert send(command="StartHandForHand", day="1", paid=left - 1).status_code == 200
        board = browser.get("/direcao/t1/bolha").text
        assert "ReportTable" in board
        tables = [int(one) for one in re.findall(r'data-row="(\d+)"', board)]
        assert tables
        for table in tables:
            send(command="ReportTable", table=table)
        assert "ReleaseHand" in browser.get("/direcao/t1/bolha").text
        send(command="ReleaseHand", day="1")
        for table in tables:
            send(command="EndHand", table=table)
        out = next(iter(room.state.floor.chair_of))
        send(command="BustHand", entry=out)
        assert send(command="EndHandForHand", day="1", counted=left).status_code == 409
        assert send(command="EndHandForHand", day="1", counted=left - 1).status_code == 200
    assert "1" not in room.state.pace.hand_for_hand


def test_counts_that_disagree_ask_for_somebody(room):
    """One table counted short is the loudest thing on the console, with its table."""
    for number, table in room.state.floor.tables.items():
        room.order("RollCall", table=number, players=len(table.players) - (number == 2))
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert 'class="need bad"' in page
        assert browser.send("/direcao/t1/fazer", command="AgreeCounts").status_code == 409
        browser.send(
            "/direcao/t1/fazer", command="RollCall", table=2, players=len(room.state.floor.tables[2].players)
        )
        assert browser.send("/direcao/t1/fazer", command="AgreeCounts").status_code == 200
        assert "As contagens concordam: 20" in browser.get("/direcao/t1/bolha").text


def test_chips_leave_table_by_table(room):
    """The sheet's chip is offered, called, raced at each table with its odd chips, and closed."""
    with room.site.browser("dora") as browser:
        assert "fichas de 100" in browser.get("/direcao/t1/fichas").text
        browser.send("/direcao/t1/fazer", command="CallColorUp", remove="100", keep="1.000")
        (race,) = room.state.chips.races
        for number, table in room.state.floor.tables.items():
            seats = table.seats()[:2]
            odd = {f"odd_{seat}": "5" for seat in seats}
            answer = browser.send(
                "/direcao/t1/fazer", command="RaceTable", race=race, table=number, stacks_visible="1", **odd
            )
            assert answer.status_code == 200, text_of(answer.text)
        assert "CloseRace" in browser.get("/direcao/t1").text
        browser.send("/direcao/t1/fazer", command="CloseRace", race=race)
    assert room.state.chips.races[race].closed


def test_a_bag_needs_another_person(room):
    """Who counted may not check; the second count does not see the first."""
    entry = room.at(1, 1)
    fields = {"command": "VerifyBag", "entry": entry, "chips": "31500"}
    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/fazer", command="Bag", entry=entry, chips="31.500")
        assert browser.send("/direcao/t1/fazer", **fields).status_code == 409
    with room.site.browser("fred") as other:
        assert "31.500" not in other.get("/direcao/t1/dia").text
        assert other.send("/direcao/t1/fazer", **fields).status_code == 200
        assert "31.500" in other.get("/direcao/t1/dia").text


def test_a_pair_in_two_incidents_is_shown_together(room):
    """Named together twice: both names beside each other, with the number of incidents, for the direction."""
    first, second = room.at(1, 1), room.at(1, 2)
    with room.site.browser("dora") as browser:
        for account in ("um", "dois"):
            sent = browser.send("/direcao/t1/ocorrencias/registro", kind="suspicion", account=account,
                                people=[first, second])  # fmt: skip
            assert sent.status_code == 200, text_of(sent.text)
        page = browser.get("/direcao/t1/ocorrencias").text
    assert 'id="duplas"' in page
    assert "2 ocorrências" in text_of(page)


def test_the_page_says_that_it_was_noted_before(room):
    """Stalling once is no infraction; noted, the same question is answered with a penalty, and why."""
    entry = room.at(1, 1)
    asked = f"/direcao/t1/punicoes?entry={entry}&infracao=conduct.stalling"
    with room.site.browser("dora") as browser:
        assert "Já anotado" not in browser.get(asked).text
        sent = browser.send(
            "/direcao/t1/fazer", command="NoteInfraction", entry=entry, infraction="conduct.stalling"
        )
        assert sent.status_code == 200, text_of(sent.text)
        assert "Já anotado 1 vez" in text_of(browser.get(asked).text)


@pytest.mark.parametrize(("infraction", "empty"), [("conduct.weapon", True), ("conduct.soft_play", False)])
def test_nothing_is_chosen_in_advance_for_a_grave_act(room, infraction, empty):
    """The list of penalties starts with nothing: whoever decides picks one."""
    with room.site.browser("dora") as browser:
        page = browser.get(f"/direcao/t1/punicoes?entry={room.at(1, 1)}&infracao={infraction}").text
    assert ('<select name="kind" required><option value=""></option>' in page) is empty


def test_the_book_proposes_the_penalty(room):
    """Player and infraction in, the ruling with its clause out; given, it counts down and is marked served."""
    entry = room.at(1, 1)
    with room.site.browser("dora") as browser:
        page = browser.get(f"/direcao/t1/punicoes?entry={entry}&infracao=conduct.soft_play").text
        assert 'class="ruling"' in page
        assert "/regulamentos/cgp-2024/" in page
        answer = browser.send("/direcao/t1/fazer", command="GivePenalty", entry=entry, kind="missed_hands", amount=3,
                              infraction="conduct.soft_play", reason="x", slip="1")  # fmt: skip
        assert answer.status_code == 200, text_of(answer.text)
        (penalty,) = room.state.sanctions.penalties
        assert "faltam 3" in browser.get("/direcao/t1/punicoes").text
        browser.send("/direcao/t1/fazer", command="MarkServed", penalty=penalty, hands=2)
        assert "falta 1" in browser.get("/direcao/t1/punicoes").text


def test_an_incident_is_the_directions_own(room):
    """Opened, added to and closed; nothing of its words is in the log."""
    with room.site.browser("dora") as browser:
        browser.send(
            "/direcao/t1/ocorrencias/registro",
            kind="suspicion",
            people=["e1", "e2"],
            table="1",
            account="cartas marcadas",
        )
        page = browser.get("/direcao/t1/ocorrencias").text
        assert "cartas marcadas" in page
        incident = re.search(r'name="incident" value="([^"]+)"', page)[1]
        browser.send("/direcao/t1/ocorrencias/registro", incident=incident, do="note", account="vídeo visto")
        browser.send("/direcao/t1/ocorrencias/registro", incident=incident, do="close", account="sem provas")
        page = browser.get("/direcao/t1/ocorrencias").text
        assert "vídeo visto" in page
        assert "encerrada" in page
        assert browser.send("/direcao/t1/ocorrencias/registro", kind="other", account=" ").status_code == 409
    log = b"".join(one.payload for one in room.house.store.read("incidents:t1"))
    assert b"marcadas" not in log


def test_a_message_goes_to_every_screen(room):
    """One line from the console, for those who may; an empty one takes it away."""
    from feltro.app.screens.kept import message_now

    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/aviso", text="Jantar às 20h")
        assert message_now(room.house.store) == "Jantar às 20h"
        assert "Jantar às 20h" in browser.get("/direcao/t1").text
        browser.send("/direcao/t1/aviso", text="")
        assert message_now(room.house.store) == ""
    with room.site.browser("fred") as floor:
        assert floor.send("/direcao/t1/aviso", text="x").status_code == 404


def test_the_palette_finds_chairs_tables_and_players_in_play(room):
    """`1.1` is who sits there, `2` the table, a name the player with the chair."""
    entry = room.at(1, 1)
    with room.site.browser("fred") as browser:
        assert f"/direcao/t1/jogador/{entry}" in browser.get(f"/achar?q={room.seat_of(entry)}").text
        assert "/direcao/t1/mesa/2" in browser.get("/achar?q=2").text
        assert "/direcao/t1/jogador/" in browser.get("/achar?q=ana").text
        assert "/direcao/t1/bolha" in browser.get("/achar?q=mao").text
    with room.site.browser("ana") as cashier:
        assert "/direcao/" not in cashier.get(f"/achar?q={room.seat_of(entry)}").text


def test_an_event_without_tables_teaches_to_open_them():
    """The empty room has one form: which tables, and how many seats."""
    room = Running(0)
    room.enter(1)
    with room.site.browser("dora") as browser:
        assert "Nenhuma mesa aberta" in browser.get("/direcao/t1/sala").text
        assert "espera mesas abertas" in text_of(browser.get("/direcao/t1").text)
        browser.send("/direcao/t1/fazer", command="OpenTables", tables="1-3, 7", chairs="8", day="1")
    assert sorted(room.state.floor.tables) == [1, 2, 3, 7]


def test_the_same_form_sent_twice_is_done_once(room):
    """Keys make a double tap harmless; unknown events and entries are nowhere."""
    with room.site.browser("dora") as browser:
        for _ in range(2):
            browser.send("/direcao/t1/fazer", command="AddTime", day="1", seconds=60, key="doubletap1")
        assert "31:00" in browser.get("/direcao/t1").text
        assert browser.get("/direcao/nada").status_code == 404
        assert browser.get("/direcao/t1/jogador/ninguem").status_code == 404
        assert "não está mais aberta" in browser.get("/direcao/t1/mesa/77").text
