"""Who may do what: a command's card says it. A refusal says which roles may."""

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
