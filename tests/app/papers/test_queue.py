"""What waits for the printer: everything that is due and that nobody has printed, once, while it is worth it."""

from __future__ import annotations

import pytest

from feltro.app.papers.album import KEPT, Album
from feltro.app.papers.due import due_papers
from feltro.app.papers.prints import hand_over
from feltro.app.papers.wall import wall
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.instants import later
from feltro.kernel.outcome import Refused
from feltro.tournament.papers.commands import PrintPaper
from feltro.web.live.levels import LevelWatch
from tests.app.papers.hall import NamedFloor, NamedHall, pages, source
from tests.tournament.days.test_days import LEVELS, flights
from tests.tournament.room import at, sheet
from tests.web.staff import Site, text_of

DIRECTOR = {"tournament": "t1", "role": "director", "who": "dt"}


def room() -> NamedFloor:
    """Three tables of nine, sixteen players; the clock of the room runs."""
    floor = NamedFloor()
    floor.open((1, 9), (2, 9), (3, 9))
    floor.fill(16)
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    return floor


def waiting(floor: NamedFloor, *papers: str) -> list[tuple[str, int]]:
    """What each strip is called, and how many papers it holds."""
    found = due_papers(source(floor))
    return [(one.key, len(one.of)) for one in found if not papers or one.paper in papers]


def printing(floor: NamedFloor, paper: str, *of: str, once: bool = False):
    sent = Envelope(key=f"print-{floor.next()}", who="dt", role="director", device="d1", at=floor.now)
    return hand_over(floor.house, PrintPaper(tournament="t1", paper=paper, of=of, once=once), sent, "pt")


def test_a_broken_table_waits_as_one_strip_until_it_is_printed():
    """Named after its table, one slip for each; what is printed is gone from the queue of everybody."""
    floor = room()
    assert waiting(floor, "move") == []
    sent = len(floor.state.floor.tables[3].players)
    floor.order("BreakTable", table=3, reason="x")
    assert waiting(floor, "move") == [("paper.due.broken", sent)]
    (strip,) = [one for one in due_papers(source(floor)) if one.paper == "move"]
    assert strip.values == {"table": 3}
    printing(floor, "move", strip.of[0])
    assert waiting(floor, "move") == [("paper.due.broken", sent - 1)]
    printing(floor, "move", *strip.of[1:])
    assert waiting(floor, "move") == []


def test_who_moves_twice_gets_the_slip_of_the_last_chair():
    """The first slip would send him to a chair that is not his any more."""
    floor = room()
    free = [(table.number, seat) for table in floor.state.floor.tables.values() for seat in table.free()]
    for table, seat in free[:2]:
        floor.order("MovePlayer", entry="e1", table=table, seat=seat, reason="x")
    assert waiting(floor, "move") == [("paper.due.moved", 1)]
    floor.bust("e1")
    assert waiting(floor, "move") == []


def test_two_printers_print_a_paper_once():
    """The second is told that it was printed; whoever wants a copy asks for one."""
    floor = room()
    floor.done("GivePenalty", penalty="x1", entry="e2", kind="missed_hands", amount=2, **DIRECTOR)
    assert waiting(floor, "penalty") == [("paper.due.penalty", 1)]
    assert not isinstance(printing(floor, "penalty", "x1", once=True), Refused)
    assert printing(floor, "penalty", "x1", once=True).because == "paper.printed_already"
    again = printing(floor, "penalty", "x1")
    assert "2ª VIA" in pages(again.pdf)[0]


def test_what_nobody_printed_in_time_leaves_the_queue():
    """Half an hour later everybody sits; a move that was undone never waits."""
    floor = room()
    free = next((table.number, seat) for table in floor.state.floor.tables.values() for seat in table.free())
    moved = floor.done("MovePlayer", entry="e1", table=free[0], seat=free[1], reason="x", **DIRECTOR)
    assert waiting(floor, "move")
    here = floor.now
    floor.now = later(here, seconds=31 * 60)
    assert waiting(floor, "move") == []
    floor.now = here
    floor.done("Undo", command_key=moved.key, role="director", who="dt")
    assert waiting(floor, "move") == []


def test_the_room_waits_for_the_printer_when_a_level_ends():
    """As it was then; printed once it is gone, and a level that has not ended is refused."""
    floor = room()
    floor.now = at("14:31")
    floor.order("LookAtClock")
    assert waiting(floor, "wall") == [("paper.due.room", 1)]
    name = source(floor).called("p4")
    floor.bust("e4")
    made = printing(floor, "wall", "room.1.1")
    assert name in " ".join(pages(made.pdf))
    assert waiting(floor, "wall") == []
    assert printing(floor, "wall", "room.1.7").because == "paper.level_not_ended"
    for wrong in ("room.9.1", "room.1.99", "nada", "next_day.1", "payouts"):
        assert isinstance(printing(floor, "wall", wrong), Refused), wrong
    assert isinstance(wall(source(floor), "nada"), Refused)


def test_the_next_days_seats_wait_as_soon_as_the_day_is_over():
    """Ended at 15h00 with the last bag, on the queue in the same minute."""
    hall = NamedHall(items=sheet().items[:1], levels=LEVELS, days=flights(until_level=2), late_registration=1)
    for number in range(1, 4):
        hall.sell(f"e{number}", f"p{number}", day="1A")
    hall.now = at("14:00")
    hall.done("StartClock", day="1A", **DIRECTOR)
    hall.now = at("15:00")
    for number in range(1, 4):
        for act, who in (("Bag", "rui"), ("VerifyBag", "bia")):
            chips = {1: 30000, 2: 40000, 3: 20000}[number]
            hall.done(act, who=who, tournament="t1", role="floor", entry=f"e{number}", chips=chips)
    ended = hall.do("EndDay", day="1A", **DIRECTOR)
    assert isinstance(ended, Done), ended
    assert ("paper.due.next_day", 1) in [(one.key, len(one.of)) for one in due_papers(source(hall))]
    assert "40.000" in " ".join(pages(_printed(hall, "next_day.2")))


def _printed(hall: NamedHall, of: str) -> bytes:
    sent = Envelope(key=f"print-{hall.next()}", who="dt", role="director", device="d1", at=hall.now)
    made = hand_over(hall.house, PrintPaper(tournament="t1", paper="wall", of=(of,)), sent, "pt")
    assert not isinstance(made, Refused), made
    return made.pdf


# Pictures as files


@pytest.mark.slow
def test_after_every_level_the_room_lies_in_its_folder(tmp_path):
    """Without anybody asking; the latest few, each whole, and who sat there then."""
    floor = room()
    album = Album(floor.house, tmp_path / "quadros")
    watch = LevelWatch(floor.house, lambda: floor.now, album)
    for level in range(1, KEPT + 3):
        floor.now = later(at("14:00"), seconds=level * 30 * 60 + 1)
        watch.look_at_all()
        album.keep(floor.now)
    kept = album.pictures("t1")
    assert len(kept) == KEPT
    assert {one.level for one in kept} == set(range(3, KEPT + 3))
    assert not list((tmp_path / "quadros").rglob("*.part"))
    text = " ".join(pages(album.file("t1", kept[0].name)))
    assert "Retrato do salão" in text
    assert source(floor).called("p8") in text
    assert album.file("t1", "../t1/" + kept[0].name) is None
    assert album.pictures("nada") == []


def test_a_new_start_writes_what_is_missing_of_the_last_day(tmp_path):
    """A laptop that stood still for ten minutes loses no level; events of last week are left alone."""
    floor = room()
    floor.now = at("15:01")
    floor.order("LookAtClock")
    album = Album(floor.house, tmp_path)
    album.keep(floor.now)
    assert [one.level for one in album.pictures("t1")] == [2, 1]
    late = Album(floor.house, tmp_path / "later")
    late.keep(later(floor.now, seconds=3 * 24 * 3600))
    assert late.pictures("t1") == []


def test_a_stick_that_is_gone_is_said_and_tried_again(tmp_path):
    """The picture waits; with the stick back it is written."""
    floor = room()
    floor.now = at("14:31")
    floor.order("LookAtClock")
    stick = tmp_path / "stick"
    stick.write_text("not a folder")
    album = Album(floor.house, stick)
    album.keep(floor.now)
    assert album.failed
    assert album.pictures("t1") == []
    stick.unlink()
    album.keep(floor.now)
    assert not album.failed
    assert [one.level for one in album.pictures("t1")] == [1]


# From a browser


@pytest.fixture(scope="module")
def site() -> Site:
    floor = room()
    floor.order("BreakTable", table=3, reason="x")
    floor.done("GivePenalty", penalty="x1", entry="e2", kind="missed_hands", amount=2, **DIRECTOR)
    made = Site(floor.house)
    made.clock.now = floor.now
    return made


def test_the_printers_page_shows_each_role_its_papers(site):
    """The floor its moves and penalties, the desk its receipts; a dealer and a stranger find nothing."""
    with site.browser("fred") as browser:
        page = text_of(browser.get("/impressora").text)
        assert "Mesa 3 quebrada" in page
        assert "Penalidade" in page
        assert "Recibo nº" not in page
        only = text_of(browser.get("/impressora?papel=penalty").text)
        assert "Mesa 3 quebrada" not in only
        assert 'data-live="tournament:t1@' in browser.get("/impressora/fila").text
    with site.browser("ana") as browser:
        page = text_of(browser.get("/impressora?papel=receipt&papel=move").text)
        assert "Mesa 3 quebrada" not in page
    with site.browser("davi") as browser:
        assert browser.get("/impressora").status_code == 404
    with site.browser() as browser:
        assert browser.get("/impressora").status_code == 404


def test_the_page_may_hold_a_paper_and_nobody_elses_page_may(site):
    """The printer's page frames our own papers; no other page is framed by anybody."""
    with site.browser("fred") as browser:
        held = browser.get("/impressora").headers
        assert "frame-src 'self'" in held["content-security-policy"]
        assert held.get_list("content-security-policy") == [held["content-security-policy"]]
        assert "frame-src" not in browser.get("/papeis/t1").headers["content-security-policy"]


def test_a_script_prints_and_fetches_what_it_printed(site):
    """The address of the paper is for the machine that printed it, and for a few minutes."""
    with site.browser("dora") as browser:
        said = browser.send("/papeis/t1/penalty", of="x1", once="1", headers={"accept": "application/json"})
        address = said.json()["address"]
        paper = browser.get(address)
        assert "VIA" not in pages(paper.content)[0]
        assert paper.headers["x-frame-options"] == "SAMEORIGIN"
        again = browser.send("/papeis/t1/penalty", of="x1", once="1", headers={"accept": "application/json"})
        assert again.status_code == 409
        assert "já foi impresso" in again.json()["refused"]
        with site.browser("fred") as other:
            assert other.get(address).status_code == 404
            assert "Penalidades" in text_of(other.get("/impressora?papel=penalty").text)
        site.clock.pass_seconds(6 * 60)
        assert browser.get(address).status_code == 404
        site.clock.pass_seconds(-6 * 60)


def test_the_page_of_papers_offers_slips_of_single_things(site):
    """A penalty that was given can be printed again where papers are."""
    with site.browser("fred") as browser:
        page = browser.get("/papeis/t1").text
        assert 'action="/papeis/t1/penalty"' in page
        assert "Fila da impressora" in text_of(page)
        assert "extrato" not in page
    with site.browser("dora") as browser:
        assert "/premios/t1/extrato?como=pdf" in browser.get("/papeis/t1").text
        assert browser.get("/papeis/t1/quadro/dia-1-nivel-01.pdf").status_code == 404
