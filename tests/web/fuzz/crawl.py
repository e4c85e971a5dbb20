"""Walking through the house as somebody, and sending back what was found with one thing spoilt at a time."""

from __future__ import annotations

import os
import random
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from tests.web.fuzz.house import Snapshot, fresh
from tests.web.fuzz.pages import PageForm, pattern_of, read_page
from tests.web.staff import Browser, laid_out, visited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EACH = 2
"""How many addresses of one kind are walked to: another player's sheet is the same page."""
BAD = (
    "",
    " ",
    "\0",
    "x\0y",
    "-1",
    "0",
    "1.5",
    "9" * 25,
    "1e309",
    "NaN",
    "٣",
    "²",
    "None",
    "../../etc/passwd",
    "a/b",
    "..",
    "\r\nX-Forged: 1",
    "'\"><script>",
    "{0} {kind:=role} {",
    "%s%n",
    "2026-02-30",
    "2026-02-30T25:61",
    "9999-12-31T23:59",
    "0001-01-01",
    "[]",
    '{"a":',
    "1-99999",
    "12.4",
    "a,b;c\nd",
    "\u202e\u2028",
    "😀",
    "ß" * 200,
    "x" * 3000,
    "Organiser",
)
TWICE = "twice"
SECONDS = float(os.environ.get("FELTRO_FUZZ_SECONDS", "5"))
"""How long each fuzzer may send, for each role. script/test leaves it so; a night may have hours."""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
LEFT_ALONE = {"/live", "/sair"}
"""A stream without an end; and the way out, which is a form."""


@dataclass
class Found:
    """What a walk through the house came by."""

    forms: list[tuple[str, PageForm, dict[str, str]]] = field(default_factory=list)
    """The kind of address, the form, and what one of its buttons sends."""
    addresses: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


@dataclass
class Answers:
    """How it was answered: what broke, and how many said that nothing was there."""

    sent: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    missing: Counter[str] = field(default_factory=Counter)

    def note(self, what: str, kind: str, status: int) -> None:
        self.sent += 1
        self.statuses[status] += 1
        if status >= 500:
            self.broken.append(f"{status} {what}")
        if status == 404:
            self.missing[kind] += 1

    @property
    def share_missing(self) -> float:
        return self.statuses[404] / max(self.sent, 1)


class Walk:
    """One role in the house, with a browser."""

    def __init__(self, snapshot: Snapshot, cookie: str, now, seed: int = 15) -> None:
        self.snapshot, self.cookie, self.now = snapshot, cookie, now
        self.chance = random.Random(seed)
        self.kinds = [
            (route.path, pattern_of(route.path)) for route in laid_out().routes if route.path != "/{path:path}"
        ]

    def inside(self, work: Callable[[Browser], None]) -> None:
        with visited(fresh(self.snapshot), lambda: self.now) as client:
            client.cookies.set("feltro_session", self.cookie)
            work(Browser(client))

    def kind_of(self, path: str) -> str:
        """The one with the fewest parts that may be anything: as the site itself decides."""
        fits = [route for route, pattern in self.kinds if pattern.fullmatch(path)]
        return min(fits, key=lambda route: route.count("{"), default="")

    def crawl(self, starts: set[str]) -> Found:
        found = Found()

        def look(browser: Browser) -> None:
            waiting, seen = sorted(starts), set(starts)
            while waiting:
                address = waiting.pop(0)
                for link in self._visit(browser, address, found):
                    if link not in seen and self._wanted(link, found):
                        seen.add(link)
                        waiting.append(link)

        self.inside(look)
        return found

    def _wanted(self, link: str, found: Found) -> bool:
        parts = urlsplit(link)
        kind = self.kind_of(parts.path)
        if parts.netloc or not kind or kind.startswith(("/static", "/api")) or kind in LEFT_ALONE:
            return False
        if "/ato/" in kind:  # every act is another form, at whichever event it was found first
            act = parts.path.rsplit("/", 1)[1]
            if any(urlsplit(one).path.endswith(f"/{act}") for one in found.addresses[kind]):
                return False
        elif sum(_asked(one) == _asked(link) for one in found.addresses[kind]) >= EACH:
            return False
        found.addresses[kind].append(link)
        return True

    def _visit(self, browser: Browser, address: str, found: Found) -> list[str]:
        answer = browser.client.get(quote(address, safe="/?&=%"))
        if answer.status_code >= 400 or "html" not in answer.headers.get("content-type", ""):
            return []
        page = read_page(answer.url.path, answer.text)
        known = {
            (kind, tuple(sent), sent.get("act"), form.action if "/ato/" in kind else "")
            for kind, form, sent in found.forms
        }
        for form in page.forms:
            kind = self.kind_of(urlsplit(form.action).path)
            for sent in form.filled() if kind else ():
                same = (kind, tuple(sent), sent.get("act"), form.action if "/ato/" in kind else "")
                if same not in known:
                    known.add(same)
                    found.forms.append((kind, form, sent))
        return [
            f"{urlsplit(one).path}{'?' + urlsplit(one).query if urlsplit(one).query else ''}" for one in page.links
        ]

    def look_at(self, *addresses: str) -> Found:
        """These pages only, whatever they lead to."""
        found = Found()
        self.inside(lambda browser: [self._visit(browser, address, found) for address in addresses])
        return found

    # Forms

    def spoilt_forms(self, found: Found) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
        """Each field of each form with each bad value; and left out; and twice: every form in turn, by chance."""
        decks = []
        for kind, form, sent in found.forms:
            tries = [(bad, value) for bad in sent if bad != "_csrf_token" for value in (None, TWICE, *BAD)]
            self.chance.shuffle(tries)
            decks.append((kind, form, sent, tries))
        while decks:
            decks = [deck for deck in decks if deck[3]]
            for kind, form, sent, tries in decks:
                bad, value = tries.pop()
                more = [] if value is None else [(bad, sent[bad]), (bad, "x")] if value == TWICE else [(bad, value)]
                kept = [(name, one) for name, one in sent.items() if name not in {bad, "_csrf_token"}]
                yield kind, form.action, kept + more

    def spoil_forms(self, found: Found, seconds: float) -> Answers:
        answers, until = Answers(), time.monotonic() + seconds

        def send(browser: Browser) -> None:
            token = browser.token()
            house = browser.client.app.state.house
            before = _versions(house)
            for kind, action, fields in self.spoilt_forms(found):
                if time.monotonic() > until:
                    return
                body = urlencode([("_csrf_token", token), *fields])
                got = browser.client.post(action, content=body, headers=FORM, follow_redirects=False)
                answers.note(f"POST {action} {[(n, v[:40]) for n, v in fields]}", kind, got.status_code)
                if _versions(house) != before:
                    house = fresh(self.snapshot)
                    browser.client.app.state.house = house
                    browser.client.cookies.set("feltro_session", self.cookie)
                    before = _versions(house)

        self.inside(send)
        return answers

    # Addresses

    def spoilt_addresses(self, found: Found) -> Iterator[tuple[str, str]]:
        """Each part of an address that names something, and each of its questions, with each bad value."""
        tries = []
        for kind, pattern in self.kinds:
            for link in found.addresses.get(kind, ())[:1]:
                parts = urlsplit(link)
                named = pattern.fullmatch(parts.path)
                spans = [named.span(one) for one in named.groupdict()] if named else []
                for bad in BAD:
                    tries += [(kind, parts.path[:a] + quote(bad, safe="") + parts.path[b:]) for a, b in spans]
                    asked = dict(parse_qsl(parts.query)) or {"q": "", "dia": "", "p": ""}
                    tries += [(kind, f"{parts.path}?{urlencode({**asked, one: bad})}") for one in asked]
        tries += [("/static/{file_path:path}", f"/static/{quote(bad, safe='/')}") for bad in BAD]
        self.chance.shuffle(tries)
        yield from tries

    def spoil_addresses(self, found: Found, seconds: float) -> Answers:
        answers, until = Answers(), time.monotonic() + seconds

        def ask(browser: Browser) -> None:
            for kind, address in self.spoilt_addresses(found):
                if time.monotonic() > until:
                    return
                got = browser.client.get(address, follow_redirects=False)
                answers.note(f"GET {address[:200]}", kind, got.status_code)

        self.inside(ask)
        return answers


def _asked(link: str) -> set[str]:
    """What an address asks for: the window of prizes with a winner chosen is another page than without."""
    return {name for name, _ in parse_qsl(urlsplit(link).query)}


def _versions(house) -> int:
    """What the house has come to; the pace of the entrance is not part of it."""
    rows = sum(1 for kind, _ in house.store._registry if kind != "throttle")
    return sum(house.store.streams().values()) + rows
