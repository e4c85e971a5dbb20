"""A rare act's form becomes its command: each field is read as it was asked."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.catalogue import COMMANDS
from feltro.app.use_cases.correcting import Correct
from feltro.app.views import Version
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.tournament.commands import Eliminate
from feltro.tournament.eliminations.commands import Busted, BustHand
from feltro.tournament.table_events import EntryEliminated
from feltro.web.director.acts.asked import shape, takes
from feltro.web.director.ground import moment_of
from feltro.web.director.reading import numbers, whole_or
from feltro.web.fields import text, texts, ticked

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.web.director.ground import Standing

PIECES = re.compile(r"([\d.]+)\s*[x×:=]\s*([\d.]+)", re.IGNORECASE)


class UnreadableError(ValueError):
    """What was typed into a field cannot be what it asks for."""


def read_act(name: str, form: dict[str, Any], found: Standing, house: House) -> msgspec.Struct | Refused:
    try:
        if name == "Correct":
            return _correct(form, found, house)
        fields = {one: READ[kind](form, one, found) for one, kind, _ in shape(name)}
    except UnreadableError as error:
        return Refused("director.not_read", {"typed": str(error)})
    known = {"tournament": found.event.id, "season": found.state.season}
    fields |= {one: value for one, value in known.items() if one in takes(name)}
    if name == "AmendRule":
        fields["value"] = _rule_value(fields, found)
    if name == "FurnishRoom":
        fields["tables"] = [{"number": one} for one in fields.get("tables") or ()]
    return made_of(name, fields)


def made_of(name: str, fields: dict[str, Any]) -> msgspec.Struct | Refused:
    """Without what was left empty. What does not fit is said in the words of the form."""
    filled = {one: value for one, value in fields.items() if value not in ("", None)}
    try:
        made: msgspec.Struct = msgspec.convert({**filled, "type": name}, COMMANDS[name], strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        return Refused("form.unfit", {"said": str(error)})
    return made


def _number(form: dict[str, Any], name: str, _found: Standing) -> Any:
    read = whole_or(form, name, -1)
    if isinstance(read, Refused):
        raise UnreadableError(text(form, name))
    return None if read < 0 else read


def _moment(form: dict[str, Any], name: str, found: Standing) -> Any:
    written = text(form, name)
    if not written:
        return None
    read = moment_of(written, found.state.the_sheet.zone)
    if read is None or isinstance(read, Version):
        raise UnreadableError(written)
    return local_time(read, found.state.the_sheet.zone).isoformat()


def _money(written: str) -> int:
    try:
        return Money.parse(written).centavos
    except ValueError:
        raise UnreadableError(written) from None


def _amount(form: dict[str, Any], name: str, _found: Standing) -> Any:
    written = text(form, name)
    return _money(written) if written else None


def _numbers(form: dict[str, Any], name: str, _found: Standing) -> Any:
    written = text(form, name)
    read = numbers(written) if written else ()
    if read is None:
        raise UnreadableError(written)
    return read


def _pieces(form: dict[str, Any], name: str, _found: Standing) -> Any:
    """`100x5, 500x1` as pieces of each value."""
    written = text(form, name)
    parts = [part.strip() for part in re.split(r"[,;+]", written) if part.strip()]
    read = [PIECES.fullmatch(part) for part in parts]
    if not parts or not all(read):
        raise UnreadableError(written)
    return {_whole(one[1]): _whole(one[2]) for one in read if one}


def _whole(written: str) -> int:
    digits = written.replace(".", "")
    if not digits.isdecimal():
        raise UnreadableError(written)
    return int(digits)


def _by_entry(form: dict[str, Any], name: str, _found: Standing) -> dict[str, int]:
    """One field for each player, under the name of the whole and the player's id."""
    prefix, read = f"{name}.", {}
    for field in form:
        if field.startswith(prefix) and text(form, field):
            written = text(form, field)
            read[field.removeprefix(prefix)] = _money(written) if "centavos" in name else _whole(written)
    return read


def slug(written: str) -> str:
    """`Casa de Apostas` as an id: brands, dealers and decks are called by their names and kept by these."""
    plain = unicodedata.normalize("NFKD", written).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:64]


def _ids(form: dict[str, Any], name: str, _found: Standing) -> list[str]:
    return [one for one in map(slug, re.split(r"[,;\n]", text(form, name))) if one]


READ: dict[str, Callable[[dict[str, Any], str, Any], Any]] = {
    "new": lambda form, name, _: text(form, name),
    "chosen": lambda form, name, _: text(form, name),
    "literal": lambda form, name, _: text(form, name),
    "text": lambda form, name, _: text(form, name),
    "value": lambda form, name, _: text(form, name),
    "entry": lambda form, name, _: text(form, name),
    "id": lambda form, name, _: slug(text(form, name)),
    "tick": lambda form, name, _: ticked(form, name),
    "entries": lambda form, name, _: texts(form, name),
    "number": _number,
    "moment": _moment,
    "money": _amount,
    "numbers": _numbers,
    "pieces": _pieces,
    "stacks": _by_entry,
    "amounts": _by_entry,
    "ids": _ids,
}


def _rule_value(fields: dict[str, Any], found: Standing) -> Any:
    """As the rulebook writes it; what it is not, the rulebook refuses in its own words."""
    rule = found.event.book.rulebook.parameters.get(fields["parameter"])
    written = fields["value"]
    match rule.type if rule else "":
        case "bool":
            return written == "true"
        case "count":
            return int(written) if written.isdecimal() else written
        case "fraction":
            share = written.rstrip("% ").replace(",", ".")
            return float(Decimal(share) / 100) if re.fullmatch(r"\d+(\.\d+)?", share) else written
        case "money":
            return str(Money.parse(written)) if re.fullmatch(r"[\d.,R$ ]+", written) else written
    return written


def _correct(form: dict[str, Any], found: Standing, house: House) -> msgspec.Struct | Refused:
    """The same hand with another player out. Of several busts the one named is taken back, the rest stay."""
    key, _, wrong = text(form, "command_key").rpartition("|")
    right, event = text(form, "replacement"), found.event.id
    facts = house.world.live(found.event.stream).by_key.get(key, [])
    outs = [fact.event for fact in facts if isinstance(fact.event, EntryEliminated)]
    if wrong not in {one.entry for one in outs} or right not in found.state.entries:
        return Refused("director.not_read", {"typed": right or key})
    busts = tuple(
        Busted(entry=right if one.entry == wrong else one.entry, stack=one.stack, by=one.by) for one in outs
    )
    hand: dict[str, Any] = {"tournament": event, "hand": outs[0].hand, "round": outs[0].round}
    alone = Eliminate(**hand, entry=right, stack=outs[0].stack, by=outs[0].by)
    replacement = alone if len(outs) == 1 else BustHand(**hand, busts=busts)
    return Correct(command_key=key, replacement=replacement, reason=text(form, "reason"))
