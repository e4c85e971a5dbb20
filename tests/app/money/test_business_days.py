"""The last day for a prize, by the banks' days, the state's and the house's own; told with its calendar, and kept."""

from __future__ import annotations

from datetime import date

import pytest

from feltro.app.money.business_days import STATES, business_day_after, calendar_said
from feltro.app.money.holidays import house_holidays, name_holidays
from feltro.app.reports.event import event_report
from feltro.app.reports.report import plain_report
from feltro.app.world.plan import Envelope
from feltro.store.memory import MemoryStore
from feltro.tournament.facts.prizes import Calendar
from feltro.tournament.prizes.due import due
from feltro.words.sentences import say
from tests.tournament.prizes.hall import Hall
from tests.tournament.room import at

BANKS = "feriados nacionais e dos bancos (carnaval e Corpus Christi)"


def named(store, days="", state="", key="h1", role="organiser"):
    return name_holidays(store, state, days, Envelope(key=key, who="olga", role=role, at=at("13:30")))


def won_on_friday(book="cgp-2024"):
    """The champion won on Friday, 20 November 2026."""
    return Hall(book=book).fill(8).close().announce().down_to(1)


def left_for_later(hall, entry="e1"):
    hall.done("SchedulePrize", tournament="t1", entry=entry)
    return due(hall.state)[entry]


@pytest.mark.parametrize(
    ("calendar", "expected"),
    [
        (Calendar(), date(2027, 9, 24)),
        (Calendar(state="RS"), date(2027, 9, 27)),  # 20 September is a holiday in RS
        (Calendar(state="SP"), date(2027, 9, 24)),
        (Calendar(own=("09-20",)), date(2027, 9, 27)),
        (Calendar(own=("2027-09-20",)), date(2027, 9, 27)),
        (Calendar(own=("2026-09-20",)), date(2027, 9, 24)),  # that day of another year
        (Calendar(state="RS", own=("09-20", "09-24")), date(2027, 9, 28)),  # the same Monday once, and the Friday
        (Calendar(own=("09-19",)), date(2027, 9, 24)),  # a Sunday
    ],
)
def test_holidays_of_state_and_house_are_no_business_days(calendar, expected):
    """Five business days after Friday, 17 September 2027; the Monday is the 20th."""
    assert business_day_after(date(2027, 9, 17), 5, calendar) == expected


def test_carnival_is_left_out_though_no_law_makes_it_a_holiday():
    """Friday 5 February 2027, one day later: Wednesday the 10th, and the sentence says that Carnival was left out."""
    assert business_day_after(date(2027, 2, 5), 1) == date(2027, 2, 10)
    key, values = calendar_said(Calendar(business_days=1))
    assert say(key, "pt", **values) == f"1 dia útil · {BANKS}"


def test_the_27_states_are_those_that_the_calendar_knows():
    """Each of them can be counted with."""
    assert len(STATES) == 27
    for state in STATES:
        assert business_day_after(date(2026, 3, 2), 1, Calendar(state=state)) > date(2026, 3, 2)


@pytest.mark.parametrize(
    ("book", "without", "with_monday"),
    [("cgp-2024", date(2026, 11, 27), date(2026, 11, 30)), ("nps-2019", date(2026, 12, 1), date(2026, 12, 2))],
)
@pytest.mark.clause("cgp-2024:3.3", "nps-2019:O")
def test_a_holiday_of_the_city_on_monday_moves_the_last_day_by_one(book, without, with_monday):
    """Won on a Friday, five days or seven: one business day later where the house named that Monday."""
    assert left_for_later(won_on_friday(book)).scheduled == without
    hall = won_on_friday(book)
    assert named(hall.house.store, "23/11 Padroeira") is None
    assert left_for_later(hall).scheduled == with_monday


@pytest.mark.clause("cgp-2024:3.3")
def test_a_day_that_was_told_stays_when_the_house_names_other_holidays():
    """e1 was told the 27th; what the house names later holds for e2 only, and each shows its own calendar."""
    hall = Hall(book="cgp-2024").fill(21).close().announce().down_to(1)
    assert left_for_later(hall, "e1").scheduled == date(2026, 11, 27)
    named(hall.house.store, "23/11/2026 Ponto facultativo\n02/02 Navegantes", "RS")
    first, second = due(hall.state)["e1"], left_for_later(hall, "e2")
    assert (first.scheduled, second.scheduled) == (date(2026, 11, 27), date(2026, 11, 30))
    assert first.calendar == Calendar(business_days=5)
    assert second.calendar == Calendar(business_days=5, state="RS", own=("02-02", "2026-11-23"))
    again = hall.refused("SchedulePrize", tournament="t1", entry="e1")
    assert (again.because, again.values["day"]) == ("prize.scheduled_already", date(2026, 11, 27))
    assert due(hall.state)["e1"].scheduled == date(2026, 11, 27)


@pytest.mark.clause("cgp-2024:3.3")
def test_the_statement_says_by_which_calendar_each_day_was_counted():
    """The last day, what is owed by then, and the calendar in words; nothing of what was paid on the spot."""
    hall = Hall(book="cgp-2024").fill(21).close().announce().down_to(1)
    named(hall.house.store, "23/11 Padroeira", "RS")
    left_for_later(hall)
    report = plain_report(event_report("t1", hall.house.world), "pt")
    (section,) = [one for one in report["sections"] if one["name"] == "later"]
    (row,) = section["rows"]
    assert (row["place"], row["due_on"], row["due_centavos"]) == (1, "2026-11-30", hall.amounts["e1"])
    assert row["calendar"] == f"5 dias úteis · {BANKS}, de RS e 1 da casa (23/11)"


@pytest.mark.parametrize(
    ("calendar", "told"),
    [
        (Calendar(), f"dias úteis · {BANKS}"),
        (Calendar(business_days=7), f"7 dias úteis · {BANKS}"),
        (Calendar(business_days=5, state="RS"), f"5 dias úteis · {BANKS}, de RS"),
        (
            Calendar(business_days=5, own=("09-20", "2026-12-08")),
            f"5 dias úteis · {BANKS}, 2 da casa (20/09, 08/12/2026)",
        ),
    ],
)
def test_every_calendar_has_its_words(calendar, told):
    """What was recorded before the calendar was written down is told without a number of days."""
    key, values = calendar_said(calendar)
    assert say(key, "pt", **values) == told
    assert say(key, "en", **values)
    assert say(key, "es", **values)


# What the organiser types


def test_holidays_are_read_as_they_are_typed_in_the_order_of_the_year():
    """With a year: that day only; 29 February is a day of some years."""
    store = MemoryStore()
    assert (
        named(store, "20/09 Revolução Farroupilha\n\n 2/2 Navegantes \n29/2 Dia raro\n24/12/2026 Véspera", "RS")
        is None
    )
    kept = house_holidays(store)
    assert kept.state == "RS"
    assert [one.line for one in kept.own] == [
        "02/02 Navegantes",
        "29/02 Dia raro",
        "20/09 Revolução Farroupilha",
        "24/12/2026 Véspera",
    ]
    assert named(store, "", "", "h2") is None
    assert house_holidays(store).own == ()


@pytest.mark.parametrize(
    ("days", "state", "because"),
    [
        ("20/09", "", "holidays.unreadable"),
        ("Navegantes 02/02", "", "holidays.unreadable"),
        ("31/02 Nunca", "", "holidays.unreadable"),
        ("29/02/2027 Nunca", "", "holidays.unreadable"),
        ("02/02 Navegantes\n2/2 De novo", "", "holidays.twice"),
        ("\n".join(f"{day}/{month} Dia" for month in (1, 2) for day in range(1, 22)), "", "holidays.too_many"),
        ("", "XX", "holidays.state_unknown"),
    ],
)
def test_what_is_no_holiday_is_refused_and_nothing_is_kept(days, state, because):
    """The line is named, and what stood there stays."""
    store = MemoryStore()
    named(store, "02/02 Navegantes", "RS")
    refused = named(store, days, state, "h2")
    assert refused is not None
    assert refused.because == because
    for lang in ("pt", "en", "es"):
        assert say(refused.because, lang, **refused.values)
    assert [one.day for one in house_holidays(store).own] == ["02-02"]
