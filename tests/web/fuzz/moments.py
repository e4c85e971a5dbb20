"""Small houses in which a moment stands still that the full one is past or never comes to: some forms exist only there."""

from __future__ import annotations

from typing import NamedTuple

from feltro.app.access.sessions import open_session
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import later
from tests.tournament.draws.circuit import PHONES, circuit
from tests.tournament.prizes.hall import Hall
from tests.web.director.test_day import bag_all
from tests.web.fuzz.house import Snapshot
from tests.web.running import Running
from tests.web.staff import Site


class Moment(NamedTuple):
    snapshot: Snapshot
    cookie: str
    now: int
    address: str
    form: str
    """The kind of address that stands on this page alone."""


class Undrawn(Running):
    """The clock runs, and no button was drawn."""

    def start(self) -> None:
        self.site.clock.now = self.now = later(self.now, seconds=30 * 60)
        self.order("StartClock", day="1")


def moments() -> list[Moment]:
    alone = [_phones_join(), _tomorrow_is_drawn(), _buttons_are_asked(), _a_winner_is_at_the_window()]
    return [*alone, *_somebody_is_at_the_desk()]


def _moment(room, _site: Site, address: str, form: str) -> Moment:
    sent = Envelope(key="in", who="dora", role="director", at=room.now)
    cookie = open_session(room.house.store, "dora", "", sent).text
    return Moment(Snapshot.of(room.house.store), cookie, room.now, address, form)


def _phones_join() -> Moment:
    """A draw waits for what the phones of the room commit to."""
    floor = circuit()
    floor.open((1, 9), **PHONES)
    return _moment(floor, Site(floor.house), "/sorteio/t1/celular", "/sorteio/{event:str}/celular")


def _tomorrow_is_drawn() -> Moment:
    """Every bag is checked and the first day is over."""
    room = Running(20)
    bag_all(room)
    room.order("EndDay", day="1")
    return _moment(room, room.site, "/direcao/t1/dia", "/direcao/{tournament:str}/dia/lugares")


def _buttons_are_asked() -> Moment:
    """Tables are out of balance, and nobody has said where their buttons are."""
    room = Undrawn(20)
    for _ in range(3):
        room.order("Eliminate", entry=room.at(1, 1))
    return _moment(room, room.site, "/direcao/t1", "/direcao/{tournament:str}/botoes")


def _somebody_is_at_the_desk() -> list[Moment]:
    """One who plays comes while entries are sold: to buy again, to add on, to open a tab."""
    room = Running(4)
    desk = f"/balcao/t1?pessoa={room.state.entries[room.at(1, 1)].person}"
    one = _moment(room, room.site, desk, "/balcao/{tournament:str}")
    return [one, *(one._replace(form=f"{one.form}/{act}") for act in ("item", "conta"))]


def _a_winner_is_at_the_window() -> Moment:
    """The prizes are announced, and one of them is asked for."""
    hall = Hall().fill(10).close().announce().down_to(1)
    entry = max(hall.amounts, key=hall.amounts.get)
    window = f"/premios/t1/janela?entrada={entry}&de=prize"
    return _moment(hall, Site(hall.house), window, "/premios/{tournament:str}/janela")
