"""What the form of an act asks: a field for each of its command's, with what is known to choose from.

Words are found by name: `acts.<Command>` is its title and its button, `acts.<Command>.help` says when it is used,
`acts.field.<field>` is a label, `acts.choice.<field>.<choice>` an answer, `acts.like.<kind>` how one writes it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import inspect

from feltro.app.handling.catalogue import COMMANDS
from feltro.house.room_commands import RoomTable
from feltro.kernel.fields import FieldType, fields_of
from feltro.kernel.instants import local_time
from feltro.tournament.prizes.commands import TableColumn
from feltro.web.acts import choices
from feltro.web.acts.choices import Choices, field_of
from feltro.web.acts.listed import RARE, SEASON
from feltro.web.frame.fields import text, texts, ticked
from feltro.words.sentences import say, sentences

if TYPE_CHECKING:
    from feltro.web.acts.ground import Asking
    from feltro.words.languages import Lang

SEARCHED = frozenset({"entry", "person", "ban", "parameter", "clause"})
"""Lists too long to look through: found by what one types of the name."""
OF_LINES: dict[type, str] = {RoomTable: "numbers", TableColumn: "columns"}
"""Lists of things that are written on a line each."""
UNSEEN = ("new", "desk")


class FormField(NamedTuple):
    name: str
    kind: str
    """One of `read.READ`; `hidden` is known already."""
    label: str = ""
    required: bool = False
    value: str = ""
    said: str = ""
    """What was typed to find somebody."""
    choices: tuple[tuple[str, str], ...] = ()
    chosen: frozenset[str] = frozenset()
    """Of a list in which several can be ticked."""
    like: str = ""
    written: tuple[tuple[str, str, str], ...] = ()
    """A small field for each of a list: whose, by what name, what was typed."""
    optional_empty: bool = True
    """Whether a list begins with no answer."""


@cache
def shape(command: str) -> tuple[tuple[str, str, bool], ...]:
    """Name, kind and whether it must be filled in, of each field."""
    asked = [one for one in fields_of(COMMANDS[command]) if not _known(command, one)]
    return tuple((one.name, _kind(command, one), one.required) for one in asked)


def _known(command: str, field: FieldType) -> bool:
    """From where the form stands; but a season's act may be about one of its events: that is asked."""
    of_season = command in RARE and RARE[command].place == SEASON
    here = field.names == "season" or (field.names in ("tournament", "event") and not of_season)
    return here or "unasked" in field.marks


def _kind(command: str, field: FieldType) -> str:
    if "new" in field.marks:
        return "new"
    match field.kind:
        case inspect.LiteralType() if not field.names:
            return "literal"
        case inspect.AnyType():
            return "value"
        case inspect.DictType():
            return "pieces" if not field.names else "amounts" if field.holds == "centavos" else "stacks"
        case inspect.VarTupleType():
            return _several(field)
    plain = PLAIN.get(field.names) or PLAIN.get(field.holds)
    if plain:
        return plain
    if choices.of(command, field.name):
        return "search" if field.names in SEARCHED or field.name in choices.OWN else "chosen"
    return BY_TYPE.get(type(field.kind), "text")


def _several(field: FieldType) -> str:
    match field.kind.item_type:
        case inspect.StructType(cls=line):
            return OF_LINES[line]
        case inspect.IntType():
            return "amount_lines" if field.holds == "centavos" else "numbers"
    return {"entry": "entries", "person": "people"}.get(field.names, "ids")


PLAIN = {"desk": "desk", "brand": "id", "centavos": "money", "reason": "long"}
BY_TYPE: dict[type, str] = {inspect.BoolType: "tick", inspect.DateTimeType: "moment", inspect.IntType: "number"}


def fields_for(command: str, asking: Asking) -> list[FormField]:
    listed = [_field(command, *one, asking) for one in shape(command) if one[1] not in UNSEEN]
    return [one for one in listed if one is not None]


def _field(command: str, name: str, kind: str, required: bool, asking: Asking) -> FormField | None:
    given, lang = text(asking.given, name), asking.lang
    made = FormField(name, kind, label_of(command, name, lang), required, given, like=_like(command, kind, lang))
    match kind:
        case "chosen":
            return _listed(made, choices.offered(command, name, asking))
        case "literal":
            values, first = _literal(command, name, lang)
            return made._replace(
                kind="chosen", choices=tuple(values), value=given or first, optional_empty=not first
            )
        case "search":
            said = text(asking.given, f"{name}.said")
            return made._replace(said=said, choices=choices.found(command, name, asking))
        case "entries":
            listed = choices.offered(command, name, asking)
            ticks = frozenset(texts(asking.given, name))
            meant = not asking.sent and "everybody" in field_of(command, name).marks
            everybody = meant or ticked(asking.given, f"{name}.all")
            return made._replace(
                choices=tuple(listed), chosen=frozenset(one for one, _ in listed) if everybody else ticks
            )
        case "stacks" | "amounts":
            written = [(one, called, text(asking.given, f"{name}.{one}")) for one, called in choices.left(asking)]
            return made._replace(written=tuple(written))
        case "value":
            return _value(asking, made)
        case "moment":
            return made._replace(value=given or (_now(asking) if required else ""))
    return made


def _listed(made: FormField, offered: Choices) -> FormField:
    """Of one day there is nothing to choose."""
    if made.name == "day" and len(offered) == 1:
        return made._replace(kind="hidden", value=offered[0][0])
    return made._replace(choices=tuple(offered), optional_empty=not made.required or len(offered) > 1)


def _now(asking: Asking) -> str:
    return local_time(asking.at, asking.zone).strftime("%Y-%m-%dT%H:%M")


def _value(asking: Asking, made: FormField) -> FormField | None:
    """A rule's value is asked as its kind wants it."""
    rule = asking.rule
    if rule is None:
        return None
    listed = [(code, said.read(asking.lang)) for code, said in rule.choices.items()]
    if rule.type == "bool":
        listed = [("true", say("yes", asking.lang)), ("false", say("no", asking.lang))]
    return made._replace(kind="chosen" if listed else "text", choices=tuple(listed))


def label_of(command: str, name: str, lang: Lang) -> str:
    """Some words are one act's own: what is a number in most is a number of cards in one."""
    own = f"acts.field.{command}.{name}"
    return say(own if own in sentences(lang) else f"acts.field.{name}", lang)


def _like(command: str, kind: str, lang: Lang) -> str:
    """How one writes it, where the label alone does not say."""
    if kind == "search" and RARE[command].place == SEASON:
        kind = "person"
    key = f"acts.like.{kind}"
    return say(key, lang) if key in sentences(lang) else ""


def _literal(command: str, name: str, lang: Lang) -> tuple[Choices, str]:
    """The answers, and the one that holds if nobody chooses."""
    field = field_of(command, name)
    first = field.default if isinstance(field.default, str) else ""
    return [(value, say(f"acts.choice.{name}.{value}", lang)) for value in field.kind.values], first


def takes(command: str) -> frozenset[str]:
    """The names of a command's fields."""
    return frozenset(field.name for field in msgspec.structs.fields(COMMANDS[command]))
