"""Importing a file of results: tried on nothing first, then done; a file with a fault changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.people.directory import PERSON, directory
from feltro.app.ranking.results_csv import read_results
from feltro.app.world import Look
from feltro.kernel.outcome import Finding, Refused
from feltro.season.decide import decide
from feltro.season.now import SeasonNow

if TYPE_CHECKING:
    from feltro.app.ranking.results_csv import Into, Read
    from feltro.app.world.plan import Envelope, Handler


def look_at_file(data: bytes, into: Into, house: Handler, envelope: Envelope) -> Read | list[Finding]:
    """What a file would bring, and nothing is brought."""

    def known(person: str) -> bool:
        return house.store.kept(PERSON, person) is not None

    read = read_results(data, directory(house.store), known, into)
    if isinstance(read, list):
        return read
    return _tried(read, into.season, house, envelope) or read


def import_file(data: bytes, into: Into, house: Handler, envelope: Envelope) -> Read | list[Finding]:
    """What was imported, or everything for which nothing was."""
    read = look_at_file(data, into, house, envelope)
    if isinstance(read, list):
        return read
    refused: list[Finding] = []
    for number, command in enumerate((*read.people, *read.results)):
        if refused:
            break
        outcome = house.handle(command, msgspec.structs.replace(envelope, key=f"{envelope.key}-{number}"))
        refused = [_finding(outcome)] if isinstance(outcome, Refused) else []
    return refused or read


def _tried(read: Read, season: str, house: Handler, envelope: Envelope) -> list[Finding]:
    found: list[Finding] = []
    with house.world.lock:
        state = house.world.live(f"season:{season}").state
        now = SeasonNow(at=envelope.at, role=envelope.role, key=envelope.key)
        for person in read.people:
            planned = house.plan(person, envelope, Look(house.world))
            found += [_finding(planned)] if isinstance(planned, Refused) else []
        for command in read.results:
            decided = decide(command, state, None, now)
            found += [_finding(decided)] if isinstance(decided, Refused) else []
            if house.world.live(f"tournament:{command.result.event}").state.sheet is not None:
                found.append(
                    Finding("results.is_tournament", command.result.event, {"event": command.result.event})
                )
    return found


def _finding(refused: Refused) -> Finding:
    return Finding(refused.because, str(refused.values.get("event", "")), refused.values)
