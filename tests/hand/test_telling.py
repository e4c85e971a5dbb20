import re
import tomllib
from pathlib import Path
from string import Formatter

import pytest
from tables import begin, play, play_at_random

import feltro
from feltro.hand import table
from feltro.hand.games import GAMES
from feltro.hand.telling import tell

CATALOGUE = tomllib.loads(
    (Path(feltro.__file__).parent / "words" / "catalogue" / "hand.toml").read_text(encoding="utf-8")
)


def say(key, values, language="pt"):
    return CATALOGUE[key][language].format(**values)


def test_a_hand_in_portuguese():
    """Blinds, a raise, folds and the pot, in the order in which they happened."""
    hand = play(begin(), "600 f f")
    told = [say(*line) for line in tell(hand, ("Ana", "Bia", "Caio"))]
    assert "Caio aumenta para 600." in told
    assert told.index("Ana desiste.") < told.index("Bia desiste.") < told.index("Caio leva 500.")
    assert told[-1] == "Caio termina com 10300."


def test_all_in_is_said():
    """A raise or a call with the last chips is told as one, and no other."""
    for stacks, key in (
        ((10_000, 2_000), "hand.told.raise_all_in"),
        ((2_000, 10_000), "hand.told.call_all_in"),
    ):
        told = [line.key for line in tell(play(begin(stacks=stacks), "2000 c"))]
        assert [it for it in told if it.endswith("_all_in")] == [key]


def test_boards_grow():
    """Each street says the new cards and all that are open."""
    hand = play(begin(), "c c k k k k k k k k k k")
    boards = [line.values for line in tell(hand) if line.key == "hand.told.board"]
    assert [board["street"] for board in boards] == ["flop", "turn", "river"]
    assert boards[-1]["board"].endswith(boards[-1]["cards"])


@pytest.mark.parametrize("code", ["stud", "27td"])
def test_streets_without_a_board_are_announced(code):
    """Fourth to seventh street, or each draw, begin with a line of their own."""
    hand = begin(code)
    while hand.waits_for in ("action", "draw"):
        play(hand, "x") if hand.waits_for == "action" else table.discard(hand, ())
    streets = [line.values["street"] for line in tell(hand) if line.key == "hand.told.street"]
    assert streets == [street.name for street in hand.game.streets[1:]]


@pytest.mark.parametrize("code", [game.code for game in GAMES])
def test_everything_that_can_be_told_has_words_in_three_languages(code):
    """Random hands, a killed one and a void one: every key is in the catalogue, and its blanks are filled."""
    import random

    rng = random.Random(code)
    for _ in range(20):
        hand = play_at_random(begin(code, (900, 1_500, 3_000, 200)), rng)
        for line in tell(hand):
            for language in ("pt", "en", "es"):
                assert say(line.key, line.values, language)
    killed = begin(code, absent=(0,))
    table.kill(killed, 1, bet_back=True)
    table.void(killed)
    assert {say(*line) for line in tell(killed)} >= {"Mão anulada: todas as fichas voltam."}


def test_languages_have_the_same_blanks():
    """A sentence asks for the same values in each language."""
    for key, words in CATALOGUE.items():
        blanks = [{name for _, name, _, _ in Formatter().parse(words[it]) if name} for it in ("pt", "en", "es")]
        assert blanks[0] == blanks[1] == blanks[2], key


def test_every_reason_has_words():
    """Whatever the folder refuses can be said."""
    folder = Path(feltro.__file__).parent / "hand"
    reasons = set()
    for path in folder.rglob("*.py"):
        reasons |= set(re.findall(r'"(hand\.[a-z_.]+)"', path.read_text(encoding="utf-8")))
    assert len(reasons) > 20
    assert {reason for reason in reasons if not reason.startswith("hand.told.")} <= set(CATALOGUE)
