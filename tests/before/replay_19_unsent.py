"""Nobody sent the house's forms spoilt, so one that breaks it stayed; and nothing said which package is known to be weak."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltro.app import permissions
from feltro.app.handling import House
from feltro.store.memory import MemoryStore
from tests.permissions.test_who_may import test_an_act_is_let_in_for_those_who_may_and_for_nobody_else as held
from tests.web.staff import Site

ROOT = Path(__file__).parent.parent.parent


def test_a_form_with_one_field_spoilt_breaks_the_house():
    """It was there to be found by whoever sends it."""
    with Site().browser("dora") as browser:
        browser.client._transport.raise_server_exceptions = False
        answer = browser.send("/aparelhos", label="Tablet", **{"as": "nada"})
    assert answer.status_code == 500


def test_no_test_of_that_day_spoils_a_form_of_the_pages():
    """Only what programs send was tried with anything that nobody would send."""
    tries = [file for file in (ROOT / "tests").rglob("test_*.py") if "schemathesis" in file.read_text("utf-8")]
    assert {file.name for file in tries} == {"test_house_api_calls.py", "test_house_api_schema.py"}
    assert not list((ROOT / "tests").rglob("*fuzz*"))


def test_nothing_names_a_package_with_a_known_weakness():
    """No command of the project reads an advisory."""
    scripts = [file.read_text("utf-8").lower() for file in (ROOT / "script").iterdir()]
    assert scripts
    assert not any("osv" in text or "audit" in text for text in scripts)


def test_a_widened_permission_was_noticed_already(monkeypatch):
    """Of this attack one part did not go through: whoever may erase people fails the table by hand."""
    monkeypatch.setitem(permissions.MAY, "ErasePerson", tuple(permissions.ROLES))
    with pytest.raises(AssertionError):
        held(House(MemoryStore()), "ErasePerson")
