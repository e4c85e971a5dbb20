"""Breaking a table: which one, and who goes to which chair after the draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

TableId = TypeVar("TableId", bound="Hashable")
Player = TypeVar("Player", bound="Hashable")
Chair = TypeVar("Chair")


def table_to_break(
    break_order: Iterable[TableId], players: Mapping[TableId, int], chairs: Mapping[TableId, int]
) -> TableId | None:
    """The first table of the published order, once its players fit into the chairs free elsewhere."""
    first = next((table for table in break_order if table in players), None)
    if first is None or len(players) < 2:
        return None
    free = sum(chairs[table] - seated for table, seated in players.items() if table != first)
    return first if players[first] <= free else None


def dealt_chairs(
    players: Sequence[Player], seat_cards: Sequence[Chair], cards: Sequence[int], first: str, follow: str
) -> dict[Player, Chair]:
    """The double draw: seat cards were shuffled, and players, in seat order, drew a playing card each.

    The first seat card goes to the highest card (or to seat 1), the others clockwise from there or by rank of card.
    """
    order = receiving_order(cards, first, follow)
    return {players[place]: seat_cards[turn] for turn, place in enumerate(order)}


def receiving_order(cards: Sequence[int], first: str, follow: str) -> list[int]:
    """Places of the players in the order in which seat cards are dealt to them."""
    places = range(len(cards))
    if follow == "card_rank":
        return sorted(places, key=lambda place: -cards[place])
    start = 0 if first == "seat_one" else max(places, key=lambda place: cards[place])
    return [*places[start:], *places[:start]]


def filled_chairs(players: Sequence[Player], chairs: Sequence[Chair]) -> dict[Player, Chair]:
    """Players take chairs in the order in which both are given: the order of a draw, or of a list."""
    return dict(zip(players, chairs, strict=False))
