"""Tables opened and closed, chairs locked, draws committed to and revealed."""

from feltro.kernel.draws import Deck, chairs_of
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import floor as f
from feltro.tournament.floor import commands as c
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Draw, Table


def day_named(day_id: str, state: TournamentState) -> str | Refused:
    """A day of the sheet; the only one may be left out."""
    days = state.the_sheet.days
    if not day_id and len(days) == 1:
        return days[0].id
    if state.the_sheet.day(day_id) is None:
        return Refused("tournament.no_such_day", {"day": day_id})
    return day_id


def table_named(number: int, state: TournamentState) -> Table | Refused:
    table = state.floor.tables.get(number)
    return Refused("table.not_open", {"table": number}) if table is None else table


def open_tables(command: c.OpenTables, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    """The chairs become a deck: its commitment stands in the log before any of them is given out."""
    day = day_named(command.day, state)
    if isinstance(day, Refused):
        return day
    numbers = [table.number for table in command.tables]
    twice = next((one for one in numbers if numbers.count(one) > 1 or one in state.floor.tables), None)
    if twice is not None:
        return Refused("table.already_open", {"table": twice})
    if command.draw in state.floor.used_draws:
        return Refused("draw.id_used", {"draw": command.draw})
    opened = (
        f.TableOpened(table=table.number, chairs=table.chairs, day=day, room=command.room)
        for table in command.tables
    )
    tables = tuple((table.number, table.chairs) for table in command.tables)
    return (*opened, committed(command.draw, day, tables, now))


def committed(draw: str, day: str, tables: tuple[tuple[int, int], ...], now: Now) -> f.DrawCommitted:
    """The label is under the commitment, so it also says how the chairs are dealt."""
    chance = now.the_chance
    label = f"{chance.tournament}/{day}/{draw}/rounds"
    commitment = chance.commit(draw, Deck(label, chairs_of(tables)))
    return f.DrawCommitted(draw=draw, label=label, day=day, commitment=commitment, tables=tables)


def add_public_value(command: c.AddPublicValue, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    draw = state.floor.draws.get(command.draw)
    if draw is None:
        return Refused("draw.unknown", {"draw": command.draw})
    if draw.next or draw.number or draw.secret or draw.public:
        return Refused("draw.begun", {"draw": draw.id})
    return (f.PublicValueAdded(draw=draw.id, public=command.public),)


def reveal_draw(command: c.RevealDraw, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    draw = state.floor.draws.get(command.draw)
    if draw is None:
        return Refused("draw.unknown", {"draw": command.draw})
    if draw.secret:
        return Refused("draw.already_revealed", {"draw": draw.id})
    if command.next_draw in state.floor.used_draws:
        return Refused("draw.id_used", {"draw": command.next_draw})
    if not may_be_revealed(draw, state):
        return Refused("draw.in_use", {"draw": draw.id})
    return revealed(draw, command.next_draw, now)


def may_be_revealed(draw: Draw, state: TournamentState) -> bool:
    """Nobody can be sold a chair of it any more: used up, or registration closed."""
    chairs = sum(count for _, count in draw.tables)
    return state.registration_closed or bool(state.stopped) or (chairs > 0 and draw.next >= chairs)


def revealed(draw: Draw, next_draw: str, now: Now) -> tuple[Event, ...]:
    """The secret, and the commitment to the one on which later draws rest: there is always one."""
    return (
        f.DrawRevealed(draw=draw.id, secret=now.the_chance.reveal(draw)),
        committed(next_draw, draw.day, (), now),
    )


def close_table(command: c.CloseTable, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    if table.players:
        return Refused("table.not_empty", {"table": table.number, "players": len(table.players)})
    return (f.TableClosed(table=table.number),)


def lock_chair(command: c.LockChair, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    if command.seat not in table.free():
        return Refused("chair.not_free", {"table": table.number, "seat": command.seat})
    return (f.ChairLocked(table=table.number, seat=command.seat, why=command.why),)


def unlock_chair(command: c.UnlockChair, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    if command.seat not in table.locked:
        return Refused("chair.not_locked", {"table": table.number, "seat": command.seat})
    return (f.ChairUnlocked(table=table.number, seat=command.seat),)
