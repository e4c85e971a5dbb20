"""The secret of a deck is held to its commitment, and that is worked out once."""

from __future__ import annotations

import pytest

from feltro.kernel import draws
from feltro.tournament.chance import Chance, deck_of
from feltro.tournament.state.floor import Draw

TABLES = ((1, 9), (2, 9))


def committed(secret, tables=TABLES):
    draw = Draw(id="mesas", label="t1/mesas", day="1", commitment="", tables=tables)
    draw.commitment = draws.commit(deck_of(draw), secret)
    return draw


def test_a_deck_is_hashed_once_however_often_it_is_drawn_from(monkeypatch):
    """A room of ten thousand asks again whenever a table breaks."""
    secret, hashed, commit = b"s" * 32, [], draws.commit
    draw = committed(secret, ((7, 9), (8, 9)))
    monkeypatch.setattr(draws, "commit", lambda *args: hashed.append(args) or commit(*args))
    for turn in range(20):
        chance = Chance("t1", lambda _: secret, lambda: secret)
        assert chance.readable(draw)
        assert sorted(chance.shuffle(draw, f"quebra{turn}", ("a", "b", "c"))) == ["a", "b", "c"]
    assert len(hashed) == 1


@pytest.mark.parametrize("change", ["secret", "tables", "label", "commitment"])
def test_what_was_right_once_does_not_vouch_for_anything_else(change):
    """The attack: another secret, or another deck, beside a commitment that was found right before."""
    secret = b"s" * 32
    draw = committed(secret)
    assert Chance("t1", lambda _: secret, lambda: secret).readable(draw)
    if change == "secret":
        secret = b"x" * 32
    elif change == "tables":
        draw.tables = ((1, 9), (3, 9))
    elif change == "label":
        draw.label = "t2/mesas"
    else:
        draw.commitment = "0" * 64
    assert not Chance("t1", lambda _: secret, lambda: secret).readable(draw)
