"""Members at the desk: the fee is set, the file says until when, one button renews, the list is exported."""

from __future__ import annotations

import csv
import io

import msgspec
import pytest

from feltro.app.decisions.members import members
from feltro.tournament.sheet import SaleItem
from feltro.web.events.prices import change_items
from tests.tournament.room import Room, sheet
from tests.web.staff import Site, text_of


@pytest.fixture
def site():
    """Ana's drawer is open; the event sells members an entry for R$ 500,00."""
    full = sheet().items
    pool = full[0].split_centavos["prize_pool"] - 12000
    cheap = msgspec.structs.replace(
        full[0],
        id="member",
        label="Inscrição de sócio",
        price_centavos=50000,
        split_centavos={**full[0].split_centavos, "prize_pool": pool},
        members_only=True,
    )
    made = Site()
    made.room = Room(made.house, items=(*full, cheap))
    made.room.done("RegisterPerson", person="p1", name="Jonas Lima", born_on="1990-01-01", photo_id_seen=True)
    with made.browser("rui") as browser:
        browser.send("/socios/anuidade", fee="120,00")
    return made


def test_the_desk_says_who_is_none_and_makes_them_one(site):
    with site.browser("ana") as browser:
        before = browser.get("/balcao/t1?pessoa=p1").text
        assert "Não é sócio" in text_of(before)
        assert "R$ 120,00 por ano" in text_of(before)
        assert before.index("Inscrição</span>") < before.index("Inscrição de sócio</span>")
        browser.send("/balcao/t1/ato", act="member", person="p1", fee="12000", method="cash")
        after = browser.get("/balcao/t1?pessoa=p1").text
        assert "Sócio até" in text_of(after)
        assert after.index("Inscrição de sócio</span>") < after.index("Inscrição</span>")
    assert (site.room.held("membership"), site.room.held("drawer:ana:cash")) == (12000, 112000)


def test_why_a_price_is_not_for_them_is_read_without_pointing_at_it(site):
    """A phone has no pointer that rests: the reason stands below the prices, with the way to become a member."""
    with site.browser("ana") as browser:
        shown = text_of(browser.get("/balcao/t1?pessoa=p1").text)
        assert "Inscrição de sócio : Só para sócios: a anuidade se paga aqui, no balcão, e vale na hora." in shown
        browser.send("/balcao/t1/ato", act="member", person="p1", fee="12000", method="cash")
        assert "Só para sócios" not in text_of(browser.get("/balcao/t1?pessoa=p1").text)


def test_a_price_for_members_of_a_house_without_a_fee_says_where_it_is_set(site):
    """The refusal sends people to the fee: where nobody has set one, the desk says who does and where."""
    with site.browser("rui") as browser:
        browser.send("/socios/anuidade", fee="0")
    with site.browser("ana") as browser:
        shown = browser.get("/balcao/t1?pessoa=p1").text
        assert "A anuidade ainda não foi definida: quem organiza a define em Sócios" in text_of(shown)
        assert "Tornar sócio" not in text_of(shown)


def test_a_button_that_was_not_on_the_page_sells_nothing(site):
    with site.browser("ana") as browser:
        for fee, method in (
            ("", "cash"),
            ("-5", "cash"),
            ("12000", "cheque"),
            ("5000", "cash"),
            ("9" * 30, "cash"),
        ):
            answered = browser.send("/balcao/t1/ato", act="member", person="p1", fee=fee, method=method)
            assert answered.status_code < 500
    assert site.room.held("membership") == 0


def test_the_list_shows_exports_prints_and_ends(site):
    with site.browser("ana") as browser:
        browser.send("/balcao/t1/ato", act="member", person="p1", fee="12000", method="debit")
        (year,) = members(site.house.world)["p1"]
        assert "em dia" in text_of(browser.get("/socios").text)
        assert "Encerrar" not in text_of(browser.get("/socios").text)
        rows = list(csv.reader(io.StringIO(browser.get("/socios?como=csv").text.lstrip("\ufeff")), delimiter=";"))
        assert any("Jonas Lima" in row and "em dia" in row for row in rows), rows
        assert browser.get(f"/socios/recibo?caixa=d1&ano={year.act}").content.startswith(b"%PDF")
        assert browser.get("/socios/recibo?caixa=d1&ano=nada").status_code == 404
        assert browser.get(f"/socios/recibo?caixa=nada&ano={year.act}").status_code == 404
    with site.browser("dora") as browser:
        assert browser.send("/socios/encerrar", desk="d1", year=year.act, reason="").status_code == 409
        browser.send("/socios/encerrar", desk="d1", year=year.act, reason="pediu")
        assert "em dia" not in text_of(browser.get("/socios").text)
    assert site.room.held("membership") == 12000


def test_the_fee_is_typed_as_people_write_it(site):
    with site.browser("rui") as browser:
        assert browser.send("/socios/anuidade", fee="muito").status_code == 409
        browser.send("/socios/anuidade", fee="150")
        assert "R$ 150,00" in text_of(browser.get("/socios").text)
        assert "a anuidade dos sócios" in text_of(browser.get("/mudancas").text)


def test_the_year_is_paid_by_pix_once_somebody_saw_it_arrive(site):
    with site.browser("rui") as owner:
        owner.send("/pix/recebedor", receiver_key="11.444.777/0001-61", name="Clube", city="Sao Paulo")
    with site.browser("ana") as browser:
        shown = browser.get("/balcao/t1?pessoa=p1").text
        assert "br.gov.bcb.pix" in shown[shown.index("por ano") :], "the code to pay it with"
        asked = {"act": "member", "person": "p1", "fee": "12000", "method": "pix"}
        refused = browser.send("/balcao/t1/ato", **asked, reference="")
        assert "Falta o código do PIX no extrato" in text_of(refused.text)
        browser.send("/balcao/t1/ato", **asked, reference="E1234")
        assert "Sócio até" in text_of(browser.get("/balcao/t1?pessoa=p1").text)
    assert (site.room.held("membership"), site.room.held("drawer:ana:pix")) == (12000, 12000)


def test_the_price_of_members_and_an_event_of_theirs_stand_on_the_public_pages(site):
    with site.browser() as visitor:
        for page in ("/", "/agenda", "/agenda/t1"):
            shown = text_of(visitor.get(page).text)
            assert "R$ 620,00" in shown, page
            assert ("Sócios: R$ 500,00" if page != "/agenda/t1" else "Inscrição de sócio (só para sócios)") in shown
        (told,) = [one for one in visitor.get("/agenda.json").json()["events"] if one["event"] == "t1"]
    assert (told["member_price_centavos"], told["members_only"]) == (50000, False)


def test_one_tick_makes_an_event_the_members_own_and_the_desk_asks():
    plain = msgspec.to_builtins(sheet(), str_keys=True)
    change_items(plain, {"members_asked": "off", "members_event": "1"}, "pt")
    assert [item["members_only"] for item in plain["items"]] == [True, True, False]
    site = Site()
    site.room = Room(site.house, items=msgspec.convert(plain["items"], tuple[SaleItem, ...]))
    site.room.done("RegisterPerson", person="p1", name="Jonas Lima", born_on="1990-01-01", photo_id_seen=True)
    with site.browser("ana") as browser, site.browser() as visitor:
        assert "Só para sócios" in text_of(visitor.get("/").text)
        assert "Só para sócios" in text_of(visitor.get("/agenda").text)
        refused = browser.send("/balcao/t1", person="p1", item="entry", method_1="cash", terms="1", sale="e1")
        assert "sócio" in text_of(refused.text)
        assert site.room.state.entries == {}
    change_items(plain, {"members_asked": "on"}, "pt")
    assert not any(item["members_only"] for item in plain["items"])
