"""The documentation as pages of the product: every page, in order, linked, found, and reached from where people work."""

from __future__ import annotations

import re

import pytest

from feltro.app.manual.lookup import passages
from feltro.app.manual.shelf import FOLDER, FRONT, IMAGES, guide_to, guides
from feltro.app.manual.typeset import typeset
from feltro.web.frame.gate import PAGE
from feltro.web.manual.views import in_house
from feltro.web.pages import handlers
from feltro.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.web.staff import Site, text_of, visited

STAFF_GUIDES = ("caixa", "floor", "dealer", "jogador", "primeira-hora", FRONT)


def written_pages():
    """Every Markdown file of docs/, in whichever language, by the address it should have."""
    for file in FOLDER.rglob("*.md"):
        name = file.relative_to(FOLDER).as_posix()
        first, _, rest = name.partition("/")
        bare = rest if first in LANGUAGES else name
        yield bare.removesuffix(".md").removesuffix("README").strip("/") or FRONT


def test_every_page_that_was_written_stands_in_a_chapter():
    assert FOLDER == ROOT / "docs"
    assert set(written_pages()) == set(guides())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_links_to_what_is_there(lang):
    """Pages, parts of pages and pictures; what lies outside the manual is named and not linked."""
    pages = {name: typeset(guide, lang, in_house) for name, guide in guides().items()}
    anchors = {in_house(name): {one.anchor for one in page.sections} for name, page in pages.items()}
    pictures = {in_house(f"{IMAGES}/{one.name}") for one in (FOLDER / IMAGES).iterdir()}
    lost = []
    for page in pages.values():
        for address in re.findall(r'(?:href|src)="([^"]+)"', page.html):
            target, _, part = address.partition("#")
            here = target or in_house(page.guide)
            if (
                not target.startswith("http")
                and here not in pictures
                and (part and part not in anchors.get(here, ()))
            ):
                lost.append((page.guide, address))
            if not target.startswith("http") and here not in anchors and here not in pictures:
                lost.append((page.guide, address))
    assert lost == []


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("guide", STAFF_GUIDES)
def test_who_works_or_plays_reads_in_their_own_language(lang, guide):
    assert guides()[guide].said_in(lang) == lang


def test_english_is_complete_for_organisers_and_developers():
    assert [name for name, guide in guides().items() if guide.said_in("en") != "en"] == []


def test_every_page_of_the_staff_leads_to_the_page_that_explains_it():
    """None of them falls back to the first page of the manual."""
    places = [one.opt[PAGE] for one in handlers(staffed=True) if PAGE in one.opt]
    worked = {re.sub(r"\{[^}]+\}", "x", one.path) for one in places if one.roles}
    assert len(worked) > 90
    assert {one for one in worked if guide_to(one) == FRONT} == set()
    assert guide_to("/balcao/t1/novo") == "caixa"
    assert guide_to("/direcao/t1") == "diretor/console"
    assert guide_to("/direcao/t1/punicoes") == "floor"


def test_the_cashier_opens_the_guide_from_the_counter_and_reads_it():
    with Site().browser("ana") as browser:
        assert 'href="/ajuda/caixa">Ajuda desta página' in browser.get("/caixa").text
        page = browser.get("/ajuda/caixa")
        assert page.status_code == 200
        assert "<h1" in page.text
        assert "Uma venda inteira pelo teclado" in text_of(page.text)
        assert browser.get("/ajuda/imagens/balcao-venda.png").headers["content-type"] == "image/png"


def test_anybody_reads_it_without_a_house_and_without_coming_in():
    with visited() as client:
        assert client.get("/ajuda").status_code == 200
        english = client.get("/ajuda/dealer", headers={"accept-language": "en"}).text
        assert "The table's tablet" in english
        other = client.get("/ajuda/developers/log", headers={"accept-language": "pt-BR"})
        assert "só existe em inglês" in other.text
        assert '<article class="manual-text" lang="en">' in other.text


@pytest.mark.parametrize(
    "address", ["/ajuda/nada", "/ajuda/..%2f..%2fpyproject", "/ajuda/imagens/..%2fmanual.toml", "/ajuda/manual"]
)
def test_only_what_is_in_the_manual_is_shown(address):
    with visited() as client:
        assert client.get(address).status_code == 404


def test_a_section_is_found_by_the_words_of_the_room():
    """Accents and plurals aside; the section that is called so comes first; nonsense finds nothing and says so."""
    assert (passages("sangrias", "pt")[0].guide) == "caixa"
    assert passages("mao a mao", "pt")[0].guide == "diretor/relogio"
    best = passages("eliminou jogador errado", "pt")[0]
    assert (best.guide, best.section.title) == ("diretor/console", "Eliminou o jogador errado?")
    assert passages("xyzzy", "pt") == passages("", "pt") == []
    with visited() as client:
        found = client.get("/ajuda/busca?q=segundo+laptop").text
        assert 'href="/ajuda/diretor/segundo-laptop#' in found
        assert "Nada na ajuda fala de «xyzzy»" in client.get("/ajuda/busca?q=xyzzy").text
        part = client.get("/ajuda/busca?q=sangria", headers={"hx-request": "true"}).text
        assert "<html" not in part
        assert "manual-found" in part


@pytest.mark.slow
def test_the_same_pages_are_written_as_files_that_need_no_server(tmp_path):
    """Every link and picture of every file leads to a file that is there; the index names sections that exist."""
    from feltro.web.manual.written import write_manual

    assert write_manual(tmp_path) == len(LANGUAGES) * len(guides())
    index = (tmp_path / "pt" / "indice.js").read_text("utf-8")
    assert '"caixa.html", "para-a-caixa", "Para a caixa"' in index
    for file in (
        tmp_path / "index.html",
        tmp_path / "es" / "caixa.html",
        tmp_path / "en" / "diretor" / "console.html",
    ):
        text = file.read_text("utf-8")
        for address in re.findall(r'(?:href|src)="([^"#]+)[^"]*"', text):
            assert (file.parent / address).is_file(), (file.name, address)
    assert "ajuda/" not in (tmp_path / "pt" / "caixa.html").read_text("utf-8")


def test_every_picture_is_shown_somewhere_and_the_script_knows_how_it_came_to_be():
    from tests.pictures import OF_AN_EMPTY_HOUSE, OF_THE_DEMO, OF_THE_PRESS

    lying = {one.stem: one for one in (FOLDER / IMAGES).iterdir()}
    assert set(lying) == {*OF_THE_DEMO, *OF_AN_EMPTY_HOUSE, *OF_THE_PRESS}
    texts = "".join(one.read_text("utf-8") for one in (*FOLDER.rglob("*.md"), ROOT / "README.md"))
    assert [name for name in lying if f"images/{name}.png" not in texts] == []
    for one in lying.values():
        head = one.read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(head[16:20]) >= 1000
        assert one.stat().st_size < 400_000
