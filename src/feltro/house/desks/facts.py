"""What happened to a drawer. None of it is undone by who did it: each is answered by an act of its own."""

from datetime import date
from typing import ClassVar

from feltro.house.desks.notes import NoteCount
from feltro.kernel.events import Event


class DrawerFact(Event, frozen=True, kw_only=True):
    about = ("desk",)
    desk: str
    cashier: str
    """Whose drawer; who did it stands beside every event."""


class DrawerOpened(DrawerFact, frozen=True, kw_only=True):
    schema = 3
    final = True
    float_centavos: int
    act: str = ""
    """The key of the command, by which it is taken back."""
    handed_by: str = ""
    """Whose drawer it was, in a change of cashiers: the float is what both counted."""
    called: str = ""
    """As it was typed, where that is not its code."""


class DrawerAct(DrawerFact, frozen=True, kw_only=True):
    """Money that goes into the drawer or out of it, otherwise than by a sale or a prize."""

    final = True
    answered_by = "ReverseDrawerAct"
    into: ClassVar[int]
    """1: the drawer has more; -1: it has less."""
    act: str
    amount_centavos: int

    @property
    def method(self) -> str:
        return "cash"

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        """Where else it comes from or goes to: the accounts by their parts, each with what it takes."""
        raise NotImplementedError


class SupplyTaken(DrawerAct, frozen=True, kw_only=True):
    into = 1
    from_safe_centavos: int

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        return {("safe",): -self.from_safe_centavos, ("organiser",): self.from_safe_centavos - self.amount_centavos}


class CashDropped(DrawerFact, frozen=True, kw_only=True):
    schema = 2
    final = True
    answered_by = "RefuseDrop"
    amount_centavos: int
    act: str = ""
    by: str = ""
    """Who took it out of the drawer: somebody else receives it."""
    in_transit: bool = False
    """Nobody has received it yet; otherwise it is in the safe at once."""


class DropReceived(DrawerFact, frozen=True, kw_only=True):
    final = True
    drop: str
    amount_centavos: int


class DropRefused(DrawerFact, frozen=True, kw_only=True):
    final = True
    drop: str
    amount_centavos: int
    in_drawer: bool
    """Back in the drawer, which is still open; otherwise it is missing, and keeps the cashier's name."""
    reason: str


class ExpensePaid(DrawerAct, frozen=True, kw_only=True):
    into = -1
    kind: str
    reason: str

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        return {("expenses", self.kind): self.amount_centavos}


class AdvanceGiven(DrawerAct, frozen=True, kw_only=True):
    own = ("person",)
    into = -1
    person: str
    reason: str = ""

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        return {("advances", self.person): self.amount_centavos}


class AdvanceRepaid(DrawerAct, frozen=True, kw_only=True):
    into = 1
    person: str

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        return {("advances", self.person): -self.amount_centavos}


class TipTaken(DrawerAct, frozen=True, kw_only=True):
    into = 1
    person: str = ""

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        return {("tips",): -self.amount_centavos}


class TipsDivided(DrawerAct, frozen=True, kw_only=True):
    """Nothing moves in the drawer: the tips are owed to people from now on."""

    into = 0
    shares_centavos: dict[str, int]

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        found: dict[tuple[str, ...], int] = {("tips",): self.amount_centavos}
        return found | {("tip_shares", person): -share for person, share in self.shares_centavos.items()}


class TipSharePaid(DrawerAct, frozen=True, kw_only=True):
    own = ("person",)
    into = -1
    person: str

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        return {("tip_shares", self.person): self.amount_centavos}


class TabPaid(DrawerAct, frozen=True, kw_only=True):
    into = 1
    person: str
    way: str

    @property
    def method(self) -> str:
        return self.way

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        return {("tab", self.person): -self.amount_centavos}


class CreditPaid(DrawerAct, frozen=True, kw_only=True):
    own = ("person",)
    schema = 2
    into = -1
    person: str
    way: str = "cash"
    nsu: str = ""
    """By which a card's terminal knows the reversal."""
    came: str = ""
    """The way the money came, where it left another one."""
    reason: str = ""
    """Where to find why."""

    @property
    def method(self) -> str:
        return self.way

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        return {("player_credit", self.person): self.amount_centavos}


class MembershipPaid(DrawerAct, frozen=True, kw_only=True):
    """A year as a member of the club, from its first day to its last."""

    schema = 2
    into = 1
    person: str
    way: str
    since: date
    until: date
    reference: str = ""
    """What the bank calls a PIX."""

    @property
    def method(self) -> str:
        return self.way

    @property
    def by_account_centavos(self) -> dict[tuple[str, ...], int]:
        return {("membership",): -self.amount_centavos}


class MembershipEnded(DrawerFact, frozen=True, kw_only=True):
    """Before its time: from that day on it holds no more. No money moves."""

    act: str
    person: str
    day: date
    reason: str


class DrawerActReversed(DrawerFact, frozen=True, kw_only=True):
    final = True
    act: str
    reason: str


class CountStarted(DrawerFact, frozen=True, kw_only=True):
    pass


class HandoverOffered(DrawerFact, frozen=True, kw_only=True):
    """Counted by the cashier who leaves, and waiting for the count of the one who comes."""

    to: str
    notes: tuple[NoteCount, ...]
    counted_centavos: dict[str, int]


class DrawerClosed(DrawerFact, frozen=True, kw_only=True):
    """Counted against the books, by way of paying. Everything then leaves the drawer for the organiser."""

    schema = 2
    final = True
    answered_by = "ReopenDrawer"
    untold = ("expected_centavos",)
    expected_centavos: dict[str, int]
    counted_centavos: dict[str, int]
    to: str = ""
    """The next cashier, who has the cash; otherwise it is in the safe."""
    notes: tuple[NoteCount, ...] = ()

    @property
    def difference_centavos(self) -> int:
        return sum(self.counted_centavos.values()) - sum(self.expected_centavos.values())


class DrawerReopened(DrawerFact, frozen=True, kw_only=True):
    """As the books had it before it was closed; the count that is taken back stands beside."""

    final = True
    untold = ("expected_centavos",)
    expected_centavos: dict[str, int]
    counted_centavos: dict[str, int]
    from_safe_centavos: int
    """Of the cash that comes back; what the safe no longer has, the organiser gives."""
    reason: str
