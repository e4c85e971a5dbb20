"""`feltro rule`: situations from files, standard input and dialogue, answered in words or JSON."""

import io
import json
import sys

import pytest

from feltro.cli.main import main
from feltro.rulebook.library import shipped
from feltro.rulings.catalogue import KINDS
from feltro.rulings.notation import _READERS, Field
from feltro.rulings.ruling import REMEDIES
from feltro.rulings.schema import example, field_schema, notation_schema
from feltro.words.sentences import sentences

TOML = """
book = "nps-2019"
kind = "clock_call"
facing_bet = true
elapsed = 31
"""


@pytest.fixture
def rule(capsys, monkeypatch):
    def run(*words, stdin=""):
        raw = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        code = main(["rule", *map(str, words)])
        out = capsys.readouterr()
        return code, out.out, out.err

    return run


def test_a_toml_file_is_ruled_on(rule, tmp_path):
    """The answer in words: what to do, then the clause with its summary."""
    path = tmp_path / "situation.toml"
    path.write_text(TOML)
    code, out, _ = rule(path)
    assert code == 0
    assert out.startswith("NPS 2019 · mão morta")
    assert "[nps-2019:21]" in out
    code, out, _ = rule(path, "--lang", "en")
    assert "dead hand" in out


@pytest.mark.slow
def test_a_situation_is_told_in_words(rule):
    """In words and on a line: what was understood, what is still to be known, and the ruling meanwhile."""
    words = "Esqueceram de dar carta pro jogador do 8."
    code, out, _ = rule("--words", words, "--book", "adtp-2012", "--context", '{"players": 9}')
    assert code == 0
    assert out.startswith('Entendido: {"kind": "misdeal", "what": "seat_skipped"}')
    assert "Falta saber: O que já foi feito na mão?\n  - ninguém agiu ainda: misdeal\n" in out
    assert "ADTP 2012 · misdeal" in out
    _, told, _ = rule("--words", words, "--book", "adtp-2012", "--json")
    _, lines, _ = rule("--lines", stdin=json.dumps({"book": "adtp-2012", "words": words}))
    assert json.loads(lines) == json.loads(told)
    code, _, error = rule("--words", words, "--book", "adtp-2012", "--context", "{")
    assert (code, "JSON" in error) == (2, True)


def test_a_json_file_and_standard_input_are_ruled_on(rule, tmp_path):
    """`-` reads TOML or JSON, whichever it is."""
    path = tmp_path / "situation.json"
    path.write_text(json.dumps({"book": "cgp-2024", "kind": "policy", "topic": "phone"}))
    _, out, _ = rule(path, "--json")
    assert json.loads(out)["rulings"][0]["remedy"] == "no"
    for told in (TOML, json.dumps({"book": "nps-2019", "kind": "clock_call", "elapsed": 31})):
        code, out, _ = rule("-", "--json", stdin=told)
        assert code == 0
        assert json.loads(out)["rulings"][0]["remedy"] == "dead_hand"


def test_the_command_line_names_the_book(rule, tmp_path):
    """--book goes before the situation's own: an id, a shipped addendum, a file, or all."""
    assert json.loads(rule("-", "--book", "cgp-2024", "--json", stdin=TOML)[1])["book"] == "cgp-2024"
    assert json.loads(rule("-", "--book", "pix-no-dia-nps", "--json", stdin=TOML)[1])["book"] == "nps-2019"
    compared = json.loads(rule("-", "--book", "all", "--json", stdin=TOML)[1])
    assert tuple(compared["books"]) == shipped().ids
    assert compared["books"]["cgp-2024"]["rulings"][0]["remedy"] == "dead_hand"
    _, out, _ = rule("-", "--book", "all", stdin=TOML)
    assert all(shipped().book(book).label in out for book in shipped().ids)


def test_a_house_addendum_from_a_file_decides(rule, tmp_path):
    """A club that gives fifteen seconds is ruled by its own clause."""
    path = tmp_path / "clube.toml"
    source = (shipped().folder / "addenda" / "clube.toml").read_text()
    path.write_text(source)
    situation = 'kind = "clock_call"\nfacing_bet = true\n'
    code, out, _ = rule("-", "--book", path, "--json", stdin=situation)
    assert code == 0
    answer = json.loads(out)
    assert answer["book"] in shipped().ids
    by_situation = rule("-", "--json", stdin=f'book = "{path}"\n{situation}')
    assert json.loads(by_situation[1]) == answer


def test_house_settings_are_cited_and_told(rule):
    """A setting of the event, a fraction among them, decides and is cited as the event's."""
    told = {"book": "adtp-2023", "kind": "clock_call", "house": {"clock.seconds": 15}}
    _, out, _ = rule("-", "--json", stdin=json.dumps(told))
    ruling = json.loads(out)["rulings"][0]
    assert ruling["values"]["seconds"] == 15
    assert "evento" in {cite["book"] for cite in ruling["cites"]}
    told["house"] = {"betting.short_raise.completes_from": 0.5}
    assert rule("-", "--json", stdin=json.dumps(told))[0] == 0


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ('kind = "clock_call"', "book"),
        ('book = "tda"\nkind = "clock_call"', "book"),
        ('book = "cgp-2024"\nkind = "nap"', "kind"),
        ('book = "cgp-2024"\nkind = "clock_call"\nelapsed = "soon"', "elapsed"),
        ('book = "cgp-2024"\nkind = "clock_call"\nelapsed = nan', "elapsed"),
        ('book = "cgp-2024"\nkind = "action_clock"\nelapsed = inf', "elapsed"),
        ('book = "cgp-2024"\nkind = "conduct"\ninfraction = "yawning"', "infraction"),
        ('book = "cgp-2024"\nkind = "penalty_effect"', "penalty"),
        ("not data at all", "situation"),
        ("", "situation"),
        ('"text"', "situation"),
        ("[" * 100_000, "situation"),
        ('{"house": ' + "[" * 900 + "]" * 900 + ', "book": "cgp-2024", "kind": "nuts"}', "house"),
        (b"\xff\xfe", "situation"),
    ],
)
def test_what_cannot_be_read_is_said(rule, told, field):
    """Exit code 2; the field is named in words and in JSON, in the place of the answer."""
    code, out, _ = rule("-", "--json", stdin=told)
    assert code == 2
    assert json.loads(out)["error"]["field"] == field
    code, out, err = rule("-", stdin=told)
    assert (code, out) == (2, "")
    assert err


def test_a_wrong_infraction_is_answered_with_the_names_accepted(rule):
    """The names of the book's own catalogue are offered."""
    told = {"book": "bpt-2015", "kind": "conduct", "infraction": "yawning"}
    accepts = json.loads(rule("-", "--json", stdin=json.dumps(told))[1])["error"]["accepts"]
    assert "acting-out-of-turn" in accepts
    assert "weapon" not in accepts


def test_a_missing_file_and_a_missing_argument_are_said(rule, tmp_path):
    """No traceback: the message says what to do."""
    assert rule(tmp_path / "none.toml")[0] == 2
    assert rule(tmp_path / "none.jsonl", "--lines")[0] == 2
    code, _, err = rule()
    assert code == 2
    assert "--schema" in err


def test_lines_are_answered_in_order_and_a_bad_one_by_its_error(rule):
    """One answer per line; the error object stands in the place of an answer."""
    lines = [
        json.dumps({"book": "bpt-2015", "kind": "policy", "topic": "rabbit_hunting"}),
        "{",
        "",
        json.dumps(["a list"]),
        json.dumps({"book": "cgp-2024", "kind": "policy", "topic": "cards_speak"}),
    ]
    code, out, _ = rule("--lines", stdin="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert ["error" in answer for answer in answers] == [False, True, True, True, False]
    assert [answers[0]["rulings"][0]["remedy"], answers[4]["rulings"][0]["remedy"]] == ["no", "yes"]


def test_all_gives_each_book_its_answer_or_its_error(rule):
    """A clause of one book is no infraction in another: only there is it unreadable."""
    told = {"kind": "conduct", "infraction": "5.6.5.p"}
    code, out, _ = rule("-", "--book", "all", "--json", stdin=json.dumps(told))
    books = json.loads(out)["books"]
    assert code == 0
    assert books["cgp-2024"]["rulings"][0]["remedy"] == "penalty"
    assert books["bpt-2015"]["error"]["field"] == "infraction"
    assert rule("-", "--book", "all", stdin=json.dumps(told))[0] == 0
    told["infraction"] = "yawning"
    assert rule("-", "--book", "all", "--json", stdin=json.dumps(told))[0] == 2


def test_the_schema_has_every_kind_with_an_example(rule):
    """Each kind is there with its fields, and its example is ruled on in all five books."""
    schema = json.loads(rule("--schema")[1])
    assert {f"kind.{name}" for name in KINDS} <= set(schema["$defs"])
    for name, kind in KINDS.items():
        told = schema["$defs"][f"kind.{name}"]["examples"][0]
        assert told == json.loads(json.dumps(example(kind)))
        code, out, _ = rule("-", "--book", "all", "--json", stdin=json.dumps(told))
        assert code == 0, out


def test_the_schema_knows_every_type_of_field_and_every_remedy():
    """No type is left without a schema, no reference leads nowhere, and remedies have names in three languages."""
    for name in _READERS:
        assert field_schema(Field("x", name, "", parts=(Field("y", "text", ""),)))
    schema = notation_schema()
    text = json.dumps(schema)
    references = {part.split('"')[0] for part in text.split("#/$defs/")[1:]}
    assert references <= set(schema["$defs"])
    assert {f"remedy.{remedy}" for remedy in REMEDIES} <= set(sentences())


def test_every_answer_has_the_shape_of_the_schema(rule):
    """The envelope names exactly what a ruling carries."""
    ruling = json.loads(rule("-", "--json", stdin=TOML)[1])["rulings"][0]
    assert list(ruling) == notation_schema()["$defs"]["ruling"]["required"]


def test_the_dialogue_builds_a_situation(rule):
    """Numbers choose, Enter skips, a wrong answer is asked again, and the situation is shown for next time."""
    answers = ["9", "2", "clock_call", "talvez", "s", "", "", "s", "s", "s", "", "31"]
    code, out, err = rule("--ask", stdin="\n".join(answers) + "\n" * 12)
    assert code == 0
    assert json.loads(out.strip().splitlines()[0]) == {
        "book": "nps-2019",
        "kind": "clock_call",
        "facing_bet": True,
        "caller": {"at_table": True, "seated": True},
        "elapsed": 31,
    }
    assert "mão morta" in out
    assert "Não entendi" in err


def test_a_dialogue_closed_early_ends_quietly(rule):
    """Closing standard input leaves no traceback."""
    assert rule("--ask", stdin="1\n")[0] == 2


@pytest.mark.parametrize("name", sorted(KINDS))
def test_the_dialogue_can_ask_about_every_kind(rule, name):
    """Required fields are asked until they are given; the rest may be skipped."""
    code, _, err = rule("--ask", "--book", "cgp-2024", stdin=f"{name}\n" + "1\n" * 40)
    assert code in {0, 2}
    assert "Traceback" not in err
