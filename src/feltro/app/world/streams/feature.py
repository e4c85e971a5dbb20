"""The stream `feature:<tournament>`: hands of a televised table, act by act, and what the director said of the delay.

Nothing of it is the tournament's. Each act carries its own time, because what is shown outside is held back from that.
Cards that nobody tabled are facts of their own: whoever enters acts at the table never meets them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant

if TYPE_CHECKING:
    from collections.abc import Callable

USUAL_DELAY = 30
"""Minutes."""


def stream_of(tournament: str) -> str:
    return f"feature:{tournament}"


class FeatureEvent(Event, frozen=True, kw_only=True):
    final = True
    """A hand has a way back of its own, step by step."""


class FeatureSet(FeatureEvent, frozen=True, kw_only=True):
    """How long cards and stacks are held back, whether counts follow, and whether anybody may read the hands then."""

    delay_minutes: int
    counts: bool
    published: bool = False


class FeatureDelayShortened(FeatureEvent, frozen=True, kw_only=True):
    """From here on things are held back for less; what had happened by then keeps the delay that it had."""

    minutes: int
    """As it was."""
    at: Instant


class HandSetting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that is known before the first card, as the engine needs it. Seats are counted from 0, clockwise."""

    game: str
    rules: dict[str, bool | int | str | None]
    stacks: tuple[int, ...]
    button: int
    blinds: tuple[int, ...] = ()
    dead_blind: int = 0
    antes: tuple[int, ...] = ()
    dead_ante: bool = False
    minimum_bet: int = 0
    big_bet: int = 0
    bring_in: int = 0
    chip: int = 1
    players_left: int = 0


class FeatureHandBegun(FeatureEvent, frozen=True, kw_only=True):
    hand: int
    table: int
    entries: tuple[str, ...]
    """Who sits in each seat of the hand."""
    chairs: tuple[int, ...]
    """And on which chair of the table."""
    setting: HandSetting
    level: int = 0
    at: Instant
    """When it was dealt: of a hand entered from notes, before it was written down."""
    from_notes: bool = False


class FeatureActDone(FeatureEvent, frozen=True, kw_only=True):
    hand: int
    act: str
    seat: int = -1
    chips: int = 0
    cards: str = ""
    """As hand histories write them, `??` for one that nobody has seen."""
    at: Instant


class FeatureActsTakenBack(FeatureEvent, frozen=True, kw_only=True):
    hand: int
    left: int
    """How many acts still stand."""


class FeatureCardsNamed(FeatureEvent, frozen=True, kw_only=True):
    """What a player holds who has not shown it: told to the production alone."""

    hand: int
    seat: int
    cards: str
    at: Instant


class FeatureHandDropped(FeatureEvent, frozen=True, kw_only=True):
    """It was never played: begun by mistake."""

    hand: int


class FeatureBustsTold(FeatureEvent, frozen=True, kw_only=True):
    hand: int


class FeatureCountsFed(FeatureEvent, frozen=True, kw_only=True):
    """The stacks after these hands are the event's counts."""

    schema = 2
    hand: int
    """The last of them; before the hands were named, all up to it."""
    counts: dict[str, int]
    """By entry: what was handed over."""
    hands: tuple[int, ...] = ()
    ended: dict[str, Instant] = msgspec.field(default_factory=dict)
    """By entry: when the hand was over that left it."""


class LowerThirdSet(FeatureEvent, frozen=True, kw_only=True):
    """Somebody is named at the lower edge of the picture; with nobody and no text it is taken off."""

    entry: str = ""
    text: bool = False
    """Whether lines of its own are kept beside the log."""


class HandDeed(msgspec.Struct, frozen=True):
    """One act that stands."""

    act: str
    seat: int
    chips: int
    cards: str
    at: Instant


class NamedCards(msgspec.Struct, frozen=True):
    cards: str
    at: Instant


class FeatureHand(msgspec.Struct, kw_only=True):
    number: int
    table: int
    entries: tuple[str, ...]
    chairs: tuple[int, ...]
    setting: HandSetting
    level: int
    at: Instant
    from_notes: bool = False
    deeds: list[HandDeed] = []
    holes: dict[int, NamedCards] = {}
    """By seat: what the production named."""
    busts_told: bool = False


class LowerThird(msgspec.Struct, frozen=True):
    entry: str = ""
    text: bool = False


class FeatureState(msgspec.Struct, kw_only=True):
    delay_minutes: int = USUAL_DELAY
    counts: bool = False
    published: bool = False
    shortened: dict[Instant, int] = {}
    """When the delay became shorter, and what it had been."""
    hands: dict[int, FeatureHand] = {}
    last: int = 0
    """The last number that was given to a hand, dropped ones counted."""
    fed: int = 0
    """Up to this one the stacks of all hands became counts, in a log from before they were named."""
    fed_hands: set[int] = set()
    """Those that did: at two tables a hand may last longer than many that began after it."""
    fed_counts: dict[str, int] = {}
    """What each entry was last counted with from here."""
    fed_ended: dict[str, Instant] = {}
    """And when the hand was over that left it."""
    lower_third: LowerThird = LowerThird()

    def copy(self) -> FeatureState:
        """To decide on while others go on: no decision changes a hand."""
        return msgspec.structs.replace(self, hands=dict(self.hands), shortened=dict(self.shortened))

    def of_table(self, table: int) -> list[FeatureHand]:
        return [one for one in self.hands.values() if one.table == table]

    def played_last(self, table: int) -> FeatureHand | None:
        """By when it was played: one from notes may have been played long before it was written down."""
        return max(self.of_table(table), key=lambda one: (one.at, one.number), default=None)

    def was_fed(self, hand: int) -> bool:
        return hand <= self.fed or hand in self.fed_hands

    @property
    def tables(self) -> list[int]:
        return sorted({one.table for one in self.hands.values()})


def apply(state: FeatureState, event: FeatureEvent) -> None:
    APPLY[type(event)](state, event)


def feature_set(state: FeatureState, event: FeatureSet) -> None:
    state.delay_minutes, state.counts = event.delay_minutes, event.counts
    state.published = event.published


def delay_shortened(state: FeatureState, event: FeatureDelayShortened) -> None:
    state.shortened[event.at] = max(event.minutes, state.shortened.get(event.at, 0))


def hand_begun(state: FeatureState, event: FeatureHandBegun) -> None:
    state.last = max(state.last, event.hand)
    state.hands[event.hand] = FeatureHand(
        number=event.hand,
        table=event.table,
        entries=event.entries,
        chairs=event.chairs,
        setting=event.setting,
        level=event.level,
        at=event.at,
        from_notes=event.from_notes,
    )


def act_done(state: FeatureState, event: FeatureActDone) -> None:
    deed = HandDeed(event.act, event.seat, event.chips, event.cards, event.at)
    state.hands[event.hand].deeds.append(deed)


def acts_taken_back(state: FeatureState, event: FeatureActsTakenBack) -> None:
    del state.hands[event.hand].deeds[event.left :]


def cards_named(state: FeatureState, event: FeatureCardsNamed) -> None:
    holes = state.hands[event.hand].holes
    if event.cards:
        holes[event.seat] = NamedCards(event.cards, event.at)
    else:
        holes.pop(event.seat, None)


def hand_dropped(state: FeatureState, event: FeatureHandDropped) -> None:
    state.hands.pop(event.hand)


def busts_told(state: FeatureState, event: FeatureBustsTold) -> None:
    state.hands[event.hand].busts_told = True


def counts_fed(state: FeatureState, event: FeatureCountsFed) -> None:
    state.fed_hands.update(event.hands)
    if not event.hands:
        state.fed = max(state.fed, event.hand)
    state.fed_counts |= event.counts
    state.fed_ended |= event.ended


def lower_third_set(state: FeatureState, event: LowerThirdSet) -> None:
    state.lower_third = LowerThird(event.entry, event.text)


APPLY: dict[type[FeatureEvent], Callable[[FeatureState, Any], None]] = {
    FeatureSet: feature_set,
    FeatureDelayShortened: delay_shortened,
    FeatureHandBegun: hand_begun,
    FeatureActDone: act_done,
    FeatureActsTakenBack: acts_taken_back,
    FeatureCardsNamed: cards_named,
    FeatureHandDropped: hand_dropped,
    FeatureBustsTold: busts_told,
    FeatureCountsFed: counts_fed,
    LowerThirdSet: lower_third_set,
}
