"""Results go out as files and come in from a CSV; a file with a fault changes nothing."""

from __future__ import annotations

import csv
import json
import re
import zipfile
from uuid import UUID

import pytest

from feltro.app.ranking.results_archive import ResultsArchive, archive, schema
from feltro.app.ranking.results_csv import Into, Read
from feltro.app.ranking.results_import import import_file
from feltro.app.reports.results import write_file
from feltro.app.world.plan import Envelope
from tests.season.league import League

HEAD = "evento;etapa;tipo;inscritos;premiados;lugar;jogador;cpf;dia2;mesa_final"
GOOD = f"""{HEAD}
2025-main;e1;principal;250;26;1;Maria Souza;529.982.247-25;sim;sim
2025-main;e1;principal;250;26;2;João da Silva;;sim;sim
2025-main;e1;principal;250;26;3;=SOMA(A1);;não;não
2025-side;e1;paralelo;80;8;1;João da Silva;;não;sim
"""


@pytest.fixture
def league() -> League:
    league = League()
    league.done("ExcludeEvent", role="director", season="s26", tournament="t1", reason="não houve")
    return league


def take(league: League, text: str, **more) -> Read | list:
    key = f"import-{league.next()}"
    envelope = Envelope(key=key, who="dora", role="director", device="test", at=league.now)
    return import_file(text.encode(), Into("s26", **more), league.house, envelope)


def faults(league: League, text: str) -> list[tuple[str, str]]:
    before = league.house.store.streams()
    found = take(league, text)
    assert isinstance(found, list), found
    assert league.house.store.streams() == before
    return [(one.because, one.where) for one in found]


def test_past_results_come_in_with_their_people(league):
    """Two events, three people new to the house, points by the book."""
    read = take(league, GOOD)
    assert isinstance(read, Read), read
    assert len(read.people) == 3
    maria, joao = (person.person for person in read.people[:2])
    league.join(maria, joao)
    assert league.table() == [(1, joao, 510 + 135 + 250 + 25), (2, maria, 600 + 135)]


def test_nobody_new_is_refused_for_the_code_that_chance_gave_them(league, monkeypatch):
    """Of some ten thousand people brought in, one had a CPF of somebody's in the code, and the whole file was refused."""
    monkeypatch.setattr("uuid.uuid4", lambda: UUID("52998224-7250-4000-8000-000000000000"))
    assert isinstance(take(league, GOOD.partition("2025-main;e1;principal;250;26;2")[0]), Read)


def test_people_who_are_known_are_found_again(league):
    """By CPF and by name: importing the next event makes nobody new."""
    take(league, GOOD)
    again = GOOD.replace("2025-", "2024-")
    read = take(league, again)
    assert isinstance(read, Read), read
    assert read.people == []


def test_an_imported_result_is_replaced_only_on_purpose(league):
    """Told that it is there; replaced, the standings are those of the new result."""
    take(league, GOOD)
    assert [because for because, _ in faults(league, GOOD)] == ["results.exist", "results.exist"]
    read = take(league, GOOD.replace(";26;1;Maria", ";26;1;Maria"), replace=True)
    assert isinstance(read, Read)


@pytest.mark.parametrize(
    ("was", "becomes", "because", "where"),
    [
        (HEAD, HEAD.replace("lugar", "x"), "results.file.columns", "1"),
        (";250;26;1;", ";muitos;26;1;", "results.file.number", "2"),
        (";principal;250;26;1;", ";central;250;26;1;", "results.file.kind", "2"),
        ("529.982.247-25", "529.982.247-26", "person.cpf", "2"),
        ("João da Silva;;sim", ";;sim", "results.file.who", "3"),
        ("João da Silva;;sim;sim", "João da Silva;;talvez;sim", "results.file.yes_or_no", "3"),
        ("2025-side;e1", "2025 side;e1", "results.file.id", "5"),
        ("250;26;2;", "251;26;2;", "results.file.differs", "3"),
        ("250;26;2;", "250;26;4;", "results.place_missing", "2025-main"),
        ("2025-side;e1", "2025-side;e7", "stage.unknown", ""),
        ("2025-side", "t1", "results.is_tournament", "t1"),
    ],
)
def test_a_file_with_a_fault_says_where_and_changes_nothing(league, was, becomes, because, where):
    """The line, or the event, and the reason; not one person or result of it is taken."""
    assert (because, where) in faults(league, GOOD.replace(was, becomes, 1))


def test_an_empty_file_and_one_that_is_no_text_are_told(league):
    """Neither is a traceback."""
    assert faults(league, "") == [("results.file.empty", "1")]
    assert faults(league, "PK\0\0") == [("results.file.not_text", "1")]


def test_results_go_out_as_csv_spreadsheet_and_archive(league, tmp_path):
    """Names that look like formulas stay names; the archive has a schema; the CSV can be taken in again."""
    take(league, GOOD)
    found = archive("s26", league.ranking, league.house.store)
    for ending in ("csv", "xlsx", "json"):
        write_file(tmp_path / f"r.{ending}", found, "pt")
    with (tmp_path / "r.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["player"] for line in lines if line["place"] == "3"] == ["'=SOMA(A1)"]
    with zipfile.ZipFile(tmp_path / "r.xlsx") as book:
        assert not any("<f>" in book.read(name).decode() for name in book.namelist() if "sheets/" in name)
        texts = re.findall(r"<t[^>]*>([^<]*)</t>", book.read("xl/sharedStrings.xml").decode())
    assert "evento principal" in texts
    assert not {"main", "side"} & set(texts), "a word of the program, where a person reads"
    assert json.loads((tmp_path / "r.json").read_text())["format"] == "feltro/results/1"
    assert set(schema()["$defs"]) >= {"ResultsArchive", "ArchivedEvent", "ArchivedFinish"}
    assert isinstance(found, ResultsArchive)
    again = (tmp_path / "r.csv").read_text(encoding="utf-8-sig").replace("2025-", "2026-")
    read = take(league, again)
    assert isinstance(read, Read), read
    assert read.people == []
    assert [one.result.entries for one in read.results] == [250, 80]
