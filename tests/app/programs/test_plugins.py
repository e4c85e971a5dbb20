"""Plug-ins: the worked example is installed and used; a broken one is named, and stops nobody."""

from __future__ import annotations

import importlib
import re
import sys
import zipfile

import pytest

from feltro.app.money.bank_port import BankSilent
from feltro.app.programs import plugins
from feltro.app.programs.payments import ByHand, bank_from
from feltro.app.programs.plugins import installed, paper_of, rows_of
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.kernel.plugins import plugged
from feltro.rulebook.library import Library, plugged_shelves, shipped
from tests.conftest import ROOT
from tests.web.running import Running
from tests.web.staff import text_of

BROKEN = """[feltro.papers]
quebrado = nao_existe_mesmo:PAPEL
[feltro.screens]
estranho = json:dumps
explode = tela_que_explode:TELA
[feltro.books]
torto = tela_que_explode:ESTANTE
"""
EXPLODES = """
from pathlib import Path
from feltro.app.programs.plugins import ScreenPlugIn
ESTANTE = Path(__file__).parent / "estante"
TELA = ScreenPlugIn({"pt": "Explode"}, lambda event, lang: 1 // 0)
"""


@pytest.fixture
def fresh(monkeypatch):
    """Whoever asks, asks anew; and what was found here is forgotten after."""
    monkeypatch.setattr(plugins, "_FAULTS", {})
    plugged.cache_clear()
    shipped.cache_clear()
    yield
    plugged.cache_clear()
    shipped.cache_clear()


@pytest.fixture
def example(fresh, tmp_path, monkeypatch):
    """The folder of the example, built and unpacked as an installer does; nothing is fetched from anywhere."""
    monkeypatch.chdir(ROOT / "examples" / "plugin")
    backend = importlib.import_module("hatchling.build")
    wheel = backend.build_wheel(str(tmp_path))
    with zipfile.ZipFile(tmp_path / wheel) as packed:
        packed.extractall(tmp_path / "site")
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    yield tmp_path
    for name in [one for one in sys.modules if one.partition(".")[0] == "feltro_exemplo"]:
        del sys.modules[name]


@pytest.fixture
def broken(fresh, tmp_path, monkeypatch):
    told = tmp_path / "site" / "quebrado-1.0.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: quebrado\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(BROKEN)
    (tmp_path / "site" / "tela_que_explode.py").write_text(EXPLODES)
    book = tmp_path / "site" / "estante" / "torto_2026"
    book.mkdir(parents=True)
    (book / "book.toml").write_text('id = "torto-2026"\n')
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    yield
    sys.modules.pop("tela_que_explode", None)


def test_without_any_nothing_is_found_and_nothing_is_imported(fresh):
    assert (plugged("feltro.papers"), installed()) == ((), [])


def test_the_worked_example_adds_a_paper_a_screen_a_bank_and_a_book(example):
    """Installed from its folder, each of the four is listed without a fault, and does its work."""
    found = {one.group: (one.name, one.package, one.fault) for one in installed()}
    assert found == {
        "feltro.books": ("exemplo", "feltro-exemplo", ""),
        "feltro.papers": ("quem-sobrou", "feltro-exemplo", ""),
        "feltro.screens": ("stacks-por-mesa", "feltro-exemplo", ""),
        "feltro.payments": ("banco-exemplo", "feltro-exemplo", ""),
    }
    room = Running(4)
    assert paper_of(room.house, "t1", "quem-sobrou", "pt", room.now)[:5] == b"%PDF-"
    assert rows_of(room.house, "t1", "stacks-por-mesa", "pt", room.now).rows == (("Mesa 1", "4"),)
    shelf = Library(own=(), plugged_in=plugged_shelves())
    assert shelf.ids[-1] == "clube-exemplo-2026"
    assert shelf["clube-exemplo-2026"]["button.method"].value == "moving"
    file = example / "banco.toml"
    file.write_text('adapter = "banco-exemplo"\nshop = "clube"\nknock = "toc"\n')
    made = bank_from(file)
    assert made.knock == "toc"
    assert made.bank.charge("FELTRO1", Money(62000), 60, "Main").code == "clube:62000:FELTRO1"


def test_pages_of_an_event_offer_what_the_example_brings(example):
    """The paper stands among the lists, the screen at its own address; others than the staff find neither."""
    room = Running(4)
    with room.site.browser("fred") as browser:
        assert "Quem sobrou" in browser.get("/papeis/t1").text
        assert browser.get("/papeis/t1/plugin/quem-sobrou").headers["content-type"] == "application/pdf"
        assert "Mesa 1" in browser.get("/tela/t1/plugin/stacks-por-mesa").text
        assert browser.get("/papeis/t1/plugin/outro").status_code == 404
    with room.site.browser() as stranger:
        assert stranger.get("/papeis/t1/plugin/quem-sobrou").status_code == 404


def television(browser) -> str:
    """The id of the one television of the house."""
    browser.send("/telas", label="TV da porta")
    return re.search(r'action="/telas/([a-z0-9]+)/vista"', browser.get("/telas").text)[1]


def test_the_screen_manager_offers_the_screen_of_a_plug_in_and_any_television_shows_it(example):
    """Chosen as any other view, it stands on the television's own address, and changes with the event."""
    room = Running(4)
    with room.site.browser("dora") as browser, room.site.browser() as anybody:
        tv = television(browser)
        assert "Jogadores por mesa" in browser.get("/telas").text
        browser.send(f"/telas/{tv}/vista", view="plugin:stacks-por-mesa")
        shown = text_of(anybody.get(f"/tv/{tv}").text)
        assert "Jogadores por mesa" in shown
        assert "Mesa 1 4" in " ".join(shown.split())
        room.order("BustHand", busts=[{"entry": "e4"}])
        assert "Mesa 1 3" in " ".join(text_of(anybody.get(f"/tv/{tv}").text).split())
        assert (
            "checked" in re.search(r'<input[^>]*plugin:stacks-por-mesa"[^>]*>', browser.get(f"/telas/{tv}").text)[0]
        )
        assert browser.send(f"/telas/{tv}/vista", view="plugin:outra").status_code == 409


def test_a_television_says_that_its_plug_in_broke_and_the_others_go_on(broken):
    shipped().load_all()
    room = Running(4)
    with room.site.browser("dora") as browser, room.site.browser() as anybody:
        tv = television(browser)
        browser.send(f"/telas/{tv}/vista", view="plugin:explode")
        told = anybody.get(f"/tv/{tv}")
        assert (told.status_code, "O plug-in explode falhou" in text_of(told.text)) == (200, True)
        assert browser.get("/telas").status_code == 200


def test_a_broken_plug_in_is_named_and_stops_nobody(broken, tmp_path):
    """One that is not there, one that is something else, one that breaks when it is used, a book that cannot be read, a bank
    that nobody knows: the house opens, and each is told by its name."""
    shelf = shipped()
    assert "torto-2026" in shelf.ids
    shelf.load_all()
    assert "torto-2026" not in shelf.ids
    room = Running(4)
    failed = rows_of(room.house, "t1", "explode", "pt", room.now)
    assert (failed.because, failed.values) == ("plugin.failed", {"plugin": "explode"})
    assert rows_of(room.house, "t1", "estranho", "pt", room.now) is None
    faults = {one.name: one.fault.partition(":")[0] for one in installed()}
    assert faults == {
        "torto": "torto-2026",
        "quebrado": "ModuleNotFoundError",
        "estranho": "function",
        "explode": "ZeroDivisionError",
    }
    file = tmp_path / "banco.toml"
    file.write_text('adapter = "nenhum"\n')
    assert bank_from(file) == ByHand("nenhum")
    with room.site.browser("rui") as browser:
        page = browser.get("/programas").text
        assert "ModuleNotFoundError" in page
        assert "ZeroDivisionError" in page
        told = browser.get("/tela/t1/plugin/explode")
        assert (told.status_code, "explode falhou" in told.text) == (409, True)


def test_a_bank_of_a_plug_in_that_breaks_is_a_bank_that_does_not_answer(fresh, tmp_path, monkeypatch):
    """Nobody at a desk waits for it, and its reason is kept."""

    class Breaks:
        def charge(self, *_said):
            raise KeyError("shop")

    adapter = plugins.PaymentPlugIn(lambda _settings: Breaks())
    monkeypatch.setattr("feltro.app.programs.payments.of_kind", lambda _group, _kind: {"ruim": adapter})
    file = tmp_path / "banco.toml"
    file.write_text('adapter = "ruim"\n')
    answer = bank_from(file).bank.charge("FELTRO1", Money(100), 60, "Main")
    assert isinstance(answer, BankSilent)
    assert (answer.because, answer.told) == ("nonsense", "ruim: KeyError: 'shop'")


def test_a_paper_of_a_plug_in_that_breaks_is_a_refusal(fresh, monkeypatch):
    room = Running(4)
    paper = plugins.PaperPlugIn({"pt": "Ruim"}, lambda _pen: 1 // 0)
    monkeypatch.setattr(plugins, "of_kind", lambda _group, _kind: {"ruim": paper})
    made = paper_of(room.house, "t1", "ruim", "pt", room.now)
    assert isinstance(made, Refused)
    assert made.values == {"plugin": "ruim"}
