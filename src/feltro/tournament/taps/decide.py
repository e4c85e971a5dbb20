"""A tap that came late: told to the floor, and settled by it."""

from collections.abc import Callable
from typing import Any

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.eliminations.commands import Busted, BustHand
from feltro.tournament.eliminations.decide import bust_now
from feltro.tournament.facts import taps as e
from feltro.tournament.facts.eliminations import EntryEliminated, HandRanked
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState
from feltro.tournament.taps import commands as c


def report_tap(command: c.ReportTap, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """A table that closed while the tap waited is known; one that never was open tapped nothing."""
    if command.table not in state.floor.tables and command.table not in state.floor.gone:
        return Refused("table.not_open", {"table": command.table})
    if command.tap in state.taps.known:
        return Refused("tap.id_used", {"tap": command.tap})
    return (
        e.TapAsked(
            tap=command.tap,
            table=command.table,
            act=command.act,
            entries=command.entries,
            tapped_at=now.when,
            at=now.at,
            because=command.because,
            values=dict(command.values),
            cites=command.cites,
        ),
    )


def settle_tap(command: c.SettleTap, state: TournamentState, book: Settled, now: Now) -> Outcome:
    asked = state.taps.open.get(command.tap)
    if asked is None:
        return Refused("tap.settled_already")
    settled = e.TapSettled(tap=command.tap, table=asked.table, how=command.how, at=now.at)
    if command.how == "dropped":
        return (settled,)
    if asked.act != BustHand.__name__ or (command.how == "before" and not asked.crossed):
        return Refused("tap.nothing_to_order")
    then = msgspec.structs.replace(now, tapped_at=asked.tapped_at)
    found = bust_now(_bust(asked, state), state, book, then)
    if isinstance(found, Refused):
        return found
    before = (_before(asked, found, state),) if command.how == "before" else ()
    return (*found, *before, settled)


def _bust(asked: e.TapAsked, state: TournamentState) -> BustHand:
    rows = zip(asked.entries, asked.stacks, asked.by, strict=True)
    busts = tuple(Busted(entry=entry, stack=stack, by=by) for entry, stack, by in rows)
    return BustHand(tournament=state.tournament, busts=busts, hand=asked.hand, round=asked.round)


def _before(asked: e.TapAsked, found: tuple[Event, ...], state: TournamentState) -> HandRanked:
    """Those of the tap are first, in their own order; then everybody who went out meanwhile, as the record has them."""
    own = next((one for one in found if isinstance(one, HandRanked)), None)
    outs = tuple(one.entry for one in found if isinstance(one, EntryEliminated))
    first, sizes = (own.entries, own.sizes) if own else (outs, (1,) * len(outs))
    crossed = set(asked.crossed)
    later = [group for group in state.eliminations.groups if crossed & set(group)]
    return HandRanked(
        entries=(*first, *(one for group in later for one in group)),
        sizes=(*sizes, *map(len, later)),
        because="bust.before",
    )


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.ReportTap: report_tap,
    c.SettleTap: settle_tap,
}
