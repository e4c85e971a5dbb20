"""Five evenings, one for each book, from the empty house to the last paper and the owner's page, by the visible words only.

Whatever the console asks for next is done, until it asks for nothing; a step that it forgets, or that leads nowhere, breaks
the evening. What each act costs in clicks and keys is counted, printed and held. `script/evenings` runs all five; the full
run keeps one of them.
"""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from .evening import (
    PASSWORD,
    Evening,
    asks_papers,
    close_drawer,
    count,
    cpf,
    create_event,
    enter_new,
    every_paper,
    invite_cashier,
    money,
    pay_staff,
    sell,
    set_up,
)

pytestmark = pytest.mark.browser

FIRST = ("Ana", "Bento", "Caio", "Dora", "Enzo", "Flora", "Gil", "Hugo", "Iara", "Jonas", "Kátia", "Lia")
LAST = ("Prado", "Reis")
PEOPLE = tuple(f"{first} {last}" for last in LAST for first in FIRST)
AT_MOST = {
    "inscrição em dinheiro": (0, 4),  # one of them where the book wants a paper seen
    "eliminar por teclas": (0, 5),
    "eliminar com o dedo": (2, 0),
    "mover": (2, 0),
    "pausar": (0, 1),
    "punição": (4, 0),
    "pagar prêmio": (2, 0),
}
"""Clicks and keys of an act; letters of a name and digits of a document are typed, and not counted."""


class Hands(Evening):
    """Counts what hands do while an act is named."""

    def __init__(self, page, cashier):
        super().__init__(page, cashier)
        self.costs: dict[str, list[int]] = {}
        self.rounds = self.taken = 0

    @contextmanager
    def act(self, name):
        self.now = [0, 0]
        yield
        self.costs[name] = max(self.costs.get(name, [0, 0]), self.now)

    def click(self, what):
        self.now[0] += 1
        what.click()

    def press(self, key, page=None):
        self.now[1] += 1
        (page or self.page).keyboard.press(key)

    def table(self):
        """What every act cost, beside what it may cost."""
        rows = [f"{name:24}{clicks:8}{keys:8}" for name, (clicks, keys) in self.costs.items()]
        return "\n".join([f"{'ato':24}{'cliques':>8}{'teclas':>8}", *rows])


def known_player_again(evening, name):
    """Letters, Enter, the means, Enter; one more only where the book wants something confirmed."""
    page = evening.cashier
    with evening.act("inscrição em dinheiro"):
        page.locator("#desk-q").fill(name)
        expect(page.locator("#found a")).to_contain_text([name])
        evening.press("Enter", page)
        if asks_papers(page):
            evening.press("Enter", page)
        expect(page.locator("[name=item]:checked")).to_be_focused()
        evening.press("F2", page)
        expect(page.locator("[name=method_1]:checked")).to_be_attached()
        evening.press("Enter", page)
        expect(page.locator("#counter")).to_contain_text(f": {name}")
    evening.taken += money(page.locator("#counter").inner_text())


def bust_by_keys(evening):
    """A chair is typed on a page that has no plan, then the letter; Enter confirms."""
    page = evening.page
    page.goto(f"{evening.base}/direcao/{evening.event}/sala")
    table, seat = page.evaluate(
        """() => { const one = document.querySelector('#plan a.s');
                   return [one.closest('[id^=mesa-]').id.slice(5), /\\bs(\\d+)\\b/.exec(one.className)[1]]; }"""
    )
    page.goto(f"{evening.base}/direcao/{evening.event}/punicoes")
    with evening.act("eliminar por teclas"):
        for key in (*table, ".", *seat, "e"):
            evening.press(key)
        expect(page.locator("#eliminar")).to_be_focused()
        evening.press("Enter")
        evening.told()


def bust_by_finger(evening, table):
    page = evening.page
    page.goto(f"{evening.base}/direcao/{evening.event}/sala")
    with evening.act("eliminar com o dedo"):
        evening.click(page.locator(f"#mesa-{table} .felt"))
        evening.click(page.locator("#sheet button.bust").first)
        evening.told()


def move_by_finger(evening, table):
    """A player, then an empty chair of the table in sight."""
    page = evening.page
    page.goto(f"{evening.base}/direcao/{evening.event}/sala")
    card = page.locator(f"#mesa-{table}")
    free = card.locator("i.s[data-seat]:not(.k)").first
    chair = free.get_attribute("data-seat")
    with evening.act("mover"):
        evening.click(card.locator("a.s").first)
        expect(page.locator(".player-part .tap-hint")).to_be_visible()
        evening.click(free)
        evening.told()
    expect(card.locator(f"a.s{chair}")).to_be_visible()


def penalise_by_finger(evening):
    """From the floor's first page: penalty, who, what for, what is usual; where the book has the players vote, their votes are typed."""
    page = evening.page
    page.goto(f"{evening.base}/floor")
    with evening.act("punição"):
        for key in (
            page.get_by_role("link", name="Penalidade"),
            page.locator(".pocket-people a").first,
            page.locator(".pocket-list a").first,
        ):
            evening.click(key)
            page.wait_for_load_state()
        for name, votes in (("present", "8"), ("objections", "0")):
            if page.locator(f"[name={name}]").count():
                page.locator(f"[name={name}]").fill(votes)
        evening.click(page.locator(".pocket-list button.primary"))
        expect(page.locator(".penalty-record li")).to_have_count(1)


def pause_by_key(evening):
    page = evening.page
    page.goto(f"{evening.base}/direcao/{evening.event}")
    with evening.act("pausar"):
        evening.press("Space")
        evening.told()
    page.goto(f"{evening.base}/direcao/{evening.event}")
    page.keyboard.press("Space")
    evening.told()


def fullest(page):
    """The number of the table with most players, and of all that have any."""
    counts = page.evaluate(
        """() => [...document.querySelectorAll('[id^=mesa-]')].map(one => [one.id.slice(5), one.querySelectorAll('a.s').length])"""
    )
    return [number for number, players in sorted(counts, key=lambda one: -one[1]) if players]


def fullest_on_plan(evening):
    evening.page.goto(f"{evening.base}/direcao/{evening.event}/sala")
    return fullest(evening.page)[0]


def with_a_free_chair(evening):
    """The number of a table that has players and a chair for one of them."""
    evening.page.goto(f"{evening.base}/direcao/{evening.event}/sala")
    return evening.page.evaluate(
        """() => [...document.querySelectorAll('[id^=mesa-]')].find(one => one.querySelector('a.s') && one.querySelector('i.s[data-seat]:not(.k)')).id.slice(5)"""
    )


def somebody_out(evening):
    evening.bust(fullest_on_plan(evening))


def asked_now(evening):
    """What the console asks for, most urgent first."""
    evening.page.goto(f"{evening.base}/direcao/{evening.event}")
    return [one.get_attribute("data-need") for one in evening.page.locator("[data-need]").all()]


def announce(evening):
    evening.follow("evening.announce", "Ver a premiação")
    evening.page.get_by_role("button", name="Anunciar a premiação").click()
    expect(evening.page.locator("main")).to_contain_text("Anunciada")


def count_tables(evening):
    evening.follow("evening.count", "Contar as mesas")
    count(evening)


def play_hands(evening):
    """A hand at every table; in every second one somebody goes out."""
    page, evening.rounds = evening.page, evening.rounds + 1
    if evening.rounds % 2 == 0:
        somebody_out(evening)
    evening.follow("director.need.tables_play", "Abrir")
    playing = page.locator(".tiles .playing")
    for left in range(playing.count(), 0, -1):
        playing.first.get_by_role("button", name="Terminou").click()
        expect(playing).to_have_count(left - 1)


def end_hand_for_hand(evening):
    left = evening.left()
    evening.follow("director.need.in_the_money", "Abrir")
    page = evening.page
    page.locator("[name=counted]").fill(str(left))
    page.get_by_role("button", name="Encerrar mão a mão").click()
    evening.told()


def say(key, button):
    def done(evening):
        evening.page.locator(f'[data-need="{key}"]').first.get_by_role("button", name=button).click()
        evening.told()

    return done


DONE_AT_ONCE = {
    "evening.close_registration": say("evening.close_registration", "Encerrar inscrições"),
    "director.need.alternate": say("director.need.alternate", "Chamar"),
    "director.need.alternate_called": say("director.need.alternate_called", "Dar o assento"),
    "evening.count": count_tables,
    "evening.announce": announce,
    "director.need.final_table": say("director.need.final_table", "Aceitar"),
    "director.need.break": say("director.need.break", "Quebrar depois desta mão"),
    "director.need.breaking": say("director.need.breaking", "Mesa liberada"),
    "director.need.move": say("director.need.move", "Aceitar"),
    "director.need.bubble": say("director.need.bubble", "mão a mão"),
    "director.need.tables_play": play_hands,
    "director.need.release": say("director.need.release", "Liberar"),
    "director.need.in_the_money": end_hand_for_hand,
}
"""What the console asks, and what is done about it on the way to the champion."""
PATIENCE = 200
"""Steps after which an evening goes nowhere."""


def settle_down(evening, tables):
    """Tables, buttons, the clock: each as the console asks."""
    page = evening.page
    evening.follow("evening.open_tables", "Abrir mesas")
    page.get_by_label("Números das mesas").fill(tables)
    page.get_by_role("button", name="Abrir mesas").click()
    evening.told()


BEFORE = {
    "director.need.unseated": "Sortear assentos",
    "evening.draw_button": "Sortear o botão",
    "evening.draw_button_at": "Sortear o botão",
}
"""What is asked before the first card, and its button."""


def begin(evening):
    page = evening.page
    while asked := [one for one in asked_now(evening) if one in BEFORE]:
        page.locator(f'[data-need="{asked[0]}"]').first.get_by_role("button", name=BEFORE[asked[0]]).click()
        evening.told()
    page.get_by_role("button", name="Começar").click()
    page.get_by_label("Motivo").fill("Todos sentados")
    page.get_by_role("button", name="Fazer mesmo assim").click()
    evening.told()


def to_level(evening, level):
    page = evening.page
    page.goto(f"{evening.base}/direcao/{evening.event}")
    page.locator("#clock-more summary").click()
    page.locator("#clock-more input[name=level]:not([type=hidden])").fill(level)
    page.locator("#clock-more input[name=level]:not([type=hidden])").press("Enter")
    page.locator("#told [name=reason]").fill("a noite é curta")
    page.get_by_role("button", name="Fazer mesmo assim").click()
    evening.told()


def seat_the_line(evening):
    """Who waits is called to the chairs that came free."""
    while waits := [one for one in asked_now(evening) if one.startswith("director.need.alternate")]:
        DONE_AT_ONCE[waits[0]](evening)


def to_the_champion(evening):
    """What is asked is done; when nothing is asked, a hand is played and somebody goes out."""
    for _ in range(PATIENCE):
        asked = asked_now(evening)
        if "evening.champion" in asked:
            evening.do("evening.champion", "Parar o relógio")
            return
        step = next((DONE_AT_ONCE[one] for one in asked if one in DONE_AT_ONCE), somebody_out)
        step(evening)
    pytest.fail(f"no champion after {PATIENCE} steps; the console asks {asked_now(evening)}")


def pay_everybody(evening):
    """The window, until it owes nobody anything. Gives what left the drawer."""
    page, window = evening.cashier, f"{evening.base}/premios/{evening.event}/janela"
    page.goto(window)
    owed = money(re.search(r"Falta pagar hoje\s+R\$\s*[\d.,]+", page.locator("main").inner_text())[0])
    unpaid = page.locator("main a[href*='entrada=']").filter(has_not_text="Pago")
    while unpaid.count():
        with evening.act("pagar prêmio"):
            evening.click(unpaid.first)
            name = next(one for one in PEOPLE if page.get_by_role("heading", name=one).count())
            document = page.locator("[name=document]")
            if document.count():
                document.fill(cpf(PEOPLE.index(name)))
            evening.click(page.get_by_role("button", name="Pagar", exact=True))
            expect(page.locator("main")).to_contain_text("Pagamento registrado")
        page.goto(window)
    return owed


def bag_everybody(evening):
    """What lies in each bag is typed, the sum closes, the day is over."""
    page, console = evening.page, f"{evening.base}/direcao/{evening.event}"
    page.goto(console)
    total = int(re.search(r"Fichas\s+([\d.]+)", page.locator("main").inner_text())[1].replace(".", ""))
    page.goto(f"{console}/dia")
    bags = page.locator(".bag-table li form")
    there = bags.count()
    for left in range(there, 0, -1):
        if not page.locator(".bag-table[open]").count():
            page.locator(".bag-table summary").first.click()
        share = total // there if left > 1 else total - (there - 1) * (total // there)
        page.locator(".bag-table[open] [name=chips]").first.fill(str(share))
        page.keyboard.press("Enter")
        expect(bags).to_have_count(left - 1)
    page.goto(f"{console}/dia")
    page.get_by_role("button", name="Encerrar o dia").first.click()
    evening.told()


def come_back(evening, hour, days):
    """Another evening: the lids were shut, sessions are over, and the page comes back after the password."""
    base = evening.base
    for page in (evening.page, evening.cashier):
        page.goto("about:blank")
    hour.jump(days * 24 * 60 * 60)
    for page, user, path in ((evening.page, "rui", "direcao"), (evening.cashier, "bia", "balcao")):
        address = f"{base}/{path}/{evening.event}"
        page.goto(address)
        page.locator("[name=user]").fill(user)
        page.locator("[name=password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(address)


def flight(evening, out):
    """Buttons, the clock, some go out, the last level that sells is over, everybody bags."""
    begin(evening)
    for _ in range(out):
        somebody_out(evening)
    to_level(evening, "9")
    bag_everybody(evening)


def two_flights_and_a_final(evening, hour):
    """Sold and bagged on two evenings; on the third the seats are drawn and the rest is played."""
    flight(evening, out=3)
    come_back(evening, hour, days=2)
    settle_down(evening, "2")
    for number, name in enumerate(PEOPLE[8:12], 8):
        sell(evening.cashier, name, number, "F2")
        evening.taken += money(evening.cashier.locator("#counter").inner_text())
    flight(evening, out=1)
    come_back(evening, hour, days=1)
    evening.follow("evening.next_day", "Sortear")
    evening.page.get_by_role("button", name="Sortear assentos do dia final").click()
    evening.told()
    begin(evening)


def one_day(evening, _hour):
    """What a hand does all evening is counted here; then late registration is over."""
    begin(evening)
    pause_by_key(evening)
    bust_by_keys(evening)
    bust_by_finger(evening, fullest_on_plan(evening))
    move_by_finger(evening, with_a_free_chair(evening))
    penalise_by_finger(evening)
    seat_the_line(evening)
    to_level(evening, "10")


class Night:
    """What is special about the evening of a book."""

    def __init__(self, template, players, tables, shape=lambda _page: None, play=one_day):
        self.template, self.players, self.tables, self.shape, self.play = template, players, tables, shape, play


def nine_chairs(page):
    """One table only: whoever comes tenth waits for a chair."""
    page.locator("[name^=seats_]").first.fill("9")


def two_flights(page):
    """A second flight the next evening, and a day for those who are left."""
    for button in ("Mais um dia inicial", "Mais um dia depois"):
        with page.expect_response(re.compile("/eventos/novo/folha")):
            page.get_by_role("button", name=button).click()


NIGHTS = {
    "bpt-2015": Night("Etapa em casa do BPT", 24, "1-3"),
    "adtp-2012": Night("Turbo de clube", 12, "1-2"),
    "nps-2019": Night("Turbo de clube", 11, "1", nine_chairs),
    "adtp-2023": Night("Turbo de clube", 8, "1", two_flights, two_flights_and_a_final),
    "cgp-2024": Night("Paralelo 9-max", 12, "1-2"),
}
"""Played by `script/evenings`; of the full run, test_whole_evening.py is the one evening."""


def open_doors(evening, book, night, link):
    """An empty house, an event, tables, a cashier, and everybody but the last at the desk for the first time."""
    page = evening.page
    set_up(page, link)
    evening.event = create_event(page, night.template, book, night.shape)
    settle_down(evening, night.tables)
    evening.needs("evening.sell")
    invite_cashier(page, evening.cashier)
    desk = evening.cashier.url
    *most, (number, last) = enumerate(PEOPLE[: night.players])
    for place, name in most:
        sell(evening.cashier, name, place, "F2")
        evening.taken += money(evening.cashier.locator("#counter").inner_text())
    enter_new(evening.cashier, last, number)
    asks_papers(evening.cashier)
    evening.cashier.goto(desk)
    known_player_again(evening, last)


def sign_receipts(evening):
    """Where the book has every receipt signed, those that are not lie behind the closing's own line."""
    page = evening.page
    page.goto(f"{evening.base}/premios/{evening.event}/fecho")
    there = page.get_by_role("link", name="Ver os recibos")
    if not there.count():
        return
    there.click()
    unsigned = page.locator("form:has([name=act][value=signed]) button")
    for left in range(unsigned.count(), 0, -1):
        unsigned.first.click()
        expect(unsigned).to_have_count(left - 1)


def say_good_night(evening):
    """The stage is closed where the closing asks for it; once its list is done, the console asks for nothing either."""
    page, closing = evening.page, f"{evening.base}/premios/{evening.event}/fecho"
    page.goto(closing)
    close_stage = page.get_by_role("button", name="Encerrar a etapa")
    if close_stage.count():
        close_stage.click()
        page.wait_for_url(closing)
    if page.locator("main").get_by_text("O fundo deve").count():
        page.get_by_role("link", name="Fundos do ranking").click()
        page.locator("select[name=method]").first.select_option("bank_transfer")
        page.get_by_role("button", name="Pagar").first.click()
        expect(page.get_by_role("link", name="Recibo")).to_be_visible()
        page.goto(closing)
    if page.locator("main").get_by_text("sem cadastro na série").count():
        # Who never made a profile with the series makes it another day: the closing goes on naming them.
        expect(page.locator("main")).to_contain_text("Todos os prêmios foram pagos.")
        expect(page.locator("main")).to_contain_text("O fundo não deve nada desta etapa.")
        return
    expect(page.locator("main")).to_contain_text("Tudo fechado neste evento")
    assert asked_now(evening) == []
    expect(page.locator(".all-well")).to_contain_text("Boa noite")


def make_an_end(evening):
    """The staff's part where the book has one, the drawer to the centavo, the papers, the ranking, the owner's night."""
    page, paid = evening.page, pay_everybody(evening)
    asked = asked_now(evening)
    if "evening.divide_staff" in asked:
        paid += pay_staff(evening)
    close_drawer(evening.cashier, page, {"cash": 500_00 + evening.taken - paid})
    every_paper(evening, {"prize"})
    sign_receipts(evening)
    say_good_night(evening)
    page.goto(f"{evening.base}/noite")
    expect(page.locator("main")).to_contain_text("Inscrições")
    assert "none" not in page.locator("main").inner_text().lower().split()


@pytest.mark.proof
@pytest.mark.parametrize("book", NIGHTS)
def test_an_evening_in_each_book_ends_with_everybody_paid(book, empty, hour, open_page, capsys):
    """Nobody reads documentation, nothing is a dead end, and no act costs more than it should."""
    evening, night = Hands(open_page(), open_page()), NIGHTS[book]
    open_doors(evening, book, night, empty)
    night.play(evening, hour)
    to_the_champion(evening)
    make_an_end(evening)
    with capsys.disabled():
        sys.stdout.write(f"\n{book}\n{evening.table()}\n")
    assert {name: cost for name, cost in evening.costs.items() if tuple(cost) > AT_MOST[name]} == {}
