"""What is seldom asked has a form too: of prizes, and of a season."""

from __future__ import annotations

import re

import pytest

from feltro.web.money import special
from feltro.web.ranking import season
from tests.prizes.hall import Hall
from tests.prizes.test_pool import MANY

from .staff import Site, text_of


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
    page = browser.get(path).text
    form = page[page.index(f'id="{command}"') :]
    key = re.search(r'name="key" value="([^"]+)"', form)[1]
    return browser.send(path, command=command, key=key, **fields)


def test_every_form_says_what_it_is_for_in_each_language():
    """A title, a help, a label for each field and words for each answer: none of them missing."""
    from feltro.words.sentences import sentences

    for lang in ("pt", "en", "es"):
        for blank in (*special.BLANKS, *season.BLANKS):
            wanted = [f"blank.{blank.command}", f"blank.{blank.command}.help"]
            for field in blank.fields:
                wanted += [] if field.kind in {"new", "desk"} else [f"blank.field.{field.name}"]
                wanted += [f"blank.choice.{one}" for one in field.of] if isinstance(field.of, tuple) else []
            assert [key for key in wanted if key not in sentences(lang)] == []


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
        assert ('id="VoidGuarantee"' in page) is sees
        if not sees:
            sent = browser.send(
                "/premios/t1/especiais", command="VoidGuarantee", ground="force_majeure", reason="x"
            )
            assert sent.status_code == 409
    assert not site.hall.state.prizes.guarantee_void


def test_a_person_is_banned_by_name_and_the_ban_is_lifted():
    """A name that two people share is refused with what to do; the whole name is enough."""
    site = site_with(3)
    register(site, "q1", "Ana Souza Lima")
    register(site, "q2", "Ana Souza Reis")
    with site.browser("dora") as browser:
        path = "/temporada/s26"
        both = ask(browser, path, "BanPerson", person="ana souza", ground="order", reason="Briga")
        assert "mais de uma pessoa" in text_of(both.text)
        nobody = ask(browser, path, "BanPerson", person="zeca", ground="order", reason="Briga")
        assert "Ninguém com o nome" in text_of(nobody.text)
        ask(browser, path, "BanPerson", person="Ana Souza Reis", ground="order", reason="Briga")
        assert "Ana Souza Reis" in text_of(browser.get(path).text)
        ask(browser, path, "LiftBan", person="q2")
        assert 'id="LiftBan"' not in browser.get(path).text


def test_points_are_given_by_the_direction_and_shown_with_the_standing():
    """The champion gets ten points more, and the ranking says by whom."""
    site = site_with()
    site.hall.announce().down_to(1)
    with site.browser("dora") as browser:
        ask(browser, "/temporada/s26", "RegisterForRanking", person="p1")
        ask(browser, "/temporada/s26", "AdjustPoints", person="p1", points="-10", reason="Atraso")
        assert "-10" in text_of(browser.get("/ranking/s26/jogador/p1").text).replace("−", "-")
        ask(browser, "/temporada/s26", "ExcludeEvent", tournament="t1", reason="Evento de teste")
        assert 'scope="row">1º' in browser.get("/ranking/s26").text


def test_results_of_elsewhere_come_in_whole_or_not_at_all():
    """A file with a fault names the line and keeps what was pasted."""
    site = site_with(2)
    with site.browser("dora") as browser:
        sent = browser.send("/temporada/s26/resultados", lines="event,place\nx,um", key="k1")
        assert sent.status_code == 409
        assert "nada foi importado" in text_of(sent.text)
        assert "x,um" in sent.text
