"""The end of a cashier's turn: counted, handed over, closed; and a closing that is opened again."""

from collections.abc import Callable
from typing import Any

from feltro.house.desks import commands as c
from feltro.house.desks import facts as f
from feltro.house.desks.ground import Asker, Drawer, Outcome, marked, refuse_unbelievable
from feltro.house.desks.notes import NOTES, NoteCount, sorted_notes, worth
from feltro.house.desks.state import METHODS, DeskState
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused

CASH = METHODS[0]


def count_drawer(command: c.CountDrawer, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    if state.counting:
        return Refused("drawer.counting", {"desk": command.desk})
    return (f.CountStarted(desk=command.desk, cashier=state.cashier),)


def close_drawer(command: c.CloseDrawer, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    refused = _refuse_count(command.counted_centavos, command.desk, state, drawer)
    most = max(command.counted_centavos.values(), default=0)
    refused = refused or refuse_unbelievable(most, asker, sure=command.sure)
    return refused or (_closed(command.counted_centavos, state, drawer),)


def hand_over(command: c.HandOverDrawer, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    if command.to == state.cashier:
        return Refused("drawer.hand_to_another")
    if command.to not in asker.staff:
        return Refused("drawer.cashier_unknown", {"cashier": command.to})
    counted = command.counted_centavos | {CASH: worth(command.notes)}
    refused = _refuse_notes(command.notes) or _refuse_count(counted, command.desk, state, drawer)
    if refused:
        return refused
    offered = f.HandoverOffered(
        desk=command.desk,
        cashier=state.cashier,
        to=command.to,
        notes=sorted_notes(command.notes),
        counted_centavos=counted,
    )
    return (offered,)


def take_over(command: c.TakeOverDrawer, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    """Two counts of the same notes. Where they differ both count again; neither is told what the other found."""
    offered = state.handover
    if offered is None or offered.to != asker.who:
        return Refused("drawer.not_offered", {"desk": command.desk})
    if sorted_notes(command.notes) != offered.notes:
        return _refuse_notes(command.notes) or Refused("drawer.notes_differ")
    cash = offered.counted_centavos[CASH]
    return (
        _closed(offered.counted_centavos, state, drawer, to=offered.to, notes=offered.notes),
        f.DrawerOpened(
            desk=command.desk, cashier=offered.to, float_centavos=cash, act=asker.key, handed_by=state.cashier
        ),
    )


def reopen_drawer(command: c.ReopenDrawer, state: DeskState, drawer: Drawer, asker: Asker) -> Outcome:
    closed = state.closed
    if state.cashier:
        return Refused("drawer.already_open", {"desk": command.desk, "cashier": state.cashier})
    if closed is None:
        return Refused("drawer.never_closed", {"desk": command.desk})
    own = asker.who == closed.cashier
    if (own or asker.role == "director") and not asker.alone:
        return Refused("drawer.reopen_own" if own else "drawer.reopen_director", cites=asker.cites)
    reopened = f.DrawerReopened(
        desk=command.desk,
        cashier=closed.cashier,
        expected_centavos=closed.expected_centavos,
        counted_centavos=closed.counted_centavos,
        from_safe_centavos=min(drawer.safe_centavos, closed.counted_centavos.get(CASH, 0)),
        reason=asker.key,
    )
    alone = marked("ReopenDrawer", command.desk, asker) if own or asker.role == "director" else ()
    return (reopened, *alone)


def _closed(counted: dict[str, int], state: DeskState, drawer: Drawer, **more: Any) -> f.DrawerClosed:
    expected = {method: held for method, held in drawer.expected_centavos.items() if held}
    return f.DrawerClosed(
        desk=state.desk, cashier=state.cashier, expected_centavos=expected, counted_centavos=counted, **more
    )


def _refuse_notes(notes: tuple[NoteCount, ...]) -> Refused | None:
    unknown = sorted({one.value_centavos for one in notes} - set(NOTES))
    return Refused("drawer.no_such_note", {"note": Money(unknown[0])}) if unknown else None


def _refuse_count(counted: dict[str, int], desk: str, state: DeskState, drawer: Drawer) -> Refused | None:
    """Every way of paying that holds something is counted, and none that nobody pays by. How much is not said."""
    if not state.counting:
        return Refused("drawer.count_first", {"desk": desk})
    unknown = sorted(set(counted) - set(METHODS))
    if unknown:
        return Refused("drawer.no_such_method", {"method": unknown[0]})
    uncounted = sorted(
        method for method, held in drawer.expected_centavos.items() if held and method not in counted
    )
    if uncounted:
        return Refused("drawer.not_counted", {"methods": tuple(uncounted)})
    return Refused("drawer.less_than_nothing") if counted.get(CASH, 0) < 0 else None


DECIDE: dict[type[c.DeskCommand], Callable[[Any, DeskState, Drawer, Asker], Outcome]] = {
    c.CountDrawer: count_drawer,
    c.HandOverDrawer: hand_over,
    c.TakeOverDrawer: take_over,
    c.CloseDrawer: close_drawer,
    c.ReopenDrawer: reopen_drawer,
}
