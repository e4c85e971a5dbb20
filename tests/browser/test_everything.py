"""Every page of every role of the demonstration, as a browser shows it: whole, in every language, on every size.

Pages are found by their links and by the table of routes; of each kind a few are looked at. `FELTRO_SHOTS` names a
folder that pictures of all of them are put into.
"""

from __future__ import annotations

import hashlib
import os
import re
import uuid
from html import unescape
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from feltro.app.access.sessions import open_session
from feltro.app.handling import House
from feltro.app.settings.hour import machine_hour
from feltro.app.world.plan import Envelope
from feltro.sim.demo import VISITORS, furnish
from feltro.sim.live_event import LiveEvents
from feltro.store.memory import MemoryStore
from feltro.web.site import create_site
from feltro.words.sentences import sentences

from .conftest import LAPTOP, PHONE, TV
from .test_newcomer import serve

pytestmark = pytest.mark.browser
SHOTS = os.environ.get("FELTRO_SHOTS")
OF_A_KIND = 1
"""Pages of one address pattern that a role looks at; their second one looks as the first."""
FINGER = 44
KEYS = re.compile(r"\b[a-z][a-z0-9_]*(?:\.[a-z0-9_~-]+)+\b")
FILES = re.compile(
    r"\.(pdf|png|json|svg|xlsx|phh|ics|rss|csv)$|como=|^/(api|static|imagens|publicar|live|saude|hora|sair)|/lista/|/papel$"
)
SAID = """() => { const copy = document.body.cloneNode(true);
    copy.querySelectorAll('code, script, template').forEach(one => one.remove()); return copy.textContent; }"""
"""What a page says; the names of parameters, which look like keys, stand on it as code."""
BARE = re.compile(r"<(script|code|template).*?</\1>|<[^>]+>", re.DOTALL)
"""What of a page nobody reads."""
ODD_SIZES = """scale => { const odd = new Set();
    for (const one of document.querySelectorAll('body *:not(svg *, .assento *, .screen *, script, style, option)')) {
        const size = parseFloat(getComputedStyle(one).fontSize);
        const says = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()) || one.matches('input, select, textarea');
        if (says && size < 60 && !scale.includes(size) && one.checkVisibility()) odd.add(`${one.tagName}.${one.className} ${size}`);
    } return [...odd].slice(0, 5); }"""
FOR_ALL = re.compile(r"^/($|regulamentos|busca|comparar|ranking|relogio|jogador|sorteio)")
"""Pages that are the same for everybody: a visitor and the first of the staff look at them."""
TELEVISIONS = re.compile(r"^/(relogio|tela)\b|/ver$")
WAYS_IN = {
    "": ("/", "/entrar", "/ranking", "/relogio", "/busca?q=botao", "/comparar"),
    "organiser": ("/eventos", "/comecar", "/eventos/novo", "/equipe", "/aparelhos", "/telas"),
    "director": ("/direcao", "/achar?q=mesa"),
    "finance": ("/balcao", "/premios", "/caixa"),
    "cashier": ("/balcao", "/caixa", "/pix"),
    "floor": ("/direcao", "/eventos"),
    "dealer": ("/achar?q=mesa",),
}


@pytest.fixture(scope="module")
def demo():
    """Brought up to now, and then still: what is looked at does not change under the eyes."""
    house = House(MemoryStore())
    made = furnish(house, machine_hour(), "pt", 1, lambda _step: None)
    LiveEvents(made, machine_hour).catch_up()
    served = serve(house, demo=True)
    made.address, made.routes = served.address, create_site(house).routes
    yield made
    served.stop()


def kind_of(path, routes):
    """The route that answers an address."""
    bare = path.partition("?")[0]
    for route in sorted(routes, key=lambda one: one.path.count("{")):
        pattern = re.sub(r"\{\w+:path\}", ".+", re.sub(r"\{\w+:(str|int)\}", "[^/]+", route.path))
        if re.fullmatch(pattern, bare):
            return route.path
    return bare


class Crawler:
    """One browser of one role, in one window that changes its size."""

    def __init__(self, browser, demo, role, painted):
        self.demo, self.role, self.painted = demo, role, painted
        self.context = browser.new_context(viewport=LAPTOP, base_url=demo.address, locale="pt-BR")
        if role:
            user = next(user for user, _, its in VISITORS if its == role)
            sent = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=machine_hour())
            opened = open_session(demo.house.store, user, "", sent)
            self.context.add_cookies([{"name": "feltro_session", "value": opened.text, "url": demo.address}])
        self.page = self.context.new_page()
        self.problems = []
        self.here = ""
        self.page.on("console", lambda said: self.note(f"console: {said.text}") if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.note(f"script: {error}"))
        self.page.on("requestfailed", self.failed)
        self.page.on(
            "response", lambda answer: self.note(f"{answer.status} {answer.url}") if answer.status >= 400 else None
        )

    def failed(self, request):
        """A stream that is left open, or whatever was still loading, ends with its page."""
        if request.failure != "net::ERR_ABORTED":
            self.note(f"failed: {request.url} {request.failure}")

    def note(self, problem):
        self.problems.append(f"{self.role or 'visitor'} {self.here}: {problem}")

    def crawl(self):
        waiting, seen = list(WAYS_IN[self.role]), {}
        while waiting:
            path = waiting.pop(0)
            kind = kind_of(path, self.demo.routes)
            known = FOR_ALL.search(path) and self.role not in {"", "organiser"}
            if known or FILES.search(path) or seen.setdefault(kind, 0) >= OF_A_KIND:
                continue
            seen[kind] += 1
            waiting += self.look(path, kind)
        self.context.close()
        return set(seen)

    def look(self, path, kind):
        """All that one page has to stand; the addresses it leads to."""
        self.here = path
        if not self.painted.is_first(kind):
            return self.read(path)
        tv = TELEVISIONS.search(path)
        self.page.set_viewport_size(TV if tv else LAPTOP)
        self.page.goto(path, wait_until="domcontentloaded")
        self.fits("tv" if tv else "laptop")
        if not tv:
            self.keeps_the_scale()
        self.speaks(self.page.evaluate(SAID))
        self.foreign(path)
        self.accessible()
        self.page.set_viewport_size(PHONE)
        self.fits("phone")
        self.fingers()
        return self.page.eval_on_selector_all(
            f"a[href^='/'], a[href^='{self.demo.address}/']", "all => all.map(one => one.pathname + one.search)"
        )

    def read(self, path):
        """A page of which another role has seen the like is read, not painted; the addresses it leads to."""
        answer = self.context.request.get(path)
        if not answer.ok:
            self.note(f"{answer.status}")
        self.speaks(BARE.sub(" ", answer.text()))
        return [unescape(one) for one in re.findall(r'<a\b[^>]*\bhref="(/[^"#]*)', answer.text())]

    def fits(self, size):
        if self.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide = self.page.evaluate(
                """() => [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1)
                    .slice(0, 3).map(one => one.tagName + '.' + one.className)"""
            )
            self.note(f"wider than a {size}: {wide}")
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            name = re.sub(r"[^a-z0-9]+", "-", self.here.lower()).strip("-") or "home"
            self.page.screenshot(path=str(Path(SHOTS) / f"{self.role or 'visitor'}-{name}-{size}.png"))

    def keeps_the_scale(self):
        """Type has seven sizes, clock faces their own: what a browser makes of a field or of `small` by itself is none of them."""
        odd = self.page.evaluate(ODD_SIZES, [12, 14, 16, 20, 28, 44, 48])
        if odd:
            self.note(f"off the scale: {odd}")

    def speaks(self, text):
        raw = [word for word in KEYS.findall(text) if word in sentences()]
        if raw:
            self.note(f"untranslated: {raw[:5]}")

    def foreign(self, path):
        """In the other languages the page is asked for, not painted."""
        for lang in ("en", "es"):
            answer = self.context.request.get(f"{path}{'&' if '?' in path else '?'}lang={lang}")
            if not answer.ok:
                self.note(f"{lang}: {answer.status}")
            self.speaks(BARE.sub(" ", answer.text()))

    def accessible(self):
        found = Axe().run(self.page).response["violations"]
        for one in found:
            if one["impact"] in {"serious", "critical"}:
                self.note(f"axe: {one['id']} {[node['target'] for node in one['nodes']][:3]}")

    def fingers(self):
        small = self.page.eval_on_selector_all(
            "main .primary",
            f"""all => all.filter(one => one.checkVisibility()).map(one => [one.textContent.trim(), one.getBoundingClientRect()])
                .filter(([, box]) => box.width && (box.height < {FINGER} || box.width < {FINGER}))
                .map(([text, box]) => `${{text}} ${{Math.round(box.width)}}x${{Math.round(box.height)}}`)""",
        )
        if small:
            self.note(f"too small for a finger: {small[:3]}")


class Painted:
    """Kinds of pages that some role has seen painted, in whichever worker: the first to write a name has it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def is_first(self, kind: str) -> bool:
        """Whether this one is to be painted; with `FELTRO_SHOTS` every role's is."""
        try:
            (self.folder / hashlib.sha256(kind.encode()).hexdigest()).touch(exist_ok=False)
        except FileExistsError:
            return bool(SHOTS)
        return True


@pytest.fixture(scope="module")
def painted(tmp_path_factory, worker_id):
    ours = tmp_path_factory.getbasetemp()
    shared = (ours if worker_id == "master" else ours.parent) / "painted"
    shared.mkdir(exist_ok=True)
    return Painted(shared)


@pytest.mark.flaky(reruns=0)  # what was painted once would only be read the second time
@pytest.mark.parametrize("role", WAYS_IN, ids=[role or "visitor" for role in WAYS_IN])
def test_every_page_of_a_role_is_whole(browser, demo, role, painted):
    """No error, no failed request, no raw key, nothing too wide, nothing serious for axe, buttons a finger can hit."""
    crawler = Crawler(browser, demo, role, painted)
    assert len(crawler.crawl()) >= len(WAYS_IN[role])
    assert not crawler.problems, "\n".join(crawler.problems)
