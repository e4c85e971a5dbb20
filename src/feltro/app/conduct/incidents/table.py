"""Which function answers which command about incidents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.conduct.incidents import commands as c
from feltro.app.conduct.incidents import files as keeping
from feltro.kernel.commands import Command

if TYPE_CHECKING:
    from feltro.app.world.plan import UseCase

USE_CASES: dict[type[Command], UseCase] = {
    c.OpenIncident: keeping.open_incident,
    c.NoteOnIncident: keeping.note_on_incident,
    c.CloseIncident: keeping.close_incident,
}
