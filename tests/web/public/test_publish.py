"""A house as a folder of files: every link leads somewhere, only what changed is written, nobody is told of."""

from __future__ import annotations

import gzip
import json
import re
import stat
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

import msgspec
import pypdfium2
import pytest

from feltro.app.handling import House
from feltro.app.people.directory import directory
from feltro.app.public.folder import LIST, NotOurs, PublishedFolder
from feltro.app.settings.change import settings_of
from feltro.app.settings.public_rulings import set_public_rulings
from feltro.app.world.plan import Envelope
from feltro.cli.main import main
from feltro.kernel.instants import later
from feltro.kernel.published_draw import PublishedDraw, findings
from feltro.store.address import open_store
from feltro.web.public.publish import publish
from tests.golden_house import HOUSES, LOOKED_AT
from tests.web.public.test_results import address_of, chosen, winner

ELSEWHERE = "https://www.openstreetmap.org/"
NO_PAGE_LEADS_THERE = {LIST, "static/vendor/LICENSES.md", "static/vendor/inter-latin-wght-normal.woff2"}


def golden_file(folder: Path) -> Path:
    file = folder / "house.sqlite3"
    file.write_bytes(gzip.decompress((HOUSES / "0.1.0" / "house.sqlite3.gz").read_bytes()))
    return file


def written(house: House, folder: Path, at=LOOKED_AT, base: str = "") -> PublishedFolder:
    made = PublishedFolder(folder)
    publish(house, at, made, base, lambda _done, _whole: None)
    return made


class Links(HTMLParser):
    """What a page leads to and loads, and the places in it that others may lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, _tag, attributes):
        for name, value in attributes:
            if name in {"href", "src"}:
                self.found.append(value or "")
            if name == "id":
                self.places.add(value or "")


class Tree:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.files = {one.relative_to(root).as_posix() for one in root.rglob("*") if one.is_file()}
        self.pages = {one: Links((root / one).read_text()) for one in self.files if one.endswith(".html")}
        drawings = {one: Links((root / one).read_text()).places for one in self.files if one.endswith(".svg")}
        self.places = {**drawings, **{one: page.places for one, page in self.pages.items()}}

    def broken(self) -> list[str]:
        """Every link that would lead nowhere without a server: one from the root, one to a folder, one to nothing."""
        return [f"{page} -> {link}" for page, links in self.pages.items() for link in links.found
                if not link.startswith(ELSEWHERE) and not self._leads(page, link)]  # fmt: skip

    def _leads(self, page: str, link: str) -> bool:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or parts.query or link.startswith("/"):
            return False
        target = self.target(page, link)
        return target in self.files and (not parts.fragment or parts.fragment in self.places[target])

    def target(self, page: str, link: str) -> str:
        path = unquote(urlsplit(link).path)
        here = (self.root / page).parent / path if path else self.root / page
        return Path(*here.resolve().relative_to(self.root.resolve()).parts).as_posix()

    def reached(self) -> set[str]:
        """From the first page, as somebody who clicks on everything."""
        seen, todo = {"index.html"}, ["index.html"]
        while todo:
            page = todo.pop()
            for link in self.pages[page].found if page in self.pages else ():
                target = "" if link.startswith(ELSEWHERE) else self.target(page, link)
                if target and target not in seen:
                    seen.add(target)
                    todo.append(target)
        return seen


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> House:
    return House(open_store(f"sqlite:///{golden_file(tmp_path_factory.mktemp('golden'))}"))


@pytest.fixture(scope="module")
def tree(house, tmp_path_factory) -> Tree:
    folder = tmp_path_factory.mktemp("published")
    written(house, folder)
    return Tree(folder)


@pytest.mark.slow
def test_every_link_of_every_page_leads_to_a_file_without_any_server(tree):
    assert len(tree.pages) > 50
    assert tree.broken() == []


def test_the_checker_of_links_would_notice(tree, tmp_path):
    for name, link in {
        "root": "/agenda",
        "gone": "nada.html",
        "folder": "static",
        "place": "index.html#nada",
    }.items():
        (tmp_path / "index.html").write_text(f'<a href="{link}">x</a>')
        (tmp_path / "static").mkdir(exist_ok=True)
        assert Tree(tmp_path).broken(), name


def test_whoever_clicks_on_everything_sees_every_file(tree):
    """The small ranking for other people's pages and what programs read are named in the papers, not on a page."""
    unseen = tree.files - tree.reached() - NO_PAGE_LEADS_THERE
    assert [one for one in unseen if not one.endswith(("quadro.html", "agenda.json"))] == []


def test_agenda_events_results_ranking_and_draws_are_there_in_three_languages(tree):
    names = ("index", "agenda/noturno", "resultados", "resultados/2026", "resultados/2026/ranking",
             "resultados/2026/evento/knockout", "resultados/2026/etapa/etapa-1", "conferir/abertura")  # fmt: skip
    assert [f"{lang}/{one}.html" for lang in ("pt", "en", "es") for one in names
            if f"{lang}/{one}.html" not in tree.files] == []  # fmt: skip
    text = {lang: (tree.root / lang / "resultados/2026/ranking.html").read_text() for lang in ("pt", "en", "es")}
    assert "Publicado em" in text["pt"]
    assert "Published" in text["en"]
    assert "Publicado el" in text["es"]
    assert "1.412,32" in (tree.root / "pt/resultados/2026/evento/abertura.html").read_text()


def test_the_proofs_in_the_folder_are_those_that_the_terminal_verifies(tree):
    files = sorted((tree.root / "conferir/abertura").glob("*.json"))
    told = [msgspec.json.decode(one.read_bytes(), type=PublishedDraw) for one in files]
    assert len([one for one in told if one.secret and not findings(one)]) >= 2


@pytest.mark.slow
def test_published_again_nothing_is_touched_and_a_change_touches_only_what_shows_it(house, tmp_path):
    written(house, tmp_path)
    before = {one: one.stat().st_mtime_ns for one in tmp_path.rglob("*") if one.is_file()}
    again = written(house, tmp_path, later(LOOKED_AT, seconds=420))
    assert (again.written, again.removed) == ([], [])
    assert {one: one.stat().st_mtime_ns for one in tmp_path.rglob("*") if one.is_file()} == before
    damaged = tmp_path / "pt/resultados.html"
    damaged.write_text("cut")
    assert written(house, tmp_path, later(LOOKED_AT, seconds=480)).written == ["pt/resultados.html"]
    sent = Envelope(key="tell", who="rui", role="organiser", at=LOOKED_AT)
    assert set_public_rulings(house.store, settings_of(house.store), sent, on=True) is None
    with_rulings = written(house, tmp_path)
    assert {"pt/decisoes.html", "en/decisoes.html", "es/decisoes.html"} <= set(with_rulings.written)
    assert not [
        one for one in with_rulings.written if one.endswith((".json", ".csv", ".xlsx", ".png", ".pdf", ".css"))
    ]
    off = msgspec.structs.replace(sent, key="hush")
    assert set_public_rulings(house.store, settings_of(house.store), off, on=False) is None
    assert sorted(written(house, tmp_path).removed) == ["en/decisoes.html", "es/decisoes.html", "pt/decisoes.html"]
    assert not (tmp_path / "pt/decisoes.html").exists()


@pytest.mark.slow
def test_files_of_somebody_else_are_never_touched(house, tmp_path):
    (tmp_path / "index.html").write_text("ours")
    with pytest.raises(NotOurs):
        PublishedFolder(tmp_path)
    assert main(["publish", str(tmp_path), "--database", f"sqlite:///{house.store.path}"]) == 2
    assert (tmp_path / "index.html").read_text() == "ours"
    beside = tmp_path / "new"
    written(house, beside)
    (beside / "CNAME").write_text("clube.example")
    told = json.loads((beside / LIST).read_text())
    told["files"]["../index.html"] = {"made_of": "", "sha256": "", "size": 0}
    assert written(house, beside).removed == []
    assert (beside / "CNAME").read_text() == "clube.example"
    (beside / LIST).write_text(json.dumps(told))
    with pytest.raises(NotOurs):
        PublishedFolder(beside)


def test_no_file_tells_a_document_a_contact_a_birth_date_or_an_id_of_the_log(house, tree):
    people = directory(house.store).everybody()
    secret = {one for who in people for one in (who.email, who.phone, str(who.born_on or ""), who.pix_key) if one}
    secret |= {who.document.number for who in people if who.document}
    text = {one: (tree.root / one).read_text() for one in tree.files
            if one.endswith((".html", ".json", ".csv", ".ics", ".rss"))}  # fmt: skip
    assert len(secret) > 20
    assert {name: [one for one in secret if one in said] for name, said in text.items()
            if any(one in said for one in secret)} == {}  # fmt: skip
    ids = {f'"{one.id}"' for one in people}
    assert [name for name, said in text.items() if any(one in said for one in ids)] == []
    assert [name for name, said in text.items() if re.search(r"\b\d{3}\.\d{3}\.\d{3}-\d{2}\b", said)] == []


def said_in(folder: Path, name: str) -> set[str]:
    """The files in which somebody is named, whole spreadsheets and papers too."""
    plain = name.encode()
    escaped = json.dumps(name)[1:-1].encode()
    found = set()
    for file in (one for one in folder.rglob("*") if one.is_file()):
        whole = file.read_bytes()
        if file.suffix == ".xlsx":
            with ZipFile(file) as parts:
                whole = b"".join(parts.read(part) for part in parts.namelist())
        if file.suffix == ".pdf":
            with pypdfium2.PdfDocument(whole) as paper:
                whole = "".join(page.get_textpage().get_text_range() for page in paper).encode()
        if plain in whole or escaped in whole:
            found.add(file.relative_to(folder).as_posix())
    return found


@pytest.mark.slow
def test_a_consent_that_is_taken_back_leaves_nothing_in_the_folder_that_is_published_again(tmp_path):
    """The champion agrees to a page, is published, and takes it back with the wish for initials."""
    house = House(open_store(f"sqlite:///{golden_file(tmp_path)}"))
    folder, site = tmp_path / "site", SimpleNamespace(house=house)
    person = winner(site)
    name = directory(house.store).get(person).called
    chosen(site, person, page=True)
    written(house, folder)
    pages = {one for one in Tree(folder).files if address_of(site, person) in one}
    assert {one.partition("/")[0] for one in pages} >= {"pt", "en", "es"}
    assert len(said_in(folder, name)) > 10
    assert [one for one in said_in(folder, name) if one.endswith(".xlsx")], "spreadsheets are read too"
    chosen(site, person, page=False, initials=True)
    again = written(house, folder)
    assert said_in(folder, name) == set()
    assert pages <= set(again.removed)
    assert [one for one in Tree(folder).files if address_of(site, person) in one] == []
    assert Tree(folder).broken() == []


@pytest.mark.slow
def test_a_feed_names_the_address_at_which_the_folder_will_stand(house, tmp_path):
    written(house, tmp_path, base="https://clube.example/poker/")
    feed, calendar = ((tmp_path / "es" / one).read_text() for one in ("agenda.rss", "agenda.ics"))
    assert "<link>https://clube.example/poker/es/agenda/noturno.html</link>" in feed
    assert "URL:https://clube.example/poker/es/agenda/noturno.html" in calendar.replace("\r\n ", "")


@pytest.mark.slow
def test_the_terminal_publishes_a_house_that_it_may_only_read(tmp_path, capsys):
    file = golden_file(tmp_path)
    to = tmp_path / "site"
    assert main(["publish", str(to), "--database", f"sqlite:///{file}", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    file.chmod(stat.S_IRUSR)
    before = file.read_bytes()
    assert main(["publish", str(to), "--database", f"sqlite:///{file}", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (first["kept"], again["written"], again["kept"]) == (0, 0, first["written"])
    assert file.read_bytes() == before


@pytest.mark.postgres
def test_a_house_on_postgresql_is_published_too(postgres_url, tmp_path):
    archive = str(HOUSES / "0.1.0" / "season.zip")
    assert main(["import", archive, "--database", postgres_url]) == 0
    assert main(["publish", str(tmp_path / "site"), "--database", postgres_url]) == 0
    found = Tree(tmp_path / "site")
    assert found.broken() == []
    assert "es/resultados/2026/evento/abertura.html" in found.files
