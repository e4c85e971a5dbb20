"""Penalties: who serves what, and the book's own proposal for an infraction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.conduct.record import record_of, with_record
from feltro.app.event_view import EventView
from feltro.app.people.person import folded
from feltro.kernel.outcome import cites_of
from feltro.rulebook.book import Silent
from feltro.rulebook.settle import own_voice
from feltro.rulings.public import tell_ruling, tell_unreadable
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable
from feltro.tournament.clock.face import shown_to
from feltro.tournament.sanctions.commands import Sanction
from feltro.tournament.sanctions.view import served_hand
from feltro.tournament.state import BAGGED, LIVE
from feltro.web.direction import ADDRESS, FLOOR, show
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.clauses import written_cite
from feltro.web.frame.gate import AnyRequest, house_of, staff_page
from feltro.web.frame.known import shown_event
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.conduct.record import ConductRecord
    from feltro.words.languages import Lang

KINDS: tuple[str, ...] = Sanction.__args__  # type: ignore[attr-defined]
CIRCUMSTANCES = ("repeated", "deliberate", "refused")
"""What a floor person can see, and on which some clauses depend."""


@staff_page(ADDRESS + "/{tournament:str}/punicoes", FLOOR)
def show_penalties(request: AnyRequest, tournament: str) -> AnyAnswer:
    """`entry` is who did it, `infracao` what; with both, the book says what may be given."""
    asked, lang = request.query_params, language_of(request)
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        entry, infraction = asked.get("entry", ""), asked.get("infracao", "")
        known = found.state.entries.get(entry)
        world = house_of(request).world
        record = record_of(known.person, found.state, found.book.rulebook, world) if known else None
        told = situation(found, entry, infraction, dict(asked)) if known and infraction else None
        ruling = proposal(told, record, found, lang) if told and record else None
        book = found.book
        context: dict[str, Any] = {
            "serving": list(_given(found)),
            "players": sorted(_players(found), key=lambda one: folded(one[1])),
            "entry": entry if known else "",
            "infraction": infraction,
            "infractions": infractions(found, lang),
            "ticked": {name for name in CIRCUMSTANCES if asked.get(name)},
            "circumstances": CIRCUMSTANCES,
            "ruling": ruling,
            "noted": record.seen.get(infraction, 0) if record else 0,
            "kinds": kinds_for(found, ruling),
            "votes": book["penalty.judge"].value == "all_present",
        }
        return show(request, found, "/punicoes", "director/_penalties.html", **context)


def _players(found: EventView) -> Iterator[tuple[str, str]]:
    for entry in found.state.entries.values():
        if entry.status == LIVE:
            chair = found.state.floor.chair_of.get(entry.id)
            yield entry.id, f"{found.names.of(entry.id)}{f' · {chair}' if chair else ''}"


def _given(found: EventView) -> Iterator[dict[str, Any]]:
    """Those with something left to serve first, then the latest."""
    sanctions = found.state.sanctions
    rows: list[dict[str, Any]] = []
    for name, one in sanctions.penalties.items():
        chair = found.state.floor.chair_of.get(one.entry)
        open_one = bool(one.left) and not one.lifted
        rows.append({"id": name, "one": one, "name": found.names.person(one.person), "chair": chair,
                     "cites": cites_of(one.cites), "at": one.at, "out": _is_out(found, one.entry),
                     "served": served_hand(one.entry, found.state, found.book, found.at) if open_one else None})  # fmt: skip
    yield from sorted(rows, key=lambda row: (not (row["one"].left and not row["one"].lifted), -(row["at"] or 0)))


def _is_out(found: EventView, entry: str) -> bool:
    """What is left to serve can only be served in another event."""
    known = found.state.entries.get(entry)
    return known is None or known.status not in {LIVE, BAGGED}


def infractions(found: EventView, lang: Lang) -> list[dict[str, Any]]:
    """What the book speaks of, by its own words; what it leaves out is not offered in its name."""
    rulebook = found.book.rulebook
    listed = []
    for parameter in rulebook.parameters.values():
        said = rulebook[parameter.name] if parameter.type == "infraction" else None
        if said is not None and not isinstance(said, Silent):
            where = written_cite(lang, said.clause)
            listed.append({"name": parameter.name, "label": parameter.meaning.read(lang), "where": where})
    return sorted(listed, key=lambda one: one["label"])


def proposal(told: dict[str, Any], record: ConductRecord, found: EventView, lang: Lang) -> dict[str, Any]:
    """The ruling on conduct, with what is known of the player and of the table put into it."""
    rulebook = found.book.once(own_voice)
    answer = rule(with_record(told, record, rulebook), rulebook)
    if isinstance(answer, Unreadable):
        return {"unreadable": tell_unreadable(answer, lang)["error"]["message"]}
    told = tell_ruling(answer.rulings[0], rulebook, lang)
    told["unreadable"] = ""
    return told


def situation(found: EventView, entry: str, infraction: str, asked: dict[str, str]) -> dict[str, Any]:
    state = found.state
    table = state.floor.table_of(entry)
    levels = state.the_sheet.levels
    level = levels[min(max(shown_to(state, entry, found.at).level, 1), len(levels)) - 1]
    facts: dict[str, Any] = {
        "kind": "conduct",
        "infraction": infraction,
        "small_blind": level.small_blind,
        "big_blind": level.big_blind,
        **{name: bool(asked.get(name)) for name in CIRCUMSTANCES},
    }
    return {**facts, "players_at_table": len(table.players)} if table else facts


def kinds_for(found: EventView, ruling: dict[str, Any] | None) -> list[str]:
    """What the ruling names, the usual one first; without a ruling, what the book has."""
    penalty = ruling.get("penalty") if ruling else None
    if penalty and penalty["kinds"]:
        listed = [kind for kind in penalty["kinds"] if kind in KINDS]
        return sorted(listed, key=lambda kind: kind != penalty["usual"])
    known = found.book["penalty.kinds"].value
    return [kind for kind in KINDS if kind in known]
