"""What there is to choose from in the form of an act: players by name and chair, tables, days, stages, busts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.handling.catalogue import COMMANDS
from feltro.app.people.directory import directory
from feltro.app.people.documents import masked
from feltro.app.people.names import name_of
from feltro.app.people.person import folded
from feltro.app.ranking.stages import funds_of_stages, stages_to_close
from feltro.kernel.fields import fields_of
from feltro.rulebook.library import shipped
from feltro.tournament.eliminations.heads import without_hunter
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.prizes.due import due
from feltro.tournament.state import GONE, LIVE
from feltro.web.acts import draw_choices, paid_out, ruled
from feltro.web.frame.fields import text
from feltro.web.frame.marks import hour_said
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feltro.app.people.person import Person
    from feltro.kernel.fields import FieldType
    from feltro.web.acts.ground import Asking

Choices = list[tuple[str, str]]

FEW = 12
"""So many are shown without typing anything."""
MOST_SHOWN = 8
MOST_FOUND = 200
MOST_BUSTS = 60
FIRST_ROOM = "salao"
AMENDABLE = ("bool", "count", "choice", "fraction", "money", "time")
"""Rules whose value one field can hold."""


def field_of(command: str, name: str) -> FieldType:
    return next(one for one in fields_of(COMMANDS[command]) if one.name == name)


def of(command: str, name: str) -> Callable[[Asking], Choices] | None:
    """By what the field names; the few that are asked otherwise than their command says have their own."""
    field = field_of(command, name)
    return OWN.get(name) or CHOOSE.get((field.names, field.which))


def offered(command: str, name: str, asking: Asking) -> Choices:
    choose = of(command, name)
    return choose(asking) if choose else []


def found(command: str, name: str, asking: Asking) -> tuple[tuple[str, str], ...]:
    """Who or what is offered for what was typed, with the one chosen before; few are offered at once."""
    said, chosen = text(asking.given, f"{name}.said"), text(asking.given, name)
    if said:
        return tuple(matching(command, name, said, asking)[:MOST_SHOWN])
    if of(command, name) is not anybody:
        known = offered(command, name, asking)
        if len(known) <= FEW:
            return tuple(known)
        return tuple(one for one in known if one[0] == chosen)
    person = directory(asking.house.store).get(chosen)
    return ((person.id, told_apart(person)),) if person else ()


def matching(command: str, name: str, said: str, asking: Asking) -> Choices:
    """By the beginnings of its words, in any order; people of the house also by document, phone or card."""
    if of(command, name) is anybody:
        return [(one.id, told_apart(one)) for one in directory(asking.house.store).search(said, MOST_FOUND)]
    words = folded(said).split()
    listed = [(one, called, folded(called).split()) for one, called in offered(command, name, asking)]
    return [
        (one, called)
        for one, called, heard in listed
        if said == one or (words and all(any(part.startswith(word) for part in heard) for word in words))
    ]


def told_apart(person: Person) -> str:
    """Two people of one name differ in what stands behind it."""
    known = f"{person.called} ({person.name})" if person.known_as else person.name
    born = person.born_on.strftime("%d/%m/%Y") if person.born_on else ""
    return " · ".join(part for part in (known, masked(person.document), born) if part)


def anybody(_asking: Asking) -> Choices:
    """Everybody whom the house knows: too many to list, found only by typing."""
    return []


# Of an event


def _called(entries: Iterable[str], asking: Asking) -> Choices:
    return sorted(_called_as(entries, asking), key=lambda one: folded(one[1]))


def _called_as(entries: Iterable[str], asking: Asking) -> Choices:
    """By name, with the chair or the number, in the order given."""
    standing = asking.event
    listed = []
    for entry in entries:
        chair = standing.state.floor.chair_of.get(entry)
        beside = str(chair) if chair else f"#{standing.state.entries[entry].number}"
        listed.append((entry, f"{standing.names.of(entry)} · {beside}"))
    return listed


def players(asking: Asking) -> Choices:
    """Who is in."""
    return _called((one.id for one in asking.event.state.entries.values() if one.status == LIVE), asking)


def left(asking: Asking) -> Choices:
    """Who plays, waits or lies in a bag."""
    return _called(still_in(asking.event.state), asking)


def _played(asking: Asking) -> Choices:
    return _called((one.id for one in asking.event.state.entries.values() if one.status not in GONE), asking)


def _placed(asking: Asking) -> Choices:
    """Who is out, the last one first."""
    return list(reversed(_called_as(asking.event.state.eliminations.outs, asking)))


def _winners(asking: Asking) -> Choices:
    owed = due(asking.event.state)
    return _called((entry for entry in owed if owed[entry].remaining > 0), asking)


def _paid(asking: Asking) -> Choices:
    return _called(dict.fromkeys(one.entry for one in asking.event.state.prizes.payments.values()), asking)


def _owing(asking: Asking) -> Choices:
    overpaid = asking.event.state.prizes.overpaid
    return _called((entry for entry, centavos in overpaid.items() if centavos), asking)


def _people(asking: Asking) -> Choices:
    """Everybody who entered, also those who are out."""
    standing = asking.event
    people = dict.fromkeys(entry.person for entry in standing.state.entries.values())
    return sorted(((person, standing.names.person(person)) for person in people), key=lambda one: folded(one[1]))


def _tables(asking: Asking) -> Choices:
    numbers = sorted(asking.event.state.floor.tables)
    return [(str(one), say("director.table_n", asking.lang, table=one)) for one in numbers]


def _days(asking: Asking) -> Choices:
    days = asking.event.state.the_sheet.days
    return [(day.id, say("director.day_n", asking.lang, day=day.id)) for day in days]


def _races(asking: Asking) -> Choices:
    races = asking.event.state.chips.races
    words = "director.race_n"
    return [(name, say(words, asking.lang, remove=one.remove, keep=one.keep)) for name, one in races.items()]


def _press(asking: Asking) -> Choices:
    standing = asking.event
    return [
        (name, f"{standing.names.person(one.person)} · {say(f'acts.choice.activity.{one.activity}', asking.lang)}")
        for name, one in standing.state.media.press.items()
        if one.met is None
    ]


def _busts(asking: Asking) -> Choices:
    """Busts that can still be corrected, the latest first: by the key of the command that reported them."""
    standing = asking.event
    listed: Choices = []
    for fact in reversed(asking.house.world.live(standing.stream).facts):
        if isinstance(fact.event, EntryEliminated) and fact.event.entry in standing.state.eliminations.outs:
            hour = hour_said(asking.lang, fact.meta.at, asking.zone)
            listed.append((f"{fact.meta.key}|{fact.event.entry}", f"{hour} {standing.names.of(fact.event.entry)}"))
    return listed[:MOST_BUSTS]


def _parameters(asking: Asking) -> Choices:
    parameters = asking.event.book.rulebook.parameters.values()
    listed = [(one.name, one.meaning.read(asking.lang)) for one in parameters if one.type in AMENDABLE]
    return sorted(listed, key=lambda one: folded(one[1]))


# Of the house's rooms


def _rooms(asking: Asking) -> Choices:
    """Those that are furnished; a house with none begins its first."""
    rooms = [stream.partition(":")[2] for stream in asking.house.store.streams("room:")]
    return [(one, one) for one in sorted(rooms)] or [(FIRST_ROOM, say("acts.first_room", asking.lang))]


def _dealers(asking: Asking) -> Choices:
    return _sorted(one for room in _furnished(asking) for one in room.dealers)


def _things(asking: Asking) -> Choices:
    lent = [thing for room in _furnished(asking) for shelf in room.lent.values() for thing in shelf]
    return _sorted([*lent, *(str(one) for room in _furnished(asking) for one in room.tables)])


def _manned(asking: Asking) -> Choices:
    """Tables of the house that serve this event; where the house lists none, the event's own."""
    event = asking.event.id
    serving = {
        number for room in _furnished(asking) for number, one in room.tables.items() if one.tournament == event
    }
    return [one for one in _tables(asking) if int(one[0]) in serving] or _tables(asking)


def _furnished(asking: Asking) -> list[Any]:
    return [asking.house.world.live(stream).state for stream in asking.house.store.streams("room:")]


def _sorted(things: Iterable[str]) -> Choices:
    return [(one, one) for one in sorted(set(things))]


# Of a season


def _events(asking: Asking) -> Choices:
    season = asking.season.season if asking.season else None
    return [(one.tournament, one.name) for one in asking.house.world.gists() if one.season == season]


def _stages(asking: Asking) -> Choices:
    """Those that are still open, or were sold more of since."""
    season = asking.season
    if season is None:
        return []
    closed, funds = season.ranking.closed_stages, funds_of_stages(season.season, asking.house.world)
    known = stages_to_close(season, asking.house.world)
    return [(one, season.stage_name(one)) for one in known if one not in closed or funds.get(one)]


def _banned(asking: Asking) -> Choices:
    people = asking.season.bans if asking.season else ()
    return [(person, name_of(person, asking.house.store)) for person in people]


def _books(_asking: Asking) -> Choices:
    return [(book, shipped().book(book).label) for book in shipped().ids]


OWN: dict[str, Callable[[Asking], Choices]] = {"replacement": players}
"""Of a correction only the right player is asked."""

CHOOSE: dict[tuple[str, str], Callable[[Asking], Choices]] = {
    ("entry", ""): players,
    ("entry", "left"): left,
    ("entry", "played"): _played,
    ("entry", "placed"): _placed,
    ("entry", "paid"): _paid,
    ("entry", "owing"): _owing,
    ("entry", "winning"): _winners,
    ("entry", "without_hunter"): lambda asking: _called(without_hunter(asking.event.state), asking),
    ("person", ""): _people,
    ("person", "anybody"): anybody,
    ("prize_payment", ""): paid_out.payments,
    ("share", ""): paid_out.shares,
    ("ranking_prize", ""): paid_out.ranking_prizes,
    ("ban", ""): _banned,
    ("table", ""): _tables,
    ("table", "manned"): _manned,
    ("day", ""): _days,
    ("race", ""): _races,
    ("draw", ""): draw_choices.decks,
    ("draw", "waiting"): draw_choices.waiting,
    ("draw", "kept"): draw_choices.kept,
    ("request", ""): _press,
    ("room", ""): _rooms,
    ("dealer", ""): _dealers,
    ("thing", ""): _things,
    ("command", ""): _busts,
    ("parameter", ""): _parameters,
    ("tournament", ""): _events,
    ("event", ""): _events,
    ("stage", ""): _stages,
    ("book", ""): _books,
    ("clause", ""): ruled.clauses,
    ("remedy", ""): ruled.remedies,
    ("ruling", ""): ruled.rulings,
}
"""What a field names, and which of them: as its type says."""
