"""Forms for what is seldom asked: one list of fields for each command, drawn and read the same way everywhere.

Words are found by name: `blank.<Command>` is its title and its button, `blank.<Command>.help` says when it is used,
`blank.field.<field>` is a label, `blank.choice.<choice>` an answer.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from feltro.app.catalogue import COMMANDS
from feltro.app.people.directory import directory
from feltro.app.people.person import folded
from feltro.app.permissions import MAY
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.web.commanding import new_id
from feltro.web.fields import money, text, texts, ticked, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from feltro.app.handling import House

Options = tuple[tuple[str, str], ...]
"""What a list offers: the value, and what people call it."""
LONGEST_LIST = 20_000


class Field(NamedTuple):
    name: str
    kind: str = "text"
    """One of `READ`; `pick` and `several` take their options from the page by `of`."""
    of: tuple[str, ...] | str = ""
    required: bool = True


class Blank(NamedTuple):
    command: str
    fields: tuple[Field, ...] = ()
    grave: bool = False
    """Cannot simply be undone, or takes something from somebody: asked once more, in red."""


class Ground(NamedTuple):
    """What reading a form needs to know."""

    house: House
    zone: str
    desk: str = ""
    """The drawer of whoever types, where money is handed over."""


class UnreadableFieldError(ValueError):
    """A field that says nothing that can be used."""

    def __init__(self, because: str, typed: str) -> None:
        super().__init__(typed)
        self.refused = Refused(because, {"typed": typed})


def offered(blanks: Sequence[Blank], role: str, options: Mapping[str, Options]) -> list[Blank]:
    """What this role may ask, and what has somebody or something to be asked about."""
    return [one for one in blanks if role in MAY[one.command] and all(_has(field, options) for field in one.fields)]


def _has(field: Field, options: Mapping[str, Options]) -> bool:
    named = field.kind in {"pick", "several", "stacks"} and isinstance(field.of, str) and field.required
    return not named or bool(options.get(str(field.of)))


def command_of(
    blanks: Sequence[Blank], form: dict[str, Any], ground: Ground, **fixed: str
) -> msgspec.Struct | Refused:
    """The command that a form asks for; `fixed` are the fields that its address says."""
    blank = next((one for one in blanks if one.command == text(form, "command")), None)
    if blank is None:
        return Refused("form.unfit", {"said": text(form, "command")})
    values: dict[str, Any] = {"type": blank.command, **fixed}
    try:
        for field in blank.fields:
            value = READ[field.kind](form, field.name, ground)
            if value not in ("", None, (), {}):
                values[field.name] = value
            elif field.required and field.kind != "tick":
                return Refused("money.no_drawer" if field.kind == "desk" else "blank.missing")
        made: msgspec.Struct = msgspec.convert(values, COMMANDS[blank.command], strict=False)
    except UnreadableFieldError as error:
        return error.refused
    except (msgspec.ValidationError, ValueError) as error:
        return Refused("form.unfit", {"said": str(error)})
    return made


# Each kind of field, as people fill it in


def _amount(form: dict[str, Any], name: str, _ground: Ground) -> int | None:
    try:
        found = money(form, name)
    except ValueError:
        raise UnreadableFieldError("desk.not_an_amount", text(form, name)) from None
    return found.centavos if found else None


def _number(form: dict[str, Any], name: str, _ground: Ground) -> int | None:
    try:
        return whole(form, name)
    except ValueError:
        raise UnreadableFieldError("director.not_a_number", text(form, name)) from None


def _person(form: dict[str, Any], name: str, ground: Ground) -> str:
    """A name, a document or an id, of one person and no other."""
    written = text(form, name)
    return find_person(written, ground.house) if written else ""


def find_person(written: str, house: House) -> str:
    known = directory(house.store)
    if known.get(written):
        return written
    found = list(known.search(written, 5))
    same = [one for one in found if folded(written) in {folded(one.name), folded(one.called)}] or found
    if len(same) != 1:
        raise UnreadableFieldError("blank.several_people" if same else "blank.nobody", written)
    return same[0].id


def _people(form: dict[str, Any], name: str, ground: Ground) -> tuple[str, ...]:
    return tuple(find_person(line, ground.house) for line in _lines(form, name))


def _lines(form: dict[str, Any], name: str) -> list[str]:
    written = str(form.get(name, ""))[:LONGEST_LIST]
    return [line.strip() for line in written.splitlines() if line.strip()]


def _amounts(form: dict[str, Any], name: str, _ground: Ground) -> tuple[int, ...]:
    found = []
    for line in _lines(form, name):
        try:
            found.append(Money.parse(line).centavos)
        except ValueError:
            raise UnreadableFieldError("desk.not_an_amount", line) from None
    return tuple(found)


def _pieces(form: dict[str, Any], name: str, _ground: Ground) -> dict[int, int]:
    """`100 x 20, 1.000 x 5`: the value of a chip and how many of them."""
    found: dict[int, int] = {}
    for part in re.split(r"[,;\n]+", str(form.get(name, ""))[:LONGEST_LIST]):
        if not part.strip():
            continue
        read = re.fullmatch(r"\s*([\d.]{1,12})\s*[x×*]\s*([\d.]{1,9})\s*", part)
        if read is None:
            raise UnreadableFieldError("blank.not_pieces", part.strip())
        value = int(read[1].replace(".", ""))
        found[value] = found.get(value, 0) + int(read[2].replace(".", ""))
    return found


def _columns(form: dict[str, Any], name: str, _ground: Ground) -> tuple[dict[str, Any], ...]:
    """`3-9: 50 30 20` on each line: entries from and to, and the part of each place in hundredths."""
    found = []
    for line in _lines(form, name):
        read = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?\s*:\s*([\d,.\s]+)", line)
        if read is None:
            raise UnreadableFieldError("blank.not_a_column", line)
        shares = [_share(one, line) for one in re.split(r"[\s;]+", read[3].strip())]
        column: dict[str, Any] = {"entries_from": int(read[1]), "shares": shares}
        found.append(column | ({"entries_to": int(read[2])} if read[2] else {}))
    return tuple(found)


def _share(written: str, line: str) -> str:
    from decimal import Decimal, InvalidOperation

    try:
        share = Decimal(written.replace(",", ".")) / 100
    except InvalidOperation:
        raise UnreadableFieldError("blank.not_a_column", line) from None
    return f"{share:.9f}".rstrip("0").rstrip(".")


def _rows(form: dict[str, Any], name: str, _ground: Ground) -> tuple[dict[str, int], ...]:
    """`1-50; 1-1; 100` on each line: entries, places, points."""
    found = []
    for line in _lines(form, name):
        read = re.fullmatch(r"(\d{1,6})-(\d{1,6})\s*;\s*(\d{1,6})(?:-(\d{1,6}))?\s*;\s*(\d{1,8})", line)
        if read is None:
            raise UnreadableFieldError("blank.not_a_row", line)
        entries_from, entries_to, place, last, points = read.groups()
        found.append({"entries_from": int(entries_from), "entries_to": int(entries_to), "place_from": int(place),
                      "place_to": int(last or place), "points": int(points)})  # fmt: skip
    return tuple(found)


def _stacks(form: dict[str, Any], name: str, _ground: Ground) -> dict[str, int]:
    """By entry, from a field for each of them; those left empty are left out."""
    found: dict[str, int] = {}
    for key in form:
        entry = key.removeprefix(f"{name}_") if key.startswith(f"{name}_") else ""
        chips = _number(form, key, _ground) if entry else None
        if chips is not None:
            found[entry] = chips
    return found


def _moment(form: dict[str, Any], name: str, ground: Ground) -> str:
    written = text(form, name)
    if not written:
        return ""
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        raise UnreadableFieldError("blank.not_a_moment", written) from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(ground.zone))).isoformat()


READ: dict[str, Callable[[dict[str, Any], str, Ground], Any]] = {
    "text": lambda form, name, _ground: text(form, name),
    "long": lambda form, name, _ground: text(form, name),
    "pick": lambda form, name, _ground: text(form, name),
    "choice": lambda form, name, _ground: text(form, name),
    "several": lambda form, name, _ground: tuple(texts(form, name)),
    "tick": lambda form, name, _ground: ticked(form, name),
    "money": _amount,
    "number": _number,
    "person": _person,
    "people": _people,
    "amounts": _amounts,
    "pieces": _pieces,
    "columns": _columns,
    "rows": _rows,
    "moment": _moment,
    "stacks": _stacks,
    "new": lambda _form, _name, _ground: new_id("x"),
    "desk": lambda _form, _name, ground: ground.desk,
}
