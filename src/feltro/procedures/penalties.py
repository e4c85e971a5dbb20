"""Penalties of a running tournament: hands to sit out, counting them down, the usual ladder, and going out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import is_settled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from feltro.kernel.money import Money
    from feltro.rulebook.answers import Answers
    from feltro.rulebook.book import Rulebook

PAID_IN_CHIPS = ("small_blind", "big_blind")
EXPOSING = "conduct.exposing_cards"
"""The one infraction that a book may let start only when its hand is over."""
UNLISTED = "conduct.unlisted"
"""What a book says of conduct that it does not list: no list of conduct is closed."""
MOST = {"missed_hands": "penalty.hands.maximum", "missed_rounds": "penalty.rounds.maximum"}
"""What limits a penalty of this kind; zero means no limit."""
USUAL_ROUNDS = 4
"""Where a book sets no limit, the usual ladder stops at as many orbits before disqualifying."""


@dataclass(frozen=True, slots=True)
class Sanction:
    """A sanction by its code in `penalty.kinds`, and how many hands or orbits of it."""

    kind: str
    amount: int = 1


def lists(names: Iterable[str], rulebook: Rulebook) -> bool:
    """Whether the book itself names one of these infractions. Where it names none its open clause speaks, whatever the
    event has settled: a cheat is no safer under a book that does not name cheating."""
    said = (rulebook[name] for name in names)
    return any(isinstance(one, Sourced) and not is_settled(one) for one in said)


def orbit_hands(rounds: int, players: int, *, hands_per_player: int, includes_offender: bool) -> int:
    """Hands that orbits cost, from the players at the table, the offender among them."""
    counted = players if includes_offender else max(players - 1, 0)
    return rounds * counted * hands_per_player


def orbit_cost(rounds: int, players: int, asks: Callable[[str], Any]) -> int:
    """Hands that orbits cost by the book; `asks` is the way in which it is asked."""
    each, included = asks("penalty.orbit.hands_per_player"), asks("penalty.orbit.includes_offender")
    return orbit_hands(rounds, players, hands_per_player=each, includes_offender=included)


def hands_left(hands: int, served: int) -> int:
    """Hands still to sit out. Players who leave the table meanwhile change nothing."""
    return max(hands - served, 0)


def carried_over(left: int, *, moved: bool, next_day: bool, follows_tables: bool, follows_days: bool) -> int:
    """What is left after a change of table or a night: all of it where the penalty follows the player."""
    lost = (moved and not follows_tables) or (next_day and not follows_days)
    return 0 if lost else left


def ladder(kinds: Iterable[str], most_hands: int, most_rounds: int) -> tuple[Sanction, ...]:
    """The sanctions that a book has, from the lightest to the heaviest usual step. Zero means no limit."""
    known = tuple(kinds)
    hands = min(most_hands or 1, 1)
    rounds = range(1, (most_rounds or USUAL_ROUNDS) + 1)
    steps = (
        Sanction("warning"),
        Sanction("missed_hands", hands),
        *(Sanction("missed_rounds", number) for number in rounds),
        Sanction("disqualification"),
    )
    return tuple(step for step in steps if step.kind in known)


def ladder_of(kinds: Iterable[str], book: Answers) -> tuple[Sanction, ...]:
    return ladder(kinds, book.looks_at(MOST["missed_hands"]), book.looks_at(MOST["missed_rounds"]))


def usual_step(steps: Sequence[Sanction], earlier: Sequence[Sanction | None]) -> Sanction | None:
    """The next step for a player with earlier penalties (None: one of unknown weight)."""
    if not steps:
        return None
    known = [steps.index(one) + 1 for one in earlier if one in steps]
    return steps[min(max([len(earlier), *known]), len(steps) - 1)]


CHARGED = "penalty.serving.posts"
"""What is taken from the stack of whoever serves a penalty."""


def served_at_the_chair(asks: Callable[[str], Any]) -> tuple[str, ...]:
    """What is done at the chair of whoever serves a penalty, step by step, as far as the book says; `asks` is the way in
    which it is asked."""
    steps = [asks("penalty.serving.place"), "dealt_in" if asks("penalty.serving.dealt_in") else ""]
    charged = asks(CHARGED)
    steps.append(("posts.bring_in" if "bring_in" in charged else "posts.blinds") if charged else "")
    steps.append(asks("penalty.serving.hand"))
    steps.append("report_return" if asks("penalty.serving.return_reported") else "")
    return tuple(f"step.penalty_effect.{one}" for one in steps if one)


def blind_owed(earlier: int, *, first: str, later: str) -> str:
    """Which blind a player pays where penalties are paid in chips."""
    return first if earlier == 0 else later


def blind_owed_by(earlier: int, book: Answers) -> str:
    return blind_owed(earlier, first=book.detail("penalty.blinds.first"), later=book.detail("penalty.blinds.later"))


def vote_blocks(objections: int, present: int, book: Answers) -> bool:
    """Where those present judge, one objection blocks a penalty, or half of them do."""
    if book.decides("penalty.judge") != "all_present":
        return False
    needs_all = book.decides("penalty.vote.needed") == "all"
    return objections > 0 if needs_all else objections * 2 >= present


def pot_for_penalty(paid_to: str, *, hand_over: bool, from_end_of_hand: bool) -> str:
    """Where chips of a penalty go: out of play, or into the pot of the hand; the next one once that hand is over."""
    if paid_to == "removed":
        return paid_to
    return "next_pot" if hand_over or from_end_of_hand else "current_pot"


@dataclass(frozen=True, slots=True)
class Exit:
    """What becomes of a player who is sent out; None where the book does not say."""

    place: int | None
    on_list: bool | None
    prize: str | None
    chips: str
    buy_in: str | None = None


def eliminate(players_left: int | None, paid: int | None, *, place: str, prize: str, chips: str) -> Exit:
    """An elimination: the place of the moment, with its prize when it is a paid one."""
    kept = players_left if place == "players_left" else None
    in_the_money = players_left is None or paid is None or players_left <= paid
    return Exit(kept, place == "players_left", prize if in_the_money else "none", chips)


def disqualify(
    players_left: int | None, *, keeps_place: bool | None, prize: str | None, chips: str, buy_in: str | None
) -> Exit:
    """A disqualification: no prize, the chips out of play, the buy-in where the book leaves it."""
    return Exit(players_left if keeps_place else None, keeps_place, prize, chips, buy_in)


def share_freed_prize(freed: Money, still_in: Sequence[Money], method: str) -> tuple[Money, ...]:
    """The prizes of those still in after a paid place lost its owner.

    In proportion to their own prizes; where places move up instead, theirs stay as they are.
    """
    if method != "shared_in_proportion" or not still_in or not any(still_in):
        return tuple(still_in)
    parts = freed.split([prize.centavos for prize in still_in])
    return tuple(prize + part for prize, part in zip(still_in, parts, strict=True))
