"""Reading a situation: each kind declares its fields, and what cannot be read is said, never guessed."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from feltro.kernel.cards import card
from feltro.rulings.doubt import UNKNOWN, Doubt
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Ruling, Rulings

GAMES = (
    *("nlhe", "plhe", "flhe", "plo", "plo8", "flo8", "stud", "stud8", "razz"),
    *("27td", "27sd", "badugi", "shortdeck"),
)
ACTS = ("check", "bet", "call", "raise", "fold", "bring_in", "blind")
"""What somebody did, or was forced to: a bring-in and a blind are told, and seldom count."""
MOST_CHIPS = 10**11
MOST_CHIPS_PUSHED = 1000
MOST_CHAIRS = 1000
"""More than any room has: what is counted one by one stays small."""
COMMON = ("book", "kind", "game", "house")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a kind. `type` is a JSON type, or `card`, `cards`, `acts`, `motions` (chips); lists and tables name their parts."""

    name: str
    type: str
    meaning: str
    choices: tuple[str, ...] = ()
    required: bool = False
    default: Any = None
    parts: tuple[Field, ...] = ()
    asked: Doubt | None = None
    most: int = MOST_CHIPS
    """The highest count that is read."""


Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of situation: its fields, how it is ruled, and an example for the schema."""

    name: str
    fields: tuple[Field, ...]
    rule: Callable[[Facts, Consultation], Ruling | Rulings | Unreadable]
    example: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""


AlreadyRead = dict[int, tuple[Any, Field, Any]]
"""What was told, by its identity, as which field, and what was read of it."""


class UnreadableError(ValueError):
    """Raised while a field is read, turned into an Unreadable answer at the edge of the folder."""

    def __init__(self, unreadable: Unreadable) -> None:
        super().__init__(unreadable.because)
        self.unreadable = unreadable


def read_facts(kind: Kind, situation: Mapping[str, Any], read: AlreadyRead | None = None) -> Facts | Unreadable:
    """The situation's fields, typed and with their defaults; or the first that cannot be read. Ways of one telling share `read`."""
    named = {one.name: one for one in kind.fields}
    unknown = next((name for name in situation if name not in named and name not in COMMON), None)
    if unknown is not None:
        return Unreadable(unknown, "unreadable.unknown_field", {"kind": kind.name}, tuple(sorted(named)))
    game = situation.get("game", "nlhe")
    if game not in GAMES:
        return Unreadable("game", "unreadable.choice", {"value": str(game)}, GAMES)
    once: AlreadyRead = {} if read is None else read
    try:
        told = {name: _read_once(one, situation.get(name), name, once) for name, one in named.items()}
    except UnreadableError as error:
        return error.unreadable
    return {"game": game, **told}


def _read_once(one: Field, raw: Any, path: str, read: AlreadyRead) -> Any:
    """A list or a table, or what was made of the very same one before; it is kept, so that no other takes its place."""
    if raw is None and not one.required:
        return _untold(one)
    if not isinstance(raw, list | dict):
        return _read(one, raw, path)
    known = read.get(id(raw))
    if known is not None and known[1] is one:
        return known[2]
    if isinstance(raw, list) and one.type == "list" and one.parts[0].type == "table":
        part = _told_part(one)
        value: Any = [_read_once(part, item, f"{path}[{place}]", read) for place, item in enumerate(raw)]
    else:
        value = _read(one, raw, path)
    read[id(raw)] = raw, one, value
    return value


def _read(one: Field, raw: Any, path: str) -> Any:
    if raw is None or raw == UNKNOWN:
        if one.required:
            raise UnreadableError(Unreadable(path, "unreadable.missing", {}, one.choices))
        return _untold(one)
    return _READERS[one.type](one, raw, path)


_LISTS = frozenset({"list", "acts", "cards", "motions", "amounts"})


def _untold(one: Field) -> Any:
    """What stands for a fact that nobody told."""
    return [] if one.default is None and one.type in _LISTS else one.default


def _refuse(path: str, because: str, raw: Any, accepts: tuple[str, ...] = ()) -> UnreadableError:
    return UnreadableError(Unreadable(path, because, {"value": str(raw)}, accepts))


def _boolean(_: Field, raw: Any, path: str) -> bool:
    if not isinstance(raw, bool):
        raise _refuse(path, "unreadable.boolean", raw, ("true", "false"))
    return raw


def _count(one: Field, raw: Any, path: str) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or raw < 0:
        raise _refuse(path, "unreadable.count", raw)
    if raw > one.most:
        raise UnreadableError(Unreadable(path, "unreadable.too_many", {"value": str(raw)[:40], "most": one.most}))
    return raw


def _number(_: Field, raw: Any, path: str) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 <= raw < math.inf:
        raise _refuse(path, "unreadable.number", raw)
    return raw


def _text(one: Field, raw: Any, path: str) -> str:
    if not isinstance(raw, str):
        raise _refuse(path, "unreadable.text", raw)
    if one.choices and raw not in one.choices:
        raise _refuse(path, "unreadable.choice", raw, one.choices)
    return raw


def _name(_: Field, raw: Any, path: str) -> str:
    """A player, a table or a seat: a word or a number, kept as text."""
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise _refuse(path, "unreadable.text", raw)
    return str(raw)


def _label(_: Field, raw: Any, path: str) -> str | int:
    """The name of a table as it was given, so that the answer names it alike."""
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise _refuse(path, "unreadable.text", raw)
    return raw


def _tally(_: Field, raw: Any, path: str) -> list[str]:
    """Tables that people count or name: a list of names, how many, or just yes or no."""
    if isinstance(raw, bool | int) and raw >= 0:
        return [str(number) for number in range(1, min(int(raw), 1000) + 1)]
    return [_name(_, item, f"{path}[{place}]") for place, item in enumerate(_is_list(raw, path))]


def _card(_: Field, raw: Any, path: str) -> int:
    try:
        return card(raw)
    except (ValueError, AttributeError):
        raise _refuse(path, "unreadable.card", raw) from None


def _cards(one: Field, raw: Any, path: str) -> list[int]:
    return [_card(one, item, f"{path}[{place}]") for place, item in enumerate(_is_list(raw, path))]


def _dealt(one: Field, raw: Any, path: str) -> list[int] | dict[str, int]:
    """A card to each: in order, or by name."""
    if isinstance(raw, dict):
        return {str(name): _card(one, item, f"{path}.{name}") for name, item in raw.items()}
    return _cards(one, raw, path)


def _is_list(raw: Any, path: str) -> list[Any]:
    if not isinstance(raw, list):
        raise _refuse(path, "unreadable.list", raw)
    return raw


def _list(one: Field, raw: Any, path: str) -> list[Any]:
    """What stands in a list was told: an empty place in it cannot be read."""
    return [_read(_told_part(one), item, f"{path}[{place}]") for place, item in enumerate(_is_list(raw, path))]


_TOLD_PARTS: dict[int, tuple[Field, Field]] = {}


def _told_part(one: Field) -> Field:
    """What a list is made of, as something that has to be there: made once for each field, whose kind lives as long."""
    found = _TOLD_PARTS.get(id(one))
    if found is None or found[0] is not one:
        found = _TOLD_PARTS[id(one)] = (one, replace(one.parts[0], required=True))
    return found[1]


def _table(one: Field, raw: Any, path: str) -> Facts:
    """A table with the named parts."""
    if not isinstance(raw, dict):
        raise _refuse(path, "unreadable.table", raw)
    known = tuple(part.name for part in one.parts)
    for name in raw:
        if name not in known:
            raise UnreadableError(Unreadable(f"{path}.{name}", "unreadable.unknown_field", {"kind": path}, known))
    return {
        part.name: _read(part, raw.get(part.name), f"{path}.{part.name}")
        if part.required or part.name in raw
        else _untold(part)
        for part in one.parts
    }


def _map(one: Field, raw: Any, path: str) -> dict[str, Any]:
    """A table from names that people choose (players, tables, seats) to one kind of thing."""
    if not isinstance(raw, dict):
        raise _refuse(path, "unreadable.table", raw)
    (part,) = one.parts
    told = {str(name): item for name, item in raw.items() if item not in (None, UNKNOWN)}
    return {name: _read(part, item, f"{path}.{name}") for name, item in told.items()}


def _motions(_: Field, raw: Any, path: str) -> list[list[int]]:
    """Chips by their values: `[500, 1000]` in one motion, `[[400], [800]]` in two."""
    motions = _is_list(raw, path)
    if not any(isinstance(item, list) for item in motions):
        motions = [motions] if motions else []
    return [_chips_of(item, path) for item in motions]


def _amounts(_: Field, raw: Any, path: str) -> list[int]:
    """A sum for each motion: `700`, or `[700, 1400]` in two."""
    return _chips_of(raw if isinstance(raw, list) else [raw], path)


def _chips_of(raw: Any, path: str) -> list[int]:
    chips = _is_list(raw, path)
    for chip in chips:
        if isinstance(chip, bool) or not isinstance(chip, int) or not 0 < chip <= MOST_CHIPS:
            raise _refuse(path, "unreadable.count", chip)
    if not 0 < len(chips) <= MOST_CHIPS_PUSHED:
        raise _refuse(path, "unreadable.list", raw)
    return chips


def _acts(_: Field, raw: Any, path: str) -> list[Facts]:
    """Acts as words, or as tables with player, act and in_turn."""
    tables = ({"act": item} if isinstance(item, str) else item for item in _is_list(raw, path))
    return [_table(_ACT, table, f"{path}[{place}]") for place, table in enumerate(tables)]


_ACT = Field(
    "act",
    "table",
    "",
    parts=(
        Field("act", "text", "", ACTS, required=True),
        Field("player", "name", ""),
        Field("in_turn", "boolean", "", default=True),
    ),
)

_READERS: dict[str, Callable[[Field, Any, str], Any]] = {
    "boolean": _boolean,
    "count": _count,
    "number": _number,
    "text": _text,
    "name": _name,
    "label": _label,
    "tally": _tally,
    "card": _card,
    "cards": _cards,
    "dealt": _dealt,
    "list": _list,
    "table": _table,
    "map": _map,
    "acts": _acts,
    "motions": _motions,
    "amounts": _amounts,
}
