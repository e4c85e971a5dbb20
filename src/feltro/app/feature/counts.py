"""What of a televised table reaches the tournament: who is out, at once, and stacks once their delay has passed.

A stack that somebody counted in the room since then stays: it is the younger one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.feature.door import feature_of, note
from feltro.app.feature.play import ended_at, played
from feltro.app.feature.sight import cutoff
from feltro.app.world.plan import Done, Envelope
from feltro.app.world.streams.feature import FeatureBustsTold, FeatureCountsFed
from feltro.hand.pots import takers_of
from feltro.kernel.outcome import Refused
from feltro.tournament.chips.commands import CountStack
from feltro.tournament.eliminations.commands import Busted, BustHand
from feltro.tournament.eliminations.places import still_in

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.world.streams.feature import FeatureHand, FeatureState
    from feltro.kernel.instants import Instant
    from feltro.tournament.state import TournamentState

AS_THE_TABLE = "dealer"
"""What a table reports of itself, a dealer may report."""


def out_in(kept: FeatureHand, event: TournamentState) -> list[str]:
    """Entries that lost their last chip in a hand and that nobody reported."""
    hand = played(kept)
    if not hand.over or hand.voided:
        return []
    playing = set(still_in(event))
    gone = [kept.entries[seat] for seat, stack in enumerate(hand.stacks) if not stack]
    return [one for one in gone if one in playing]


def tell_busts(house: House, tournament: str, number: int, envelope: Envelope) -> Done | Refused:
    """Everybody who is out after a hand. Of several at once it is told who had more, and not how much: a stack is not
    told from here before its time."""
    with house.world.lock:
        event: TournamentState = house.world.live(f"tournament:{tournament}").state
        kept = feature_of(house, tournament).hands.get(number)
        if kept is None:
            return Refused("feature.no_such_hand", {"hand": number})
        gone = out_in(kept, event)
        if not gone:
            return Refused("feature.nobody_out")
        busts = _busts(kept, gone)
        table = event.floor.table_of(gone[0])
        pace = event.pace.hand_for_hand.get(table.day) if table else None
    sent = msgspec.structs.replace(envelope, role=AS_THE_TABLE)
    command = BustHand(tournament=tournament, busts=busts, round=pace.hand if pace else 0)
    outcome = house.handle(command, sent)
    if isinstance(outcome, Done):
        _mark(house, tournament, FeatureBustsTold(hand=number), envelope)
    return outcome


def _busts(kept: FeatureHand, gone: list[str]) -> tuple[Busted, ...]:
    began = dict(zip(kept.entries, kept.setting.stacks, strict=True))
    sizes = sorted({began[one] for one in gone})
    if len(gone) == 1:
        return (Busted(entry=gone[0], by=_hunters(kept, gone[0])),)
    return tuple(Busted(entry=one, order=sizes.index(began[one]) + 1, by=_hunters(kept, one)) for one in gone)


def _hunters(kept: FeatureHand, out: str) -> tuple[str, ...]:
    """Who took the pot with his last chips: several where it was divided."""
    takers = takers_of(played(kept), kept.entries.index(out))
    return tuple(kept.entries[seat] for seat in takers)


def feed_due(house: House, at: Instant) -> list[str]:
    """Events that have stacks to be counted now. Hold the world's lock."""
    names = (stream.partition(":")[2] for stream in house.store.streams("feature:"))
    return [one for one in names if _due(feature_of(house, one), at)]


def _due(state: FeatureState, at: Instant) -> list[FeatureHand]:
    """Hands that ended before the delay and were not counted yet, in the order in which they ended."""
    if not state.counts:
        return []
    until = cutoff(state, at)
    ends = [(ended_at(one), one) for one in state.hands.values() if not state.was_fed(one.number)]
    due = [(ended, one.number, one) for ended, one in ends if ended is not None and ended <= until]
    return [one for _, _, one in sorted(due, key=lambda row: row[:2])]


def feed(house: House, tournament: str, at: Instant) -> int:
    """Stacks whose time has come become the event's counts; how many did. One that cannot be stays what it was."""
    with house.world.lock:
        event: TournamentState = house.world.live(f"tournament:{tournament}").state
        state = feature_of(house, tournament)
        due = _due(state, at)
        counts = _counts(due, event, state)
    if not due:
        return 0
    last = max(one.number for one in due)
    who = f"feature.{tournament}"
    taken = 0
    for entry, count in counts.items():
        key = f"{who}/{last}/{entry}"
        sent = Envelope(key=key, who=who, role=AS_THE_TABLE, device="feature", at=at)
        outcome = house.handle(CountStack(tournament=tournament, entry=entry, chips=count.chips), sent)
        taken += isinstance(outcome, Done)
    marked = Envelope(key=f"{who}/{last}", who=who, role=AS_THE_TABLE, device="feature", at=at)
    told = FeatureCountsFed(
        hand=last,
        counts={entry: one.chips for entry, one in counts.items()},
        hands=tuple(one.number for one in due),
        ended={entry: one.ended for entry, one in counts.items()},
    )
    _mark(house, tournament, told, marked)
    return taken


class FedCount(NamedTuple):
    chips: int
    ended: Instant
    """When the hand was over that left it."""


def _counts(due: list[FeatureHand], event: TournamentState, state: FeatureState) -> dict[str, FedCount]:
    """The last stack of each entry that still plays, unless a later one is known: counted in the room since then, or
    left by a hand that was played after this one and written down before it."""
    playing, found = set(still_in(event)), dict[str, FedCount]()
    for kept in due:
        ended, hand = ended_at(kept), played(kept)
        for entry, chips in zip(kept.entries, hand.stacks, strict=True):
            if chips and ended is not None and entry in playing and not _known_later(entry, ended, event, state):
                found[entry] = FedCount(chips, ended)
    return found


def _known_later(entry: str, ended: Instant, event: TournamentState, state: FeatureState) -> bool:
    counted = event.chips.stacks.get(entry)
    if counted is None:
        return False
    ours = counted.chips == state.fed_counts.get(entry)
    return state.fed_ended.get(entry, 0) > ended if ours else counted.at > ended


def _mark(house: House, tournament: str, fact: FeatureBustsTold | FeatureCountsFed, envelope: Envelope) -> None:
    sent = msgspec.structs.replace(envelope, key=f"{envelope.key}/{fact.hand}")
    note(house, tournament, fact, sent)
