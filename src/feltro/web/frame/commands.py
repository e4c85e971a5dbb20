"""From a form to the house: the same check of every command that the JSON interface makes."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.access.who_stands import is_shared, who_stands
from feltro.app.handling.catalogue import command_decoder
from feltro.app.world.tonight import control_tonight
from feltro.kernel.commands import Command
from feltro.kernel.outcome import Refused
from feltro.web.frame.fields import text
from feltro.web.frame.gate import envelope, house_of
from feltro.web.frame.refusals import in_words
from feltro.web.frame.unfit import plainly

if TYPE_CHECKING:
    from feltro.app.world.plan import Done, Envelope
    from feltro.kernel.instants import Instant
    from feltro.web.frame.gate import AnyRequest

SENT_BEFORE = frozenset({"command.key_used", "command.undone_since"})
"""What is said of a form that was sent once already and is of no more use as it is."""


def give(request: AnyRequest, command: Command, key: str = "") -> Done | Refused:
    """What the house says, as people say it."""
    outcome = hand_over(request, command, key)
    return said_of(request, outcome, command) if isinstance(outcome, Refused) else outcome


def hand_over(
    request: AnyRequest, command: Command, key: str = "", tapped_at: Instant | None = None
) -> Done | Refused:
    """A field that cannot be is refused like anything else; the house sees only whole commands."""
    try:
        checked = command_decoder().decode(msgspec.json.encode(command))
    except (msgspec.MsgspecError, ValueError) as error:
        return unfit(error, command)
    sent = sent_by(request, checked, key)
    if isinstance(sent, Refused):
        return sent
    told = msgspec.structs.replace(sent, tapped_at=tapped_at) if tapped_at is not None else sent
    return house_of(request).handle(checked, told)


def sent_by(request: AnyRequest, command: Command, key: str) -> Envelope | Refused:
    """On a device that several share, money goes out by whoever stands there; the device is where it was done."""
    sent, house = envelope(request, key), house_of(request)
    if not is_shared(sent.who) or sent.role not in command.may or not house.moves_money_out(command):
        return sent
    with house.world.lock:
        minutes = control_tonight(house.world, house.books, sent.at).pin_minutes
    person = who_stands(house.store, sent.device, sent.at, minutes)
    if person is None:
        return Refused("access.pin_needed")
    return msgspec.structs.replace(sent, who=person.user, role=person.role)


def said_of(request: AnyRequest, refused: Refused, command: Command) -> Refused:
    """Nobody in the room knows an entry by its id."""
    house = house_of(request)
    with house.world.lock:
        return in_words(refused, house, getattr(command, "tournament", ""), getattr(command, "season", ""))


def unfit(error: Exception, command: Command) -> Refused:
    """A code with letters that no code may have is said in words: people type names where codes are asked."""
    said = str(error)
    typed = getattr(command, said.rpartition("`$.")[2].rstrip("`"), None)
    if "matching regex" in said and isinstance(typed, str):
        return Refused("form.unfit_code", {"typed": typed})
    return plainly(said)


def new_key() -> str:
    """For a form: sent twice, it is done once."""
    return uuid.uuid4().hex


def key_again(form: dict[str, Any], refused: Refused | None) -> str:
    """The form's own, so that sent twice it is done once. A new one where it was used for something else already, or undone
    since, as after the browser's way back: with the old one the form could never be sent again."""
    used = refused is not None and refused.because in SENT_BEFORE
    return new_key() if used else text(form, "key") or new_key()


def new_id(letter: str) -> str:
    """For something new. Ids say nothing about anybody: a letter in the middle keeps digits that happen to stand
    together from being read as somebody's document, which the registry would refuse."""
    drawn = uuid.uuid4().hex
    return f"{letter}{drawn[:6]}x{drawn[6:12]}"
