"""What is said costs what the same chips would cost, in every book and structure."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.rulebook.library import shipped
from tests.rulings.cases import answered, last_ruling

BOOKS = st.sampled_from(shipped().ids)
MANY = settings(max_examples=150, deadline=None)
CHIP = 100


def effect(situation, book):
    """What happens on the table: the decision or the proposal, the chips moved, and what is left to the next player."""
    answer = answered(situation, book)
    ruling = last_ruling(answer, len(situation["acts"]) - 1)
    decided = (ruling.default.remedy, ruling.default.to) if ruling.default else (ruling.remedy, ruling.to)
    return decided, ruling.put_in, answer.state


def facing(bet, *, raised=0, game="nlhe"):
    acts = [{"player": "A", "says": f"aposto {bet}"}]
    if raised:
        acts.append({"player": "B", "says": f"aumento para {raised}"})
    return {
        "game": game,
        "blinds": [100, 200],
        "street": "flop",
        "pot": 2000,
        "seats": ["A", "B", "C", "D"],
        "acts": acts,
    }


def told_both_ways(situation, player, amount):
    said = {**situation, "acts": [*situation["acts"], {"player": player, "says": str(amount)}]}
    pushed = {**situation, "acts": [*situation["acts"], {"player": player, "pushes": [CHIP] * (amount // CHIP)}]}
    return said, pushed


@pytest.mark.clause("adtp-2023:40.C")
@pytest.mark.clause("adtp-2023:51.B")
@pytest.mark.clause("cgp-2024:5.4.7.C")
@MANY
@given(BOOKS, st.sampled_from(("nlhe", "plo")), st.integers(2, 20), st.integers(1, 19), st.booleans())
def test_an_amount_below_the_bet_costs_what_its_chips_cost(book, game, bet, share, raised):
    """Heads-up or not, against the opener or a raise: saying less than the call is putting in less than the call."""
    level = bet * CHIP
    situation = facing(200, raised=max(level, 400), game=game) if raised else facing(level, game=game)
    level = max(level, 400) if raised else level
    amount = max(level * share // 20 // CHIP * CHIP, CHIP)
    player = "C" if raised else "B"
    if amount >= level:
        return
    said, pushed = told_both_ways(situation, player, amount)
    assert effect(said, book) == effect(pushed, book)


@pytest.mark.clause("adtp-2023:40.C")
@pytest.mark.clause("cgp-2024:5.4.7.C")
@MANY
@given(BOOKS, st.integers(2, 20), st.integers(0, 30))
def test_an_amount_from_the_bet_on_costs_what_its_chips_cost(book, bet, over):
    """A call, the 50 % rule or a full raise: the amount alone is so many small chips in one motion."""
    said, pushed = told_both_ways(facing(bet * CHIP), "B", (bet + over) * CHIP)
    assert effect(said, book) == effect(pushed, book)


@pytest.mark.clause("adtp-2023:40.C")
@MANY
@given(BOOKS, st.integers(1, 30))
def test_an_amount_with_no_bet_costs_what_its_chips_cost(book, amount):
    """The opening bet, completed to the minimum where it is less."""
    opening = {"blinds": [250, 500], "street": "flop", "pot": 2000, "seats": ["A", "B", "C"], "acts": []}
    said, pushed = told_both_ways(opening, "A", amount * CHIP)
    assert effect(said, book)[:2] == effect(pushed, book)[:2]


@pytest.mark.clause("adtp-2023:40.C")
@MANY
@given(BOOKS, st.integers(1, 3))
def test_an_amount_on_top_of_a_blind_costs_what_its_chips_cost(book, amount):
    """With 200 in and 600 to call, "three hundred" is three hundred more, as the chips are."""
    acts = [
        {"player": "A", "says": "aumento para 600"},
        {"player": "B", "says": "pago"},
        {"player": "SB", "folds": True},
    ]
    situation = {"blinds": [100, 200], "seats": ["SB", "BB", "A", "B"], "acts": acts}
    said, pushed = told_both_ways(situation, "BB", amount * CHIP)
    assert effect(said, book)[1:] == effect(pushed, book)[1:]


DOUBT = {("call", False): 0, ("call", True): 1, ("director_decides", True): 2}


@pytest.mark.clause("adtp-2023:41")
@pytest.mark.clause("cgp-2024:5.4.9")
@pytest.mark.parametrize("book", ["adtp-2023", "cgp-2024"])
@MANY
@given(st.sampled_from((100, 500, 1000, 5000)), st.lists(st.integers(1, 400), min_size=2, max_size=6, unique=True))
def test_the_smaller_the_chips_the_more_it_is_the_directors(book, chip, multiples):
    """Against ever larger bets the doubt never shrinks, and the proposal is always the full call."""
    doubts = []
    for multiple in sorted(multiples):
        bet = max(chip * multiple, chip + 100)
        situation = facing(bet) | {"blinds": [50, 100]}
        situation["acts"] = [*situation["acts"], {"player": "B", "pushes": [chip]}]
        ruling = last_ruling(answered(situation, book), 1)
        assert effect(situation, book)[0] == ("call", bet)
        doubts.append(DOUBT[ruling.remedy, ruling.discretion])
    assert doubts == sorted(doubts)


@pytest.mark.clause("adtp-2023:41")
@pytest.mark.clause("cgp-2024:5.4.9")
@pytest.mark.parametrize("book", ["adtp-2023", "cgp-2024"])
@pytest.mark.parametrize("bet", [20_000, 30_000, 40_000, 48_000, 49_900, 50_000, 50_100, 60_000])
def test_the_printed_example_is_no_threshold(book, bet):
    """One chip of 1,000 at 2,000-4,000 gets the same answer around the bet of the example."""
    situation = facing(bet) | {"blinds": [2000, 4000]}
    situation["acts"] = [*situation["acts"], {"player": "B", "pushes": [1000]}]
    ruling = last_ruling(answered(situation, book), 1)
    assert (ruling.remedy, ruling.default.remedy, ruling.default.to) == ("director_decides", "call", bet)
    assert [option.remedy for option in ruling.options] == ["call", "fold"]
    assert ruling.penalty is not None
    assert not ruling.penalty.required


WAYS_TO_RAISE = (
    *(
        {"says": said}
        for said in ("aumento", "raise para 5000", "cinco mil", "dobro", "all-in", "aumento mais 900")
    ),
    {"pushes": [1000] * 5},
    {"says": "aumento", "pushes": [1000] * 5},
    {"says": "aumento", "pushes": [[1000, 100, 100, 100], [1000]]},
)


@pytest.mark.clause("nps-2019:34")
@pytest.mark.clause("cgp-2024:5.4.15")
@pytest.mark.clause("adtp-2012:37")
@pytest.mark.clause("adtp-2023:47.A")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"])
@pytest.mark.parametrize("act", WAYS_TO_RAISE)
@pytest.mark.parametrize("game", ["nlhe", "plo"])
def test_a_raise_where_the_action_is_not_reopened_is_a_call(book, act, game):
    """However it is said or put out: words and chips bind, to the call."""
    situation = facing(1000, game=game) | {"stacks": {"C": 1300, "A": 20_000}}
    situation["acts"] = [
        *situation["acts"],
        {"player": "B", "says": "pago"},
        {"player": "C", "says": "all-in"},
        {"player": "D", "says": "desisto"},
        {"player": "A", **act},
    ]
    ruling = last_ruling(answered(situation, book), 4)
    assert (ruling.remedy, ruling.to, ruling.put_in) == ("call", 1300, 300)


@pytest.mark.clause("cgp-2024:5.4.10")
@pytest.mark.clause("nps-2019:30")
@pytest.mark.clause("adtp-2012:40")
@pytest.mark.clause("adtp-2023:48")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"])
@pytest.mark.parametrize("act", [*WAYS_TO_RAISE, {"says": "completo"}])
@pytest.mark.parametrize("game", ["flhe", "stud", "27td"])
def test_a_raise_over_the_cap_is_a_call(book, act, game):
    """In every game of limit; where the book leaves the number to the house, the house's is marked as such."""
    names = ["A", "B"]
    street = {"flhe": "flop", "stud": "fourth", "27td": "draw1"}[game]
    situation = {"game": game, "blinds": [100, 200], "bets": [200, 400], "bring_in": 50, "ante": 25}
    situation |= {"street": street, "pot": 900, "seats": names, "players_left": 9, "stacks": {"A": 9000}}
    small = [{"player": names[place % 2], "says": "aumento" if place else "aposto"} for place in range(4)]
    answer = answered({**situation, "acts": [*small, {"player": "A", **act}]}, book)
    ruling = last_ruling(answer, 4)
    assert (ruling.remedy, ruling.to, ruling.put_in) == ("call", 800, 200)
    house = [cite for cite in ruling.cites if cite.clause == "limit.cap.raises"]
    assert [cite.fallback for cite in house] == ([True] if book.startswith("adtp") else [])
