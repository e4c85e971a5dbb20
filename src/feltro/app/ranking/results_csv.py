"""Results of elsewhere from a CSV or an archive, so that a league can move to Feltro: read whole, checked whole, then said as commands.

Each row is one finish. The first line may be in Portuguese or in the names that the export writes.
"""

from __future__ import annotations

import csv
import io
import re
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from feltro.app.people.commands import RegisterPerson
from feltro.app.people.directory import Directory
from feltro.app.people.documents import Document, read_document
from feltro.app.people.person import folded
from feltro.app.ranking.results_archive import rows_in
from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding
from feltro.season.ranking.commands import ImportResults
from feltro.season.results import EventResult, Finisher
from feltro.tournament.sheet.structure import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

NAMES: dict[str, tuple[str, ...]] = {
    "event": ("event", "evento", "torneio"),
    "event_name": ("event_name", "nome_do_evento", "nome_do_torneio"),
    "stage": ("stage", "etapa"),
    "kind": ("kind", "tipo"),
    "format": ("format", "formato"),
    "entries": ("entries", "inscritos", "inscricoes"),
    "paid_places": ("paid_places", "premiados"),
    "bubble_places": ("bubble_places", "premiados_por_acordo"),
    "deal_left": ("deal_left", "acordo"),
    "buy_in": ("buy_in",),
    "level_minutes": ("level_minutes", "minutos_por_nivel"),
    "place": ("place", "lugar", "colocacao"),
    "person": ("person", "id"),
    "cpf": ("cpf",),
    "player": ("player", "jogador", "nome"),
    "player_entries": ("player_entries", "entradas"),
    "day2": ("day2", "dia2"),
    "started_day2": ("started_day2", "sentou_no_dia2"),
    "final_table": ("final_table", "mesa_final"),
    "prize": ("prize", "premio"),
    "deal": ("deal", "em_acordo"),
    "bounties": ("bounties", "knockouts", "recompensas"),
    "date": ("date", "data"),
    "pool": ("pool", "premiacao"),
}
"""Each column under every name that it may have."""
NEEDED = ("event", "stage", "kind", "entries", "paid_places", "place")
OF_THE_EVENT = (
    *("event_name", "stage", "kind", "entries", "paid_places", "deal_left", "buy_in", "level_minutes"),
    *("date", "pool", "format", "bubble_places"),
)
WHOLE = ("entries", "paid_places", "place", "deal_left", "bubble_places", "level_minutes", "player_entries")
KINDS = {"main": "main", "principal": "main", "side": "side", "paralelo": "side"}
FORMATS = ("", *get_args(Kind))
YES, NO = {"1", "sim", "s", "yes", "y", "true", "si"}, {"", "0", "nao", "n", "no", "false"}
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_PLAIN = re.compile(r"[0-9]{1,11}\.[0-9]{2}")
_WHOLE = re.compile(r"[0-9]{1,7}")

Line = dict[str, str]


@dataclass(slots=True)
class Read:
    """What a file says: people whom nobody knows yet, and the results."""

    people: list[RegisterPerson] = field(default_factory=list)
    results: list[ImportResults] = field(default_factory=list)
    known: int = 0
    """How many of those in it the house knows already."""


class Into(NamedTuple):
    """Where a file of results goes."""

    season: str
    stage: str = ""
    """Nothing: as the file says, which another house's file can hardly know."""
    replace: bool = False


def read_results(data: bytes, people: Directory, known: Callable[[str], bool], into: Into) -> Read | list[Finding]:
    """The commands that the file amounts to, or everything that is wrong with it, line by line."""
    lines = _lines(data)
    if lines and isinstance(lines[0], Finding):
        return [one for one in lines if isinstance(one, Finding)]
    rows = [{**one, "stage": into.stage or one.get("stage", "")} for one in lines if isinstance(one, dict)]
    findings = [finding for number, row in enumerate(rows, 2) for finding in _wrong(row, str(number))]
    findings += _differing(rows)
    who = _Who(people, known)
    named = [who.of(row, str(number)) for number, row in enumerate(rows, 2)]
    findings += [one for one in named if isinstance(one, Finding)]
    if findings:
        return sorted(findings, key=lambda one: int(one.where))
    read = Read(people=list(who.new.values()), known=len({one for one in named if one not in who.made}))
    events: dict[str, list[tuple[Line, str]]] = {}
    for row, person in zip(rows, named, strict=True):
        events.setdefault(row["event"], []).append((row, str(person)))
    for event, mine in events.items():
        first = mine[0][0]
        told = ImportResults(
            season=into.season,
            name=first.get("event_name") or event,
            result=_result(event, mine),
            replace=into.replace,
        )
        read.results.append(told)
    return read


def _lines(data: bytes) -> list[Line] | list[Finding]:
    """Rows by the columns' own names. Brazilian spreadsheets write semicolons, and not always UTF-8."""
    if data.lstrip()[:1] == b"{":
        told = rows_in(data)
        return [told] if isinstance(told, Finding) else told or [Finding("results.file.empty", "1")]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if "\0" in text:
        return [Finding("results.file.not_text", "1")]
    head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if head.count(";") > head.count(",") else ",")
    try:
        rows = [row for row in reader if any(cell.strip() for cell in row)]
    except csv.Error:
        return [Finding("results.file.not_text", "1")]
    if len(rows) < 2:
        return [Finding("results.file.empty", "1")]
    columns = [_column(cell) for cell in rows[0]]
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        return [Finding("results.file.columns", "1", {"missing": tuple(missing), "known": tuple(NAMES)})]
    return [
        {name: cell.strip().removeprefix("'") for name, cell in zip(columns, row, strict=False) if name}
        for row in rows[1:]
    ]


def _column(written: str) -> str:
    plain = folded(written.strip().replace("_", " ").replace("-", " ")).replace(" ", "_")
    exact = written.strip().lower()
    return next((name for name, known in NAMES.items() if exact in known or plain in map(_plain, known)), "")


def _plain(name: str) -> str:
    return folded(name.replace("_", " ")).replace(" ", "_")


def _wrong(row: Line, where: str) -> Iterator[Finding]:
    for column in WHOLE:
        value = row.get(column, "")
        if (value or column in NEEDED) and not _WHOLE.fullmatch(value):
            yield Finding("results.file.number", where, {"column": column, "value": value})
    for column in ("event", "stage"):
        if not _ID.fullmatch(row.get(column, "")):
            yield Finding("results.file.id", where, {"column": column, "value": row.get(column, "")})
    for column in ("day2", "started_day2", "final_table", "deal"):
        if folded(row.get(column, "")) not in YES | NO:
            yield Finding("results.file.yes_or_no", where, {"column": column, "value": row[column]})
    if folded(row.get("kind", "")) not in KINDS:
        yield Finding("results.file.kind", where, {"value": row.get("kind", "")})
    if row.get("format", "") not in FORMATS:
        yield Finding("results.file.format", where, {"known": FORMATS[1:], "value": row["format"]})
    yield from _wrong_money(row, where)


def _wrong_money(row: Line, where: str) -> Iterator[Finding]:
    for column in ("buy_in", "prize", "bounties", "pool"):
        if row.get(column) and _money(row[column]) is None:
            yield Finding("results.file.money", where, {"column": column, "value": row[column]})
    if row.get("date") and not _DAY.fullmatch(row["date"]):
        yield Finding("results.file.date", where, {"value": row["date"]})


def _differing(rows: list[Line]) -> Iterator[Finding]:
    """What is said of an event is said alike in each of its rows."""
    first: dict[str, Line] = {}
    for number, row in enumerate(rows, 2):
        told = first.setdefault(row.get("event", ""), row)
        for column in OF_THE_EVENT:
            if row.get(column, "") != told.get(column, ""):
                values = {"column": column, "event": row.get("event", "")}
                yield Finding("results.file.differs", str(number), values)


class _Who:
    """Whose row it is: by id, by CPF, or by a name that only one person has. Others are new; an id of another house says
    nothing here."""

    def __init__(self, people: Directory, known: Callable[[str], bool]) -> None:
        self._people = people
        self._known = known
        self.new: dict[str, RegisterPerson] = {}

    @property
    def made(self) -> set[str]:
        return {one.person for one in self.new.values()}

    def of(self, row: Mapping[str, str], where: str) -> str | Finding:
        person = row.get("person", "")
        if person and self._known(person):
            return person
        if person and not row.get("player") and not row.get("cpf"):
            return Finding("results.file.unknown_person", where, {"person": person})
        document = read_document(Document(number=row["cpf"])) if row.get("cpf") else None
        if isinstance(document, Finding):
            return Finding(document.because, where, document.values)
        if document:
            holder = self._people.with_document(document.key)
            return holder or self._register(document.key, row, document)
        name = folded(row.get("player", ""))
        if not name:
            return Finding("results.file.who", where)
        same = [one.id for one in self._people.search(row["player"]) if folded(one.name) == name]
        if len(same) > 1:
            return Finding("results.file.several_people", where, {"people": tuple(same)})
        return same[0] if same else self._register(name, row, None)

    def _register(self, key: str, row: Mapping[str, str], document: Document | None) -> str:
        if key not in self.new:
            person = _new_id()
            self.new[key] = RegisterPerson(person=person, name=row.get("player") or person, document=document)
        return self.new[key].person


def _new_id() -> str:
    """It stays in the log for ever and tells nothing of its owner, nor does it by chance: no name is in digits, and no CPF
    in eight of them."""
    number = uuid.uuid4().int
    return f"p{number % 10**8:08}x{number // 10**8 % 10**8:08}"


def _result(event: str, mine: list[tuple[Line, str]]) -> EventResult:
    told = mine[0][0]
    finishers = [
        Finisher(
            person=person,
            place=int(row["place"]),
            entries=int(row.get("player_entries") or 1),
            day2=_yes(row, "day2"),
            started_day2=_yes(row, "started_day2" if row.get("started_day2") else "day2"),
            final_table=_yes(row, "final_table"),
            prize_centavos=_centavos(row, "prize"),
            deal=_yes(row, "deal"),
            bounties_centavos=_centavos(row, "bounties"),
        )
        for row, person in mine
    ]
    fields: dict[str, Any] = {
        "event": event,
        "stage": told["stage"],
        "kind": KINDS[folded(told["kind"])],
        "format": told.get("format", ""),
        "entries": int(told["entries"]),
        "paid_places": int(told["paid_places"]),
        "bubble_places": int(told.get("bubble_places") or 0),
        "deal_left": int(told.get("deal_left") or 0),
        "buy_in_centavos": _centavos(told, "buy_in"),
        "day": told.get("date", ""),
        "pool_centavos": _centavos(told, "pool"),
        "level_minutes": int(told.get("level_minutes") or 0),
    }
    return EventResult(**fields, finishers=tuple(sorted(finishers, key=lambda one: one.place)))


def _yes(row: Mapping[str, str], column: str) -> bool:
    return folded(row.get(column, "")) in YES


def _centavos(row: Mapping[str, str], column: str) -> int:
    read = _money(row.get(column, ""))
    return read.centavos if read else 0


def _money(written: str) -> Money | None:
    """As people write it, or as our own files do: `1234.50`."""
    if _PLAIN.fullmatch(written):
        return Money(int(written.replace(".", "")))
    try:
        return Money.parse(written)
    except ValueError:
        return None
