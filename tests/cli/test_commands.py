"""The terminal answers in three languages, in JSON, and helps when a name is wrong."""

import argparse
import json

import pytest

from feltro.app.world.seals import Seals
from feltro.cli.main import COMMANDS, _parser, main
from feltro.kernel import draws
from feltro.kernel.draws import FORMAT, Deck, commit, draw
from feltro.rulebook.library import shipped


def run(capsys, *words):
    code = main(words)
    out = capsys.readouterr()
    return code, out.out, out.err


def run_json(capsys, *words):
    code, out, _ = run(capsys, *words, "--json")
    return code, json.loads(out)


def test_books_lists_every_clause_id(capsys):
    """`feltro books --json` gives the ids of each book in printed order."""
    code, answer = run_json(capsys, "books")
    assert code == 0
    assert [book["id"] for book in answer["books"]] == list(shipped().ids)
    for book in answer["books"]:
        assert book["clauses"] == list(shipped().book(book["id"]).clauses)
        assert len(book["digest"]) == 64
        assert book["edition"]


def test_books_as_a_table_says_how_many_clauses(capsys):
    """Each book stands on one line with its number of clauses."""
    code, out, _ = run(capsys, "books")
    assert code == 0
    assert "cgp-2024" in out
    assert "225" in out
    assert out.startswith("livro")


def test_coverage_counts_by_book_and_area(capsys):
    """Per book and area: how many decide, record and show, and how many have a test."""
    code, answer = run_json(capsys, "books", "--coverage")
    assert code == 0
    for book in answer["books"]:
        total = sum(row["decides"] + row["records"] + row["shows"] for row in book["coverage"])
        assert total == len(book["clauses"])
        assert all(row["proved"] <= row["decides"] + row["records"] for row in book["coverage"])
    _, out, _ = run(capsys, "books", "--coverage")
    assert "decidem" in out
    assert "erros de carteado" in out


def test_a_clause_shows_its_values(capsys):
    """A clause comes with its summary and what it sets."""
    code, out, _ = run(capsys, "clause", "bpt-2015:9")
    assert code == 0
    assert "BPT 2015 9" in out
    assert "10 segundos" in out
    code, answer = run_json(capsys, "clause", "cgp-2024:3.1")
    assert answer["sets"]["entry.main.split"]["prize"] == {"amount_centavos": 48000}
    assert answer["status"] == "decides"


def test_a_bare_number_is_one_of_the_standard_book(capsys):
    """`feltro clause 45.A` is ADTP 2023's."""
    assert run_json(capsys, "clause", "45.A")[1]["book"] == "adtp-2023"


def test_spanish_marks_a_summary_that_is_only_in_portuguese(capsys):
    """The title is in Spanish; the summary falls back and says so."""
    _, out, _ = run(capsys, "clause", "cgp-2024:5.4.13", "--lang", "es")
    assert "solo en portugués" in out


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (["clause", "cpg-2024:1.1"], "cgp-2024"),
        (["clause", "cgp-2024:5.4.14.Z"], "5.4.14.A"),
        (["search", "x", "--book", "bpt"], "bpt-2015"),
        (["compare", "adtp-2012", "adtp-2032"], "adtp-2023"),
        (["books", "nps-2091"], "nps-2019"),
    ],
)
def test_a_wrong_name_suggests_the_nearest(capsys, words, suggestion):
    """Exit code 2, and the message names what was probably meant."""
    code, _, err = run(capsys, *words)
    assert code == 2
    assert suggestion in err
    code, answer = run_json(capsys, *words)
    assert code == 2
    assert suggestion in answer["error"]["message"]


def test_search_gives_the_best_first(capsys):
    """Results carry book, clause, title and score."""
    code, answer = run_json(capsys, "search", "ficha única")
    assert code == 0
    first = answer["results"][0]
    assert set(first) == {"book", "clause", "titulo", "score"}
    assert first["titulo"].startswith("Ficha única")
    assert run(capsys, "search", "xyzzy")[0] == 0


@pytest.mark.slow
def test_compare_narrows_to_a_topic(capsys):
    """Two editions on one topic: each point with values and clauses."""
    code, answer = run_json(capsys, "compare", "adtp-2012", "adtp-2023", "unclear_amount")
    assert code == 0
    code, answer = run_json(capsys, "compare", "cgp-2024", "bpt-2015", "button")
    method = next(one for one in answer["parameters"] if one["name"] == "button.method")
    assert method["differs"] is True
    assert method["said"][0] == {"silent": False, "value": "dead", "clauses": ["cgp-2024:5.3.1.a"]}
    assert method["said"][1]["value"] == "moving"


@pytest.mark.slow
def test_compare_takes_all_five(capsys):
    """`all` stands for the five books; one book alone is nothing to compare."""
    code, answer = run_json(capsys, "compare", "all", "heads_up")
    assert len(answer["books"]) == 5
    assert run(capsys, "compare", "cgp-2024")[0] == 2
    code, out, _ = run(capsys, "compare", "all", "heads_up")
    assert code == 0
    assert "BPT 2015" in out


def test_an_addendum_file_can_be_read_compared_and_is_checked(capsys, tmp_path):
    """An organiser's file works wherever a book does; a broken one lists every finding and ends with 2."""
    source = shipped().folder / "addenda" / "clube.toml"
    mine = tmp_path / "meu-clube.toml"
    mine.write_text(source.read_text().replace('id = "clube"', 'id = "meu-clube"'))
    assert run_json(capsys, "books", str(mine))[1]["books"][0]["id"] == "meu-clube"
    assert run_json(capsys, "clause", f"{mine}:C.2")[1]["sets"] == {"final_table.size.flop": 8}
    assert run(capsys, "compare", "adtp-2023", str(mine), "final_table")[0] == 0

    mine.write_text(source.read_text().replace("= 8\n", '= "oito"\n').replace('area = "clock"', 'area = "zoo"'))
    code, _, err = run(capsys, "books", str(mine))
    assert code == 2
    assert "C.2" in err
    assert "zoo" in err
    code, answer = run_json(capsys, "clause", f"{mine}:C.2")
    assert code == 2
    assert len(answer["findings"]) == 2


def test_a_draw_is_verified(capsys, tmp_path):
    """A published draw that holds exits 0; a forged one exits 1 and says where; a wrong file exits 2."""
    deck, secret = Deck("dia-1", ("1.1", "1.2", "1.3")), bytes(range(32))
    proof = {
        "format": FORMAT,
        "label": deck.label,
        "chairs": list(deck.chairs),
        "commitment": commit(deck, secret),
        "public": "",
        "secret": secret.hex(),
        "order": list(draw(deck, secret)),
    }
    file = tmp_path / "sorteio.json"
    file.write_text(json.dumps(proof))
    assert run(capsys, "draw", "verify", str(file))[0] == 0
    file.write_text(json.dumps({**proof, "order": list(reversed(proof["order"]))}))
    code, answer = run_json(capsys, "draw", "verify", str(file))
    assert (code, answer["fair"]) == (1, False)
    for wrong in ({}, {**proof, "commitment": 5}, {**proof, "format": "x"}, {**proof, "chairs": [1, 2]}, []):
        file.write_text(json.dumps(wrong))
        assert run(capsys, "draw", "verify", str(file))[0] == 2
    assert run(capsys, "draw", "verify", str(tmp_path / "none"))[0] == 2


def test_a_draw_whose_secret_is_not_out_is_told_so_and_so_is_one_that_served_nothing(capsys, tmp_path):
    """The page offers its file before the secret is out: the program says that, not that the file is none of ours."""
    deck, secret = Deck("dia-1", ("1.1", "1.2", "1.3")), bytes(range(32))
    known = {"format": FORMAT, "label": deck.label, "chairs": list(deck.chairs), "commitment": commit(deck, secret)}
    file = tmp_path / "sorteio.json"
    file.write_text(json.dumps({**known, "public": "", "secret": "", "order": ["1.2"]}))
    code, out, _ = run(capsys, "draw", "verify", str(file))
    assert code == 1
    assert "ainda não foi revelado" in out
    file.write_text(json.dumps({**known, "public": "", "secret": secret.hex(), "order": []}))
    code, out, _ = run(capsys, "draw", "verify", str(file))
    assert code == 0
    assert "Nada foi sorteado" in out


def test_a_proof_says_with_what_its_public_value_is_to_be_compared(capsys, tmp_path):
    """No computation knows what drand or a lottery said: the verifier names the round, and checks what it can."""
    deck = draws.Deck(draws.sourced("t1/1/mesas", "drand", "40000000") + "/rounds", ("1.1", "1.2", "2.1"))
    secret, public = bytes(32), "ab" * 32
    proof = {
        "format": "feltro/draw/1",
        "label": deck.label,
        "chairs": list(deck.chairs),
        "commitment": draws.commit(deck, secret),
        "public": public,
        "secret": secret.hex(),
        "rounds": True,
        "order": list(draws.in_rounds(draws.draw(deck, secret, public))),
    }
    file = tmp_path / "prova.json"
    file.write_text(json.dumps(proof))
    code, out, _ = run(capsys, "draw", "verify", str(file))
    assert code == 0
    assert "rodada 40000000" in out
    file.write_text(json.dumps({**proof, "public": ""}))
    assert run(capsys, "draw", "verify", str(file))[0] == 1
    pulled = {**proof, "physical": True, "secret": "", "order": ["2.1", "1.1"]}
    file.write_text(json.dumps(pulled))
    code, out, _ = run(capsys, "draw", "verify", str(file))
    assert code == 0
    assert "Sorteio físico" in out
    file.write_text(json.dumps({**pulled, "order": ["7.7"]}))
    assert run(capsys, "draw", "verify", str(file))[0] == 1


def test_the_key_of_draws_travels_by_its_own_command(capsys, tmp_path, monkeypatch):
    """Shown by name only; written to a file that its owner alone reads; taken in elsewhere; never written over."""
    monkeypatch.setenv("FELTRO_KEYS", str(tmp_path / "a"))
    assert run_json(capsys, "draw", "key", "show")[1]["keys"] == 0
    assert run(capsys, "draw", "key", "export", str(tmp_path / "k"))[0] == 1
    Seals().seal("draw/t1/mesas", bytes(32))
    code, shown = run_json(capsys, "draw", "key", "show")
    assert (code, shown["keys"]) == (0, 1)
    assert (tmp_path / "a" / "draws.key").read_text().strip() not in shown["names"]
    assert run(capsys, "draw", "key", "export", str(tmp_path / "k"))[0] == 0
    assert (tmp_path / "k").stat().st_mode & 0o777 == 0o600
    assert run(capsys, "draw", "key", "export", str(tmp_path / "k"))[0] == 2
    monkeypatch.setenv("FELTRO_KEYS", str(tmp_path / "b"))
    assert run_json(capsys, "draw", "key", "import", str(tmp_path / "k"))[1]["keys"] == 1
    assert run_json(capsys, "draw", "key", "import", str(tmp_path / "k"))[1]["keys"] == 0
    assert run_json(capsys, "draw", "key", "show")[1]["names"] == shown["names"]
    (tmp_path / "k").write_text("isto não é chave")
    assert run(capsys, "draw", "key", "import", str(tmp_path / "k"))[0] == 2
    assert run(capsys, "draw", "key", "import")[0] == 2
    assert run(capsys, "draw", "key", "lose")[0] == 2


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_every_command_explains_itself(capsys, command, lang):
    """`--help` speaks the language asked for, argparse's own words included."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help", "--lang", lang])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert {"pt": "opções", "en": "options", "es": "opciones"}[lang] in out


def test_without_a_command_the_help_is_shown(capsys):
    """A newcomer who types only `feltro` sees what there is."""
    code, out, _ = run(capsys)
    assert code == 0
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize(
    "words", [["--lang", "en", "books"], ["--json", "books"], ["--lang=es", "--json", "books"]]
)
def test_options_may_stand_before_the_command(capsys, words):
    """`feltro --lang en books` is as good as `feltro books --lang en`."""
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert ("edition" in out) or ("edición" in out)


def test_an_addendum_is_laid_over_the_book_it_is_asked_for(capsys):
    """One addendum for several books is read over the one named before the plus."""
    code, answer = run_json(capsys, "compare", "nps-2019", "nps-2019+melhor-stack-adiante", "after_bagging")
    assert code == 0
    assert [said["value"] for said in answer["parameters"][0]["said"]] == ["never", "best_stack_forward"]


def test_a_conflict_between_layers_names_the_file(capsys, tmp_path):
    """Two clubs' rules that contradict each other are not laid together, and both places are named."""
    mine = tmp_path / "outro.toml"
    source = shipped().folder / "addenda" / "clube.toml"
    mine.write_text(source.read_text().replace('id = "clube"', 'id = "outro"'))
    code, _, err = run(capsys, "books", f"adtp-2023+clube+{mine}")
    assert code == 2
    assert "outro.toml" in err
    assert "clube:C.1" in err


@pytest.mark.slow
def test_broken_shipped_books_are_findings_not_a_traceback(capsys, monkeypatch, tmp_path):
    """Every finding is listed with its file, and the command ends with 2."""
    import shutil

    from feltro.rulebook import library

    folder = tmp_path / "books"
    shutil.copytree(library.SHIPPED, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for chapter in sorted((folder / "bpt_2015").glob("0[12]*.toml")):
        chapter.write_text(chapter.read_text().replace('status = "decides"', 'status = "guesses"', 1))
    broken = library.Library(folder)
    monkeypatch.setattr("feltro.cli.rules.books.shipped", lambda: broken)
    code, _, err = run(capsys, "books")
    assert code == 2
    assert err.count("guesses") == 2
    monkeypatch.setattr("feltro.cli.serve.shipped", lambda: broken)
    assert run(capsys, "serve", "--port", "0")[0] == 2


@pytest.mark.parametrize(
    ("words", "mentions"),
    [
        (["serve", "--port", "99999"], "99999"),
        (["serve", "--host", "300.1.1.1"], "300.1.1.1"),
        (["search", "x", "--limit", "-1"], "--limit"),
        (["compare", "cgp-2024", "nps-2019", "butao"], "button"),
    ],
)
def test_what_cannot_be_used_is_said_plainly(capsys, words, mentions):
    """Exit code 2 and one sentence that says what to do."""
    code, _, err = run(capsys, *words)
    assert code == 2
    assert mentions in err


PLAYED = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 7c2d', 'd dh p3 QhQd', 'p3 cbr 3', 'p1 f', 'p2 f']
finishing_stacks = [99, 98, 103]
"""


def test_the_book_changes_the_rules_of_a_replay(capsys, tmp_path):
    """A raise from 2 to 3 stands under BPT, where any amount will do, and is refused under CGP."""
    file = tmp_path / "mao.phh"
    file.write_text(PLAYED)
    code, out, _ = run(capsys, "hand", "replay", str(file), "--json", "--book", "bpt-2015")
    assert (code, json.loads(out)["ok"], json.loads(out)["rules"]) == (0, True, "bpt-2015")
    code, out, _ = run(capsys, "hand", "replay", str(file), "--json", "--book", "cgp-2024")
    assert code == 1
    assert "p3 cbr 3" in json.loads(out)["error"]
    assert run(capsys, "hand", "replay", str(file), "--book", "cgp")[0] == 2


def test_an_option_may_stand_anywhere_among_the_words_of_a_command():
    """`structure lint --on DAY FILE` is `structure lint FILE --on DAY`, and so with every command that takes words."""
    moved = {}
    for name in COMMANDS:
        parser = _parser("en", [name])
        subparsers = next(one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
        told_of = subparsers.choices[name]._actions
        if any(one.required for one in told_of if one.option_strings or isinstance(one, type(subparsers))):
            continue
        places = [one for one in told_of if not one.option_strings]
        words = [next(iter(one.choices)) if one.choices else "word" for one in places]
        last = parser.parse_args([name, *words, "--lang", "es"])
        for at in range(len(words)):
            told = parser.parse_args([name, *words[:at], "--lang", "es", *words[at:]])
            if vars(told) != vars(last):
                moved[name] = at
    assert moved == {}
