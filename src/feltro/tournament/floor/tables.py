"""Tables opened and closed, chairs locked, draws committed to and revealed."""

from feltro.kernel.draws import Deck, chairs_of
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.draws.commands import CommittingCommand
from feltro.tournament.draws.source import awaits_value, key_lost, labelled, refuse_source, source_named
from feltro.tournament.facts import floor as f
from feltro.tournament.facts.draws import CardsInABag
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


def day_to_seat(day_id: str, state: TournamentState) -> str | Refused:
    """A day of the sheet that is not over: chairs of one that is are nobody's any more."""
    day = day_named(day_id, state)
    over = isinstance(day, str) and day in state.days.ended
    return Refused("days.ended", {"day": day}) if over else day


def table_named(number: int, state: TournamentState) -> Table | Refused:
    table = state.floor.tables.get(number)
    return Refused("table.not_open", {"table": number}) if table is None else table


def open_tables(command: c.OpenTables, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The chairs become a deck: its commitment stands in the log before any of them is given out."""
    day = day_to_seat(command.day, state)
    if isinstance(day, Refused):
        return day
    numbers = [table.number for table in command.tables]
    twice = next((one for one in numbers if numbers.count(one) > 1 or one in state.floor.tables), None)
    if twice is not None:
        return Refused("table.already_open", {"table": twice})
    refused = refuse_source(command, book, now) or _refuse_draw(command.draw, state)
    if refused:
        return refused
    opened = (
        f.TableOpened(table=table.number, chairs=table.chairs, day=day, room=command.room)
        for table in command.tables
    )
    tables = tuple((table.number, table.chairs) for table in command.tables)
    bag = (CardsInABag(day=day, tables=tables),) if command.by_cards else ()
    deck = () if command.by_cards else tables
    return (*opened, *bag, *committed(command, command.draw, day, deck, state, now))


def _refuse_draw(draw: str, state: TournamentState) -> Refused | None:
    return Refused("draw.id_used", {"draw": draw}) if draw in state.floor.used_draws else None


def committed(
    command: CommittingCommand,
    draw: str,
    day: str,
    tables: tuple[tuple[int, int], ...],
    state: TournamentState,
    now: Now,
) -> tuple[Event, ...]:
    """The commitment, and its source where one is named. A deck then has the secret of what is drawn after it committed
    to at once: one value of the room serves both, and nobody waits for another when registration closes."""
    first = commitment(draw, day, tables, now, command)
    if not command.value_from:
        return (first,)
    after = (commitment(unused(f"{draw}-after", state), day, (), now, command),) if tables else ()
    return (first, *after, *source_named(command, first.commitment, tuple(one.commitment for one in after)))


def commitment(
    draw: str, day: str, tables: tuple[tuple[int, int], ...], now: Now, command: CommittingCommand | None = None
) -> f.DrawCommitted:
    """The label is under the commitment, so it also says how the chairs are dealt, and where the room's value comes from."""
    chance = now.the_chance
    label = f"{chance.tournament}/{day}/{draw}"
    label = f"{labelled(label, command) if command else label}/rounds"
    committed_to = chance.commit(draw, Deck(label, chairs_of(tables)))
    return f.DrawCommitted(draw=draw, label=label, day=day, commitment=committed_to, tables=tables)


def unused(name: str, state: TournamentState) -> str:
    tries = (f"{name}{number or ''}" for number in range(len(state.floor.used_draws) + 1))
    return next(one for one in tries if one not in state.floor.used_draws)


def unready(draw: Draw, now: Now) -> Refused | None:
    """Why nothing can be drawn with this secret now."""
    if draw.awaits:
        return awaits_value(draw.commitment)
    return None if now.the_chance.readable(draw) else key_lost(draw.commitment)


def reveal_draw(command: c.RevealDraw, state: TournamentState, book: Settled, now: Now) -> Outcome:
    draw = state.floor.draws.get(command.draw)
    if draw is None:
        return Refused("draw.unknown", {"draw": command.draw})
    if draw.secret:
        return Refused("draw.already_revealed", {"draw": draw.id})
    refused = refuse_source(command, book, now, asked=False) or _refuse_draw(command.next_draw, state)
    if refused:
        return refused
    if not draw.given_up and not may_be_revealed(draw, state):
        return Refused("draw.in_use", {"draw": draw.id})
    if not now.the_chance.readable(draw):
        return key_lost(draw.commitment)
    shown = f.DrawRevealed(draw=draw.id, secret=now.the_chance.reveal(draw))
    if draw.given_up or _another(draw, state) or (state.draws.source(draw.commitment) and not command.value_from):
        return (shown,)
    return (shown, *committed(command, command.next_draw, draw.day, (), state, now))


def _another(draw: Draw, state: TournamentState) -> bool:
    """Whether the secret of what is drawn after it was committed to with it."""
    with_source = state.draws.source(draw.commitment) is not None
    return with_source and any(
        one is not draw and one.day == draw.day and not (one.secret or one.given_up or one.tables)
        for one in state.floor.draws.values()
    )


def may_be_revealed(draw: Draw, state: TournamentState) -> bool:
    """Nobody can be sold a chair of it any more: used up, or registration closed."""
    chairs = sum(count for _, count in draw.tables)
    return state.registration_closed or bool(state.stopped) or (chairs > 0 and draw.next >= chairs)


def revealed(draw: Draw, next_draw: str, state: TournamentState, now: Now) -> tuple[Event, ...]:
    """The secret, and the commitment to the one on which later draws rest: there is always one, except that after one with
    a source somebody names the next source. One that waits for its value or cannot be read stays where it is."""
    if draw.awaits or not now.the_chance.readable(draw):
        return ()
    shown = f.DrawRevealed(draw=draw.id, secret=now.the_chance.reveal(draw))
    names_its_own = state.draws.source(draw.commitment) is not None and not draw.tables
    return (shown,) if names_its_own or _another(draw, state) else (shown, commitment(next_draw, draw.day, (), now))


def close_table(command: c.CloseTable, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    if table.players:
        return Refused("table.not_empty", {"table": table.number, "players": len(table.players)})
    if table.held:
        return Refused("table.awaited", {"table": table.number, "players": len(table.held)})
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
