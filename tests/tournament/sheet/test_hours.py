"""Hours on paper: right on the night on which clocks are changed, and every level with its game."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest

from feltro.app.sheets import lines as structure_lines
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.kernel.instants import local_time, minutes_after, times_shown
from feltro.tournament.sheet import Day, Level, Sheet
from feltro.tournament.sheet.duration import day_ends
from feltro.tournament.sheet.lint import days as lint_days
from feltro.web.events.drafts import _moved
from tests.tournament.room import Room, sheet

NEW_YORK = "America/New_York"
"""Clocks go from 2:00 to 3:00 on 14 March 2027, and from 2:00 back to 1:00 on 7 November 2027."""
EVERY_ZONE_WAY = ["written", "in_zone"]


def late(start, way="written", **changes):
    starts = datetime.fromisoformat(start)
    if way == "in_zone":
        starts = starts.astimezone(ZoneInfo(NEW_YORK))
    levels = tuple(Level(minutes=30, small_blind=100, big_blind=200) for _ in range(8))
    day = Day(id="1", starts_at=starts, until_level=8)
    return msgspec.structs.replace(
        sheet(), zone=NEW_YORK, days=(day,), levels=levels, late_registration=2, **changes
    )


def hours(made):
    return [row[1] for row in structure_lines.level_rows(made, "pt") if row[0]]


@pytest.mark.parametrize("way", EVERY_ZONE_WAY)
def test_hours_jump_where_clocks_go_forward(way):
    """From 0:30 by half hours: after 1:30 comes 3:00."""
    made = late("2027-03-14T00:30:00-05:00", way)
    assert hours(made) == ["0h30", "1h00", "1h30", "3h00", "3h30", "4h00", "4h30", "5h00"]
    assert day_ends(made, made.days[0]).strftime("%H:%M") == "05:30"


@pytest.mark.parametrize("way", EVERY_ZONE_WAY)
def test_hours_come_again_where_clocks_go_back(way):
    """From 0:30 by half hours: 1:00 and 1:30 come twice."""
    made = late("2027-11-07T00:30:00-04:00", way)
    assert hours(made) == ["0h30", "1h00", "1h30", "1h00", "1h30", "2h00", "2h30", "3h00"]
    assert day_ends(made, made.days[0]).strftime("%H:%M") == "03:30"


@pytest.mark.parametrize(
    ("start", "because", "weight"),
    [
        ("2027-03-14T02:30:00-05:00", "sheet.start_never", "wrong"),
        ("2027-11-07T01:30:00-04:00", "sheet.start_twice", "doubt"),
        ("2027-03-14T03:30:00-04:00", "", ""),
        ("2027-03-13T02:30:00-05:00", "", ""),
        ("2027-03-14T07:30:00+00:00", "", ""),
    ],
)
def test_a_start_that_does_not_exist_or_exists_twice_is_a_finding(start, because, weight):
    found = [(one.because, one.weight) for one in lint_days.check(late(start)) if "start_" in one.because]
    assert found == ([(because, weight)] if because else [])


def test_a_start_is_not_moved_to_an_hour_that_does_not_exist():
    room = Room(
        days=(Day(id="1", starts_at=datetime.fromisoformat("2027-03-13T20:00:00-05:00"), seats=90),), zone=NEW_YORK
    )
    move = {"tournament": "t1", "day": "1", "reason": "x", "role": "director"}
    refused = room.refused("MoveStart", **move, starts_at="2027-03-14T02:30:00-05:00")
    assert refused.because == "sheet.start_never"
    room.done("MoveStart", **move, starts_at="2027-03-14T03:30:00-04:00")
    assert local_time(room.state.starts["1"], NEW_YORK).strftime("%d %H:%M") == "14 03:30"


def test_a_copied_event_starts_at_the_same_hour():
    """19:00 in summer time, copied to December: 19:00, not 18:00."""
    made = _moved(late("2027-06-05T19:00:00-04:00"), datetime(2027, 12, 4).date())  # noqa: DTZ001 - a day
    assert made.days[0].starts_at.isoformat() == "2027-12-04T19:00:00-05:00"


def test_the_hour_of_another_place_says_by_itself_what_it_means():
    moment = datetime.fromisoformat("2027-03-14T02:30:00-03:00")
    assert times_shown(moment, NEW_YORK) == 1
    assert minutes_after(moment, 90, NEW_YORK).isoformat() == "2027-03-14T03:00:00-04:00"


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_every_level_of_a_mixed_event_names_its_game(lang):
    """HORSE: hold'em, omaha, razz, stud, stud hi-lo, and again; a column of its own on paper and terminal."""
    made = sheet_from_template(templates()["horse"], datetime(2026, 11, 20).date())  # noqa: DTZ001 - a day
    assert isinstance(made, Sheet)
    head = structure_lines.level_head(made, lang)
    rows = list(structure_lines.level_rows(made, lang))
    assert {len(row) for row in rows} == {len(head)}
    games = [row[-2] for row in rows if row[0]]
    assert games[:6] == [
        "Limit Hold’em",
        "Limit Omaha Hi-Lo",
        "Razz",
        "Seven Card Stud",
        "Stud Hi-Lo",
        "Limit Hold’em",
    ]
    assert all(games)


def test_a_level_with_a_game_of_its_own_and_a_rotation_by_hands_are_named_too():
    plain = sheet()
    own = (*plain.levels[:1], msgspec.structs.replace(plain.levels[1], game="plo"), *plain.levels[2:])
    rows = list(structure_lines.level_rows(msgspec.structs.replace(plain, levels=own), "pt"))
    assert [row[-2] for row in rows if row[0]][:3] == ["No-Limit Hold’em", "Pot-Limit Omaha", "No-Limit Hold’em"]
    games = msgspec.structs.replace(plain.games, codes=("nlhe", "plo"), by="hands")
    rows = list(structure_lines.level_rows(msgspec.structs.replace(plain, games=games), "pt"))
    assert rows[0][-2] == "No-Limit Hold’em / Pot-Limit Omaha"


def test_an_event_of_one_game_has_no_such_column():
    assert "jogo" not in structure_lines.level_head(sheet(), "pt")
