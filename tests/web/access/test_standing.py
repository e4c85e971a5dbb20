"""Money on a tablet that several share: the person says who by PIN, once in ten minutes, and for nothing else."""

from contextlib import contextmanager

import pytest

from feltro.app.access.devices import DeviceWish, offer_pairing, pair
from feltro.app.access.pins import set_pin
from feltro.app.world.plan import Envelope
from tests.tournament.room import Room
from tests.web.staff import Browser, Site, text_of, visited

PIN = "8351"


def sent(site, key, who="dora", role="director"):
    return Envelope(key=key, who=who, role=role, at=site.clock.now)


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house, "adtp-2023", {"cancel.until_minutes_before": 0})
    assert set_pin(made.house.store, "ana", PIN, sent(made, "pin", "ana", "cashier")) is None
    assert set_pin(made.house.store, "fred", PIN, sent(made, "pin-fred", "fred", "floor")) is None
    offer = offer_pairing(made.house.store, DeviceWish("tablet", "cashier", "Tablet do caixa"), sent(made, "offer"))
    made.paired = pair(made.house.store, offer.text, offer.pin, sent(made, "pair", "", ""))
    made.tablet = f"device.{made.paired.text.split('_')[1]}"
    made.room.done("OpenDrawer", who=made.tablet, desk="d2", cashier=made.tablet, float_centavos=100000)
    return made


@contextmanager
def on_tablet(site):
    with visited(site.house, site.clock) as client:
        client.cookies.set("feltro_session", site.paired.text)
        yield Browser(client)


def sold(site, entry="e1", person="p1"):
    """By the tablet: a sale asks nobody's PIN."""
    site.room.sell(entry, person, who=site.tablet, desk="d2")


def cancels(browser, entry="e1", person="p1"):
    return browser.send("/balcao/t1/ato", act="cancel", person=person, entry=entry)


def state(site):
    return site.house.world.live("tournament:t1").state


def test_a_tablet_gives_no_money_back_by_itself(site):
    sold(site)
    with on_tablet(site) as tablet:
        answer = cancels(tablet)
        assert "Dinheiro não sai pela mão de um aparelho" in text_of(answer.text)
        assert 'href="/quem"' in answer.text
    assert state(site).entries["e1"].status == "live"


def test_not_even_past_the_pages(site):
    sold(site)
    refused = site.room.refused("CancelEntry", who=site.tablet, tournament="t1", entry="e1", desk="d2")
    assert refused.because == "access.pin_needed"


def test_taking_back_what_a_pin_let_out_asks_for_a_pin_too(site):
    """The attack: Ana reports notes that were handed out too many; the tablet that is left on the table undoes it."""
    site.room.sell("e1", "p1")
    slip = {"tournament": "t1", "entry": "e1", "cause": "handed_over", "overpayment": "o1", "desk": "d1"}
    site.room.done("ReportOverpayment", key="slip", amount_centavos=5000, reason="troco errado", **slip)
    refused = site.room.refused("Undo", who=site.tablet, role="cashier", command_key="slip")
    assert refused.because == "access.pin_needed"
    sold(site, "e2", "p2")
    key = site.house.world.live("tournament:t1").facts[-1].meta.key
    assert site.room.refused("Undo", who=site.tablet, role="cashier", command_key=key).because == "undo.own_way"


def test_whoever_said_the_pin_did_it_and_the_device_is_where(site):
    sold(site)
    with on_tablet(site) as tablet:
        assert tablet.send("/quem", user="ana", pin=PIN).status_code == 200
        cancels(tablet)
    assert state(site).entries["e1"].status == "cancelled"
    meta = site.house.world.live("tournament:t1").facts[-1].meta
    assert (meta.who, meta.role, f"device.{meta.device}") == ("ana", "cashier", site.tablet)


def test_a_wrong_pin_is_refused_and_written_down(site):
    sold(site)
    with on_tablet(site) as tablet:
        assert tablet.send("/quem", user="ana", pin="0000").status_code == 409
        cancels(tablet)
    assert state(site).entries["e1"].status == "live"
    assert list(site.house.store.read("access:house"))[-1].name == "PersonPinMissed"


def test_ten_minutes_later_it_is_asked_again(site):
    sold(site)
    sold(site, "e2", "p2")
    with on_tablet(site) as tablet:
        tablet.send("/quem", user="ana", pin=PIN)
        site.clock.pass_seconds(9 * 60 + 59)
        cancels(tablet)
        site.clock.pass_seconds(1)
        assert "diga quem está aqui" in text_of(cancels(tablet, "e2", "p2").text)
    assert [state(site).entries[one].status for one in ("e1", "e2")] == ["cancelled", "live"]


def test_somebody_who_hands_out_no_money_does_not_start_to_on_a_tablet(site):
    sold(site)
    with on_tablet(site) as tablet:
        tablet.send("/quem", user="fred", pin=PIN)
        cancels(tablet)
    assert state(site).entries["e1"].status == "live"


def test_a_person_in_a_session_of_her_own_is_asked_no_pin(site):
    site.room.sell("e3", "p3")
    with site.browser("ana") as ana:
        shown = ana.get("/quem").text.split('id="conteudo"')[1].split("</main>")[0]
        assert 'name="pin"' not in shown, (
            "the page itself asks for none; the lock of a screen that is left is another matter"
        )
        cancels(ana, "e3", "p3")
    assert state(site).entries["e3"].status == "cancelled"
