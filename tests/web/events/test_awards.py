"""A new event says what it is played for: payout, points, what is kept, the games, and the addenda of its book."""

from __future__ import annotations

import pytest

from tests.tournament.room import Room
from tests.web.events.test_new_event import SHEET, draft
from tests.web.staff import Site, text_of


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


def created(site, browser, template="cgp-side", **changed):
    form = {**draft(browser, template), **changed, "do": "create", "id": "novo"}
    answer = browser.send(SHEET, **form)
    assert answer.status_code == 200, text_of(answer.text)[:2000]
    return site.house.world.live("tournament:novo").state.the_sheet


def test_a_full_ring_side_event_of_cgp_is_among_the_templates(site):
    """Nine at a table, ninety chairs, late registration and one re-entry, created as it stands."""
    with site.browser("dora") as browser:
        assert "Paralelo 9-max" in browser.get("/eventos/novo").text
        sheet = created(site, browser)
        again = next(item for item in sheet.items if item.kind == "reentry")
        shape = (sheet.table_size, sheet.days[0].seats, sheet.late_registration, again.limit.per_person)
        assert shape == (9, 90, 9, 1)


def test_pix_on_the_day_is_offered_for_cgp_and_then_taken_at_the_desk(site):
    """The addendum of the sheet's own book stands on the page; ticked, the event's rulebook has it. NPS's does not."""
    with site.browser("dora") as browser:
        page = browser.get(f"{SHEET}?modelo=cgp-side").text
        assert 'value="pix-no-dia-cgp"' in page
        assert 'value="pix-no-dia-nps"' not in page
        sheet = created(site, browser, addenda=["-", "pix-no-dia-cgp"])
        assert sheet.addenda == ("pix-no-dia-cgp",)
        state = site.house.world.live("tournament:novo").state
        methods = site.house.books.settlement(state, site.clock.now).book["payment.methods"]
        assert "pix" in methods.value


def test_prizes_points_games_and_windows_are_as_typed(site):
    """Two columns of its own, 2,5 % for the staff, a rotation of two games, and a re-entry from level 2 on."""
    with site.browser("dora") as browser:
        sheet = created(
            site,
            browser,
            payout_source="sheet",
            payout_columns="1-4: 100\n5+: 50; 30; 20",
            payout_rounding="10,00",
            points="none",
            withheld_staff="2,5",
            fees_seen="1",
            settle_staff="1",
            games=["-", "nlhe", "plo"],
            games_every="2",
            from_reentry="2",
        )
        assert [column.basis_points for column in sheet.payout.columns] == [(10000,), (5000, 3000, 2000)]
        assert (sheet.payout.columns[1].until_entries, sheet.payout.rounding_centavos) == (None, 1000)
        assert (sheet.points, sheet.games.codes, sheet.games.every) == ("none", ("nlhe", "plo"), 2)
        assert [(one.account, one.basis_points) for one in sheet.withheld] == [("staff", 250)]
        assert next(item for item in sheet.items if item.kind == "reentry").window.from_level == 2


@pytest.mark.parametrize(
    ("name", "typed"),
    [("withheld_staff", "muito"), ("withheld_staff", "120"), ("payout_columns", "metade ao primeiro")],
)
def test_a_share_that_cannot_be_read_is_said_and_stays_typed(site, name, typed):
    """Nothing is created, and what was typed is still in its field."""
    with site.browser("dora") as browser:
        form = {**draft(browser, "cgp-side"), "payout_source": "sheet", name: typed, "do": "create", "id": "novo"}
        answer = browser.send(SHEET, **form)
        assert answer.status_code == 409
        assert typed in text_of(answer.text) or f'value="{typed}"' in answer.text
        assert not site.house.store.version("tournament:novo")


def test_the_order_of_a_rotation_stays_when_the_sheet_is_checked(site):
    """HORSE is played in its own order, whatever the order of the boxes."""
    with site.browser("dora") as browser:
        page = draft(browser, "horse")
        sheet = created(site, browser, "horse")
        assert len(sheet.games.codes) == 5
        assert [code for code in page["games"] if code != "-"] == list(sheet.games.codes)


def test_a_fund_that_gets_less_is_settled_on_the_page(site):
    """2,5 % for the staff is refused, with a box to tick; ticked, the event is created and keeps it."""
    with site.browser("dora") as browser:
        form = {**draft(browser, "cgp-side"), "withheld_staff": "2,5", "do": "create", "id": "novo"}
        refused = browser.send(SHEET, **form)
        assert refused.status_code == 409
        assert 'name="settle_staff"' in refused.text
        sheet = created(site, browser, withheld_staff="2,5", fees_seen="1", settle_staff="1")
        assert sheet.fees_settled == ("staff",)
