"""Events stay readable: the bytes of each kind, as first written, still mean what they meant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from feltro.app.world.codec import EVENTS, codec
from feltro.store.port import Meta, Recorded

GOLDEN = Path(__file__).parent.parent / "golden"
FILES = sorted(GOLDEN.glob("*.json"))
FOR_ANYBODY = {"sheet.items.0.members_only": False, "sheet.items.1.members_only": False}
SINCE_THEN: dict[str, dict[str, Any]] = {
    "AllInHeld-1": {"entries": []},
    "BountyWon-1": {"box": 1},
    "CashDropped-1": {"act": "", "by": "", "in_transit": False},
    "DrawerClosed-1": {"notes": [], "to": ""},
    "DrawerOpened-1": {"act": "", "called": "", "handed_by": ""},
    "DrawerOpened-2": {"called": ""},
    "DealClosed-1": {"rest": "play"},
    "DealAnswered-1": {"mark": ""},
    "DealOpened-1": {"paused": ""},
    "EntryBagged-1": {"by": "", "day": "", "table": 0, "absent": False},
    "EntryBagged-2": {"table": 0, "absent": False},
    "EntryEliminated-1": {
        "because": "",
        "by": [],
        "cites": [],
        "ground": "bust",
        "hand": 0,
        "prize": True,
        "ranked": True,
        "round": 0,
        "stack": 0,
        "table": 0,
    },
    "CreditPaid-1": {"came": "", "nsu": "", "reason": "", "way": "cash"},
    "EntrySold-1": {"because": "", "cites": []},
    "EnvelopesSealed-1": {"prizes": []},
    "FeatureCountsFed-1": {"ended": {}, "hands": []},
    "HandForHandEnded-1": {"reason": ""},
    "HandPlayed-1": {"after": None, "at": 0, "shown": 0},
    "HandPlayed-2": {"at": 0},
    "LevelMarked-1": {"at": 0, "by_itself": False, "day": ""},
    "MembershipPaid-1": {"reference": ""},
    "MinimumMissed-1": {"at": 0},
    "PaymentAwaited-1": {"method": "pix", "receiver": ""},
    "PaymentTaken-1": {"bank_id": "", "credited_at": None, "file": "", "nsu": "", "payer": "", "source": ""},
    "PaymentTaken-2": {"bank_id": "", "file": ""},
    "PaymentTaken-3": {"bank_id": ""},
    "PersonBanned-1": {"kind": ""},
    "PlayerAbsent-1": {"missed_from": 0},
    "PrizeScheduled-1": {"calendar": {"business_days": 0, "own": [], "state": ""}},
    "RankingPrizePaid-1": {"reason": "", "tax_centavos": 0},
    "RankingPrizePaid-2": {"tax_centavos": 0},
    "RankingPrizeTakenBack-1": {"tax_centavos": 0},
    "RefundPaid-1": {"nsu": "", "reason": ""},
    "RulingKept-1": {"entries": [], "level": 0},
    "ScreenSet-1": {"changed": [], "was": ""},
    "FloorCalled-1": {"entry": "", "told": ""},
    "StageClosed-1": {"held": True},
    "StageAnnounced-1": {"hotel": ""},
    "StartMoved-1": {"at": 0},
    "TokenMade-1": {"scopes": None},
    "SheetChanged-1": {"sheet.own_rules": [], **FOR_ANYBODY},
    "SheetChanged-2": FOR_ANYBODY,
    "TournamentCreated-1": {
        "sheet.own_rules": [],
        "sheet.flight_places": "by_time",
        "sheet.days.0.until_percent": None,
        "sheet.fees_settled": [],
        "sheet.items.0.members_only": False,
    },
    "TournamentCreated-2": {"sheet.fees_settled": [], "sheet.own_rules": [], "sheet.items.0.members_only": False},
    "TournamentCreated-3": {"sheet.own_rules": [], **FOR_ANYBODY},
    "TournamentCreated-4": FOR_ANYBODY,
}
"""Events of an older shape: the fields that came later, and what was true before there was such a field."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_event_is_read_and_written_as_it_was(file):
    """A golden file's payload decodes, and encodes to the same bytes."""
    name, _, schema = file.stem.partition("-")
    payload = file.read_bytes().rstrip(b"\n")
    meta = Meta("ana", "cashier", "", 0, "k", "c")
    event = codec().decode(Recorded("s", 1, name, int(schema), payload, meta, b""))
    assert type(event).__name__ == name, event
    written = codec().encode(event).payload
    if file.stem in SINCE_THEN:
        assert json.loads(written) == with_what_came(json.loads(payload), SINCE_THEN[file.stem])
    else:
        assert written == payload


def with_what_came(payload: Any, since: dict[str, Any]) -> Any:
    """The payload with values at dotted places that it did not have."""
    for place, value in since.items():
        *way, last = place.split(".")
        inside = payload
        for step in way:
            inside = inside[int(step) if step.isdigit() else step]
        assert last not in inside, place
        inside[last] = value
    return payload


def test_every_event_of_an_older_shape_says_what_it_means_today():
    """Each older file is in the table, and nothing else is: a new shape of an event adds its line."""
    today = {event.__name__: event.schema for event in EVENTS}
    older = {file.stem for file in FILES if int(file.stem.split("-")[1]) < today[file.stem.split("-")[0]]}
    assert older == set(SINCE_THEN)


def test_every_event_has_a_golden_file():
    """A kind of event, or a new schema of one, comes with its bytes."""
    wanted = {f"{event.__name__}-{event.schema}" for event in EVENTS}
    assert not wanted - {file.stem for file in FILES}
