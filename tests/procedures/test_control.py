"""Control has a size: what waits for a second person when one works alone, in a team, in a circuit."""

import msgspec
import pytest

from feltro.app.sheets.settlement import settle_for
from feltro.app.world.tonight import control_tonight, house_control
from feltro.kernel.events import DoneAlone
from feltro.kernel.outcome import Refused
from feltro.procedures.control import control
from tests.tournament.room import Room, sheet, told

WHY = Refused("payment.pix.second_person")


def of_size(size):
    return control(settle_for(sheet(), {"control.size": size}).book)


def test_a_house_that_says_nothing_works_as_a_team():
    assert house_control().size == "team"
    assert control(settle_for(sheet(), {}).book).size == "team"


@pytest.mark.parametrize(("size", "centavos"), [("alone", 500000), ("team", 500000), ("circuit", 0)])
def test_a_prize_waits_for_a_second_person_from_an_amount_that_goes_with_the_size(size, centavos):
    assert of_size(size).prize_from == centavos


@pytest.mark.parametrize("size", ["team", "circuit"])
def test_with_others_there_nothing_grave_is_done_alone(size):
    assert of_size(size).without_second("MatchPix", "e1", WHY) == WHY


def test_alone_it_is_done_and_marked():
    assert of_size("alone").without_second("MatchPix", "e1", WHY) == (DoneAlone(act="MatchPix", subject="e1"),)


def test_where_the_house_has_nobody_else_it_is_done_and_says_so():
    marked = of_size("team").without_second("MatchPix", "e1", WHY, nobody_else=True)
    assert [one.because for one in marked] == ["control.nobody_else"]


@pytest.mark.parametrize("role", ["director", "finance", "cashier"])
def test_only_the_organiser_changes_the_size(role):
    room = Room()
    assert room.refused("SetControl", role=role, tournament="t1", size="alone").because == "permission.role_may_not"


def test_a_changed_size_is_a_fact_and_holds_from_then_on():
    room = Room()
    done = room.done("SetControl", role="organiser", who="rui", tournament="t1", size="alone")
    assert told(done, "ControlSet") == [{"before": "team", "size": "alone"}]
    state = room.house.world.live("tournament:t1").state
    assert control(room.house.books.settlement(state, room.now).book).size == "alone"
    again = room.refused("SetControl", role="organiser", tournament="t1", size="alone")
    assert again.because == "control.same"


def test_a_director_does_not_loosen_control_by_amending_the_rule():
    room = Room(book="adtp-2023")
    soon = "2026-11-20T15:00:00-03:00"
    amend = {"tournament": "t1", "holds_from": soon, "notice": "muda", "role": "director", "who": "dora"}
    size = room.refused("AmendRule", parameter="control.size", value="alone", **amend)
    assert size.because == "control.has_its_act"
    limit = room.refused("AmendRule", parameter="control.team.seconds", value=[], **amend)
    assert limit.because == "control.organiser_only"


def test_a_director_makes_no_event_with_less_control_than_the_house_has():
    room = Room()
    made = msgspec.to_builtins(sheet(), str_keys=True)
    new = {"tournament": "t2", "season": "s26", "stage": "e1", "sheet": made}
    alone = {"answers": {"control.size": "alone"}}
    assert room.refused("CreateTournament", role="director", **new, **alone).because == "control.organiser_only"
    limits = {"answers": {"control.circuit.prize_from": "R$ 9.000"}}
    assert room.refused("CreateTournament", role="director", **new, **limits).because == "control.organiser_only"
    room.done("CreateTournament", role="director", **new, answers={"control.size": "circuit"})


def test_what_belongs_to_no_event_has_the_strictest_control_of_the_evening():
    room = Room(answers={"control.size": "alone"})
    world, books = room.house.world, room.house.books
    assert control_tonight(world, books, room.now).size == "alone"
    made = msgspec.to_builtins(sheet(), str_keys=True)
    new = {
        "tournament": "t2",
        "season": "s26",
        "stage": "e1",
        "sheet": made,
        "answers": {"control.size": "circuit"},
    }
    room.done("CreateTournament", role="organiser", **new)
    assert control_tonight(world, books, room.now).size == "circuit"
    stop = {"action": "cancel", "cause": "technical_failure", "reason": "luz"}
    room.done("StopTournament", role="organiser", tournament="t2", **stop)
    assert control_tonight(world, books, room.now).size == "alone"
    room.done("StopTournament", role="organiser", tournament="t1", **stop)
    assert control_tonight(world, books, room.now).size == "team"
