"""A hand of twenty acts ruled by the book, against PokerKit playing the same hand to its showdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pokerkit

from bench.row import Row, per_second
from feltro.rulebook.library import shipped
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Answer, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

ACTS = 20
PLAYERS = 6
STACK = 10_000
RAISES = (*(400 + 200 * step for step in range(ACTS - PLAYERS)), STACK)
NAMES = ("SB", "BB", "UTG", "MP", "CO", "BTN")


def rows(seconds: float) -> Iterator[Row]:
    situation = twenty_acts()
    for book_id in shipped().ids:
        rulebook = shipped()[book_id]
        answer = rule(situation, rulebook)
        if isinstance(answer, Unreadable) or len(answer.rulings) != ACTS or not all_as_told(answer):
            raise ValueError(f"the hand is not the one that PokerKit plays: {answer}")

        def ours(count: int, rulebook: Any = rulebook) -> None:
            for _ in range(count):
                rule(situation, rulebook)

        yield Row(
            f"ruling on {ACTS} acts, {book_id}",
            "hands/s",
            per_second(ours, seconds),
            per_second(play_theirs, seconds),
            "PokerKit",
            1,
        )
    yield folded_out()


def folded_out() -> Row:
    """The same number of acts with no card to turn at the end: the hand that flatters PokerKit most."""
    raises = tuple(400 + 200 * step for step in range(ACTS - PLAYERS + 1))
    told = [{"says": f"aumento para {to}"} for to in raises] + [{"says": "fold"}] * (PLAYERS - 1)
    acts = [{"player": NAMES[(place + 2) % PLAYERS], **act} for place, act in enumerate(told)]
    situation = {"blinds": [100, 200], "seats": list(NAMES), "stacks": dict.fromkeys(NAMES, STACK), "acts": acts}
    rulebook = shipped()["adtp-2023"]

    def ours(count: int) -> None:
        for _ in range(count):
            rule(situation, rulebook)

    def theirs(count: int) -> None:
        for _ in range(count):
            state = _their_state()
            for to in raises:
                state.complete_bet_or_raise_to(to)
            while state.status:
                state.fold()

    return Row(
        f"ruling on {ACTS} acts, folded out", "hands/s", per_second(ours, 1), per_second(theirs, 1), "PokerKit", 0
    )


def _their_state() -> Any:
    return pokerkit.NoLimitTexasHoldem.create_state(
        tuple(pokerkit.Automation), True, 0, (100, 200), 200, (STACK,) * PLAYERS, PLAYERS
    )


def twenty_acts() -> dict[str, Any]:
    """Raises all around before the flop, by word and by chips, the last all-in, and five calls."""
    acts: list[dict[str, Any]] = []
    for place, to in enumerate(RAISES):
        before = RAISES[place - PLAYERS] if place >= PLAYERS else (0, 0, 0, 0, 100, 200)[place]
        said = {"says": f"aumento para {to}"} if place % 2 else {"says": "raise", "pushes": [to - before]}
        acts.append({"player": NAMES[(place + 2) % PLAYERS], **said})
    callers = (NAMES[(place + 2) % PLAYERS] for place in range(len(RAISES), ACTS))
    acts += [{"player": name, "says": "pago"} for name in callers]
    stacks = dict.fromkeys(NAMES, STACK)
    return {"blinds": [100, 200], "seats": list(NAMES), "stacks": stacks, "acts": acts}


def all_as_told(answer: Answer) -> bool:
    """Every raise is to the amount told, and every caller is all-in."""
    return [ruling.to for ruling in answer.rulings] == [*RAISES, *[STACK] * (PLAYERS - 1)]


def play_theirs(count: int) -> None:
    """The same hand with PokerKit, from the first card to the showdown."""
    for _ in range(count):
        state = _their_state()
        for to in RAISES:
            state.complete_bet_or_raise_to(to)
        while state.status:
            state.check_or_call()
