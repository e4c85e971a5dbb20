"""Events stay readable: the bytes of each kind, as first written, still mean what they meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltro.app.codec import EVENTS, codec
from feltro.store.port import Meta, Recorded

GOLDEN = Path(__file__).parent.parent / "golden"
FILES = sorted(GOLDEN.glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_event_is_read_and_written_as_it_was(file):
    """A golden file's payload decodes, and encodes to the same bytes."""
    name, _, schema = file.stem.partition("-")
    payload = file.read_bytes().rstrip(b"\n")
    meta = Meta("ana", "cashier", "", 0, "k", "c")
    event = codec().decode(Recorded("s", 1, name, int(schema), payload, meta, b""))
    assert type(event).__name__ == name, event
    if int(schema) == type(event).schema:
        assert codec().encode(event).payload == payload


def test_every_event_has_a_golden_file():
    """A kind of event, or a new schema of one, comes with its bytes."""
    wanted = {f"{event.__name__}-{event.schema}" for event in EVENTS}
    assert not wanted - {file.stem for file in FILES}
