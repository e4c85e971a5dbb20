"""Prizes at their edges: the last centavo, the first bracket, a file that is nearly right, what people are warned of."""

from __future__ import annotations

from fractions import Fraction

import pytest

from feltro.app.world.postings_season import hotel_charged
from feltro.kernel.money import Money
from feltro.ledger.accounts import account
from feltro.season.events import HotelCharged
from feltro.season.state import SeasonState
from feltro.tournament.deals.shares import Left, warnings
from feltro.tournament.prizes.amounts import PlacePrizes, Terms, pay_out
from feltro.tournament.prizes.announcement import seats_of
from feltro.tournament.prizes.due import Remaining
from feltro.tournament.prizes.files import read_csv, read_toml
from feltro.tournament.prizes.pool import Pool
from feltro.tournament.prizes.tables import Band, Column, PrizeTable, lint, proposed
from feltro.tournament.sheet import Satellite


def column(*shares: str, first: int = 1, last: int | None = None) -> Column:
    bands = tuple(Band(place, place, Fraction(share)) for place, share in enumerate(shares, 1))
    return Column(first, last, bands)


def paid(pool: int, of: Column, **terms) -> PlacePrizes:
    found = pay_out(pool, of, Terms(**terms))
    assert isinstance(found, PlacePrizes), found
    return found


@pytest.mark.parametrize(
    ("pool", "shares", "amounts"),
    [
        (1000, ("0.5", "0.5"), (500, 500)),
        (1001, ("0.5", "0.5"), (501, 500)),
        (1000, ("0.4", "0.6"), (500, 500)),
        (1000, ("0.1", "0.6", "0.3"), (400, 400, 200)),
        (3, ("0.3", "0.3", "0.4"), (1, 1, 1)),
    ],
)
def test_nobody_gets_more_than_the_winner_and_not_a_thousandth_is_lowered_for_nothing(pool, shares, amounts):
    assert paid(pool, column(*shares)).amounts == amounts


def test_the_winner_is_told_what_differs_from_the_printed_share():
    """Shares of 50 and 40 percent: first takes the rest, 600 for 500, of a table that adds up to 90."""
    [note] = paid(1000, column("0.5", "0.4")).notes
    values = {name: str(value) for name, value in note.values.items()}
    assert (note.because, note.values["percent"]) == ("prizes.first_differs", 90)
    assert note.values["difference"].centavos == 100, values


@pytest.mark.parametrize(
    ("people", "places"), [(1, [(1, 1)]), (2, [(1, 1), (2, 2)]), (3, [(1, 1), (2, 3)]), (9, [(1, 1), (2, 4)])]
)
def test_places_that_nobody_can_reach_are_left_out(people, places):
    """First, and second to fourth: whoever entered often holds one place."""
    table = Column(1, None, (Band(1, 1, Fraction(1, 2)), Band(2, 4, Fraction(1, 6))))
    assert [(one.first, one.last) for one in table.for_people(people).bands] == places


@pytest.mark.parametrize(("first", "late"), [(1, False), (2, True), (3, True)])
def test_a_table_that_begins_after_the_first_entry_is_doubted(first, late):
    faults = [one.because for one in lint(PrizeTable((column("1", first=first),)))]
    assert ("payouts.starts_late" in faults) is late


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("entries = [1, 20]\npercent = [65, 35]", 1),
        ("entries = [1]\npercent = [65.5, 34.5]", 1),
        ('entries = [1, "20"]\npercent = [65, 35]', 0),
        ('entries = [1, 20]\npercent = [65, "35"]', 0),
        ("entries = [1, 20, 30]\npercent = [65, 35]", 0),
        ("entries = []\npercent = [65, 35]", 0),
        ("entries = [1, 20]\npercent = []", 0),
        ("entries = [1, 20]\npercent = [65, nan]", 0),
        ("entries = [true, 20]\npercent = [65, 35]", 0),
    ],
)
def test_a_column_of_a_file_is_read_whole_or_not_at_all(text, columns):
    found = read_toml(f"[[column]]\n{text}")
    if columns:
        assert isinstance(found, PrizeTable)
        assert (found.columns[0].entries_from, found.columns[0].paid) == (1, 2)
    else:
        assert isinstance(found, list)
        assert [one.because for one in found] == ["payouts.toml_column"]


@pytest.mark.parametrize(
    ("number", "read"), [("999999999", True), ("1000000000", False), ("٣", False), ("-1", False)]
)
def test_a_number_of_a_file_has_at_most_nine_digits(number, read):
    found = read_csv(f"entries_from,entries_to,place_from,place_to,share\n1,{number},1,1,100%\n")
    assert isinstance(found, PrizeTable) is read


def test_what_still_has_to_leave_the_house_is_all_of_it():
    """Now, of places to come and of staff tonight; later and held on top."""
    left = Remaining(now=100, later=20, held=3, to_come=4000, staff=50_000)
    assert (left.tonight, left.all) == (54_100, 54_123)


@pytest.mark.parametrize(
    ("prizes", "reserve", "warned"),
    [
        ((1000, 600), 0, []),
        ((1000, 600), 400, []),
        ((1000, 600), 401, ["deal.reserve_above_gap"]),
        ((1000,), 900, []),
    ],
)
def test_a_reserve_larger_than_the_gap_to_second_is_told_before_anybody_agrees(prizes, reserve, warned):
    found = warnings([1] * len(prizes), Left(prizes, reserve))
    assert [one.because for one in found if one.because == "deal.reserve_above_gap"] == warned
    for one in found:
        if one.because == "deal.reserve_above_gap":
            assert (one.values["reserve"].centavos, one.values["gap"].centavos) == (401, 400)


@pytest.mark.parametrize(
    ("remainder", "net", "people", "fixed", "expected"),
    [
        ("next_place", 3500, 9, None, (3, (0, 0, 0, 500), 0)),
        ("next_place", 3000, 9, None, (3, (), 0)),
        ("next_place", 3500, 3, None, (3, (167, 167, 166), 0)),
        ("shared", 3500, 9, None, (3, (167, 167, 166), 0)),
        ("shared", 900, 9, None, (0, (900,), 0)),
        ("next_place", 900, 9, None, (0, (900,), 0)),
        ("shared", 1500, 9, 2, (2, (), 500)),
        ("shared", 9000, 2, None, (2, (3500, 3500), 0)),
    ],
)
def test_what_a_satellites_pool_buys_and_who_gets_the_rest(remainder, net, people, fixed, expected):
    """Seats of R$ 10: as many as the pool buys or the sheet says, never more than people to win them."""
    satellite = Satellite(target="t1", seat_centavos=1000, seats=fixed, remainder=remainder)
    pool = Pool({"entry": net}, 0, 0, 0, 0, (), ())
    found = seats_of(satellite, pool, people, 0)
    assert (found.seats, found.prizes, found.cover) == expected


def test_seats_that_were_won_by_chips_already_are_awarded_whatever_the_pool():
    found = seats_of(Satellite(target="t1", seat_centavos=1000), Pool({"entry": 1500}, 0, 0, 0, 0, (), ()), 9, 2)
    assert (found.seats, found.cover) == (2, 500)


def test_the_hotel_of_a_champion_comes_back_to_the_organiser_from_both_funds():
    amounts = hotel_charged(
        HotelCharged(stage="e1", annual_centavos=700, stage_centavos=300, reason=""), SeasonState(season="s26")
    )
    assert {str(one): amount.centavos for one, amount in amounts.items()} == {
        "ranking_fund:s26": 700,
        "stage_champion_fund:s26:e1": 300,
        "organiser": -1000,
    }
    assert account("organiser") in amounts


def test_a_proposed_table_has_single_places_then_threes_then_nines():
    """Of 300 entries 15 % are paid: nine places alone, three groups of three, then groups of nine, 45 in all."""
    [column] = proposed(300, Fraction(15, 100)).columns
    assert [(band.first, band.last) for band in column.bands] == [
        *((place, place) for place in range(1, 10)),
        *((10, 12), (13, 15), (16, 18)),
        *((19, 27), (28, 36), (37, 45)),
    ]
    assert sum(band.share * (band.last - band.first + 1) for band in column.bands) == 1
    [few] = proposed(20, Fraction(15, 100)).columns
    assert [(band.first, band.last) for band in few.bands] == [(1, 1), (2, 2), (3, 3)]
    [one] = proposed(3, Fraction(15, 100)).columns
    assert [(band.first, band.last) for band in one.bands] == [(1, 1)]


@pytest.mark.parametrize(
    ("shares", "amounts", "lifted"),
    [
        ((95, 5), (90_000, 10_000), (2, 2)),
        ((70, 20, 6, 4), (60_000, 20_000, 10_000, 10_000), (3, 4)),
        ((60, 30, 10), (60_000, 30_000, 10_000), None),
    ],
)
def test_places_below_the_least_prize_are_lifted_to_it_and_the_director_hears_which(shares, amounts, lifted):
    """Of R$ 1,000 nobody gets less than R$ 100; a share of just that lifts nobody."""
    bands = tuple(Band(place, place, Fraction(share, 100)) for place, share in enumerate(shares, 1))
    payout = pay_out(100_000, Column(1, None, bands), Terms(minimum=10_000))
    assert isinstance(payout, PlacePrizes)
    assert payout.amounts == amounts
    told = [(note.where, note.values) for note in payout.notes if note.because == "prizes.lifted"]
    if lifted is None:
        assert told == []
    else:
        first, last = lifted
        assert told == [(str(first), {"place": first, "last": last, "amount": Money(10_000)})]
