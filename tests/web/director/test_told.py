"""What the console says after an act: the place and the prize of a bust, what stands in the way of an undo, who has no seat."""

from __future__ import annotations

from feltro.app.handling.catalogue import COMMANDS
from feltro.kernel.instants import later
from feltro.tournament.sheet.structure import ActionClock
from feltro.words.sentences import sentences
from tests.web.director.test_flights import FLIGHTS, enter
from tests.web.running import Running, name_of
from tests.web.staff import text_of

DO = "/direcao/t1/fazer"
BY_SCRIPT = {"HX-Request": "true"}
DORA = {"role": "director", "who": "dora", "tournament": "t1"}


def test_a_bust_says_how_many_are_left_and_once_entries_are_closed_the_place():
    room = Running(20)
    with room.site.browser("dora") as browser:
        first = browser.send(DO, BY_SCRIPT, command="Eliminate", entry=room.at(1, 1))
        assert "restam 19" in text_of(first.text)
        room.order("CloseRegistration")
        told = text_of(browser.send(DO, BY_SCRIPT, command="Eliminate", entry=room.at(1, 2)).text)
    assert "19ª colocação" in told
    assert "restam 18" in told


def test_a_season_with_an_event_in_it_is_not_undone():
    """The event would be found on no page any more, while it is played: the preview says which stands in the way."""
    room = Running(4)
    keys = [one.meta.key for one in room.house.store.read("season:s26")]
    with room.site.browser("ana") as browser:
        page = browser.get(f"/desfazer?ato={keys[0]}&volta=/")
        assert page.status_code == 409
        assert "Já há um evento aqui: Evento." in text_of(page.text)
        assert browser.send("/desfazer", ato=keys[0], volta="/").status_code == 409
    assert room.house.world.live("season:s26").state.name == "2026"


def test_a_stage_with_an_event_in_it_stays_and_whatever_else_a_season_holds_is_undone():
    """Somebody kept out by mistake is let in again, whether or not anybody ever announced the stage of tonight's event."""
    room = Running(4)
    stage = room.house.world.gists()[0].stage
    banned = {"season": "s26", "person": "p1", "ground": "order", "reason": "engano"}
    room.done("BanPerson", key="fora", role="director", who="dora", **banned)
    room.done("Undo", role="director", who="dora", command_key="fora")
    assert room.house.world.live("season:s26").state.bans == {}
    announced = {
        "season": "s26",
        "stage": stage,
        "name": "Abertura",
        "first_day": "2026-11-20",
        "last_day": "2026-11-22",
    }
    room.done("AnnounceStage", key="etapa", role="organiser", who="ana", venue="Clube", **announced)
    refused = room.refused("Undo", role="organiser", who="ana", command_key="etapa")
    assert (refused.because, refused.values["events"]) == ("undo.holds_events", ["Evento"])


def test_an_undo_of_a_season_says_what_moves_with_it():
    """An empty season has no tables: its calendar and its ranking are what changes."""
    room = Running(4)
    room.done("CreateSeason", key="outra", role="organiser", who="ana", season="s27", name="2027", year=2027)
    with room.site.browser("ana") as browser:
        said = text_of(browser.get("/desfazer?ato=outra&volta=/").text)
    assert "o calendário e o ranking da temporada" in said
    assert "as mesas" not in said


def test_an_undo_that_something_rests_on_names_it_and_leads_there():
    """He was moved twice: the first move waits for the second, which is named, and no class or key is read."""
    room = Running(4)
    entry = room.at(1, 1)
    free = room.state.floor.tables[1].free()
    for key, seat in (("primeiro", free[0]), ("segundo", free[1])):
        room.done("MovePlayer", key=key, entry=entry, table=1, seat=seat, reason="x", **DORA)
    with room.site.browser("dora") as browser:
        page = browser.get("/desfazer?ato=primeiro&volta=/direcao/t1").text
        assert "derivad" not in browser.get("/desfazer?ato=segundo&volta=/direcao/t1").text
    assert "ato=segundo" in page
    assert "Veio depois, às" in text_of(page)
    assert "MovePlayer" not in page


def test_an_undo_that_a_chair_stands_in_the_way_of_names_who_sits_there():
    """The busted player's chair went to somebody: that move is named with its hour and leads to its own undo, which frees both."""
    room = Running(20)
    out, chair = room.at(1, 1), min(room.state.floor.tables[1].players)
    room.done("Eliminate", key="fora", entry=out, **DORA)
    room.done("PauseClock", key="antes", reason="x", **DORA)
    moved = room.at(2, 1)
    room.done("MovePlayer", key="sentou", entry=moved, table=1, seat=chair, reason="x", **DORA)
    room.done("ResumeClock", key="depois", **DORA)
    with room.site.browser("dora") as browser:
        page = browser.get("/desfazer?ato=fora&volta=/direcao/t1").text
        assert "ato=sentou" in page
        assert f"{name_of(int(moved[1:]))} para a mesa 1, assento {chair}" in text_of(page)
        browser.send("/desfazer", ato="sentou", volta="/direcao/t1")
        browser.send("/desfazer", ato="fora", volta="/direcao/t1")
    assert room.state.floor.tables[1].players[chair] == out


def test_a_broken_table_is_named_and_not_one_that_its_players_went_to():
    """Table 3 is broken and its players sit at 1 and 2: it is said of 3, at once or after the hand."""
    for first, then in (("BreakTable", ""), ("BreakAfterHand", "ReleaseTable")):
        room = Running(26)
        room.order("CloseRegistration")
        for table, left in ((1, 6), (2, 6), (3, 5)):
            while len(room.state.floor.tables[table].players) > left:
                room.order("Eliminate", entry=room.at(table, 1))
        room.done(first, key="quebra", table=3, **({"reason": "x"} if first == "BreakTable" else {}), **DORA)
        if then:
            room.order(then, table=3)
        with room.site.browser("dora") as browser:
            told = text_of(browser.get("/direcao/t1").text)
        assert "mesa 3 quebrada" in told or "mesa 3 liberada" in told
        assert "mesa 1 " not in told[told.index("Últimos atos") :][:60]


def test_on_the_plan_nobody_is_asked_to_break_a_table_once_somebody_has_won():
    """A break was proposed while two tables were left; the champion's plan shows the places and nothing to accept."""
    room = Running(20)
    room.order("CloseRegistration")
    while len(room.state.floor.chair_of) > 1:
        room.order(
            "Eliminate",
            entry=room.at(max(one.number for one in room.state.floor.tables.values() if one.players), 1),
        )
    assert room.state.floor.proposals
    with room.site.browser("dora") as browser:
        plan = browser.get("/direcao/t1/sala").text
    assert "Classificação final" in plan
    assert "data-accept" not in plan


def test_a_break_that_stands_is_called_the_same_wherever_it_goes_on():
    """Four of ten minutes are over when the clock is stopped: nobody is told that the break waits to begin, and the key of the
    list says what the clock's own key says."""
    room = Running(14)
    room.order("TakeBreak", day="1", minutes=10, reason="x")
    room.site.clock.now = room.now = later(room.now, seconds=240)
    room.order("PauseClock", day="1", reason="x")
    with room.site.browser("dora") as browser:
        told = text_of(browser.get("/direcao/t1").text)
    assert "O relógio do intervalo está parado: faltam 6 min." in told
    assert told.count("Continuar o intervalo") == 2
    assert "Começar o intervalo" not in told


ENTRY_OR_TABLE = {"entry": "{person}", "penalty": "{person}", "table": "{table}"}
NOT_SAID = {
    "ConsentDeal": "nobody is to know who would not",
    "AskSelfExclusion": "asked for in private, confirmed at the desk by name",
    "DrawLastHands": "the player only says the number",
    "RemoveChips": "chips that were found are nobody's",
    "SettleAlternates": "one after the other, or all at once",
    "CallFloor": "the table called, whoever it is about",
    "EditMove": "the one who goes now",
    "KeepRuling": "has a page of its own, with its people",
    "AnnouncePrizes": "with a table of prizes, not of the room",
    "LendThing": "a thing is lent, wherever it stands",
    "OpenIncident": "has a page of its own, with its people",
}
"""Acts that are said without whom or which table they are about, and why."""


def test_an_act_says_whom_or_which_table_it_is_about():
    """In the list of acts, in the history and on the undo: an act on a player names the player, one at a table the table."""
    silent = [
        name
        for name, command in sorted(COMMANDS.items())
        if name not in NOT_SAID and (said := sentences().get(f"act.{name}"))
        for field, value in ENTRY_OR_TABLE.items()
        if field in command.__struct_fields__
        and not any(one in said for one in (value, "{person}", "{people}", "{moved}"))
    ]
    assert silent == []


def test_who_bought_the_next_flight_is_not_without_a_seat():
    """Nine play; three bought the second flight, whose tables are not open."""
    room = Running(9, days=FLIGHTS)
    for number in (10, 11, 12):
        enter(room, number, "1B")
    with room.site.browser("dora") as browser:
        assert "sem assento" not in text_of(browser.get("/direcao/t1/sala").text)
        assert "sem assento" not in text_of(browser.get("/direcao/t1").text)


def test_everybody_without_a_seat_is_listed():
    """Nine of an event in which chairs are given by hand: all nine names stand there, not the first few."""
    room = Running(0)
    for number in range(1, 10):
        room.enter(number)
    room.order("OpenTables", draw="mesas", day="1", tables=[{"number": 1, "chairs": 9}])
    with room.site.browser("dora") as browser:
        plan = browser.get("/direcao/t1/sala").text
        asked = text_of(browser.get("/direcao/t1").text)
    assert "9 jogadores sem assento" in text_of(plan)
    assert all(name_of(number) in plan for number in range(1, 10))
    assert f"9 em jogo sem assento: {name_of(1)}," in asked
    assert f"{name_of(8)} e +1" in asked


def test_a_chair_that_cannot_be_taken_is_refused_with_those_that_can():
    """Taken, of no such table, a full table: each in its own words, and what is free there is named."""
    room = Running(13)
    taken = room.state.floor.tables[1].players[1] if 1 in room.state.floor.tables[1].players else room.at(1, 1)
    seat = room.state.floor.chair_of[taken].seat
    free = room.state.floor.tables[1].free()
    mover = room.at(2, 1)
    said = {}
    with room.site.browser("dora") as browser:
        for chair in (f"1.{seat}", "1.11", "1.99"):
            sent = browser.send("/direcao/t1/fazer", command="MovePlayer", entry=mover, chair=chair, reason="x")
            said[chair] = text_of(sent.text)
        for _ in free:
            room.order(
                "MovePlayer", entry=room.at(2, 1), table=1, seat=room.state.floor.tables[1].free()[0], reason="x"
            )
        last = room.at(2, 1)
        full = browser.send("/direcao/t1/fazer", command="MovePlayer", entry=last, chair="1.1", reason="x")
    assert f"O assento {seat} da mesa 1 não está livre. Livres ali: {free[0]}" in said[f"1.{seat}"]
    assert "A mesa 1 tem 9 assentos. Livres ali:" in said["1.11"]
    assert "Nenhuma mesa tem o assento 99" in said["1.99"]
    assert "A mesa 1 está cheia" in text_of(full.text)


def test_the_table_of_a_bust_is_named_in_the_history_and_not_left_as_a_number():
    """A bare 1 after a name tells nobody anything."""
    room = Running(9)
    out = room.at(1, 1)
    room.order("Eliminate", entry=out)
    with room.site.browser("dora") as browser:
        sheet = text_of(browser.get(f"/direcao/t1/jogador/{out}").text)
    assert "Mesa 1" in sheet.partition("Histórico")[2]


def test_a_proposal_says_how_old_the_button_is_that_it_rests_on_and_asks_again_when_it_is_old():
    """Told at 14h00: at 14h04 it is four minutes old; at 14h12 the field to confirm it stands beside the proposal."""
    room = Running(18)
    for table in (1, 2):
        room.order("ReportButton", table=table, button=1)
    for which in (2, 2):
        room.order("Eliminate", entry=room.at(1, which))
    with room.site.browser("dora") as browser:
        room.site.clock.now = room.now = later(room.now, seconds=4 * 60)
        fresh = browser.get("/direcao/t1/sala").text
        assert "botão no assento 1, visto há 4 min" in text_of(fresh)
        assert 'name="button_2"' not in fresh
        room.site.clock.now = room.now = later(room.now, seconds=8 * 60)
        assert 'name="button_2"' in browser.get("/direcao/t1").text


def test_time_cards_stand_on_the_sheet_where_the_event_has_an_action_clock():
    """Three to begin with, one used: two. Elsewhere nobody reads of them."""
    room = Running(9, action_clock=ActionClock())
    entry = room.at(1, 1)
    room.order("UseTimeCards", entry=entry, cards=1)
    other = Running(9)
    with room.site.browser("dora") as browser, other.site.browser("dora") as elsewhere:
        sheet = " ".join(text_of(browser.get(f"/direcao/t1/jogador/{entry}").text).split())
        assert "Cartões de tempo 2" in sheet
        assert "Toque num assento vazio da sala para mover." in sheet
        assert "<dt>Cartões de tempo</dt>" not in elsewhere.get(f"/direcao/t1/jogador/{other.at(1, 1)}").text


def test_a_bust_of_a_day_that_was_ended_leads_to_the_end_of_the_day_first():
    """Without it somebody would play on a day that is over, in no bag, and be in nobody's seat tomorrow."""
    room = Running(6)
    out = room.at(1, 1)
    room.done("Eliminate", key="fora", entry=out, **DORA)
    for entry in list(room.state.floor.chair_of):
        chips = 60000 if entry == room.at(1, 1) else 30000
        room.done("Bag", role="floor", who="fred", tournament="t1", entry=entry, chips=chips)
        room.done("VerifyBag", entry=entry, chips=chips, **DORA)
    room.done("EndDay", key="fim", day="1", **DORA)
    with room.site.browser("dora") as browser:
        page = browser.get("/desfazer?ato=fora&volta=/direcao/t1").text
        assert "Veio depois, às" in text_of(page)
        assert "ato=fim" in page
        browser.send("/desfazer", ato="fora", volta="/direcao/t1")
        assert room.state.entries[out].status == "out"
