"""What people read speaks of people and things: never an id, a name of the program, or its word for nothing."""

from __future__ import annotations

import html
import json
import re
from string import Formatter

import pytest

from feltro.app.handling.catalogue import COMMANDS
from feltro.kernel.outcome import Refused
from feltro.rulebook.library import shipped
from feltro.rulebook.speech import LAYERS, called, typed
from feltro.rulings.catalogue import KINDS
from feltro.web.frame.answers import why
from feltro.web.frame.refusals import in_words
from feltro.web.site import create_site
from feltro.words.sentences import say, sentences
from tests.conftest import ROOT
from tests.source import files
from tests.web.big_room import announce, big_room, start
from tests.web.floor.tapping import Thumb
from tests.web.staff import USERS, Site

HARD = r"\b(?:[ep]\d+|t1|s26|None|none|null|undefined|True|False|[a-z]+_[a-z_]+)\b"
"""Ids of the room below, the program's words for nothing, and names as only a program writes them."""
NAMES = rf"\b(?:{'|'.join(sorted(COMMANDS))})\b"
REAL = {
    "tournament": "t1",
    "event": "t1",
    "season": "s26",
    "entry": "e1",
    "number": "1",
    "version": "1",
    "sale": "e1",
}
UNREAD = ("/static", "/live", "/api", "/guarda.js")
TOLD_BY_NAME = {
    "entry": ("e1", "1"),
    "sale": ("e1", "1"),
    "person": ("p1", "Bruno Barros"),
    "people": (("p1", "p2"), "Bruno Barros e Caio Castro"),
    "tournament": ("t1", "Main Event · Porto Alegre"),
    "event": ("t1", "Main Event · Porto Alegre"),
    "season": ("s26", "2026"),
    "role": ("cashier", "caixa"),
    "roles": (("cashier", "director"), "caixa e diretor"),
}
"""What a refusal may speak of: how the log knows it, and how people do."""
NOBODY_KNOWS = {
    "command",
    "key",
    "ticket",
    "deal",
    "draw",
    "incident",
    "payment",
    "id",
    "request",
    "patch",
    "device",
}
"""What only a program could follow: no sentence of a refusal has it."""


@pytest.fixture(scope="module")
def site():
    room = announce(start(big_room(6)))
    stage = {"season": "s26", "stage": "e1", "name": "Porto Alegre", "venue": "Clube"}
    room.done("AnnounceStage", role="organiser", **stage, first_day="2026-11-20", last_day="2026-11-22")
    made = Site(room.house)
    made.clock.now = room.now
    return made


def prose(page: str) -> str:
    """What is seen or read aloud; what stands as code (a proof, a parameter for a house's own rulebook) is meant to be copied."""
    page = re.sub(r"<(script|style|code|kbd|pre|textarea)\b.*?</\1>", "", page, flags=re.DOTALL)
    spoken = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', page)
    return html.unescape(" ".join([re.sub(r"<[^>]+>", " ", page), *spoken]))


def addresses(site: Site) -> list[str]:
    found = {
        route.path for route in create_site(site.house, site.clock).routes if not route.path.startswith(UNREAD)
    }
    plain = {re.sub(r"\{(\w+):\w+\}", lambda one: REAL.get(one[1], one[0]), path) for path in found}
    of_acts = {
        path.replace(path[path.index("{") :], name) for path in plain if "/ato/{" in path for name in COMMANDS
    }
    return sorted({path for path in plain if "{" not in path} | of_acts)


def looked_at(site: Site, user: str) -> list[str]:
    """Every page; of the forms of acts the two who may nearly all of them see all, each of the others a third, not the same."""
    turn = list(USERS).index(user) % 3
    everything = addresses(site)
    acts = [path for path in everything if "/ato/" in path]
    passed_over = {path for place, path in enumerate(acts) if place % 3 != turn}
    return [path for path in everything if user in {"olga", "dora"} or path not in passed_over]


def refusals() -> dict[str, set[str]]:
    """Every refusal of the source with what its sentence speaks of."""
    named = re.compile(r'Refused\(\s*"([^"]+)"')
    texts = [path.read_text("utf-8") for path in files()]
    found = ((text, one) for text in texts for one in named.finditer(text))
    given = {one[1] for text, one in found if not re.match(r"[\w.]", text[one.start() - 1])}
    return {key: {name for _, name, _, _ in Formatter().parse(sentences()[key]) if name} for key in sorted(given)}


REFUSALS = refusals()
NAMING = [
    (key, name)
    for key, names in REFUSALS.items()
    for name in sorted(names & set(TOLD_BY_NAME))
    if f"{{{name}}}" in sentences()[key]
]


@pytest.mark.slow
@pytest.mark.parametrize("user", USERS)
def test_no_page_shows_an_id_or_a_word_of_the_program(site, user):
    """Every page that a person may open, with the forms of all acts."""
    seen = {}
    with site.browser(user) as browser:
        for path in looked_at(site, user):
            page = browser.client.get(path, follow_redirects=False)
            if page.status_code == 200 and "html" in page.headers.get("content-type", ""):
                seen[path] = set(re.findall(HARD, prose(page.text))) | set(re.findall(NAMES, prose(page.text)))
    assert len(seen) > 10
    assert {path: words for path, words in seen.items() if words} == {}


def test_no_refusal_speaks_of_what_only_a_program_could_follow():
    """Whoever reads it has no keys, no commands and no ids of deals."""
    assert len(REFUSALS) > 300
    assert {key: names & NOBODY_KNOWS for key, names in REFUSALS.items() if names & NOBODY_KNOWS} == {}


def test_no_sentence_of_an_undo_does_either():
    """`Desfazer <what was done>`: of whom, at which table; the name of every command is known in words."""
    told = {
        name: {one for _, one, _, _ in Formatter().parse(sentences()[f"act.{name}"]) if one} for name in COMMANDS
    }
    assert {
        name: said & (NOBODY_KNOWS | {"entry", "sale"}) for name, said in told.items() if said & NOBODY_KNOWS
    } == {}


@pytest.mark.parametrize(("key", "name"), NAMING)
def test_a_refusal_calls_people_and_events_by_their_names(site, key, name):
    """The number on the receipt for an entry, the name for a person, an event and a season."""
    known, called = TOLD_BY_NAME[name]
    refused = Refused(key, {one: known if one == name else 3 for one in REFUSALS[key]})
    with site.house.world.lock:
        said = in_words(refused, site.house, "t1").values[name]
    assert said == (called if isinstance(known, str) else tuple(called.split(" e ")))


def test_a_refusal_on_a_page_is_one_sentence_of_people(site):
    """From the log's words to the room's."""
    with site.house.world.lock:
        refused = in_words(Refused("ranking.already_excluded", {"tournament": "t1"}), site.house)
    assert why(refused, "pt")["text"] == "O torneio Main Event · Porto Alegre já está fora do ranking."


RULES = rf"\b(?:{'|'.join(re.escape(name) for name in sorted(shipped().parameters))})\b|\bacertos?[.:-]|:[a-z]+\."
"""Names of rules, and clauses of the event's own answers, as only a program writes them."""


@pytest.mark.slow
def test_a_ruling_in_an_event_names_no_rule_as_a_program_does(site):
    """Whatever is asked: what the book lacks is told in words too."""
    seen = {}
    with site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        for name, kind in KINDS.items():
            asked = {"book": "cgp-2024", "kind": name, **kind.example}
            thumb.send({"situacao": json.dumps(asked)})
            seen[name] = set(re.findall(RULES, prose(thumb.html)))
    assert len(seen) > 30
    assert {name: words for name, words in seen.items() if words} == {}


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_what_no_book_prints_is_cited_in_words(lang):
    """A page and a terminal: the organiser's answer, an amendment, the sheet; and once however many are meant."""
    for layer in ("acertos", "emenda", "folha"):
        assert layer in LAYERS
        assert called(f"{layer}-t1", "acerto.board.burn", lang) == say(f"cites.{layer}", lang)
        assert typed([f"{layer}-t1:acerto.board.burn", f"{layer}-t1:acerto.x"], lang) == (
            say(f"cites.{layer}", lang),
        )
    assert called("cgp-2024", "5.4.1", lang) == "CGP 2024 5.4.1"
    assert typed(["cgp-2024:5.4.1"], lang) == ("cgp-2024:5.4.1",)
    assert say("cites.acertos", "pt") == "definido pela casa neste evento"


def test_no_page_writes_a_clause_by_its_id():
    """A clause goes through the door that knows what no book prints, or shows the number that the book prints."""
    folder = ROOT / "src/feltro/web/templates"
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.html")
        if re.search(
            r">[^<\"]*\{\{ *(?:\w+\.)*(?:cite\.clause|clause\.id|clause\.clause) *\}\}", path.read_text("utf-8")
        )
    }
    assert found == set()


PARTS = {
    book: [one for one in shipped().book(book).clauses if "~" in one]
    for book in ("cgp-2024", "nps-2019")
}  # fmt: skip
"""The two books of which one clause holds several things that have to be told apart."""


@pytest.mark.parametrize("book", PARTS)
def test_a_sentence_of_a_clause_is_shown_by_the_number_that_the_book_prints(site, book):
    """What we call it (`2.7~imagem`) stands in addresses only: in the book, and where it is searched for."""
    assert len(PARTS[book]) > 10
    places = [
        f"/regulamentos/{book}",
        *(f"/regulamentos/{book}/{one}" for one in PARTS[book][::7]),
        "/busca?q=botao",
    ]
    with site.browser() as browser:
        for address in places:
            shown = browser.get(address)
            assert shown.status_code == 200
            assert re.findall(r"\w~\w[^ ]*", prose(shown.text)) == []
