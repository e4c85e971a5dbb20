"""Small houses in which a moment stands still that the full one is past or never comes to: some forms exist only there."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.access.devices import DeviceWish, offer_pairing, pair
from feltro.app.access.sessions import open_session
from feltro.app.people.public_ids import public_ids
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import set_phone_entries
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import later
from tests.app.player.phone import switched_on
from tests.tournament.draws.circuit import PHONES, circuit
from tests.tournament.prizes.hall import Hall
from tests.web.dealer.test_board import furnished
from tests.web.dealer.test_tablet import tap
from tests.web.desk.test_phone_asks import MARIA, ask, code_of
from tests.web.desk.test_vouchers import opened, paid
from tests.web.director.test_day import bag_all
from tests.web.director.test_satellite import satellite
from tests.web.feature.stage import Stage
from tests.web.fuzz.house import Snapshot
from tests.web.running import Running
from tests.web.staff import Site

if TYPE_CHECKING:
    from collections.abc import Mapping


class Moment(NamedTuple):
    snapshot: Snapshot
    cookie: str
    now: int
    address: str
    form: str
    """The kind of address that stands on this page alone."""
    typed: Mapping[str, str] = MappingProxyType({})
    """What a person fills in where the page has nothing yet: left empty, it would be all that is refused."""


class Undrawn(Running):
    """The clock runs, and no button was drawn."""

    def start(self) -> None:
        self.site.clock.now = self.now = later(self.now, seconds=30 * 60)
        self.order("StartClock", day="1")


def moments() -> list[Moment]:
    alone = [
        _a_house_is_empty(),
        _phones_join(),
        _tomorrow_is_drawn(),
        _buttons_are_asked(),
        _a_winner_is_at_the_window(),
        _the_next_satellite(),
        _papers_are_missing(),
    ]
    phones = [*_a_card_is_in_hand(), *_somebody_asks_from_a_phone(), *_somebody_paid_from_a_phone()]
    tablets = [*_dealers_are_pushed(), _a_table_is_gone(), _a_tap_came_late()]
    return [*alone, *_somebody_is_at_the_desk(), *_tables_call(), *phones, *tablets, *_a_table_is_televised()]


def _moment(room, _site: Site, address: str, form: str) -> Moment:
    sent = Envelope(key="in", who="dora", role="director", at=room.now)
    cookie = open_session(room.house.store, "dora", "", sent).text
    return Moment(Snapshot.of(room.house.store), cookie, room.now, address, form)


def _a_house_is_empty() -> Moment:
    """Nothing is there but the staff, and the organiser is asked five questions."""
    site = Site()
    sent = Envelope(key="in", who="rui", role="organiser", at=site.clock.now)
    cookie = open_session(site.house.store, "rui", "", sent).text
    typed = {
        "club": "Clube da Serra",
        "methods": "pix",
        "pix_key": "serra@clube.example",
        "pix_city": "Caxias do Sul",
    }
    return Moment(Snapshot.of(site.house.store), cookie, site.clock.now, "/comecar", "/comecar", typed)


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


def _tables_call() -> list[Moment]:
    """One table waits, one is being seen to, somebody is on the clock at a third."""
    room = Running(27)
    for table in (1, 2):
        room.order("CallFloor", call=f"c{table}", table=table)
    room.done("TakeCall", who="dora", role="director", tournament="t1", call="c2")
    room.order("StartTime", time="q1", entry=room.at(3, 1))
    pages = {
        "/atender": "/floor",
        "/encerrar": "/floor",
        "/chamar": "/floor",
        "/tempo": "/floor/t1/tempo?mesa=1",
        "/tempo/fim": "/floor/t1/tempo?mesa=3",
    }
    here = _moment(room, room.site, "/floor", "")
    return [here._replace(address=address, form="/floor/{event:str}" + form) for form, address in pages.items()]


def _the_next_satellite() -> Moment:
    """One table is full, and the next like it is one tap away."""
    room = satellite()
    return _moment(room, room.site, "/eventos/t1", "/eventos/{tournament:str}/outro")


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


def _papers_are_missing() -> Moment:
    """Two are left near the money, and what the window will ask for can be filled in while they play."""
    hall = Hall().fill(10).close().announce().down_to(2)
    return _moment(hall, Site(hall.house), "/direcao/t1/bolha", "/direcao/{tournament:str}/bolha/papeis")


def _a_card_is_in_hand() -> list[Moment]:
    """Whoever holds the seat card plays, and may tell a stack, keep away, have the phone told, and look at how the chairs were drawn."""
    room = Running(12, chairs=6)
    switched_on(room)
    mine = f"/jogador/t1/{public_ids(room.house.store).entry('t1', 'e1')}"
    one = _moment(room, room.site, mine, "/jogador/{event:str}/{entry:str}/stack")
    drawn = one._replace(address="/sorteio/t1", form="/sorteio/{event:str}")
    more = ("afastamento", "avisos", "avisos/desligar")
    return [one, *(one._replace(form="/jogador/{event:str}/{entry:str}/" + act) for act in more), drawn]


def _somebody_asks_from_a_phone() -> list[Moment]:
    """The house takes entries from phones; one waits in line for the desk."""
    room = Running(0)
    room.site.clock.now = room.now
    switched_on(room)
    sent = Envelope(key="on", who="rui", role="organiser", at=room.now)
    assert set_phone_entries(room.house.store, settings_of(room.house.store), sent, on=True) is None
    code = code_of(ask(room, terms="1", **MARIA))
    one = _moment(room, room.site, "/inscricao/t1", "/inscricao/{event:str}")
    mine = one._replace(address=f"/inscricao/t1/{code}", form="/inscricao/{event:str}/{code:str}")
    desk = one._replace(address="/balcao/t1?aba=celular", form="/balcao/{tournament:str}/celular/{ask:str}")
    told = [mine._replace(form="/inscricao/{event:str}/{code:str}/" + act) for act in ("avisos", "avisos/desligar")]
    return [one, mine, *told, desk]


def _somebody_paid_from_a_phone() -> list[Moment]:
    """An hour before the first card: the phone, which nobody is in at, may send a picture of the document; at the desk the
    voucher is taken or given up."""
    room = opened(0)
    room.site.clock.now = room.now = later(min(room.state.starts.values()), seconds=-60 * 60)
    store, sent = room.house.store, Envelope(key="photo", who="rui", role="organiser", at=room.now)
    assert set_phone_entries(store, settings_of(store), sent, on=True, pay=True, photo=True) is None
    mine, voucher = paid(room)
    desk = f"/balcao/t1?pessoa={room.state.sales[voucher].person}"
    one = _moment(room, room.site, desk, "/balcao/{tournament:str}/voucher/{voucher:str}")
    return [one, one._replace(cookie="", address=mine, form="/inscricao/{event:str}/{code:str}/documento")]


def _dealers_are_pushed() -> list[Moment]:
    """A string of two tables and three dealers runs, and each table has its screen."""
    room = furnished()
    with room.site.browser("fred") as floor:
        floor.send("/dealers/salao/linhas", name_1="2", tables_1="2, 1", dealers_1="davi, fred, ana", minutes="20")
    one = _moment(room, room.site, "/dealers", "")
    board = [one._replace(form="/dealers/{room:str}/" + act) for act in ("empurrar", "linhas", "sentar", "horas")]
    table = one._replace(address="/mesa/t1/1")
    return [
        *board,
        *(table._replace(form="/mesa/{tournament:str}/{number:str}/" + act) for act in ("dealer", "toque")),
    ]


def _a_table_is_gone() -> Moment:
    """The table broke, and its tablet is asked on which one it lies now."""
    room = Running(12, chairs=9)
    room.order("PublishBreakOrder", tables=[2, 1])
    sent = Envelope(key="offer", who="dora", role="director", at=room.now)
    offer = offer_pairing(room.house.store, DeviceWish("tablet", "dealer", "Tablet 1", None, "2"), sent)
    paired = pair(room.house.store, offer.text, offer.pin, Envelope(key="pair", who="", role="", at=room.now))
    for _ in range(3):
        room.order("Eliminate", entry=room.at(1, 1))
    room.order("BreakTable", table=2)
    return _moment(room, room.site, "/dealer", "/dealer/mesa")._replace(cookie=paired.text)


def _a_tap_came_late() -> Moment:
    """A tablet was without network, and what it sent afterwards is for the floor to settle."""
    room = Running(18)
    gone = room.at(1, 1)
    room.order("Eliminate", entry=gone)
    with room.site.browser("davi") as dealer:
        tap(dealer, 1, "MarkAway", waited=90, entry=gone)
    return _moment(room, room.site, "/floor", "/floor/{event:str}/toque")


def _a_table_is_televised() -> list[Moment]:
    """Nothing is dealt yet; a hand is played; somebody is out of it."""
    stage = Stage()
    whole = f"/producao/{stage.keys['production']}"
    table, at_table = f"{whole}/mesa/1", "/producao/{key:str}/mesa/{table:str}"
    before = _moment(stage, stage.site, table, f"{at_table}/comecar")
    line = before._replace(address=whole, form="/producao/{key:str}/tarja")
    keys = before._replace(
        address="/direcao/t1/transmissao",
        form="/direcao/{tournament:str}/transmissao/chaves/{stream_key:str}/revogar",
    )
    with stage.producing() as hands:
        first, second = sorted(stage.state.floor.tables[1].players)[:2]
        hands.begin(stacks={first: 4_000, second: 9_000}, button=first)
        hands.act("all_in")
        played = before._replace(snapshot=Snapshot.of(stage.house.store))
        hands.act("call")
        for seat, cards in ((0, "7c2d"), (1, "AhAd")):
            hands.act("show", seat=seat, cards=cards)
        for cards in ("3s4h9d", "Ts", "Kc"):
            hands.act("board", cards=cards)
        over = played._replace(snapshot=Snapshot.of(stage.house.store))
    acts = [played._replace(form=f"{at_table}/{one}") for one in ("ato", "cartas", "voltar", "apagar")]
    return [before, line, keys, *acts, over._replace(form=f"{at_table}/eliminar")]
