"""A structure sheet in a file: what people write becomes the sheet, and everything wrong is said at once."""

import tomllib
from datetime import UTC, datetime
from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.app.sheets.templates import load_sheet, templates
from feltro.hand.games import BY_CODE
from feltro.ledger.accounts import CHART
from feltro.store.codec import Codec, EventShape
from feltro.tournament.sheet import FEES, Sheet
from feltro.tournament.sheet.games import GAMES
from feltro.tournament.sheet.items import PriceAccount
from feltro.tournament.sheet.source import read_sheet
from feltro.tournament.sheet.text import write_sheet
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from tests.tournament.sheet.sheets import DAY, change, template, with_item

NAMES = sorted(templates())


def parse(text):
    return tomllib.loads(text, parse_float=Decimal)


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_written_to_a_file_is_read_as_the_same_sheet(name):
    """Nothing is lost between the sheet and its file, dated or as a template."""
    sheet = template(name)
    assert read_sheet(parse(write_sheet(sheet))) == sheet
    assert read_sheet(parse(write_sheet(sheet, undated=True)), DAY) == sheet


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_survives_json(name):
    """A command carries it as JSON, and the log keeps it in canonical form."""

    class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
        sheet: Sheet

    kept = Kept(template(name))
    new = Codec([EventShape("Kept", 1, Kept)]).encode(kept)
    assert msgspec.json.decode(new.payload, type=Kept) == kept


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=120))
def test_any_name_can_be_written(name):
    """Quotes, line ends and markup in a name come back as they were."""
    sheet = change(template("bpt-home"), name=name, notes=name)
    assert read_sheet(parse(write_sheet(sheet))) == sheet


def test_money_chips_and_breaks_are_written_as_people_say_them():
    """A price in reais, chips as value = count, a break as a row between levels."""
    sheet = template("cgp-main")
    assert sheet.item("entry").price_centavos == 62_000
    assert sheet.item("entry").split_centavos["prize_pool"] == 48_000
    assert [(chip.value, chip.count) for chip in sheet.stack] == [(100, 10), (500, 8), (1000, 10), (5000, 3)]
    assert sheet.levels[3].break_minutes == 15
    assert sheet.levels[11].colour_up == (100,)
    assert sheet.withheld[0].basis_points == 300


def test_a_template_takes_its_dates_from_its_first_day():
    """Day 3 at two in the afternoon is two days after the first; closing after midnight is the day after."""
    sheet = template("cgp-main")
    assert sheet.day("2").starts_at.isoformat() == "2026-11-22T14:00:00-03:00"
    assert sheet.day("1A").closes_at.isoformat() == "2026-11-21T03:00:00-03:00"
    assert sheet.starts_at == int(datetime(2026, 11, 20, 21, tzinfo=UTC).timestamp() * 1_000_000)


def test_everything_wrong_with_a_file_is_said_at_once():
    """A typo, a wrong amount, a wrong kind and a missing part are four findings, each with its place."""
    raw = parse(templates()["bpt-home"].file.read_text())
    del raw["about"], raw["kind"]
    raw["tabel_size"] = 9
    raw["items"][0]["price"] = "7.50"
    raw["items"][0]["chips"] = "many"
    raw["points"] = "double"
    raw["levels"][2] = {"blinds": 75}
    found = read_sheet(raw, DAY)
    said = {(one.because, one.where) for one in found}
    assert said >= {
        ("sheet.missing_field", "kind"),
        ("sheet.unknown_field", "tabel_size"),
        ("sheet.wrong_money", "items.entry.price"),
        ("sheet.wrong_value", "items.entry.chips"),
        ("sheet.wrong_choice", "points"),
        ("sheet.wrong_pair", "levels.3"),
    }
    for finding in found:
        assert len({say(finding.because, lang, **finding.values) for lang in LANGUAGES}) == 3


@pytest.mark.parametrize(
    ("key", "value", "because"),
    [
        ("zone", "Mars/Olympus", "sheet.wrong_zone"),
        ("zone", 3, "sheet.wrong_zone"),
        ("stack", {"ten": 3}, "sheet.wrong_number"),
        ("withheld", {"staff": "3%"}, "sheet.wrong_percent"),
        ("withheld", {"tips": 3}, "sheet.wrong_choice"),
        ("levels", [{"break": 5}], "sheet.break_first"),
        ("levels", ["25/50"], "sheet.wrong_row"),
        ("levels", "none", "sheet.wrong_value"),
        ("days", [{"id": "1", "day": 1, "at": "noon"}], "sheet.wrong_day"),
        ("days", [{"id": "1", "starts_at": "tomorrow"}], "sheet.wrong_value"),
        ("items", 3, "sheet.wrong_value"),
        ("items", [3], "sheet.wrong_value"),
        ("bounty", 3, "sheet.wrong_value"),
        ("table_size", 12, "sheet.wrong_value"),
        ("guarantee", "-R$ 3", "sheet.wrong_value"),
        ("guarantee", 7.5, "sheet.wrong_money"),
    ],
)
def test_what_does_not_fit_is_a_finding_and_never_an_exception(key, value, because):
    """Whatever stands in a file, the answer is a sentence about it."""
    raw = parse(templates()["bpt-home"].file.read_text())
    del raw["about"]
    raw[key] = value
    found = read_sheet(raw, DAY)
    assert because in [one.because for one in found]
    for finding in found:
        assert say(finding.because, "pt", **finding.values)


def test_a_template_without_a_date_asks_for_one(tmp_path):
    """A file with `day = 1` is no tournament until somebody says when."""
    assert [one.because for one in load_sheet(templates()["horse"].file)] == ["sheet.needs_date"]
    broken = tmp_path / "folha.toml"
    broken.write_text('name = "x"\nkind =\n')
    found = load_sheet(broken)
    assert [one.because for one in found] == ["sheet.unreadable"]
    assert found[0].values["line"] == "2"


def test_a_sheet_from_outside_is_bounded():
    """A command cannot carry a negative price, a table of fifty or a zone that does not exist."""
    plain = msgspec.to_builtins(template("bpt-home"))
    for key, value in (("table_size", 50), ("zone", "../etc"), ("days", []), ("name", "")):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**plain, key: value}, Sheet)
    minus = msgspec.to_builtins(with_item(template("bpt-home"), "entry", price_centavos=-1))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(minus, Sheet)


def test_a_sheet_knows_the_same_games_and_accounts_as_the_rest():
    """The hand engine's games and the ledger's accounts, by the same names."""
    assert set(GAMES) == set(BY_CODE)
    for code, facts in GAMES.items():
        assert (facts.family, facts.limit) == (BY_CODE[code].family, BY_CODE[code].limit)
    assert set(PriceAccount.__args__) <= set(CHART)
    assert set(FEES) < set(PriceAccount.__args__)
