"""The one undo: what somebody did last, in a sentence, and what taking it back would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.desk.drawer_names import drawer_name
from feltro.app.handling.acts import KINDS, Act, act_of, acts_of
from feltro.app.handling.undo import Undo
from feltro.app.people.directory import directory
from feltro.app.world.history import Undone
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.tournament.facts.balance import MoveEdited
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.facts.floor import PlayerMoved, SeatsSwapped
from feltro.words.sentences import say, sentences

if TYPE_CHECKING:
    from feltro.app.access.rows import Identity
    from feltro.app.handling import House
    from feltro.app.handling.undo import Change
    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

EVENTS_READ = 20
"""Of an act: seating a thousand players is said in the words of the first."""


class UndoOffer(NamedTuple):
    key: str
    said: str


def undo_offer(house: House, me: Identity, now: Instant, lang: Lang) -> UndoOffer | None:
    """For whom undoing is allowed: the last act of the shift."""
    if me.role not in Undo.may:
        return None
    with house.world.lock:
        act = acts_of(house).last_of(me.user, now)
        return UndoOffer(act.key, describe(act, house, lang)) if act else None


def undo_live(house: House, me: Identity) -> str:
    """What the offer rests on, so that another tab of the same person follows; nothing for whom may not undo."""
    if me.role not in Undo.may:
        return ""
    return " ".join(f"{kind}*@{sum(house.store.streams(kind).values())}" for kind in KINDS)


def find_act(house: House, key: str) -> Act | None:
    """An act by its key, from the answer that it was given."""
    import msgspec

    from feltro.app.world.plan import Done

    answered = house.store.answered(key) if key and key.isprintable() and len(key) < 200 else None
    done = msgspec.json.decode(answered.outcome, type=Done) if answered and answered.outcome else None
    with house.world.lock:
        return act_of(house, done.events[0].stream, key) if done and done.events else None


def describe(act: Act, house: House, lang: Lang) -> str:
    """`Inscrição 12 de Ana Souza, R$ 620,00`. A command without a sentence of its own is named by its hour.

    What was done at no table in particular is said without one."""
    values = _values(act, house)
    key = f"act.{act.command}"
    taken_back = _taken_back(act, house)
    if taken_back is not None and act.command == "Undo":
        return say("act.Undo.of", lang, what=describe(taken_back, house, lang))
    wrong = _values(taken_back, house)["people"] if taken_back is not None else ()
    if wrong and values["people"]:
        return say("act.Correct.bust", lang, right=values["people"], wrong=wrong)
    if any(not values[name] and f"{{{name}}}" in sentences().get(key, "") for name in ("table", "moved")):
        key = f"{key}.everywhere"
    if key not in sentences():
        return say("act.other", lang, hour=local_time(act.at).time())
    return say(key, lang, **values)


def _taken_back(act: Act, house: House) -> Act | None:
    """What an undo or a correction speaks of."""
    key = next((event.key for event in act.events if isinstance(event, Undone)), "")
    return act_of(house, act.stream, key) if key else None


def _values(act: Act, house: House) -> dict[str, Any]:
    """Whatever the events of an act say about it; a sentence takes what it needs."""
    found: dict[str, Any] = {"person": "", "number": 0, "amount": Money(0), "item": "", "desk": "", "name": ""}
    found |= {"table": 0, "seat": 0, "level": 0, "people": (), "moved": ()}
    # A table that is broken is said before the tables that its players went to.
    for event in sorted(act.events[:EVENTS_READ], key=lambda one: isinstance(one, PlayerMoved)):
        for field in ("number", "desk", "item", "level", "table", "seat"):
            if getattr(event, field, None) and not found.get(field):
                found[field] = getattr(event, field)
        centavos = getattr(event, "price_centavos", 0) or getattr(event, "amount_centavos", 0)
        centavos = centavos or getattr(event, "float_centavos", 0)
        found["amount"] = found["amount"] or Money(centavos)
        found["person"] = found["person"] or _name(getattr(event, "person", ""), house)
    found["desk"] = drawer_name(found["desk"], house.world) if found["desk"] else ""
    state = house.world.live(act.stream).state
    sheet = getattr(state, "sheet", None)
    found["name"] = sheet.name if sheet else getattr(state, "name", "")
    return _from_entry(act, state, house, found)


def _from_entry(act: Act, state: Any, house: House, found: dict[str, Any]) -> dict[str, Any]:
    """An act on an entry or on a penalty names only its id: who it is and its number are in the state."""
    ids = [getattr(event, "entry", "") or getattr(event, "sale", "") for event in act.events[:EVENTS_READ]]
    ids += [penalty.entry for event in act.events[:EVENTS_READ] if (penalty := _penalty(event, state))]
    entries = [getattr(state, "entries", {}).get(one) for one in ids if one]
    entry = next((one for one in entries if one is not None), None)
    if entry is not None:
        found["number"] = entry.number
        found["person"] = found["person"] or _name(entry.person, house)
    left = [event.entry for event in act.events[:EVENTS_READ] if isinstance(event, EntryEliminated)]
    moved = [entry for event in act.events[:EVENTS_READ] for entry in _moved(event)]
    for name, those in (("people", left), ("moved", moved)):
        found[name] = tuple(_name(state.entries[one].person, house) for one in those if one in state.entries)
    return found


def _moved(event: Any) -> tuple[str, ...]:
    """Whom an event gives another chair, or would."""
    if isinstance(event, PlayerMoved):
        return (event.entry,)
    if isinstance(event, SeatsSwapped):
        return (event.first, event.second)
    return (event.move.entry,) if isinstance(event, MoveEdited) else ()


def _penalty(event: Any, state: Any) -> Any:
    """What is done to a penalty names only the penalty: whose it is, is in the state."""
    sanctions = getattr(state, "sanctions", None)
    return sanctions.penalties.get(getattr(event, "penalty", "")) if sanctions else None


def _name(person: str, house: House) -> str:
    known = directory(house.store).get(person) if person else None
    return known.called if known else ""


class ChangeLine(NamedTuple):
    """One thing that undoing changes, as far as it can be said in words."""

    key: str
    values: dict[str, Any]


def lines_of(changes: list[Change], house: House) -> tuple[list[ChangeLine], int]:
    """What people care about first; the number of other values that change with it."""
    told: dict[str, ChangeLine] = {}
    rest = 0
    for change in changes:
        line = _line(change, house)
        if line is None:
            rest += 1
        else:
            told.setdefault(f"{line.key}{change.where}", line)
    return list(told.values()), rest


def _line(change: Change, house: House) -> ChangeLine | None:
    parts = change.where.split("/")
    if len(parts) == 3 and parts[1] == "entries":
        entry = change.before or change.after
        values = {"person": _name(entry.get("person", ""), house), "number": entry.get("number", 0)}
        return ChangeLine("undo.entry_gone" if change.after is None else "undo.entry_back", values)
    if len(parts) == 4 and parts[1] == "entries" and parts[3] == "status":
        status = {"before": change.before, "after": change.after}
        entry = house.world.live(parts[0]).state.entries.get(parts[2])
        values = {"number": entry.number if entry else 0, "person": _name(entry.person, house) if entry else ""}
        return ChangeLine("undo.entry_status", {**status, **values})
    if len(parts) == 3 and parts[1] == "sales":
        sale = change.before or change.after
        amount = Money(sum(paid["amount_centavos"] for paid in sale.get("payments", ())))
        return ChangeLine("undo.sale_gone" if change.after is None else "undo.sale_back", {"amount": amount})
    if len(parts) == 2 and parts[1] in {"level", "cashier", "stopped", "registration_closed"}:
        return ChangeLine(f"undo.{parts[1]}", {"before": change.before or "—", "after": change.after or "—"})
    return None
