"""Keys become sentences in three languages."""

import re
from datetime import date, time
from fractions import Fraction
from string import Formatter

import pytest

from feltro.kernel.money import Money
from feltro.words.dates import hour, weekday_and_day
from feltro.words.languages import LANGUAGES, language, preferred
from feltro.words.numbers import decimal, ordinal, percent
from feltro.words.sentences import read_catalogue, say, sentences, written
from feltro.words.text import Text, drawer_called
from tests.conftest import ROOT


def placeholders(sentence):
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.slow
def test_every_sentence_uses_the_same_values_in_each_language():
    """A translation that forgets or invents a value is a broken sentence."""
    assert len(read_catalogue()) > 1000
    for key, said in read_catalogue().items():
        assert len({frozenset(placeholders(one)) for one in said}) == 1, key


@pytest.mark.slow
def test_no_sentence_is_left_untranslated():
    """Longer sentences that read the same in English as in Portuguese or Spanish were forgotten."""
    assert sum(len(pt.split()) > 4 for pt, _, _ in read_catalogue().values()) > 500
    for key, (pt, en, es) in read_catalogue().items():
        if len(pt.split()) > 4 and not key.startswith("argparse."):
            assert en not in {pt, es}, key


@pytest.mark.parametrize(
    ("lang", "n", "said"),
    [("pt", 1, "1 cláusula"), ("pt", 225, "225 cláusulas"), ("en", 1, "1 clause"), ("es", 2, "2 cláusulas")],
)
def test_the_number_chooses_the_word(lang, n, said):
    """One is singular, everything else plural."""
    assert say("web.clauses", lang, n=n) == said


@pytest.mark.parametrize(("n", "said"), [(1, "Mais um evento em jogo"), (3, "Mais 3 eventos em jogo")])
def test_a_word_that_the_number_chose_may_name_the_number(n, said):
    """What is chosen is a sentence as well, with blanks of its own."""
    assert say("strip.others", "pt", n=n) == said


def test_a_blank_is_a_name_and_nothing_else(monkeypatch):
    """How a value is written is decided in one place, and not by a sentence."""
    odd = {"a": "{n!r}", "b": "{n.real}", "c": "{n[0]}", "d": "{}"}
    monkeypatch.setattr("feltro.words.sentences.sentences", lambda _lang: odd)
    for key in odd:
        with pytest.raises(ValueError, match="a blank has a name and nothing else"):
            say(key, "pt", n=[1])


def test_values_are_written_as_each_language_does():
    """Money, numbers, fractions, days and hours follow the reader's language."""
    assert written(Money(123456), "pt") == "R$ 1.234,56"
    assert written(Money(123456), "en") == "R$ 1,234.56"
    assert written(12500, "pt") == "12.500"
    assert written(["a", "b", "c"], "pt") == "a, b e c"
    assert written(True, "es") == "sí"
    assert percent(Fraction(2725, 100000), "pt") == "2,725%"
    assert decimal(Fraction(8, 5), "en") == "1.6"
    assert weekday_and_day(date(2026, 11, 21), "pt") == "sáb., 21 nov."
    assert hour(time(14, 5), "pt") == "14h05"
    assert written(date(2024, 12, 31), "en") == "31 Dec 2024"


def test_spanish_falls_back_to_portuguese_and_says_so():
    """A text without Spanish is read in Portuguese and marked as such."""
    text = Text("mesa", "table")
    assert text.read("es") == "mesa"
    assert text.language_read("es") == "pt"
    assert text.language_read("en") == "en"


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("", "pt"),
        ("en-US,en;q=0.9", "en"),
        ("fr,es;q=0.8,en;q=0.9", "en"),
        ("fr-FR", "pt"),
        ("es;q=abc, en;q=0.1", "en"),
    ],
)
def test_the_browser_says_which_language_it_prefers(header, chosen):
    """The heaviest wish that is one of ours wins; without any, Portuguese."""
    assert preferred(header) == chosen


def test_a_language_is_known_by_its_start():
    """pt-BR is Portuguese, fr is none of ours."""
    assert language("pt-BR") == "pt"
    assert language("fr") is None
    assert language(None) is None


def test_keys_are_names():
    """A key is a dotted name, so that it can be found by searching the code."""
    assert all(re.fullmatch(r"[a-z0-9_.~-]+", key, re.IGNORECASE) for key in sentences())
    assert len(LANGUAGES) == 3


@pytest.mark.parametrize(
    ("lang", "day", "said"),
    [("pt", "1A", "Dia 1A"), ("en", "2", "Day 2"), ("en", "final", "Final day"), ("es", "final", "Día final")],
)
def test_the_day_of_the_final_is_called_as_people_call_it(lang, day, said):
    assert {say(key, lang, day=day) for key in ("director.day_n", "face.day", "paper.day")} == {said}


def test_a_drawer_is_called_as_it_was_typed():
    assert [drawer_called(desk) for desk in ("caixa-1", "caixa-do-fundo", "d1")] == [
        "Caixa 1",
        "Caixa do fundo",
        "d1",
    ]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_a_place_is_written_as_each_language_writes_it(number, said):
    assert ordinal(number, "en") == said
    assert (ordinal(number, "pt"), ordinal(number, "es")) == (f"{number}º", f"{number}º")


def test_no_page_writes_a_place_by_itself():
    """But for the sign behind a field, which is left out in English."""
    signs = {
        file.name: text.count("º")
        for file in (ROOT / "src" / "feltro" / "web" / "templates").rglob("*.html")
        if "º" in (text := file.read_text("utf-8"))
    }
    assert signs == {"points.html": 1}
