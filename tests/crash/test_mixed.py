"""Kills, clocks and failing disks together: the history fits the answers that the desks got."""

from __future__ import annotations

import time

import msgspec
import pytest

from feltro.app.world.plan import Done
from tests.crash.mixed import MixedFaults, check_history
from tests.crash.mixed_places import FileHouse, ServerHouse


@pytest.mark.slow
def test_the_whole_history_fits_every_answer(tmp_path):
    """Another seed every time; it is in the name of what failed."""
    seed = time.time_ns() % 100_000
    counted = MixedFaults(FileHouse(tmp_path), seed).run(60)
    missing = {"clock set", "killed", "unavailable", "done"} - counted.keys()
    assert not missing, (seed, counted)


@pytest.mark.slow
@pytest.mark.postgres
def test_the_whole_history_fits_every_answer_on_a_server(postgres_url):
    """Its line is cut before or after it did what was asked; the process that asked dies; somebody sets the clock."""
    seed = time.time_ns() % 100_000
    with ServerHouse(postgres_url) as place:
        counted = MixedFaults(place, seed).run(40)
    missing = {"clock set", "killed", "unavailable", "done"} - counted.keys()
    assert not missing, (seed, counted)


def test_the_checker_notices_an_answer_that_nobody_can_find(tmp_path):
    """Lost, or told otherwise: a checker that says yes to everything proves nothing."""
    mixed = MixedFaults(FileHouse(tmp_path), 1)
    for given in range(4):
        mixed._serve(next(commands_of(given)))
    check_history(mixed.house, mixed.said)
    done = next(one for one in mixed.said if isinstance(one.answer, Done))
    lost = msgspec.structs.replace(done.answer, key="never")
    place = mixed.said.index(done)
    mixed.said[place] = done._replace(answer=lost)
    with pytest.raises(AssertionError, match="something else"):
        check_history(mixed.house, mixed.said)
    other = done.given._replace(envelope=msgspec.structs.replace(done.given.envelope, key="m.d9.77"))
    mixed.said[place] = done._replace(given=other)
    with pytest.raises(AssertionError, match="is lost"):
        check_history(mixed.house, mixed.said)
    mixed.said[place] = done._replace(sent=999, heard=1000)
    with pytest.raises(AssertionError, match="stands before"):
        check_history(mixed.house, mixed.said)
    mixed.close()


def commands_of(number):
    from tests.crash.busy_desk import commands

    return commands(f"c{number}", "d1")
