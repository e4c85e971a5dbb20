"""Who is out, in which place when several are, and what their heads are worth."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.procedures.places import Bust, Finish, finishes
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import shown_to
from feltro.tournament.eliminations import bounties, envelopes, heads
from feltro.tournament.eliminations import commands as c
from feltro.tournament.eliminations.commands import Eliminate
from feltro.tournament.eliminations.envelopes import opened
from feltro.tournament.eliminations.places import at_one_table, players_left
from feltro.tournament.facts import eliminations as e
from feltro.tournament.facts.sanctions import PenaltyHandedOn
from feltro.tournament.facts.taps import TapAsked
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import LIVE, TournamentState
from feltro.tournament.state.eliminations import hand_name


def eliminate(command: Eliminate, state: TournamentState, book: Settled, now: Now) -> Outcome:
    blinds = book["penalty.serving.can_be_blinded_out"]
    if command.ground == "blinded_out" and not blinds.value:
        return Refused("bust.not_blinded_out", {"entry": command.entry}, blinds.cites)
    bust = c.Busted(entry=command.entry, stack=command.stack, table=command.table, by=command.by)
    hand = c.BustHand(tournament=command.tournament, busts=(bust,), hand=command.hand, round=command.round)
    found = bust_hand(hand, state, book, now)
    if isinstance(found, Refused) or command.ground == "bust":
        return found
    out = found[0]
    cites = tuple(map(str, blinds.cites))
    return (
        msgspec.structs.replace(out, ground=command.ground, because="bust.blinded_out", cites=cites),
        *found[1:],
    )


def bust_hand(command: c.BustHand, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """A tap that waited and crossed something is asked of the floor before anybody is out by it."""
    crossed = now.crossed
    if not crossed.out and not crossed.changed:
        return bust_now(command, state, book, now)
    refused = _refuse(command, state)
    return refused or (_asked(command, state, now),)


def _asked(command: c.BustHand, state: TournamentState, now: Now) -> TapAsked:
    busts = command.busts
    chair = state.floor.chair_of.get(busts[0].entry)
    return TapAsked(
        tap=now.key.rpartition("/")[2],
        table=chair.table if chair else busts[0].table,
        act=type(command).__name__,
        entries=tuple(one.entry for one in busts),
        stacks=tuple(one.stack for one in busts),
        by=tuple(one.by for one in busts),
        hand=command.hand,
        round=command.round,
        crossed=now.crossed.out,
        tapped_at=now.when,
        at=now.at,
        because="tap.changed" if now.crossed.changed else "tap.crossed",
    )


def bust_now(command: c.BustHand, state: TournamentState, book: Settled, now: Now) -> Outcome:
    refused = _refuse(command, state)
    if refused:
        return refused
    outs = [_out(bust, command, state, now) for bust in command.busts]
    ranked = _rank(outs, {bust.entry: bust.order for bust in command.busts}, state, book)
    if isinstance(ranked, Refused):
        return ranked
    won = _bounties(outs, state, book, now)
    people = dict.fromkeys(state.entries[out.entry].person for out in outs)
    return (*outs, *ranked, *won, *(left for person in people for left in penalties_handed_on(person, state)))


def _refuse(command: c.BustHand, state: TournamentState) -> Refused | None:
    going = {bust.entry for bust in command.busts}
    if len(going) < len(command.busts):
        return Refused("bust.named_twice")
    for bust in command.busts:
        if not _plays(bust.entry, state):
            return Refused("entry.not_playing", {"entry": bust.entry})
        if len(set(bust.by)) < len(bust.by):
            return Refused("bust.named_twice")
        for winner in bust.by:
            if not _plays(winner, state) or winner in going:
                return Refused("bust.winner_not_playing", {"entry": winner})
    if state.registration_closed and len(going) >= players_left(state):
        return Refused("bust.nobody_left")
    return None


def _plays(entry: str, state: TournamentState) -> bool:
    return entry in state.entries and state.entries[entry].status == LIVE


def _out(bust: c.Busted, command: c.BustHand, state: TournamentState, now: Now) -> e.EntryEliminated:
    chair = state.floor.chair_of.get(bust.entry)
    return e.EntryEliminated(
        entry=bust.entry,
        level=shown_to(state, bust.entry, now.when).level,
        at=now.when,
        table=chair.table if chair else bust.table,
        hand=command.hand,
        round=command.round,
        stack=bust.stack,
        by=bust.by,
    )


# Places


def _rank(
    outs: list[e.EntryEliminated], orders: dict[str, int], state: TournamentState, book: Settled
) -> tuple[Event, ...] | Refused:
    """The order of everybody out in this hand, those reported before among them."""
    busts = [
        *_before(outs, state),
        *(Bust(one.entry, str(one.table), orders[one.entry] or one.stack) for one in outs),
    ]
    if len(busts) == 1:
        return ()
    same, across = at_one_table(state, book), book["hand_for_hand.busts.different_tables"]
    apart = len({bust.table for bust in busts}) > 1
    if not outs[0].round and apart:
        return Refused("bust.several_tables", cites=across.cites)
    unknown = _without_stack(busts) if same.value == "bigger_stack_first" else None
    if apart and across.value != "tie":
        # An order within one table says nothing about another.
        unknown = unknown or next((entry for entry, order in orders.items() if order), None)
    if unknown:
        return Refused("bust.needs_stack", {"entry": unknown}, same.cites)
    found = list(reversed(finishes(busts, len(busts), same.value, across.value)))
    cites = (*(across.cites if apart else ()), *same.cites)
    tied = apart or same.value == "tie"
    return (_ranked(found, "bust.tie" if tied else "bust.by_stack", map(str, cites)),)


def _before(outs: list[e.EntryEliminated], state: TournamentState) -> list[Bust]:
    """Who was reported out of the same hand before. A table that told an order and no stacks keeps its order, unless
    one more of it is out now: that one cannot be put among them."""
    record = state.eliminations
    name = hand_name(outs[0].table, outs[0].hand, outs[0].round)
    known = [record.outs[entry] for entry in record.together.get(name, ())] if name else []
    if not known:
        return []  # nearly always: everybody who is out need not be gone through for it
    place = {entry: at for at, group in enumerate(record.groups, 1) for entry in group}
    again = {one.table for one in outs}
    return [
        Bust(one.entry, str(one.table), one.stack or (0 if one.table in again else place[one.entry]))
        for one in known
    ]


def _without_stack(busts: list[Bust]) -> str | None:
    """Somebody whose stack decides the order at the table, and is not known."""
    for bust in busts:
        together = [other for other in busts if other.table == bust.table]
        if len(together) > 1 and not bust.stack:
            return bust.player
    return None


def _ranked(found: list[Finish], because: str, cites: Iterable[str]) -> e.HandRanked:
    return e.HandRanked(
        entries=tuple(player for finish in found for player in finish.players),
        sizes=tuple(len(finish.players) for finish in found),
        because=because,
        cites=tuple(dict.fromkeys(cites)),
    )


# Bounties


def _bounties(outs: list[e.EntryEliminated], state: TournamentState, book: Settled, now: Now) -> list[e.BountyWon]:
    """Nothing here stops a bust: a head without a hunter, or a bust without an envelope, is settled later."""
    bounty = state.the_sheet.bounty
    if bounty is None or not bounties.counts(outs[0].level, bounty):
        return []
    claimed = [out for out in outs if out.by]
    if bounty.kind == "mystery":
        return list(opened(claimed, state, book, now)) if claimed else []
    return [one for out in claimed for one in bounties.won(bounties.Knockout(out.entry, out.by), state, book)]


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    Eliminate: eliminate,
    c.BustHand: bust_hand,
    c.SealEnvelopes: envelopes.seal_envelopes,
    c.AddEnvelopes: envelopes.add_envelopes,
    c.OpenEnvelopes: envelopes.open_envelopes,
    c.RevealEnvelopes: envelopes.reveal_envelopes,
    c.NameHunters: heads.name_hunters,
    c.SettleBounties: heads.settle_bounties,
}


def penalties_handed_on(person: str, state: TournamentState) -> Iterator[PenaltyHandedOn]:
    """Hands that follow a player to another day follow to another event."""
    record = state.sanctions
    for name in record.serving.get(person, ()):
        penalty = record.penalties[name]
        if penalty.follows_days:
            yield PenaltyHandedOn(
                penalty=name,
                person=person,
                hands=penalty.left,
                because="penalty.handed_on",
                cites=penalty.cites,
            )
