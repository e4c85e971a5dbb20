"""The terminal: standings, results and reports as an organiser types them."""

from __future__ import annotations

import json

import pytest

from feltro.app.handling import House
from feltro.cli.main import main
from feltro.store.sqlite import SqliteStore
from tests.season.league import League


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> str:
    """A stage with one event of six, everybody in the ranking but the last."""
    path = tmp_path_factory.mktemp("season") / "f.sqlite3"
    store = SqliteStore(path)
    league = League(house=House(store))
    people = [f"p{number}" for number in range(1, 7)]
    league.play("t1", *people)
    league.join(*people[:-1])
    store.close()
    return f"sqlite:///{path}"


def run(capsys, *words: str, code: int = 0) -> str:
    assert main(list(words)) == code
    told = capsys.readouterr()
    return told.out if code == 0 else told.err


def test_standings_say_who_is_ahead_and_by_which_clause(database, capsys):
    """In words, and as JSON with the clause of each step."""
    out = run(capsys, "standings", "s26", "--database", database)
    assert "mais pontos: 690 contra 45" in out
    assert "[cgp-2024:4.3.a]" in out
    told = json.loads(run(capsys, "standings", "s26", "--json", "--database", database))
    first = told["standings"][0]
    assert (first["rank"], first["person"], first["points"]) == (1, "p1", 690)
    assert told["standings"][0]["ahead"]["cites"] == ["cgp-2024:4.3.a"]


def test_a_persons_points_are_told_line_by_line(database, capsys):
    """Each line with its clause; one without a profile is told why there are none."""
    out = run(capsys, "standings", "s26", "--person", "p1", "--database", database)
    assert "1ª colocação entre 6 [cgp-2024:4.1, cgp-2024:4.3.d]" in out
    told = json.loads(run(capsys, "standings", "s26", "--person", "p6", "--json", "--database", database))
    assert (told["points"], told["kept_out_by"]) == (0, ["cgp-2024:2.1.1.a"])
    assert "p99" in run(capsys, "standings", "s26", "--person", "p99", "--database", database, code=1)


@pytest.mark.parametrize(
    "words",
    [
        ("event", "t1"),
        ("stage", "s26", "e1"),
        ("season", "s26"),
        ("closing", "d1"),
        ("night", "--day", "2026-11-20"),
    ],
)
def test_every_report_is_told_in_words_json_spreadsheet_and_page(database, words, capsys, tmp_path):
    """One command, four forms."""
    assert "R$" in run(capsys, "report", *words, "--database", database)
    told = json.loads(run(capsys, "report", *words, "--json", "--database", database))
    assert all(row["references"] or row["total"] for row in told["sections"][0]["rows"])
    files = [str(tmp_path / name) for name in ("r.xlsx", "r.pdf")]
    run(capsys, "report", *words, "--xlsx", files[0], "--pdf", files[1], "--database", database)
    assert all((tmp_path / name).stat().st_size for name in ("r.xlsx", "r.pdf"))


def test_what_cannot_be_reported_is_said(database, capsys, tmp_path):
    """An unknown tournament, a file that is there already."""
    assert "t9" in run(capsys, "report", "event", "t9", "--database", database, code=1)
    taken = tmp_path / "r.pdf"
    taken.write_text("x")
    assert "r.pdf" in run(capsys, "report", "event", "t1", "--pdf", str(taken), "--database", database, code=2)
    assert taken.read_text() == "x"


def test_results_are_exported_and_imported(database, capsys, tmp_path):
    """A file of each kind; a CSV with a fault is told by its line, and a sound one is taken."""
    for ending in ("csv", "xlsx", "json"):
        assert "1 torneio" in run(
            capsys, "results", "export", "s26", str(tmp_path / f"r.{ending}"), "--database", database
        )
    assert run(capsys, "results", "export", "s26", str(tmp_path / "r.doc"), "--database", database, code=2)
    text = (tmp_path / "r.csv").read_text(encoding="utf-8-sig")
    (tmp_path / "bad.csv").write_text(text.replace(",1,0,1,p1,", ",1,0,um,p1,"))
    wrong = run(capsys, "results", "import", "s26", str(tmp_path / "bad.csv"), "--database", database, code=2)
    assert wrong.startswith("2: ")
    (tmp_path / "good.csv").write_text(text.replace("t1,", "2025-main,"))
    assert "1 torneio importado" in run(
        capsys, "results", "import", "s26", str(tmp_path / "good.csv"), "--database", database
    )
    assert "ResultsArchive" in run(capsys, "results", "schema")
