"""Every drawer of the house at one moment: for who answers for the money, and for the forms at a drawer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.access.change import state_of
from feltro.app.desk.drawer_names import drawer_name
from feltro.app.people.names import name_of, staff_name
from feltro.app.reports.drawer_turns import DrawerTurn, turns
from feltro.house.desks import CashDropped, DeskState, DrawerAct, DrawerOpened, DrawerReopened
from feltro.kernel.instants import later
from feltro.ledger.accounts import account

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.world import World
    from feltro.app.world.history import Fact
    from feltro.kernel.instants import Instant

NIGHT_HOURS = 24


class WaitingDrop(NamedTuple):
    """A drop that nobody has received yet."""

    desk: str
    drop: str
    cashier: str
    by: str
    amount_centavos: int
    at: Instant


class OnAccount(NamedTuple):
    """Somebody whom the house owes something, or who owes it."""

    person: str
    name: str
    amount_centavos: int


class DrawerLine(NamedTuple):
    """An act of a drawer, and whether it may still be taken back."""

    key: str
    name: str
    kind: str
    amount_centavos: int
    at: Instant
    open: bool
    reversed: bool


class TurnCount(NamedTuple):
    at: Instant
    who: str
    counted_centavos: int
    expected_centavos: int
    state: str
    """`holds`, `reopened` or `undone`."""
    reference: str

    @property
    def difference_centavos(self) -> int:
        return self.counted_centavos - self.expected_centavos


class NightDrawer(NamedTuple):
    """One turn of one desk."""

    desk: str
    called: str
    turn: int
    cashier: str
    opened_at: Instant
    state: str
    """`open`, `counting` or `closed`."""
    expected_centavos: dict[str, int]
    """By way of paying, of a drawer that is open."""
    counts: tuple[TurnCount, ...]
    acts: tuple[DrawerLine, ...]
    in_transit_centavos: int
    reopens: bool
    """Its last closing is the one that may be opened again."""

    @property
    def difference_centavos(self) -> int:
        return sum(one.difference_centavos for one in self.counts if one.state == "holds")


def drawers_tonight(world: World, at: Instant) -> list[NightDrawer]:
    """Those that are open, and those that were opened or closed within the last day. Hold the world's lock."""
    return drawers_between(world, later(at, seconds=-NIGHT_HOURS * 3600))


def drawers_between(world: World, since: Instant, until: Instant | None = None) -> list[NightDrawer]:
    """Those of which something happened since then, or that are open still; opened before `until`. Hold the lock."""
    world.load_all()
    found = []
    for stream in world.store.streams("desk:"):
        desk = stream.partition(":")[2]
        every = turns(desk, world)
        for turn in every:
            recent = turn.last is None or max(fact.meta.at for fact in turn.facts) >= since
            if recent and (until is None or turn.first.meta.at < until):
                found.append(_drawer(turn, world, latest=turn is every[-1]))
    return sorted(found, key=lambda one: -one.opened_at)


def _drawer(turn: DrawerTurn, world: World, *, latest: bool) -> NightDrawer:
    state = world.live(f"desk:{turn.desk}").state
    still = latest and state.cashier == turn.cashier
    held = world.balances.by("drawer", "method", cashier=turn.cashier) if still else {}
    return NightDrawer(
        desk=turn.desk,
        called=drawer_name(turn.desk, world),
        turn=turn.number,
        cashier=turn.cashier,
        opened_at=turn.first.meta.at,
        state=("counting" if state.counting else "open") if still else "closed",
        expected_centavos={method: amount.centavos for method, amount in held.items() if amount},
        counts=tuple(_count(fact, turn) for fact in turn.closings),
        acts=acts_of(turn, world),
        in_transit_centavos=sum(
            one.amount_centavos for one in state.drops.values() if one.act in {fact.meta.key for fact in turn.facts}
        ),
        reopens=latest and state.closed is not None,
    )


def _count(fact: Fact, turn: DrawerTurn) -> TurnCount:
    state = "undone" if fact.meta.key in turn.undone else "holds" if fact is turn.last else "reopened"
    counted, expected = fact.event.counted_centavos, fact.event.expected_centavos
    where = f"desk:{turn.desk}@{fact.version}"
    return TurnCount(fact.meta.at, fact.meta.who, sum(counted.values()), sum(expected.values()), state, where)


def acts_of(turn: DrawerTurn, world: World) -> tuple[DrawerLine, ...]:
    """The latest first, down to its opening."""
    state = world.live(f"desk:{turn.desk}").state
    mine = [
        fact
        for fact in turn.facts
        if isinstance(fact.event, DrawerAct | CashDropped | DrawerOpened | DrawerReopened)
        and fact.meta.key not in turn.undone
    ]
    return tuple(_done(fact, state) for fact in reversed(mine))


def _done(fact: Fact, state: DeskState) -> DrawerLine:
    event, key = fact.event, fact.meta.key
    amount = getattr(event, "amount_centavos", getattr(event, "float_centavos", 0))
    taken_back = key in state.reversed
    still = bool(state.cashier) and not state.counting and key in state.acts and not taken_back
    kind = getattr(event, "kind", "")
    return DrawerLine(key, type(event).__name__, kind, amount, fact.meta.at, still, taken_back)


def waiting_drops(world: World) -> list[WaitingDrop]:
    """The oldest first."""
    found = []
    for stream in world.store.streams("desk:"):
        live = world.live(stream)
        for key, drop in live.state.drops.items():
            at = live.by_key[key][0].meta.at
            found.append(WaitingDrop(drop.desk, key, drop.cashier, drop.by, drop.amount_centavos, at))
    return sorted(found, key=lambda one: one.at)


def standings(house: House, kind: str, part: str) -> list[OnAccount]:
    """Of one kind of account, everybody with something on it, by name."""
    held = house.world.balances.by(kind, part)
    found = [OnAccount(one, name_of(one, house.store), amount.centavos) for one, amount in held.items() if amount]
    return sorted(found, key=lambda one: one.name)


def tips_held(world: World) -> int:
    return world.balances.held(account("tips")).centavos


def staff_names(house: House) -> list[tuple[str, str]]:
    """Everybody with an account, by name."""
    users = state_of(house.store)[0].users
    return sorted(((one, staff_name(one, house.store)) for one in users), key=lambda one: one[1].casefold())
