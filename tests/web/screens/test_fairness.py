"""Anybody checks a draw of the event, and of no other; phones of the room give the public value together."""

from __future__ import annotations

import json

import pytest

from feltro.kernel import draws
from tests.tournament.draws.circuit import CALLED, PHONES, VALUES, circuit
from tests.tournament.seats import Floor
from tests.web.staff import Site


@pytest.fixture
def shown():
    floor = Floor()
    floor.open((1, 9), (2, 9))
    floor.fill(6)
    floor.done("CloseRegistration", role="director", tournament="t1")
    return floor, Site(floor.house)


def test_a_proof_that_somebody_made_up_is_not_confirmed(shown):
    """The attack: any secret, its own commitment and the order that follows hold by themselves; they are not of here."""
    _, site = shown
    deck = draws.Deck("t1/1/mesas/rounds", draws.chairs_of([(1, 9), (2, 9)]))
    secret = bytes(32)
    order = draws.in_rounds(draws.draw(deck, secret))
    fields = {"label": deck.label, "chairs": list(deck.chairs), "commitment": draws.commit(deck, secret)}
    forged = {"format": "feltro/draw/1", **fields, "public": "", "secret": secret.hex(), "order": list(order)}
    with site.browser() as phone:
        answer = phone.send("/sorteio/t1", proof=json.dumps(forged))
        assert answer.status_code == 400
        assert "não é de um sorteio deste evento" in answer.text


@pytest.mark.usefixtures("every_house_draws_its_own")
def test_another_events_proof_is_not_confirmed_here(shown):
    """It may hold where it comes from; this page answers for its own event only, and shows nothing of others."""
    _, site = shown
    other = Floor()
    other.open((1, 9), (2, 9))
    other.fill(2)
    other.done("CloseRegistration", role="director", tournament="t1")
    with Site(other.house).browser() as elsewhere:
        theirs = elsewhere.get("/sorteio/t1/mesas.json").text
        assert "Confere" in elsewhere.send("/sorteio/t1", proof=theirs).text
    with site.browser() as phone:
        answer = phone.send("/sorteio/t1", proof=theirs)
        assert "não é de um sorteio deste evento" in answer.text
        assert json.loads(theirs)["secret"] not in phone.get("/sorteio/t1").text
        mine = phone.get("/sorteio/t1/mesas.json").text
        assert "Confere" in phone.send("/sorteio/t1", proof=mine).text
        cut = json.loads(mine)
        cut["order"] = cut["order"][:2]
        assert "NÃO CONFERE" in phone.send("/sorteio/t1", proof=json.dumps(cut)).text


def test_a_draw_that_is_not_revealed_yet_is_not_confirmed():
    floor = Floor()
    floor.open((1, 9))
    floor.fill(1)
    with Site(floor.house).browser() as phone:
        known = json.loads(phone.get("/sorteio/t1/mesas.json").text)
        known["secret"] = "00" * 32
        assert "ainda não foi revelado" in phone.send("/sorteio/t1", proof=json.dumps(known)).text


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_the_source_and_what_to_compare_stand_on_the_page(lang):
    floor = circuit()
    floor.open((1, 9), value_from="lottery", value_reference="Federal 5921", value_due="2026-11-20T13:31:00-03:00")
    floor.open((2, 9), draw="mais", **CALLED)
    floor.now += 120 * 10**6
    floor.order("AddPublicValue", draw="mesas", public="04711")
    floor.open((3, 9), draw="fisico", by_cards=True, **PHONES)
    floor.fill(1)
    floor.done("SeatByCard", tournament="t1", entry="e1", table=3, seat=4)
    with Site(floor.house).browser() as phone:
        html = phone.get(f"/sorteio/t1?lang={lang}").text
        assert html.count("Federal 5921") >= 2
        assert "04711" in html
        assert {"pt": "Sorteio físico", "en": "Physical draw", "es": "Sorteo físico"}[lang] in html
        assert "3.4" in html
        assert "/sorteio/t1/celular" in html


def test_phones_join_and_show_from_the_page_without_anybody_logging_in():
    """Each seals, the direction closes, each shows; the last one fixes the sum."""
    floor = circuit()
    floor.open((1, 9), **PHONES)
    site = Site(floor.house)
    commitment = floor.state.floor.draws["mesas"].commitment
    seals = [draws.phone_seal(commitment, bytes.fromhex(value)) for value in VALUES]
    with site.browser() as phone:
        assert commitment in phone.get("/sorteio/t1/celular").text
        for sealed in seals:
            phone.send("/sorteio/t1/celular", draw=commitment, sealed=sealed, value="")
        assert "3 celulares entraram" in phone.get("/sorteio/t1/celular").text
        assert len(floor.state.draws.sources[commitment].phones) == 3
        floor.order("ClosePhones", draw=commitment)
        for sealed, value in zip(seals, VALUES, strict=True):
            phone.send("/sorteio/t1/celular", draw=commitment, sealed=sealed, value=value)
    assert floor.state.floor.draws["mesas"].public == f"{2**255 + 19:064x}"


def test_one_phone_does_not_fill_a_draw_with_others_and_touches_no_other_draw():
    """A stranger's page: throttled by address, bound to a draw that waits for phones, and nothing else can be sent."""
    floor = circuit()
    floor.open((1, 9), **PHONES)
    floor.open((2, 9), draw="mais", **CALLED)
    site = Site(floor.house)
    commitment = floor.state.floor.draws["mesas"].commitment
    with site.browser() as phone:
        other = floor.state.floor.draws["mais"].commitment
        assert phone.send("/sorteio/t1/celular", draw=other, sealed="ab" * 32, value="").status_code == 409
        assert phone.send("/sorteio/t1/celular", draw=commitment, sealed="xx", value="").status_code == 409
        sent = [
            phone.send("/sorteio/t1/celular", draw=commitment, sealed=f"{number:064x}", value="").status_code
            for number in range(12)
        ]
        assert sent[-1] == 409
        assert len(floor.state.draws.sources[commitment].phones) < 7
        assert phone.get("/sorteio/nenhum/celular").status_code == 404
