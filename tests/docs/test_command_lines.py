"""Every `feltro ...` line that a page names is one that the command takes: its words, its options, as many as it needs."""

from __future__ import annotations

import argparse
import re
import shlex
from itertools import product
from unittest import mock

import pytest

from feltro.cli.main import COMMANDS, _options_last, _parser
from tests.conftest import ROOT

PAGES = sorted(
    [
        *(page for page in ROOT.glob("*.md") if page.name != "CHANGELOG.md"),  # what was, as it was
        *(page for place in ("docs", "deploy", "examples", ".github") for page in (ROOT / place).rglob("*.md")),
        *(ROOT / "deploy").rglob("*.txt"),
    ]
)
FENCED = re.compile(r"^ *```(?:sh|console|text|)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
STANDS_FOR = re.compile(r"^[A-ZÁÉÍÓÚÂÊÔÃÕÇÑ_]{1,}(?:\.\w+)?$")
INSTEAD = ("1", "2026-11-21", "bpt-2015", "cashier", "x=y")
"""What a word in capitals may stand for: one of these fits where the word itself does not."""


class NotTakenError(Exception):
    """What argparse says, and no end of the process."""


def lines_of(text):
    """What stands in blocks for a shell, and between backticks: each line that begins with the command."""
    blocks = FENCED.findall(text)
    rest = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)
    for block in blocks:
        for line in block.replace("\\\n", " ").splitlines():
            yield from commands_in(line)
    for said in INLINE.findall(rest):
        yield from commands_in(said)


def commands_in(line):
    bare = re.sub(r"\s#\s.*$", "", line)
    for part in re.split(r"&&|\|\s(?!\w+\])|;\s", bare):
        words = re.sub(r"^(?:\s*\$\s|\s*[A-Z_]+=\S+\s)*", "", part.strip())
        words = re.sub(r"^docker compose .* exec (?:-T )?feltro ", "", words)
        found = re.match(r"(?:sudo -u feltro )?(?:\S*/)?feltro(?:\.bat)?\s+(.+)$", words)
        if found and re.match(r"[a-z-]", found[1]) and "..." not in found[1].split()[:1]:
            yield found[1].strip()


def spelt_out(line):
    """`[--days N]` with and without, `a|b` each, and no dots that say "and so on"."""
    plain = re.sub(r"\s*\.\.\.(?=[\s\]]|$)", "", line)
    options = re.split(r"(\[[^\[\]]*\])", plain)
    full = "".join(part[1:-1] if part.startswith("[") else part for part in options)
    least = "".join("" if part.startswith("[") else part for part in options)
    for one in dict.fromkeys((full, least)):
        words = shlex.split(re.sub(r"\s[<>]\s*\S+", "", one))
        yield from (list(way) for way in product(*(choices_in(word) for word in words)))


def choices_in(word):
    return word.split("|") if re.fullmatch(r"[a-z-]+(?:\|[a-z-]+)+", word) else [word]


def refused(words):
    """Why the command does not take these words, as they stand; nothing where it does."""

    def fail(_parser, message):
        raise NotTakenError(message)

    kept = argparse.ArgumentParser.__init__

    def exact(self, *args, **options):
        kept(self, *args, **options | {"allow_abbrev": False})

    with (
        mock.patch.object(argparse.ArgumentParser, "error", fail),
        mock.patch.object(argparse.ArgumentParser, "__init__", exact),
        mock.patch.object(argparse, "_", lambda sentence: sentence),  # whatever language spoke before
    ):
        words = _options_last(words)
        try:
            _parser("en", words).parse_args(words)
        except NotTakenError as error:
            return str(error)
        except SystemExit:  # --help and --version say what they say, and end
            return ""
    return ""


def complaint(words):
    """The words as they stand, and each word in capitals as something that it may stand for."""
    first = refused(words)
    if not first or only_named(words, first):
        return ""
    if not any(STANDS_FOR.match(word) for word in words):
        return first
    for instead in INSTEAD:
        if not refused([instead if STANDS_FOR.match(word) else word for word in words]):
            return ""
    return first


def only_named(words, said):
    """`feltro pix` in a sentence is a name and no line to type."""
    return "required" in said and all(re.fullmatch(r"[a-z]+", word) for word in words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_line_that_a_page_names_is_taken_by_the_command(page):
    lines = dict.fromkeys(lines_of(page.read_text("utf-8")))
    wrong = {(line, why) for line in lines for words in spelt_out(line) if (why := complaint(words))}
    assert sorted(wrong) == []


def test_hundreds_of_lines_are_read_and_every_command_is_named_somewhere():
    """So that a pattern that finds nothing is noticed, and a command that no page tells of."""
    lines = {line for page in PAGES for line in lines_of(page.read_text("utf-8"))}
    assert len(lines) > 150
    assert set(COMMANDS) - {line.split()[0] for line in lines} == set()


@pytest.mark.parametrize(
    "line",
    [
        "serve --hots 0.0.0.0",
        "serve --work 2",
        "report event",
        "report event t1 --xslx a.xlsx",
        "book new|check|dif clube",
        "payouts --book LIVRO --entries MUITOS --pol VALOR",
        "token revoke",
    ],
)
def test_a_line_that_the_command_does_not_take_is_noticed(line):
    if line in {"report event", "token revoke"}:
        assert complaint([*line.split(), "--json"])
    else:
        assert any(complaint(words) for words in spelt_out(line))
