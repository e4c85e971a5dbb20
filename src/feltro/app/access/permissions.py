"""Who may do what: a command's card says it. A refusal says which roles may."""

from feltro.app.access.who_stands import is_shared
from feltro.kernel.commands import Command
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ROLES

READERS = ROLES
"""Everybody with a token may see a tournament, each as far as its fields are for their role (kernel/sight.py)."""


def refusal(command: Command, role: str) -> Refused | None:
    if role in command.may:
        return None
    return Refused(
        "permission.role_may_not", {"role": role, "command": type(command).__name__, "roles": command.may}
    )


def refuse_nobody(command: Command, who: str) -> Refused | None:
    """Money does not leave by the hand of a device: somebody stands there, and says who by PIN."""
    return Refused("access.pin_needed") if command.money_out and is_shared(who) else None
