"""Button and blinds of each table: drawn, reported, moved on by every hand, and told for the coming one."""

from collections.abc import Collection, Sequence

import msgspec

from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.procedures.button import (
    HEADS_UP,
    Positions,
    button_rules,
    heads_up,
    in_order,
    order_of_play,
    told_positions,
    waiting_for_button,
    why_there,
)
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import standing
from feltro.tournament.clock.hands import game_now, game_played
from feltro.tournament.facts import floor as f
from feltro.tournament.floor import commands as c
from feltro.tournament.floor.positions import (
    ONE_PLAYER,
    coming_positions,
    first_positions,
    frozen_now,
    is_stud,
)
from feltro.tournament.floor.tables import day_named, table_named, unready
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Table


class NextHand(msgspec.Struct, frozen=True, kw_only=True):
    """What the dealer of a table is told before the coming hand. Chairs, none where nobody has it."""

    table: int
    number: int
    game: str
    dealt: tuple[int, ...]
    button: int | None = None
    dead_button: bool = False
    small_blind: int | None = None
    big_blind: int | None = None
    no_hand: tuple[int, ...] = ()
    """Newcomers between button and small blind: no cards until the button has passed them."""
    absent: tuple[int, ...] = ()
    """Dealt in and blinded off while their players are away."""
    first_to_act: int | None = None
    first_to_act_later: int | None = None
    last_card: int | None = None
    halted: bool = False
    because: str
    cites: tuple[str, ...] = ()


def in_the_hand(table: Table, state: TournamentState, book: Settled) -> tuple[int, ...]:
    """Who is dealt in: the chips of somebody who has not come yet may wait for him outside the table."""
    if not state.floor.absent or book["seating.absent_at_start.stack"].value == "in_play":
        return table.seats()
    away = state.floor.absent
    return tuple(sorted(seat for seat, entry in table.players.items() if entry not in away))


# Drawing and reporting the button


def draw_button(command: c.DrawButton, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """One draw at one table; it counts for all tables, or for that one."""
    day = day_named(command.day, state)
    if isinstance(day, Refused):
        return day
    numbers = sorted(state.floor.hall(day).sizes.players)
    if not numbers:
        return Refused("table.none_open", {"day": day})
    at = command.table or numbers[0]
    if at not in numbers:
        return Refused("table.not_open", {"table": at})
    sets = book["button.draw.sets"]
    tables = tuple(numbers) if sets.value == "all_tables" else (at,)
    return drawn_button(day, at, tables, command.occasion, command.seat, state, book, now)


def drawn_button(
    day: str,
    at: int,
    tables: tuple[int, ...],
    occasion: str,
    seat: int,
    state: TournamentState,
    book: Settled,
    now: Now,
) -> Outcome:
    table, draw = state.floor.tables[at], state.floor.open_draw(day)
    if seat > table.chairs:
        return Refused("chair.none_such", {"table": at, "seat": seat})
    number, seats = 0, table.seats()
    if not seat:
        if draw is None or not seats:
            return Refused("button.nobody_to_draw", {"table": at})
        refused = unready(draw, now)
        if refused:
            return refused
        number = draw.number + 1
        seat = int(now.the_chance.pick(draw, f"button/{number}", [str(one) for one in seats]))
    when = book["button.draw.when"]
    cites = cited(book["button.draw.at"], book["button.draw.sets"], *((when,) if occasion in when.value else ()))
    return (
        f.ButtonDrawn(
            tables=tables,
            seat=seat,
            occasion=occasion,
            draw=draw.id if draw and number else "",
            number=number,
            among=seats if number else (),
            cites=cites,
        ),
    )


def report_button(command: c.ReportButton, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    positions = _reported(command, table, (*table.players, *table.left), book)
    if isinstance(positions, Refused):
        return positions
    return (f.ButtonReported(table=table.number, positions=positions),)


def _reported(
    command: c.ReportButton | c.EndHand, table: Table, seats: Sequence[int], book: Settled
) -> Positions | Refused:
    """As told; what was left out goes with the button. Refused where it cannot have been so."""
    button, small, big = command.button, command.small_blind, command.big_blind
    players = sorted(set(seats))
    told = [seat for seat in (button, small, big) if seat is not None]
    wrong = next((seat for seat in told if seat > table.chairs), None)
    if wrong is not None:
        return Refused("chair.none_such", {"table": table.number, "seat": wrong})
    if button is None or len(players) <= ONE_PLAYER:
        return Refused("button.cannot_be_told", {"table": table.number})
    if big is None:
        return first_positions(button, players, book.once(button_rules))
    if small is not None and not in_order(button, small, big):
        return Refused("unreadable.blinds_order", {"value": str(small)})
    return told_positions(button, small, big, table.chairs)


# Hands


def end_hand(command: c.EndHand, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Button and blinds of the hand that ended: from the hand before it, with those who went out in it."""
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    if 0 < command.hand <= table.hands:
        return Refused("hand.ended_already", {"table": table.number, "hand": command.hand})
    stud = is_stud(game_played(state, table.number, now.at, with_blinds=command.button is not None))
    players = dealt_now(table, state, book)
    shown = standing(state, table.day, now.at)
    ended = f.HandPlayed(
        table=table.number,
        number=table.hands + 1,
        shown=0 if shown.at_rest or shown.over else shown.level,
        at=now.at,
    )
    if stud:
        frozen, after = frozen_now(table, players, book)
        return (msgspec.structs.replace(ended, frozen=frozen, after=after),)
    if command.button is None:
        positions: Positions | Refused | None = coming_positions(table, players, False, book)
    else:
        positions = _reported(command, table, players, book)
    return positions if isinstance(positions, Refused) else (msgspec.structs.replace(ended, positions=positions),)


def dealt_now(table: Table, state: TournamentState, book: Settled, gone: Collection[int] = ()) -> list[int]:
    """The chairs of the hand that is played: without those who came since, with those who went meanwhile."""
    return sorted(({*in_the_hand(table, state, book)} - table.joined) | table.left | {*gone})


def next_hand(number: int, state: TournamentState, book: Settled, at: Instant) -> NextHand | Refused:
    """Who posts what in the coming hand of a table, told to its dealer."""
    table = table_named(number, state)
    if isinstance(table, Refused):
        return table
    game = game_now(state, number, at)
    players = in_the_hand(table, state, book)
    away = tuple(seat for seat in players if table.players[seat] in state.floor.absent)
    plain = NextHand(
        table=number,
        number=table.hands + 1,
        game=game,
        dealt=players,
        absent=away,
        halted=table.halted,
        because="hand.button_unknown",
    )
    if is_stud(game):
        frozen, _ = frozen_now(table, players, book)
        cites = cited(book["mixed.button.stud_level"]) if frozen is not None else ()
        return msgspec.structs.replace(plain, button=frozen, because="hand.stud", cites=cites)
    coming = coming_positions(table, players, False, book)
    return plain if coming is None else _told(plain, coming, players, book)


def _told(plain: NextHand, coming: Positions, players: tuple[int, ...], book: Settled) -> NextHand:
    waiting = waiting_for_button(coming, players, book)
    order = order_of_play(coming, players, heads_up(len(players), book))
    method = book["button.method"]
    reason = book["heads_up.button.posts"] if len(players) == HEADS_UP else method
    return msgspec.structs.replace(
        plain,
        dealt=tuple(seat for seat in players if seat not in waiting),
        button=coming.button,
        dead_button=coming.button not in players,
        small_blind=coming.small_blind if coming.small_blind_posted else None,
        big_blind=coming.big_blind,
        no_hand=waiting,
        first_to_act=order.first_to_act,
        first_to_act_later=order.first_to_act_later,
        last_card=order.last_card,
        because=why_there(coming, players, method.value),
        cites=cited(reason, *((book["seating.no_hand_seat"],) if waiting else ())),
    )
