"""A table out of a spreadsheet, CSV or XLSX: rows of text, whatever program wrote it. A formula is text like any other."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.outcome import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BYTES = 2_000_000
MOST_UNPACKED = 40_000_000
"""A small file may unpack to a large one, on purpose."""
MOST_ROWS = 1000
"""Under the head: what one form can carry back and forth."""
MOST_COLUMNS = 60
LONGEST = 300
LONGEST_SENT = 350_000
"""A table that a page sends back, or cells that were pasted into it."""
Table = list[list[str]]
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_EPOCH = date(1899, 12, 30)


def read_table(body: bytes) -> Table | Finding:
    """The rows that say anything, each as long as the longest; or why nothing can be read."""
    if not body.strip():
        return Finding("import.empty", "file")
    if len(body) > MOST_BYTES:
        return Finding("import.too_large", "file", {"megabytes": MOST_BYTES // 1_000_000})
    try:
        rows = list(_xlsx(body) if body.startswith(b"PK") else _csv(body))
    except (ValueError, KeyError, zipfile.BadZipFile, csv.Error, EOFError, UnicodeError):
        return Finding("import.unreadable", "file")
    said = [row for cells in rows if any(row := [_plain(cell) for cell in cells[:MOST_COLUMNS]])]
    if not said:
        return Finding("import.empty", "file")
    if len(said) > MOST_ROWS + 1:
        return Finding("import.too_many", "file", {"rows": len(said), "most": MOST_ROWS})
    wide = max(map(len, said))
    return [row + [""] * (wide - len(row)) for row in said]


def sent_table(sent: object) -> Table | None:
    """A table as a page carries it from one form to the next; nothing where it is not one any more."""
    if not isinstance(sent, str) or len(sent) > LONGEST_SENT:
        return None
    try:
        table = msgspec.json.decode(sent, type=Table)
    except msgspec.MsgspecError:
        return None
    return table if table and table[0] and all(len(row) == len(table[0]) for row in table) else None


def _plain(cell: str) -> str:
    """On one line; what a spreadsheet would run as a formula loses the sign that starts it, a sign before a number stays."""
    text = re.sub(r"\s+", " ", "".join(sign for sign in cell if sign.isprintable() or sign.isspace())).strip()[
        :LONGEST
    ]
    return text if re.fullmatch(r"[+-]?[\d .,/()-]*", text) else text.lstrip("=+-@\t ")


def _csv(body: bytes) -> Iterator[list[str]]:
    text = decoded(body)
    if not text:
        raise ValueError("no text")
    first = text.partition("\n")[0]
    separator = max(";\t,", key=first.count)
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator)


def decoded(body: bytes) -> str:
    """Spreadsheets of Brazil write UTF-8 or the Windows alphabet, and say it only sometimes. A picture or another program's
    file says nothing, whatever it is called."""
    alphabets = ("utf-16",) if body.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "cp1252")
    for alphabet in alphabets:
        try:
            said = body.decode(alphabet)
        except UnicodeDecodeError:
            continue
        return "" if "\0" in said else said
    return ""


def _xlsx(body: bytes) -> Iterator[list[str]]:
    """The first sheet. Entities and document types are refused by the reader."""
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        if sum(one.file_size for one in packed.infolist()) > MOST_UNPACKED:
            raise ValueError("unpacks to too much")
        names = set(packed.namelist())
        shared = _shared(packed) if "xl/sharedStrings.xml" in names else []
        sheets = sorted(name for name in names if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name))
        days = _date_styles(packed) if "xl/styles.xml" in names else set()
        tree = _parsed(packed.read(sheets[0] if sheets else "xl/worksheets/sheet1.xml"))
    for row in tree.iter(f"{_SHEET}row"):
        cells: list[str] = []
        for cell in row.iter(f"{_SHEET}c"):
            place = _column(cell.get("r", ""), len(cells))
            cells += [""] * (min(place, MOST_COLUMNS) - len(cells))
            cells.append(_cell(cell, shared, days))
        yield cells


def _parsed(xml: bytes) -> Any:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        return fromstring(xml)
    except (ParseError, DefusedXmlException) as error:
        raise ValueError(str(error)) from error


def _shared(packed: zipfile.ZipFile) -> list[str]:
    tree = _parsed(packed.read("xl/sharedStrings.xml"))
    return ["".join(part.text or "" for part in one.iter(f"{_SHEET}t")) for one in tree.iter(f"{_SHEET}si")]


def _date_styles(packed: zipfile.ZipFile) -> set[str]:
    """Which styles show a number as a day: the built-in ones, and those whose pattern names day and year."""
    tree = _parsed(packed.read("xl/styles.xml"))
    own = {
        one.get("numFmtId")
        for one in tree.iter(f"{_SHEET}numFmt")
        if re.search(r"d", one.get("formatCode", "").lower()) and "y" in one.get("formatCode", "").lower()
    }
    formats = next(iter(tree.iter(f"{_SHEET}cellXfs")), ())
    known = {str(number) for number in (*range(14, 18), 22)} | own
    return {str(place) for place, one in enumerate(formats) if one.get("numFmtId") in known}


def _column(reference: str, after: int) -> int:
    letters = re.match(r"[A-Z]{1,3}", reference)
    if letters is None:
        return after
    number = 0
    for letter in letters[0]:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _cell(cell: Any, shared: list[str], days: set[str]) -> str:
    value = cell.find(f"{_SHEET}v")
    text = value.text or "" if value is not None else "".join(one.text or "" for one in cell.iter(f"{_SHEET}t"))
    if cell.get("t") == "s":
        return shared[int(text)] if text else ""
    if text and cell.get("t") in {None, "n"}:
        return _number(text, is_day=cell.get("s") in days)
    return text


def _number(text: str, *, is_day: bool) -> str:
    """Whole numbers without their `.0`; a day as people write it."""
    number = float(text)
    if is_day and 0 < number < 100_000:
        return (_EPOCH + timedelta(days=int(number))).strftime("%d/%m/%Y")
    return str(int(number)) if number.is_integer() else text
