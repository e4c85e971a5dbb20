"""What of a televised table reaches the tournament: who is out, at once, and stacks once their delay has passed.

A stack that somebody counted in the room since then stays: it is the younger one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.feature.door import feature_of, note
from feltro.app.feature.play import ended_at, played
from feltro.app.feature.sight import cutoff
from feltro.app.world.plan import Done, Envelope
from feltro.app.world.streams.feature import FeatureBustsTold, FeatureCountsFed
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
    """Who won the pot with his last chips: only those who put in as much were in it. Where several of them won, the
    pot may have been divided, and the floor names the hunters."""
    hand = played(kept)
    won = dict.fromkeys(range(len(kept.entries)), 0)
    for seat, chips in ((who, won_now) for kind, who, won_now, _ in hand.log if kind == "win"):
        won[seat] += chips
    put_in = [
        began - now + won[seat]
        for seat, (began, now) in enumerate(zip(kept.setting.stacks, hand.stacks, strict=True))
    ]
    least = put_in[kept.entries.index(out)]
    found = [kept.entries[seat] for seat, chips in won.items() if chips and put_in[seat] >= least]
    return tuple(found) if len(found) == 1 else ()


def feed_due(house: House, at: Instant) -> list[str]:
    """Events that have stacks to be counted now. Hold the world's lock."""
    names = (stream.partition(":")[2] for stream in house.store.streams("feature:"))
    return [one for one in names if _due(feature_of(house, one), at)]


def _due(state: FeatureState, at: Instant) -> list[FeatureHand]:
    """Hands that ended before the delay and were not counted yet."""
    if not state.counts:
        return []
    until = cutoff(state, at)
    return [
        one
        for one in state.hands.values()
        if one.number > state.fed and (ended := ended_at(one)) is not None and ended <= until
    ]


def feed(house: House, tournament: str, at: Instant) -> int:
    """Stacks whose time has come become the event's counts; how many did. One that cannot be stays what it was."""
    with house.world.lock:
        event: TournamentState = house.world.live(f"tournament:{tournament}").state
        state = feature_of(house, tournament)
        due = _due(state, at)
        counts = _counts(due, event, state.fed_counts)
    if not due:
        return 0
    last = due[-1].number
    who = f"feature.{tournament}"
    taken = 0
    for entry, chips in counts.items():
        key = f"{who}/{last}/{entry}"
        sent = Envelope(key=key, who=who, role=AS_THE_TABLE, device="feature", at=at)
        outcome = house.handle(CountStack(tournament=tournament, entry=entry, chips=chips), sent)
        taken += isinstance(outcome, Done)
    marked = Envelope(key=f"{who}/{last}", who=who, role=AS_THE_TABLE, device="feature", at=at)
    _mark(house, tournament, FeatureCountsFed(hand=last, counts=counts), marked)
    return taken


def _counts(due: list[FeatureHand], event: TournamentState, fed: dict[str, int]) -> dict[str, int]:
    """The last stack of each entry that still plays, unless it was counted since."""
    playing, found = set(still_in(event)), dict[str, int]()
    for kept in due:
        ended, hand = ended_at(kept), played(kept)
        for entry, chips in zip(kept.entries, hand.stacks, strict=True):
            counted = event.chips.stacks.get(entry)
            ours = counted is not None and counted.chips == fed.get(entry)
            younger = counted is not None and ended is not None and counted.at > ended and not ours
            if chips and entry in playing and not younger:
                found[entry] = chips
    return found


def _mark(house: House, tournament: str, fact: FeatureBustsTold | FeatureCountsFed, envelope: Envelope) -> None:
    sent = msgspec.structs.replace(envelope, key=f"{envelope.key}/{fact.hand}")
    note(house, tournament, fact, sent)
