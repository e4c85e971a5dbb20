"""The fairness study finds nothing where nobody is favoured, and finds it where somebody is."""

import json
import random
import sys

import pytest

from feltro.cli.main import main
from feltro.sim.fairness import chances
from feltro.sim.fairness.study import FairnessAsked, hand_for_hand


def test_the_chance_of_a_difference_is_that_of_the_tables():
    """Critical values of chi-square as every handbook prints them."""
    for freedom, value, p in ((1, 3.841, 0.05), (9, 16.919, 0.05), (30, 50.892, 0.01), (676, 737.6, 0.05)):
        assert abs(chances.upper_gamma(freedom / 2, value / 2) - p) < 0.0006


def test_a_die_that_is_even_passes_and_one_that_is_not_does_not():
    rng = random.Random(5)
    even = [0] * 6
    for _ in range(6000):
        even[rng.randrange(6)] += 1
    assert chances.chi_square(even, [1000] * 6, 5) > 0.01
    assert chances.chi_square([1150, *[970] * 5], [1000] * 6, 5) < 0.001


def test_a_mean_that_is_nought_passes_and_one_that_is_not_does_not():
    rng = random.Random(6)
    values = [rng.gauss(0, 1) for _ in range(400)]
    assert chances.mean_is_nought(values)[1] > 0.01
    assert chances.mean_is_nought([one + 0.5 for one in values])[1] < 0.0001
    assert chances.mean_is_nought([]) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("freedom", "t", "p"),
    [
        (1, 12.706, 0.05),
        (2, 4.303, 0.05),
        (2, 9.925, 0.01),
        (3, 3.182, 0.05),
        (10, 2.228, 0.05),
        (11, 3.106, 0.01),
        (30, 2.042, 0.05),
    ],
)
def test_the_chance_of_a_mean_is_that_of_student_s_table(freedom, t, p):
    """Critical values of t, both tails, as every handbook prints them."""
    assert abs(chances.student(t, freedom) - p) < 0.0002
    assert chances.student(-t, freedom) == chances.student(t, freedom)


def test_three_rooms_that_lean_a_little_alarm_nobody():
    """Mean 2, spread 1: t is 3.464 with two degrees of freedom, which chance exceeds one time in thirteen."""
    mean, p = chances.mean_is_nought([1.0, 2.0, 3.0])
    assert mean == 2.0
    assert abs(p - 0.0742) < 0.0001


def test_more_questions_need_more_to_be_strange():
    one = chances.EvennessTest("draw", 10, 0.1, 0.02)
    assert one.strange(1)
    assert not one.strange(7)


def study(capsys, *words):
    code = main(["simulate", "fairness", "--rooms", "12", "--players", "18", "--evenings", "0", *words])
    return code, capsys.readouterr()


@pytest.mark.parametrize("book", ["bpt-2015", "adtp-2023"])
def test_nobody_is_favoured_under_a_book(capsys, book):
    code, said = study(capsys, "--book", book, "--json")
    found = json.loads(said.out)
    assert code == 0
    assert [one["question"] for one in found["questions"]] == [
        "draw",
        "moves_by_person",
        "moves_by_chair",
        "blinds_by_person",
        "blinds_by_chair",
        "race_by_cards",
        "race_by_seat",
    ]
    assert all(one["even"] and one["counted"] > 10 for one in found["questions"])


def test_the_report_can_be_shown_to_players(capsys, tmp_path):
    paper = tmp_path / "estudo.pdf"
    code, said = study(capsys, "--pdf", str(paper))
    assert code == 0
    assert "Igual para todos" in said.out
    assert "quem quiser refaz" in said.out
    assert paper.read_bytes().startswith(b"%PDF")


def test_a_draw_that_favours_who_buys_first_is_found(capsys, monkeypatch):
    """Chairs as they stand, now and then, in the place of a draw."""
    from feltro.kernel.draws import draw as honest

    monkeypatch.setattr(
        sys.modules["feltro.sim.fairness.study"],
        "draw",
        lambda deck, secret: deck.chairs if secret[0] < 40 else honest(deck, secret),
    )
    code, said = study(capsys)
    assert code == 1
    assert "DIFERENTE" in said.out


@pytest.mark.slow
def test_hand_for_hand_deals_as_many_hands_at_every_table():
    apart, bubbles = hand_for_hand(FairnessAsked("adtp-2023", 0, 18, 9, 4, 1))
    assert bubbles == 1
    assert apart <= 1
