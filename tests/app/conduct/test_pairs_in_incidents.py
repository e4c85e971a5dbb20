"""Two players named together in incidents of one stage are shown together, whichever event it was in."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.conduct.incidents.pairs import pairs_of_stage
from tests.tournament.play import Play
from tests.tournament.room import sheet


def another(play: Play, tournament: str, stage: str) -> None:
    made = msgspec.to_builtins(sheet("nps-2019"), str_keys=True)
    where = {"tournament": tournament, "season": "s26", "stage": stage}
    play.done("CreateTournament", role="organiser", sheet=made, **where)


def told(play: Play, incident: str, people: list[str], tournament: str = "t1") -> None:
    fields = {"incident": incident, "kind": "suspicion", "people": people, "account": "soft play?"}
    play.done("OpenIncident", role="director", who="dora", tournament=tournament, **fields)


def pairs(play: Play) -> list[tuple[tuple[str, str], list[str]]]:
    found = pairs_of_stage(play.state, play.house.world)
    return [(one.people, [file.incident for file in one.files]) for one in found]


@pytest.mark.clause("nps-2019:45", "nps-2019:45~conluio")
def test_a_pair_named_in_two_events_of_a_stage_comes_first():
    """Once at the main event, once at a side event of the stage, in whatever order they were named."""
    play = Play({3: 5}, book="nps-2019")
    another(play, "t2", "e1")
    told(play, "a", ["p1", "p2"])
    told(play, "b", ["p3", "p1"])
    told(play, "c", ["p2", "p1"], tournament="t2")
    found = pairs(play)
    assert found[0][0] == ("p1", "p2")
    assert set(found[0][1]) == {"a", "c"}
    assert [one for one, _ in found] == [("p1", "p2"), ("p1", "p3")]


@pytest.mark.clause("nps-2019:45")
def test_another_stage_and_a_single_name_make_no_pair():
    """What was told in another stage is not shown here; one player alone is no pair."""
    play = Play({3: 5}, book="nps-2019")
    another(play, "t2", "e2")
    told(play, "a", ["p1", "p2"], tournament="t2")
    told(play, "b", ["p1"])
    assert pairs(play) == []


@pytest.mark.clause("nps-2019:45")
def test_three_named_together_are_three_pairs_and_closing_changes_nothing():
    """A closed file still counts: what was seen then may be seen again."""
    play = Play({3: 5}, book="nps-2019")
    told(play, "a", ["p1", "p2", "p3"])
    play.direct("CloseIncident", incident="a", account="sem prova")
    assert [one for one, _ in pairs(play)] == [("p1", "p2"), ("p1", "p3"), ("p2", "p3")]
