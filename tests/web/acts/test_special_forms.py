"""What is seldom asked has a form too: of prizes, and of a season."""

from __future__ import annotations

import re

import pytest

from feltro.app.people.public_ids import public_ids
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_pool import MANY
from tests.web.staff import Site, text_of


def site_with(entries: int = 21, **changes) -> Site:
    made = Site()
    made.hall = Hall(made.house, days=MANY, **{"points": "main", "final_table_size": 9, **changes})
    for number in range(1, entries + 1):
        register(made, f"p{number}", f"Pessoa Número{number}")
        made.hall.sell(f"e{number}", f"p{number}")
    made.hall.close()
    made.clock.now = made.hall.now
    return made


def register(site: Site, person: str, name: str) -> None:
    known = [f"p{number}" for number in range(1, 60)] + ["q1"]
    site.hall.done("RegisterPerson", person=person, name=name, born_on="1990-01-01", photo_id_seen=True,
                   not_the_same_as=known)  # fmt: skip


def ask(browser, path: str, command: str, **fields):
    """Fills in the form that the page leads to; what is grave is said to be meant."""
    page = browser.get(path).text
    address = re.search(rf'href="([^"]+/ato/{command})"', page)[1]
    key = re.search(r'name="key" value="([^"]+)"', browser.get(address).text)[1]
    sent = {"key": key, **{name.replace("__", "."): value for name, value in fields.items()}}
    answer = browser.send(address, **sent)
    return browser.send(address, step="sure", **sent) if 'value="sure"' in answer.text else answer


def test_a_bubble_is_saved_only_when_each_player_left_is_ticked():
    """Six places are paid and seven are left: with one of them not ticked nothing is done."""
    site = site_with()
    site.hall.announce()
    paid = len(site.hall.prizes)
    site.hall.down_to(paid + 1)
    everybody = [f"e{number}" for number in range(1, paid + 2)]
    with site.browser("dora") as browser:
        path = "/premios/t1/especiais"
        refused = ask(browser, path, "SaveBubble", amount_centavos="300,00", agreed=everybody[1:])
        assert refused.status_code == 409
        assert site.hall.state.prizes.bubble_centavos == 0
        assert 'value="300,00"' in refused.text
        assert "Feito" in text_of(ask(browser, path, "SaveBubble", amount_centavos="300,00", agreed=everybody).text)
    assert site.hall.state.prizes.bubble_centavos == 30000


def test_what_was_paid_too_much_is_owed_and_comes_back_into_the_drawer():
    """Fifty too much at the counter: the page says who owes it, and takes it back."""
    site = site_with()
    site.hall.announce().down_to(1)
    site.hall.person("p2", name="Pessoa Número2")
    site.hall.pay("e2", 10000)
    with site.browser("ana") as browser:
        path = "/premios/t1/especiais"
        ask(browser, path, "ReportOverpayment", entry="e2", cause="handed_over", amount_centavos="50,00")
        page = text_of(browser.get(path).text)
        assert "A devolver pelos jogadores" in page
        assert "R$ 50,00" in page
        ask(browser, path, "RepayOverpayment", entry="e2", amount_centavos="50,00", method="cash")
        assert "A devolver pelos jogadores" not in text_of(browser.get(path).text)
    assert site.hall.balanced()


def test_a_table_of_the_organiser_is_typed_line_by_line():
    """A line that is no column is named, and what was typed stays; a good one changes what would be paid."""
    site = site_with(book="adtp-2023")
    with site.browser("dora") as browser:
        path = "/premios/t1/especiais"
        wrong = ask(browser, path, "ReplacePayoutTable", columns="1-50: metade")
        assert wrong.status_code == 409
        assert "1-50: metade" in wrong.text
        ask(browser, path, "ReplacePayoutTable", columns="3-50: 50 30 20\n51-100: 40 25 17,5 10 7,5")
    assert list(site.hall.state.prizes.loaded[0].shares) == ["0.5", "0.3", "0.2"]


@pytest.mark.parametrize(("user", "sees"), [("dora", True), ("ana", False)])
def test_a_role_sees_only_what_it_may_ask(user, sees):
    """A cashier reports too much paid, and cannot take a guarantee away, nor by hand."""
    site = site_with(guarantee_centavos=10_000_000)
    with site.browser(user) as browser:
        page = browser.get("/premios/t1/especiais").text
        assert ("/ato/VoidGuarantee" in page) is sees
        if not sees:
            address = "/premios/t1/ato/VoidGuarantee"
            assert browser.get(address).status_code == 404
            assert browser.send(address, step="sure", ground="force_majeure", reason="x").status_code == 404
    assert not site.hall.state.prizes.guarantee_void


def test_a_person_is_banned_by_name_and_the_ban_is_lifted():
    """A name that two people share brings both to choose from; the whole name is enough. It is named and asked once."""
    site = site_with(3)
    register(site, "q1", "Ana Souza Lima")
    register(site, "q2", "Ana Souza Reis")
    with site.browser("dora") as browser:
        path, address = "/temporada/s26", "/temporada/s26/ato/BanPerson"
        both = ask(browser, path, "BanPerson", person__said="ana souza", ground="order", reason="Briga")
        assert both.status_code == 409
        assert "mais de um" in text_of(both.text)
        assert 'type="radio" name="person" value="q1"' in both.text
        assert 'type="radio" name="person" value="q2"' in both.text
        assert ">Briga</textarea>" in both.text, "what was typed is kept"
        nobody = ask(browser, path, "BanPerson", person__said="zeca", ground="order", reason="Briga")
        assert "Nada encontrado" in text_of(nobody.text)
        asked = browser.send(address, person="q2", ground="order", reason="Briga")
        assert "Ana Souza Reis" in text_of(asked.text)
        assert not site.house.world.live("season:s26").state.bans, "nothing is done before it is confirmed"
        back = browser.send(address, step="change", person="q2", ground="order", reason="Briga")
        assert ">Briga</textarea>" in back.text
        ask(browser, path, "BanPerson", person__said="Ana Souza Reis", ground="order", reason="Briga")
        assert "Ana Souza Reis" in text_of(browser.get(path).text)
        ask(browser, path, "LiftBan", person="q2")
        assert "/ato/LiftBan" not in browser.get(path).text


def test_anybody_of_the_house_is_found_while_one_types():
    """By the beginnings of the name or by the CPF, with enough behind the name to tell two people apart."""
    site = site_with(3)
    register(site, "q1", "Ana Souza Lima")
    site.hall.done("RegisterPerson", person="q9", name="Zuleica Prado", born_on="1990-01-01", photo_id_seen=True,
                   document={"number": "52998224725"}, not_the_same_as=["q1", "p1", "p2", "p3"])  # fmt: skip
    with site.browser("dora") as browser:
        address = "/temporada/s26/ato/BanPerson?achar=person&person.said="
        assert 'value="q1"' in browser.get(f"{address}lim+an").text
        found = browser.get(f"{address}529.982.247-25").text
        assert 'value="q9" checked' in found, "the only one is chosen already"
        assert "52998224725" not in found
        assert "***.982.247-**" in found
        assert "Ninguém" in browser.get(f"{address}xyz").text
        assert browser.get("/temporada/s26/ato/BanPerson?achar=reason").status_code == 404
    with site.browser("fred") as browser:
        assert browser.get(f"{address}ana").status_code == 404


def test_points_are_given_by_the_direction_and_shown_with_the_standing():
    """The champion gets ten points more, and the ranking says by whom."""
    site = site_with()
    site.hall.announce().down_to(1)
    with site.browser("dora") as browser:
        ask(browser, "/temporada/s26", "RegisterForRanking", person="p1")
        ask(browser, "/temporada/s26", "AdjustPoints", person="p1", points="-10", reason="Atraso")
        mine = public_ids(site.house.store).person("s26", "p1")
        assert "-10" in text_of(browser.get(f"/ranking/s26/jogador/{mine}").text).replace("−", "-")
        ask(browser, "/temporada/s26", "ExcludeEvent", tournament="t1", reason="Evento de teste")
        assert 'class="medal first">1<' in browser.get("/ranking/s26").text


def test_results_of_elsewhere_come_in_whole_or_not_at_all():
    """A file with a fault names the line and keeps what was pasted."""
    site = site_with(2)
    with site.browser("dora") as browser:
        sent = browser.send("/temporada/s26/resultados", lines="event,place\nx,um", key="k1")
        assert sent.status_code == 409
        assert "nada foi importado" in text_of(sent.text)
        assert "x,um" in sent.text


def test_a_field_that_cannot_be_is_named_beside_it_and_the_rest_stays():
    """A word where a number is asked, and a seat that no table has: nothing is done, everything typed is there."""
    site = site_with(5)
    with site.browser("dora") as browser:
        sent = browser.send("/direcao/t1/ato/AddChips", entry="e2", chips="dez", reason="faltou")
        assert sent.status_code == 409
        field = sent.text[sent.text.index('data-row="ask-chips"') :]
        assert 'value="dez" aria-invalid="true"' in field
        assert 'id="wrong-chips"' in field
        assert 'value="e2" checked' in sent.text
        empty = browser.send("/premios/t1/ato/NoteEarlyCash", amount_centavos="10,00")
        assert 'id="wrong-entry"' in empty.text
        high = browser.send(
            "/direcao/t1/ato/CorrectSeat", entry="e2", found_table="1", found_seat="40", stack="1.000"
        )
        assert "no máximo 11" in text_of(high.text)
        assert 'id="wrong-found_seat"' in high.text


def test_sent_twice_it_is_one_thing():
    """The form's own key: a double click gives one ticket, and its id comes from the key."""
    site = site_with(3)
    fields = {"key": "a1b2c3d4e5f6a7b8", "owner": "p1", "target": "t1", "value_centavos": "100,00"}
    with site.browser("dora") as browser:
        for _ in range(2):
            browser.send("/temporada/s26/ato/IssueTicket", source="organiser", **fields)
    assert len(site.house.world.live("season:s26").state.tickets) == 1
