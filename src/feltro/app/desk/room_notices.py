"""What the room should be reminded of: devices at the final table, decks, a hand that ends in a break, blinds missed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.desk.notice import EVERYBODY, Notice
from feltro.app.ranking.results import people_by_place
from feltro.kernel.instants import MINUTE, later, local_time
from feltro.rulebook.book import Silent
from feltro.rulebook.settle import own_voice
from feltro.tournament.clock.face import showing, standing
from feltro.tournament.media.brands import undeclared
from feltro.tournament.state import LIVE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from feltro.kernel.instants import Instant
    from feltro.rulebook.settle import Settled
    from feltro.tournament.clock.face import ClockFace
    from feltro.tournament.state import Entry, TournamentState

LEVEL, ORGANISER = "level_change", "organiser"
FRESH = 5 * MINUTE
"""So long into a level the decks are spoken of: what has been seen to must not stand there all evening."""


def room_notices(
    state: TournamentState, book: Settled, at: Instant, finalists: Sequence[Entry], filmed: Collection[int]
) -> Iterator[Notice]:
    yield from devices(state, book, finalists, filmed)
    yield from _decks(state, book, at)
    yield from _disputes(state, book, at)
    yield from _undeclared(state, book, finalists)


def devices(
    state: TournamentState, book: Settled, finalists: Sequence[Entry], filmed: Collection[int]
) -> Iterator[Notice]:
    """Told to everybody when the table forms: a telephone is put away before the first hand, not after it. Without a
    table in `about` it is for everybody who still plays."""
    banned = book.rulebook["devices.banned_tables"]
    if isinstance(banned, Silent) or state.stopped:
        return
    formed = (bool(state.floor.final_table) or bool(finalists)) and _still_played(state)
    if "main_event_final" in banned.value and state.the_sheet.kind == "main" and formed:
        yield Notice(because="notice.no_devices.final", values={}, cites=banned.cites, to=EVERYBODY)
    if "televised" in banned.value:
        for number, table in sorted(state.floor.tables.items()):
            if (table.cameras or number in filmed) and table.players:
                values = {"table": number}
                yield Notice(
                    because="notice.no_devices.televised",
                    values=values,
                    about=(str(number),),
                    cites=banned.cites,
                    to=EVERYBODY,
                )


def _still_played(state: TournamentState) -> bool:
    """A champion alone at the table may take a picture."""
    return sum(entry.status == LIVE for entry in state.entries.values()) > 1


def _decks(state: TournamentState, book: Settled, at: Instant) -> Iterator[Notice]:
    """When a level has begun: where the book changes decks with it, or leaves the moment to the organisation. Not for a
    champion, who plays no more."""
    when = book.rulebook["deck.change.when"]
    if isinstance(when, Silent) or not {LEVEL, ORGANISER} & set(when.value):
        return
    shown = showing(state, at)
    fresh = shown.level > 1 and not shown.at_rest and not state.stopped and _played(state, shown) <= FRESH
    if fresh and people_by_place(state) is None:
        key = "notice.change_decks" if LEVEL in when.value else "notice.change_decks_if_wanted"
        yield Notice(because=key, values={"level": shown.level}, cites=when.cites)


def _played(state: TournamentState, shown: ClockFace) -> int:
    """Microseconds of the level that are behind."""
    return state.the_sheet.levels[shown.level - 1].minutes * 60_000_000 - shown.left


def _disputes(state: TournamentState, book: Settled, at: Instant) -> Iterator[Notice]:
    """A hand ended while the clock was in its break: so many seconds to dispute it, and then it stands."""
    seconds = book.once(own_voice)["dispute.break_time.seconds"]
    if isinstance(seconds, Silent):
        return
    for number, table in sorted(state.floor.tables.items()):
        if table.ended_in_break is None:
            continue
        until = later(table.ended_in_break, seconds=seconds.value)
        if at < until and standing(state, table.day, at).at_rest:
            hour = local_time(until, state.the_sheet.zone).time()
            yield Notice(
                because="notice.dispute_in_break",
                values={"table": number, "seconds": seconds.value, "hour": hour},
                about=(str(number),),
                cites=seconds.cites,
            )


def _undeclared(state: TournamentState, book: Settled, finalists: Sequence[Entry]) -> Iterator[Notice]:
    cites = book["media.sponsor.declare_until"].cites
    for entry in finalists:
        for brand in undeclared(entry.person, state, book):
            yield Notice(
                because="notice.brand_undeclared",
                values={"brand": brand, "entry": entry.id},
                about=(brand, entry.person),
                cites=cites,
            )
