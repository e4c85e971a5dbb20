"""The desk as plain forms: found, registered, sold, given back, counted; every word in three languages."""

from __future__ import annotations

import re

import pytest

from tests.tournament.room import Room
from tests.web.staff import Site, text_of

CPF = "529.982.247-25"


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


def register(browser, name="Zeca Prado", **more):
    fields = {"name": name, "born_on": "21/03/1990", "photo_id_seen": "1", "person": "", **more}
    answer = browser.send("/balcao/t1/novo", **fields)
    return re.search(r"pessoa=(\w+)", str(answer.url))[1] if "pessoa=" in str(answer.url) else answer


def sell(browser, person, **more):
    page = browser.get(f"/balcao/t1?pessoa={person}").text
    hidden = dict(re.findall(r'<input type="hidden" name="(key|sale|entry|terms)" value="([^"]*)"', page))
    return browser.send(
        "/balcao/t1", **{**hidden, "person": person, "item": "entry", "method_1": "cash", "terms": "1", **more}
    )


@pytest.mark.slow
def test_a_new_player_buys_an_entry_and_gets_change(site):
    """From nobody to a receipt: the number, the change and the split are on the screen."""
    with site.browser("ana") as browser:
        person = register(browser, cpf=CPF)
        shown = text_of(browser.get(f"/balcao/t1?pessoa={person}").text)
        assert "R$ 620,00" in shown
        assert "R$ 480,00" in shown, "where the price goes is told"
        done = sell(browser, person, tendered="650")
        assert "feito=" in str(done.url)
        told = text_of(done.text)
        assert "Inscrição 1: Zeca Prado" in told
        assert "Troco R$ 30,00" in told
        receipt = browser.get(re.search(r'href="(/balcao/t1/recibo/\w+)"', done.text)[1]).text
        assert "Recibo nº 1" in receipt
        sale = re.search(r'name="of" value="(\w+)"', done.text)[1]
        for _ in range(2):
            assert browser.send("/papeis/t1/receipt", of=sale).content.startswith(b"%PDF")
        assert "2ª via" in browser.get(f"/balcao/t1/recibo/{sale}").text


def test_a_form_sent_twice_sells_once(site):
    """The key that the form was made with makes the second sending harmless."""
    with site.browser("ana") as browser:
        person = register(browser)
        page = browser.get(f"/balcao/t1?pessoa={person}").text
        hidden = dict(re.findall(r'<input type="hidden" name="(key|sale|terms)" value="([^"]*)"', page))
        fields = {**hidden, "person": person, "item": "entry", "method_1": "cash", "terms": "1"}
        for _ in range(2):
            assert "feito=" in str(browser.send("/balcao/t1", **fields).url)
        assert site.house.world.live("tournament:t1").state.entries_sold == 1


def test_a_refusal_keeps_what_was_typed_and_cites(site):
    """Under age: nothing is sold, the sentence and the clause stand above the form."""
    with site.browser("ana") as browser:
        person = register(browser, born_on="01/01/2015")
        page = browser.get(f"/balcao/t1?pessoa={person}").text
        assert "Menor: 11 anos, mínimo 18" in text_of(page)
        assert "/regulamentos/cgp-2024/" in page
        grown = register(browser, name="Ana Clara Reis")
        wrong = sell(browser, grown, tendered="abc")
        assert wrong.status_code == 409
        assert "“abc” não é um valor" in text_of(wrong.text)
        assert 'name="tendered" inputmode="decimal" value="abc"' in wrong.text


@pytest.mark.parametrize(
    "typed", ["zeca prado", "prado zeca", "pra", "529.982", "52998224725", "98888-7777", "Zéca"]
)
def test_people_are_found_by_any_part_in_any_order(site, typed):
    """Words of the name in any order and without accents, the document's beginning, the phone's end."""
    with site.browser("ana") as browser:
        register(browser, cpf=CPF, phone="(11) 98888-7777")
        register(browser, name="Outra Pessoa")
        found = browser.get(f"/balcao/t1/achar?q={typed}", **{"HX-Request": "true"}).text
        assert "Zeca Prado" in found
        assert "Outra Pessoa" not in found


def test_a_code_or_an_entry_number_finds_its_player(site):
    """What a QR on paper says, and the number that the player remembers."""
    with site.browser("ana") as browser:
        person = register(browser)
        sale = re.search(r"feito=(\w+)", str(sell(browser, person).url))[1]
        for typed in (person, sale, "1", f"https://sala.example/j/{person}"):
            assert "Zeca Prado" in browser.get(f"/balcao/t1/achar?q={typed}").text


def test_a_known_document_and_a_look_alike_are_asked_about(site):
    """The CPF of somebody known leads to them; a namesake is confirmed before being registered."""
    with site.browser("ana") as browser:
        person = register(browser, cpf=CPF)
        said = browser.get(f"/balcao/t1/cpf?cpf={CPF}").text
        assert person in said
        assert "Zeca Prado" in said
        assert "bad" in browser.get("/balcao/t1/cpf?cpf=111.111.111-11").text
        same = register(browser, name="Outro", cpf=CPF)
        assert same.status_code == 409
        assert "Usar o cadastro de Zeca Prado" in text_of(same.text)
        alike = register(browser)
        assert "Parece alguém" in text_of(alike.text)
        assert f'name="not_the_same_as" value="{person}"' in alike.text
        assert register(browser, not_the_same_as=person) != person


def test_several_payments_share_a_price(site):
    """The row without an amount takes the rest, and the card's fee is told before it is taken."""
    with site.browser("ana") as browser:
        person = register(browser)
        split = {"method_1": "cash", "method_2": "debit_card", "amount_2": "200"}
        bill = browser.send("/balcao/t1/conta", person=person, item="entry", sale="e9", terms="1", **split).text
        fee = re.search(r"Taxa do cartão R\$ ([\d,]+)", text_of(bill))
        assert fee, bill
        sell(browser, person, **split)
        payments = next(iter(site.house.world.live("tournament:t1").state.sales.values())).payments
        assert [(one.method, one.amount_centavos) for one in payments] == [("cash", 42000), ("debit_card", 20000)]
        assert "Só um pagamento pode ficar sem valor" in text_of(
            sell(browser, register(browser, name="Bia Melo"), method_2="cash").text
        )


def test_cancelling_voiding_and_undoing_from_the_desk(site):
    """A cashier voids her own last sale with the receipt back; undoing is not offered for money, and cancelling has its time."""
    with site.browser("ana") as browser:
        first, second = register(browser), register(browser, name="Bia Melo")
        sale = re.search(r"feito=(\w+)", str(sell(browser, first).url))[1]
        page = browser.get("/balcao/t1").text
        assert "Desfazer: inscrição" not in text_of(page), "money is not undone"
        assert f"anular={sale}" in page, "the last sale leads to the form that takes it back"
        void = {"act": "void", "person": first, "sale": sale, "reason": "engano"}
        refused = browser.send("/balcao/t1/ato", **void)
        assert "O recibo 1 precisa voltar" in text_of(refused.text)
        browser.send("/balcao/t1/ato", **void, receipt_returned="1")
        assert site.house.world.live("tournament:t1").state.entries[sale].status == "void"
        sale = re.search(r"feito=(\w+)", str(sell(browser, second).url))[1]
        late = browser.send("/balcao/t1/ato", act="cancel", person=second, entry=sale)
        assert "/regulamentos/cgp-2024/" in re.search(r'id="refused".*?</div>', late.text, re.DOTALL)[0]
        assert site.house.world.live("tournament:t1").state.entries[sale].status == "live"
    with site.browser("dora") as director:
        director.send("/caixa/abrir", desk="d3", float="1000")
        director.send(
            "/balcao/t1/ato", act="void", person=second, sale=sale, reason="engano do caixa", receipt_returned="1"
        )
        assert site.house.world.live("tournament:t1").state.entries[sale].status == "void"
        assert "Bia Melo" in director.get("/balcao/t1?aba=anuladas").text


def test_a_drawer_is_opened_dropped_counted_and_closed(site):
    """The count is blind, and stays blind for who counted: the difference is the owner's to read."""
    with site.browser("bia") as browser:
        assert "Para receber, abra seu caixa" in text_of(browser.get("/balcao").text)
        assert "não é um valor" in text_of(browser.send("/caixa/abrir", desk="d2", float="muito").text)
        browser.send("/caixa/abrir", desk="d2", float="500")
        assert "seu caixa" in text_of(browser.get("/caixa").text).lower()
        browser.send("/caixa/ato", act="drop", amount="200")
        browser.send("/caixa/contar")
        counting = browser.get("/caixa").text
        assert "300" not in text_of(counting), "a blind count shows no amount"
        closed = text_of(browser.send("/caixa/fechar", cash="290").text)
        assert "290,00" in closed
        assert "10,00" not in closed.replace("290,00", "")
        assert "300" not in closed


def test_a_pix_waits_for_another_person():
    """The QR is on the screen, the seller cannot confirm it, another cashier can."""
    site = Site()
    Room(site.house, book="adtp-2023")
    with site.browser("rui") as organiser:
        assert "chave" in text_of(organiser.send("/pix/recebedor", receiver_key="x", name="Clube", city="Rio").text)
        organiser.send("/pix/recebedor", receiver_key="11.444.777/0001-61", name="Clube", city="Sao Paulo")
    with site.browser("ana") as browser:
        person = register(browser)
        done = sell(browser, person, method_1="pix")
        assert "PIX de R$ 620,00 à espera" in text_of(done.text)
        assert '<svg xmlns="http://www.w3.org/2000/svg"' in done.text
        assert "br.gov.bcb.pix" in done.text
        sale = re.search(r"feito=(\w+)", str(done.url))[1]
        awaited = site.house.world.live("tournament:t1").state.sales[sale].awaited
        fields = {"act": "match", "person": person, "sale": sale, "txid": next(iter(awaited))}
        assert "Diga o nome de quem pagou e a hora" in text_of(browser.send("/balcao/t1/ato", **fields).text)
        fields |= {"payer": "Zeca Prado", "credited_hour": "13:31"}
        assert "outra pessoa confere" in text_of(browser.send("/balcao/t1/ato", **fields).text)
    with site.browser("bia") as other:
        assert "Zeca Prado" in other.get("/pix").text
        other.send("/balcao/t1/ato", **fields)
        assert site.house.world.live("tournament:t1").state.sales[sale].paid


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_every_page_of_desk_and_events_speaks_three_languages(site, lang):
    """With a person, a sale and an event on the screen no key is left untranslated."""
    with site.browser("rui") as browser:
        browser.send("/caixa/abrir", desk="d9", float="500")
        person = register(browser)
        sale = re.search(r"feito=(\w+)", str(sell(browser, person).url))[1]
        for path in (
            "/balcao/t1", f"/balcao/t1?pessoa={person}", f"/balcao/t1?feito={sale}", "/balcao/t1/novo?q=x", "/caixa",
            "/pix", f"/balcao/t1/recibo/{sale}", "/eventos", "/eventos/novo", "/eventos/novo/folha?modelo=cgp-main",
            "/eventos/novo/folha?copia=t1", "/eventos/t1", "/balcao/t1?aba=espera", "/balcao/t1?aba=pix",
        ):  # fmt: skip
            answer = browser.get(path, **{"Accept-Language": lang})
            assert answer.status_code == 200, path
            assert not re.search(r">\s*[a-z_]+\.[a-z_.]+\s*<", answer.text), path


def test_an_event_is_created_from_a_template_with_its_answers(site):
    """Findings before, questions prefilled; one changed answer is kept, and the desk sells it."""
    with site.browser("dora") as browser:
        page = browser.get("/eventos/novo/folha?modelo=cgp-main").text
        fields = dict(re.findall(r'<input name="([^"]+)" type="[^"]+" value="([^"]*)"', page))
        hidden = dict(re.findall(r'<input type="hidden" name="(template|copy|key)" value="([^"]*)"', page))
        form = {
            **fields,
            **hidden,
            "season": "s26",
            "id": "main",
            "part_entry_prize_pool": "500",
            "name": "Etapa 1",
        }
        made = browser.send("/eventos/novo/folha", **form, do="create")
        assert made.url.path == "/eventos/main", text_of(made.text)[:600]
        state = site.house.world.live("tournament:main").state
        assert state.the_sheet.item("entry").price_centavos == 64000
        assert "Etapa 1" in browser.get("/eventos").text
        wrong = browser.send("/eventos/novo/folha", **{**form, "key": ""}, do="create")
        assert "já foi criado" in text_of(wrong.text)


def test_desk_pages_escape_hostile_names(site):
    """A name with markup is text everywhere."""
    with site.browser("ana") as browser:
        person = register(browser, name="<img src=x onerror=alert(1)>")
        for path in (f"/balcao/t1?pessoa={person}", "/balcao/t1/achar?q=img"):
            assert "<img src=x" not in browser.get(path).text
