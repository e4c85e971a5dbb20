"""Breaking a table: who goes to which chair after the draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from feltro.rulebook.answers import Answers

Player = TypeVar("Player", bound="Hashable")
Chair = TypeVar("Chair")


def double_draw(
    players: Sequence[Player], seat_cards: Sequence[Chair], cards: Sequence[int], book: Answers
) -> dict[Player, Chair]:
    """Seat cards dealt by the cards that players drew, as the book says; nobody's chair before they are drawn."""
    first, follow = book.decides("break_table.first_seat_card"), book.decides("break_table.seat_cards_follow")
    return dealt_chairs(players, seat_cards, cards, first, follow) if cards else {}


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
