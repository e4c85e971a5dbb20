"""Whatever is pushed and said, in any book and game, the ruling is possible, and the hand goes on."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from feltro.hand.games import BY_CODE
from feltro.rulebook.library import shipped
from feltro.rulings.bets.floor import HandFloor
from feltro.rulings.bets.hand import HAND
from feltro.rulings.bets.scene import build
from feltro.rulings.hand_rules import hand_rules
from feltro.rulings.notation import UnreadableError, read_facts
from feltro.rulings.public import tell
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable

NAMES = ("A", "B", "C", "D", "E", "F")
SAYINGS = (
    *("mesa", "check", "pago", "call", "fold", "desisto", "raise", "aumento", "aposto", "all-in", "tudo", "pote"),
    *("aposto o pote", "metade do pote", "dobro", "cinco", "dois e meio", "aposto cinco", "raise cinco", "1.5"),
    *("mil", "mil e quatrocentos", "aumento para 1000", "aumento para 900", "raise, 2k", "aposto 50", "bet 300"),
    *("aumento mais 400", "400", "completo", "min raise", "3x", "3 bb", "máximo", "xablau", "não pago", "vou", "?"),
    *(
        "se você apostar, eu aumento",
        "if you bet I call",
        "all-in se aumentar",
        "pago e aumento",
        "fold, não, call",
    ),
)
CHIPS = st.sampled_from((25, 100, 100, 500, 500, 1000, 5000))
MOTION = st.lists(CHIPS, min_size=1, max_size=5)


@st.composite
def acts(draw, names):
    """One act, sensible or not."""
    act = {"player": draw(st.sampled_from(names))}
    kind = draw(st.sampled_from(("says", "pushes", "both", "fold", "gesture", "odd")))
    if kind in {"says", "both", "odd"}:
        act["says"] = draw(st.sampled_from(SAYINGS))
    if kind in {"pushes", "both", "odd"}:
        act["pushes"] = draw(st.one_of(MOTION, st.lists(MOTION, min_size=2, max_size=3)))
    if kind == "both":
        act["order"] = draw(st.sampled_from(("says_first", "pushes_first", "together")))
    if kind == "fold":
        act[draw(st.sampled_from(("folds", "throws_forward", "past_line")))] = True
    if kind == "gesture":
        act["gesture"] = draw(st.sampled_from(("tap", "forward", "shrug")))
    if kind == "odd":
        extras = {
            "pulls_back": st.sampled_from(("partly", "all")),
            "last_chips": st.booleans(),
            "told": st.sampled_from((200, 400, 1000, 5000)),
            "occurrence": st.integers(1, 3),
            "noticed": st.sampled_from(("same_street", "next_card", "showdown")),
            "deliberate": st.booleans(),
        }
        for name in draw(st.lists(st.sampled_from(sorted(extras)), unique=True, max_size=3)):
            act[name] = draw(extras[name])
    return act


@st.composite
def situations(draw):
    """A hand of any game, told as anything that people may do."""
    game = draw(st.sampled_from(sorted(BY_CODE)))
    names = NAMES[: draw(st.integers(2, 6))]
    streets = [street.name for street in BY_CODE[game].streets]
    situation = {
        "game": game,
        "blinds": draw(st.sampled_from(([100, 200], [25, 50], [200, 400], [500, 1000]))),
        "street": draw(st.sampled_from(streets)),
        "pot": draw(st.sampled_from((0, 600, 3000, 6000))),
        "seats": list(names),
        "acts": draw(st.lists(acts(names), min_size=1, max_size=9)),
    }
    if BY_CODE[game].family == "stud":
        situation |= {"bring_in": 50, "ante": 25, "bets": [200, 400]}
    elif draw(st.booleans()):
        situation |= {"ante": 200, "ante_kind": draw(st.sampled_from(("big_blind", "each", "button")))}
    stacks = st.sampled_from((40, 150, 300, 1000, 1300, 2500, 10_000))
    situation["stacks"] = {name: draw(stacks) for name in names if draw(st.booleans())}
    if draw(st.booleans()):
        situation["dead_small_blind"] = True
    if draw(st.booleans()):
        situation["posted"] = {draw(st.sampled_from(names)): draw(MOTION)}
    situation["players_left"] = draw(st.sampled_from((2, 9, 100)))
    return situation


BOOKS = st.sampled_from(shipped().ids)
MANY = settings(max_examples=300, deadline=None)


@pytest.mark.slow
@MANY
@given(situations(), BOOKS)
def test_every_act_gets_a_ruling_that_cites(situation, book_id):
    """Each act is ruled, twice alike, in words of three languages, with a clause of the book or its silence."""
    rulebook = shipped()[book_id]
    answer = rule(situation, rulebook)
    assert answer == rule(situation, rulebook)
    if isinstance(answer, Unreadable):
        assert answer.where.startswith("acts[") or answer.where.startswith("stacks")
        return
    assert {ruling.act for ruling in answer.rulings} == set(range(len(situation["acts"])))
    for ruling in answer.rulings:
        assert any(cite.book == book_id or cite.fallback for cite in ruling.cites), ruling
        assert (ruling.remedy == "director_decides") <= ruling.discretion
    for lang in ("pt", "en", "es"):
        assert json.dumps(tell(answer, rulebook, lang))


@pytest.mark.slow
@MANY
@given(situations(), BOOKS)
def test_only_chips_that_are_there_move(situation, book_id):
    """Nothing comes back that was not pushed, and nobody puts in more than he has."""
    answer = rule(situation, shipped()[book_id])
    assume(not isinstance(answer, Unreadable))
    assert answer.rulings
    for ruling in answer.rulings:
        act = situation["acts"][ruling.act]
        pushed = act.get("pushes", [])
        chips = sum(sum(one) if isinstance(one, list) else one for one in pushed)
        assert 0 <= (ruling.returned or 0) <= chips or "noticed" in str(situation["acts"])
        stack = situation["stacks"].get(ruling.player)
        if stack is not None and ruling.to is not None:
            assert 0 <= ruling.to <= stack
        assert ruling.put_in is None or ruling.put_in >= 0


@pytest.mark.slow
@MANY
@given(situations(), BOOKS)
def test_the_hand_stays_legal(situation, book_id):
    """After all rulings the engine has every chip, one player in turn, and possible choices for him."""
    rulebook = shipped()[book_id]
    facts = read_facts(HAND, situation)
    try:
        scene = build(facts, hand_rules(rulebook, facts["game"]), bet_from_blind=True, amounts=[])
        floor = HandFloor(scene, rulebook, facts["acts"])
        told = floor.rule()
    except UnreadableError:
        return
    hand, state = floor.table.hand, told.state
    assert min(hand.stacks) >= 0
    collected = 0 if floor.scene.is_first_street else situation["pot"]
    assert sum(hand.stacks) + hand.pot == sum(hand.setup.stacks) + collected
    assert (state.turn is None) == state.street_over
    if state.turn is not None:
        seat = floor.scene.names.index(state.turn)
        assert state.allowed
        assert hand.live[seat]
        assert state.call_cost is None or 0 <= state.call_cost <= hand.stacks[seat]
        assert state.may_raise == (state.min_raise_to is not None)
        if state.max_raise_to is not None:
            assert state.to_call is not None
            assert state.to_call < state.min_raise_to <= state.max_raise_to
            assert state.max_raise_to <= hand.bets[seat] + hand.stacks[seat]


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40))
def test_no_words_break_the_ruling(said):
    """Free words are free: any text is read or left to the director."""
    situation = {
        "blinds": [100, 200],
        "street": "flop",
        "pot": 600,
        "seats": ["A", "B"],
        "acts": [{"player": "A", "says": said}],
    }
    answer = rule(situation, shipped()["adtp-2023"])
    assert isinstance(answer, Unreadable) == (not said.strip())
