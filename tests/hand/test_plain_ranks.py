import random
from dataclasses import replace

import plain_ranks
import pytest
from tables import play_at_random, setup

from feltro.hand.games import GAMES
from feltro.hand.streets import start

PLAIN = {
    "nlhe": ("HIGH",),
    "plhe": ("HIGH",),
    "flhe": ("HIGH",),
    "plo": ("OMAHA_HIGH",),
    "plo8": ("OMAHA_HIGH", "OMAHA_LOW8"),
    "flo8": ("OMAHA_HIGH", "OMAHA_LOW8"),
    "stud": ("HIGH",),
    "stud8": ("HIGH", "LOW8"),
    "razz": ("LOW_A5",),
    "27td": ("LOW_27",),
    "27sd": ("LOW_27",),
    "badugi": ("BADUGI",),
    "shortdeck": ("SHORT_DECK",),
}


@pytest.mark.parametrize("code", [game.code for game in GAMES])
def test_hands_end_the_same_with_rankings_written_from_the_rules(code):
    """The tables and the slow rankings of the tests give every pot to the same players."""
    rng = random.Random(code)
    for seed in range(12):
        given = setup(code, (1_500, 2_500, 900, 4_000))
        given = replace(given, deck=tuple(rng.sample(given.deck, len(given.deck))))
        slow = replace(given.game, rankings=tuple(getattr(plain_ranks, name) for name in PLAIN[code]))
        ours = play_at_random(start(given), random.Random(seed))
        plain = play_at_random(start(replace(given, game=slow)), random.Random(seed))
        assert ours.log == plain.log
