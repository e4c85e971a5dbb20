"""Opening, adding to, closing and reading an incident's file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.world.plan import Plan
from feltro.app.world.streams.incidents import IncidentClosed, IncidentNoted, IncidentOpened, IncidentsState
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.store.port import Keep
from feltro.tournament.facts.prizes import PrizeHeld, PrizeReleased

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.conduct.incidents.commands import CloseIncident, IncidentCommand, NoteOnIncident, OpenIncident
    from feltro.app.world.plan import Asked
    from feltro.store.port import Reader
    from feltro.tournament.state import TournamentState

INCIDENT = "incident"
"""Kind of the rows, by tournament and incident."""


class Note(msgspec.Struct, frozen=True, kw_only=True):
    at: Instant
    by: str
    account: str


class File(msgspec.Struct, frozen=True, kw_only=True):
    tournament: str
    incident: str
    kind: str
    people: tuple[str, ...]
    table: int
    hand: int
    notes: tuple[Note, ...]
    held: tuple[str, ...]
    """Entries whose prize waits for it."""
    closed: bool = False


def open_incident(command: OpenIncident, asked: Asked) -> Plan | Refused:
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    files: IncidentsState = asked.look.state(_stream(command))
    if command.incident in files.open:
        return Refused("incident.id_used", {"incident": command.incident})
    unknown = [one for one in command.hold_prize_of if one not in state.entries]
    if unknown:
        return Refused("entry.not_in_the_event", {"entry": unknown[0]})
    held = tuple(dict.fromkeys(one for one in command.hold_prize_of if one not in state.prizes.held))
    file = File(
        tournament=command.tournament,
        incident=command.incident,
        kind=command.kind,
        people=command.people,
        table=command.table,
        hand=command.hand,
        notes=(_note(command.account, asked),),
        held=held,
    )
    events: tuple[Any, ...] = tuple(PrizeHeld(entry=one, reason=asked.envelope.key) for one in held)
    return _plan(file, command, IncidentOpened(incident=command.incident), events)


def note_on_incident(command: NoteOnIncident, asked: Asked) -> Plan | Refused:
    file = _open(command, asked)
    if isinstance(file, Refused):
        return file
    more = msgspec.structs.replace(file, notes=(*file.notes, _note(command.account, asked)))
    return _plan(more, command, IncidentNoted(incident=command.incident), ())


def close_incident(command: CloseIncident, asked: Asked) -> Plan | Refused:
    file = _open(command, asked)
    if isinstance(file, Refused):
        return file
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    held = [one for one in file.held if one in state.prizes.held] if command.release_prizes else []
    events = tuple(PrizeReleased(entry=one, reason=asked.envelope.key) for one in held)
    done = msgspec.structs.replace(file, notes=(*file.notes, _note(command.account, asked)), closed=True)
    return _plan(done, command, IncidentClosed(incident=command.incident), events)


def _open(command: IncidentCommand, asked: Asked) -> File | Refused:
    files: IncidentsState = asked.look.state(_stream(command))
    if not files.open.get(command.incident):
        return Refused("incident.not_open", {"incident": command.incident})
    file = load(command.tournament, command.incident, asked.look.world.store)
    return file or Refused("incident.erased", {"incident": command.incident})


def _plan(file: File, command: IncidentCommand, event: Any, events: tuple[Any, ...]) -> Plan:
    streams = {_stream(command): (event,)}
    if events:
        streams[f"tournament:{command.tournament}"] = events
    row = Keep(INCIDENT, f"{command.tournament}/{command.incident}", msgspec.json.encode(file, order="sorted"))
    return Plan(events=streams, registry=(row,))


def _stream(command: IncidentCommand) -> str:
    return f"incidents:{command.tournament}"


def _note(account: str, asked: Asked) -> Note:
    return Note(at=asked.envelope.at, by=asked.envelope.who, account=account)


# Reading


def load(tournament: str, incident: str, store: Reader) -> File | None:
    row = store.kept(INCIDENT, f"{tournament}/{incident}")
    return msgspec.json.decode(row.body, type=File) if row else None


def files_about(people: set[str], store: Reader) -> Iterator[File]:
    """Every file that names one of these people."""
    for row in store.registry(INCIDENT):
        file = msgspec.json.decode(row.body, type=File)
        if people & set(file.people):
            yield file
