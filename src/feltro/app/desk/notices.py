"""What the people in the room should see now: rules that changed, a level short of entries, brands and patches."""

from collections.abc import Collection, Iterator

from feltro.app.desk.filmed import filmed_tables
from feltro.app.desk.notice import EVERYBODY, STAFF, Notice
from feltro.app.desk.room_notices import devices, room_notices
from feltro.app.event_view import EventView
from feltro.app.ranking.results import people_by_place
from feltro.kernel.instants import Instant, local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Cite
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.due import counted, missed_by
from feltro.tournament.clock.face import showing
from feltro.tournament.eliminations.envelopes import closed_count, waiting
from feltro.tournament.eliminations.heads import without_hunter
from feltro.tournament.media.brands import final_table_warnings
from feltro.tournament.media.terms import signature_asked
from feltro.tournament.prizes.choice import paid_otherwise
from feltro.tournament.prizes.due import prizes_stand
from feltro.tournament.prizes.satellites import pool_centavos
from feltro.tournament.sales.receipts import unsigned
from feltro.tournament.state import BAGGED, LIVE, PENDING, WAITING, Entry, TournamentState

__all__ = ["EVERYBODY", "STAFF", "Notice", "final_table", "notices", "told_at_tables"]


def notices(state: TournamentState, book: Settled, at: Instant, filmed: Collection[int] = ()) -> tuple[Notice, ...]:
    """`filmed`: tables whose hands go out in pictures, besides those with a chair kept for a camera."""
    return (
        *_amendments(state, book),
        *_minimums(state, book, at),
        *_paid_places(state, book),
        *_pool_changed(state, book),
        *_advance_papers(state, book),
        *_patches(state, book),
        *_brands(state, book, at),
        *_unsigned(state, book),
        *room_notices(state, book, at, final_table(state, at), filmed),
        *_knockouts(state, book, at),
    )


def told_at_tables(found: EventView) -> list[Notice]:
    """What those who sit at a table are told, on its tablet and on their phones; each says which tables it concerns."""
    return list(devices(found.state, found.book, final_table(found.state, found.at), filmed_tables(found)))


def _amendments(state: TournamentState, book: Settled) -> Iterator[Notice]:
    """Every change of a rule, with the moment from which it holds, is told to everybody."""
    for amended in state.amendments:
        when = local_time(amended.holds_from, state.the_sheet.zone)
        yield Notice(
            because="notice.rule_changed",
            values={"notice": amended.notice, "day": when.date(), "hour": when.time()},
            about=(amended.parameter,),
            cites=book["event.rules.change_from"].cites,
            to=EVERYBODY,
        )


def _minimums(state: TournamentState, book: Settled, at: Instant) -> Iterator[Notice]:
    """The prompt to call the event off stays until somebody does: what is sold after the level ended came too late."""
    if state.stopped:
        return
    sold = counted(state, book)
    for level in missed_by(state, book, at):
        needed = book[f"event.minimum_entries.level_{level}"]
        yield Notice(
            because="notice.too_few_entries",
            values={"level": level, "needed": needed.value, "sold": sold},
            about=(str(level),),
            cites=(*needed.cites, *book["event.minimum_entries.missed"].cites),
        )


def _paid_places(state: TournamentState, book: Settled) -> Iterator[Notice]:
    """What was announced pays another part of the field than the book speaks of: the director should know."""
    told = state.prizes.announced
    if told is None or told.seats:
        return
    for one in paid_otherwise(told.source, told.entries, len(told.prizes_centavos), book):
        yield Notice(
            because=one.because, values=dict(one.values), about=("prizes",), cites=book["prizes.paid_share"].cites
        )


def _pool_changed(state: TournamentState, book: Settled) -> Iterator[Notice]:
    """Something was sold or taken back since the prizes were announced: what hangs on the wall is not what is paid."""
    told = state.prizes.announced
    if told is None or prizes_stand(state) or state.stopped or told.collected_centavos == pool_centavos(state):
        return
    values = {"announced": Money(told.collected_centavos)}
    cites = book["prizes.field_counted"].cites
    yield Notice(because="prizes.pool_changed", values=values, about=("prizes",), cites=cites)


def _advance_papers(state: TournamentState, book: Settled) -> Iterator[Notice]:
    for entry in state.entries.values():
        if entry.status == PENDING and entry.missing:
            yield Notice(
                because="notice.papers_missing",
                values={"entry": entry.id, "papers": entry.missing},
                about=(entry.id, entry.person),
                cites=book["payment.advance.needs"].cites,
            )


def _unsigned(state: TournamentState, book: Settled) -> Iterator[Notice]:
    """Before the money: those who may be paid and have not signed; once somebody has won, everybody, as the end of the
    event asks. Until then the desk has its list of them."""
    if state.prizes.announced is None or state.stopped:
        return
    over = people_by_place(state) is not None
    left = [sale for sale in unsigned(state, book) if over or state.entries[sale.id].status == LIVE]
    if left:
        people = tuple(dict.fromkeys(sale.person for sale in left))
        yield Notice(
            because="notice.receipts_unsigned", values={"n": len(left)}, about=people, cites=signature_asked(book)
        )


def _patches(state: TournamentState, book: Settled) -> Iterator[Notice]:
    most = book["media.patch.max_area_cm2"]
    for patch_id, patch in state.media.patches.items():
        if patch.too_large:
            yield Notice(
                because="notice.patch_too_large",
                values={"brand": patch.brand, "most": most.value},
                about=(patch_id, patch.person),
                cites=most.cites,
            )


def _brands(state: TournamentState, book: Settled, at: Instant) -> Iterator[Notice]:
    finalists = [entry.person for entry in final_table(state, at)]
    cites = book["media.final_table.max_same_brand"].cites
    for found in final_table_warnings(finalists, state, book):
        wearers = (person for person in finalists if found.where in state.media.brands.get(person, ()))
        yield Notice(because=found.because, values=dict(found.values), about=(found.where, *wearers), cites=cites)


def _knockouts(state: TournamentState, book: Settled, at: Instant) -> Iterator[Notice]:
    """Bounties that nobody has yet: who took somebody out was not said, or there was no envelope to open."""
    if state.the_sheet.bounty is None:
        return
    cites = book["prizes.knockout.paid_for"].cites
    for entry, head in without_hunter(state).items():
        because = "notice.bounty_without_hunter" if head else "notice.envelope_without_hunter"
        values = {"entry": entry, "amount": Money(head)} if head else {"entry": entry}
        yield Notice(because=because, values=values, about=(entry,), cites=cites)
    yield from _too_early(state, at, cites)
    behind = waiting(state)
    if behind:
        because = "notice.envelopes_to_open" if closed_count(state) else "notice.envelopes_missing"
        yield Notice(because=because, values={"count": len(behind)}, cites=cites)


def _too_early(state: TournamentState, at: Instant, cites: tuple[Cite, ...]) -> Iterator[Notice]:
    """Busts that were reported before the clock started, for as long as it has not."""
    early = [out for out in state.eliminations.outs.values() if out.by and not out.level]
    if early and not showing(state, at).level:
        yield Notice(because="notice.bounty_before_start", values={"count": len(early)}, cites=cites)


def final_table(state: TournamentState, at: Instant) -> list[Entry]:
    """Those who are left once they fit one table and nobody can enter any more; before that nobody."""
    if not _entries_are_over(state, at):
        return []
    if any(entry.status in {PENDING, WAITING} for entry in state.entries.values()):
        return []
    left = [entry for entry in state.entries.values() if entry.status in {LIVE, BAGGED}]
    return left if len(left) <= state.the_sheet.final_table_size else []


def _entries_are_over(state: TournamentState, at: Instant) -> bool:
    if state.registration_closed:
        return True
    last = max(state.the_sheet.late_registration or 0, state.extended_to or 0)
    return showing(state, at).level > last
