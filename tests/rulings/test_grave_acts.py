"""Nothing mild is proposed for a grave act; where a book names no penalty for it, none is proposed."""

import pytest

from feltro.rulings.reply import reply

BOOKS = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")
GRAVE = (
    "cheating",
    "collusion",
    "chip_theft",
    "card_marking",
    "entry_fraud",
    "chip_dumping",
    "unethical",
    "assault",
    "weapon",
)
HEAVY = {"suspension", "elimination", "disqualification", "ban", "exclusion"}


def ruled(infraction, book, **more):
    return reply({"book": book, "kind": "conduct", "infraction": infraction, **more}, "pt").content["rulings"][0]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("infraction", [*GRAVE, "chip_transfer", "identity_fraud"])
@pytest.mark.parametrize("history", [[], ["warning"], ["1 orbit", "2 orbits"]])
def test_no_book_gets_a_mild_proposal_for_a_grave_act(book, infraction, history):
    """No warning, no hand, no orbit and no blind is proposed for cheating, assault, weapons or theft."""
    penalty = ruled(infraction, book, history=history)["penalty"]
    assert penalty["usual"] is None or penalty["usual"] in HEAVY


@pytest.mark.clause("nps-2019:46.p", "cgp-2024:5.6.5.r", "adtp-2012:59.p", "adtp-2023:70", "bpt-2015:34.g")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("infraction", GRAVE)
def test_where_no_penalty_is_named_for_it_that_is_said(book, infraction):
    """The lists of conduct and of cheating name no measure for one act: the direction chooses."""
    penalty = ruled(infraction, book)["penalty"]
    assert penalty["usual"] is None
    assert "não propõe nenhuma" in penalty["text"]
    assert penalty["kinds"]


@pytest.mark.clause("nps-2019:48", "cgp-2024:5.7", "cgp-2024:2.1.b")
@pytest.mark.parametrize(
    ("book", "infraction"),
    [("nps-2019", "chip_transfer"), ("cgp-2024", "chip_transfer"), ("cgp-2024", "identity_fraud")],
)
def test_what_the_clause_of_the_act_names_is_proposed(book, infraction):
    """Passing chips and a false identity: their own clause names disqualification."""
    penalty = ruled(infraction, book)["penalty"]
    assert penalty["usual"] == "disqualification"
    assert "desqualificação" in penalty["text"]


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"])
def test_a_lighter_act_keeps_its_usual_ladder(book):
    """Stalling on purpose: a warning first, a hand after a warning."""
    assert ruled("stalling", book, deliberate=True)["penalty"]["usual"] == "warning"
    assert ruled("stalling", book, deliberate=True, history=["warning"])["penalty"]["usual"] == "missed_hands"


@pytest.mark.clause("bpt-2015:35")
def test_where_penalties_are_chips_their_amount_is_told_but_not_proposed():
    """An assault under a book of blinds: a first penalty costs 500, and the direction may do more."""
    ruling = ruled("assault", "bpt-2015", small_blind=500, big_blind=1000)
    assert ruling["values"] == {"chips": 500, "paid_to": "current_pot"}
    assert {"suspension", "disqualification"} <= set(ruling["penalty"]["kinds"])
