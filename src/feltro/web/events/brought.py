"""A structure kept elsewhere: a sheet in TOML, a spreadsheet of levels, what The Tournament Director saved. Read, looked at,
and then the form: nothing is made here."""

from __future__ import annotations

import tomllib
from datetime import date, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body

from feltro.app.people.spreadsheet import LONGEST_SENT, MOST_BYTES, Table, decoded, read_table, sent_table
from feltro.app.sheets.level_table import FIELDS, matched_columns, read_levels
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.app.sheets.tournament_director import is_saved_tournament, read_saved
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Finding, Refused
from feltro.tournament.sheet import Sheet
from feltro.tournament.sheet.source import read_sheet
from feltro.web.events.drafts import BASE
from feltro.web.events.new_event import NEW, draft_of
from feltro.web.events.prices import new_item
from feltro.web.frame.answers import AnyAnswer, room_page, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, now, staff_form, staff_page
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.unfit import plainly
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.sheets.tournament_director import SavedBuyIn, SavedTournament
    from feltro.words.languages import Lang

ADDRESS = NEW + "/trazer"
File = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]


@staff_page(ADDRESS, OFFICE)
def show_bringing(request: AnyRequest) -> AnyAnswer:
    return _page(request, {})


@staff_form(ADDRESS, OFFICE)
def read_structure(request: AnyRequest, data: File) -> AnyAnswer:
    sent = data.get("file")
    body = b""
    if isinstance(sent, UploadFile):
        with sent.file as file:
            body = bytes(file.read(MOST_BYTES + 1))
    return _read(request, data, body)


@staff_form(ADDRESS + "/conferir", OFFICE)
def look_again(request: AnyRequest, data: Form) -> AnyAnswer:
    """Cells that were pasted, other columns, or on to the form: the button says which."""
    if text(data, "do") == "paste":
        return _read(request, data, str(data.get("pasted", ""))[:LONGEST_SENT].encode())
    table = sent_table(data.get("table", ""))
    if table is None:
        return _page(request, data, refused=Refused("import.unreadable"))
    columns = {place: name for place in range(len(table[0])) if (name := text(data, f"col{place}")) in FIELDS}
    read = read_levels(table[1:], columns)
    if text(data, "do") != "use" or read.findings:
        return _page(request, data, table=table, columns=columns)
    sheet = _onto(_model(request, data), {"levels": read.levels})
    return _page(request, data, refused=sheet) if isinstance(sheet, Refused) else _to_form(request, sheet)


def _read(request: AnyRequest, data: dict[str, Any], body: bytes) -> AnyAnswer:
    """What the file is shows itself: a saved tournament, a sheet in TOML, or a table."""
    if not body.startswith(b"PK") and body.strip():
        said = decoded(body)
        if is_saved_tournament(said):
            return _drawn(request, data, _saved(said, _model(request, data), language_of(request)))
        if _is_sheet(said):
            return _drawn(request, data, _in_toml(said, _day(request)))
    table = read_table(body)
    if isinstance(table, Finding):
        return _page(request, data, refused=Refused(table.because, table.values))
    columns = matched_columns(table[0])
    if not columns and len(table) > 1:
        return _page(request, data, table=[_numbered(table[0]), *table], columns={})
    return _page(request, data, table=table, columns=columns)


def _numbered(row: list[str]) -> list[str]:
    """A table without a head: its columns by their letters."""
    return [chr(65 + place) if place < 26 else str(place + 1) for place in range(len(row))]


def _is_sheet(said: str) -> bool:
    try:
        return "levels" in tomllib.loads(said)
    except tomllib.TOMLDecodeError:
        return said.lstrip().startswith(("[", "name =", "#")) and "levels" in said


def _in_toml(said: str, on: date) -> Sheet | list[Finding]:
    try:
        raw = tomllib.loads(said)
    except tomllib.TOMLDecodeError as error:
        line = str(error).rpartition("line ")[2].partition(",")[0]
        return [Finding("sheet.unreadable", "", {"line": line if line.isdecimal() else "?"})]
    raw.pop("about", None)
    return read_sheet(raw, on)


def _saved(said: str, model: Sheet, lang: Lang) -> Sheet | Refused:
    try:
        saved = read_saved(said)
    except (ValueError, KeyError, RecursionError):
        return Refused("import.unreadable")
    return _onto(model, _of_saved(saved, model, lang))


def _of_saved(saved: SavedTournament, model: Sheet, lang: Lang) -> dict[str, Any]:
    """Levels, chips, prices and the size of a table; whatever the file does not know stays as the model has it."""
    changed: dict[str, Any] = {"levels": saved.levels}
    if saved.name:
        changed["name"] = saved.name
    if saved.stack:
        changed["stack"] = saved.stack
    if 2 <= saved.seats <= 10:
        changed["table_size"] = saved.seats
    antes = [level for level in saved.levels if level["ante"]]
    if antes:
        by_big_blind = all(level["ante"] == level["big_blind"] for level in antes)
        changed["ante_from"] = "big_blind" if by_big_blind else "everybody"
    if saved.entry:
        changed["items"] = _items(saved, model, lang)
    if saved.rebuy and saved.rebuy.last_level:
        changed["late_registration"] = min(saved.rebuy.last_level, len(saved.levels) - 1)
    return changed


def _items(saved: SavedTournament, model: Sheet, lang: Lang) -> list[dict[str, Any]]:
    plain = msgspec.to_builtins(model, str_keys=True)
    entry = next((item for item in plain["items"] if item["kind"] == "entry"), None)
    items = [_priced(entry or new_item([], "entry", plain, lang), saved.entry)]
    for kind, bought in (("rebuy", saved.rebuy), ("addon", saved.addon)):
        if bought:
            items.append(_priced(new_item(items, kind, plain, lang), bought))
    return items


def _priced(item: dict[str, Any], bought: SavedBuyIn | None) -> dict[str, Any]:
    if bought is None:
        return item
    parts = {"prize_pool": bought.centavos - bought.rake_centavos, "rake": bought.rake_centavos}
    split = {account: part for account, part in parts.items() if part} or {"prize_pool": 0}
    return {**item, "split_centavos": split, "price_centavos": sum(split.values()), "chips": bought.chips}


def _model(request: AnyRequest, data: dict[str, Any]) -> Sheet:
    """What the file does not say comes from a model: days, book, prices."""
    known = templates()
    chosen = known.get(text(data, "model")) or known[_first_model()]
    sheet = sheet_from_template(chosen, _day(request))
    if not isinstance(sheet, Sheet):
        raise LookupError(f"the template {chosen.id} does not read")
    return sheet


def _first_model() -> str:
    return next(iter(templates()))


def _day(request: AnyRequest) -> date:
    return local_time(now(request)).date() + timedelta(days=1)


def _onto(model: Sheet, changed: dict[str, Any]) -> Sheet | Refused:
    """Days that end with a level end with one that there is; the linter says the rest beside its field."""
    plain = {**msgspec.to_builtins(model, str_keys=True), **changed}
    last = len(plain["levels"])
    if model.late_registration is not None and "late_registration" not in changed:
        plain["late_registration"] = min(model.late_registration, last)
    if all(day.from_level > 1 or (day.until_level or 0) > last for day in model.days):
        plain["days"] = [{**plain["days"][0], "until_level": None}]
    try:
        return msgspec.convert(plain, Sheet)
    except (msgspec.ValidationError, ValueError) as error:
        return plainly(str(error))


def _drawn(request: AnyRequest, data: dict[str, Any], sheet: Sheet | Refused | list[Finding]) -> AnyAnswer:
    return _to_form(request, sheet) if isinstance(sheet, Sheet) else _page(request, data, refused=sheet)


def _to_form(request: AnyRequest, sheet: Sheet) -> AnyAnswer:
    return draft_of(request, {BASE: msgspec.json.encode(sheet).decode()})


def _page(
    request: AnyRequest,
    data: dict[str, Any],
    *,
    table: Table | None = None,
    columns: dict[int, str] | None = None,
    refused: Refused | list[Finding] | None = None,
) -> AnyAnswer:
    lang = language_of(request)
    read = read_levels(table[1:], columns or {}) if table else None
    wrong = read.findings if read else refused if isinstance(refused, list) else []
    return room_page(
        request,
        "events/bring.html",
        409 if refused else 200,
        models=[(one.id, one.about.read(lang)) for one in templates().values()],
        model=text(data, "model") or _first_model(),
        table=msgspec.json.encode(table).decode() if table else "",
        head=table[0] if table else [],
        columns=columns or {},
        fields=FIELDS,
        levels=read.levels if read else [],
        wrong=[_told(one, lang) for one in wrong],
        pasted=str(data.get("pasted", ""))[:LONGEST_SENT] if refused else "",
        refused=why(refused, lang) if isinstance(refused, Refused) else None,
    )


def _told(one: Finding, lang: Lang) -> str:
    values = dict(one.values)
    if one.because == "levels.not_a_number":
        values["field"] = say(f"levels.field.{values['field']}", lang)
    said = say(one.because, lang, **values)
    return f"{one.where} · {said}" if one.because.startswith("sheet.") and one.where else said
