"""docs/developers/adding.md is followed to the letter in a copy of the project, and what was added there works.

One project is copied and everything is added to it, as one stranger would in one afternoon; each section's own test, which the page
makes the stranger write, runs there, with those of our tests that a new thing of that kind could trip over.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = ROOT / "docs" / "developers" / "adding.md"
STEP = re.compile(r"^\*\*\d+\.\*\* (.+?)\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WHERE = re.compile(r"(a new file|at the end of|in) `([\w./-]+\.\w+)`(?: after `(.+?)`(?=[,.: ]))?")
MOST = {"A parameter": 5, "A page": 4, "A paper": 4, "A rulebook": 3}
"""Places in which each thing may have to be written down."""
TRIPS_OVER = {
    "A parameter": (
        "tests/rulebook/test_parameters_are_read.py",
        "tests/rulebook/test_books.py::test_every_parameter_is_used_and_has_a_way_out_of_silence",
        "tests/rulebook/test_books.py::test_every_value_can_be_said_in_three_languages",
        "tests/rulebook/test_books.py::test_every_subject_has_a_heading",
    ),
    "A command": (
        "tests/permissions/test_cards.py",
        "tests/permissions/test_who_may.py::test_every_act_is_said_once",
        "tests/permissions/test_who_may.py::test_an_act_is_let_in_for_those_who_may_and_for_nobody_else[RingBell]",
        "tests/contracts/test_golden_events.py",
        "tests/web/acts/test_every_command_has_a_form.py::test_it_has_one_form_or_a_reason[RingBell]",
        "tests/web/acts/test_every_command_has_a_form.py::test_the_form_of_a_rare_act_makes_its_command[RingBell]",
        "tests/app/handling/test_examples.py::test_every_example_is_answered_in_words[RingBell]",
    ),
    "A page": (
        "tests/permissions/test_who_sees.py::test_every_address_is_said_once",
        "tests/permissions/test_who_sees.py::test_pages_and_forms_are_there_for_those_who_may_and_for_nobody_else",
        "tests/web/live/test_pages_follow.py::test_every_page_of_a_running_event_follows_it_or_is_known_not_to",
    ),
    "A paper": (
        "tests/app/papers/test_printing.py::test_a_line_of_the_table_names_who_writes_the_paper_and_words_for_it",
        "tests/app/papers/test_printing.py::test_the_page_of_papers_offers_lists_and_strips",
        "tests/app/papers/test_printing.py::test_every_list_is_a_pdf_or_says_why_not",
    ),
}


OPENED = """
from tests.web.running import Running


def test_the_page_is_in_the_menu_and_says_what_the_book_says():
    with Running(2, book="nps-2019").site.browser("rui") as browser:
        assert 'href="/sino"' in browser.get("/eventos").text
        assert "um sino anuncia" in browser.get("/sino").text
"""


class Place(NamedTuple):
    how: str
    file: str
    after: str
    text: str


def sections() -> dict[str, list[Place]]:
    found = {}
    for part in PAGE.read_text().split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        found[title] = list(places(body))
    return found


def places(body: str) -> Iterator[Place]:
    for says, text in STEP.findall(body):
        where = WHERE.search(says)
        assert where, f"it does not say where: {says}"
        yield Place(where[1], where[2], where[3] or "", text)


def write(place: Place, project: Path) -> None:
    file = project / place.file
    if place.how == "a new file":
        assert not file.exists(), place.file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(place.text)
    elif place.after:
        lines = file.read_text().splitlines(keepends=True)
        (at,) = [number for number, line in enumerate(lines) if line.startswith(place.after)]
        file.write_text("".join((*lines[: at + 1], place.text, *lines[at + 1 :])))
    else:
        apart = "\n\n" if file.suffix == ".py" else "\n"
        file.write_text(file.read_text() + apart + place.text)


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    """A copy with everything that the page adds."""
    copy = tmp_path_factory.mktemp("stranger")
    for part in ("src", "tests", "docs"):
        shutil.copytree(ROOT / part, copy / part)
    shutil.copy(ROOT / "pyproject.toml", copy)
    for added in sections().values():
        for place in added:
            write(place, copy)
    return copy


def run(project: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(project / "src"), "FELTRO_LANG": "en"}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("title", MOST)
def test_a_stranger_writes_in_no_more_places_than_the_page_says(title):
    """Counted, so that another list to keep in step would be noticed."""
    files = [place.file for place in sections()[title]]
    assert 1 < len(files) <= MOST[title]
    assert len(set(files)) == len(files)


def test_a_command_is_five_places_in_the_source():
    """Its card, its fact, its decision, what the fact does, its words; the rest is said once more, by hand, in tests."""
    files = [place.file for place in sections()["A command"] if place.file.startswith("src/")]
    assert len(set(files)) == len(files) == 5


def test_a_paper_is_one_line_of_one_table():
    """Of what is there already, nothing but the table and the words."""
    known = [place.file for place in sections()["A paper"] if place.how != "a new file"]
    assert [file for file in known if file.endswith(".py")] == ["src/feltro/tournament/papers/table.py"]


@pytest.mark.slow
def test_what_the_page_adds_works(project):
    """Every test that the stranger wrote, and those of ours that look at all things of a kind."""
    own = [place.file for added in sections().values() for place in added if re.match("tests/.*py$", place.file)]
    ours = [file for files in TRIPS_OVER.values() for file in files]
    (project / "tests" / "docs" / "test_opened.py").write_text(OPENED)
    own.append("tests/docs/test_opened.py")
    run(project, "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *own, *ours)
    assert "RingBell" in run(project, "feltro.cli.main", "do", "--schema")


@pytest.mark.slow
def test_a_sixth_rulebook_is_data_only(project):
    """It is on the shelf, it is asked, and a whole event is played and paid under it."""
    assert "clube-2026" in run(project, "feltro.cli.main", "books")
    assert "button.method" in run(project, "feltro.cli.main", "clause", "clube-2026:1", "--json")
    assert "clube-2026" in run(
        project, "feltro.cli.main", "simulate", "event", "--book", "clube-2026", "--entries", "9", "--json"
    )
