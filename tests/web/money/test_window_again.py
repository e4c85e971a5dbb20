"""At the prize window and in the room of a deal: what went wrong is done over, where it was typed."""

from __future__ import annotations

import re

from tests.web.money.test_money import site_with
from tests.web.staff import text_of

DEAL, STAFF, WINDOW = "/premios/t1/acordo", "/premios/t1/equipe", "/premios/t1/janela"


def test_a_stack_typed_wrong_is_counted_again_where_the_page_asks_for_it():
    """One zero short: the fields stand there with what was typed; the right count starts a deal that adds up."""
    site = site_with()
    site.hall.announce().down_to(2)
    with site.browser("dora") as browser:
        short = browser.send(DEAL, act="open", stack_e1="30.000", stack_e2="330.000").text
        assert "Conte de novo" in short
        again = short[short.index("recount") :]
        assert again.startswith('recount" open>')
        assert re.search(r'name="stack_e1" value="30.000"', again)
        assert "Faltam 270.000" in text_of(again)
        unread = browser.send(DEAL, act="open", stack_e1="trezentas", stack_e2="330.000")
        assert unread.status_code == 409
        assert 'name="stack_e1" value="trezentas"' in unread.text
        in_play = site.hall.state.chips_issued - site.hall.state.chips_removed
        right = browser.send(DEAL, act="open", stack_e1=str(in_play - 330_000), stack_e2="330.000").text
        assert "Conte de novo" not in right
        assert 'recount" open>' not in right
    assert len(site.hall.state.deals.deals) == 2


def test_a_count_made_after_the_deal_was_opened_is_what_the_fields_begin_with():
    """Somebody counts one stack on another screen: a page opened then shows the new count, the others as agreed."""
    site = site_with()
    site.hall.announce().down_to(2)
    with site.browser("dora") as browser:
        browser.send(DEAL, act="open", stack_e1="30.000", stack_e2="330.000")
        site.clock.now += 1_000_000
        browser.send(DEAL, act="count", entry="e1", stack_e1="300.000")
        shown = browser.get(DEAL).text
        assert 'name="stack_e1" value="300.000"' in shown
        assert 'name="stack_e2" value="330.000"' in shown


def test_the_only_winner_found_is_opened():
    """A place that one person has opens that prize, ready to pay; a name that several share only lists them."""
    site = site_with()
    site.hall.announce().down_to(1)
    with site.browser("ana") as browser:
        assert 'class="pay-form"' in browser.get(f"{WINDOW}?q=1").text
        assert 'class="pay-form"' not in browser.get(f"{WINDOW}?q=a").text
        assert 'class="pay-form"' not in browser.get(f"{WINDOW}?q=ninguem").text


def test_a_refused_payment_of_the_staff_keeps_how_and_by_which_code():
    """No drawer is open for cash: the row still says what was chosen and typed, until that is mended."""
    site = site_with()
    site.hall.announce().down_to(1)
    total = 21 * 1440
    with site.browser("dora") as browser:
        browser.send(STAFF, act="list", list=f"fred: {total // 100},{total % 100:02d}")
        refused = browser.send(STAFF, act="sign", person="fred", method="cash", reference="E123")
        assert refused.status_code == 409
        assert 'value="E123"' in refused.text
        assert '<option value="cash" selected>' in refused.text
