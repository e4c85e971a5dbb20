"""A house in which something of everything is known, each under a name that stands nowhere else.

So whoever reads an answer can say what was told in it: an id of a person, of a sale, a cashier, a PIX, a prize.
"""

from __future__ import annotations

from typing import Any

import msgspec

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.handling.catalogue import command_decoder
from feltro.app.people.public_ids import public_ids
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.instants import later
from feltro.tournament.facts.floor import NeedRecorded
from feltro.tournament.facts.prizes import PrizePaid, StaffDivided
from feltro.tournament.facts.sales import PaymentAwaited, PaymentTaken
from feltro.tournament.sheet import Level
from tests.tournament.seats import Floor
from tests.web.big_room import announce
from tests.web.staff import Site

LEVELS = tuple(
    Level(minutes=30, small_blind=100 * n, big_blind=200 * n, ante=200 * n, break_minutes=10 if n == 3 else 0)
    for n in range(1, 17)
)
CASHIER, DESK = "zqcaixa", "zqgaveta"
TXID, AWAITED, REFERENCE = "ZQTXIDPAGO", "ZQTXIDESPERA", "E1234567820261120zqreferencia0001"
EXTRA, PAYMENT, STAFF_PERSON, PENALTY = "zqvenda", "zqpagamento", "zqdealer", "zqpunicao"
PRIZE_PAID = 76513
"""Centavos that nothing else costs."""
PLAYERS = 12


def person(number: int) -> str:
    return f"zqpessoa{number}x"


def entry(number: int) -> str:
    return f"zqinsc{number}x"


def name(number: int) -> str:
    return f"Zulmira Quaresma {'ABCDEFGHIJKLMNOP'[number]}zq"


class RichHouse(Floor):
    """One event, sold, seated, played and in part paid, behind a site."""

    def __init__(self) -> None:
        self.site = Site()
        super().__init__(
            house=self.site.house, levels=LEVELS, ante_from="big_blind", points="main", name="Principal"
        )
        sent = Envelope(key="add-zq", who="terminal", role="organiser", at=self.now)
        assert add_user(self.house.store, User(id=CASHIER, name="Zq Caixa", role="cashier"), "", sent) is None
        self.done("OpenDrawer", desk=DESK, who=CASHIER, cashier=CASHIER, float_centavos=100000)
        self.open((1, 9), (2, 9))
        for number in range(1, PLAYERS + 1):
            self.register(number)
            self.sell(entry(number), person(number), who=CASHIER, desk=DESK)
        self.order("SetBalancing", mode="propose")
        self.play()
        self.pay()
        self.site.clock.now = self.now

    def register(self, number: int) -> None:
        fields = {"name": name(number), "born_on": f"19{60 + number}-01-01", "photo_id_seen": True}
        known = [person(one) for one in range(1, number)]
        self.done("RegisterPerson", person=person(number), not_the_same_as=known, **fields)

    def play(self) -> None:
        self.site.clock.now = self.now = later(self.now, seconds=30 * 60)
        self.order("StartClock", day="1")
        self.order("DrawButton", day="1")
        cash = [{"method": "cash", "amount_centavos": 10000}]
        rebuy = {"sale": EXTRA, "entry": entry(1), "item": "rebuy", "desk": DESK, "payments": cash}
        self.done("SellExtra", who=CASHIER, tournament="t1", **rebuy)
        self.warn(entry(2))
        self.done("FurnishRoom", role="director", room="salao", dealers=[STAFF_PERSON])
        paid: dict[str, Any] = {"sale": entry(3), "person": person(3), "cashier": CASHIER, "method": "pix"}
        more = {"amount_centavos": 0, "surcharge_centavos": 0}
        self.fact(
            NeedRecorded(person=person(4), seats=(1,), tables=(), reason="mobility"),
            PaymentTaken(**paid, **more, tendered_centavos=0, change_centavos=0, txid=TXID, ticket=""),
            PaymentAwaited(sale=entry(3), txid=AWAITED, amount_centavos=1, cashier=CASHIER),
        )

    def warn(self, who: str) -> None:
        fields = {"tournament": "t1", "penalty": PENALTY, "entry": who, "kind": "warning", "reason": "teste"}
        sent = Envelope(key="warn", who="dt", role="director", at=self.now)
        command = command_decoder().decode(msgspec.json.encode({"type": "GivePenalty", **fields}))
        assert isinstance(self.house.handle(command, sent), Done)

    def pay(self) -> None:
        self.now = later(self.now, seconds=6 * 3600)
        announce(self)
        for number in range(PLAYERS, 2, -1):
            self.order("Eliminate", entry=entry(number))
        paid: dict[str, Any] = {"payment": PAYMENT, "entry": entry(3), "person": person(3), "cashier": CASHIER}
        self.fact(
            PrizePaid(
                **paid,
                method="pix",
                amount_centavos=PRIZE_PAID,
                tax_centavos=0,
                reference=REFERENCE,
                receipt=901,
                of="prize",
                at=self.now,
            ),
            StaffDivided(by="amounts", people=(STAFF_PERSON,), shares_centavos=(PRIZE_PAID + 1,)),
        )
        for number in range(1, PLAYERS + 1):
            self.done("RegisterForRanking", role="director", season="s26", person=person(number))
        self.order("Eliminate", entry=entry(2))

    def outside(self, number: int) -> str:
        """The address on the seat card of a player."""
        return f"/jogador/t1/{public_ids(self.house.store).entry('t1', entry(number))}"
