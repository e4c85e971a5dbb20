"""A forced bring-in is posted: nobody checks it, folds before it, or gets away with less, whatever he says or pushes."""

from __future__ import annotations

import pytest

from feltro.rulebook.library import shipped
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable

EVERY = pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015"])
GAMES = pytest.mark.parametrize("game", ["stud", "stud8", "razz"])


def told(book, *acts, game="stud", **more):
    """C shows the card that opens: bring-in 50, bets 200 and 400."""
    stakes = {"game": game, "ante": 25, "bring_in": 50, "bets": [200, 400], "seats": ["A", "B", "C", "D"]}
    answer = rule({**stakes, **more, "acts": list(acts)}, shipped()[book])
    assert not isinstance(answer, Unreadable), answer
    return answer


def offered(ruling):
    return {option.remedy for option in ruling.options} | ({ruling.default.remedy} if ruling.default else set())


FOLDS = [
    {"says": "desisto"},
    {"folds": True},
    {"throws_forward": True},
    {"past_line": True},
    {"says": "fold", "pushes": [25], "last_chips": True},
    {"says": "fold", "pushes": [100, 500], "last_chips": True},
    {"says": "fold", "pushes": [25, 25], "order": "says_first"},
]


@EVERY
@GAMES
@pytest.mark.parametrize("fold", FOLDS)
def test_a_fold_before_the_bring_in_posts_it_and_the_hand_lives(book, game, fold):
    """Also when the same act tells how many chips he has: the ruling and the hand say the same."""
    answer = told(book, {"player": "C", **fold}, game=game)
    ruling = answer.rulings[-1]
    short = fold.get("pushes") == [25]
    assert (ruling.remedy, ruling.to, ruling.because) == ("call", 25 if short else 50, "bets.bring_in_first")
    assert (answer.state.turn, answer.state.to_call) == ("D", 50)
    assert sorted(answer.state.pots[0].players) == ["A", "B", "C", "D"]
    assert answer.state.pot == 4 * 25 + (25 if short else 50)


@EVERY
@GAMES
@pytest.mark.parametrize("say", ["mesa", "check"])
def test_a_bring_in_is_not_checked(book, game, say):
    """He posts it or completes it; a fold is no choice of his, and the turn is still his."""
    answer = told(book, {"player": "C", "says": say}, game=game)
    ruling = answer.rulings[-1]
    assert (ruling.remedy, ruling.because) == ("return_chips", "bets.bring_in_due")
    assert offered(ruling) == {"call", "raise"}
    assert (answer.state.turn, set(answer.state.allowed)) == ("C", {"call", "raise"})


@EVERY
@GAMES
@pytest.mark.parametrize("short", [{"pushes": [25]}, {"pushes": [5]}, {"pushes": [1]}])
def test_too_little_for_the_bring_in_is_made_up(book, game, short):
    """No undercall that the director decides, and nothing to forfeit: the rest is owed."""
    answer = told(book, {"player": "C", **short}, game=game)
    ruling = answer.rulings[-1]
    assert (ruling.remedy, ruling.to, ruling.because) == ("call", 50, "bets.bring_in_completed")
    assert (offered(ruling), ruling.discretion, ruling.penalty) == (set(), False, None)
    assert (answer.state.turn, answer.state.pot) == ("D", 150)


@EVERY
def test_a_spoken_amount_below_the_bring_in_is_made_up_too(book):
    """Words cost what the same chips would."""
    answer = told(book, {"player": "C", "says": "trezentos"}, bring_in=500, bets=[2000, 4000])
    assert [(one.remedy, one.to, one.because) for one in answer.rulings] == [
        ("call", 500, "bets.bring_in_completed")
    ]


@EVERY
@pytest.mark.parametrize("odd", [{"says": "xablau"}, {"gesture": "shrug"}, {"gesture": "forward"}])
def test_whoever_is_not_understood_is_not_offered_a_fold_of_the_bring_in(book, odd):
    answer = told(book, {"player": "C", **odd})
    assert answer.rulings
    assert "fold" not in offered(answer.rulings[-1]) | set(answer.state.allowed)


@EVERY
@pytest.mark.parametrize("first", [{"says": "mesa"}, {"says": "xablau"}])
def test_the_bring_in_stays_with_whom_it_was_due_from(book, first):
    """C was told that it is his; what D does then is out of turn, and no bring-in of D's."""
    answer = told(book, {"player": "C", **first}, {"player": "D", "says": "pago"})
    assert answer.rulings[1].because == "bets.out_of_turn_held"
    assert (answer.state.turn, answer.state.pot) == ("C", 100)
    posted = told(
        book, {"player": "C", **first}, {"player": "D", "says": "pago"}, {"player": "C", "pushes": [25, 25]}
    )
    assert [(one.player, one.to) for one in posted.rulings[2:]] == [("C", 50), ("D", 50)]
    assert (posted.state.turn, posted.state.pot) == ("A", 200)


@pytest.mark.parametrize("book", ["cgp-2024", "adtp-2023"])
def test_a_player_passed_over_has_posted_his_bring_in(book):
    """Two on his left acted while he said nothing that counts: his forced bet lies there, and nobody else owes it."""
    answer = told(
        book, *({"player": name, "says": say} for name, say in (("C", "mesa"), ("D", "pago"), ("A", "pago")))
    )
    assert (answer.state.turn, answer.state.to_call, answer.state.pot) == ("B", 50, 4 * 25 + 3 * 50)
    assert set(answer.state.allowed) == {"call", "raise", "fold"}


@EVERY
def test_after_the_bring_in_everybody_may_fold(book):
    """Kin of the forced bet: the next player faces it as any bet, and so does its owner once it is completed."""
    acts = [{"player": "C", "says": "bring-in"}, {"player": "D", "says": "completo"}]
    after_one, after_two = told(book, acts[0]), told(book, *acts, *({"player": one, "folds": True} for one in "AB"))
    assert (after_one.state.turn, "fold" in after_one.state.allowed) == ("D", True)
    assert (after_two.state.turn, "fold" in after_two.state.allowed) == ("C", True)
