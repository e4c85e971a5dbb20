"""An evening as a director and a cashier live it: only what the screens offer, in the order they offer it.

Every step is reached from what the console says comes next; a step that it forgets breaks the chain.
"""

from __future__ import annotations

import re

from playwright.sync_api import expect

PASSWORD = "cavalo correto bateria"
NAMES = (
    *("Ana Prado", "Bento Reis", "Caio Lopes", "Dora Melo", "Enzo Pires", "Flora Dias", "Gil Torres", "Hugo Vaz"),
    *("Iara Luz", "Jonas Paz", "Kátia Sá"),
)


def cpf(number):
    """A document whose check digits are right."""
    digits = [int(one) for one in f"{300_000_000 + 7_919_131 * number}"]
    for length in (10, 11):
        digits.append(sum(a * b for a, b in zip(digits, range(length, 1, -1), strict=False)) * 10 % 11 % 10)
    return "".join(map(str, digits))


class Evening:
    """What a director and a cashier do with the mouse and the keyboard."""

    def __init__(self, page, cashier):
        self.page, self.cashier, self.event = page, cashier, ""

    def needs(self, key):
        """The console asks for this now."""
        self.page.goto(f"{self.base}/direcao/{self.event}")
        asked = self.page.locator(f'[data-need="{key}"]')
        expect(asked).to_be_visible()
        return asked

    @property
    def base(self):
        return re.match(r"https?://[^/]+", self.page.url)[0]

    def asks(self, key):
        self.page.goto(f"{self.base}/direcao/{self.event}")
        return self.page.locator(f'[data-need="{key}"]').count() > 0

    def told(self):
        expect(self.page.locator("#told .ok")).to_be_visible()

    def do(self, key, button):
        self.needs(key).get_by_role("button", name=button).click()
        self.told()

    def follow(self, key, link):
        self.needs(key).get_by_role("link", name=link).click()

    def bust(self, table):
        self.page.goto(f"{self.base}/direcao/{self.event}/sala")
        self.page.locator(f"#mesa-{table} .felt").click()
        self.page.locator("#sheet button.bust").first.click()
        self.told()

    def left(self):
        """Players still in, as the clock's panel says."""
        self.page.goto(f"{self.base}/direcao/{self.event}")
        return int(self.page.locator('[data-row="players"] dd').inner_text().split()[0])


def set_up(page, link):
    page.goto(link)
    page.get_by_label("Seu nome").fill("Rui")
    page.locator("[name=user]").first.fill("rui")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=again]").fill(PASSWORD)
    page.get_by_role("button", name="Começar").click()
    page.get_by_text("É um circuito? Montar passo a passo").click()
    page.get_by_label("Nome da temporada").fill("Circuito da Serra")
    page.keyboard.press("Enter")
    page.get_by_label("Nome da etapa").fill("Etapa de abertura")
    page.get_by_label("Local").fill("Clube do Comércio")
    page.keyboard.press("Enter")


def create_event(page, template, book="", shape=lambda _page: None):
    """At half past seven: the desk is open, the clock is not due. A template is only a start: another book, another shape."""
    page.get_by_role("link", name=template).click()
    expect(page.locator("[name=stage] option:checked")).to_have_text("Etapa de abertura")
    chosen = page.locator("select[name=book]")
    if book and chosen.input_value() != book:
        with page.expect_response(re.compile("/eventos/novo/folha")):
            chosen.select_option(book)
    shape(page)
    page.locator("[name^=start_]").first.fill("2026-11-21T19:30")
    page.get_by_role("button", name="Criar evento").click()
    page.wait_for_url(re.compile("/eventos/(?!novo)"))
    page.get_by_role("link", name="Ir à direção").click()
    return page.url.rpartition("/")[2]


def invite_cashier(page, cashier):
    page.get_by_text("Mais", exact=True).click()
    page.get_by_role("link", name="Equipe").click()
    page.locator("form [name=user]").first.fill("bia")
    page.get_by_role("button", name="Dar acesso").click()
    link = re.search(r"https?://\S+/convite/[\w-]+", page.locator("main").inner_text())[0]
    cashier.goto(link)
    for name in ("password", "again"):
        cashier.locator(f"[name={name}]").fill(PASSWORD)
    cashier.keyboard.press("Enter")
    cashier.get_by_role("link", name="Abrir caixa").click()
    cashier.get_by_label("Guichê").fill("Caixa 1")
    cashier.get_by_label("Troco inicial").fill("500")
    cashier.keyboard.press("Enter")
    cashier.wait_for_url(re.compile("/balcao/"))


def sell(page, name, number, key):
    """Name, document, birth, the photo seen, the means, done; the cursor is back in the search."""
    enter_new(page, name, number)
    if asks_papers(page):
        page.keyboard.press("Enter")
    take(page, name, key)


def enter_new(page, name, number):
    """Somebody whom the house does not know yet."""
    search = page.locator("#desk-q")
    expect(search).to_be_focused()
    page.keyboard.type(name)
    expect(page.get_by_text(f"Ninguém com “{name}”")).to_be_visible()
    page.keyboard.press("Alt+n")
    expect(page.locator("[name=cpf]")).to_be_focused()
    page.keyboard.type(cpf(number))
    page.keyboard.press("Tab")
    page.keyboard.type("21/03/1990")
    page.keyboard.press("Enter")


def asks_papers(page):
    """Where the book wants the photo seen, its button has the cursor before anything is sold."""
    seen, item = page.get_by_role("button", name="Vi o documento com foto"), page.locator("[name=item]:checked")
    expect(seen.or_(item).first).to_be_focused()
    return seen.count() > 0


def take(page, name, key):
    """What is sold is chosen already; the means is one key, Enter takes it."""
    expect(page.locator("[name=item]:checked")).to_be_focused()
    page.keyboard.press(key)
    expect(page.locator("[name=method_1]:checked")).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.locator("#counter")).to_contain_text(f": {name}")
    page.wait_for_function("() => scrollY === 0")  # the event is named above whoever comes next


def reenter(page, name):
    page.locator("#desk-q").fill(name)
    expect(page.locator("#found a")).to_contain_text([name])
    page.locator("#desk-q").press("Enter")
    expect(page.locator("#counter")).to_contain_text("eliminado")
    take(page, name, "F2")


def open_room(evening):
    page = evening.page
    evening.follow("evening.open_tables", "Abrir mesas")
    page.get_by_label("Números das mesas").fill("1-2")
    page.get_by_role("button", name="Abrir mesas").click()
    evening.told()


def begin(evening):
    """Before the hour the clock asks why, and takes the answer there."""
    page = evening.page
    evening.do("evening.draw_button", "Sortear o botão")
    evening.needs("evening.wait")
    page.get_by_role("button", name="Começar").click()
    page.get_by_label("Motivo").fill("Todos sentados")
    page.get_by_role("button", name="Fazer mesmo assim").click()
    evening.told()


def count(evening):
    """Every table's players typed once the page is there: a list that is read too early has no rows."""
    page = evening.page
    expect(page.locator("[name^=players_]").first).to_be_visible()
    for field in page.locator("[name^=players_]").all():
        row = field.locator("xpath=ancestor::li")
        field.fill(re.search(r"(\d+) jogador", row.inner_text())[1])
    page.get_by_role("button", name="Registrar a contagem").click()
    evening.told()


def close_registration(evening):
    page = evening.page
    page.goto(f"{evening.base}/direcao/{evening.event}")
    page.locator("#clock-more summary").click()
    page.locator("#clock-more input[name=level]:not([type=hidden])").fill("10")
    page.locator("#clock-more input[name=level]:not([type=hidden])").press("Enter")
    page.locator("#told [name=reason]").fill("a noite é curta")
    page.get_by_role("button", name="Fazer mesmo assim").click()
    evening.told()
    evening.do("evening.close_registration", "Encerrar inscrições")
    evening.follow("evening.count", "Contar as mesas")
    count(evening)
    evening.follow("evening.announce", "Ver a premiação")
    page.get_by_role("button", name="Anunciar a premiação").click()
    expect(page.locator("main")).to_contain_text("Anunciada")
    return int(re.search(r"Colocações pagas: (\d+)", page.locator("main").inner_text())[1])


def to_the_money(evening, paid):
    """The final table is drawn; at one table nobody asks for hand for hand, and the money comes with the next bust."""
    while not evening.asks("director.need.final_table"):
        evening.bust(2 if evening.left() % 2 else 1)
    evening.do("director.need.final_table", "Aceitar")
    while evening.left() > paid:
        assert not evening.asks("director.need.bubble")
        evening.bust(1)
    evening.follow("evening.in_money", "Pagar prêmios")


def deal(evening):
    """One says no and there is no deal; then all say yes."""
    page = evening.page
    page.get_by_role("link", name="Acordo").click()
    stacks = page.locator("[name^=stack_]")
    total = int(re.search(r"e ([\d.]+) fichas", page.locator("main").inner_text())[1].replace(".", ""))
    stacks_asked = stacks.count()
    share = total // stacks_asked
    for field in stacks.all()[1:]:
        field.fill(str(share))
    stacks.first.fill(str(total - share * (stacks_asked - 1)))
    page.get_by_role("button", name="Ver as divisões").click()
    page.get_by_role("button", name="ICM", exact=True).click()
    no = page.get_by_role("button", name="Não", exact=True)
    no.first.click()
    expect(page.locator("#deal .lead")).to_contain_text(f"1 de {stacks_asked} ouvidos")
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    page.get_by_role("button", name="Fechar o acordo").click()
    expect(page.locator("#refused")).to_contain_text("não há acordo")
    page.get_by_role("button", name="Por fichas", exact=True).click()
    yes = page.get_by_role("button", name="Sim", exact=True)
    expect(yes).to_have_count(stacks_asked)
    for asked in range(stacks_asked):
        yes.nth(asked).click()
        heard = "todos aceitam" if asked + 1 == stacks_asked else f"{asked + 1} de {stacks_asked} ouvidos"
        expect(page.locator("#deal .lead")).to_contain_text(heard)
    page.get_by_role("button", name="Fechar o acordo").click()
    expect(page.locator("main")).to_contain_text("Acordo fechado")


def money(text):
    """Centavos of the last amount in a text."""
    return int(re.sub(r"[.,]", "", re.findall(r"R\$\s*([\d.]+,\d\d)", text)[-1]))


def reais(centavos):
    return f"{centavos // 100},{centavos % 100:02d}"


def pay_all(evening, paid):
    """The cashier's window, until it owes nobody anything. Gives what left the drawer."""
    page = evening.cashier
    page.goto(f"{evening.base}/premios/{evening.event}/janela")
    owed = money(re.search(r"Falta pagar hoje\s+R\$\s*[\d.,]+", page.locator("main").inner_text())[0])
    for _ in range(paid):
        page.goto(f"{evening.base}/premios/{evening.event}/janela")
        page.locator("main a[href*='entrada=']").filter(has_not_text="Pago").first.click()
        name = next(one for one in NAMES if page.get_by_role("heading", name=one).count())
        page.locator("[name=document]").fill(cpf(NAMES.index(name)))
        page.get_by_role("button", name="Pagar", exact=True).click()
        expect(page.locator("main")).to_contain_text("Pagamento registrado")
    return owed


def pay_staff(evening):
    """Divided by name, paid from the drawer against a signature. Gives what left the drawer."""
    page, cashier = evening.page, evening.cashier
    evening.follow("evening.divide_staff", "Parte da equipe")
    share = money(page.locator("main .lead").inner_text())
    page.locator("[name=list]").fill(f"bia: {reais(share)}")
    page.get_by_role("button", name="Dividir pela lista").click()
    expect(page.locator("main")).to_contain_text("Quanto cabe a cada um")
    cashier.goto(page.url)
    cashier.get_by_role("button", name="Pagar e assinar").click()
    expect(cashier.locator("main")).to_contain_text("Assinado, recibo nº")
    return share


def close_drawer(page, owner, counted):
    """Counted blind, by each means; what the books say agrees to the centavo, and only the owner is told."""
    page.get_by_role("link", name="Caixa", exact=True).click()
    page.get_by_role("button", name="Contar e fechar").click()
    form = page.locator("form", has=page.get_by_role("button", name="Fechar caixa"))
    for name, centavos in counted.items():
        form.locator(f"[name={name}]").fill(reais(centavos))
    page.get_by_role("button", name="Fechar caixa").click()
    expect(page.get_by_role("button", name="Abrir caixa")).to_be_visible()
    owner.goto(re.match(r"https?://[^/]+", owner.url)[0] + "/caixas")
    counts = owner.locator(".till-night table.list tbody tr").first
    expect(counts).to_contain_text("confere")
    expect(counts).to_contain_text(re.compile(re.escape(f"{sum(counted.values()) // 100 % 1000},")))


def every_paper(evening, wanted):
    """Each list and each slip that the page of papers offers is a PDF, those that are wanted among them."""
    page = evening.page
    page.goto(f"{evening.base}/papeis/{evening.event}")
    lists = [one.get_attribute("href") for one in page.locator("main a[href*='/lista/']").all()]
    slips = page.locator("main form[action*='/papeis/']").evaluate_all(
        "forms => forms.map(one => [one.action, Object.fromEntries(new FormData(one))])"
    )
    assert lists
    assert {address.rpartition("/")[2] for address, _ in slips} >= wanted
    for address in lists:
        assert page.request.get(f"{evening.base}{address}").body().startswith(b"%PDF"), address
    for address, fields in dict(slips).items():
        assert page.request.post(address, form=fields).body().startswith(b"%PDF"), address


def seated(evening):
    page = evening.page
    page.goto(f"{evening.base}/direcao/{evening.event}/sala")
    return " ".join(one.get_attribute("title") or "" for one in page.locator("a.s").all())
