"""What becomes of each thing asked of a televised table: facts, or a refusal that cites. Pure: time comes with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.feature import commands as c
from feltro.app.feature.clauses import cited
from feltro.app.feature.dealt_in import setting_of
from feltro.app.feature.play import begun, do, played, read_cards, write_cards
from feltro.app.world.streams import feature as e
from feltro.hand.state import ACTION, SHOW, UNKNOWN
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.app.world.streams.feature import FeatureEvent, FeatureHand, FeatureState, HandDeed
    from feltro.hand.state import Hand
    from feltro.kernel.instants import Instant
    from feltro.rulebook.book import Rulebook
    from feltro.tournament.state import TournamentState

EARLY = 60_000_000
"""Somebody's watch may be a minute fast."""


class AroundHand(NamedTuple):
    """What a decision knows besides the hands themselves."""

    event: TournamentState
    book: Rulebook
    now: Instant


def decide(
    command: c.FeatureCommand, state: FeatureState, around: AroundHand
) -> tuple[FeatureEvent, ...] | Refused:
    facts: tuple[FeatureEvent, ...] | Refused = DECIDE[type(command)](command, state, around)
    return facts


def set_feature(command: c.SetFeature, state: FeatureState, around: AroundHand) -> tuple[FeatureEvent, ...]:
    """A shorter delay is for what comes: nobody sees a card sooner by changing it with the hand on the table."""
    wished = e.FeatureSet(delay_minutes=command.delay_minutes, counts=command.counts, published=command.published)
    if state.hands and command.delay_minutes < state.delay_minutes:
        return (e.FeatureDelayShortened(minutes=state.delay_minutes, at=around.now), wished)
    return (wished,)


def begin_hand(command: c.BeginHand, state: FeatureState, around: AroundHand) -> tuple[FeatureEvent, ...] | Refused:
    if command.table not in around.event.floor.tables and command.played_at is None:
        return Refused("feature.no_such_table", {"table": command.table})
    if any(one.entry not in around.event.entries for one in command.players):
        return Refused("feature.not_in_the_event")
    at = around.now if command.played_at is None else command.played_at
    if at > around.now + EARLY:
        return Refused("feature.not_played_yet")
    unfinished = [one for one in state.of_table(command.table) if not played(one).over]
    if unfinished:
        return Refused("feature.hand_goes_on", {"hand": unfinished[-1].number})
    setting = setting_of(command, around.book, around.event)
    if isinstance(setting, Refused):
        return setting
    try:
        begun(setting)
    except ValueError:
        return Refused("feature.cannot_begin")
    seated = sorted(command.players, key=lambda one: one.chair)
    return (
        e.FeatureHandBegun(
            hand=state.last + 1,
            table=command.table,
            entries=tuple(one.entry for one in seated),
            chairs=tuple(one.chair for one in seated),
            setting=setting,
            level=command.level,
            at=min(at, around.now),
            from_notes=command.played_at is not None,
        ),
    )


def act_in_hand(
    command: c.ActInHand, state: FeatureState, around: AroundHand
) -> tuple[FeatureEvent, ...] | Refused:
    kept = state.hands.get(command.hand)
    if kept is None:
        return Refused("feature.no_such_hand", {"hand": command.hand})
    if command.step not in {-1, len(kept.deeds)}:
        return Refused("feature.moved_on")
    hand = played(kept)
    try:
        deeds = _deeds(command, hand, _own_time(kept, around.now))
    except ValueError:
        return Refused("feature.not_cards", {"written": command.cards})
    for deed in deeds:
        refused = do(hand, deed)
        if refused is not None:
            return cited(refused, hand, around.book)
    if not deeds:
        return Refused("feature.nobody_to_muck")
    return tuple(_done(kept, one) for one in deeds)


def _own_time(kept: FeatureHand, now: Instant) -> Instant:
    """Of a hand from notes, when it was played; else now, and never before the act that it follows."""
    if kept.from_notes:
        return kept.at
    return max(now, kept.deeds[-1].at if kept.deeds else kept.at)


def _done(kept: FeatureHand, deed: HandDeed) -> FeatureEvent:
    return e.FeatureActDone(
        hand=kept.number, act=deed.act, seat=deed.seat, chips=deed.chips, cards=deed.cards, at=deed.at
    )


def _deeds(command: c.ActInHand, hand: Hand, at: Instant) -> Sequence[HandDeed]:
    """An act as the engine has it: what is said shortly at a table is spelled out."""
    named = read_cards(command.cards)
    seat = hand.turn if command.seat < 0 and hand.waits_for != SHOW else command.seat
    cards = write_cards(_whole(named, hand, seat) if command.act == "show" else named)
    match command.act:
        case "all_in":
            return [_all_in(hand, at)]
        case "award":
            return [e.HandDeed("muck", one, 0, "", at) for one in _to_muck(hand, command.seat)]
        case "bet" | "raise":
            return [e.HandDeed("raise" if hand.level else "bet", seat, command.chips, "", at)]
        case "board" | "void":
            return [e.HandDeed(command.act, -1, 0, cards, at)]
    return [e.HandDeed(command.act, seat, 0, cards, at)]


def _whole(named: tuple[int, ...], hand: Hand, seat: int) -> tuple[int, ...]:
    """Cards that lie open need not be named again: those that were face down go where they lay."""
    held = hand.holes[seat] if 0 <= seat < hand.count else ()
    if len(named) == len(held) or len(named) != held.count(UNKNOWN):
        return named
    coming = iter(named)
    return tuple(next(coming) if one == UNKNOWN else one for one in held)


def _all_in(hand: Hand, at: Instant) -> HandDeed:
    """Every chip: a call where it does not reach further, else a bet or a raise, which has to be a legal one."""
    seat = hand.turn
    if hand.waits_for != ACTION or hand.owed >= hand.stacks[seat]:
        return e.HandDeed("call", seat, 0, "", at)
    return e.HandDeed("raise" if hand.level else "bet", seat, hand.bets[seat] + hand.stacks[seat], "", at)


def _to_muck(hand: Hand, winner: int) -> list[int]:
    """Everybody who still has to show, except the one whom the pot is pushed to."""
    return [seat for seat in hand.to_show if seat != winner] if hand.waits_for == SHOW else []


def take_back_acts(
    command: c.TakeBackActs, state: FeatureState, _around: AroundHand
) -> tuple[FeatureEvent, ...] | Refused:
    kept = state.hands.get(command.hand)
    if kept is None:
        return Refused("feature.no_such_hand", {"hand": command.hand})
    if command.left >= len(kept.deeds):
        return Refused("feature.nothing_to_take_back")
    if state.was_fed(kept.number) or kept.busts_told:
        return Refused("feature.already_told")
    if any(one.number > kept.number for one in state.of_table(kept.table)):
        return Refused("feature.later_hand")
    return (e.FeatureActsTakenBack(hand=kept.number, left=command.left),)


def name_cards(command: c.NameCards, state: FeatureState, around: AroundHand) -> tuple[FeatureEvent, ...] | Refused:
    kept = state.hands.get(command.hand)
    if kept is None or command.seat >= len(kept.entries):
        return Refused("feature.no_such_hand", {"hand": command.hand})
    try:
        cards = read_cards(command.cards)
    except ValueError:
        return Refused("feature.not_cards", {"written": command.cards})
    hand = played(kept)
    cards = _whole(cards, hand, command.seat) if cards else ()
    refused = _unfit(cards, command.seat, kept, hand) if cards else None
    if refused:
        return refused
    at = kept.at if kept.from_notes else around.now
    return (e.FeatureCardsNamed(hand=kept.number, seat=command.seat, cards=write_cards(cards), at=at),)


def _unfit(cards: tuple[int, ...], seat: int, kept: FeatureHand, hand: Hand) -> Refused | None:
    """As many as the seat holds, each of the deck, each in one place only, its open ones among them."""
    held = hand.holes[seat]
    if len(cards) != len(held):
        return Refused("hand.show_all_cards", {"seat": seat, "cards": len(held)})
    if UNKNOWN in cards or not set(cards) <= hand.game.cards or len(set(cards)) != len(cards):
        return Refused("feature.not_cards", {"written": write_cards(cards)})
    if any(one != UNKNOWN and one not in cards for one in held):
        return Refused("feature.open_cards_stay")
    others = {one for place, named in kept.holes.items() if place != seat for one in read_cards(named.cards)}
    others |= {one for place, hole in enumerate(hand.holes) if place != seat for one in hole if one != UNKNOWN}
    return Refused("hand.card_seen_twice") if set(cards) & (others | set(hand.board)) else None


def drop_hand(command: c.DropHand, state: FeatureState, _around: AroundHand) -> tuple[FeatureEvent, ...] | Refused:
    kept = state.hands.get(command.hand)
    if kept is None:
        return Refused("feature.no_such_hand", {"hand": command.hand})
    if state.was_fed(kept.number) or kept.busts_told:
        return Refused("feature.already_told")
    return (e.FeatureHandDropped(hand=kept.number),)


def set_lower_third(
    command: c.SetLowerThird, _state: FeatureState, around: AroundHand
) -> tuple[FeatureEvent, ...] | Refused:
    if command.entry and command.entry not in around.event.entries:
        return Refused("feature.not_in_the_event")
    return (e.LowerThirdSet(entry=command.entry, text=bool(command.title or command.line)),)


DECIDE: dict[type[c.FeatureCommand], Callable[[Any, FeatureState, AroundHand], Any]] = {
    c.SetFeature: set_feature,
    c.BeginHand: begin_hand,
    c.ActInHand: act_in_hand,
    c.TakeBackActs: take_back_acts,
    c.NameCards: name_cards,
    c.DropHand: drop_hand,
    c.SetLowerThird: set_lower_third,
}
