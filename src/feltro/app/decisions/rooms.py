"""Rooms: their own commands, and what a tournament's tables take from them and give back."""

from typing import Any

from feltro.app.world.plan import Asked, Plan
from feltro.house import rooms
from feltro.house.room_commands import FurnishRoom, RoomCommand
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.tournament.facts import floor as f


def decided(command: RoomCommand, asked: Asked) -> Plan | Refused:
    stream = f"room:{command.room}"
    state = asked.look.state(stream)
    if not state.room and not isinstance(command, FurnishRoom):
        return Refused("room.unknown", {"room": command.room})
    events = rooms.decide(command, state, asked.envelope.at)
    return events if isinstance(events, Refused) else Plan(events={stream: events})


def room_events(events: tuple[Event, ...], state: Any, asked: Asked) -> dict[str, tuple[Event, ...]] | Refused:
    """In one transaction with the tournament: a table serves one at a time."""
    found: dict[str, list[Event]] = {}
    for event in events:
        if isinstance(event, f.TableOpened) and event.room:
            stream = f"room:{event.room}"
            taken = rooms.take_table(event.table, event.chairs, state.tournament, asked.look.state(stream))
            if isinstance(taken, Refused):
                return taken
            found.setdefault(stream, []).append(taken)
        elif isinstance(event, f.TableClosed) and state.floor.tables[event.table].room:
            stream = f"room:{state.floor.tables[event.table].room}"
            back = rooms.table_back(event.table, asked.look.state(stream), asked.envelope.at)
            found.setdefault(stream, []).extend(back)
    return {stream: tuple(moved) for stream, moved in found.items()}
