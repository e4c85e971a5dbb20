"""How an answer is said: each clause by its printed number once, each option by what it is."""

from __future__ import annotations

import pytest

from feltro.app.lessons.exam import exam_paper
from feltro.rulebook.library import shipped
from feltro.rulings.lessons.questions import training_questions
from feltro.rulings.reply import reply
from feltro.web.floor.decide_answer import shown
from tests.web.floor.tapping import Thumb
from tests.web.running import Running


@pytest.fixture
def room():
    return Running(18)


@pytest.mark.clause("cgp-2024:5.4.5~undercall")
def test_two_sentences_under_one_printed_number_are_one_clause_with_both_their_titles(room):
    """400 put against 600 under CGP: 5.4.5 decides twice, and is named once."""
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seats = thumb.situation["seats"]
        thumb.tap("say:raise", valor="2000")
        thumb.tap(f"seat:{seats[3]}")
        thumb.tap("chip:1000")
        said = thumb.part("d-answer")
        assert said.count("5.4.5 ") + said.endswith("5.4.5") == 1
        why = thumb.words.partition("Por quê")[2]
        assert "CGP 2024 5.4.5 Ação na vez é definitiva · Undercall" in why
        assert "CGP 2024 5.4.5 Undercall" not in why


def test_a_penalty_that_may_be_given_is_headed_by_its_name():
    content = reply(
        {"kind": "conduct", "infraction": "2.1.b", "players_at_table": 8}, "pt", book="cgp-2024"
    ).content
    answer = shown(content, "pt")
    heads = [one["head"] for one in answer["options"]]
    assert heads == ["desqualificação", "exclusão de eventos futuros", "sem penalidade"]


def test_two_options_of_one_name_stand_by_what_follows_from_each():
    """In a wrong seat with chips that are not his: moved with them, or moved and corrected."""
    told = {"kind": "wrong_seat", "started": True, "stack_right": False, "stack_now": 9200, "starting_stack": 10000}
    answer = shown(reply(told, "pt", book="bpt-2015").content, "pt")
    assert [one["remedy"] for one in answer["options"]] == ["move", "move"]
    assert [one["head"] for one in answer["options"]] == ["", ""]


def test_the_answers_of_an_exam_name_no_clause_that_is_not_printed():
    for book in ("cgp-2024", "adtp-2012", "adtp-2023", "bpt-2015", "nps-2019"):
        rulebook = shipped()[book]
        paper = exam_paper([*training_questions()], rulebook, "a", "pt")
        assert not [one.text for one in paper.blocks if "~" in getattr(one, "text", "")]
