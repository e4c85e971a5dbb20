"""Which scope a command takes of the token that it comes with; taking something back takes that of what is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.access.scopes import lacks, scope_of
from feltro.app.handling.catalogue import COMMANDS
from feltro.app.handling.correction import Correct
from feltro.app.handling.undo import Undo
from feltro.app.world.plan import Done

if TYPE_CHECKING:
    from feltro.app.access.rows import Identity
    from feltro.kernel.commands import Command
    from feltro.kernel.outcome import Refused
    from feltro.store.port import Reader


def out_of_scope(command: Command, who: Identity, reader: Reader) -> Refused | None:
    return lacks(who, sorted(needed_by(command, reader))) if who.scopes is not None else None


def needed_by(command: Command, reader: Reader) -> set[str]:
    """Nothing for taking back what never was: the house says that itself."""
    found = {scope_of(type(command))}
    if isinstance(command, Correct):
        found |= needed_by(command.replacement, reader)
    if isinstance(command, Undo | Correct):
        found |= _of_answered(command.command_key, reader)
    return found - {""}


def _of_answered(key: str, reader: Reader) -> set[str]:
    """An undo that is undone belongs to what was undone first."""
    seen: set[str] = set()
    while key.isprintable() and key not in seen:
        seen.add(key)
        answered = reader.answered(key)
        done = msgspec.json.decode(answered.outcome, type=Done) if answered and answered.outcome else None
        if done is None:
            return set()
        told = COMMANDS.get(done.command)
        if told is None:
            return {"do:house"}
        if told is not Undo:
            return {scope_of(told)}
        key = str(msgspec.json.decode(done.events[0].event)["key"])
    return set()
