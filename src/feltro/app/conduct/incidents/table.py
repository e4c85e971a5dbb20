"""Which function answers which command about incidents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.conduct.incidents import commands as c
from feltro.app.conduct.incidents import files as keeping

if TYPE_CHECKING:
    import msgspec

    from feltro.app.world.plan import UseCase

USE_CASES: dict[type[msgspec.Struct], UseCase] = {
    c.OpenIncident: keeping.open_incident,
    c.NoteOnIncident: keeping.note_on_incident,
    c.CloseIncident: keeping.close_incident,
}
