"""A decision that comes out otherwise than it did is noticed, and is either meant or a mistake."""

from __future__ import annotations

import pytest

from tests.app.machine.answers import WALKS, answer, begin, read


@pytest.mark.parametrize(("book", "phase"), WALKS)
def test_each_command_is_answered_as_it_was(book, phase):
    """Facts, refusals with their clauses, states and balances: all as kept. `script/golden answers` keeps new ones."""
    kept = read(book, phase)
    assert len(kept) >= 20
    room = begin(book, phase)
    for number, (said, told) in enumerate(kept):
        assert answer(room, number, said) == told, f"{said.kind}, command {number} of {book}, {phase}"
