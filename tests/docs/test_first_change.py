"""CONTRIBUTING.md, as somebody follows it who has never been here."""

from __future__ import annotations

import json
import re
import tomllib

from tests.conftest import ROOT
from tests.rulings.test_cases import misruled

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def block(kind):
    (found,) = re.findall(rf"^   ```{kind}\n(.*?)^   ```$", PAGE, re.MULTILINE | re.DOTALL)
    return found


def test_the_first_case_passes_as_the_page_says_and_fails_when_it_is_spoilt():
    """Step three, and what step four asks to be tried."""
    case = json.loads(block("json"))
    assert misruled(case) == []
    assert misruled(json.loads(block("json").replace("4400", "4000")))


def test_the_words_and_the_case_tell_the_same_hand():
    told = tomllib.loads(block("toml").replace("\n   ", "\n"))
    case = json.loads(block("json"))
    assert {**case["situation"], "book": case["book"]} == told


def test_every_place_on_the_map_is_there():
    named = re.findall(r"`((?:src|tests|deploy|script|docs)/[\w./*-]+)`", PAGE)
    assert len(named) > 15
    assert [one for one in named if not list(ROOT.glob(one.rstrip("/")))] == []


def test_whoever_reports_something_is_asked_what_helps_and_nothing_private():
    """Three ways in, and one for changes."""
    folder = ROOT / ".github" / "ISSUE_TEMPLATE"
    told = {one.stem: one.read_text(encoding="utf-8") for one in folder.iterdir()}
    assert set(told) == {"decisao-errada", "algo-quebrou", "vi-numa-maquina"}
    assert all(text.startswith("---\nname: ") and "\nabout: " in text for text in told.values())
    assert "SECURITY.md" in told["algo-quebrou"]
    steps = (ROOT / "docs" / "diretor" / "maquinas-nao-vistas.md").read_text(encoding="utf-8")
    assert (
        len(re.findall(r"^\d+\. ", steps, re.MULTILINE))
        == 10
        == len(re.findall(r"^\d+\.$", told["vi-numa-maquina"], re.MULTILINE))
    )
    assert "script/check" in (ROOT / ".github" / "PULL_REQUEST_TEMPLATE.md").read_text(encoding="utf-8")
