"""The shape of events about people, access and media, as the log has them: a change needs a new schema."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from feltro.app.world.codec import codec
from feltro.app.world.streams import access, people
from feltro.season.events import OwnerMerged
from feltro.store.port import Meta, Recorded
from feltro.tournament.facts.opening import PlayerMerged
from feltro.tournament.media import evolve as media
from tests.conftest import ROOT

GOLDEN = ROOT / "tests" / "golden"
EVENTS = (*people.APPLY, *access.APPLY, *media.APPLY, PlayerMerged, OwnerMerged)


def sample(event):
    """An event with a value of its own in each field."""
    return event(**{field.name: _value(field) for field in msgspec.structs.fields(event)})


def _value(field):
    kinds = get_args(field.type) or (field.type,)
    if bool in kinds:
        return True
    if "tuple" in str(field.type):
        return (f"{field.name}-1",)
    if str in kinds:
        return f"{field.name}-1"
    return 1_800_000_000_000_000 if field.name in {"at", "kept_until"} else 100


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_an_event_is_written_and_read_as_ever(event):
    """The golden file is what the log holds: today's program reads it and would write it again."""
    file = GOLDEN / f"{event.__name__}-{event.schema}.json"
    golden = file.read_bytes().strip()
    assert codec().encode(sample(event)).payload == golden
    recorded = Recorded("x:1", 1, event.__name__, event.schema, golden, Meta("", "", "", 0, "k", ""), b"")
    assert codec().decode(recorded) == sample(event)
