"""Somebody with a name that nobody else has asks to be forgotten: then every byte that the house keeps is looked through."""

from __future__ import annotations

import gc
import re
import sqlite3
import uuid

import pypdfium2
import pytest

from feltro.app.handling import House
from feltro.app.papers.album import Album
from feltro.app.people.directory import directory
from feltro.app.people.mentions import spellings
from feltro.app.people.person import Person, pseudonym
from feltro.app.upkeep.remains import old_copies
from feltro.cli.main import main
from feltro.kernel.instants import later
from feltro.store.backup import backup
from feltro.store.sqlite import SqliteStore
from feltro.web.frame.shared import Shared
from feltro.web.live.levels import LevelWatch
from tests.tournament.seats import Floor
from tests.web.big_room import LEVELS
from tests.web.staff import Site

NAME, CALLED = "Ubirajara Xanxerê Quixadá", "Bira Quixadá"
ODD = re.compile(r"Ubirajara|Xanxer|Quixad|xanxere|quixada", re.IGNORECASE)
PERSON = "p1"


class Forgotten(Floor):
    """An event on a file, with pictures of its room beside it; the odd one played in it, and was written about."""

    def __init__(self, folder) -> None:
        self.file, self.folder = folder / "feltro.db", folder
        self.site = Site(House(SqliteStore(self.file)))
        super().__init__(house=self.site.house, levels=LEVELS, ante_from="big_blind", points="main")
        self.album = Album(self.house, folder / "quadros")
        self.open((1, 9))
        for number in range(1, 7):
            fields = {"born_on": f"19{60 + number}-01-01", "photo_id_seen": True}
            odd = {"name": NAME, "known_as": CALLED, "email": "ubirajara@ex.com.br"}
            told = odd if number == 1 else {"name": f"Pessoa {'ABCDEFG'[number]} Comum"}
            self.done("RegisterPerson", person=f"p{number}", **fields, **told)
            self.enter(number)
        self.order("StartClock", reason="teste")
        self.order("MovePlayer", entry="e2", table=1, seat=self.free(), reason="pediu Bira  QUIXADA ao lado")
        self.levels(2)
        self.done("ShowMessage", role="director", text=f"Parabéns, {NAME}!")
        self.order("CloseRegistration")
        self.bust_all()

    def free(self) -> int:
        return self.state.floor.tables[1].free()[0]

    def levels(self, count: int) -> None:
        watch = LevelWatch(self.house, lambda: self.now, self.album)
        for _ in range(count):
            self.now = self.site.clock.now = later(self.now, seconds=20 * 60 + 1)
            watch.look_at_all()
            self.album.keep(self.now)

    def bust_all(self) -> None:
        for number in (1, 6, 5, 4, 3):
            self.order("Eliminate", entry=f"e{number}")
        self.site.clock.now = self.now

    def pages(self) -> str:
        """What people of several roles and a stranger are shown just now."""
        seen = []
        for user, paths in SEEN.items():
            with self.site.browser(user) as browser:
                seen += [browser.get(path).text for path in paths]
        return "\n".join(seen)


SEEN = {
    "": ("/relogio/t1", "/jogador/t1", "/ranking/s26", "/ranking/s26?q=bira"),
    "ana": ("/balcao/t1?aba=lista", "/achar?q=bira", "/balcao/t1/achar?q=bira", "/premios/t1"),
    "dora": ("/direcao/t1/sala", "/direcao/t1/historia", "/direcao/t1/jogador/e1", "/achar?q=bira", "/telas"),
    "fred": ("/direcao/t1", "/papeis/t1"),
    "davi": ("/dealer", "/achar?q=bira"),
}


def text_in(file) -> str:
    """The bytes of a file as text; of a paper also what is written on it."""
    raw = file.read_bytes()
    if file.suffix != ".pdf":
        return raw.decode("utf-8", "replace") + raw.decode("latin-1")
    with pypdfium2.PdfDocument(raw) as document:
        return " ".join(page.get_textpage().get_text_range() for page in document)


def files_that_name(folder) -> list[str]:
    return sorted(file.name for file in folder.rglob("*") if file.is_file() and ODD.search(text_in(file)))


def rows_that_name(file) -> list[tuple[str, str]]:
    """Of every table of the database, as it is read by anybody who opens the file."""
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        dumped = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
    written = {
        name: [
            " ".join(one.decode("utf-8", "replace") if isinstance(one, bytes) else str(one) for one in row)
            for row in rows
        ]
        for name, rows in dumped.items()
    }
    return [(name, line[:60]) for name, lines in written.items() for line in lines if ODD.search(line)]


@pytest.fixture
def house(tmp_path):
    made = Forgotten(tmp_path)
    yield made
    made.house.store.close()


def erase(house) -> None:
    house.done("ErasePerson", person=PERSON, role="director")
    house.album.keep(house.now)


def forget_what_the_law_keeps(house) -> None:
    """Name and document of who paid wait apart for their term: the rest is looked at without them."""
    house.now = later(house.now, seconds=7 * 366 * 24 * 3600)
    house.done("ForgetExpired", person=PERSON, role="director")


@pytest.mark.slow
def test_an_erased_person_is_in_no_byte_that_the_house_keeps(house):
    """The attack: after «apaguem meus dados», somebody opens the folder, the database, a page, and searches."""
    before = files_that_name(house.folder)
    assert "feltro.db" in "".join(before)
    assert [name for name in before if name.endswith(".pdf")] == ["dia-1-nivel-01.pdf", "dia-1-nivel-02.pdf"]
    assert ODD.search(house.pages())
    erase(house)
    assert len(house.album.pictures("t1")) == 2
    assert not ODD.search(house.pages())
    forget_what_the_law_keeps(house)
    assert rows_that_name(house.file) == []
    assert files_that_name(house.folder) == []
    assert pseudonym(PERSON) in text_in(house.folder / "quadros" / "t1" / "dia-1-nivel-01.pdf")


@pytest.mark.slow
def test_no_cache_of_the_process_names_who_was_erased(house):
    """Search indexes, plans of the room, parts of pages: read through in memory, not only by asking."""
    kept = Shared()
    kept.get("ranking", lambda: f"1º {NAME}")
    house.pages()
    erase(house)
    found = directory(house.house.store)
    assert found.search("bira") == found.search("quixada") == found.search("ubirajara@ex.com.br") == []
    assert not ODD.search(repr(vars(found)))
    assert not ODD.search(repr(vars(kept)))
    gc.unfreeze()
    caches = [one for one in gc.get_objects() if isinstance(one, Shared)]
    assert caches
    assert not any(ODD.search(repr(vars(one))) for one in caches)


def test_what_is_rendered_while_somebody_is_erased_is_not_kept():
    """The name was read before the row went: the page may still say it, the next one does not."""
    from feltro.app.people.forgotten import forget_names

    kept = Shared()

    def rendered() -> str:
        forget_names()
        return NAME

    assert kept.get("page", rendered) == NAME
    assert kept.get("page", lambda: "nobody") == "nobody"


@pytest.mark.slow
def test_a_note_about_others_stays_and_only_the_name_goes(house):
    """With another spelling, too; a first name alone is somebody else's as well, and stays."""
    erase(house)
    reasons = [row.body.decode() for row in house.house.store.registry("reason")]
    assert f"pediu {pseudonym(PERSON)} ao lado" in reasons
    written = spellings(Person(id="p1", name="João D'Ávila"))
    assert written.sub("X", "o joao  d'avila, e não João") == "o X, e não João"
    assert spellings(Person(id="p1", name="Ana")) is None


@pytest.mark.slow
def test_merging_takes_the_old_name_from_the_pictures(house):
    """The record that went has no name any more: pictures of before the merging show its mark."""
    house.done("RegisterPerson", person="p9", name="Pessoa Zeta Comum")
    house.done("MergePeople", person=PERSON, into="p9", role="director")
    house.album.keep(house.now)
    picture = text_in(house.folder / "quadros" / "t1" / "dia-1-nivel-01.pdf")
    assert not ODD.search(picture)
    assert pseudonym(PERSON) in picture


@pytest.mark.slow
def test_a_stick_that_was_away_catches_up(house):
    """Erased while the folder was not there: the pictures are drawn anew when it is seen again, and only once."""
    away = house.folder / "longe"
    (house.folder / "quadros").rename(away)
    erase(house)
    away.rename(house.folder / "quadros")
    again = Album(house.house, house.folder / "quadros")
    assert again.forget(house.now) == 2
    assert files_that_name(house.folder / "quadros") == []
    assert Album(house.house, house.folder / "quadros").forget(house.now) == 0


@pytest.mark.slow
def test_the_terminal_cleans_the_pictures_and_names_the_copies_that_remain(house, capsys):
    """Nobody serves: the command draws the pictures anew, and says that copies made before hold the data."""
    backup(house.house.store, house.folder / "ontem.db")
    asked = [f"--database=sqlite:///{house.file}", "--lang=pt"]
    assert main(["person", "erase", PERSON, "--yes", *asked]) == 0
    told = capsys.readouterr().out
    assert "Retratos do salão refeitos sem o nome: 2" in told
    assert "feltro person remains" in told
    assert [name for name in files_that_name(house.folder) if name.endswith(".pdf")] == []
    assert main(["person", "remains", str(house.folder), *asked]) == 0
    assert "ontem.db: ainda tem 1" in capsys.readouterr().out
    backup(house.house.store, house.folder / f"{uuid.uuid4().hex}.db")
    assert [one.people for one in old_copies(house.folder, house.house.store)].count(()) == 1
