"""What somebody asks from their phone before they stand at the desk. Who they are goes into a row, never into the log."""

from typing import Annotated

import msgspec

from feltro.kernel.commands import NEVER, TournamentCommand
from feltro.kernel.fields import AnybodyId, Id, NewId
from feltro.kernel.roles import DESK, ROLES

Line = Annotated[str, msgspec.Meta(max_length=120)]


class AskEntry(TournamentCommand, frozen=True, kw_only=True):
    """Interest, or all that the desk would ask for: nothing is paid, and no chair is held."""

    may = ROLES
    taken_back = "WithdrawAsk"
    personal = ("name", "known_as", "cpf", "foreign", "country", "born_on", "email", "phone", "card")
    ask: NewId
    interest: bool = False
    """Only that somebody means to come: a name, and nothing more."""
    name: Line = ""
    known_as: Line = ""
    cpf: Line = ""
    foreign: Line = ""
    country: Line = ""
    born_on: Line = ""
    """As it was typed: 21/03/1990."""
    email: Line = ""
    phone: Line = ""
    card: Line = ""
    """The address of a seat card of theirs, from any event of the house, or its end: `t1/k3…`."""
    initials: bool = False
    image: bool = False
    """The use of the image is granted, where the book asks for it."""
    terms: bool = False


class WithdrawAsk(TournamentCommand, frozen=True, kw_only=True):
    """They do not come after all, or somebody at the desk takes the line off the list: what was told is erased."""

    may = ROLES
    taken_back = NEVER
    personal = ("code",)
    ask: Id
    code: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """What the address on the phone says; the desk needs none."""


class TakeAsk(TournamentCommand, frozen=True, kw_only=True):
    """The desk knows who it is: what the phone told is erased, the person's own file has it."""

    may = DESK
    taken_back = NEVER
    ask: Id
    person: AnybodyId
