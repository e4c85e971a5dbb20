"""What somebody typed as the reason of an act is kept beside the log under its key; where nothing was, nothing is."""

from __future__ import annotations

from feltro.kernel.instants import later
from tests.source import files
from tests.tournament.seats import Floor

TYPED = "porque a direção quis"
EVENING = (
    ("ExtendRegistration", {"until_level": 7}),
    ("MoveStart", {"day": "1", "starts_at": "2026-11-20T20:30:00-03:00"}),
    ("StartClock", {"day": "1"}),
    ("AddTime", {"seconds": 60}),
    ("RemoveTime", {"seconds": 30}),
    ("NextLevel", {}),
    ("PreviousLevel", {}),
    ("GoToLevel", {"level": 3}),
    ("PlanBreak", {"level": 5, "minutes": 10}),
    ("PauseClock", {}),
    ("NoteInfraction", {"entry": "e2", "infraction": "conduct.hygiene"}),
    ("RemoveChips", {"entry": "e3", "ground": "confiscated", "chips": 100}),
    ("BreakTable", {"table": 4}),
    ("BreakAfterHand", {"table": 3}),
    ("ReportCameras", {"report": "c", "person": "p1", "how": "refusal"}),
    ("JudgeClothing", {"verdict": "v", "person": "p1", "thing": "clothing", "action": "approve"}),
    ("TakeBreak", {"minutes": 5}),
    ("StopTournament", {"action": "suspend", "cause": "technical_failure"}),
    ("ResumeTournament", {}),
    ("VoidEntry", {"entry": "e4", "ground": "minor"}),
)
"""Acts of one evening, each of which may have a reason."""


NEEDED = {"StartClock", "NextLevel", "StopTournament"}
"""Before its hour, before the level's end, and for everybody: not without a reason."""


def evening(reason: str) -> tuple[Floor, dict[str, list[str]]]:
    """Each act with what its facts say about where its reason is: under its own key, elsewhere, or nowhere."""
    floor = Floor()
    floor.open((1, 9), (2, 9), (3, 9), (4, 9))
    floor.fill(12)
    told = {}
    for kind, fields in EVENING:
        floor.now = later(floor.now, seconds=30)
        before = len(floor.house.world.live("tournament:t1").facts)
        floor.order(kind, reason=TYPED if kind in NEEDED else reason, **fields)
        facts = floor.house.world.live("tournament:t1").facts[before:]
        of_it = [fact for fact in facts if "reason" in type(fact.event).__struct_fields__]
        assert of_it, kind
        told[kind] = [fact.event.reason.replace(fact.meta.key, "own key") for fact in of_it]
    return floor, told


def test_a_reason_that_was_typed_is_kept_under_the_key_of_its_act():
    floor, told = evening(TYPED)
    assert {kind: said for kind, said in told.items() if set(said) != {"own key"}} == {}
    assert [row.body.decode() for row in floor.house.store.registry("reason")].count(TYPED) == len(EVENING)


def test_where_no_reason_was_typed_no_fact_points_at_one():
    floor, told = evening("")
    assert {kind for kind, said in told.items() if set(said) == {"own key"}} == NEEDED
    assert {kind for kind, said in told.items() if set(said) == {""}} == {kind for kind, _ in EVENING} - NEEDED
    assert len(list(floor.house.store.registry("reason"))) == len(NEEDED)


def test_nothing_decides_by_itself_whether_a_reason_was_typed():
    """One method does, for an event and for a season: what the evening above proves holds for every act."""
    alone = [path.name for path in files() if "now.key if " in path.read_text("utf-8")]
    assert alone == ["refunds.py"], "that reason is only kept for money that goes back another way"
