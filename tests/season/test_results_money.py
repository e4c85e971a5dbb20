"""Results carry money: place, prize, deal, bounties and points, in every file and in the terminal."""

from __future__ import annotations

import csv
import gzip
import json
import zipfile
from pathlib import Path

import pytest

from feltro.app.ranking.results_archive import archive
from feltro.app.ranking.results_csv import Into
from feltro.app.ranking.results_import import import_file
from feltro.app.reports.results import write_file, write_for_sites
from feltro.app.world.plan import Envelope
from feltro.cli.main import main
from feltro.tournament.sheet import Bounty, SaleItem
from tests.season.league import League

SPLIT = {"prize_pool": 48000, "bounties": 10000, "rake": 3000, "ranking_fund": 700, "stage_champion_fund": 300}
ENTRY = SaleItem(
    id="entry", kind="entry", label="Inscrição", price_centavos=62000, split_centavos=SPLIT, chips=30000
)
PEOPLE = [f"p{number}" for number in range(1, 13)]
DIRECTOR = {"tournament": "t1", "role": "director"}


@pytest.fixture
def league() -> League:
    """Twelve entries of 480 + 100: R$ 5.587,20 for two places, each of eleven heads won by p1, who is champion."""
    league = League(items=(ENTRY,), bounty=Bounty(kind="fixed", amount_centavos=10000))
    league.enter("t1", *PEOPLE)
    league.join(*PEOPLE)
    league.close("t1")
    league.done("AnnouncePrizes", **DIRECTOR)
    entries = {entry.person: entry.id for entry in league.state.entries.values()}
    for person in reversed(PEOPLE[1:]):
        league.done("Eliminate", entry=entries[person], by=[entries["p1"]], **DIRECTOR)
    return league


def read(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_archive_has_prize_bounties_points_and_the_pool(league):
    """44 % and 33 % would be three places; twelve entries pay three: every centavo of the pool is in the list."""
    event = archive("s26", league.ranking, league.house.store).events[0]
    pool = 12 * 48000 * 97 // 100
    assert (event.pool_centavos, event.entries, event.date) == (pool, 12, "2026-11-20")
    assert sum(one.prize_centavos for one in event.finishers) == pool
    first = event.finishers[0]
    assert (first.person, first.bounties_centavos, first.deal) == ("p1", 110000, False)
    assert first.points > event.finishers[1].points
    assert [one.bounties_centavos for one in event.finishers[1:]] == [0] * 11


def test_every_file_has_them(league, tmp_path):
    """CSV in reais, JSON in centavos, a spreadsheet; and the CSV comes in again with its money."""
    found = archive("s26", league.ranking, league.house.store)
    for ending in ("csv", "xlsx", "json"):
        write_file(tmp_path / f"r.{ending}", found, "pt")
    line = read(tmp_path / "r.csv")[0]
    assert (line["bounties"], line["pool"], line["deal"], line["date"]) == ("1100.00", "5587.20", "0", "2026-11-20")
    first = json.loads((tmp_path / "r.json").read_text())["events"][0]["finishers"][0]
    assert first["bounties_centavos"] == 110000
    assert f"{first['prize_centavos'] / 100:.2f}" == line["prize"]
    with zipfile.ZipFile(tmp_path / "r.xlsx") as book:
        assert any("knockouts" in book.read(one).decode().lower() for one in book.namelist() if "shared" in one)
    text = (tmp_path / "r.csv").read_text(encoding="utf-8-sig").replace("t1,", "de-fora,")
    envelope = Envelope(key="in", who="dora", role="director", device="x", at=league.now)
    again = import_file(text.encode(), Into("s26"), league.house, envelope)
    result = again.results[0].result
    assert result.pool_centavos == 558720
    assert (result.finishers[0].prize_centavos, result.finishers[0].bounties_centavos) == (
        first["prize_centavos"],
        110000,
    )


def test_a_deal_is_told_with_what_was_agreed():
    """Three share evenly but for the champion's tenth: marked as a deal, and the champion has the tenth too."""
    league = League(items=(ENTRY,), bounty=Bounty(kind="fixed", amount_centavos=10000))
    league.enter("t1", "p1", "p2", "p3")
    league.close("t1")
    league.done("AnnouncePrizes", **DIRECTOR)
    entries = {entry.person: entry.id for entry in league.state.entries.values()}
    league.done("OpenDeal", deal="d1", stacks=dict.fromkeys(entries.values(), 30000), **DIRECTOR)
    league.done("ProposeDeal", deal="d1", method="even", **DIRECTOR)
    for entry in entries.values():
        league.done("ConsentDeal", deal="d1", entry=entry, agrees=True, **DIRECTOR)
    league.done("CloseDeal", deal="d1", **DIRECTOR)
    for person in ("p3", "p2"):
        league.done("Eliminate", entry=entries[person], by=[entries["p1"]], **DIRECTOR)
    event = archive("s26", league.ranking, league.house.store).events[0]
    pool = 3 * 48000 * 97 // 100
    assert [one.deal for one in event.finishers] == [True, True, True]
    assert sum(one.prize_centavos for one in event.finishers) == event.pool_centavos == pool
    assert event.finishers[0].prize_centavos - event.finishers[1].prize_centavos >= pool // 10 - 1
    assert event.finishers[1].prize_centavos == event.finishers[2].prize_centavos == pool * 9 // 30


def test_results_sites_get_those_who_were_paid(league, tmp_path):
    """Eight columns and no others: place, player, country, prize, event, date, entries, pool."""
    count = write_for_sites(tmp_path / "s.csv", archive("s26", league.ranking, league.house.store))
    lines = read(tmp_path / "s.csv")
    assert list(lines[0]) == ["place", "player", "country", "prize", "event", "date", "entries", "pool"]
    assert count == len(lines) == len(league.state.prizes.announced.prizes_centavos)
    assert (lines[0]["place"], lines[0]["entries"], lines[0]["pool"]) == ("1", "12", "5587.20")
    assert sum(round(float(line["prize"]) * 100) for line in lines) == 558720


def test_an_event_without_points_has_its_result_and_its_money(league):
    """It gives none, and is in the archive all the same."""
    league.done("ExcludeEvent", role="director", season="s26", tournament="t1", reason="convidados")
    event = archive("s26", league.ranking, league.house.store).events[0]
    assert (event.counts, event.finishers[0].points, event.finishers[0].bounties_centavos) == (False, 0, 110000)


@pytest.fixture
def database(tmp_path) -> str:
    """A house with an event by points and a knockout event that ended in a deal."""
    packed = Path(__file__).parents[1] / "golden" / "houses" / "0.1.0" / "house.sqlite3.gz"
    file = tmp_path / "house.sqlite3"
    file.write_bytes(gzip.decompress(packed.read_bytes()))
    return f"sqlite:///{file}"


def test_the_terminal_shows_what_each_took_home(database, capsys):
    """Place, prize, deal, bounties and points, of events that give points and of those that do not."""
    assert main(["results", "show", "2026", "--database", database]) == 0
    told = capsys.readouterr().out
    assert "R$ 1.412,32" in told
    champion = next(line.split() for line in told.splitlines() if "R$ 546,81" in line)
    assert champion[0] == "1"
    assert {"546,81", "sim", "320,00"} <= set(champion)


def test_the_terminal_writes_the_file_for_results_sites(database, tmp_path, capsys):
    """A CSV and nothing else."""
    sites = ["results", "export", "2026", "--sites", "--database", database]
    assert main([*sites, str(tmp_path / "s.csv")]) == 0
    lines = read(tmp_path / "s.csv")
    assert lines[0]["prize"] == "1412.32"
    assert {line["event"] for line in lines} == {"Abertura", "Knockout"}
    assert main([*sites, str(tmp_path / "s.xlsx")]) != 0
