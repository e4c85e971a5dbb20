"""Whole events played through the house: what must hold at the end, and on the way there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from feltro.app.upkeep.audit import verify_house
from feltro.cli.main import main
from feltro.sim.evening import STARTS, TOURNAMENT, empty_evening, simulate, told
from feltro.sim.people import cpf, newcomer
from feltro.sim.room import Crowd, play_event
from feltro.sim.sheets import evening_sheet
from feltro.tournament.checks import complaints
from feltro.tournament.eliminations.places import standings
from tests.tournament.room import BOOKS

if TYPE_CHECKING:
    from feltro.sim.room import SimulatedRoom

pytestmark = pytest.mark.slow


def names_of(room: SimulatedRoom) -> list[str]:
    facts = room.voice.house.world.live(f"tournament:{TOURNAMENT}").facts
    return [type(fact.event).__name__ for fact in facts]


@pytest.mark.parametrize("book", BOOKS)
def test_an_event_of_every_book_ends_with_one_champion_and_everything_accounted_for(book: str) -> None:
    """Chips, money, draws, prizes and the log itself, each checked by another way."""
    played = simulate(book, entries=34, seed=3)
    assert played.checks == dict.fromkeys(played.checks, True)
    assert played.figures["eliminations"] == played.figures["entries"] - 1
    assert played.places[0][:2] == (1, played.champion)
    assert sum(centavos for _, _, centavos in played.places) == played.figures["prizes_centavos"]


def test_the_same_seed_plays_the_same_event() -> None:
    """Draws included: they rest on secrets that come from the seed."""
    assert simulate("adtp-2023", 20, seed=5) == simulate("adtp-2023", 20, seed=5)
    assert simulate("adtp-2023", 20, seed=5) != simulate("adtp-2023", 20, seed=6)


def test_the_room_does_everything_that_a_room_does() -> None:
    """Late entries, re-entries, moves, breaks of tables, chip races, hand for hand, a final table, a penalty."""
    house = empty_evening(evening_sheet("nps-2019", STARTS, name="Teste"), seed=3)
    room = play_event(house, TOURNAMENT, Crowd(entries=60, seed=3))
    happened = set(names_of(room))
    assert {
        "PlayerMoved",
        "TableBroken",
        "TableRaced",
        "HandForHandStarted",
        "HandForHandEnded",
        "Redrawn",
        "PenaltyGiven",
        "PrizePaid",
        "DrawRevealed",
    } <= happened
    entries = room.state.entries.values()
    assert any(entry.kind == "reentry" for entry in entries)
    assert any(entry.late for entry in entries)
    assert [place for one in standings(room.state) for place in one.places] == list(
        range(1, len(room.state.of_person) + 1)
    )


def test_more_people_than_chairs_wait_and_are_seated_in_order() -> None:
    """With fewer seats than people, alternates come in as chairs fall free."""
    sheet = evening_sheet("adtp-2023", STARTS, name="Teste")
    day = msgspec.structs.replace(sheet.days[0], seats=18)
    house = empty_evening(msgspec.structs.replace(sheet, days=(day,)), seed=2)
    room = play_event(house, TOURNAMENT, Crowd(entries=26, seed=2))
    assert "AlternateSeated" in names_of(room)
    assert told(room).sound


def test_between_any_two_steps_the_house_has_nothing_to_complain_of() -> None:
    """Also half-way through: seats, places, chips and the chain of the log."""
    house = empty_evening(evening_sheet("cgp-2024", STARTS, name="Teste"), seed=1)

    def look(room: SimulatedRoom) -> None:
        book = room.voice.house.books.settlement(room.state, room.now).book
        assert complaints(room.state, book) == []
        assert not room.stacks.adrift
        assert room.voice.house.world.balances.sum().centavos == 0

    room = play_event(house, TOURNAMENT, Crowd(entries=14, seed=1), each_beat=look)
    assert room.champion
    assert verify_house(house.store).findings == []


def test_somebody_else_may_act_in_the_room_while_it_plays() -> None:
    """A director who sends a player out by hand is followed: the event still ends, with every chip on a table."""
    from feltro.tournament.chips.view import in_play
    from feltro.tournament.eliminations.commands import Eliminate

    house = empty_evening(evening_sheet("adtp-2023", STARTS, name="Teste"), seed=4)
    sent_out: list[str] = []

    def meddle(room: SimulatedRoom) -> None:
        if room.tables.hands == 20 and not sent_out:
            sent_out.append(min(room.state.floor.chair_of))
            room.voice.do(Eliminate(tournament=TOURNAMENT, entry=sent_out[0]))

    room = play_event(house, TOURNAMENT, Crowd(entries=20, seed=4), each_beat=meddle)
    assert sent_out
    assert sent_out[0] in room.state.eliminations.outs
    assert room.stacks.of == {room.champion: in_play(room.state)}


def test_somebody_whom_the_desk_registered_is_paid_like_everybody_else() -> None:
    """The room reads a winner's document off the registry, whoever wrote it there."""
    from feltro.app.people.commands import RegisterPerson
    from feltro.app.people.documents import Document
    from feltro.tournament.prizes.due import due, remaining

    house = empty_evening(evening_sheet("adtp-2023", STARTS, name="Teste"), seed=1)

    def come(room: SimulatedRoom) -> None:
        if room.state.entries_sold == 1 and not house.store.kept("person", "visita"):
            papers = Document(number=cpf(99_999))
            visitor = RegisterPerson(person="visita", name="Vera Visita", document=papers, photo_id_seen=True)
            room.voice.do(msgspec.structs.replace(visitor, born_on=newcomer(1, 1).born_on), "cashier")
            assert isinstance(room.counter.sell("visita"), str)

    room = play_event(house, TOURNAMENT, Crowd(entries=2, seed=1), each_beat=come)
    assert "visita" in {one.person for one in due(room.state).values()}
    assert remaining(room.state).all == 0


def test_an_event_that_the_director_cancels_is_played_no_further() -> None:
    from feltro.tournament.opening.commands import StopTournament

    house = empty_evening(evening_sheet("adtp-2023", STARTS, name="Teste"), seed=1)

    def cancel(room: SimulatedRoom) -> None:
        if room.tables.hands == 10 and not room.state.stopped:
            stop = StopTournament(
                tournament=TOURNAMENT, action="cancel", cause="outside_control", reason="faltou luz no bairro"
            )
            room.voice.do(stop)

    room = play_event(house, TOURNAMENT, Crowd(entries=12, seed=1), each_beat=cancel)
    assert room.state.stopped == "cancelled"
    assert not room.champion
    assert room.tables.hands < 12


def test_people_who_do_not_exist_have_papers_that_add_up() -> None:
    from feltro.app.people.documents import is_cpf

    assert all(is_cpf(cpf(number)) for number in range(500))
    assert newcomer(7, 1) == newcomer(7, 1)
    assert newcomer(7, 1).name != newcomer(7, 2).name


def test_the_command_plays_an_event_and_tells_what_was_checked(capsys: Any) -> None:
    assert main(["simulate", "event", "--book", "bpt-2015", "--entries", "12", "--seed", "7", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["paid_places"][0]["person"] == answer["champion"]
    assert all(answer["checks"].values())
    assert main(["simulate", "event", "--book", "bpt-2015", "--entries", "12", "--seed", "7"]) == 0
    said = capsys.readouterr().out
    assert "Eliminações: 13" in said
    assert said.count("confere") == len(answer["checks"])


@pytest.mark.parametrize("wrong", [["--entries", "1"], ["--entries", "9999999"], ["--book", "tda"]])
def test_what_cannot_be_played_is_said_in_portuguese(wrong: list[str], capsys: Any) -> None:
    assert main(["simulate", "event", *wrong]) != 0
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert said.strip()
