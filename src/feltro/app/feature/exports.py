"""A hand as it leaves the house: as a hand history (PHH), and told in words, with the cards that may be known by then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.feature.play import deeds_until, do, face_down, played, read_cards, setup_of
from feltro.app.feature.sight import known_holes
from feltro.hand import table as at_table
from feltro.hand.operations import Operation, apply
from feltro.hand.phh.writer import write
from feltro.hand.state import CARDS, UNKNOWN
from feltro.hand.story import tell
from feltro.hand.streets import start
from feltro.kernel.instants import local_time
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feltro.app.world.streams.feature import FeatureHand, HandDeed
    from feltro.hand.state import Hand
    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang


def whole(kept: FeatureHand, until: Instant | None = None) -> Hand:
    """The hand with every card that is known by then where it was dealt; in draw games, as it was played."""
    hand = played(kept, until)
    if hand.game.family == "draw":
        return hand
    named = known_holes(kept, hand, "all", until)
    filled = _again(kept, until, [_arranged(*one) for one in zip(hand.holes, named, strict=True)])
    same = filled is not None and (filled.stacks, filled.over) == (hand.stacks, hand.over)
    return filled if filled is not None and same else hand


def _arranged(held: tuple[int, ...], named: tuple[int, ...]) -> tuple[int, ...]:
    """Open cards where they lie, the others in the places that nobody saw."""
    rest = [one for one in named if one not in held]
    return tuple(rest.pop(0) if one == UNKNOWN and rest else one for one in held)


def _again(kept: FeatureHand, until: Instant | None, holes: list[tuple[int, ...]]) -> Hand | None:
    hand = start(setup_of(kept.setting))
    _deal(hand, holes)
    for deed in deeds_until(kept, until):
        if not _redone(hand, deed, holes):
            return None
        _deal(hand, holes)
    return hand


def _redone(hand: Hand, deed: HandDeed, holes: list[tuple[int, ...]]) -> bool:
    if deed.act == "deal":
        held = len(hand.holes[deed.seat])
        cards = holes[deed.seat][held : held + len(read_cards(deed.cards))]
        return apply(hand, Operation("deal", deed.seat, 0, cards)) is None
    if deed.act in ("show", "unseen") and hand.shown >> deed.seat & 1:
        return True  # cards that were known were opened by the rules already
    if deed.act == "show":
        return apply(hand, Operation("show", deed.seat, 0, hand.holes[deed.seat])) is None
    return do(hand, deed) is None


def _deal(hand: Hand, holes: list[tuple[int, ...]]) -> None:
    """What was dealt by itself, with the names that are known."""
    while hand.waits_for == CARDS and (seats := face_down(hand)):
        for seat, due in seats:
            held = len(hand.holes[seat])
            at_table.deal(hand, seat, holes[seat][held : held + due] or (UNKNOWN,) * due)


def history(kept: FeatureHand, called: Sequence[str], place: dict[str, str], until: Instant | None = None) -> str:
    """One PHH file. Players are named from the left of the button, as the format asks."""
    hand = whole(kept, until)
    count = hand.count
    order = [(kept.setting.button + 1 + step) % count for step in range(count)]
    at = local_time(kept.at, place["zone"])
    others: dict[str, Any] = {
        "event": place["event"],
        "day": at.day,
        "month": at.month,
        "year": at.year,
        "table": str(kept.table),
        "hand": kept.number,
        "seats": [kept.chairs[seat] for seat in order],
        "players": [called[seat] for seat in order],
    }
    return write(hand, others)


def story(kept: FeatureHand, called: Sequence[str], lang: Lang, until: Instant | None = None) -> list[str]:
    """Every line of the hand in words."""
    return list(_told(whole(kept, until), called, lang))


def _told(hand: Hand, called: Sequence[str], lang: Lang) -> Iterator[str]:
    for one in tell(hand, called):
        if set(str(one.values.get("cards", "")).replace(" ", "")) != {"?"}:  # a card that nobody knows is no line
            yield say(one.key, lang, **_spoken(one.values, lang))


def _spoken(values: dict[str, Any], lang: Lang) -> dict[str, Any]:
    """Games and streets by their names."""
    keys = {"game": "hand.game", "street": "hand.street"}
    return {name: say(f"{keys[name]}.{value}", lang) if name in keys else value for name, value in values.items()}


def text_of(kept: FeatureHand, called: Sequence[str], lang: Lang, until: Instant | None = None) -> str:
    return "\n".join(story(kept, called, lang, until)) + "\n"
