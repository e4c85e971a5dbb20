"""A short evening in which something of every type happens, told to one program: for tests and for the page of developers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.handling import House
from feltro.app.programs.deliveries import DeliveryDesk
from feltro.app.programs.messages import TYPES
from feltro.app.programs.post import PostAnswer
from feltro.app.programs.webhooks import add_webhook, ask_delivery
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant, later
from feltro.store.memory import MemoryStore
from feltro.tournament.facts.deals import DealClosed, DealOpened, DealProposed
from tests.web.running import Running
from tests.web.staff import START, Site

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.programs.webhooks import NewWebhook

ADDRESS = "https://placar.example/feltro"


def sent(key: str, role: str = "organiser", at: Instant = START) -> Envelope:
    return Envelope(key=key, who="rui", role=role, at=at)


class Receiver:
    """Whoever is told; answers as it is told to, and 204 once it has nothing more to say."""

    def __init__(self, *answers: PostAnswer) -> None:
        self.answers = list(answers)
        self.got: list[tuple[str, dict[str, str], bytes]] = []

    def __call__(self, address: str, headers: dict[str, str], body: bytes) -> PostAnswer:
        self.got.append((address, headers, body))
        return self.answers.pop(0) if self.answers else PostAnswer(204)


class Told:
    """A house with one program that is told of these types, and the desk that tells it."""

    def __init__(self, *answers: PostAnswer, types: Iterable[str] = TYPES, house: House | None = None) -> None:
        self.house = house or House(MemoryStore())
        made = add_webhook(self.house, ADDRESS, types, sent("add"))
        self.hook: NewWebhook = made  # type: ignore[assignment]
        self.receiver = Receiver(*answers)
        self.desk = DeliveryDesk(self.house, self.receiver)

    def tell(self, at: Instant) -> int:
        """Until nobody is due."""
        taken = 0
        while self.hook.id in self.desk.due(at):
            taken += self.desk.work(self.hook.id, at)
        return taken


def evening(house: House) -> Running:
    """Four players, one table more than they need, one champion."""
    room = Running(4, site=Site(house))
    stage = {"season": "s26", "stage": "e1", "name": "Etapa de novembro", "venue": "Clube Central"}
    room.done("AnnounceStage", role="organiser", **stage, first_day="2026-11-20", last_day="2026-11-22")
    room.order("MoveStart", day="2", starts_at="2026-11-21T15:00:00-03:00")
    room.order("StopTournament", action="suspend", cause="technical_failure", reason="caiu a luz")
    room.order("ResumeTournament")
    room.order("PauseClock")
    room.order("ResumeClock")
    room.now = later(room.now, seconds=1801)
    room.order("TakeBreak", minutes=5)
    room.now = later(room.now, seconds=400)
    room.order("OpenTables", draw="mais", day="1", tables=[{"number": 9, "chairs": 9}])
    room.order("CloseTable", table=9)
    room.order("CloseRegistration")
    room.order("RollCall", table=1, players=4)
    room.order("AnnouncePrizes", table="winner_takes_all")
    wrong = _bust(room, "e4")
    room.done("Undo", role="director", who="dora", command_key=wrong.key)
    _bust(room, "e4")
    _bust(room, "e3")
    _deal(room)
    _bust(room, "e2")
    return room


def _bust(room: Running, entry: str) -> Any:
    return room.order("BustHand", busts=[{"entry": entry, "by": ["e1"]}])


def _deal(room: Running) -> None:
    """As it was written down: what it is made of is told elsewhere."""
    shares = {"e1": 1, "e2": 1}
    opened = DealOpened(
        deal="d", stacks={"e1": 90000, "e2": 30000}, prizes_centavos=(2,), least_reserve_centavos=0, at=room.now
    )
    proposed = DealProposed(deal="d", number=1, method="icm", amounts_centavos=shares, reserve_centavos=0)
    closed = DealClosed(deal="d", number=1, amounts_centavos=shares, reserve_centavos=0, champion="", at=room.now)
    room.fact(opened, proposed, closed)


def try_the_way(told: Told, at: Instant) -> None:
    assert ask_delivery(told.house, told.hook.id, sent("try", at=at)) is None
