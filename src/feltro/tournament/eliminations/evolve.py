"""Eliminations put into the record of who is out."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import eliminations as e
from feltro.tournament.facts import sales as desk
from feltro.tournament.facts.days import DayStarted
from feltro.tournament.facts.draws import SealedAnew
from feltro.tournament.state import GONE, OUT, TournamentState, count
from feltro.tournament.state.eliminations import Eliminations, Envelopes, Out, hand_name

SURRENDERED = "surrendered"
DROPPED = "dropped"
"""A second bag that does not go forward."""


def entry_eliminated(state: TournamentState, event: e.EntryEliminated) -> None:
    state.leave(state.entries[event.entry], OUT)
    out = Out(
        entry=event.entry,
        ground=event.ground,
        table=event.table,
        hand=event.hand,
        round=event.round,
        stack=event.stack,
        level=event.level,
        by=event.by,
        ranked=event.ranked,
        prize=event.prize,
    )
    go_out(state.eliminations, out)


def chips_surrendered(state: TournamentState, event: e.ChipsSurrendered) -> None:
    state.chips_removed += event.chips
    count(state.days.chips, state.entries[event.entry].day, -event.chips)
    state.leave(state.entries[event.entry], OUT)
    go_out(state.eliminations, Out(entry=event.entry, ground=SURRENDERED))


def go_out(record: Eliminations, out: Out) -> None:
    record.outs[out.entry] = out
    record.groups.append([out.entry])
    name = hand_name(out.table, out.hand, out.round)
    if name:
        record.together.setdefault(name, []).append(out.entry)


def entry_left(state: TournamentState, event: desk.EntryLeft) -> None:
    """An entry that should never have been sold leaves no place behind."""
    record = state.eliminations
    out = record.outs.pop(event.entry, None) if event.status in GONE else None
    if out is None:
        return
    _take_from_groups(record, {out.entry})
    name = hand_name(out.table, out.hand, out.round)
    if name:
        record.together[name].remove(out.entry)


def day_started(state: TournamentState, event: DayStarted) -> None:
    """Second bags that do not go forward have no place."""
    for entry in event.dropped:
        go_out(state.eliminations, Out(entry=entry, ground=DROPPED, ranked=False))


def hand_ranked(state: TournamentState, event: e.HandRanked) -> None:
    groups = state.eliminations.groups
    where = _take_from_groups(state.eliminations, set(event.entries))
    start = 0
    ranked = []
    for size in event.sizes:
        ranked.append(list(event.entries[start : start + size]))
        start += size
    groups[where:where] = ranked


def _take_from_groups(record: Eliminations, entries: set[str]) -> int:
    """Out of their groups, the last ones first; the place where the first of them stood."""
    left, where = len(entries), len(record.groups)
    while left:
        where -= 1
        here = record.groups[where]
        staying = [one for one in here if one not in entries]
        left -= len(here) - len(staying)
        if staying:
            record.groups[where] = staying
        else:
            del record.groups[where]
    return where


def extra_sold(state: TournamentState, event: desk.ExtraSold) -> None:
    bounty = event.split_centavos.get("bounties", 0)
    if bounty:
        count(state.eliminations.heads, event.entry, bounty)


def sale_reversed(state: TournamentState, event: desk.SaleReversed) -> None:
    """What a rebuy or an add-on put on a head leaves it with the money."""
    entry, bounty = state.sales[event.sale].entry, event.split_centavos.get("bounties", 0)
    if bounty and entry != event.sale:
        count(state.eliminations.heads, entry, -bounty)


def bounty_won(state: TournamentState, event: e.BountyWon) -> None:
    record = state.eliminations
    count(record.won, event.winner, event.amount_centavos)
    if event.added_centavos:
        count(record.heads, event.winner, event.added_centavos)
    record.claimed.add(event.entry)
    box = record.boxes[event.box - 1]
    box.opened = max(box.opened, event.drawn)
    if event.envelope and event.envelope not in box.seen:
        box.seen.append(event.envelope)
    if event.entry == event.winner:
        record.crowned = event.winner


def bounty_freed(state: TournamentState, event: e.BountyFreed) -> None:
    record = state.eliminations
    count(record.won, event.entry, event.amount_centavos)
    count(record.freed, event.entry, event.amount_centavos)
    if event.off_the_head:
        record.claimed.add(event.entry)


def bounty_corrected(state: TournamentState, event: e.BountyCorrected) -> None:
    count(state.eliminations.won, event.winner, event.amount_centavos)
    count(state.eliminations.heads, event.winner, event.added_centavos)


def hunters_named(state: TournamentState, event: e.HuntersNamed) -> None:
    state.eliminations.outs[event.entry].by = event.by


def envelopes_sealed(state: TournamentState, event: e.EnvelopesSealed) -> None:
    record = state.eliminations
    if event.prizes:
        record.more_envelopes.append(Envelopes(commitment=event.commitment, prizes=event.prizes))
    else:
        record.envelopes.commitment = event.commitment


def envelopes_revealed(state: TournamentState, event: e.EnvelopesRevealed) -> None:
    for box in state.eliminations.boxes:
        if box.commitment == event.commitment:
            box.secret = event.secret


def sealed_anew(state: TournamentState, event: SealedAnew) -> None:
    for box in state.eliminations.boxes:
        if box.commitment == event.instead_of:
            box.commitment, box.left, box.opened = event.commitment, event.things, 0


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.EntryEliminated: entry_eliminated,
    e.ChipsSurrendered: chips_surrendered,
    e.HandRanked: hand_ranked,
    e.BountyWon: bounty_won,
    e.BountyCorrected: bounty_corrected,
    e.HuntersNamed: hunters_named,
    e.BountyFreed: bounty_freed,
    e.EnvelopesSealed: envelopes_sealed,
    e.EnvelopesRevealed: envelopes_revealed,
}
ALSO: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    SealedAnew: sealed_anew,
    desk.EntryLeft: entry_left,
    desk.ExtraSold: extra_sold,
    desk.SaleReversed: sale_reversed,
    DayStarted: day_started,
}
