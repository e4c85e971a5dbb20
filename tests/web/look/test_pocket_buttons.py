"""Buttons of the pages that players hold in their hand."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT

PAGES = ("_card", "_mine", "_notices", "_record", "_voucher", "ask", "ask_form", "player")


@pytest.mark.parametrize("page", PAGES)
def test_no_button_of_a_players_page_is_left_as_the_browser_draws_it(page):
    """A bare one is a grey box whose edge nobody sees in the dark."""
    html = (ROOT / f"src/feltro/web/templates/screens/{page}.html").read_text()
    assert [one for one in re.findall(r"<button[^>]*>", html) if "class=" not in one] == []
