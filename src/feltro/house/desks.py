"""A registration desk and its drawer: opened by one cashier, dropped from, counted, closed."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from feltro.kernel.commands import Command
from feltro.kernel.events import DoneAlone, Event
from feltro.kernel.fields import NEW, Centavos, DeskId, Id
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import MONEY


class DeskCommand(Command, frozen=True, kw_only=True):
    desk: DeskId


class OpenDrawer(DeskCommand, frozen=True, kw_only=True):
    """A cashier starts, with so much change from the organiser."""

    may = MONEY
    desk: Annotated[DeskId, NEW]
    cashier: Id
    float_centavos: Centavos = 0


class DropCash(DeskCommand, frozen=True, kw_only=True):
    """Cash goes from the drawer to the safe."""

    may = MONEY
    amount_centavos: Centavos


class CountDrawer(DeskCommand, frozen=True, kw_only=True):
    """The cashier stops selling to count. From here on the books of this drawer stand still."""

    may = MONEY


class CloseDrawer(DeskCommand, frozen=True, kw_only=True):
    """The cashier counted: what each way of paying really holds. The difference is told and booked."""

    may = MONEY
    counted_centavos: dict[str, int]


class DrawerOpened(Event, frozen=True, kw_only=True):
    about = ("desk",)
    desk: str
    cashier: str
    float_centavos: int


class CashDropped(Event, frozen=True, kw_only=True):
    about = ("desk",)
    desk: str
    cashier: str
    amount_centavos: int


class CountStarted(Event, frozen=True, kw_only=True):
    about = ("desk",)
    desk: str
    cashier: str


class DrawerClosed(Event, frozen=True, kw_only=True):
    """Counted against the books, by way of paying. Everything then leaves the drawer for the organiser."""

    about = ("desk",)
    desk: str
    cashier: str
    expected_centavos: dict[str, int]
    counted_centavos: dict[str, int]

    @property
    def difference_centavos(self) -> int:
        return sum(self.counted_centavos.values()) - sum(self.expected_centavos.values())


class DeskState(msgspec.Struct, kw_only=True):
    desk: str = ""
    cashier: str = ""
    """Whose drawer is open; empty when none is."""
    counting: bool = False
    closings: list[DrawerClosed] = []


class Drawer(msgspec.Struct, frozen=True, kw_only=True):
    """What the books say a cashier's drawer holds, by way of paying."""

    expected_centavos: dict[str, int] = {}


Outcome = tuple[Event, ...] | Refused


def decide(command: DeskCommand, state: DeskState, drawer: Drawer) -> Outcome:
    if not state.cashier and not isinstance(command, OpenDrawer):
        return Refused("drawer.not_open", {"desk": command.desk})
    return DECIDE[type(command)](command, state, drawer)


def open_drawer(command: OpenDrawer, state: DeskState, drawer: Drawer) -> Outcome:
    if state.cashier:
        return Refused("drawer.already_open", {"desk": command.desk, "cashier": state.cashier})
    return (DrawerOpened(desk=command.desk, cashier=command.cashier, float_centavos=command.float_centavos),)


def drop_cash(command: DropCash, state: DeskState, drawer: Drawer) -> Outcome:
    has = drawer.expected_centavos.get("cash", 0)
    if command.amount_centavos > has:
        return Refused("drawer.short")
    return (CashDropped(desk=command.desk, cashier=state.cashier, amount_centavos=command.amount_centavos),)


def count_drawer(command: CountDrawer, state: DeskState, drawer: Drawer) -> Outcome:
    if state.counting:
        return Refused("drawer.counting", {"desk": command.desk})
    return (CountStarted(desk=command.desk, cashier=state.cashier),)


def close_drawer(command: CloseDrawer, state: DeskState, drawer: Drawer) -> Outcome:
    if not state.counting:
        return Refused("drawer.count_first", {"desk": command.desk})
    expected = {method: held for method, held in drawer.expected_centavos.items() if held}
    unknown = sorted(set(command.counted_centavos) - set(METHODS))
    if unknown:
        return Refused("drawer.no_such_method", {"method": unknown[0]})
    uncounted = sorted(set(expected) - set(command.counted_centavos))
    if uncounted:
        return Refused("drawer.not_counted", {"methods": tuple(uncounted)})
    return (
        DrawerClosed(
            desk=command.desk,
            cashier=state.cashier,
            expected_centavos=expected,
            counted_centavos=command.counted_centavos,
        ),
    )


METHODS = ("cash", "debit", "credit", "pix", "transfer", "cheque")


def apply(state: DeskState, event: Event) -> None:
    APPLY[type(event)](state, event)


def witness(state: DeskState, event: Event) -> None:
    """Counting paper has no numbers of its own: nothing of an undone command stays."""


def drawer_opened(state: DeskState, event: DrawerOpened) -> None:
    state.desk = event.desk
    state.cashier = event.cashier


def cash_dropped(state: DeskState, event: CashDropped) -> None:
    """The money moved; the drawer is open as before."""


def count_started(state: DeskState, event: CountStarted) -> None:
    state.counting = True


def drawer_closed(state: DeskState, event: DrawerClosed) -> None:
    state.cashier = ""
    state.counting = False
    state.closings.append(event)


def done_alone(state: DeskState, event: DoneAlone) -> None:
    """Listed in the owner's night; the drawer is as it was."""


DECIDE: dict[type[DeskCommand], Callable[[Any, DeskState, Drawer], Outcome]] = {
    OpenDrawer: open_drawer,
    DropCash: drop_cash,
    CountDrawer: count_drawer,
    CloseDrawer: close_drawer,
}
APPLY: dict[type[Event], Callable[[DeskState, Any], None]] = {
    DrawerOpened: drawer_opened,
    CashDropped: cash_dropped,
    CountStarted: count_started,
    DrawerClosed: drawer_closed,
    DoneAlone: done_alone,
}
