"""Types of the fields of commands, told once: each says what it holds, and of an id whose it is.

What a type says beyond its bounds stands in its marks: `names` is the kind of thing that an id is of, `which` of them
are meant, `new` what comes into being with the command. From them come the choices of a form, the refusal of a name
that nobody knows, and the examples.
"""

from datetime import datetime
from functools import cache
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

ID = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
NO_ID = r"^([A-Za-z0-9][A-Za-z0-9._-]{0,63})?$"


def names(what: str) -> Meta:
    """What a field names, where its type alone does not say."""
    return Meta(extra={"names": what})


def which(of_them: str) -> Meta:
    """Not any of them: those that are left, that were paid, that owe."""
    return Meta(extra={"which": of_them})


NEW = Meta(extra={"new": True})
"""Comes into being with the command: whoever asks chooses the id."""
OR_NEW = Meta(extra={"or_new": True})
"""There already, or comes into being."""
EVERYBODY = Meta(extra={"everybody": True})
"""All of them are meant, unless somebody is taken out."""
UNASKED = Meta(extra={"unasked": True})
"""Told by programs; people leave it as it is."""

Id = Annotated[str, Meta(pattern=ID)]
NewId = Annotated[Id, NEW]

TournamentId = Annotated[Id, names("tournament")]
EventId = Annotated[Id, names("event")]
"""A tournament, or results that were brought in from outside and count like one."""
SeasonId = Annotated[Id, names("season")]
StageId = Annotated[Id, names("stage")]
EntryId = Annotated[Id, names("entry")]
SaleId = Annotated[Id, names("sale")]
TicketId = Annotated[Id, names("ticket")]
DeskId = Annotated[Id, names("desk")]
NoDeskOrId = Annotated[str, Meta(pattern=NO_ID, extra={"names": "desk"})]

PersonId = Annotated[Id, names("person")]
AnybodyId = Annotated[PersonId, which("anybody")]
"""Of all whom the house knows, whether they came to this event or not."""
RegisteredId = Annotated[Id, names("registered")]
"""The registry answers for its own people, also for those who were erased since."""
ColleagueId = Annotated[Id, names("colleague")]
"""A registered person, or somebody of the staff."""

RoomId = Annotated[Id, names("room")]
DealerId = Annotated[Id, names("dealer")]
ThingId = Annotated[Id, names("thing")]
BrandId = Annotated[Id, names("brand")]
DrawId = Annotated[Id, names("draw")]
RaceId = Annotated[Id, names("race")]
DealId = Annotated[Id, names("deal")]
RulingId = Annotated[Id, names("ruling")]
IncidentId = Annotated[Id, names("incident")]
RequestId = Annotated[Id, names("request")]
ScreenId = Annotated[Id, names("screen")]
ImageId = Annotated[Id, names("image")]
BookName = Annotated[Id, names("book")]

TableNumber = Annotated[int, Meta(ge=1, le=100_000, extra={"names": "table"})]
NoTableOrNumber = Annotated[int, Meta(ge=0, le=100_000, extra={"names": "table"})]

Centavos = Annotated[int, Meta(ge=0, le=10**13, extra={"holds": "centavos"})]
Nsu = Annotated[str, Meta(pattern=r"^[0-9]{0,20}$")]
"""The number that a card terminal prints on the slip of a sale or of its reversal."""
SomeCentavos = Annotated[int, Meta(ge=1, le=10**13, extra={"holds": "centavos"})]
Count = Annotated[int, Meta(ge=0, le=10**9)]
CountedTable = Annotated[Count, names("table")]
Year = Annotated[int, Meta(ge=1900, le=9999)]
Moment = Annotated[datetime, Meta(tz=True)]

Name = Annotated[str, Meta(min_length=1, max_length=200)]
DayId = Annotated[Name, names("day")]
NoDayOrId = Annotated[str, Meta(max_length=200, extra={"names": "day"})]
ParameterName = Annotated[Name, names("parameter")]
CommandKey = Annotated[str, Meta(min_length=1, max_length=500, extra={"names": "command"})]
Text = Annotated[str, Meta(max_length=2000)]
Reason = Annotated[Text, Meta(extra={"holds": "reason"})]
GivenReason = Annotated[Reason, Meta(min_length=1)]


class FieldType(NamedTuple):
    """A field of a command, and what its type says."""

    name: str
    kind: Any
    """As msgspec tells it, without marks, and without the nothing that may stand in its place."""
    required: bool
    default: Any
    marks: dict[str, Any]
    """Its own, and those of the things of which it holds several."""

    @property
    def names(self) -> str:
        return str(self.marks.get("names", ""))

    @property
    def which(self) -> str:
        return str(self.marks.get("which", ""))

    @property
    def holds(self) -> str:
        return str(self.marks.get("holds", ""))


@cache
def fields_of(command: type[Struct]) -> tuple[FieldType, ...]:
    """The fields of a command, in order."""
    from msgspec import inspect

    info: Any = inspect.type_info(command)
    told = [(one, *_bare(one.type)) for one in info.fields]
    return tuple(FieldType(one.name, kind, one.required, one.default, marks) for one, kind, marks in told)


def _bare(kind: Any) -> tuple[Any, dict[str, Any]]:
    from msgspec import inspect

    match kind:
        case inspect.Metadata():
            bare, marks = _bare(kind.type)
            return bare, marks | (kind.extra or {})
        case inspect.UnionType():
            told = [one for one in kind.types if one not in (inspect.NoneType(), inspect.LiteralType(("",)))]
            return _bare(told[0]) if len(told) == 1 else (kind, {})
        case inspect.VarTupleType():
            item, marks = _bare(kind.item_type)
            return inspect.VarTupleType(item), marks
        case inspect.DictType():
            return kind, _bare(kind.value_type)[1] | _bare(kind.key_type)[1]
    return kind, {}
