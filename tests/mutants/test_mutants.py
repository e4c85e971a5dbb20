"""`script/mutate` itself: it sees a change that a test notices, tells one that none notices, and touches nothing."""

from __future__ import annotations

import re

import pytest

from feltro.kernel.roles import ROLES
from tests.mutants.__main__ import ROOT, areas, candidates, drawn, judged, main, whole
from tests.mutants.changes import changes
from tests.mutants.forks import in_forks
from tests.mutants.related import Related, look
from tests.mutants.seen import files_of, keep, kept
from tests.mutants.trying import KEPT, attempt, copied

NAMED_AT_THE_ROOT = re.compile(r'ROOT / "([A-Z]+\.md)"')

MODULE = '''
def may_enter(age):
    """Eighteen, or somebody who knows the door."""
    if age < 18:
        return False
    return True


def fee(amount):
    return amount * 2 + 1
'''
TESTS = """
from toy.door import fee, may_enter


def test_door():
    assert may_enter(18)
    assert not may_enter(17)


def test_fee():
    assert fee(0) == 1
"""
AREAS = """
[door]
source = ["src/toy"]
tests = ["tests/test_door.py"]
"""
JUDGED = """
[[equivalent]]
file = "src/toy/door.py"
line = "return amount * 2 + 1"
change = "1 becomes 2"
reason = "only to be told from the others"
"""


@pytest.fixture
def toy(tmp_path):
    """A project of one module: its door is proved, its fee is proved for nothing only."""
    for path, text in {
        "src/toy/__init__.py": "",
        "src/toy/door.py": MODULE,
        "tests/test_door.py": TESTS,
        "tests/mutants/areas.toml": AREAS,
        "tests/mutants/judged.toml": JUDGED,
        "pyproject.toml": '[tool.pytest.ini_options]\nmarkers = ["slow: x", "browser: x", "postgres: x"]\n',
    }.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("\\\n", "\n"), "utf-8")
    return tmp_path


def files(root):
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("way", [[], ["--anew"], ["--jobs", "2"]])
def test_what_nobody_notices_is_told_with_its_place_and_everything_else_is_counted(toy, capsys, way):
    """Every change to the door is noticed; twice the amount may be thrice, and nobody sees it: in forks as anew."""
    before = files(toy)
    assert main(["--seed", "1", "--count", "100", "--budget", "20", *way], toy) == 1
    assert files(toy) == before
    told = capsys.readouterr().out
    unnoticed = [line.split(": ", 1)[1] for line in told.splitlines() if line.startswith("unnoticed")]
    assert unnoticed
    assert {line.split(": ")[0] for line in unnoticed} == {"src/toy/door.py:10"}
    assert "src/toy/door.py:10: 2 becomes 3" in unnoticed
    assert "    return amount * 2 + 1" in told
    assert "seed 1" in told
    every = len(candidates(areas(toy)["door"], toy))
    assert f"door         {every:5}  {every - len(unnoticed):7}" in told.splitlines()
    assert told.splitlines()[-1] == f"{every - len(unnoticed)} of {every} noticed"
    assert "src/toy/door.py:10: 1 becomes 2" not in unnoticed


@pytest.mark.slow
def test_named_tests_alone_are_asked_about_every_change_of_a_file(toy, capsys):
    """The test of the fee knows nothing of the door: asked alone it notices none of the door's changes."""
    (toy / "tests/test_fee.py").write_text(
        "from toy.door import fee, may_enter\n\n\n"
        "def test_fee():\n    may_enter(20)\n    assert fee(0) == 1\n    assert fee(5) == 11\n",
        "utf-8",
    )
    assert main(["--seed", "1", "--file", "src/toy/door.py", "--test", "tests/test_fee.py"], toy) == 1
    told = capsys.readouterr().out
    unnoticed = [line.split(": ")[1] for line in told.splitlines() if line.startswith("unnoticed")]
    assert set(unnoticed) == {"src/toy/door.py:4", "src/toy/door.py:5", "src/toy/door.py:6"}
    assert "are asked of all tests" not in told


def test_the_same_seed_draws_the_same_changes(toy):
    """So that what was found can be found again; of two areas as many of the one as of the other."""
    area = areas(toy)["door"]
    once, again, other = (drawn([area, area], toy, 6, seed) for seed in (7, 7, 8))
    assert once == again != other
    assert len(once) == 6


def test_every_change_of_a_file_is_tried_once_and_a_file_of_no_area_is_told(toy):
    """Also where two areas have it; a name that was mistyped does not pass for a file of which all is noticed."""
    (toy / "src/toy/gate.py").write_text("def shut(hour):\n    return hour > 22\n", "utf-8")
    area = areas(toy)["door"]
    found = whole([area, area._replace(name="other")], toy, ["src/toy/gate.py"])
    assert [(one.name, change.what) for one, change in found] == [
        ("door", "hour > 22 becomes hour >= 22"),
        ("door", "22 becomes 23"),
    ]
    with pytest.raises(SystemExit, match=r"areas\.toml\): src/toy/gat\.py$"):
        whole([area], toy, ["src/toy/gate.py", "src/toy/gat.py"])


def test_the_changes_of_a_line_are_those_that_a_slip_would_make():
    """Comparisons, signs, conditions, what is left out; not annotations, words or raised bugs."""
    source = (
        "def f(a: int = 1) -> int | None:\n"
        '    "1 + 1"\n'
        "    if a < 2 and not b:\n"
        "        return None\n"
        "    state.add(a)\n"
        "    return max(x for x in a if x) - 1\n"
    )
    assert {one.what for one in changes("f.py", source)} == {
        "never: if a < 2 and (not b)",
        "a < 2 and (not b) becomes a < 2 or not b",
        "a < 2 and (not b) becomes not b",
        "a < 2 and (not b) becomes a < 2",
        "a < 2 becomes a <= 2",
        "2 becomes 3",
        "not b becomes b",
        "left out: state.add(a)",
        "max becomes min",
        "everything, not only if x",
        "max((x for x in a if x)) - 1 becomes max((x for x in a if x)) + 1",
        "1 becomes 2",
    }
    for one in changes("f.py", source):
        compile(one.applied(source.encode()), "f.py", "exec")


def test_cards_of_commands_are_widened_to_everybody():
    """One by one; a class that says nothing about roles is left as it is."""
    cards = "class Pay(Command):\n    may = DESK\n\n\nclass Move(Command):\n    may = FLOOR\n    grave = x\n"
    assert {one.applied(cards.encode()).decode() for one in changes("commands.py", cards)} == {
        cards.replace("DESK", repr(ROLES)),
        cards.replace("FLOOR", repr(ROLES)),
    }


def test_the_quickest_that_enter_a_function_are_asked_and_no_more_than_time_allows():
    """Whoever enters another function is not asked; tests of the whole area come first, however long they take."""
    rows = [
        ("tests/a.py::slow", 9.0, ["src/m.py:1"]),
        ("tests/a.py::quick", 1.0, ["src/m.py:1"]),
        ("tests/b.py::other", 1.0, ["src/m.py:20"]),
        ("tests/first/c.py::whole", 3.0, []),
    ]
    inside, outside = changes("src/m.py", "def f():\n    return 1\nx = 5\n")
    related = Related(rows, ("tests/first",))
    assert related.to(inside, 100) == ["tests/first/c.py::whole", "tests/a.py::quick", "tests/a.py::slow"]
    assert related.to(inside, 5) == ["tests/first/c.py::whole", "tests/a.py::quick"]
    assert related.to(inside, 2) == ["tests/first/c.py::whole", "tests/a.py::quick"]
    assert set(Related(rows, ()).to(outside, 100)) == {"tests/a.py::quick", "tests/a.py::slow", "tests/b.py::other"}


@pytest.mark.slow
def test_every_area_has_source_and_tests_that_exist():
    """A folder that moved is missed here, and not by a run that changes nothing."""
    known = areas(ROOT)
    assert {"money", "permissions", "durability", "clock", "floor", "season"} <= set(known)
    for area in known.values():
        assert area.source
        assert area.tests
        assert [path for path in (*area.source, *area.tests, *area.first) if not (ROOT / path).exists()] == []
        assert len(candidates(area, ROOT)) > 100


def test_what_was_judged_still_stands_in_the_source():
    """A judgement about a line that is gone is gone too; each has its reason."""
    import tomllib

    rows = tomllib.loads((ROOT / "tests/mutants/judged.toml").read_text("utf-8")).get("equivalent", [])
    assert all(len(row["reason"]) > 10 for row in rows)
    files = {row["file"] for row in rows}
    there = {
        (one.file, one.text, one.what) for file in files for one in changes(file, (ROOT / file).read_text("utf-8"))
    }
    assert judged(ROOT) - there == set()


def test_what_was_seen_is_kept_by_name_and_looked_at_anew_where_a_test_was_written_anew(toy, tmp_path):
    """A line above the function moves it; a file of tests that changed is asked what it enters once more."""
    seen, tests = tmp_path / "seen.json", files_of(toy, ["tests/test_door.py"])
    keep(seen, toy, [("tests/test_door.py::test_fee", 0.5, ["src/toy/door.py:9", "src/toy/page.html:1"])], tests)
    module = toy / "src/toy/door.py"
    module.write_text("# a line more\n" + module.read_text("utf-8"), "utf-8")
    assert kept(seen, toy, tests) == ([("tests/test_door.py::test_fee", 0.5, ["src/toy/door.py:10"])], [])
    tests[0].write_text(TESTS + "\n# written anew\n", "utf-8")
    assert kept(seen, toy, tests) == ([], tests)
    assert kept(tmp_path / "nothing.json", toy, tests) == ([], tests)


@pytest.mark.slow
def test_a_file_of_tests_that_cannot_be_read_leaves_the_others_to_be_looked_at(toy, tmp_path):
    """It needs something that is not copied: the rest is asked all the same."""
    (toy / "tests/test_lost.py").write_text("open('not there')\n", "utf-8")
    rows = look(toy, ("tests/test_lost.py", "tests/test_door.py"), tmp_path / "looked", 1)
    assert sorted(test for test, _, _ in rows) == ["tests/test_door.py::test_door", "tests/test_door.py::test_fee"]


def test_what_tests_read_beside_the_source_is_copied():
    named = {
        one for file in (ROOT / "tests").rglob("test_*.py") for one in NAMED_AT_THE_ROOT.findall(file.read_text())
    }
    assert named
    assert named <= set(KEPT)


def test_tests_of_the_same_room_are_asked_before_quicker_ones_from_elsewhere():
    """Of many that pass by a function, those that speak of its room are asked while there is time."""
    rows = [
        ("tests/web/test_a.py::test_quick", 0.1, ["src/feltro/tournament/prizes/due.py:3"]),
        ("tests/tournament/test_b.py::test_near", 1.0, ["src/feltro/tournament/prizes/due.py:3"]),
        ("tests/tournament/prizes/test_c.py::test_here", 2.0, ["src/feltro/tournament/prizes/due.py:3"]),
    ]
    change = changes("src/feltro/tournament/prizes/due.py", "\n\ndef due(paid):\n    return paid > 0\n")[0]
    assert Related(rows, ()).to(change, 3.05) == [rows[2][0], rows[1][0]]


@pytest.mark.slow
def test_tests_that_are_not_there_any_more_prove_nothing(toy, tmp_path):
    """A change that gives the cases of a test other names is asked by the whole file, and is noticed or not by that."""
    there = copied(toy, tmp_path / "copy")
    source = (there / "src/toy/door.py").read_text("utf-8")
    found = {one.what: one for one in changes("src/toy/door.py", source)}
    gone = ["tests/test_door.py::test_door[renamed]"]
    assert attempt(found["age < 18 becomes age <= 18"], gone, there, 60, 1).noticed
    assert not attempt(found["2 becomes 3"], gone, there, 60, 1).noticed


HARD = """
import os
from functools import cache


def doubled(amount):
    return amount * 2


class Till:
    def __init__(self):
        super().__init__()
        self.notes = 0

    def take(self, notes):
        self.notes += notes


@cache
def counted(steps):
    while steps > 0:
        steps -= 1
    return steps


def guarded(amount):
    if amount < 0:
        os._exit(3)
    return amount


FEE = doubled(21)
LIMIT = 7
"""
HARD_TESTS = """
from toy.hard import FEE, LIMIT, Till, counted, guarded


def test_hard():
    till = Till()
    till.take(5)
    assert (FEE, LIMIT, till.notes, counted(3), guarded(0)) == (42, 7, 5, 0, 0)
"""


@pytest.mark.slow
def test_a_fork_tells_what_a_process_of_its_own_would_tell(toy, tmp_path, monkeypatch):
    """Also of code that ran when everything was read, of a loop without end, of a process that ends, and of a constant."""
    monkeypatch.setenv("MUTANTS_PATIENCE", "3")
    (toy / "src/toy/hard.py").write_text(HARD, "utf-8")
    (toy / "tests/test_hard.py").write_text(HARD_TESTS, "utf-8")
    still, copy, other = (copied(toy, tmp_path / name) for name in ("still", "copy", "other"))
    asked = [(one, ["tests/test_hard.py::test_hard"]) for one in changes("src/toy/hard.py", HARD)]
    by = {one.change.what: one.by for one in in_forks(asked, still, copy, 6, 1)}
    anew = {one.what: attempt(one, tests, other, 6, 1).noticed for one, tests in asked}
    assert {what: bool(noticed) for what, noticed in by.items()} == anew
    assert by["left out: steps -= 1"] == "in time"
    assert by["amount < 0 becomes amount <= 0"] == "the fork ended with 3"
    assert by["self.notes += notes becomes self.notes -= notes"] == "tests/test_hard.py::test_hard"
    assert by["2 becomes 3"] == by["7 becomes 8"] == "tests/test_hard.py::test_hard"
    assert by["left out: super().__init__()"] == ""
