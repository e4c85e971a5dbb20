"""A federation writes its own regulation, checks it, and puts it on the shelf: nobody touches code."""

from __future__ import annotations

import itertools
import json
import re
import shutil

import pytest

from feltro.cli.main import main
from feltro.rulebook.library import shipped
from tests.conftest import ROOT

VALE = ROOT / "examples" / "livros" / "clube_do_vale_2026"
FIVE = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """An empty shelf of one's own, looked at anew."""
    monkeypatch.setenv("FELTRO_BOOKS", str(tmp_path / "estante"))
    shipped.cache_clear()
    yield tmp_path / "estante"
    shipped.cache_clear()


def said(capsys, *words):
    code = main([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_a_new_book_loads_and_its_first_case_is_ruled_so(tmp_path, capsys):
    """What `new` writes is whole: it passes the check before a word of it is changed."""
    assert main(["book", "new", "clube-x", "--name", "Clube X", "--folder", str(tmp_path)]) == 0
    capsys.readouterr()
    code, told = said(capsys, "book", "check", str(tmp_path / "clube_x"))
    assert (code, told["id"], told["name"]) == (0, "clube-x", "Clube X")
    assert told["clauses"] == {"decides": 3, "records": 0, "shows": 1}
    assert told["cases"] == [{"id": "dois-gestos", "differences": [], "lent": None}]


@pytest.mark.parametrize("book", FIVE)
def test_a_new_addendum_lies_over_every_book(tmp_path, capsys, book):
    assert main(["book", "new", "casa-x", "--extends", book, "--folder", str(tmp_path)]) == 0
    capsys.readouterr()
    code, told = said(capsys, "book", "check", str(tmp_path / "casa-x.toml"))
    assert (code, told["clauses"]["decides"], told["cases"]) == (
        *(0, 1),
        [{"id": "ficha-unica", "differences": [], "lent": None}],
    )


def test_nothing_is_written_over(tmp_path, capsys):
    """A second `new` with the same name leaves the first one as it is, and says so."""
    main(["book", "new", "clube-x", "--folder", str(tmp_path)])
    (tmp_path / "clube_x" / "book.toml").write_text("meu texto")
    assert main(["book", "new", "clube-x", "--folder", str(tmp_path)]) == 2
    assert "já existe" in capsys.readouterr().err
    assert (tmp_path / "clube_x" / "book.toml").read_text() == "meu texto"


@pytest.mark.parametrize("name", ["Clube X", "../fora", "clube_x", "", "é"])
def test_a_name_that_is_no_address_is_refused(tmp_path, capsys, name):
    assert main(["book", "new", name, "--folder", str(tmp_path)]) == 2
    assert "não serve de id" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_everything_wrong_in_a_book_is_said_at_once(tmp_path, capsys):
    """An unknown rule, a value of the wrong kind and a clause said twice: three findings, exit code 2."""
    broken = shutil.copytree(VALE, tmp_path / "clube_do_vale_2026")
    chapter = broken / "01-inscricao.toml"
    text = chapter.read_text().replace('"entry.min_age" = 18', '"entry.min_age" = "dezoito"')
    text = text.replace('sets."rebuy.announced_binds"', 'sets."rebuy.invented"').replace('id = "3"', 'id = "2"')
    chapter.write_text(text)
    code, told = said(capsys, "book", "check", str(broken))
    assert code == 2
    assert {one["because"] for one in told["findings"]} >= {
        "rulebook.wrong_value",
        "rulebook.unknown_parameter",
        "rulebook.clause.twice",
    }


def test_a_case_that_the_text_does_not_bear_out_is_named_and_stops_the_publishing(tmp_path, shelf, capsys):
    """The club says 45 seconds in its case and 40 in its clause: the check says both, and nothing reaches the shelf."""
    mine = shutil.copytree(VALE, tmp_path / "clube_do_vale_2026")
    case = {
        "id": "quarenta-e-cinco",
        "situation": {"kind": "clock_call", "caller": {"at_table": True, "seated": True, "in_event": True}},
        "expect": {"values": {"seconds": 45}},
    }
    (mine / "casos.jsonl").write_text(json.dumps(case))
    code, told = said(capsys, "book", "check", str(mine))
    assert code == 1
    assert told["cases"][0]["differences"] == [{"field": "values.seconds", "got": 40, "expected": 45}]
    assert main(["book", "publish", str(mine)]) == 2
    assert "quarenta-e-cinco" in capsys.readouterr().err
    assert not shelf.exists()


def test_a_published_book_stands_beside_the_five(shelf, capsys):
    """After publishing, the sixth is listed, read, searched and ruled by like the others."""
    assert main(["book", "publish", str(VALE)]) == 0
    shipped.cache_clear()
    capsys.readouterr()
    assert [one["id"] for one in said(capsys, "books")[1]["books"]] == [*FIVE, "clube-do-vale-2026"]
    assert said(capsys, "clause", "clube-do-vale-2026:22")[0] == 0
    code, told = said(capsys, "book", "check", "clube-do-vale-2026")
    assert (code, len(told["cases"])) == (0, 3)
    assert [one["differences"] for one in told["cases"]] == [[], [], []]
    assert [one["lent"] for one in told["cases"]] == [None, None, None]


FOUR_CHIPS_FIRST = {
    "id": "quatro-fichas",
    "cites": ["18"],
    "situation": {
        "game": "nlhe",
        "blinds": [100, 200],
        "seats": ["SB", "BB", "UTG"],
        "acts": [{"player": "UTG", "pushes": [[100, 100, 100, 100], [500]]}],
    },
    "expect": {"to": 400, "returned": 500},
}
"""Clause 18 keeps the first motion; what four chips come to where two would call, the club's text does not say."""


@pytest.fixture
def with_a_lent_case(tmp_path):
    mine = shutil.copytree(VALE, tmp_path / "clube_do_vale_2026")
    (mine / "casos.jsonl").write_text(json.dumps(FOUR_CHIPS_FIRST))
    return mine


def test_a_case_that_comes_out_right_only_by_another_book_is_said_so(with_a_lent_case, capsys):
    """As expected, yet the direction decides on what another book proposes: whoever wrote the text is told whose it is."""
    code, told = said(capsys, "book", "check", str(with_a_lent_case))
    assert (code, told["cases"]) == (
        0,
        [{"id": "quatro-fichas", "differences": [], "lent": "ADTP 2023, 45.B.1"}],
    )
    assert main(["book", "check", str(with_a_lent_case)]) == 0
    read = " ".join(capsys.readouterr().out.split())
    assert "1 de 1 decididos como esperado" in read
    assert "quatro-fichas: como esperado, mas não só por este texto" in read
    assert "segue ADTP 2023, 45.B.1" in read


def test_a_case_that_wants_the_direction_to_decide_is_not_said_to_lean_on_another(with_a_lent_case, capsys):
    """Who writes that the case is the direction's has seen that the text is silent."""
    wanted = {**FOUR_CHIPS_FIRST, "expect": {"remedy": "director_decides"}}
    (with_a_lent_case / "casos.jsonl").write_text(json.dumps(wanted))
    assert said(capsys, "book", "check", str(with_a_lent_case))[1]["cases"][0]["lent"] is None


def test_where_a_text_is_silent_the_comparison_says_what_is_proposed(with_a_lent_case, capsys):
    """ "The direction decides" beside what the other book does says nothing of what the evening would see."""
    assert main(["book", "diff", str(with_a_lent_case), "cgp-2024"]) == 0
    read = " ".join(capsys.readouterr().out.partition("quatro-fichas")[2].split())
    assert read.startswith(
        "Vale 2026: O regulamento não prevê o caso: a direção decide. A proposta segue ADTP 2023, 45.B.1. "
        "Proposta: String bet: vale só o primeiro movimento. Devolva o resto. CGP 2024: String bet"
    )


def test_another_text_under_a_name_in_use_needs_a_word_more(tmp_path, shelf, capsys):
    """The same text may come again; another one is refused until somebody says --replace; a shipped name never goes."""
    mine = shutil.copytree(VALE, tmp_path / "clube_do_vale_2026")
    assert main(["book", "publish", str(mine)]) == 0
    shipped.cache_clear()
    assert main(["book", "publish", str(mine)]) == 0
    chapter = mine / "03-acao.toml"
    chapter.write_text(chapter.read_text().replace('"clock.seconds" = 40', '"clock.seconds" = 60'))
    case = (mine / "casos.jsonl").read_text().replace('"elapsed": 40', '"elapsed": 60')
    (mine / "casos.jsonl").write_text(case)
    assert main(["book", "publish", str(mine)]) == 2
    assert "--replace" in capsys.readouterr().err
    assert '"clock.seconds" = 40' in (shelf / "clube_do_vale_2026" / "03-acao.toml").read_text()
    assert main(["book", "publish", str(mine), "--replace"]) == 0
    assert '"clock.seconds" = 60' in (shelf / "clube_do_vale_2026" / "03-acao.toml").read_text()
    taken = shutil.copytree(ROOT / "src" / "feltro" / "rulebooks" / "bpt_2015", tmp_path / "bpt_2015")
    assert main(["book", "publish", str(taken)]) == 2
    assert "vem com o Feltro" in capsys.readouterr().err


def test_two_editions_are_compared_clause_by_clause_and_ruling_by_ruling(tmp_path, capsys):
    """The next edition gives 60 seconds, drops clause 35 and adds 41: those three are named, and the classic that changes."""
    later = shutil.copytree(VALE, tmp_path / "clube_do_vale_2027")
    head = later / "book.toml"
    head.write_text(head.read_text().replace("clube-do-vale-2026", "clube-do-vale-2027"))
    action, cards = later / "03-acao.toml", later / "04-cartas.toml"
    action.write_text(action.read_text().replace('"clock.seconds" = 40', '"clock.seconds" = 60'))
    text = cards.read_text()
    cards.write_text(text[: text.index('[[clause]]\nid = "35"')])
    last = later / "05-conduta.toml"
    last.write_text(last.read_text().replace('id = "40"', 'id = "41"'))
    code, told = said(capsys, "book", "diff", str(VALE), str(later))
    assert code == 0
    assert [(one["what"], one["clause"]) for one in told["clauses"]] == [
        ("changed", "22"),
        ("added", "41"),
        ("removed", "35"),
        ("removed", "40"),
    ]
    assert told["clauses"][0]["values"] == [{"parameter": "clock.seconds", "before": 40, "after": 60}]
    assert "tempo-esgotado" in [one["situation"] for one in told["rulings"]]
    changed = next(one for one in told["rulings"] if one["situation"] == "tempo-esgotado")
    assert (changed["before"]["remedy"], changed["after"]["remedy"]) == ("dead_hand", "time_granted")


def test_the_comparison_reads_like_a_page(capsys):
    """In words: what changed, from what to what, and what each book does."""
    assert main(["book", "diff", "adtp-2012", "adtp-2023"]) == 0
    told = capsys.readouterr().out
    assert "decisões mudam" in told
    assert "→" in told
    assert "none" not in told.lower()


@pytest.mark.parametrize(("first", "then"), list(itertools.combinations(FIVE, 2)))
def test_what_is_said_to_change_reads_differently(first, then, capsys):
    """Where two books begin with the same sentence, what they do differently stands under it."""
    assert main(["book", "diff", first, then]) == 0
    rulings = capsys.readouterr().out.partition("clássicos e os casos próprios\n")[2]
    alike = []
    for situation in re.split(r"^(?=\S)", rulings, flags=re.MULTILINE)[1:]:
        name, _, answers = situation.partition("\n")
        one, other = re.split(r"^    (?=[A-Z]+ \d{4}: )", answers, flags=re.MULTILINE)[1:]
        if one.partition(": ")[2] == other.partition(": ")[2]:
            alike.append(name)
    assert alike == []


@pytest.mark.slow
def test_an_event_under_the_sixth_is_settled_and_played_to_the_last_prize(shelf, capsys):
    """From the sheet to the champion under a text that no line of code knows: chips, money, draws and log all hold."""
    from feltro.sim.evening import simulate

    assert main(["book", "publish", str(VALE)]) == 0
    shipped.cache_clear()
    played = simulate("clube-do-vale-2026", entries=18, seed=7)
    assert played.checks == dict.fromkeys(played.checks, True)
    assert played.figures["eliminations"] == played.figures["entries"] - 1
    assert sum(centavos for _, _, centavos in played.places) == played.figures["prizes_centavos"] > 0


def test_a_house_whose_book_is_not_here_does_not_start_and_says_which(shelf, tmp_path, capsys):
    """The file came from another laptop, its regulation did not: the name, the place to put it, and nothing changed."""
    from feltro.cli.serve import _check_shelf
    from feltro.cli.terminal import UnusableError
    from feltro.sim.evening import STARTS, empty_evening
    from feltro.sim.sheets import evening_sheet

    assert main(["book", "publish", str(VALE)]) == 0
    shipped.cache_clear()
    house = empty_evening(evening_sheet("clube-do-vale-2026", STARTS, name="Quinta"), seed=1)
    _check_shelf(house, "pt")
    shutil.rmtree(shelf)
    shipped.cache_clear()
    with pytest.raises(UnusableError, match=r"clube-do-vale-2026 \(Quinta\).*FELTRO_BOOKS"):
        _check_shelf(house, "pt")


def test_the_thirty_classics_are_ruled_under_all_six(shelf, capsys):
    """Each classic has an answer in every one of the six, and a clause of the sixth decides where it speaks."""
    from feltro.rulings.classics import classics
    from feltro.rulings.reply import reply

    assert main(["book", "publish", str(VALE)]) == 0
    shipped.cache_clear()
    spoken = set()
    for classic in classics():
        answers = reply(dict(classic.situation), "pt", "all").content["books"]
        assert set(answers) == {*FIVE, "clube-do-vale-2026"}
        assert all(one["rulings"] for one in answers.values()), classic.number
        cites = [cite for ruling in answers["clube-do-vale-2026"]["rulings"] for cite in ruling["cites"]]
        spoken |= {cite["clause"] for cite in cites if cite["book"] == "clube-do-vale-2026"}
    assert {"18", "21", "22"} <= spoken


def test_the_thirty_classics_of_the_sixth_are_compared_with_each_of_the_five(shelf, capsys):
    """Clause numbers aside, these classics are decided at the club's table as in each printed book, and no others."""
    from feltro.rulings.classics import classics
    from feltro.rulings.editions import decided_otherwise

    assert main(["book", "publish", str(VALE)]) == 0
    shipped.cache_clear()
    thirty = [(str(one.number), dict(one.situation)) for one in classics()]
    sixth = shipped().rulebook("clube-do-vale-2026")
    alike = {}
    for book in (*FIVE, "clube-do-vale-2026"):
        other = {int(one.name) for one in decided_otherwise(thirty, shipped().rulebook(book), sixth)}
        alike[book] = [number for number in range(1, 31) if number not in other]
    assert alike == {
        "cgp-2024": [2, 5, 7, 9, 10, 11, 19, 20],
        "nps-2019": [2, 5, 7, 9, 10, 11, 12, 17, 19, 20],
        "adtp-2012": [2, 6, 7, 9, 12, 17, 21, 25, 29],
        "adtp-2023": [2, 6, 7, 9, 10, 20, 21, 26, 29],
        "bpt-2015": [2, 5, 9, 10, 12, 17, 19, 20, 21, 25],
        "clube-do-vale-2026": list(range(1, 31)),
    }
