"""What happened, act by act, with the room as it was at any of them; and incidents, for the direction alone."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from feltro.app.conduct.incidents.commands import CloseIncident, NoteOnIncident, OpenIncident
from feltro.app.conduct.incidents.files import INCIDENT, File, load
from feltro.app.conduct.incidents.pairs import pairs_of_stage
from feltro.app.event_view import EventView
from feltro.app.people.person import folded
from feltro.app.world.history import undone_keys
from feltro.kernel.commands import Command
from feltro.kernel.outcome import Refused, cites_of
from feltro.rulebook.book import Sourced
from feltro.web.direction import ADDRESS, FLOOR, OFFICE, minute_of, path_of, show
from feltro.web.director.history_lines import act_said, acts
from feltro.web.director.orders import answer
from feltro.web.director.ruled import ruled_lines, rulings_live
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.commands import give, new_id
from feltro.web.frame.fields import Form, digits, text, texts
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_form, staff_page
from feltro.web.frame.known import shown_event
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.handling import House
    from feltro.words.languages import Lang

ACTS_SHOWN = 100
ACTS_SEARCHED = 5000
LONGEST = 100
KINDS = ("suspicion", "hand_set_aside", "discrimination", "harassment", "theft", "other")


@staff_page(ADDRESS + "/{tournament:str}/historia", FLOOR)
def show_history(request: AnyRequest, tournament: str) -> AnyAnswer:
    """The latest acts first, `q` looks for words in them; every line leads to the room as it was then."""
    house, lang = house_of(request), language_of(request)
    query = request.query_params.get("q", "")[:LONGEST]
    with house.world.lock:
        found = shown_event(request, tournament)
        before = digits(request.query_params.get("antes", ""), 9) or 0
        rows = list(_acts(house, found, query, lang, before, me(request).role))
        older = rows[-1]["first"] - 1 if len(rows) == ACTS_SHOWN else 0
        moment = minute_of(found.at, found.state.the_sheet.zone)
        context = {"rows": rows, "query": query, "moment": moment, "mine": me(request).user, "before": before,
                   "older": older, "ruled": ruled_lines(found, lang), "rulings_live": rulings_live(found)}  # fmt: skip
        return show(request, found, "/historia", "director/_history.html", **context)


def _acts(  # noqa: PLR0913, PLR0917 - what is looked for, and for whom
    house: House, found: EventView, query: str, lang: Lang, before: int, role: str
) -> Iterator[dict[str, Any]]:
    """One row for each command: what its events say, together; `before`, up to that place in the log."""
    upto = min(before, found.version) if before else found.version
    facts = found.facts[:upto]
    undone, words, shown = undone_keys(facts), folded(query).split(), 0
    for of_one in islice(acts(reversed(facts), role), ACTS_SEARCHED):
        row = act_said(of_one[::-1], found, house, lang, undone)
        if _matches(row, words):
            yield {**row, "first": of_one[-1].version, "day": row["at"].date(), "texts": _more(row)}
            shown += 1
        if shown >= ACTS_SHOWN:
            return


def _more(row: dict[str, Any]) -> list[str]:
    """What the events add to what the act already says: a name stands in a line once."""
    said = folded(row["command"])
    told = (" · ".join(part for part in one.split(" · ") if folded(part) not in said) for one in row["texts"])
    return [one for one in told if one]


def _matches(row: dict[str, Any], words: list[str]) -> bool:
    heard = folded(" ".join((row["command"], row["by"], *row["texts"])))
    return all(word in heard for word in words)


# Incidents


@staff_page(ADDRESS + "/{tournament:str}/ocorrencias", OFFICE)
def show_incidents(request: AnyRequest, tournament: str) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        found = shown_event(request, tournament)
        files = list(_files(house, found))
        entered = {one.person: one.id for one in found.state.entries.values()}
        players = [(entry, found.names.of(entry)) for entry in entered.values()]
        context = {"pairs": pairs_of_stage(found.state, house.world), "collusion": _on_collusion(found), "files": files, "players": sorted(players, key=lambda one: folded(one[1])), "kinds": KINDS,
                   "written_until": house.store.version(f"incidents:{tournament}")}  # fmt: skip
        return show(request, found, "/ocorrencias", "director/_incidents.html", **context)


def _on_collusion(found: EventView) -> Any:
    """The clauses of the book that speak of players who agree; nothing where it has none."""
    said = found.book.rulebook["conduct.collusion"]
    return cites_of(tuple(map(str, said.cites))) if isinstance(said, Sourced) else ()


def _files(house: House, found: EventView) -> list[File]:
    """Open ones first."""
    prefix = f"{found.id}/"
    ids = [row.id.removeprefix(prefix) for row in house.store.registry(INCIDENT) if row.id.startswith(prefix)]
    files = [file for file in (load(found.id, one, house.store) for one in ids) if file]
    return sorted(files, key=lambda file: (file.closed, -file.notes[0].at))


@staff_form(ADDRESS + "/{tournament:str}/ocorrencias/registro", OFFICE)
def write_incident(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        command = _incident(data, found)
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    return answer(request, found, outcome, f"{path_of(found)}/ocorrencias")


def _incident(form: dict[str, Any], found: EventView) -> Command | Refused:
    account = text(form, "account")
    if not account:
        return Refused("director.incident.empty")
    named: dict[str, Any] = {"tournament": found.id, "incident": text(form, "incident"), "account": account}
    if text(form, "do") == "note":
        return NoteOnIncident(**named)
    if text(form, "do") == "close":
        return CloseIncident(**named, release_prizes=bool(text(form, "release")))
    entries = [one for one in texts(form, "people") if one in found.state.entries]
    people = tuple(dict.fromkeys(found.state.entries[one].person for one in entries))
    number = digits(text(form, "table"), 5) or 0
    held = tuple(entries) if text(form, "hold") else ()
    kind: Any = text(form, "kind")
    return OpenIncident(
        **{**named, "incident": new_id("i")}, kind=kind, people=people, table=number, hold_prize_of=held
    )
