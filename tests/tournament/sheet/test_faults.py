"""The linter: a sound sheet has no fault, and each thing that would go wrong is found, in three languages."""

import ast
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import feltro.tournament.sheet.lint as linter
from feltro.app.sheets.templates import templates
from feltro.rulebook.clause import Clause
from feltro.rulebook.library import shipped
from feltro.tournament.sheet import (
    ActionClock,
    Bounty,
    ChipCount,
    Games,
    Limit,
    MinimumEntries,
    Payout,
    PayoutColumn,
    SaleItem,
    Satellite,
    Window,
    Withholding,
)
from feltro.tournament.sheet.faults import tell
from feltro.tournament.sheet.lint import lint
from feltro.words.languages import LANGUAGES
from tests.tournament.sheet.sheets import book_of, change, faults, template, with_day, with_item, with_level

CGP, NPS, CLUB, SIX, HORSE, BPT = (
    template(name) for name in ("cgp-main", "nps-main", "club-turbo", "six-max", "horse", "bpt-home")
)
HOUR = timedelta(hours=1)
RAISED = {"prize_pool": 48_000, "rake": 14_000}
HALVES = PayoutColumn(from_entries=2, until_entries=None, basis_points=(5000, 5000))
KNOCKOUT = Bounty(kind="fixed", amount_centavos=10_000)
SEAT = Satellite(target="main", seat_centavos=62_000)
SATELLITE = change(CLUB, kind="satellite", satellite=SEAT)


def columns(*found):
    return change(CLUB, payout=Payout(source="sheet", columns=found))


def last_day(sheet):
    return with_day(sheet, "final", until_level=33)


CASES = {
    "no_end_of_registration": change(CGP, late_registration=None),
    "registration_past_levels": change(CGP, late_registration=33),
    "registration_too_long": change(CGP, late_registration=13),
    "registration_break_missing": change(CGP, late_registration=7),
    "registration_past_day": change(CGP, late_registration=14),
    "no_entry": change(CGP, items=CGP.items[1:]),
    "item_twice": change(CGP, items=(*CGP.items, CGP.items[0])),
    "split_short": with_item(CGP, "entry", price_centavos=63_000),
    "split_over": with_item(CGP, "entry", price_centavos=61_000),
    "stack_differs": with_item(CGP, "entry", chips=25_000),
    "item_without_chips": with_item(CLUB, "addon", chips=0),
    "window_past_levels": with_item(CLUB, "rebuy", window=Window(until_level=60)),
    "window_never_opens": with_item(CLUB, "rebuy", window=Window(from_level=9, until_level=8)),
    "window_past_registration": with_item(CGP, "reentry", window=Window(until_level=10)),
    "window_without_break": with_item(CLUB, "addon", window=Window(until_level=7, only_break=True)),
    "no_levels": change(CGP, levels=()),
    "blinds_swapped": with_level(CGP, 5, small_blind=700),
    "level_lacks": with_level(HORSE, 3, bring_in=0),
    "blinds_go_down": with_level(CGP, 6, big_blind=500, small_blind=200),
    "level_repeated": with_level(CGP, 3, small_blind=200, big_blind=300, ante=300),
    "blinds_jump": with_level(CGP, 2, small_blind=200, big_blind=500),
    "ante_from_nobody": change(CGP, ante_from="nobody"),
    "ante_never": change(BPT, ante_from="everybody"),
    "levels_run_out": change(CGP, levels=CGP.levels[:25]),
    "no_stack": change(CGP, stack=()),
    "no_chip_pays": with_level(CGP, 2, ante=350),
    "colour_up_too_early": with_level(CGP, 4, colour_up=(100,)),
    "colour_up_unknown": with_level(CGP, 4, colour_up=(25,)),
    "colour_up_order": with_level(CGP, 12, colour_up=(500,)),
    "colour_up_all": with_level(change(CGP, chip_set=()), 30, colour_up=(5000,)),
    "colour_up_without_break": with_level(CGP, 12, break_minutes=0),
    "colour_up_late": with_level(CGP, 12, colour_up=()),
    "item_no_chip_pays": with_item(CLUB, "staff", chips=4990),
    "chip_set_short": change(CGP, chip_set=(ChipCount(value=100, count=900), *CGP.chip_set[1:])),
    "chip_set_worth": change(CGP, expected_entries=900),
    "colour_up_short": change(CGP, chip_set=(*CGP.chip_set[:3], ChipCount(value=5000, count=900))),
    "no_first_day": change(CGP, days=CGP.days[2:]),
    "day_twice": change(CGP, days=(CGP.days[0], *CGP.days)),
    "day_past_levels": with_day(CGP, "2", until_level=40),
    "no_last_day": last_day(CGP),
    "day_does_not_follow": with_day(CGP, "2", from_level=14),
    "flights_differ": with_day(CGP, "1B", until_level=11),
    "day_past_closing": with_day(CGP, "1A", closes_at=CGP.days[0].starts_at + 6 * HOUR),
    "day_past_closing_expected": with_day(BPT, "1", closes_at=BPT.days[0].starts_at + 5 * HOUR),
    "start_never": change(
        with_day(CGP, CGP.days[0].id, starts_at=datetime.fromisoformat("2027-03-14T02:30:00-05:00")),
        zone="America/New_York",
    ),
    "start_twice": change(
        with_day(CGP, CGP.days[0].id, starts_at=datetime.fromisoformat("2027-11-07T01:30:00-04:00")),
        zone="America/New_York",
    ),
    "days_overlap": with_day(CGP, "2", starts_at=CGP.days[1].starts_at + 3 * HOUR),
    "withheld_wrong": change(CLUB, withheld=(Withholding(account="staff", basis_points=0),)),
    "payout_unused": change(CLUB, payout=change(CLUB.payout, source="organiser")),
    "payout_missing": columns(),
    "payout_gap": columns(change(HALVES, until_entries=9), change(HALVES, from_entries=11)),
    "payout_ends": columns(change(HALVES, until_entries=9)),
    "payout_not_whole": columns(change(HALVES, basis_points=(5000, 4900))),
    "payout_goes_up": columns(change(HALVES, basis_points=(4000, 6000))),
    "payout_more_than_field": columns(change(HALVES, from_entries=1)),
    "bounty_not_described": with_item(
        CGP, "entry", split_centavos={**RAISED, "prize_pool": 38_000, "bounties": 10_000}
    ),
    "bounty_differs": change(CLUB, bounty=KNOCKOUT),
    "bounty_without_envelopes": change(CLUB, bounty=change(KNOCKOUT, kind="mystery")),
    "bounty_not_progressive": change(CLUB, bounty=change(KNOCKOUT, kind="progressive")),
    "guarantee_not_met": change(CGP, guarantee_centavos=50_000_000),
    "satellite_for_nothing": change(CLUB, kind="satellite"),
    "satellite_not_one": change(CLUB, satellite=SEAT),
    "seat_without_value": change(SATELLITE, satellite=change(SEAT, seat_centavos=0)),
    "game_unknown": change(CGP, games=Games(codes=("pinochle",))),
    "table_too_large": change(HORSE, table_size=9),
    "fee_hidden": with_item(CLUB, "rebuy", split_centavos={}),
    "fee_not_named": with_item(NPS, "entry", split_centavos={"prize_pool": 30_000, "rake": 9000}),
    "fee_not_disclosed": change(CGP, withheld=()),
    "fee_differs": change(CGP, withheld=(Withholding(account="staff", basis_points=500),)),
    "ranking_fee_missing": with_item(CGP, "entry", split_centavos=RAISED),
    "part_differs": with_item(CGP, "entry", split_centavos=RAISED),
    "differs_from_book": change(CGP, minimum_entries=(MinimumEntries(level=1, entries=6),)),
    "final_table_differs": change(CGP, book="adtp-2012", payout=Payout(source="organiser")),
    "payout_not_in_book": change(NPS, payout=Payout(source="book")),
    "main_in_one_day": change(CGP, days=(change(CGP.days[0], until_level=None),)),
    "points_excluded": change(SIX, kind="ladies"),
    "target_not_above_stack": change(SATELLITE, satellite=change(SEAT, target_chips=CLUB.starting_stack)),
    "target_with_bounty": change(SATELLITE, bounty=KNOCKOUT, satellite=change(SEAT, target_chips=10**6)),
    "points_of_satellite": change(SATELLITE, points="side"),
    "points_of_main": change(SIX, points="main"),
    "cards_without_clock": with_item(change(SIX, action_clock=None), "entry", time_cards=1),
    "no_action_clock": change(NPS, action_clock=None),
    "no_action_clock_nor_cards": change(CGP, action_clock=None),
    "clock_without_cards": change(SIX, action_clock=ActionClock(cards=0)),
}


@pytest.mark.parametrize("name", sorted(templates()))
def test_nothing_is_wrong_with_a_shipped_sheet(name):
    """What we offer to start from has no fault at all, not even a doubt."""
    assert faults(template(name)) == {}


@pytest.mark.parametrize(("because", "sheet"), CASES.items(), ids=CASES)
def test_each_fault_is_found_and_said_in_three_languages(because, sheet):
    """One thing is changed in a sound sheet; the fault it makes is among those listed."""
    found = faults(sheet)
    assert because in found, list(found)
    said = {tell(found[because], lang) for lang in LANGUAGES}
    assert len(said) == 3
    assert not any("{" in sentence for sentence in said)


def test_every_fault_that_the_linter_knows_has_a_case():
    """A fault without a test is a promise without proof."""
    known = set()
    for path in Path(linter.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("sheet."):
                known.add(node.value.removeprefix("sheet."))
    assert known == {*CASES, "may_not_differ", "nobody_cancels"}  # an addendum or an answer makes these, see below


@pytest.mark.parametrize(
    ("answer", "minutes", "found"),
    [
        ("cancel.until_minutes_before", 60, True),
        ("cancel.until_minutes_before", 59, False),
        ("desk.opens_minutes_before", 30, True),
        ("desk.opens_minutes_before", 31, False),
    ],
)
def test_a_desk_that_opens_when_cancelling_ends_is_doubted_where_the_house_settles_it(answer, minutes, found):
    """The house opens an hour before and lets people cancel until half an hour before."""
    told = {one.because: one for one in lint(CLUB, book_of(CLUB), {answer: minutes})}
    assert ("sheet.nobody_cancels" in told) is found
    said = [tell(told["sheet.nobody_cancels"], lang) for lang in LANGUAGES] if found else []
    assert all("{" not in one for one in said)


@pytest.mark.clause("cgp-2024:2.6")
def test_where_both_hours_are_the_book_s_own_nothing_is_doubted():
    assert not [one for one in lint(CGP, book_of(CGP)) if one.because == "sheet.nobody_cancels"]


def test_what_is_wrong_comes_before_what_is_in_doubt():
    """A director reads first what keeps registration closed."""
    sheet = change(CASES["split_short"], guarantee_centavos=50_000_000)
    weights = [fault.weight for fault in lint(sheet, book_of(sheet))]
    assert weights == sorted(weights, reverse=True)
    assert set(weights) == {"wrong", "doubt"}


def test_a_sentence_has_the_numbers_a_director_needs():
    """Who reads it knows what to change without opening the file."""
    said = tell(faults(CASES["split_short"])["split_short"], "pt")
    assert said == "Inscrição custa R$ 630,00, mas as partes somam R$ 620,00: faltam R$ 10,00 sem destino."
    said = tell(faults(CASES["colour_up_too_early"])["colour_up_too_early"], "pt")
    assert "A ficha de 100 sai no fim do nível 4" in said
    said = tell(faults(CASES["day_past_closing"])["day_past_closing"], "en")
    assert said == "Day 1A ends at 0:35, 35 minutes after the room closes (0:00)."
    said = tell(faults(CASES["chip_set_short"])["chip_set_short"], "es")
    assert said == "Fichas de 100: 120 stacks necesitan 1.200 y la casa tiene 900, que alcanzan para 90."


def test_a_courtesy_is_covered_by_the_house():
    """Nobody pays it, the pool still gets its part, and the split sums to what the house covers."""
    courtesy = SaleItem(
        id="courtesy",
        kind="courtesy",
        label="Cortesia",
        price_centavos=0,
        covered_centavos=48_000,
        split_centavos={"prize_pool": 48_000},
        chips=30_000,
        limit=Limit(total=3),
    )
    assert faults(change(CGP, items=(*CGP.items, courtesy))) == {}
    unpaid = change(courtesy, covered_centavos=0)
    assert "split_over" in faults(change(CGP, items=(*CGP.items, unpaid)))


def without(sheet, parameter, value):
    """The sheet's book with one value changed by an addendum."""
    book = book_of(sheet)
    layer = replace(shipped().addenda["clube"], clauses={})
    clause = Clause("X", 0, "admin", "decides", layer.governs, layer.governs, sets={parameter: value})
    return replace(book, layers=(*book.layers, replace(layer, clauses={"X": clause})))


@pytest.mark.parametrize(
    ("because", "cites", "parameter", "value"),
    [
        pytest.param(
            "main_in_one_day",
            ["cgp-2024:1.2.1.1"],
            "event.main.multi_day",
            False,
            marks=pytest.mark.clause("cgp-2024:1.2.1.1"),
        ),
        ("fee_not_named", ["nps-2019:M"], "event.sheet.fields", ("buy_in",)),
        ("points_excluded", ["cgp-2024:4.3.b"], "ranking.excluded_events", ()),
        ("fee_not_disclosed", ["cgp-2024:3.1", "cgp-2024:3.5"], "prizes.retention.share", 0),
    ],
)
def test_a_fault_against_the_book_cites_it_and_goes_when_the_book_says_otherwise(because, cites, parameter, value):
    """The linter asks the book, so another value gives another answer."""
    sheet = CASES[because]
    assert [str(cite) for cite in faults(sheet)[because].cites] == cites
    left = {fault.because for fault in lint(sheet, without(sheet, parameter, value))}
    assert f"sheet.{because}" not in left


@pytest.mark.clause("nps-2019:B")
def test_the_main_event_of_the_other_tour_has_several_days_too():
    """Its book says so in a clause of its own."""
    sheet = change(NPS, days=(change(NPS.days[0], until_level=None),))
    assert [str(cite) for cite in faults(sheet)["main_in_one_day"].cites] == ["nps-2019:B"]


@pytest.mark.clause("nps-2019:DEF")
def test_a_stage_may_announce_another_price():
    """The printed price is the default; a stage that says another is not at fault."""
    dearer = {"prize_pool": 40_000, "rake": 8000, "local_partners": 2000}
    sheet = with_item(with_item(NPS, "entry", price_centavos=50_000, split_centavos=dearer), "reentry")
    assert "may_not_differ" not in faults(sheet)
    left = lint(sheet, without(sheet, "entry.main.stage_may_change", False))
    assert [fault.because for fault in left if fault.weight == "wrong"] == ["sheet.may_not_differ"] * 2
