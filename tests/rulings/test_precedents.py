"""What was decided before, nearest first."""

from feltro.rulings.precedents import Precedent, nearest


def silent_chip(name, blinds=(100, 200), bet=500, chip=1000, remedy="call", clauses=("5.4.13",)):
    acts = [{"player": "A", "says": f"aposto {bet}"}, {"player": "B", "pushes": [chip]}]
    situation = {"kind": "hand", "blinds": list(blinds), "street": "flop", "seats": ["A", "B", "C"], "acts": acts}
    return Precedent(name, situation, frozenset(clauses), remedy)


def skipped_seat(name, acts, remedy):
    return Precedent(
        name, {"kind": "misdeal", "what": "seat_skipped", "acts_so_far": acts}, frozenset({"31"}), remedy
    )


def test_the_same_situation_at_a_higher_level_is_nearer_than_another_of_its_kind():
    """A bet of two and a half big blinds is the same bet whatever the blinds are."""
    later = silent_chip("later", blinds=(500, 1000), bet=2500, chip=5000)
    bigger = silent_chip("bigger", bet=6000, chip=25000)
    found = nearest(silent_chip("new"), [bigger, later])
    assert [one.precedent.id for one in found] == ["later", "bigger"]


def test_a_ruling_by_another_clause_stands_behind_one_by_the_same():
    by_the_same = silent_chip("same", bet=2000, chip=25000)
    by_another = silent_chip("another", clauses=("5.4.15",))
    found = nearest(silent_chip("new"), [by_another, by_the_same])
    assert [one.precedent.id for one in found] == ["same"]


def test_another_kind_of_situation_is_no_precedent():
    assert nearest(silent_chip("new"), [skipped_seat("deal", [], "misdeal")]) == ()


def test_a_different_answer_to_the_same_situation_is_told():
    then, new = skipped_seat("then", [], "play_on"), skipped_seat("new", [], "misdeal")
    (found,) = nearest(new, [then])
    assert found.differs
    assert not nearest(new, [skipped_seat("alike", [], "misdeal")])[0].differs


def test_what_had_been_done_in_the_hand_makes_two_misdeals_unlike():
    early, late = skipped_seat("early", [], "misdeal"), skipped_seat("late", ["raise", "call"], "play_on")
    found = nearest(skipped_seat("new", ["raise", "call"], "play_on"), [early, late])
    assert [one.precedent.id for one in found] == ["late", "early"]


def test_among_equals_the_one_decided_last_comes_first_and_the_new_one_is_not_its_own_precedent():
    first, last = silent_chip("first"), silent_chip("last")
    found = nearest(silent_chip("last"), [first, last])
    assert [one.precedent.id for one in found] == ["first"]
    assert [one.precedent.id for one in nearest(silent_chip("new"), [first, last], most=1)] == ["last"]


def test_another_case_that_shares_one_clause_of_four_contradicts_nothing():
    """Too little in silence and one big chip both rest on acting in turn; only the same rule ruled otherwise is a contradiction."""
    new = silent_chip("new", clauses=("5.4.5", "5.4.13"))
    same = silent_chip("same", remedy="raise", clauses=("5.4.5", "5.4.13"))
    other = silent_chip("other", remedy="director_decides", clauses=("5.4.5", "5.4.9", "5.4.15"))
    told = {one.precedent.id: (one.differs, one.same_rule) for one in nearest(new, [same, other])}
    assert told == {"same": (True, True), "other": (True, False)}
