"""How players are called across their own table."""

import pytest

from feltro.web.direction import called_at


@pytest.mark.parametrize(
    ("whole", "called"),
    [
        (["Ana Souza", "Rui Melo"], ["Ana", "Rui"]),
        (["Ana Souza", "Ana Melo", "Rui Melo"], ["Ana S.", "Ana M.", "Rui"]),
        (["Ana Souza", "Ana Silva", "Ana Melo"], ["Ana Souza", "Ana Silva", "Ana M."]),
        (["Ana", "Ana Maria Melo", ""], ["Ana", "Ana M.", "?"]),
        ([], []),
    ],
)
def test_who_shares_a_first_name_is_told_apart(whole, called):
    """The first name; with a namesake at the table the first letter of the last name, and all of it where that is not enough."""
    assert list(called_at(dict(enumerate(whole, 1))).values()) == called
