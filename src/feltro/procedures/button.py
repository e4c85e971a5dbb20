"""Button and blinds: what a book says of them, and where they stand in the next hand.

Seats are chair numbers, clockwise. Players are given as a sorted tuple of occupied chairs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.rulebook.answers import Answers

HEADS_UP = 2
AMONG_MANY = ("button.method", "blinds.lone_big_blind")
AMONG_TWO = ("heads_up.button.posts", "heads_up.button.adjusted_for_big_blind")
"""The parameters of ButtonRules, in its order."""


class Positions(Struct, frozen=True):
    """Chairs of one hand. The small blind's chair may be empty: then nobody posts it."""

    button: int
    small_blind: int
    big_blind: int
    small_blind_posted: bool = True


class ButtonRules(Struct, frozen=True):
    """What a book says about the button. `method` is dead or moving."""

    method: str = "dead"
    lone_big_blind: bool = True
    heads_up_button_posts: str = "small_blind"
    nobody_twice_big_blind: bool = True


class HeadsUp(Struct, frozen=True):
    """Who of two players acts first and gets the last card: the button or the opponent."""

    first_to_act: str = "button"
    first_to_act_later: str = "opponent"
    last_card: str = "button"


class Order(Struct, frozen=True):
    """Who acts first before and after the flop, and who gets the last card."""

    first_to_act: int
    first_to_act_later: int
    last_card: int


def button_rules(book: Answers) -> ButtonRules:
    """How this book moves the button, read without citing: `what_decides` names what a hand turns on."""
    reads = book.looks_at
    return ButtonRules(*map(reads, AMONG_MANY), *map(reads, AMONG_TWO))


def what_decides(players: int) -> tuple[str, ...]:
    """The parameters that the button of so many players turns on."""
    return AMONG_TWO if players == HEADS_UP else AMONG_MANY


def heads_up(players: int, book: Answers) -> HeadsUp:
    """What the book says of two players, when two are left."""
    if players != HEADS_UP:
        return HeadsUp()
    return HeadsUp(
        book.decides("heads_up.first_to_act.preflop"),
        book.decides("heads_up.first_to_act.later"),
        book.decides("heads_up.last_card.to"),
    )


def told_positions(button: int, small_blind: int | None, big_blind: int, chairs: int) -> Positions:
    """Button and blinds as told; a small blind that nobody posts was due just before the big blind."""
    if small_blind is not None:
        return Positions(button, small_blind, big_blind)
    dead = big_blind - 1 if big_blind > 1 else chairs
    return Positions(button, big_blind if dead == button else dead, big_blind, small_blind_posted=False)


def in_order(button: int, small_blind: int, big_blind: int) -> bool:
    """Button, small blind and big blind stand clockwise; of two players one has two of them."""
    at_a_blind = button in (small_blind, big_blind)
    return small_blind != big_blind and (at_a_blind or lies_between(button, small_blind, big_blind))


def next_seat(after: int, players: Sequence[int]) -> int:
    """The next player clockwise after a chair, which may be empty."""
    place = bisect_right(players, after)
    return players[place] if place < len(players) else players[0]


def seat_before(before: int, players: Sequence[int]) -> int:
    """The player just before a chair, counter-clockwise."""
    return players[bisect_left(players, before) - 1]


def lies_between(start: int, seat: int, end: int) -> bool:
    """Whether a chair lies strictly between two others, clockwise from the first to the second."""
    if start < end:
        return start < seat < end
    return start != end and (seat > start or seat < end)


def next_positions(last: Positions, players: Sequence[int], rules: ButtonRules) -> Positions:
    """Button and blinds of the next hand, among the players now seated (two or more)."""
    if len(players) == HEADS_UP:
        return _heads_up(last, players, rules)
    if rules.method == "moving":
        return moved_from(last.button, players, rules)
    return _dead_button(last, players, rules)


def moved_from(button: int, players: Sequence[int], rules: ButtonRules) -> Positions:
    """The button on the next player after a chair, and the blinds on the players after him."""
    return positions_from(next_seat(button, players), players, rules)


def positions_from(button: int, players: Sequence[int], rules: ButtonRules) -> Positions:
    """The blinds that go with a button: the next two players; of two players, the button's is the book's."""
    after = next_seat(button, players)
    if len(players) > HEADS_UP:
        return Positions(button, after, next_seat(after, players))
    if rules.heads_up_button_posts == "big_blind":
        return Positions(button, after, button)
    return Positions(button, button, after)


def _dead_button(last: Positions, players: Sequence[int], rules: ButtonRules) -> Positions:
    """The big blind always advances; the small blind falls where it was, the button where that was."""
    big_blind = next_seat(last.big_blind, players)
    posted = last.big_blind in players
    coming = Positions(last.small_blind, last.big_blind, big_blind, posted)
    if not posted and not rules.lone_big_blind:
        coming = Positions(last.small_blind, big_blind, next_seat(big_blind, players))
    if _plays(coming, players):
        return coming
    return _back_from(coming.big_blind, players)  # hardly anyone but newcomers: all are dealt in


def _plays(positions: Positions, players: Sequence[int]) -> bool:
    """Whether a hand can be played so: the big blind is dealt in, and somebody with him."""
    waiting = without_hand(positions, players)
    return (
        positions.big_blind != positions.button
        and positions.big_blind not in waiting
        and len(players) - len(waiting) >= 2
    )


def _back_from(big_blind: int, players: Sequence[int]) -> Positions:
    small_blind = seat_before(big_blind, players)
    return Positions(seat_before(small_blind, players), small_blind, big_blind)


def _heads_up(last: Positions, players: Sequence[int], rules: ButtonRules) -> Positions:
    if rules.method == "dead" and rules.nobody_twice_big_blind:
        return _with_big_blind(next_seat(last.big_blind, players), players, rules)
    plain = moved_from(last.button, players, rules)
    if rules.nobody_twice_big_blind and plain.big_blind == last.big_blind:
        return _with_big_blind(next_seat(last.big_blind, players), players, rules)
    return plain


def _with_big_blind(big_blind: int, players: Sequence[int], rules: ButtonRules) -> Positions:
    other = next_seat(big_blind, players)
    button = big_blind if rules.heads_up_button_posts == "big_blind" else other
    return Positions(button, other, big_blind)


def without_hand(positions: Positions, players: Sequence[int]) -> tuple[int, ...]:
    """Players who sit between the button and the small blind: no cards until the button passes them."""
    button, small_blind = positions.button, positions.small_blind
    if players and next_seat(button, players) == small_blind:
        return ()  # as in nearly every hand
    return tuple(seat for seat in players if lies_between(button, seat, small_blind))


def waiting_for_button(positions: Positions, players: Sequence[int], book: Answers) -> tuple[int, ...]:
    """Those without a hand, where the book keeps that seat without one."""
    waiting = without_hand(positions, players)
    return () if waiting and book.decides("seating.no_hand_seat") == "none" else waiting


def why_there(positions: Positions, players: Sequence[int], method: str) -> str:
    """Why the button stands where it stands."""
    if len(players) == HEADS_UP:
        return "button.heads_up"
    if not positions.small_blind_posted:
        return "button.lone_big_blind"
    if positions.button not in players:
        return "button.dead"
    return "button.moves_to_player" if method == "moving" else "button.moves"


def order_of_play(positions: Positions, players: Sequence[int], heads_up: HeadsUp) -> Order:
    """Who acts first and last in the hand with these positions."""
    waiting = without_hand(positions, players)
    dealt = [seat for seat in players if seat not in waiting]
    if len(players) == HEADS_UP:
        opponent = next_seat(positions.button, dealt)
        button = next_seat(opponent, dealt)
        named = {"button": button, "opponent": opponent}
        return Order(named[heads_up.first_to_act], named[heads_up.first_to_act_later], named[heads_up.last_card])
    return Order(
        next_seat(positions.big_blind, dealt),
        next_seat(positions.button, dealt),
        positions.button if positions.button in dealt else seat_before(positions.button, dealt),
    )


def moves_in_stud(book: Answers) -> bool:
    """Whether the button of a mixed event goes on moving through a stud level, instead of freezing."""
    return bool(book.decides("mixed.button.stud_level") == "moves")


def moves_before_freeze(book: Answers) -> int:
    return int(book.decides("mixed.button.moves_before_freeze"))


def moves_on_return(book: Answers) -> bool:
    """Whether hold'em resumes one seat on from where the button froze."""
    return bool(book.decides("mixed.button.on_return") == "next_seat")


def hands_until_big_blind(seat: int, coming: Positions, players: Sequence[int]) -> int:
    """How many players have the big blind, from the coming hand on, before this seat does."""
    if seat == coming.big_blind:
        return 0
    between = bisect_left(players, seat) - bisect_right(players, coming.big_blind)
    return 1 + (between if coming.big_blind < seat else len(players) + between)


def waits_after(last: Positions, players: Sequence[int], rules: ButtonRules, moves: int) -> Positions:
    """The hold'em hand that a frozen button comes after: the last one played, when it moves once before it freezes.

    The hand that would come next is told from it whoever leaves or sits down meanwhile, so that nobody
    skips the big blind and the button finds its chair again.
    """
    if not moves:
        return Positions(last.button, last.button, last.small_blind)
    for _ in range(moves - 1):
        last = next_positions(last, players, rules)
    return last


def resumed(after: Positions, frozen: int, players: Sequence[int], rules: ButtonRules) -> Positions:
    """Button and blinds as if hold'em went on where it stopped, among the players now seated (two or more)."""
    if rules.method == "moving" and len(players) > HEADS_UP:
        return positions_from(frozen if frozen in players else next_seat(frozen, players), players, rules)
    return next_positions(after, players, rules)


def hand_before(button: int, players: Sequence[int]) -> Positions:
    """Positions that would lead to a button on this chair: what a frozen button stands for when hold'em is imagined."""
    return Positions(seat_before(button, players), button, next_seat(button, players))
