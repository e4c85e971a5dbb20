"""`feltro structure` on the terminal."""

import json

import msgspec
import pytest

from feltro.app.sheets.templates import templates
from feltro.cli.main import main
from feltro.tournament.sheet import Sheet

PROPOSE = ("propose", "--entries", "60", "--stack", "20.000", "--hours", "6,0", "--price", "100", "--rake", "20")


def run(capsys, *words):
    code = main(["structure", *words])
    out = capsys.readouterr()
    return code, out.out, out.err


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_templates_are_listed_shown_and_sound_in_three_languages(capsys, lang):
    """Each has a line in the list, a page, and no fault."""
    code, listed, _ = run(capsys, "template", "--lang", lang)
    assert code == 0
    for name in templates():
        assert name in listed
        code, shown, _ = run(capsys, "show", name, "--lang", lang)
        assert code == 0
        assert "{" not in shown
        code, _, _ = run(capsys, "lint", name, "--lang", lang)
        assert code == 0


@pytest.mark.clause("cgp-2024:1.2.2.2")
def test_the_shown_sheet_has_what_the_book_asks_for(capsys):
    """Buy-in, start, game, chips and the length of each level can be read on it."""
    _, shown, _ = run(capsys, "show", "cgp-main", "--on", "2026-11-20")
    assert "R$ 620,00" in shown
    assert "sex., 20 nov., 18h00" in shown
    assert "No-Limit Hold’em" in shown
    assert "30.000 (10 × 100 + 8 × 500 + 10 × 1.000 + 3 × 5.000)" in shown
    assert "    8  21h45   30        600/1.200    1.200" in shown


def test_a_proposal_can_be_saved_checked_and_shown(capsys, tmp_path):
    """What propose prints is a file that lint finds sound, once it has a date."""
    code, proposed, _ = run(capsys, *PROPOSE)
    assert code == 0
    file = tmp_path / "noite.toml"
    file.write_text(proposed)
    assert run(capsys, "lint", str(file))[0] == 2
    code, said, _ = run(capsys, "lint", str(file), "--on", "2026-11-20")
    assert (code, said) == (0, "Torneio proposto: nada de errado com a folha.\n")
    _, dated, _ = run(capsys, *PROPOSE, "--on", "2026-11-20", "--at", "20:30")
    assert "starts_at = 2026-11-20T20:30:00-03:00" in dated


def test_json_is_what_a_command_takes(capsys):
    """A sheet as JSON goes into CreateTournament as it is."""
    for words in (PROPOSE, ("template", "cgp-main", "--on", "2026-11-20"), ("show", "horse")):
        code, out, _ = run(capsys, *words, "--json")
        assert code == 0
        assert msgspec.convert(json.loads(out), Sheet).levels


def test_a_fault_ends_with_one_and_names_its_clause(capsys, tmp_path):
    """In the terminal the sentence with the clause; in JSON the key, the place and the weight."""
    text = templates()["cgp-main"].file.read_text().replace("withheld = { staff = 3 }\n", "")
    file = tmp_path / "folha.toml"
    file.write_text(text)
    code, out, _ = run(capsys, "lint", str(file), "--on", "2026-11-20")
    assert code == 1
    assert out.startswith("errado · O regulamento retém 3% da premiação para a equipe")
    assert "cgp-2024:3.1" in out
    code, out, _ = run(capsys, "lint", str(file), "--on", "2026-11-20", "--json")
    answer = json.loads(out)
    assert code == 1
    assert not answer["opens"]
    assert answer["faults"][0]["because"] == "sheet.fee_not_disclosed"
    assert answer["faults"][0]["cites"] == ["cgp-2024:3.1", "cgp-2024:3.5"]


def test_the_questions_of_an_event_are_listed_with_their_answers(capsys):
    """What the book leaves open, what would hold, and who says so."""
    code, out, _ = run(capsys, "questions", "cgp-main")
    assert code == 0
    assert "(adtp-2023:" in out
    code, out, _ = run(capsys, "questions", "bpt-home", "--json")
    asked = json.loads(out)["questions"]
    assert code == 0
    assert {"parameter", "meaning", "proposed", "says", "matters"} <= set(asked[0])


@pytest.mark.parametrize(
    "words",
    [
        ("lint",),
        ("show", "nada.toml"),
        ("template", "cgp-mian"),
        ("lint", "horse", "--on", "ontem"),
        ("propose",),
        ("propose", "--entries", "60", "--stack", "muito", "--hours", "6"),
        ("propose", "--entries", "0", "--stack", "20000", "--hours", "6"),
        (*PROPOSE, "--chips", "25:400"),
        (*PROPOSE, "--hours", "uma"),
        (*PROPOSE, "--hours", "nan"),
        (*PROPOSE, "--rake", "200"),
        (*PROPOSE, "--price", "7.50"),
        (*PROPOSE, "--at", "meia-noite"),
        (*PROPOSE, "--book", "wsop"),
        ("propose", "--entries", "300", "--stack", "50000", "--hours", "1"),
    ],
)
def test_what_cannot_be_used_is_said_in_the_readers_language(capsys, words):
    """Exit code 2 and one sentence, in each language another."""
    said = set()
    for lang in ("pt", "en", "es"):
        code, out, err = run(capsys, *words, "--lang", lang)
        assert code == 2
        assert not out
        said.add(err)
    assert len(said) == 3
