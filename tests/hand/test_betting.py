from dataclasses import replace

from tables import begin, choices, play, setup, try_to

from feltro.hand.rules import STANDARD
from feltro.hand.streets import start


def test_first_raise_is_at_least_the_big_blind():
    """Before the flop the smallest raise adds a big blind and the largest is everything."""
    assert choices(begin()) == (2, 200, 400, 10_000)


def test_a_raise_is_at_least_as_big_as_the_last_one():
    """A raise of 500 asks for another 500."""
    assert choices(play(begin(), "700")) == (0, 600, 1200, 10_000)


def test_a_new_street_starts_again_from_the_big_blind():
    """The size of raises before the flop is forgotten after it."""
    assert choices(play(begin(), "700 f c")) == (1, 0, 200, 9_300)


def test_the_big_blind_has_the_option():
    """When everybody just calls, the big blind may check or raise."""
    assert choices(play(begin(), "c c")) == (1, 0, 400, 10_000)


def test_one_short_all_in_does_not_reopen():
    """A bets 1,000, B calls, C is all-in for 1,300: A and B may call 300 or fold."""
    hand = play(begin(stacks=(10_000, 10_000, 1_500)), "c c k 1000 c 1300")
    assert choices(hand) == (0, 300, 0, 0)
    assert choices(play(hand, "c")) == (1, 300, 0, 0)


def test_a_player_who_has_not_acted_may_raise_over_a_short_all_in():
    """The short all-in leaves the last full raise as the minimum."""
    hand = play(begin(stacks=(10_000, 1_500, 10_000)), "c c k 1000 1300")
    assert choices(hand) == (2, 1300, 2300, 9_800)


def test_short_all_ins_that_add_up_reopen():
    """300, 400, 500 and 650 all-in: the first bettor faces 350, a full raise, and may raise to 950."""
    hand = play(begin(stacks=(10_000, 600, 700, 850, 10_000)), "c c c c k 300 400 500 650 c")
    assert choices(hand) == (0, 350, 950, 9_800)


def test_two_short_all_ins_below_a_full_raise_do_not_reopen():
    """300, 400 and 500 all-in: the bettor faces 200, which is less than 300."""
    hand = play(begin(stacks=(10_000, 600, 700, 10_000)), "c c c k 300 400 500 c")
    assert choices(hand) == (0, 200, 0, 0)


def test_never_means_that_short_all_ins_do_not_add_up():
    """Under the strict rule 650 over a bet of 300 in three short steps still does not reopen."""
    rules = replace(STANDARD, short_all_ins_reopen="never")
    hand = play(begin(stacks=(10_000, 600, 700, 850, 10_000), rules=rules), "c c c c k 300 400 500 650 c")
    assert choices(hand) == (0, 350, 0, 0)


def test_a_full_raise_reopens_under_every_rule():
    """After a complete raise the first bettor may raise again, however it is counted."""
    for answer in ("never", "when_they_add_up", "always"):
        rules = replace(STANDARD, short_all_ins_reopen=answer)
        assert choices(play(begin(rules=rules), "c c k 300 600 f"))[2:] == (900, 9_800)


def test_any_size_of_raise():
    """Where any raise will do, one smallest chip is enough, but the first bet is a big blind."""
    rules = replace(STANDARD, minimum_raise="any", short_all_ins_reopen="always")
    hand = play(begin(rules=rules, chip=100), "c c k")
    assert choices(hand)[2] == 200
    assert choices(play(hand, "1000"))[2] == 1100


def test_a_short_big_blind_leaves_the_whole_blind_to_call():
    """The big blind is all-in for 120 of 200: the next player calls 200 and raises to 400 or more."""
    hand = begin(stacks=(10_000, 120, 10_000))
    assert choices(hand) == (2, 200, 400, 10_000)


def test_what_a_short_big_blind_could_not_match_comes_back():
    """Called 200 by one player, 80 of it goes back: the blind had 120."""
    hand = play(begin(stacks=(10_000, 120, 10_000)), "c f")
    assert ("return", 2, 80, ()) in hand.log


def test_a_short_bring_in_leaves_the_whole_of_it_to_call():
    """The low card has 60 of 100 left: the next player calls 100, or 60 where the rules say so."""
    low = begin("stud").turn
    stacks = tuple(110 if seat == low else 10_000 for seat in range(3))
    assert play(begin("stud", stacks), "b").owed == 100
    rules = replace(STANDARD, short_blind_leaves_full=False)
    assert play(begin("stud", stacks, rules=rules), "b").owed == 60


def test_nobody_raises_when_nobody_can_call():
    """With everybody else all-in there is only call or fold."""
    assert choices(play(begin(stacks=(10_000, 1_000)), "1000")) == (0, 800, 0, 0)


def test_no_decision_for_a_player_who_covers_an_all_in_blind():
    """Heads-up, the big blind is all-in for less than the small blind already in: the cards are dealt."""
    hand = begin(stacks=(60, 10_000))
    assert hand.over
    assert not [entry for entry in hand.log if entry[0] in ("call", "fold")]


def test_refused_raise_names_the_range():
    """An illegal raise changes nothing and says what would be legal."""
    hand = begin()
    before = list(hand.log)
    refused = try_to(hand, "300")
    assert refused.because == "hand.raise_out_of_range"
    assert (refused.values["minimum"], refused.values["maximum"]) == (400, 10_000)
    assert hand.log == before


def test_check_facing_a_bet_is_refused():
    """There is something to call, so a check is not an action."""
    assert try_to(begin(), "k").because == "hand.check_not_allowed"


def test_fold_without_a_bet_follows_the_rules():
    """A fold when a check was free is taken or refused as the rules say."""
    assert try_to(play(begin(), "c c k"), "f") is None
    strict = replace(STANDARD, fold_without_bet=False)
    assert try_to(play(begin(rules=strict), "c c k"), "f").because == "hand.fold_not_allowed"


def test_fixed_limit_raises_by_the_bet_of_the_street():
    """200-400 limit: 200 before the flop and on it, 400 on turn and river."""
    hand = begin("flhe")
    assert choices(hand) == (2, 200, 400, 400)
    assert choices(play(hand, "c c k"))[2:] == (200, 200)
    assert choices(play(hand, "k k k"))[2:] == (400, 400)


def test_limit_cap_is_one_bet_and_three_raises():
    """The fourth raise is refused; the big blind counts as the bet before the flop."""
    assert choices(play(begin("flhe"), "400 600 800"))[2:] == (0, 0)
    assert choices(play(begin("flhe"), "c c k 200 400 600 800"))[2:] == (0, 0)


def test_limit_cap_is_lifted_for_the_last_two_of_the_event():
    """With two players left in the whole event a fifth bet is allowed; heads-up in a pot is not enough."""
    assert choices(play(begin("flhe", (10_000,) * 2, players_left=2), "400 600 800"))[2:] == (1000, 1000)
    assert choices(play(begin("flhe", (10_000,) * 2, players_left=12), "400 600 800"))[2:] == (0, 0)


def test_limit_all_in_of_half_a_bet_reopens_and_counts_as_a_raise():
    """Limit 200: A bets, B is all-in for 300: A may make it 500."""
    assert choices(play(begin("flhe", (10_000, 500, 10_000)), "c c k 200 300 c")) == (0, 100, 500, 500)


def test_limit_all_in_below_half_a_bet_may_only_be_completed_by_others():
    """B is all-in for 299: A may not raise, C may complete to 400."""
    hand = play(begin("flhe", (10_000, 499, 10_000)), "c c k 200 299")
    assert choices(hand) == (2, 299, 400, 400)
    assert choices(play(hand, "c")) == (0, 99, 0, 0)


def test_pot_limit_maximum_is_the_pot_after_the_call():
    """100-200: the first player may make it 700; facing 700, the small blind may make it 2,400."""
    hand = begin("plo")
    assert choices(hand) == (2, 200, 400, 700)
    assert choices(play(hand, "700"))[3] == 700 + 1000 + 600


def test_pot_limit_with_a_short_big_blind():
    """A big blind all-in for 120 counts as 200 before the flop, and as 120 afterwards."""
    for answer, most in (("both", 700), ("big", 700), ("none", 620)):
        rules = replace(STANDARD, pot_limit_full_blinds=answer)
        assert choices(begin("plo", (10_000, 120, 10_000, 10_000), rules=rules))[3] == most
    assert choices(play(begin("plo", (10_000, 120, 10_000, 10_000)), "c c f"))[3] == 620


def test_pot_limit_with_a_short_small_blind():
    """The two readings differ on a small blind all-in for 40."""
    for answer, most in (("both", 700), ("big", 640), ("none", 640)):
        rules = replace(STANDARD, pot_limit_full_blinds=answer)
        assert choices(begin("plo", (40, 10_000, 10_000, 10_000), rules=rules))[3] == most


def test_pot_limit_with_a_dead_small_blind():
    """Nobody posts the small blind of 100: the maximum counts it where the rules say so."""
    given = setup("plo", (10_000,) * 4, blinds=(0, 200), dead_blind=100)
    assert start(given).maximum == 700
    rules = replace(STANDARD, pot_limit_counts_dead_blind=False)
    assert start(replace(given, rules=rules)).maximum == 600
    assert play(start(given), "c c f k").maximum == 600


def test_an_ante_paid_for_all_is_no_part_of_the_pot_limit_before_the_flop():
    """With a big blind ante of 200 the first raise is still at most 700, unless the rules count it."""
    assert choices(begin("plo", ante=200))[3] == 700
    rules = replace(STANDARD, pot_limit_counts_dead_ante=True)
    assert choices(begin("plo", ante=200, rules=rules))[3] == 900


def test_stud_bring_in_and_completion():
    """The lowest card must bring it in or complete; the next player completes, not raises."""
    hand = begin("stud")
    assert (hand.owed, hand.minimum, hand.maximum) == (100, 200, 200)
    assert try_to(hand, "f").because == "hand.fold_not_allowed"
    first = hand.turn
    play(hand, "b")
    assert (hand.owed, hand.minimum) == (100, 200)
    play(hand, "200")
    assert hand.minimum == 400
    play(hand, "c")
    assert (hand.turn, hand.owed, hand.minimum) == (first, 100, 400)
