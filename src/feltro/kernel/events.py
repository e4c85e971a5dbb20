"""What every event carries. An event holds ids and amounts, never a name, a document or free text."""

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    about: ClassVar[tuple[str, ...]] = ()
    """The fields that say which things it is about: undoing a command is refused while a later one is about the same."""
    schema: ClassVar[int] = 1
    final: ClassVar[bool] = False
    """Not to be undone: money changed hands, paper was handed over, somebody was let in. Another command answers it."""
    answered_by: ClassVar[str] = ""
    """Of a final one: the command that takes it back, with its own reason, permission and paper."""
    own: ClassVar[tuple[str, ...]] = ()
    """The fields that name those in whose cause it is: none of them does it, or takes it back, where others work too."""
    own_back: ClassVar[tuple[str, ...]] = ()
    """The fields that name those whom it costs something: anybody does it, and none of them takes it back."""
    untold: ClassVar[tuple[str, ...]] = ()
    """Fields that no answer tells whoever gave the command: what a blind count is to find."""


OWN_CAUSE = "control.own."
"""How the reason begins, where whoever did it is whom it was for."""


class DoneAlone(Event, frozen=True, kw_only=True):
    """A second person would have looked at this, and there was none: papers and the owner's night say so."""

    act: str
    """The command."""
    subject: str
    """The id of what it was done to."""
    because: str = "control.alone"
