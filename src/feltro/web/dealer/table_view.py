"""One table as its tablet shows it: the clock, the chairs, who comes, what waits, and where a broken table went."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.decisions.time_to_act import given_time
from feltro.app.desk.notices import told_at_tables
from feltro.app.needs import decks_due
from feltro.app.people.names import dealer_name
from feltro.app.screens.clock import clock_view
from feltro.app.screens.kept import message_now
from feltro.kernel.instants import MINUTE, local_time
from feltro.kernel.outcome import Refused, cites_of
from feltro.rulebook.book import Silent
from feltro.tournament.clock.face import level_length, standing
from feltro.tournament.facts.floor import PlayerMoved, TableClosed
from feltro.tournament.time_bank.commands import StartTime
from feltro.web.dealer.counted import all_in_of, chips_here, hands_counted
from feltro.web.dealer.place import Lies
from feltro.web.dealer.seats import seat_tags
from feltro.web.floor.calls import REASONS, calls_of
from feltro.web.floor.time import FACES, CountedTime, times_of
from feltro.web.screens.countdown import clock_text, stages
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.kernel.instants import Instant
    from feltro.tournament.state.floor import Table
    from feltro.web.screens.countdown import Stake
    from feltro.words.languages import Lang

NEW_DECK = 5 * MINUTE
"""So long after a level began the change of decks is spoken of."""
WORDS = "reason"
"""Where the registry keeps what was typed."""
BLANK = CountedTime("", 0, "", "", "action_clock", 0, 0, 0, 0, 0, "silent", 0, 0, "fold", (), ())
"""The mould of an action clock: a tablet without a network fills it in by itself."""
BLANK_CALL = BLANK._replace(kind="call")
"""And that of a time that was called for."""
PAIR, NO_BREAK = " / ", "\u00a0"
LONG_GONE = 3000
"""Facts that are looked through for where the players of a broken table went."""


class Going(NamedTuple):
    """Somebody of a table that breaks or is broken, and the next chair."""

    name: str
    seat: int
    chair: str


class SittingDealer(NamedTuple):
    """Who should deal here, since when, and whom the room knows besides."""

    room: str
    dealer: str
    name: str
    since: Instant | None
    others: tuple[tuple[str, str], ...]


def table_context(found: EventView, number: int, who: str, lang: Lang) -> dict[str, Any]:
    """Hold the world's lock."""
    table = found.state.floor.tables.get(number)
    shared = {
        "event": found,
        "number": number,
        "now_ms": found.at // 1000,
        "message": message_now(found.house.store),
    }
    if table is None:
        return {**shared, "table": None, "going": _gone(found, number), "open": _places(found)}
    calls = [one for one in calls_of(found, who) if one.table == number]
    times = [one for one in times_of(found) if one.table == number]
    ended = found.state.time_bank.ended.get(number)
    tags = seat_tags(found, table)
    return {
        **shared,
        **_clock(found, table, lang),
        "table": table,
        "tags": tags,
        "called": json.dumps(_called(found, table)),
        "blank_call": BLANK_CALL,
        "going": _goes(tags) if table.breaking else [],
        "call": calls[0] if calls else None,
        "reasons": REASONS,
        "running": times[0] if times else None,
        "ended": ended,
        "ended_name": found.names.of(ended.entry) if ended else "",
        "ended_cites": cites_of(ended.cites) if ended else (),
        "faces": FACES,
        "blank": BLANK,
        "counted": hands_counted(found, table),
        "all_in": all_in_of(found, table),
        "words": _words(found, number),
        "asked": [one for one in found.state.taps.open.values() if one.table == number],
        "deck": _deck(found, table),
        "told": [one for one in told_at_tables(found) if one.concerns(number)],
        "dealer": _dealer(found, table),
        **chips_here(found, table),
    }


def _places(found: EventView) -> list[tuple[int, str]]:
    """Where the tablet may go from a table that is no more: the number alone would be that of any room."""
    return [(one.number, str(Lies(one.room, one.number))) for _, one in sorted(found.state.floor.tables.items())]


def _called(found: EventView, table: Table) -> dict[str, tuple[int, int]]:
    """The silent and the spoken seconds of a time that is called for, by what the player faces: those of the ruling."""
    entry = next(iter(table.players.values()), "")
    wishes = [
        StartTime(tournament=found.id, time=table.day or "1", entry=entry, faces=one)
        for one in ("nothing", "bet", "all_in")
    ]
    given = {one.faces: given_time(one, found.state, found.book, found.at) for one in wishes if entry}
    return {faces: (one.silent, one.seconds) for faces, one in given.items() if not isinstance(one, Refused)}


def _clock(found: EventView, table: Table, lang: Lang) -> dict[str, Any]:
    """The parts of the day ahead, so that the tablet counts on by itself."""
    state, sheet = found.state, found.state.the_sheet
    day = sheet.day(table.day)
    face = standing(state, table.day, found.at)
    view = clock_view(state, found.at, found.book, table.day)
    parts = stages(state, day, found.at, lang) if day else []
    told = [{"until": one.until, "title": one.title, **_posted(one.stakes)} for one in parts]
    rest = None if isinstance(view, Refused) else view.next_break
    hour = local_time(rest.at, sheet.zone).time() if rest and rest.at else None
    pause = (
        say("tablet.break_at", lang, hour=hour)
        if hour
        else say("tablet.break_after", lang, level=rest.after_level)
        if rest
        else ""
    )
    return {
        "face": face,
        "time": clock_text(face.seconds_left),
        "part": parts[0] if parts else None,
        "posted": _posted(parts[0].stakes if parts else ()),
        "stages": json.dumps(told, ensure_ascii=False),
        "still": not face.running,
        "next_break": pause,
    }


def _posted(stakes: tuple[Stake, ...]) -> dict[str, str]:
    """Large, the blinds or what stud bets; below it everything else that is posted, each by its name."""
    pair = next((one for one in stakes if PAIR in one.amount), None)
    rest = (f"{one.label} {one.amount}".replace(" ", NO_BREAK) for one in stakes if one is not pair)
    return {"stakes": pair.amount if pair else "", "posted": " · ".join(rest)}


def _goes(tags: list[Any]) -> list[Going]:
    return [Going(one.name, one.seat, one.goes_to) for one in tags if one.entry]


def _gone(found: EventView, number: int) -> list[Going]:
    """Where the players of this table were sent when it was closed last, as far as they are still in."""
    facts = list(found.happened(LONG_GONE))
    closed = next(
        (fact for fact in facts if isinstance(fact.event, TableClosed) and fact.event.table == number), None
    )
    if closed is None:
        return []
    moves = [
        fact.event
        for fact in facts
        if isinstance(fact.event, PlayerMoved)
        and fact.event.from_table == number
        and fact.meta.key == closed.meta.key
    ]
    sits = found.state.floor.chair_of
    return sorted(
        (
            Going(found.names.of(one.entry), one.from_seat, str(sits[one.entry]))
            for one in moves
            if one.entry in sits
        ),
        key=lambda one: one.seat,
    )


def _words(found: EventView, number: int) -> list[tuple[str, str]]:
    """What the floor wrote to this table and nobody has read yet."""
    rows = [
        (one.message, found.house.store.kept(WORDS, one.message))
        for one in found.state.calls.unread.get(number, ())
    ]
    return [(key, row.body.decode()) for key, row in rows if row]


def _deck(found: EventView, table: Table) -> tuple[Any, ...]:
    """The clauses by which decks change now; none while none is due."""
    tables, cites = decks_due(found)
    if table.number in tables:
        return cites
    when = found.book.rulebook["deck.change.when"]
    face = standing(found.state, table.day, found.at)
    if (
        isinstance(when, Silent)
        or "level_change" not in when.value
        or face.level < 2
        or face.at_rest
        or not face.running
    ):
        return ()
    begun = level_length(found.state.the_sheet, face.level) - face.left
    return tuple(when.cites) if begun < NEW_DECK else ()


def _dealer(found: EventView, table: Table) -> SittingDealer | None:
    """Nothing where the house keeps no room with dealers: tables without a dealer exist."""
    if not table.room:
        return None
    house = found.house
    room = house.world.live(f"room:{table.room}").state
    if not room.dealers:
        return None
    dealer = room.tables[table.number].dealer if table.number in room.tables else ""
    others = tuple(sorted(((one, dealer_name(one, house.store)) for one in room.dealers), key=lambda one: one[1]))
    since = room.dealers[dealer].since if dealer else None
    return SittingDealer(table.room, dealer, dealer_name(dealer, house.store) if dealer else "", since, others)
