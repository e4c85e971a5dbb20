"""What the form of an act asks: a field for each of its command's, with what is known of the event to choose from."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import inspect

from feltro.app.catalogue import COMMANDS
from feltro.kernel.instants import local_time
from feltro.tournament.state import LIVE
from feltro.web.commanding import new_id
from feltro.web.director.acts import ruled
from feltro.words.sentences import say, sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from feltro.app.handling import House
    from feltro.web.director.ground import Standing
    from feltro.words.languages import Lang

Choices = list[tuple[str, str]]

UNASKED = frozenset({"tournament", "season", "shuffler", "number", "situation"})
"""Known from where the form stands, or left as they are."""
NEW = frozenset({"patch", "report", "verdict", "next_draw", ("AskPress", "request"), ("KeepRuling", "ruling")})
"""Ids of something new: made with the form, so that sent twice it is one thing."""
KINDS: dict[str, str] = {
    "agreed": "entries",
    "winners": "entries",
    "entries": "entries",
    "brands": "ids",
    "dealers": "ids",
    "decks": "ids",
    "chip_sets": "ids",
    "queue": "ids",
    "seats": "numbers",
    "tables": "numbers",
    "gives": "pieces",
    "gets": "pieces",
    "stacks": "stacks",
    "amounts_centavos": "amounts",
    "amount_centavos": "money",
    "brand": "id",
    "value": "value",
    "command_key": "chosen",
    "replacement": "entry",
}
"""Fields that are typed otherwise than their type alone says."""
FORCED = frozenset({("SaveBubble", "agreed"), ("EndSatellite", "winners")})
"""Lists in which everybody is meant unless somebody is taken out."""


class Field(NamedTuple):
    name: str
    kind: str
    """`chosen`, `text`, `number`, `tick`, `moment`, `hidden`, `entries`, `ids`, `numbers`, `pieces`, `stacks`, …"""
    label: str = ""
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    required: bool = False
    all_chosen: bool = False


class Asking(NamedTuple):
    """Where a form is asked for, and what is known already."""

    found: Standing
    house: House
    lang: Lang
    given: Mapping[str, str]


@cache
def shape(command: str) -> tuple[tuple[str, str, bool], ...]:
    """Name, kind and whether it must be filled in, of each field."""
    info: Any = inspect.type_info(COMMANDS[command])
    named = [(field, _kind(command, field.name, field.type)) for field in info.fields if field.name not in UNASKED]
    return tuple((field.name, kind, field.required) for field, kind in named)


def _kind(command: str, name: str, kind: Any) -> str:
    if name in NEW or (command, name) in NEW:
        return "new"
    if isinstance(kind, inspect.LiteralType) and name != "remedy":
        return "literal"
    if name in KINDS:
        return KINDS[name]
    if name in CHOOSE:
        return "chosen"
    for one in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        match one:
            case inspect.LiteralType(values=("",)) | inspect.NoneType():
                continue
            case inspect.BoolType():
                return "tick"
            case inspect.DateTimeType():
                return "moment"
            case inspect.IntType():
                return "number"
    return "text"


def fields_for(command: str, asking: Asking) -> list[Field]:
    return [_field(command, name, kind, required, asking) for name, kind, required in shape(command)]


def _field(command: str, name: str, kind: str, required: bool, asking: Asking) -> Field:
    given = asking.given.get(name, "")
    if kind == "new":
        return Field(name, "hidden", value=given or new_id(name[0]))
    label = label_of(command, name, asking.lang)
    match kind:
        case "chosen":
            choices = tuple(CHOOSE[name](asking))
            if name == "day" and len(choices) == 1:
                return Field(name, "hidden", value=choices[0][0])
            return Field(name, "chosen", label, given, choices, required)
        case "literal":
            return Field(name, "chosen", label, given, tuple(_literal(command, name, asking.lang)), required)
        case "entry":
            return Field(name, "chosen", label, given, tuple(_players(asking)), required)
        case "entries" | "stacks" | "amounts":
            everybody = (command, name) in FORCED
            return Field(name, kind, label, "", tuple(_players(asking)), required, everybody)
        case "value":
            return _value(asking, label)
        case "moment":
            zone = asking.found.state.the_sheet.zone
            now = local_time(asking.found.event.at, zone).strftime("%Y-%m-%dT%H:%M")
            return Field(name, kind, label, given or (now if required else ""), (), required)
        case _:
            return Field(name, kind, label, given, (), required and kind != "tick")


def _value(asking: Asking, label: str) -> Field:
    """A rule's value is asked as its kind wants it, beginning with the one that holds."""
    book = asking.found.event.book
    rule = book.rulebook.parameters.get(asking.given.get("parameter", ""))
    if rule is None:
        return Field("value", "hidden")
    choices = [(code, text.read(asking.lang)) for code, text in rule.choices.items()]
    if rule.type == "bool":
        choices = [("true", say("yes", asking.lang)), ("false", say("no", asking.lang))]
    return Field("value", "chosen" if choices else "text", label, choices=tuple(choices), required=True)


def label_of(command: str, name: str, lang: Lang) -> str:
    """Some words are one act's own: what is a number in most is a number of cards in one."""
    own = f"acts.field.{command}.{name}"
    return say(own if own in sentences(lang) else f"acts.field.{name}", lang)


def _literal(command: str, name: str, lang: Lang) -> Choices:
    info: Any = inspect.type_info(COMMANDS[command])
    kind = next(field.type for field in info.fields if field.name == name)
    return [(value, say(f"acts.choice.{name}.{value}", lang)) for value in kind.values]


# What there is to choose from


def _players(asking: Asking) -> Choices:
    """Who is in, by name, with the chair."""
    found = asking.found
    listed = []
    for entry in found.state.entries.values():
        if entry.status == LIVE:
            chair = found.state.floor.chair_of.get(entry.id)
            listed.append((entry.id, f"{found.names.of(entry.id)}{f' · {chair}' if chair else ''}"))
    return sorted(listed, key=lambda one: one[1])


def _people(asking: Asking) -> Choices:
    """Everybody who entered, also those who are out."""
    found = asking.found
    people = dict.fromkeys(entry.person for entry in found.state.entries.values())
    return sorted(((person, found.names.person(person)) for person in people), key=lambda one: one[1])


def _tables(asking: Asking) -> Choices:
    lang = asking.lang
    return [(str(one), say("director.table_n", lang, table=one)) for one in sorted(asking.found.state.floor.tables)]


def _days(asking: Asking) -> Choices:
    return [(day.id, say("director.day_n", asking.lang, day=day.id)) for day in asking.found.state.the_sheet.days]


def _races(asking: Asking) -> Choices:
    races = asking.found.state.chips.races
    words = "director.race_n"
    return [(name, say(words, asking.lang, remove=one.remove, keep=one.keep)) for name, one in races.items()]


def _draws(asking: Asking) -> Choices:
    """Those whose secret is still kept."""
    return [
        (one.id, f"{one.label} · {one.commitment[:12]}…")
        for one in asking.found.state.floor.draws.values()
        if not one.secret
    ]


def _penalties(asking: Asking) -> Choices:
    found = asking.found
    return [
        (name, f"{found.names.person(one.person)} · {say(f'sanction.{one.kind}', asking.lang)}")
        for name, one in found.state.sanctions.penalties.items()
        if one.left and not one.lifted
    ]


def _press(asking: Asking) -> Choices:
    found = asking.found
    return [
        (name, f"{found.names.person(one.person)} · {say(f'acts.choice.activity.{one.activity}', asking.lang)}")
        for name, one in found.state.media.press.items()
        if one.met is None
    ]


def _rooms(asking: Asking) -> Choices:
    """Those that are furnished; a house with none begins its first."""
    rooms = [stream.partition(":")[2] for stream in asking.house.store.streams("room:")]
    return [(one, one) for one in sorted(rooms)] or [(FIRST_ROOM, say("acts.first_room", asking.lang))]


FIRST_ROOM = "salao"


def _of_rooms(kind: str) -> Callable[[Asking], Choices]:
    def listed(asking: Asking) -> Choices:
        things: Iterable[str] = ()
        for stream in asking.house.store.streams("room:"):
            room = asking.house.world.live(stream).state
            things = (*things, *(room.dealers if kind == "dealer" else _things(room)))
        return [(one, one) for one in sorted(set(things))]

    return listed


def _things(room: Any) -> list[str]:
    return [thing for shelf in room.lent.values() for thing in shelf] + [str(one) for one in room.tables]


def _busts(asking: Asking) -> Choices:
    """Busts that can still be corrected, the latest first: by the key of the command that reported them."""
    found = asking.found
    listed: Choices = []
    for fact in reversed(asking.house.world.live(found.event.stream).facts):
        if type(fact.event).__name__ == "EntryEliminated" and fact.event.entry in found.state.eliminations.outs:
            hour = local_time(fact.meta.at, found.state.the_sheet.zone).strftime("%H:%M")
            listed.append((f"{fact.meta.key}|{fact.event.entry}", f"{hour} {found.names.of(fact.event.entry)}"))
    return listed[:MOST_BUSTS]


MOST_BUSTS = 60


def _parameters(asking: Asking) -> Choices:
    parameters = asking.found.event.book.rulebook.parameters.values()
    listed = [(one.name, one.meaning.read(asking.lang)) for one in parameters if one.type in AMENDABLE]
    return sorted(listed, key=lambda one: one[1])


AMENDABLE = ("bool", "count", "choice", "fraction", "money", "time")
"""Rules whose value one field can hold."""

CHOOSE: dict[str, Callable[[Asking], Choices]] = {
    "entry": _players,
    "person": _people,
    "table": _tables,
    "found_table": _tables,
    "day": _days,
    "race": _races,
    "draw": _draws,
    "penalty": _penalties,
    "request": _press,
    "room": _rooms,
    "dealer": _of_rooms("dealer"),
    "thing": _of_rooms("thing"),
    "command_key": _busts,
    "parameter": _parameters,
    "clause": ruled.clauses,
    "remedy": ruled.remedies,
    "ruling": ruled.rulings,
}


def takes(command: str) -> frozenset[str]:
    """The names of a command's fields."""
    return frozenset(field.name for field in msgspec.structs.fields(COMMANDS[command]))
