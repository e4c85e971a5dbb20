"""One evening, alone, from an empty house to the last prize, with all that may come between."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .evening import (
    NAMES,
    Evening,
    begin,
    close_drawer,
    close_registration,
    create_event,
    deal,
    every_paper,
    invite_cashier,
    open_room,
    pay_all,
    pay_staff,
    reenter,
    seated,
    sell,
    set_up,
    to_the_money,
)

pytestmark = pytest.mark.browser


def test_an_evening_from_the_empty_house_to_the_last_prize(empty, open_page):
    """Nobody reads documentation: each step is found where the step before it leads."""
    page, cashier = open_page(), open_page()
    set_up(page, empty)
    evening = Evening(page, cashier)
    evening.event = create_event(page, "Paralelo 6-max")
    open_room(evening)
    evening.needs("evening.sell")
    invite_cashier(page, cashier)
    for number, name in enumerate(NAMES):
        sell(cashier, name, number, {1: "F3", 2: "F4"}.get(number, "F2"))
    begin(evening)
    evening.bust(1)
    out = next(name for name in NAMES if name not in seated(evening))
    reenter(cashier, out)
    paid = close_registration(evening)
    to_the_money(evening, paid)
    deal(evening)
    while evening.left() > 1:
        evening.bust(1)
    evening.do("evening.champion", "Parar o relógio")
    evening.needs("evening.pay")
    left = pay_all(evening, paid) + pay_staff(evening)
    taken = 500_00 + 300_00 * (len(NAMES) - 1)
    close_drawer(cashier, page, {"cash": taken - left, "debit": 315_00, "credit": 330_00})
    every_paper(evening, {"prize", "staff", "deal"})
    page.get_by_text("Mais", exact=True).click()
    page.get_by_role("link", name="Ranking", exact=True).click()
    page.get_by_role("button", name="Inscrever os marcados no ranking").click()
    expect(page.locator("table.ranking tbody tr")).not_to_have_count(0)
