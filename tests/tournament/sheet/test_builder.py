"""The builder: levels that end in time, that the chips of the house can pay, with nothing for the linter to say."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from feltro.kernel.outcome import Refused
from feltro.tournament.sheet import ChipCount, Games, Payout, Sheet
from feltro.tournament.sheet.builder import ProposedSheet, Wish, propose
from feltro.tournament.sheet.duration import minutes_between
from feltro.tournament.sheet.lint import lint
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from tests.tournament.sheet.sheets import template, with_item

VALUES = (25, 100, 500, 1000, 5000, 25_000, 100_000)


def case(*counts):
    return tuple(ChipCount(value=value, count=count) for value, count in zip(VALUES, counts, strict=False) if count)


PLENTY = case(4000, 4000, 4000, 4000, 3000, 1000, 300)


def sheet_of(wish: Wish, proposal: ProposedSheet) -> Sheet:
    club = with_item(template("bpt-home"), "entry", chips=wish.stack)
    return Sheet(
        name="x",
        kind="side",
        games=Games(codes=("nlhe",)),
        book="adtp-2023",
        days=club.days,
        items=club.items,
        stack=proposal.stack,
        levels=proposal.levels,
        ante_from=wish.ante_from,
        late_registration=proposal.late_registration,
        late_registration_break=proposal.late_registration_break,
        payout=Payout(source="organiser"),
        chip_set=wish.chip_set,
        expected_entries=wish.entries,
    )


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    entries=st.integers(8, 300),
    stack=st.sampled_from((5000, 8000, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000)),
    hours=st.integers(6, 40).map(lambda half: half / 2),
    minutes=st.sampled_from((None, None, 10, 12, 15, 20, 30, 40)),
    depth=st.sampled_from((50, 75, 100, 150, 200)),
    ante=st.sampled_from(("big_blind", "nobody", "everybody")),
)
def test_a_proposal_has_nothing_wrong_and_ends_in_time(entries, stack, hours, minutes, depth, ante):
    """Whatever is asked, the answer is a sound sheet that ends within the hours, or a reason."""
    wish = Wish(entries, stack, hours, PLENTY, minutes, depth, ante)
    proposal = propose(wish)
    if isinstance(proposal, Refused):
        assert proposal.because in {"sheet.propose.too_few_hours", "sheet.propose.chip_set_short"}
        return
    sheet = sheet_of(wish, proposal)
    assert [fault for fault in lint(sheet) if fault.weight == "wrong"] == []
    assert sheet.starting_stack == stack
    assert "sheet.levels_run_out" not in {fault.because for fault in lint(sheet)}
    played = minutes_between(proposal.levels, 1, proposal.last_level)
    assert played <= hours * 60


@settings(max_examples=60, deadline=None)
@given(
    entries=st.integers(2, 500),
    stack=st.integers(100, 60_000),
    hours=st.floats(0.5, 30),
    counts=st.lists(st.integers(0, 900), min_size=1, max_size=7),
)
def test_any_wish_gets_a_proposal_or_a_reason(entries, stack, hours, counts):
    """Odd stacks and poor chip sets are refused with a sentence, never with an error."""
    chips = case(*counts)
    assume(chips)
    wish = Wish(entries, stack, hours, chips)
    proposal = propose(wish)
    if isinstance(proposal, Refused):
        assert all(say(proposal.because, lang, **proposal.values) for lang in LANGUAGES)
    else:
        assert [fault for fault in lint(sheet_of(wish, proposal)) if fault.weight == "wrong"] == []


def test_a_club_night_looks_like_a_club_night():
    """Forty-five entries, ten thousand chips and four and a half hours: what a director would draw by hand."""
    proposal = propose(Wish(45, 10_000, 4.5, case(400, 500, 400, 500, 200)))
    blinds = [(level.small_blind, level.big_blind) for level in proposal.levels[:8]]
    assert blinds == [(50, 100), (75, 150), (100, 200), (125, 250), (150, 300), (250, 500), (300, 600), (400, 800)]
    assert proposal.levels[0].minutes == 12
    assert [(chip.value, chip.count) for chip in proposal.stack] == [(25, 8), (100, 8), (500, 8), (1000, 5)]
    assert [level.ante for level in proposal.levels[:3]] == [0, 0, 200]
    gone = [chip for level in proposal.levels for chip in level.colour_up]
    assert gone == [25, 100, 500, 1000]


def test_more_hours_give_longer_levels():
    """Time is given to the players, not to more levels."""
    lengths = [propose(Wish(60, 20_000, hours, PLENTY)).levels[0].minutes for hours in (4, 6, 9, 14)]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]


def test_chips_that_are_too_few_or_too_big_are_said():
    """The organiser learns what is missing."""
    assert propose(Wish(100, 10_000, 5, case(100, 100, 100))).because == "sheet.propose.chip_set_short"
    assert propose(Wish(10, 3000, 5, case(0, 0, 500))).because == "sheet.propose.chips_too_big"
    assert propose(Wish(300, 50_000, 1, PLENTY)).because == "sheet.propose.too_few_hours"
