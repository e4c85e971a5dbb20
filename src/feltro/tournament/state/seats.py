"""Sitting down and standing up: a chair, its table and its day's counters change together."""

from collections.abc import Iterable

from feltro.tournament.state.floor import Chair, Floor, Table


def sit_down(floor: Floor, entry: str, chair: Chair) -> None:
    table = floor.tables[chair.table]
    table.players[chair.seat] = entry
    if chair.seat in table.vacated:
        table.vacated.remove(chair.seat)
    if table.in_hand:
        table.joined.add(chair.seat)
    table.eliminated = max(0, table.eliminated - 1)
    floor.chair_of[entry] = chair
    hall = floor.halls[table.day]
    hall.seated += 1
    hall.sizes.change(table.number, 1)


def hold(floor: Floor, entry: str, chair: Chair) -> None:
    """A chair is kept for somebody who still plays elsewhere."""
    floor.next_chair[entry] = chair
    floor.tables[chair.table].held[chair.seat] = entry


def let_go(floor: Floor, entry: str) -> None:
    chair = floor.next_chair.pop(entry, None)
    if chair is not None and chair.table in floor.tables:
        floor.tables[chair.table].held.pop(chair.seat, None)


def stand_up(floor: Floor, entry: str) -> Table | None:
    """The chair falls empty; somebody without one just leaves."""
    chair = floor.chair_of.pop(entry, None)
    if chair is None:
        return None
    table = floor.tables[chair.table]
    del table.players[chair.seat]
    let_go(floor, entry)
    table.vacated.append(chair.seat)
    if chair.seat in table.joined:
        table.joined.discard(chair.seat)
    elif table.in_hand:
        table.left.add(chair.seat)
    if table.arrived == chair.seat:
        table.arrived = None
    hall = floor.halls[table.day]
    hall.seated -= 1
    hall.sizes.change(table.number, -1)
    return table


def go(floor: Floor, entry: str, *, out: bool) -> None:
    """The entry leaves the floor. One who is out was in the hand that is being played, if he was dealt in."""
    waited = _waits_for_a_hand(floor, entry)
    table = stand_up(floor, entry)
    floor.moves.pop(entry, None)
    floor.absent.discard(entry)
    floor.absent_from.pop(entry, None)
    floor.missed_blind.pop(entry, None)
    floor.new_here.discard(entry)
    if table is not None and out:
        if not waited and (table.dealing or not table.start_told):
            table.left.add(table.vacated[-1])
        table.eliminated += 1
        floor.halls[table.day].started = True


def _waits_for_a_hand(floor: Floor, entry: str) -> bool:
    chair = floor.chair_of.get(entry)
    return chair is not None and chair.seat in floor.tables[chair.table].joined


def reseat(floor: Floor, chairs: Iterable[tuple[str, Chair]]) -> None:
    """Several at once: all stand up before the first one sits down."""
    seats = list(chairs)
    for entry, chair in seats:
        left = stand_up(floor, entry)
        if left is not None and left.number != chair.table:
            floor.new_here.add(entry)
    for entry, chair in seats:
        sit_down(floor, entry, chair)
