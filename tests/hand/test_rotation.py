import pytest

from feltro.hand.games import BY_CODE
from feltro.hand.rotation import EIGHT_GAME, HORSE, Rotation


def test_by_level():
    """HORSE, one game a level: the sixth level is hold'em again."""
    rotation = Rotation(HORSE)
    assert [rotation.game(level=level, hands=0) for level in (1, 2, 3, 4, 5, 6)] == [*HORSE, "flhe"]


def test_by_number_of_hands():
    """Eight games of six hands: the seventh hand is the second game, whatever the level."""
    rotation = Rotation(EIGHT_GAME, by="hands", every=6)
    assert rotation.game(level=9, hands=5) == EIGHT_GAME[0]
    assert rotation.game(level=9, hands=6) == EIGHT_GAME[1]
    assert rotation.game(level=9, hands=48) == EIGHT_GAME[0]


def test_any_list():
    """Two levels of each."""
    rotation = Rotation(("nlhe", "plo"), every=2)
    assert [rotation.game(level=level, hands=0) for level in (1, 2, 3, 4, 5)] == [
        "nlhe",
        "nlhe",
        "plo",
        "plo",
        "nlhe",
    ]


def test_known_rotations_have_known_games():
    """Every code is a game."""
    assert set(HORSE + EIGHT_GAME) <= set(BY_CODE)


@pytest.mark.parametrize("wrong", [{"games": ()}, {"games": ("nlhe",), "every": 0}])
def test_a_rotation_of_nothing_is_a_bug(wrong):
    """It needs games, and at least one level or hand of each."""
    with pytest.raises(ValueError, match="rotation"):
        Rotation(**wrong)
