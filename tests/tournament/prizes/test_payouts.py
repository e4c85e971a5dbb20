"""Payout tables and rounding: the printed shares, the exact total, and what is wrong with a table."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.app.sheets.payout_tables import book_table
from feltro.cli.main import main
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.library import shipped
from feltro.tournament.prizes.amounts import Terms, pay_out
from feltro.tournament.prizes.files import read_csv, read_toml
from feltro.tournament.prizes.tables import (
    WINNER_TAKES_ALL,
    Band,
    Column,
    PrizeTable,
    banded,
    lint,
    proposed,
)

CGP = book_table(shipped()["cgp-2024"])
EDGES = [edge for column in CGP.columns for edge in (column.entries_from, column.entries_to) if edge is not None]
PAID = (1, 2, 3, 4, 5, 6, 8, 11, 13, 17, 21, 26, 35, 44, 53, 62, 71, 80, 89, 98, 116, 134, 152)


def paid(entries, pool, **terms):
    return pay_out(pool, CGP.column(entries), Terms(**terms))


# The printed table


@pytest.mark.clause("cgp-2024:3.2")
@pytest.mark.parametrize("entries", EDGES)
def test_every_bracket_edge_pays_its_own_column(entries):
    """Printed share from second place on, first the rest, and the sum is the pool."""
    column = CGP.column(entries)
    assert column.entries_from <= entries <= column.entries_to
    assert column.paid == PAID[CGP.columns.index(column)]
    pool = 46560 * entries
    amounts = paid(entries, pool).amounts
    assert len(amounts) == column.paid
    assert sum(amounts) == pool
    for band in column.bands[1:]:
        expected = int(pool * band.share + Fraction(1, 2))
        assert set(amounts[band.first - 1 : band.last]) == {expected}


@pytest.mark.clause("cgp-2024:3.2")
@pytest.mark.parametrize(
    ("entries", "pool", "expected"),
    [
        (10, 465600, {1: 465600}),
        (200, 9312000, {1: 2132456, 2: 1440566, 21: 141542}),
        (300, 13968000, {1: 2973794, 35: 138283}),
        (115, 5520000, {1: 1355160, 12: 150420, 13: 150420}),
        (27, 1257120, {1: 553132, 2: 414850, 3: 289138}),
    ],
)
def test_the_examples_of_the_index(entries, pool, expected):
    """Ten, 27, 115, 200 and 300 entries, to the centavo."""
    amounts = paid(entries, pool).amounts
    assert {place: amounts[place - 1] for place in expected} == expected
    assert max(expected) == len(amounts)


@pytest.mark.clause("cgp-2024:3.2")
def test_one_more_entry_pays_one_more_place():
    """From 20 to 21 entries: 65/35 becomes 44/33/23."""
    assert paid(20, 10000).amounts == (6500, 3500)
    assert paid(21, 10000).amounts == (4400, 3300, 2300)


@pytest.mark.clause("cgp-2024:3.2")
def test_the_difference_from_the_printed_share_is_told():
    """200 entries: R$ 21.324,56 where the printed share would be R$ 21.249,98."""
    payout = paid(200, 9312000)
    (note,) = payout.notes
    assert note.because == "prizes.first_differs"
    assert payout.printed_first == 2124998
    assert note.values["difference"].centavos == 2132456 - 2124998


@pytest.mark.clause("cgp-2024:3.2")
def test_the_printed_columns_add_up_to_almost_one():
    """Between 0.9956 and 1.0015, which is why first takes the rest."""
    wholes = [column.whole for column in CGP.columns]
    assert min(wholes) == Fraction("0.9956")
    assert max(wholes) == Fraction("1.0015")
    assert all(fault.weight == "doubt" for fault in lint(CGP))


@pytest.mark.clause("nps-2019:M")
def test_the_proposed_table_pays_about_fifteen_percent():
    """200 entries, 30 places."""
    assert proposed(200, Fraction("0.15")).columns[0].paid == 30


# Rounding


@st.composite
def columns(draw):
    """Any table that goes down, with bands of any width."""
    widths = draw(st.lists(st.integers(1, 9), min_size=0, max_size=12))
    weights = sorted(draw(st.lists(st.integers(1, 10**6), min_size=len(widths) + 1, max_size=len(widths) + 1)))
    weights.reverse()
    total = weights[0] + sum(w * n for w, n in zip(weights[1:], widths, strict=True))
    slip = draw(st.fractions(Fraction(995, 1000), Fraction(1002, 1000)))
    bands, place = [Band(1, 1, Fraction(weights[0], total) * slip)], 2
    for weight, width in zip(weights[1:], widths, strict=True):
        bands.append(Band(place, place + width - 1, Fraction(weight, total) * slip))
        place += width
    return Column(1, None, tuple(bands))


@given(columns(), st.integers(1, 10**9), st.sampled_from([1, 100, 500, 1000, 5000, 12345]), st.integers(0, 10**5))
def test_rounding_keeps_its_promises(column, pool, unit, minimum):
    """Exact total, equal bands equal, never more for a worse place, the minimum kept, whole units but the first."""
    payout = pay_out(pool, column, Terms(unit=unit, minimum=minimum))
    if isinstance(payout, Refused):
        least = -(-max(minimum, 1) // unit) * unit
        assert least * column.paid > pool
        return
    amounts = payout.amounts
    assert sum(amounts) == pool
    assert list(amounts) == sorted(amounts, reverse=True)
    assert min(amounts) >= minimum
    for band in column.bands:
        assert len(set(amounts[band.first - 1 : band.last])) == 1
    assert all(amount % unit == 0 for amount in amounts[1:])


@given(columns(), st.integers(10**7, 10**9), st.sampled_from([1, 100, 1000]))
def test_a_prize_is_at_most_half_a_unit_from_its_share(column, pool, unit):
    """Wherever nothing had to be lowered or lifted."""
    payout = pay_out(pool, column, Terms(unit=unit))
    assert not isinstance(payout, Refused)
    if {note.because for note in payout.notes} <= {"prizes.first_differs"}:
        for band in column.bands[1:]:
            assert abs(payout.amounts[band.first - 1] - pool * band.share) <= Fraction(unit, 2)


def test_a_unit_too_large_for_the_gaps_lowers_those_below():
    """35/33/32 of R$ 11 in units of R$ 2 would leave the winner R$ 3 and the others R$ 4 each."""
    column = Column(1, None, banded([Fraction(35, 100), Fraction(33, 100), Fraction(32, 100)]))
    payout = pay_out(1100, column, Terms(unit=200))
    assert payout.amounts == (700, 200, 200)
    assert "prizes.lowered" in {note.because for note in payout.notes}


def test_a_minimum_lifts_the_last_places_and_says_so():
    """Nobody in the money gets less than the entry."""
    payout = paid(200, 9312000, minimum=150000)
    assert min(payout.amounts) == 150000
    lifted = next(note for note in payout.notes if note.because == "prizes.lifted")
    assert lifted.where == "18"
    assert lifted.values == {"place": 18, "last": 21, "amount": Money(150000)}


def test_a_minimum_that_lifts_several_bands_names_them_from_the_first_to_the_last():
    """50, 30, 15 and 5 per cent of R$ 1.000 with R$ 200 for each: third and fourth are lifted."""
    column = Column(1, None, banded([Fraction(50, 100), Fraction(30, 100), Fraction(15, 100), Fraction(5, 100)]))
    payout = pay_out(100000, column, Terms(minimum=20000))
    assert payout.amounts == (30000, 30000, 20000, 20000)
    lifted = next(note for note in payout.notes if note.because == "prizes.lifted")
    assert (lifted.where, lifted.values) == ("3", {"place": 3, "last": 4, "amount": Money(20000)})


def test_a_pool_that_cannot_pay_the_minimum_is_refused():
    """21 places of R$ 620 need more than R$ 10.000."""
    assert paid(200, 1000000, minimum=62000).because == "prizes.pool_too_small"


def test_first_place_may_be_held_to_its_printed_share():
    """What nobody gets is told; never is more paid than there is."""
    payout = paid(200, 9312000, first="printed_share")
    assert payout.amounts[0] == payout.printed_first == 2124998
    assert payout.left == 2132456 - 2124998
    over = paid(600, 10**7, first="printed_share")
    assert sum(over.amounts) + over.left == 10**7
    assert over.left == 0


def test_no_pool_pays_nobody():
    """A free event has no prizes, and says so."""
    payout = paid(20, 0)
    assert payout.amounts == ()
    assert payout.notes[0].because == "prizes.no_pool"


@pytest.mark.parametrize("entries", [1, 2, 5000])
def test_the_winner_takes_all(entries):
    """However many enter, one or thousands."""
    assert pay_out(12345, WINNER_TAKES_ALL.column(entries), Terms()).amounts == (12345,)


@given(st.integers(1, 20000), st.fractions(Fraction(1, 20), Fraction(1, 4)))
def test_the_proposed_table_is_sound_for_any_field(entries, share):
    """It has no fault, pays about its share of the field, and goes down."""
    table = proposed(entries, share)
    (column,) = table.columns
    assert not [fault for fault in lint(table) if fault.weight == "wrong"]
    assert column.whole == 1
    assert abs(column.paid - entries * share) <= 1


# Custom tables


GOOD = "entries_from,entries_to,place_from,place_to,share\n1,10,1,1,1\n11,,1,1,60%\n11,,2,3,0.2\n"


def test_a_table_is_read_from_csv_and_from_toml():
    """The same table, written in two ways; the last bracket has no end."""
    toml = "[[column]]\nentries = [1, 10]\npercent = [100]\n[[column]]\nentries = [11]\npercent = [60, 20, 20]\n"
    table = read_csv(GOOD)
    assert table == read_toml(toml)
    assert lint(table) == []
    assert table.column(5000).paid == 3


def test_a_line_for_one_place_may_leave_the_last_place_out():
    """`1,,60%` is first place; blanks around a figure mean nothing."""
    written = "entries_from,entries_to,place_from,place_to,share\n1,10,1,,1\n 11 ,,1,,60%\n11,,2, 3 ,0.2\n"
    assert read_csv(written) == read_csv(GOOD)


@pytest.mark.parametrize(
    ("rows", "because"),
    [
        ("1,10,1,1,1\n12,20,1,1,1", "payouts.hole_between_brackets"),
        ("1,10,1,1,1\n10,20,1,1,1", "payouts.hole_between_brackets"),
        ("1,,1,1,0.5", "payouts.not_whole"),
        ("5,,1,1,0.4\n5,,2,2,0.6", "payouts.goes_up"),
        ("5,,1,1,0.6\n5,,3,3,0.4", "payouts.hole_between_places"),
        ("5,,1,2,0.5", "payouts.first_not_alone"),
        ("1,,1,1,0.6\n1,,2,2,0.4", "payouts.more_places_than_field"),
        ("9,5,1,1,1", "payouts.bracket_backwards"),
        ("5,,1,1,0.8\n5,,2,1,0.2", "payouts.empty_band"),
        ("5,,1,1,1", "payouts.starts_late"),
        ("1,5,1,1,1", "payouts.ends"),
    ],
)
def test_the_linter_names_what_is_wrong(rows, because):
    """Holes, sums, shares that go up, more places than players, a last bracket that ends."""
    table = read_csv("entries_from,entries_to,place_from,place_to,share\n" + rows)
    assert because in {fault.because for fault in lint(table)}


def test_an_empty_table_and_a_bracket_without_places_are_faults():
    """Neither pays anybody."""
    assert lint(PrizeTable(()))[0].because == "payouts.empty"
    assert "payouts.nobody_paid" in {fault.because for fault in lint(PrizeTable((Column(1, None, ()),)))}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a,b\n1,2\n",
        "entries_from,entries_to,place_from,place_to,share\n1,10,1,1,muito\n",
        "entries_from,entries_to,place_from,place_to,share\n1,10,1,1,NaN\n",
        "entries_from,entries_to,place_from,place_to,share\n-1,10,1,1,1\n",
        "entries_from,entries_to,place_from,place_to,share\n1,10\n",
    ],
)
def test_csv_that_is_no_table_says_which_line(text):
    """The head or the line, never a crash."""
    assert read_csv(text)[0].because in {"payouts.csv_head", "payouts.csv_row"}


@pytest.mark.parametrize(
    "text",
    [
        "= ",
        "x = 1",
        "column = [1]",
        "[[column]]\nentries = [1]\npercent = ['a']",
        "[[column]]\nentries = [1]\npercent = []",
        "[[column]]\nentries = [1]\npercent = [inf]",
        "[[column]]\nentries = [1]\npercent = [60, nan]",
    ],
)
def test_toml_that_is_no_table_says_which_column(text):
    """Unreadable, or not of the form."""
    assert read_toml(text)[0].because in {"payouts.toml_unreadable", "payouts.toml_column"}


# The command


def told(capsys, *words):
    code = main(["payouts", *words])
    return code, capsys.readouterr()


@pytest.mark.clause("cgp-2024:3.2")
def test_the_command_answers_as_promised(capsys):
    """200 entries and R$ 93.120: 21 places, the sum is the pool, the difference of first place is noted."""
    code, out = told(capsys, "--book", "cgp-2024", "--entries", "200", "--pool", "93120", "--json")
    answer = json.loads(out.out)
    assert code == 0
    assert list(answer) == ["places", "paid", "pool_centavos", "notes"]
    assert answer["paid"] == 21
    assert answer["places"][0] == {"place": 1, "amount_centavos": 2132456}
    assert answer["places"][20] == {"place": 21, "amount_centavos": 141542}
    assert sum(one["amount_centavos"] for one in answer["places"]) == answer["pool_centavos"] == 9312000
    assert "R$ 21.249,98" in answer["notes"][0]


@pytest.mark.parametrize("book", ["nps-2019", "adtp-2012", "adtp-2023", "bpt-2015"])
def test_a_book_without_a_table_gets_the_proposed_one_and_is_told(capsys, book):
    """About 15 % of the field; a note says that the organiser may load another."""
    answer = json.loads(told(capsys, "--book", book, "--entries", "200", "--pool", "58200", "--json")[1].out)
    assert answer["paid"] == 30
    assert sum(one["amount_centavos"] for one in answer["places"]) == 5820000
    assert "carregar" in answer["notes"][0]


@pytest.mark.clause("cgp-2024:3.2")
def test_more_entries_than_the_table_is_the_directors_decision(capsys):
    """1,521 entries: no guess, and the clause that stays silent."""
    code, out = told(capsys, "--entries", "1521", "--pool", "700000")
    assert code == 2
    assert "cgp-2024:3.2" in out.err


def test_the_command_takes_a_table_of_the_organiser(tmp_path, capsys):
    """Alone it is checked; with entries and a pool it pays."""
    file = tmp_path / "tabela.csv"
    file.write_text(GOOD)
    assert told(capsys, "--table", str(file))[0] == 0
    words = ("--table", str(file), "--entries", "50", "--pool", "1000", "--unit", "50", "--json")
    amounts = [one["amount_centavos"] for one in json.loads(told(capsys, *words)[1].out)["places"]]
    assert amounts == [60000, 20000, 20000]
    file.write_text(GOOD.replace("60%", "90%"))
    code, out = told(capsys, "--table", str(file))
    assert code == 2
    assert "130%" in out.err


@pytest.mark.parametrize(
    "words",
    [
        ("--entries", "20"),
        ("--pool", "20"),
        ("--entries", "0", "--pool", "20"),
        ("--entries", "20", "--pool", "vinte"),
        ("--table", "nowhere.csv"),
        ("--entries", "200", "--pool", "1", "--minimum", "5"),
        ("--book", "cgp", "--entries", "20", "--pool", "20"),
    ],
)
def test_what_cannot_be_used_is_said(capsys, words):
    """In Portuguese, with the code of bad input."""
    code, out = told(capsys, *words)
    assert code == 2
    assert out.err.strip()


def test_the_command_shows_bands_and_the_clause(capsys):
    """One line for each band, the total and where the table stands."""
    out = told(capsys, "--entries", "200", "--pool", "93120", "--winner-takes-all")[1].out
    assert "R$ 93.120,00" in out
    out = told(capsys, "--entries", "200", "--pool", "93120")[1].out
    assert "18-21" in out
    assert "cgp-2024:3.2" in out
