"""What a book says may be punished is never told as if it had to be, nor the other way round."""

import pytest

from feltro.rulebook.library import shipped
from feltro.rulings.reply import reply
from tests.rulings.cases import own_cases

CONDITIONAL = {
    "game": "nlhe", "blinds": [100, 200], "street": "flop", "pot": 600, "seats": ["A", "B"],
    "acts": [{"player": "A", "says": "se você apostar, eu aumento"}],
}  # fmt: skip
MUST = "obrigat"
MAY = "pode ser penalizado"


@pytest.mark.clause("adtp-2023:59.A", "adtp-2012:47")
@pytest.mark.parametrize(("book", "required"), [("adtp-2023", False), ("adtp-2012", True)])
def test_conditional_words_may_be_punished_in_one_edition_and_must_in_the_other(book, required):
    """2023 leaves the penalty to the director; 2012 gives one from the first time on."""
    penalty = reply({"book": book, **CONDITIONAL}, "pt").content["rulings"][0]["penalty"]
    assert penalty["required"] is required
    assert (MUST in penalty["text"]) is required
    assert (MAY in penalty["text"]) is not required


@pytest.mark.parametrize("book", shipped().ids)
@pytest.mark.slow
def test_no_sentence_about_a_penalty_says_another_modal_verb(book):
    """Over every case: a penalty that may be given is told with may, one that must with must."""
    told = 0
    for case in own_cases():
        answer = reply({**case["situation"], "book": book}, "pt").content
        for ruling in answer.get("rulings", ()):
            penalty = ruling["penalty"]
            told += bool(penalty)
            if penalty and penalty["required"]:
                assert MAY not in penalty["text"], (case["id"], penalty)
            elif penalty and "propósito, para influenciar" not in penalty["text"]:
                assert MUST not in penalty["text"], (case["id"], penalty)
                assert "são penalizad" not in penalty["text"], (case["id"], penalty)
    assert told > 10


PENALTIES = {
    "cgp-2024": {
        "out_of_turn.penalty": "may", "call.tiny_chips.penalty": "may", "exposed.penalty": "may",
        "showdown.refusal.penalty": "must", "showdown.turned_by_other.penalty": "must",
        "showdown.all_in.deliberate_muck_penalty": "may", "transport.hidden.disqualification": "may",
        "words.pot_in_no_limit.penalty": "may",
    },
    "nps-2019": {
        "out_of_turn.penalty": "must", "exposed.penalty": "may", "showdown.refusal.penalty": "must",
        "showdown.turned_by_other.penalty": "must", "showdown.all_in.deliberate_muck_penalty": "may",
        "transport.hidden.disqualification": "may",
    },
    "adtp-2012": {
        "exposed.penalty": "may", "betting.fold_no_bet.penalty": "may", "out_of_turn.fold.penalty": "may",
        "words.conditional.penalty": "must", "transport.hidden.disqualification": "may",
    },
    "adtp-2023": {
        "out_of_turn.penalty": "may", "exposed.penalty": "may", "call.tiny_chips.penalty": "may",
        "betting.fold_no_bet.penalty": "may", "out_of_turn.fold.penalty": "may",
        "words.conditional.penalty": "may", "transport.hidden.disqualification": "may",
    },
    "bpt-2015": {
        "out_of_turn.penalty": "must", "exposed.penalty": "may", "showdown.all_in.deliberate_muck_penalty": "may",
    },
}  # fmt: skip
"""The verb of each book's own text: poderá, pode, sujeito a; será, vai receber, sofrerá."""
REQUIRED = {
    "cgp-2024": {"dodging_blinds", "unethical", "cheating", "collusion", "tv_cards_refusal"},
    "nps-2019": {"unethical", "cheating", "collusion"},
    "adtp-2012": {
        "dodging_blinds", "conditional_action", "unethical", "cheating", "collusion", "soft_play", "abusive_behaviour",
    },
    "adtp-2023": {"dodging_blinds", "unethical", "cheating", "collusion", "soft_play", "abusive_behaviour"},
    "bpt-2015": set(),
}  # fmt: skip
"""Infractions that a text says are punished, not that they may be."""


@pytest.mark.parametrize("book", shipped().ids)
def test_the_modal_verbs_of_the_books_are_those_of_their_texts(book):
    """Every may and must that a book sets about a penalty, and every infraction that must be punished."""
    own = {name: value for clause in shipped()[book].book.clauses.values() for name, value in clause.sets.items()}
    modal = {name: value for name, value in own.items() if name in {n for one in PENALTIES.values() for n in one}}
    assert modal == PENALTIES[book]
    required = {name.removeprefix("conduct.") for name, value in own.items() if getattr(value, "required", False)}
    assert required == REQUIRED[book]
