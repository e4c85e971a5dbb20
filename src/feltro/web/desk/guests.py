"""Players out of a list kept elsewhere: the file, the columns, who is known already, and then in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body

from feltro.app.people.commands import RegisterPerson
from feltro.app.people.directory import directory
from feltro.app.people.documents import masked
from feltro.app.people.guests import FIELDS, NAMES, Guest, guests, matched, shown_by_cells
from feltro.app.people.spreadsheet import LONGEST_SENT, MOST_BYTES, Table, decoded, read_table, sent_table
from feltro.app.sheets.tournament_director import is_saved_tournament, read_saved
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Finding, Refused
from feltro.web.frame.answers import AnyAnswer, room_page, why
from feltro.web.frame.commands import hand_over, new_id, new_key, said_of
from feltro.web.frame.fields import Form, text, ticked
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_form, staff_page
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.people.directory import Directory

ADDRESS = "/jogadores/importar"
File = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
NEW, SKIP = "new", ""
EXAMPLES = 2
DOCUMENTS = {"cpf", "foreign"}


class Brought(NamedTuple):
    """A list as it is being looked at."""

    table: Table
    columns: dict[int, str]
    headless: bool = False
    """The first row is one of the people."""

    @property
    def rows(self) -> Table:
        return self.table if self.headless else self.table[1:]

    @property
    def nameless(self) -> bool:
        return not NAMES & set(self.columns.values())

    def heads(self) -> list[tuple[str, list[str]]]:
        """Each column as its head calls it, with the first cells that say something: enough to know it by. Documents stay
        masked."""
        shown = [
            []
            if self.columns.get(place) in DOCUMENTS
            else [row[place] for row in self.rows if row[place]][:EXAMPLES]
            for place in range(len(self.table[0]))
        ]
        return [("" if self.headless else head, cells) for head, cells in zip(self.table[0], shown, strict=True)]


@staff_page(ADDRESS, OFFICE)
def show_import(request: AnyRequest) -> AnyAnswer:
    return _page(request)


@staff_form(ADDRESS, OFFICE)
def read_file(request: AnyRequest, data: File) -> AnyAnswer:
    """Read and shown; nobody is registered yet."""
    sent = data.get("file")
    body = b""
    if isinstance(sent, UploadFile):
        with sent.file as file:
            body = bytes(file.read(MOST_BYTES + 1))
    return _shown_table(request, body)


def _shown_table(request: AnyRequest, body: bytes) -> AnyAnswer:
    table = _saved_players(body) or read_table(body)
    if isinstance(table, Finding):
        return _page(request, refused=Refused(table.because, table.values))
    columns = matched(table[0])
    told = {} if columns else shown_by_cells(table[0])
    return _page(request, Brought(table, columns or told, headless=bool(told)))


def _saved_players(body: bytes) -> Table | None:
    """The people in a tournament that The Tournament Director saved, as a list with a head."""
    said = decoded(body[:MOST_BYTES]) if body.lstrip().startswith(b"{") else ""
    if not is_saved_tournament(said):
        return None
    try:
        people = read_saved(said).players
    except (ValueError, KeyError, RecursionError):
        return None
    rows = [[" ".join(filter(None, one[:2])) or one[2], one[2], one[3]] for one in people]
    return [["name", "nickname", "email"], *rows] if rows else None


@staff_form(ADDRESS + "/conferir", OFFICE)
def look_again(request: AnyRequest, data: Form) -> AnyAnswer:
    """Cells that were pasted, other columns, or in they go: the button says which."""
    if text(data, "do") == "paste":
        return _shown_table(request, str(data.get("pasted", ""))[:LONGEST_SENT].encode())
    table = sent_table(data.get("table", ""))
    if table is None:
        return _page(request, refused=Refused("import.unreadable"))
    columns = {place: name for place in range(len(table[0])) if (name := text(data, f"col{place}")) in FIELDS}
    brought = Brought(table, columns, headless=ticked(data, "headless"))
    if text(data, "do") != "register":
        return _page(request, brought)
    found = _read(request, brought)
    told = [_registered(request, one, text(data, f"row{one.row}"), text(data, "key")) for one in found]
    return _page(request, done=[one for one in told if one])


def _read(request: AnyRequest, brought: Brought) -> list[Guest]:
    people, today = directory(house_of(request).store), local_time(now(request)).date()
    first = 1 if brought.headless else 2
    return [] if brought.nameless else guests(brought.rows, brought.columns, people, today, first)


def _registered(request: AnyRequest, guest: Guest, choice: str, key: str) -> tuple[int, str, str] | None:
    """Row, name, and what was refused about it; empty: registered. Nothing for a row that was left out."""
    if choice != NEW or guest.person is None or guest.known:
        return None
    one = guest.person
    command = RegisterPerson(
        person=new_id("p"),
        name=one.name,
        known_as=one.known_as,
        document=one.document,
        born_on=one.born_on,
        email=one.email,
        phone=one.phone,
        card=one.card,
        not_the_same_as=guest.alike,
    )
    outcome = hand_over(request, command, f"{key}-{guest.row}")
    if not isinstance(outcome, Refused):
        return guest.row, one.called, ""
    said = said_of(request, outcome, command)
    return guest.row, one.called, say(said.because, language_of(request), **said.values)


def _page(
    request: AnyRequest,
    brought: Brought | None = None,
    *,
    done: list[tuple[int, str, str]] | None = None,
    refused: Refused | None = None,
) -> AnyAnswer:
    people, lang = directory(house_of(request).store), language_of(request)
    found = _read(request, brought) if brought else []
    return room_page(
        request,
        "desk/guests.html",
        409 if refused else 200,
        table=msgspec.json.encode(brought.table).decode() if brought else "",
        head=brought.heads() if brought else [],
        columns=brought.columns if brought else {},
        headless=bool(brought and brought.headless),
        nameless=bool(brought and brought.nameless),
        fields=FIELDS,
        guests=[_shown(one, people, lang) for one in found],
        fresh=sum(bool(one.person and not one.known) for one in found),
        done=done,
        key=new_key(),
        refused=why(refused, lang) if refused else None,
    )


def _shown(guest: Guest, people: Directory, lang: Any) -> dict[str, Any]:
    """A row as it is read: who they are, what is wrong, who they may be. In by default only where nothing is asked."""
    known = people.get(guest.known) if guest.known else None
    alike = [(one, masked(one.document)) for person in guest.alike if (one := people.get(person))]
    return {
        "row": guest.row,
        "person": guest.person,
        "document": masked(guest.person.document) if guest.person else "",
        "wrong": [say(one.because, lang, **one.values) for one in guest.findings],
        "known": known.called if known else "",
        "alike": alike,
        "twice": guest.twice,
        "near": guest.near,
        "written": guest.written,
        "chosen": bool(guest.person and not (guest.known or alike or guest.twice or guest.near or guest.findings)),
    }
