"""The form of an act becomes its command: each field is read as it was asked."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.event_view import moment_of
from feltro.app.handling.catalogue import COMMANDS
from feltro.app.handling.correction import Correct
from feltro.app.people.directory import directory
from feltro.app.people.person import folded
from feltro.app.world.past import Version
from feltro.kernel.commands import Command
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.tournament.eliminations.commands import Busted, BustHand, Eliminate
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.web.acts import choices, written
from feltro.web.acts.asked import shape, takes
from feltro.web.acts.written import MistypedError
from feltro.web.frame.fields import numbers, slug, text, texts, ticked
from feltro.web.frame.unfit import field_of, plainly

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.web.acts.ground import Asking


class Unread(NamedTuple):
    """What could not be read, and beside which field that is said."""

    refused: Refused
    field: str = ""
    others: tuple[Unread, ...] = ()
    """Whatever else could not be: all of it is said at once."""


def read_act(name: str, asking: Asking) -> Command | Unread:
    fields: dict[str, Any] = {}
    unread: list[Unread] = []
    for field, kind, required in shape(name):
        try:
            fields[field] = READ[kind](name, field, asking)
        except MistypedError as error:
            unread.append(Unread(error.refused, field))
            continue
        if required and kind != "tick" and fields[field] in ("", None, (), [], {}):
            unread.append(Unread(Refused("money.no_drawer" if kind == "desk" else "acts.missing"), field))
    if unread:
        return unread[0]._replace(others=tuple(unread[1:]))
    if name == "Correct":
        return _correct(fields, asking)
    known = {
        "tournament": asking.found.id if asking.found else None,
        "season": asking.season.season if asking.season else None,
    }
    fields |= {one: value for one, value in known.items() if value and one in takes(name)}
    if name == "AmendRule":
        fields["value"] = _rule_value(fields["value"], asking)
    if name == "FurnishRoom":
        fields["tables"] = [{"number": one} for one in fields.get("tables") or ()]
    return made_of(name, fields)


def made_of(name: str, fields: dict[str, Any]) -> Command | Unread:
    """Without what was left empty. What does not fit is said beside its field."""
    filled = {one: value for one, value in fields.items() if value not in ("", None)}
    try:
        made: Command = msgspec.convert({**filled, "type": name}, COMMANDS[name], strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        return unfit(str(error))
    return made


def unfit(said: str) -> Unread:
    """Out of its bounds, too long, or nothing that the field can be."""
    return Unread(plainly(said), field_of(said))


# Each kind of field, as people fill it in


def _searched(command: str, name: str, asking: Asking) -> str:
    """Who was chosen of those found; or the only one whom the typed words fit."""
    said, chosen = text(asking.given, f"{name}.said"), text(asking.given, name)
    if not said:
        return _known(command, name, chosen, asking)
    fitting = choices.matching(command, name, said, asking)
    if chosen in {one for one, _ in fitting}:
        return chosen
    exactly = [one for one, called in fitting if folded(called.partition(" · ")[0]) == folded(said)]
    same = exactly or [one for one, _ in fitting]
    if len(same) != 1:
        raise MistypedError("acts.several_fit" if same else "acts.nothing_fits", said)
    return same[0]


def _known(command: str, name: str, chosen: str, asking: Asking) -> str:
    """An address may name anybody; a name in the place of an id is looked for like one that was typed."""
    if not chosen or choices.of(command, name) is not choices.anybody:
        return chosen
    return find_person(chosen, asking)


def find_person(said: str, asking: Asking) -> str:
    """A name, a document or an id, of one person and no other."""
    known = directory(asking.house.store)
    if known.get(said):
        return said
    found = known.search(said, choices.MOST_FOUND)
    same = [one for one in found if folded(said) in {folded(one.name), folded(one.called)}] or found
    if len(same) != 1:
        raise MistypedError("acts.several_people" if same else "acts.nobody", said)
    return same[0].id


def _entries(command: str, name: str, asking: Asking) -> list[str]:
    if ticked(asking.given, f"{name}.all"):
        return [entry for entry, _ in choices.offered(command, name, asking)]
    return texts(asking.given, name)


def _moment(_command: str, name: str, asking: Asking) -> str | None:
    said = text(asking.given, name)
    if not said:
        return None
    read = moment_of(said, asking.zone)
    if read is None or isinstance(read, Version):
        raise MistypedError("acts.not_a_moment", said)
    return local_time(read, asking.zone).isoformat()


def _numbers(_command: str, name: str, asking: Asking) -> tuple[int, ...]:
    said = text(asking.given, name)
    read = numbers(said) if said else ()
    if read is None:
        raise MistypedError("director.not_numbers", said)
    return read


def _by_entry(_command: str, name: str, asking: Asking) -> dict[str, int]:
    """One field for each player, under the name of the whole and the player's id."""
    prefix, read = f"{name}.", {}
    for field in asking.given:
        said = text(asking.given, field) if field.startswith(prefix) else ""
        if said:
            as_said = written.centavos if "centavos" in name else written.whole_number
            read[field.removeprefix(prefix)] = as_said(said)
    return read


def _new(_command: str, name: str, asking: Asking) -> str:
    """A letter in the middle keeps digits from being read as somebody's document, as `new_id` explains."""
    key = text(asking.given, "key")
    return f"{name[0]}{key[:6]}x{key[6:12]}"


def _typed(_command: str, name: str, asking: Asking) -> str:
    return text(asking.given, name)


def _as(read: Callable[[str], Any]) -> Callable[[str, str, Asking], Any]:
    def one(_command: str, name: str, asking: Asking) -> Any:
        said = text(asking.given, name)
        return read(said) if said else None

    return one


def _by_line(read: Callable[[list[str]], Any]) -> Callable[[str, str, Asking], Any]:
    return lambda _command, name, asking: read(written.lines(asking.given, name))


READ: dict[str, Callable[[str, str, Asking], Any]] = {
    "new": _new,
    "chosen": _typed,
    "literal": _typed,
    "text": _typed,
    "long": _typed,
    "value": _typed,
    "search": _searched,
    "id": _as(slug),
    "tick": lambda _command, name, asking: ticked(asking.given, name),
    "entries": _entries,
    "number": _as(written.whole_number),
    "moment": _moment,
    "money": _as(written.centavos),
    "numbers": _numbers,
    "pieces": lambda _command, name, asking: written.pieces("\n".join(written.lines(asking.given, name))),
    "stacks": _by_entry,
    "amounts": _by_entry,
    "amount_lines": _by_line(lambda lines: [written.centavos(one) for one in lines]),
    "columns": _by_line(written.columns),
    "people": lambda _command, name, asking: [
        find_person(one, asking) for one in written.lines(asking.given, name)
    ],
    "ids": lambda _command, name, asking: [
        one for one in map(slug, re.split(r"[,;\n]", text(asking.given, name))) if one
    ],
    "desk": lambda _command, _name, asking: asking.desk,
}


def _rule_value(said: str, asking: Asking) -> Any:
    """As the rulebook writes it; what it is not, the rulebook refuses in its own words."""
    match asking.rule.type if asking.rule else "":
        case "bool":
            return said == "true"
        case "count":
            return int(said) if said.isdecimal() else said
        case "fraction":
            share = said.rstrip("% ").replace(",", ".")
            return float(Decimal(share) / 100) if re.fullmatch(r"\d+(\.\d+)?", share) else said
        case "money":
            return str(Money.parse(said)) if re.fullmatch(r"[\d.,R$ ]+", said) else said
    return said


def _correct(fields: dict[str, Any], asking: Asking) -> Command | Unread:
    """The same hand with another player out. Of several busts the one named is taken back, the rest stay."""
    key, _, wrong = fields["command_key"].rpartition("|")
    right, standing = fields["replacement"], asking.event
    facts = asking.house.world.live(standing.stream).by_key.get(key, [])
    outs = [fact.event for fact in facts if isinstance(fact.event, EntryEliminated)]
    if wrong not in {one.entry for one in outs}:
        return Unread(Refused("director.not_read", {"typed": key}), "command_key")
    if right not in standing.state.entries:
        return Unread(Refused("director.not_read", {"typed": right}), "replacement")
    busts = tuple(
        Busted(entry=right if one.entry == wrong else one.entry, stack=one.stack, by=one.by) for one in outs
    )
    hand: dict[str, Any] = {"tournament": standing.id, "hand": outs[0].hand, "round": outs[0].round}
    alone = Eliminate(**hand, entry=right, stack=outs[0].stack, by=outs[0].by)
    replacement = alone if len(outs) == 1 else BustHand(**hand, busts=busts)
    return Correct(command_key=key, replacement=replacement, reason=fields["reason"])
