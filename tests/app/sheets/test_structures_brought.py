"""Structures kept elsewhere: levels in a spreadsheet as people write them, and what The Tournament Director saves."""

from __future__ import annotations

import pytest

from feltro.app.people.spreadsheet import read_table
from feltro.app.sheets.level_table import matched_columns, read_levels, whole_in
from feltro.app.sheets.tournament_director import is_saved_tournament, read_saved

SAVED = """{ V: "3.7.2", T: new Tournament({Title: "Quinta \\"turbo\\"", Notes: "", Financials: new FinancialConfig({
Buyins: new BuyConfig({Allow: true, Profiles: [new FeeProfile({Name: "Outro", Fee: 10, Rake: new PerPlayerRake([0]), Chips: 1}),
new FeeProfile({Name: "Normal", Fee: 120.5, Rake: new PerPlayerRake([20, 0.5]), Chips: 10000})], DefIndex: 1, LastRound: 0}),
AddOns: new BuyConfig({Allow: false, Profiles: [new FeeProfile({Fee: 50, Rake: new PerPlayerRake([0]), Chips: 5000})], DefIndex: 0}),
Rebuys: new BuyConfig({Allow: true, Profiles: [new FeeProfile({Fee: 100, Rake: new PerPlayerRake([0]), Chips: 10000})], DefIndex: 0, LastRound: 4}),
PointsForPlaying: new UserFormula({Text: "IF (r < 3, {5}, [1])\\n", Strict: false})}),
Players: new GamePlayers({Players: Map.from([["u1", new GamePlayer({UUID: "u1", Name: new PlayerName({Nickname: "Bia", Firstname: "Beatriz", Lastname: "Souza"}), Info: new PlayerInfo({Email1: "bia@exemplo.com.br"})})],
["u2", new GamePlayer({UUID: "u2", Name: new PlayerName({Nickname: "Caco", Firstname: "", Lastname: ""}), Info: new PlayerInfo({Email1: ""})})]])}),
Levels: new GameLevels({Levels: [new GameRound({Minutes: 20, SmallBlind: 100, BigBlind: 200, Ante: 0, Limits: [0, 0], Tokens: new TokenOverrides({Tokens: Map.from([])})}),
new GameBreak({Minutes: 5, ChipUp: true}), new GameRound({Minutes: 15, SmallBlind: 200, BigBlind: 400, Ante: 400})]}),
Chips: new GameChips({Chips: [new GameChip({Value: 500, Use: true, PerPlayer: 8}), new GameChip({Value: 100, Use: true, PerPlayer: 10}), new GameChip({Value: 25, Use: false, PerPlayer: 8})]}),
Tables: new GameTables({Tables: [new GameTable({Name: "Mesa 1", NumberOfSeats: 8, Seats: [null, "u1"]})]})}) }"""


def levels_in(written):
    table = read_table(written.encode())
    return read_levels(table[1:], matched_columns(table[0]))


def test_a_spreadsheet_with_a_column_for_each_blind_and_rows_for_breaks():
    read = levels_in(
        "Nível;Small Blind;Big Blind;Ante;Duração\n1;100;200;;20 min\n2;200;400;400;\nIntervalo;;;;15 min\n3;1.000;2k;2.000;25'\n"
    )
    assert not read.findings
    assert [
        (one["small_blind"], one["big_blind"], one["ante"], one["minutes"], one["break_minutes"])
        for one in read.levels
    ] == [
        (100, 200, 0, 20, 0),
        (200, 400, 400, 20, 15),
        (1000, 2000, 2000, 25, 0),
    ]


def test_blinds_in_one_cell_with_the_ante_behind_them():
    read = levels_in("Level\tBlinds\tMin\n1\t100/200/200\t15\n2\t1.500 / 3.000\t15\n")
    assert [(one["small_blind"], one["big_blind"], one["ante"]) for one in read.levels] == [
        (100, 200, 200),
        (1500, 3000, 0),
    ]


def test_what_cannot_be_read_is_named_by_row_and_column():
    read = levels_in("Nível,SB,BB\n1,100,duzentos\n2,,\nIntervalo,,\n")
    assert [(one.because, one.values) for one in read.findings] == [
        ("levels.not_a_number", {"row": 2, "field": "big_blind", "typed": "duzentos"}),
        ("levels.no_blinds", {"row": 3}),
    ]
    first = levels_in("SB,BB\nintervalo,\n100,200\n")
    assert [one.because for one in first.findings] == ["levels.break_first"]


def test_a_row_with_nothing_but_minutes_is_a_break():
    """As the guide of moving says: lines without blinds are breaks. A sum below the table is none, nor is a numbered row."""
    read = levels_in("small blind;big blind;ante;minutos\n100;200;0;20\n;;;10\n200;400;400;20\n")
    assert read.findings == []
    assert [(one["big_blind"], one["break_minutes"]) for one in read.levels] == [(200, 10), (400, 0)]
    summed = levels_in("Nível;SB;BB;minutos\n1;100;200;20\nTotal;;;20\n")
    assert len(summed.findings) > 0
    numbered = levels_in("Nível;SB;BB;minutos\n1;100;200;20\n2;;;20\n")
    assert [one.because for one in numbered.findings] == ["levels.no_blinds"]


def test_a_formula_is_text_and_no_number():
    read = levels_in('SB;BB\n=1+1;=HYPERLINK("http://x")\n')
    assert {one.because for one in read.findings} == {"levels.not_a_number", "levels.no_blinds"}
    assert all("=" not in one.values.get("typed", "")[:1] for one in read.findings)


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("1.500", 1500),
        ("1,5k", 1500),
        ("20 min", 20),
        ("15'", 15),
        ("2 000", 2000),
        ("20.0", 20),
        ("x", None),
        ("", None),
        ("1.50.0", None),
    ],
)
def test_numbers_as_people_write_them(cell, number):
    assert whole_in(cell) == number


def test_a_saved_tournament_gives_levels_prices_chips_tables_and_people():
    assert is_saved_tournament(SAVED)
    saved = read_saved(SAVED)
    assert saved.name == 'Quinta "turbo"'
    assert [
        (one["minutes"], one["small_blind"], one["big_blind"], one["ante"], one.get("break_minutes", 0))
        for one in saved.levels
    ] == [
        (20, 100, 200, 0, 5),
        (15, 200, 400, 400, 0),
    ]
    assert saved.stack == [{"value": 100, "count": 10}, {"value": 500, "count": 8}]
    assert saved.entry == (12050, 2050, 10000, 0)
    assert (saved.rebuy, saved.addon) == ((10000, 0, 10000, 4), None)
    assert (saved.seats, saved.players) == (
        8,
        [("Beatriz", "Souza", "Bia", "bia@exemplo.com.br"), ("", "", "Caco", "")],
    )


@pytest.mark.parametrize(
    "broken",
    ["{ V: 1", '{ V: "3", T: new Tournament({}) }', "{ V: " + "[" * 500, '{ V: "3", T: alert(1) }', SAVED[:900]],
)
def test_what_is_no_saved_tournament_is_an_error_and_nothing_is_run(broken):
    with pytest.raises(ValueError):  # noqa: PT011 - several kinds, all told the same way
        read_saved(broken)
