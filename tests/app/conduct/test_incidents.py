"""Incidents: a file that only the direction reads, that can hold a prize, and that can be erased."""

from __future__ import annotations

import pytest

from feltro.app.conduct.incidents.files import load
from tests.tournament.play import Play

TEXT = "Fulano contou que Beltrano marcou cartas."


def opened(play: Play, **more: object) -> None:
    fields = {"incident": "i1", "kind": "suspicion", "people": ["p1"], "table": 1, "hand": 12, "account": TEXT}
    play.direct("OpenIncident", **{**fields, **more})


def everything(play: Play) -> bytes:
    """Every event and every answer of the house."""
    streams = play.house.store.streams()
    events = [one.payload for stream in streams for one in play.house.store.read(stream)]
    return b"".join([*events, *(one.outcome for one in play.house.store.answers())])


def test_what_was_told_stays_out_of_the_log():
    """The log knows that there is a file: not what is in it, not what it is about, not about whom."""
    play = Play({1: 3})
    before = everything(play)
    opened(play)
    play.direct("NoteOnIncident", incident="i1", account="Vídeo pedido.")
    written = everything(play)[len(before) :]
    for word in (b"Fulano", b"suspicion", b"p1", "Vídeo".encode()):
        assert word not in written
    file = load("t1", "i1", play.house.store)
    assert [note.account for note in file.notes] == [TEXT, "Vídeo pedido."]


@pytest.mark.parametrize("role", ["floor", "dealer", "cashier", "finance", "viewer"])
def test_nobody_but_the_direction_writes(role):
    """Others are refused, and not told whether there is a file; who reads stands in tests/permissions/who_sees.toml."""
    play = Play({1: 3})
    fields = {"incident": "i1", "kind": "suspicion", "account": TEXT}
    assert play.refused("OpenIncident", role=role, tournament="t1", **fields).because == "permission.role_may_not"


def test_a_prize_waits_until_the_file_is_closed():
    """Opened with a hold on e1's prize; closed, it is released; what was held by hand stays held."""
    play = Play({1: 3})
    play.direct("HoldPrize", entry="e2", reason="documento")
    opened(play, hold_prize_of=["e1", "e2"])
    assert set(play.state.prizes.held) == {"e1", "e2"}
    play.direct("CloseIncident", incident="i1", account="Nada se provou.")
    assert set(play.state.prizes.held) == {"e2"}
    assert play.no("NoteOnIncident", incident="i1", account="x").because == "incident.not_open"


def test_a_prize_that_was_released_before_is_not_released_by_closing_the_file():
    """The direction let e1 have it yesterday; today the file is closed, and nothing is said of any prize."""
    play = Play({1: 3})
    opened(play, hold_prize_of=["e1"])
    play.direct("ReleasePrize", entry="e1", reason="família viaja")
    closed = play.direct("CloseIncident", incident="i1", account="Nada se provou.")
    assert [told.name for told in closed.events] == ["IncidentClosed"]


def test_a_prize_is_held_and_released_with_a_reason():
    """Without one, twice, or for nobody: refused."""
    play = Play({1: 3})
    assert play.no("HoldPrize", entry="e1", reason=" ").because == "prize.hold_needs_reason"
    play.direct("HoldPrize", entry="e1", reason="x")
    assert play.no("HoldPrize", entry="e1", reason="x").because == "prize.held"
    play.direct("ReleasePrize", entry="e1", reason="x")
    assert play.no("ReleasePrize", entry="e1", reason="x").because == "prize.not_held"
    assert play.no("HoldPrize", entry="e9", reason="x").because == "entry.not_in_the_event"


def test_an_incident_that_cannot_be_is_refused():
    """A name used before, an entry that is not there, a tournament that is not there."""
    play = Play({1: 3})
    opened(play)
    fields = {"kind": "other", "account": "x"}
    assert play.no("OpenIncident", incident="i1", **fields).because == "incident.id_used"
    refused = play.no("OpenIncident", incident="i2", hold_prize_of=["e9"], **fields)
    assert refused.because == "entry.not_in_the_event"
    gone = play.refused("OpenIncident", role="director", tournament="t9", incident="i1", **fields)
    assert gone.because == "tournament.unknown"


def test_a_closed_file_goes_with_the_person_it_is_about():
    """While it is open the person's data is needed; closed, it is erased with them."""
    play = Play({1: 3})
    ana = {"name": "Ana Lima", "born_on": "1990-01-01", "photo_id_seen": True}
    play.done("RegisterPerson", person="ana", **ana)
    opened(play, people=["ana"])
    assert play.refused("ErasePerson", role="director", person="ana").because == "person.erase.incident"
    play.direct("CloseIncident", incident="i1", account="x")
    play.done("ErasePerson", role="director", person="ana")
    assert load("t1", "i1", play.house.store) is None
