"""A situation told in words, its questions included, against ruling on the situation that it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.row import Row, per_second
from feltro.rulebook.library import shipped
from feltro.rulings.account import hear
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_RULINGS = 30
"""Reading the words and finding the questions may take the time of so many rulings."""
BOOK = "adtp-2023"
TABLE = {"seats": ["SB", "BB", "UTG", "MP", "CO", "BTN"], "button": "BTN", "blinds": [100, 200]}
TOLD = {
    "a hand": "UTG abriu 400, o MP aumentou pra 1.100, cutoff largou e o botão jogou uma de 500 e uma de mil calado",
    "a hand with a question": "UTG abriu 500, rodou em fold até o botão, que jogou uma ficha de 5 mil e falou raise",
    "an error in the deal": "Esqueceram de dar carta pro jogador do 8.",
}


def rows(seconds: float) -> Iterator[Row]:
    rulebook = shipped()[BOOK]
    for name, words in TOLD.items():
        account = hear(words, TABLE, rulebook)
        if account is None or isinstance(account, Unreadable):
            raise ValueError(f"not understood: {words}")
        situation = account.situation

        def ours(count: int, words: str = words) -> None:
            for _ in range(count):
                hear(words, TABLE, rulebook)

        def theirs(count: int, situation: dict[str, object] = situation) -> None:
            for _ in range(count):
                for _ in range(MOST_RULINGS):
                    rule(situation, rulebook)

        yield Row(
            f"words to situation and questions, {name}",
            "tellings/s",
            per_second(ours, seconds),
            per_second(theirs, seconds),
            f"{MOST_RULINGS} rulings on it",
            1,
        )
