"""A registration desk and its drawer: opened by one cashier, dropped from, counted, closed."""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

import msgspec

from feltro.kernel.outcome import Refused
from feltro.season.commands import Id

Centavos = Annotated[int, msgspec.Meta(ge=0, le=10**13)]


class DeskCommand(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True, omit_defaults=True
):
    desk: Id


class OpenDrawer(DeskCommand, frozen=True, kw_only=True):
    """A cashier starts, with so much change from the safe."""

    cashier: Id
    float_centavos: Centavos = 0


class DeskEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    about: ClassVar[tuple[str, ...]] = ()
    schema: ClassVar[int] = 1


class DrawerOpened(DeskEvent, frozen=True, kw_only=True):
    about = ("desk",)
    desk: str
    cashier: str
    float_centavos: int


class DeskState(msgspec.Struct, kw_only=True):
    desk: str = ""
    cashier: str = ""
    """Whose drawer is open; empty when none is."""


Outcome = tuple[DeskEvent, ...] | Refused


def decide(command: DeskCommand, state: DeskState) -> Outcome:
    return DECIDE[type(command)](command, state)


def open_drawer(command: OpenDrawer, state: DeskState) -> Outcome:
    if state.cashier:
        return Refused("drawer.already_open", {"desk": command.desk, "cashier": state.cashier})
    return (DrawerOpened(desk=command.desk, cashier=command.cashier, float_centavos=command.float_centavos),)


def apply(state: DeskState, event: DeskEvent) -> None:
    APPLY[type(event)](state, event)


def witness(state: DeskState, event: DeskEvent) -> None:
    """Counting paper has no numbers of its own: nothing of an undone command stays."""


def drawer_opened(state: DeskState, event: DrawerOpened) -> None:
    state.desk = event.desk
    state.cashier = event.cashier


DECIDE: dict[type[DeskCommand], Callable[[Any, DeskState], Outcome]] = {
    OpenDrawer: open_drawer,
}
APPLY: dict[type[DeskEvent], Callable[[DeskState, Any], None]] = {
    DrawerOpened: drawer_opened,
}
