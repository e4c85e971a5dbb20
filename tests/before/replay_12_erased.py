"""After «apaguem meus dados» the pictures of the room, and what people wrote about somebody, still name the person."""

from __future__ import annotations

from feltro.app.papers.album import Album
from feltro.kernel.instants import later
from tests.paper.hall import pages
from tests.room.floor import Floor

NAME = "Ubirajara Xanxerê Quixadá"


def room() -> Floor:
    """Six at a table; the odd one is written about in a reason, and the clock runs."""
    floor = Floor()
    floor.open((1, 9))
    for number in range(1, 7):
        name = NAME if number == 1 else f"Pessoa {'ABCDEFG'[number]} Comum"
        born = f"19{60 + number}-01-01"
        floor.done("RegisterPerson", person=f"p{number}", name=name, born_on=born, photo_id_seen=True)
        floor.enter(number)
    floor.order("StartClock", day="1", reason="teste")
    floor.order("MovePlayer", entry="e2", table=1, seat=floor.state.floor.tables[1].free()[0], reason=f"com {NAME}")
    floor.now = later(floor.now, seconds=61 * 60)
    floor.order("LookAtClock")
    floor.order("CloseRegistration")
    for number in (1, 6, 5, 4, 3):
        floor.order("Eliminate", entry=f"e{number}")
    return floor


def test_a_kept_picture_names_who_was_erased(tmp_path):
    """The file lies where it lay, with the name in it: the program looks at no picture twice, and a start on another
    day writes none anew. (A start within the day wrote them again, and so without the name.)"""
    floor = room()
    album = Album(floor.house, tmp_path)
    album.keep(floor.now)
    first = album.pictures("t1")[-1].name
    floor.done("ErasePerson", person="p1", role="director")
    album.keep(floor.now)
    Album(floor.house, tmp_path).keep(later(floor.now, seconds=3 * 24 * 3600))
    assert "Xanxer" in " ".join(pages((tmp_path / "t1" / first).read_bytes()))


def test_a_reason_names_who_was_erased():
    """What somebody wrote about the person is kept as it was written."""
    floor = room()
    floor.done("ErasePerson", person="p1", role="director")
    assert any(NAME in row.body.decode() for row in floor.house.store.registry("reason"))
