"""One word for one thing: what the glossary forbids stands nowhere that a person reads."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from feltro.words.sentences import CATALOGUE, read_catalogue

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "feltro"
GLOSSARY = ROOT / "docs" / "developers" / "glossary.md"
FOR_PEOPLE = ("docs/caixa", "docs/diretor", "docs/floor", "docs/dealer")
PAPERS = CATALOGUE / "app" / "papers.toml"


def forbidden() -> dict[str, tuple[str, ...]]:
    """Each word that is not said, with the phrases in which it may stand."""
    table = GLOSSARY.read_text("utf-8").split("## What people read")[1].split("\n## ")[0]
    cells = [row.split("|")[-2].strip() for row in table.splitlines() if row.startswith("| ")][2:]
    found = {}
    for word in (word for cell in cells for word in cell.split(";") if word.strip()):
        said, _, phrases = word.partition(":")
        allowed = tuple(phrase.strip() for phrase in phrases.split(",") if phrase.strip())
        found |= {one.strip(): allowed for one in said.split(",")}
    return found


def says(text: str, word: str, allowed: tuple[str, ...]) -> bool:
    told = text.lower()
    for phrase in allowed:
        told = told.replace(phrase, "")
    return bool(re.search(rf"\b{re.escape(word)}s?\b", told))


FORBIDDEN = forbidden()


def test_the_glossary_forbids_what_the_house_used_to_say():
    """Stated here once more, so that an emptied column is noticed."""
    assert {"gaveta", "pilha", "lugar", "cadeira", "acerto", "desclassificado", "desfazer a mesa"} <= set(FORBIDDEN)
    assert says("A gaveta está aberta", "gaveta", ())
    assert says("Mude de lugar", "lugar", FORBIDDEN["lugar"])
    assert not says("correção: A no lugar de B", "lugar", FORBIDDEN["lugar"])


@cache
def catalogue() -> dict[str, tuple[str, ...]]:
    return read_catalogue()


@pytest.mark.parametrize("word", FORBIDDEN)
def test_no_sentence_says_a_word_that_has_another_name(word):
    """In the catalogue; only papers say "recompra"."""
    said = catalogue()
    keys = set(said)
    if word == "recompra":
        keys -= {key for key in keys if f'["{key}"]' in PAPERS.read_text("utf-8")}
    assert len(keys) > 1000
    assert [key for key in keys if says(said[key][0], word, FORBIDDEN[word])] == []


@cache
def prose() -> dict[str, str]:
    """Pages for people and templates, without what is code in them."""
    pages = [ROOT / "README.md", *(page for place in FOR_PEOPLE for page in (ROOT / place).rglob("*.md"))]
    pages += (ROOT / "src/feltro/web/templates").rglob("*.html")
    code = re.compile(r"```.*?```|`[^`]*`|\{[{%].*?[%}]\}|<[^>]*>|\]\([^)]*\)", re.DOTALL)
    return {str(page.relative_to(ROOT)): code.sub("", page.read_text("utf-8")) for page in pages}


@pytest.mark.parametrize("word", [word for word in FORBIDDEN if word != "recompra"])
def test_no_page_for_people_says_it_either(word):
    """What a cashier, a floor, a dealer and a director are given to read, and what stands in a template itself."""
    assert len(prose()) > 60
    assert [page for page, text in prose().items() if says(text, word, FORBIDDEN[word])] == []


def test_every_class_of_the_glossary_stands_where_it_says():
    """Each of a row in one of the files that the row names."""
    rows = [row.split("|") for row in GLOSSARY.read_text("utf-8").split("## What the code says")[1].splitlines()]
    named = [
        (re.findall(r"`(\w+)`", row[1]), re.findall(r"`([\w/]+\.py)`", row[3])) for row in rows if len(row) == 5
    ]
    assert sum(len(classes) for classes, _ in named) > 30
    for classes, files in named:
        source = "".join((SOURCE / file).read_text("utf-8") for file in files)
        assert [one for one in classes if f"\nclass {one}" not in source] == []


def test_what_the_house_keeps_is_its_fee_in_every_language_and_where_a_rule_names_it():
    """The word of card rooms for it stands in the books' own phrases, and nowhere else that a player or an owner reads."""
    said = [(key, one) for key, all_said in catalogue().items() for one in all_said]
    assert [key for key, one in said if says(one, "rake", ())] == []
    files = [*(SOURCE / "rulebooks" / "parameters").glob("*.toml"), *(SOURCE / "rulebooks" / "casa").glob("*.toml")]
    told = re.compile(r'\b(?:pt|en|es) = "([^"]*)"')
    lines = [one for file in files for one in told.findall(file.read_text("utf-8"))]
    assert len(lines) > 1000
    assert [one for one in lines if says(one, "rake", ())] == []


def test_who_works_in_a_room_is_the_equipe_on_the_shelf_too():
    """Summaries keep the phrases of their book, but this word is English: no book's own Portuguese and Spanish needs it."""
    told = re.compile(
        r'^(?:titulo|resumo|titulo_es|resumo_es|note\.pt|note\.es) = "(.*)"$|\b(?:pt|es) = "([^"]*)"', re.MULTILINE
    )
    files = sorted((SOURCE / "rulebooks").rglob("*.toml"))
    lines = [(file.name, "".join(one)) for file in files for one in told.findall(file.read_text("utf-8"))]
    assert len(lines) > 3000
    assert [(name, one) for name, one in lines if says(one, "staff", ())] == []
