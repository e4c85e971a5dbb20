"""What was not said: asked for when it would change the ruling, and only then."""

from __future__ import annotations

import json

import pytest

from feltro.rulebook.library import shipped
from feltro.rulings.bets.begun import Begun
from feltro.rulings.catalogue import KINDS
from feltro.rulings.notation import read_facts
from feltro.rulings.reply import reply
from feltro.rulings.rule import rule, with_house
from feltro.rulings.unsaid import with_questions
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import sentences
from tests.rulings.cases import own_cases

SEATS = ["SB", "BB", "HJ", "CO", "BTN"]


def asked(situation, book="adtp-2023"):
    return [one.field for one in with_questions(situation, shipped()[book]).questions]


def hand(*acts, **more):
    return {"blinds": [100, 200], "seats": SEATS, "acts": list(acts), **more}


OPENS = {"player": "HJ", "says": "aumento para 500"}
FOLDS = [{"player": name, "folds": True} for name in ("CO", "BTN", "SB")]


def test_a_skipped_player_is_a_misdeal_or_not_by_what_was_done_since():
    """Asked when nobody told it, and not when somebody did."""
    assert asked({"kind": "misdeal", "what": "seat_skipped"}) == ["acts_so_far"]
    assert asked({"kind": "misdeal", "what": "seat_skipped", "acts_so_far": []}) == []
    assert asked({"kind": "misdeal", "what": "seat_skipped", "substantial_action": True}) == []


def test_a_fact_that_changes_nothing_is_not_asked_for():
    """Without chips there is no order of word and chips; four cards on the flop are seen at once."""
    assert asked(hand(OPENS, {"player": "CO", "says": "raise"})) == []
    assert asked(hand(OPENS, {"player": "CO", "says": "call", "pushes": [500]})) == []
    assert asked({"kind": "board", "what": "four_cards", "street": "flop"}) == []


@pytest.mark.parametrize("book", shipped().ids)
def test_a_raise_said_with_one_chip_hangs_on_which_came_first(book):
    assert asked(hand(OPENS, {"player": "CO", "says": "raise", "pushes": [5000]}), book) == ["acts[1].order"]
    told = hand(OPENS, {"player": "CO", "says": "raise", "pushes": [5000], "order": "pushes_first"})
    assert asked(told, book) == []


def test_the_answers_to_a_question_say_what_each_leads_to():
    unsaid = with_questions(hand(OPENS, {"player": "CO", "says": "raise", "pushes": [5000]}), shipped()["cgp-2024"])
    (question,) = unsaid.questions
    assert [(one.possible.value, one.remedy, one.to) for one in question.outcomes] == [
        ("says_first", "raise", 5000),
        ("pushes_first", "call", 500),
    ]


def test_chips_known_only_by_their_sum_are_asked_for_where_they_decide():
    """A thousand and five hundred calls eleven hundred; three of five hundred are more than it takes in no book alike."""
    bet = {"player": "SB", "says": "aposto 1100"}
    flop = {"street": "flop", "seats": ["SB", "BB", "CO"]}
    assert asked(hand(bet, {"player": "BB", "puts": 1000}, **flop), "adtp-2012") == []
    assert asked(hand({"player": "SB", "says": "aposto 500"}, {"player": "BB", "puts": 1000}, **flop)) == [
        "acts[1].pushes"
    ]


def test_a_sum_is_ruled_as_the_fewest_usual_chips_meanwhile():
    flop = {"street": "flop", "seats": ["SB", "BB", "CO"]}
    bet = {"player": "SB", "says": "aposto 700"}
    sums = with_questions(hand(bet, {"player": "BB", "puts": [700, 1400]}, **flop), shipped()["bpt-2015"]).answer
    chips = [[500, 100, 100], [1000, 100, 100, 100, 100]]
    told = with_questions(hand(bet, {"player": "BB", "pushes": chips}, **flop), shipped()["bpt-2015"]).answer
    assert (sums.rulings[-1].remedy, sums.rulings[-1].returned) == ("call", 1400)
    assert sums.rulings[-1] == told.rulings[-1]


def test_an_act_that_nobody_told_is_asked_for_when_others_hang_on_it():
    """Heads-up a short call is completed; with three in the pot the book does not say so."""
    presumed = [{**act, "presumed": True} for act in FOLDS]
    short = {"player": "BB", "pushes": [100, 100]}
    assert asked(hand(OPENS, *presumed, short), "nps-2019") == ["acts"]
    assert asked(hand(OPENS, *FOLDS, short), "nps-2019") == []
    assert asked(hand(OPENS, *presumed, {"player": "BB", "says": "pago"}), "nps-2019") == []


def test_whether_he_saw_the_raise_decides_where_the_book_spares_who_did_not():
    acts = [
        {"player": "SB", "says": "aposto 400"},
        {"player": "BB", "says": "aumento para 1200"},
        {"player": "CO", "pushes": [500]},
    ]
    situation = {"blinds": [100, 200], "street": "flop", "seats": ["SB", "BB", "CO"], "acts": acts}
    assert asked(situation, "adtp-2012") == ["acts[2].unaware"]
    saw = {**situation, "acts": [*acts[:2], {**acts[2], "unaware": False}]}
    ruling = with_questions(saw, shipped()["adtp-2012"]).answer.rulings[-1]
    assert ruling.remedy == "director_decides"
    assert asked(situation, "cgp-2024") == []


def test_a_player_passed_over_who_protests_in_time_has_his_turn():
    acts = [OPENS, {"player": "BTN", "says": "pago"}, {"player": "CO", "protests": True}]
    ruling = with_questions(hand(*acts), shipped()["adtp-2023"]).answer.rulings[-1]
    assert (ruling.player, ruling.remedy, ruling.because) == ("CO", "play_on", "bets.turn_claimed")
    nobody = with_questions(hand(OPENS, {"player": "CO", "protests": True}), shipped()["adtp-2023"]).answer.rulings[
        -1
    ]
    assert nobody.because == "bets.not_passed_over"


def test_a_player_passed_over_who_protests_too_late_is_left_to_the_director():
    acts = [
        OPENS,
        {"player": "BTN", "says": "pago"},
        {"player": "SB", "says": "pago"},
        {"player": "CO", "protests": True},
    ]
    ruling = with_questions(hand(*acts), shipped()["adtp-2023"]).answer.rulings[-1]
    assert (ruling.player, ruling.remedy) == ("CO", "director_decides")


@pytest.mark.parametrize("book", shipped().ids)
@pytest.mark.parametrize("what", ["stub_dropped", "stub_mixed"])
def test_no_book_foresees_a_stub_that_falls(book, what):
    ruling = with_questions({"kind": "board", "what": what}, shipped()[book]).answer.rulings[-1]
    assert ruling.remedy == "director_decides"
    assert [option.remedy for option in ruling.options][:2] == ["deal_steps", "void_hand"]


def test_a_card_on_the_floor_is_a_cause_that_no_list_has():
    ruling = with_questions({"kind": "misdeal", "what": "card_on_floor", "acts_so_far": []}, shipped()["adtp-2023"])
    other = with_questions({"kind": "misdeal", "what": "other", "acts_so_far": []}, shipped()["adtp-2023"])
    assert ruling.answer.rulings[-1].remedy == other.answer.rulings[-1].remedy
    late = {"kind": "misdeal", "what": "card_on_floor", "acts_so_far": ["bet", "call"]}
    assert with_questions(late, shipped()["adtp-2023"]).answer.rulings[-1].remedy == "play_on"


def test_anything_may_be_given_as_unknown_and_is_then_asked_for_when_it_matters():
    """Usually it is presumed that nobody was serving a penalty, and that a clock was not called too soon."""
    assert asked({"kind": "clock_call", "facing_bet": True, "too_soon": "unknown"}, "adtp-2023") == ["too_soon"]
    assert asked({"kind": "misdeal", "what": "wrong_card_count", "count": "unknown", "acts_so_far": []}) == []
    late = {"kind": "misdeal", "what": "unknown", "acts_so_far": []}
    assert asked(late) == ["what"]


def test_the_fact_that_turns_the_ruling_most_often_is_asked_first():
    """Whether the cards can be told decides alone; whether somebody called matters only when they cannot."""
    situation = {"kind": "killed_hand", "by": "dealer", "bet": 1200, "raise_uncalled": 800}
    assert asked(situation, "adtp-2023") == ["identifiable", "called"]


def test_an_answer_with_questions_is_marked_and_says_what_it_rests_on():
    content = reply({"book": "cgp-2024", "kind": "misdeal", "what": "seat_skipped"}, "pt").content
    assert [one["provisional"] for one in content["rulings"]] == [True]
    assert content["asks"][0]["field"] == "acts_so_far"
    assert [one["text"] for one in content["asks"][0]["answers"]] == [
        "ninguém agiu ainda",
        "já houve ação substancial",
    ]
    assert content["provided"].startswith("Se for assim: ninguém agiu ainda")
    whole = reply({"book": "cgp-2024", "kind": "misdeal", "what": "seat_skipped", "acts_so_far": []}, "pt").content
    assert (whole["asks"], whole["provided"], whole["rulings"][0]["provisional"]) == ([], None, False)


@pytest.mark.parametrize(
    ("telling", "question"),
    [
        (
            {"kind": "penalty_effect", "penalty": "orbits", "players_at_table": "unknown", "rounds": 1},
            "Jogadores na mesa",
        ),
        (
            {
                "words": "Ana apostou 600, Bia pagou e eu aumentei pra 1500",
                "context": {"seats": ["Ana", "Bia", "Caio"], "blinds": [100, 200], "street": "flop", "pot": 900},
            },
            "Quem conta jogou a mão",
        ),
    ],
)
def test_an_answer_that_waits_for_what_nobody_can_list_is_marked_as_not_yet_holding(telling, question):
    """A seat, a number: there is nothing to tap, and what stands there meanwhile is not to be read aloud as the ruling."""
    content = reply({"book": "adtp-2023", **telling}, "pt").content
    assert content["asks"][0]["answers"] == []
    assert content["provided"].startswith(f"Ainda não vale: falta saber. {question}")


def every_doubt():
    def within(fields, where):
        for field in fields:
            if field.asked:
                yield f"{where}.{field.name}", field.asked
            yield from within(field.parts, f"{where}.{field.name}")

    return [one for kind in KINDS.values() for one in within(kind.fields, kind.name)]


@pytest.mark.parametrize(("where", "doubt"), every_doubt(), ids=[where for where, _ in every_doubt()])
def test_every_doubt_has_its_question_and_its_answers_in_three_languages(where, doubt):
    answers = () if callable(doubt.values) else doubt.values
    named = {doubt.question, *(one.answer for one in answers)}
    assert len(LANGUAGES) == 3
    assert [lang for lang in LANGUAGES if not named <= set(sentences(lang))] == [], where


@pytest.mark.slow
def test_what_is_asked_can_be_answered_and_is_then_not_asked_again():
    """For every case of ours: put each answer in its place, and the question is gone."""
    seen = 0
    for case in own_cases()[::7]:
        for question in with_questions(case["situation"], shipped()[case["book"]]).questions:
            if "." in question.field or "[" in question.field:
                continue
            for one in question.outcomes:
                answered = {**case["situation"], question.field: one.possible.value, **one.possible.along}
                assert question.field not in asked(answered, case["book"]), case["id"]
                seen += 1
            json.dumps([one.possible.value for one in question.outcomes])
    assert seen > 20


@pytest.mark.parametrize(
    ("chips", "rulings"),
    [
        pytest.param([500, 1000], 2, id="more than the call: as told, and one of them called"),
        pytest.param([500], 4, id="less than the call: he saw the raise or he did not, too"),
    ],
)
def test_each_way_that_may_turn_the_ruling_is_ruled_on_once(monkeypatch, chips, rulings):
    """Two who were passed over and a silent push. Whether he saw the raise is looked at only where he put in too little."""
    counted = []

    def counts(situation, rulebook, earlier=None):
        counted.append(situation)
        return rule(situation, rulebook, earlier)

    monkeypatch.setattr("feltro.rulings.unsaid.rule", counts)
    monkeypatch.setattr("feltro.rulings.ruled_once.rule", counts)
    passed = [{"player": name, "folds": True, "presumed": True} for name in ("MP", "CO")]
    acts = [{"player": "UTG", "says": "aumento para 1100"}, *passed, {"player": "BTN", "pushes": chips}]
    told = {"blinds": [100, 200], "seats": ["SB", "BB", "UTG", "MP", "CO", "BTN"], "acts": acts}
    with_questions(told, shipped()["cgp-2024"])
    assert len(counted) == rulings


@pytest.mark.slow
def test_facts_that_no_ruling_looked_at_would_have_turned_none(monkeypatch):
    """Every one of our hands asks the same when each of its open facts is tried, looked at or not."""
    hands = [case for case in own_cases() if case["situation"].get("kind", "hand") == "hand"]
    assert len(hands) > 200

    def asked():
        return [with_questions(case["situation"], shipped()[case["book"]]).questions for case in hands]

    sparing = asked()
    assert any(sparing)
    monkeypatch.setattr(Begun, "looked_at", lambda *_: True)
    assert asked() == sparing


@pytest.mark.slow
def test_ways_that_begin_alike_are_ruled_as_if_each_were_told_alone(monkeypatch):
    """Every other of our hands, with the answers that its questions lead to, against ruling on each way from its beginning."""
    hands = [case for case in own_cases() if case["situation"].get("kind", "hand") == "hand"][::2]
    assert len(hands) > 100

    def ruled():
        return [with_questions(case["situation"], shipped()[case["book"]]) for case in hands]

    together = ruled()
    assert any(one.questions for one in together)
    monkeypatch.setattr(Begun, "taken_up", lambda *_: None)
    assert [case["id"] for case, one, alone in zip(hands, together, ruled(), strict=True) if one != alone] == []


def test_a_list_that_two_ways_share_is_read_once_and_another_like_it_anew():
    """What was read is known by the thing itself: an equal one that somebody changes afterwards would be another."""
    kind, told, read = KINDS["hand"], {"seats": ["A", "B"], "blinds": [100, 200], "acts": [{"player": "A"}]}, {}
    first = read_facts(kind, told, read)
    beside = read_facts(kind, {**told, "acts": [*told["acts"], {"player": "B"}], "seats": ["A", "B"]}, read)
    assert beside["acts"][0] is first["acts"][0]
    assert [act["player"] for act in beside["acts"]] == ["A", "B"]
    assert beside["seats"] == first["seats"]
    assert beside["seats"] is not first["seats"]


def test_what_is_told_again_as_another_field_is_not_taken_for_it():
    """One list stands in two places: as seats it is names, as blinds it is numbers."""
    same = [100, 200]
    facts = read_facts(KINDS["hand"], {"seats": same, "blinds": same, "acts": []}, {})
    assert (facts["seats"], facts["blinds"]) == (["100", "200"], [100, 200])


def test_two_facts_that_turn_the_ruling_only_together_are_both_asked():
    """Neither that the nuts were his alone nor that he spoke last changes anything while the other is not known."""
    told = {"kind": "nuts", "action": "call", "raise_possible": True, "river": True}
    asked = with_questions(told, shipped()["adtp-2023"]).questions
    assert {one.field for one in asked} == {"exclusive", "last_to_act"}


def test_a_number_given_as_unknown_is_asked_for_where_the_ruling_rests_on_it():
    told = {"kind": "penalty_effect", "penalty": "orbits", "rounds": 1, "players_at_table": "unknown"}
    assert [one.field for one in with_questions(told, shipped()["cgp-2024"]).questions] == ["players_at_table"]


def test_the_round_of_betting_given_as_unknown_is_asked_for():
    acts = [{"player": "Gil", "says": "aposto 400"}, {"player": "Hana", "pushes": [1000]}]
    told = {
        "kind": "hand",
        "blinds": [100, 200],
        "street": "unknown",
        "seats": ["Gil", "Hana", "Ivo"],
        "acts": acts,
    }
    assert "street" in [one.field for one in with_questions(told, shipped()["cgp-2024"]).questions]


@pytest.mark.parametrize("book", shipped().ids)
def test_stacks_of_two_who_went_out_at_one_table_are_asked_for_where_they_rank(book):
    """Nobody said with how many chips A and B began the hand: the rule is told, and both are asked for; told, nobody is."""
    busts = [
        {"player": "A", "table": 1},
        {"player": "B", "table": 1, "stack": "unknown"},
        {"player": "C", "table": 2},
    ]
    situation = {"kind": "hand_for_hand", "what": "bust", "players_left": 11, "paid": 8, "busts": busts}
    found = with_questions(situation, shipped()[book])
    assert [one.field for one in found.questions] == ["busts[0].stack", "busts[1].stack"]
    assert found.answer.rulings[0].values["places"] is None
    told = {**situation, "busts": [{**one, "stack": 900 - 100 * n} for n, one in enumerate(busts)]}
    assert with_questions(told, shipped()[book]).questions == ()


def test_stacks_are_not_asked_for_where_they_rank_nobody():
    """One out at each table, or a house that ties those of one table."""
    apart = [{"player": "A", "table": 1}, {"player": "B", "table": 2}]
    situation = {"kind": "hand_for_hand", "what": "bust", "players_left": 10, "paid": 8, "busts": apart}
    assert with_questions(situation, shipped()["cgp-2024"]).questions == ()
    together = {**situation, "busts": [{**one, "table": 1} for one in apart]}
    tied = with_house(shipped()["adtp-2023"], {"hand_for_hand.busts.same_table": "tie"})
    assert with_questions(together, tied).questions == ()
