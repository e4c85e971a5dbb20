import random
import re
import tomllib
from pathlib import Path
from string import Formatter

import pytest
from hand_tables import begin, play, play_at_random

import feltro
from feltro.hand import table
from feltro.hand.games import GAMES
from feltro.hand.story import tell
from feltro.words.sentences import say as sentence

CATALOGUE = tomllib.loads(
    (Path(feltro.__file__).parent / "words" / "catalogue" / "hand.toml").read_text(encoding="utf-8")
)


def say(key, values, language="pt"):
    return sentence(key, language, **values)


def test_a_hand_in_portuguese():
    """Blinds, a raise, folds and the pot, in the order in which they happened."""
    hand = play(begin(), "600 f f")
    told = [say(*line) for line in tell(hand, ("Ana", "Bia", "Caio"))]
    assert "Caio aumenta para 600." in told
    assert told.index("Ana desiste.") < told.index("Bia desiste.") < told.index("Caio leva 500.")
    assert told[-1] == "Caio termina com 10.300."


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


def test_a_flop_named_card_by_card_is_one_flop():
    """The turn is the fourth card, however the first three were named."""
    hand = begin(deck=())
    for seat in range(3):
        table.deal(hand, seat, (4 * seat, 4 * seat + 1))
    play(hand, "c c k")
    for card in (20, 25, 30):
        table.deal_board(hand, (card,))
    play(hand, "k k k")
    table.deal_board(hand, (35,))
    streets = [line.values["street"] for line in tell(hand) if line.key == "hand.told.board"]
    assert streets == ["flop", "flop", "flop", "turn"]


def test_third_street_named_card_by_card_is_one_street():
    """Three cards each, one at a time, and then fourth street."""
    hand = begin("stud", deck=())
    for card in range(9):
        table.deal(hand, card % 3, (4 * card,))
    play(hand, "b c c")
    assert [line.key for line in tell(hand)].count("hand.told.street") == 0
    for seat in range(3):
        table.deal(hand, seat, (40 + seat,))
    streets = [line.values["street"] for line in tell(hand) if line.key == "hand.told.street"]
    assert streets == ["fourth"]


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
    assert len(CATALOGUE) > 10
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


def test_side_pots_are_told_one_by_one():
    """Each pot with its chips and those who play for it, before the first hand is shown; the uncalled part is none."""
    hand = play(begin(stacks=(500, 1_200, 9_000)), "9000 c c")
    lines = [say(*line) for line in tell(hand, ("Ana", "Bia", "Caio"))]
    assert "Pote principal: 1.500, entre Ana, Bia e Caio." in lines
    assert "Pote paralelo 1: 1.400, entre Bia e Caio." in lines
    shown = next(place for place, line in enumerate(lines) if " mostra " in line or " leva " in line)
    assert lines.index("Pote paralelo 1: 1.400, entre Bia e Caio.") < shown


def test_one_pot_is_not_called_main():
    """Nobody is told of a main pot where there is no other."""
    for acts in ("600 f f", "c c k k k k k k k k k k"):
        assert not [line for line in tell(play(begin(), acts)) if line.key.endswith("_pot")]


@pytest.mark.parametrize("seed", range(40))
def test_the_pots_told_are_those_that_are_won(seed):
    """Over any hand the pots told add up to what is won."""
    code = GAMES[seed % len(GAMES)].code
    hand = play_at_random(begin(code, (300, 700, 1_500, 4_000)), random.Random(seed))
    told = [line for line in tell(hand) if line.key in ("hand.told.main_pot", "hand.told.side_pot")]
    won = sum(chips for kind, _, chips, _ in hand.log if kind == "win")
    assert sum(line.values["chips"] for line in told) in (0, won)
