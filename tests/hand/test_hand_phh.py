import csv
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hand_tables import begin, play, setup
from tests.conftest import shared

from feltro.hand import table
from feltro.hand.games import GAMES
from feltro.hand.phh.reader import NotPhh, read, sections
from feltro.hand.phh.replay import replay
from feltro.hand.phh.writer import write
from feltro.hand.rules import STANDARD
from feltro.hand.streets import start

OWN = Path(__file__).parent / "phh"
# Public histories that are not part of the project: read where they are, when they are there.
SHARED = Path(os.environ.get("FELTRO_HANDS", Path(__file__).parents[3] / "shared" / "hands"))

PLAIN = """variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AsAd', 'd dh p2 KsKd', 'd dh p3 7c2d', 'p3 f', 'p1 cbr 6', 'p2 f']
players = ['Ana', 'Bia', 'Caio']
finishing_stacks = [102, 98, 100]
"""


@pytest.mark.parametrize("path", sorted(OWN.glob("*.phh")), ids=lambda path: path.stem)
def test_own_hands_end_with_their_stacks(path):
    """Hands written for the project, three of each game, their stacks checked with PokerKit where it can."""
    history = read(path.read_text(encoding="utf-8"))
    result = replay(history)
    assert result.divergence is None
    assert tuple(result.hand.stacks) == history.finishing_stacks


def test_own_hands_cover_every_game():
    """No game without a hand."""
    played = {read(path.read_text(encoding="utf-8")).variant for path in OWN.glob("*.phh")}
    assert played == {game.notation for game in GAMES}


def test_public_hands_end_with_their_stacks():
    """Every public hand replays, and those that record final stacks end with them."""
    if not SHARED.exists() and shared("hands") is None:
        pytest.skip("the public hands are not here")
    rows = list(csv.DictReader((SHARED / "manifest.csv").read_text(encoding="utf-8").splitlines()))
    recorded = 0
    for row in rows:
        history = read((SHARED / row["file"]).read_text(encoding="utf-8"))
        result = replay(history)
        assert result.divergence is None, (row["file"], result.divergence)
        if history.finishing_stacks is not None:
            recorded += 1
            assert tuple(result.hand.stacks) == history.finishing_stacks, row["file"]
    assert (len(rows), recorded) == (247, 242)


def test_fast_and_slow_reading_agree():
    """A comment makes the reader use a whole TOML parser; the hand is the same."""
    assert read(PLAIN) == read("# a comment\n" + PLAIN)
    assert read(PLAIN).others == {"players": ["Ana", "Bia", "Caio"]}


def test_amounts_with_decimals_become_whole_units():
    """Half chips make ten units of each chip, so nothing is ever rounded."""
    history = read(PLAIN.replace("100, 100, 100]", "100.5, 100, 100]").replace("102,", "102.5,"))
    assert history.units == 10
    assert history.stacks == (1005, 1000, 1000)
    result = replay(history)
    assert tuple(result.hand.stacks) == history.finishing_stacks


def test_an_amount_with_decimals_in_an_action():
    """The unit is the smallest that the file writes anywhere."""
    history = read(PLAIN.replace("cbr 6", "cbr 6.25"))
    assert history.units == 100
    assert replay(history).divergence is None


def test_a_stack_of_unknown_size():
    """Infinite stacks play as very deep ones."""
    history = read(PLAIN.replace("[100, 100, 100]", "[inf, 100, 100]").replace("finishing_stacks", "winnings"))
    assert replay(history).divergence is None


def test_heads_up_posts_are_written_small_blind_first():
    """With a big blind ante of 200 the first player, who is not on the button, pays 400 in all."""
    text = PLAIN.replace("[0, 0, 0]", "[0, 200]").replace("[1, 2, 0]", "[100, 200]").replace("= true", "= false")
    text = text.replace("[100, 100, 100]", "[1000, 1000]").replace("min_bet = 2", "min_bet = 200")
    text = text.replace(", 'd dh p3 7c2d', 'p3 f', 'p1 cbr 6', 'p2 f'", ", 'p2 f'").replace(
        "102, 98, 100", "1100, 900"
    )
    hand = replay(read(text)).hand
    assert hand.log[:3] == [("ante", 0, 200, ()), ("blind", 0, 200, ()), ("blind", 1, 100, ())]
    assert hand.stacks == [1100, 900]
    assert read(write(hand)).antes == (0, 200)


def hands(text):
    return [read(one) for _, one in sections(text)]


def test_a_file_of_many_hands():
    """Numbered sections are hands of their own."""
    many = "".join(f"[{number}]\n{PLAIN}\n" for number in (1, 2, 3))
    assert [read(text).stacks for _, text in sections(many)] == [(100,) * 3] * 3
    assert len(hands(PLAIN)) == 1


@pytest.mark.parametrize("header", ["[{}] # a note", "[ {} ]", "  [{}]", '["{}"]', "[hand-{}]"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_no_section_is_lost(header, line_end):
    """However its header is written, every hand of the file is read."""
    many = "".join(f"{header.format(number)}\n{PLAIN}\n" for number in (1, 2)).replace("\n", line_end)
    assert len(hands(many)) == 2
    assert len(hands(PLAIN + many)) == 3
    assert len(hands("# many hands\n" + many)) == 2


def test_one_bad_section_does_not_hide_the_others():
    """Each section is found before any is read."""
    names = [name for name, _ in sections(f"[1]\n{PLAIN}[2]\nvariant = \n[3]\n{PLAIN}")]
    assert names == ["1", "2", "3"]


def test_an_amount_with_an_exponent():
    """A thousand is a thousand units, however it is written."""
    history = read(PLAIN.replace("[100, 100, 100]", "[1e3, 100.5, 100]"))
    assert (history.units, history.stacks[0]) == (10, 10_000)
    assert read(PLAIN.replace("[100, 100, 100]", "[1e3, 100, 100]")).stacks == (1_000, 100, 100)


def test_more_than_one_space_between_words():
    """Also before an amount with decimals."""
    history = read(PLAIN.replace("p1 cbr 6", " p1  cbr   6.25"))
    assert history.units == 100
    assert replay(history).divergence is None


def test_a_key_given_twice():
    """No value is silently the last one."""
    with pytest.raises(NotPhh, match="not TOML"):
        read(PLAIN + "min_bet = 4\n")


SHOWDOWN = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c3c4c', 'p1 cc', 'p2 cc',
  'p3 cc', 'd db 5h', 'p1 cc', 'p2 cc', 'p3 cc', 'd db 9h', 'p1 cc', 'p2 cc', 'p3 cc', %s]
"""


@pytest.mark.parametrize(
    ("shown", "stacks"),
    [
        ("'p1 sm ????', 'p2 sm AhAd', 'p3 sm'", [98, 104, 98]),
        ("'p1 sm AhAd', 'p2 sm ????', 'p3 sm ????'", [104, 98, 98]),
        ("'p1 sm ????', 'p2 sm ????', 'p3 sm AhAd'", [98, 98, 104]),
        ("'p1 sm', 'p2 sm', 'p3 sm ????'", [98, 98, 104]),
    ],
)
def test_cards_shown_that_nobody_wrote_down(shown, stacks):
    """A hand shown as unknown wins nothing against others, and may win unseen when they are gone."""
    result = replay(read(SHOWDOWN % shown))
    assert result.divergence is None
    assert result.hand.stacks == stacks


def test_short_deck_history_with_a_deuce():
    """A card that the game's deck does not have is named."""
    divergence = replay(read(PLAIN.replace("'NT'", "'NS'"))).divergence
    assert (divergence.action, divergence.refused.because) == ("d dh p3 7c2d", "hand.no_such_card")


def test_divergence_names_the_action():
    """An illegal raise is found at its place, with the legal range."""
    divergence = replay(read(PLAIN.replace("cbr 6", "cbr 3")), STANDARD).divergence
    assert (divergence.number, divergence.action) == (5, "p1 cbr 3")
    assert divergence.refused.because == "hand.raise_out_of_range"
    assert divergence.refused.values["minimum"] == 4


def test_raises_that_some_rooms_allow_are_taken_as_written():
    """A raise of any size, and one over a short all-in by a player who had called."""
    assert replay(read(PLAIN.replace("cbr 6", "cbr 3"))).divergence is None
    reopened = PLAIN.replace("'p3 f', 'p1 cbr 6', 'p2 f'", "'p3 cc', 'p1 cbr 3', 'p2 cc', 'p3 cbr 9', 'p2 f'")
    reopened = reopened.replace("[100, 100, 100]", "[3, 100, 100]").split("finishing")[0]
    assert replay(read(reopened)).divergence.refused.because == "hand.not_finished"
    assert replay(read(reopened), STANDARD).divergence.action == "p3 cbr 9"


def test_out_of_turn_is_a_divergence():
    """The history says somebody acted whose turn it was not."""
    assert replay(read(PLAIN.replace("p3 f", "p2 f"))).divergence.refused.because == "hand.not_in_turn"


def test_a_history_that_stops_short():
    """A hand that never ended says what it was waiting for."""
    divergence = replay(read(PLAIN.replace(", 'p2 f'", ""))).divergence
    assert divergence.refused.because == "hand.not_finished"


@pytest.mark.parametrize(
    "action",
    [
        "p1 dance",
        "d",
        "p1",
        "p1 cbr lots",
        "d dh p1 Zz",
        "d xx p1 AsAd",
        "z1 cc",
        "p0 cc",
        "p1 cc 99 bananas",
        "p1 cbr",
        "p1 cbr 6 7",
        "p1 cbr 1e3",
        "p1 cbr -6",
        "p1 f f",
        "d db 2c3c4c 5c",
        "d dh z1 AsAd",
        "p9 sm",
        "p1 sd - -",
    ],
)
def test_an_action_that_cannot_be_read(action):
    """Nonsense is refused by name, never guessed."""
    divergence = replay(read(PLAIN.replace("p1 cbr 6", action))).divergence
    assert divergence.action == action
    assert divergence.refused.because in ("hand.unreadable_action", "hand.not_due")


def test_comments_inside_actions():
    """What follows a hash is for people; an action of nothing else is none."""
    commented = PLAIN.replace("'p3 f'", "'p3 f # a bad hand', '# a pause'")
    assert replay(read(commented)).divergence is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("variant = ", "not TOML"),
        (PLAIN.replace("variant = 'NT'\n", ""), "variant is missing"),
        (PLAIN.replace("starting_stacks", "stacks"), "starting_stacks is missing"),
        (PLAIN.replace("[100, 100, 100]", "[100, 0, 100]"), "each with chips"),
        (PLAIN.replace("actions = [", "actions = [3, "), "not a list of actions"),
        (PLAIN.replace("antes = [0, 0, 0]", "antes = ['a', 'b', 'c']"), "not a number"),
    ],
)
def test_a_text_that_is_no_history(text, why):
    """The message says what is wrong."""
    with pytest.raises(NotPhh, match=why):
        replay(read(text))


@pytest.mark.parametrize(
    ("change", "why"),
    [(("'NT'", "'XX'"), "'XX' is not one of"), (("[1, 2, 0]", "[1, 2]"), "for the same players")],
)
def test_a_history_that_makes_no_hand(change, why):
    """An unknown variant, or posts for other players than those with stacks."""
    with pytest.raises(NotPhh, match=why):
        replay(read(PLAIN.replace(*change)))


CUT_DOWN = """variant = 'FT'
antes = [0, 0]
blinds_or_straddles = [10, 20]
small_bet = 20
big_bet = 40
starting_stacks = [35, 500]
actions = ['d dh p1 AsAd', 'd dh p2 KsKd', 'p2 cbr 35', 'p1 cc', 'd db 2c3c4d', 'd db 9h', 'd db Jh']
finishing_stacks = [70, 465]
"""


def test_a_raise_cut_down_to_the_opponents_stack():
    """Limit 20: a raise to 40 written as 35, all that the other player has, is a raise to 40."""
    history = read(CUT_DOWN)
    result = replay(history)
    assert result.divergence is None
    assert tuple(result.hand.stacks) == history.finishing_stacks
    assert replay(read(CUT_DOWN.replace("[35, 500]", "[36, 500]"))).divergence.action == "p2 cbr 35"


def reads_back(hand):
    """Written and replayed, the hand ends with the same stacks."""
    history = read(write(hand))
    result = replay(history, hand.rules)
    assert result.divergence is None
    turned = [hand.stacks[(hand.setup.button + 1 + place) % hand.count] for place in range(hand.count)]
    return result.hand.stacks == turned == list(history.finishing_stacks)


def test_who_opens_and_what_was_posted_dead_are_written():
    """Fields of our own carry what the format cannot say."""
    given = replace(setup(stacks=(10_000,) * 5, button=1), opener=3, dead_posts=(0, 0, 0, 0, 100))
    hand = play(start(given), "600 c f f f k 500 f")
    assert hand.over
    assert "_opener = 2" in write(hand)
    assert reads_back(hand)


def test_a_post_on_coming_in_is_a_negative_blind():
    """So that others who read it give the first turn to the right player."""
    hand = start(replace(setup(stacks=(10_000,) * 5), blinds=(100, 200, 200, 0, 0)))
    assert "blinds_or_straddles = [100, 200, -200, 0, 0]" in write(hand)
    assert reads_back(play(hand, "k f f f 600 f"))


def test_a_void_hand_is_written_as_one():
    """Played as far as it went, and then every chip goes back."""
    hand = play(begin(), "600 c")
    table.void(hand)
    assert reads_back(hand)
    assert replay(read(write(hand)), hand.rules).hand.voided


def test_killed_hands_are_written_as_killed():
    """Out of turn and with the raise back, which no fold can say."""
    hand = play(begin(stacks=(10_000,) * 4), "600 2000")
    table.kill(hand, 3, bet_back=True)
    table.kill(hand, 1)
    assert reads_back(play(hand, "f"))


@pytest.mark.parametrize("wrong", ["_opener = 'Ana'", "_opener = 9", "_dead_posts = 5", "_chip = -1"])
def test_fields_of_our_own_that_make_no_sense(wrong):
    """They are looked at like all others."""
    with pytest.raises(NotPhh):
        replay(read(PLAIN + wrong + "\n"))


def test_a_written_hand_reads_back():
    """Blinds, actions and final stacks survive, from any button."""
    hand = play(begin(button=0), "600 f c k 500 f")
    history = read(write(hand, {"players": ["Ana", "O'Neil", "Caio"], "event": 'A "big" one'}))
    assert history.others["players"][1] == "O'Neil"
    assert history.blinds == (100, 200, 0)
    assert tuple(replay(history, STANDARD).hand.stacks) == history.finishing_stacks
    assert history.finishing_stacks == (hand.stacks[1], hand.stacks[2], hand.stacks[0])
