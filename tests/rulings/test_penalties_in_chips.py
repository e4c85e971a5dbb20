"""Where penalties are paid in chips, every kind of situation names the same pot for the same moment."""

import pytest

from feltro.rulebook.library import shipped
from feltro.rulings.reply import reply
from feltro.rulings.rule import rule
from tests.rulings.cases import own_cases

IN_CHIPS = {"small_blind", "big_blind"}
SHOWN = (
    {"kind": "exposed", "action_pending": True},
    {"kind": "exposed", "action_pending": True, "own_turn": True, "last_to_act": True},
    {"kind": "conduct", "infraction": "exposing-cards", "deliberate": True},
    {"kind": "conduct", "infraction": "exposing-cards"},
    {"kind": "conduct", "infraction": "expor cartas", "repeated": True, "hand_over": True},
    {"kind": "conduct", "infraction": "34.b", "deliberate": True},
)
OTHER = (
    ({"kind": "conduct", "infraction": "splash-pot", "deliberate": True}, "current_pot"),
    ({"kind": "conduct", "infraction": "splash-pot", "deliberate": True, "hand_over": True}, "next_pot"),
    ({"kind": "conduct", "infraction": "assault", "small_blind": 500, "big_blind": 1000}, "current_pot"),
    ({"kind": "conduct", "infraction": "weapon", "hand_over": True}, "next_pot"),
    ({"kind": "presence", "live_hand": True, "left_table": True}, "current_pot"),
    ({"kind": "fold_gesture", "how": "muck", "out_of_turn": True, "deliberate": True}, "current_pot"),
    ({"kind": "killed_hand", "by": "player", "all_in": True, "deliberate": True}, "current_pot"),
    ({"kind": "nuts", "exclusive": True, "last_to_act": True, "river": True, "action": "check"}, "current_pot"),
)


def told(situation, book="bpt-2015"):
    return reply({"book": book, **situation}, "pt").content["rulings"][-1]


@pytest.mark.clause("bpt-2015:33", "bpt-2015:35")
@pytest.mark.parametrize("situation", SHOWN, ids=str)
def test_cards_shown_too_early_cost_a_blind_in_the_next_pot(situation):
    """The penalty starts when the hand is over, so that its pot is no longer there to be paid into."""
    ruling = told(situation)
    assert (ruling["values"]["penalty_from"], ruling["values"]["paid_to"]) == ("end_of_hand", "next_pot")
    assert {"33", "35"} <= {cite["clause"] for cite in ruling["cites"]}
    assert "próxima mão" in ruling["penalty"]["text"]


@pytest.mark.clause("bpt-2015:35")
@pytest.mark.parametrize(("situation", "pot"), OTHER, ids=str)
def test_any_other_penalty_goes_into_the_pot_of_its_hand(situation, pot):
    """Into the hand's own pot while it is played, into the next one once it is over."""
    ruling = told(situation)
    assert ruling["values"]["paid_to"] == pot
    assert "35" in {cite["clause"] for cite in ruling["cites"]}


@pytest.mark.slow
@pytest.mark.clause("bpt-2015:35")
def test_no_ruling_with_a_penalty_in_chips_leaves_the_pot_open():
    """Over every case that there is: a penalty that may be chips names its pot; one that may not names none."""
    seen = 0
    for case in own_cases():
        answer = rule({**case["situation"]}, shipped()["bpt-2015"])
        for ruling in getattr(answer, "rulings", ()):
            in_chips = bool(ruling.penalty and IN_CHIPS & set(ruling.penalty.kinds))
            assert (ruling.values.get("paid_to") in {"current_pot", "next_pot"}) is in_chips, case["id"]
            seen += in_chips
    assert seen > 50


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"])
def test_books_whose_penalties_are_no_chips_name_no_pot(book):
    """Their penalties are hands, orbits or the way out."""
    assert "paid_to" not in told(SHOWN[0], book)["values"]
