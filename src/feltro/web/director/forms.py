"""Forms whose command is not a field for each of theirs: lists of tables, several busts, a race, a penalty."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.kernel.commands import Command
from feltro.kernel.outcome import Refused
from feltro.tournament.chips import commands as chips
from feltro.tournament.clock import commands as clock
from feltro.tournament.clock.face import standing as clock_of
from feltro.tournament.eliminations import commands as out
from feltro.tournament.floor import commands as floor
from feltro.tournament.pace import commands as pace
from feltro.tournament.sanctions import commands as sanctions
from feltro.web.director.draw_source import source_fields
from feltro.web.frame.commands import new_id
from feltro.web.frame.fields import digits, numbers, text, texts, ticked, whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.event_view import EventView


def unreadable(written: str) -> Refused:
    return Refused("director.not_numbers", {"typed": written})


def open_tables(form: dict[str, Any], found: EventView) -> Command | Refused:
    tables = numbers(text(form, "tables"))
    if not tables:
        return unreadable(text(form, "tables"))
    seats = whole_or(form, "chairs", found.state.the_sheet.table_size)
    if isinstance(seats, Refused):
        return seats
    made = tuple(floor.NewTable(number=number, chairs=seats) for number in tables)
    source = source_fields(form, found)
    if isinstance(source, Refused):
        return source
    draw, by_cards = text(form, "draw") or new_id("d"), ticked(form, "by_cards")
    day = text(form, "day")
    return floor.OpenTables(tournament=found.id, draw=draw, day=day, tables=made, by_cards=by_cards, **source)


def publish_order(form: dict[str, Any], found: EventView) -> Command | Refused:
    tables = numbers(text(form, "tables"))
    if not tables:
        return unreadable(text(form, "tables"))
    return floor.PublishBreakOrder(tournament=found.id, tables=tables)


def redraw(form: dict[str, Any], found: EventView) -> Command | Refused:
    tables = numbers(text(form, "tables"))
    if not tables:
        return unreadable(text(form, "tables"))
    occasion: Any = text(form, "occasion") or "redraw"
    return floor.Redraw(tournament=found.id, day=text(form, "day"), tables=tables, occasion=occasion)


def bust_hand(form: dict[str, Any], found: EventView) -> Command | Refused:
    """Everybody ticked, out in one hand. The stack is asked where the book ranks by it.

    Those ticked together were out together. Two reports, one after the other, are two hands: tables without a
    tablet count none, and the second must not be asked for stacks that nobody saw.
    """
    busts = []
    for entry in dict.fromkeys(texts(form, "entry")):
        stack = whole_or(form, f"stack_{entry}", 0)
        if isinstance(stack, Refused):
            return stack
        busts.append(out.Busted(entry=entry, stack=stack, by=tuple(texts(form, f"by_{entry}"))))
    if not busts:
        return Refused("director.nobody_ticked")
    return out.BustHand(tournament=found.id, busts=tuple(busts), round=hand_for_hand(found, busts[0].entry))


def hand_for_hand(found: EventView, entry: str) -> int:
    """The hand of hand for hand that this table plays; 0 otherwise.

    Busts told one after the other are of different hands, and those of one hand are told together: a number of hands
    that some tables report and others do not would ask for stacks that decide nothing.
    """
    table = found.state.floor.table_of(entry)
    pace = found.state.pace.hand_for_hand.get(table.day) if table else None
    return pace.hand if pace else 0


def hold_all_in(form: dict[str, Any], found: EventView) -> Command | Refused:
    """Who is all-in is said by the table; the direction's own key names nobody."""
    table = whole_or(form, "table", 0)
    if isinstance(table, Refused):
        return table
    told = tuple(one for one in texts(form, "entry") if one)
    return pace.HoldAllIn(tournament=found.id, table=table or 0, entries=told)


def call_color_up(form: dict[str, Any], found: EventView) -> Command | Refused:
    remove, keep = whole_or(form, "remove", 0), whole_or(form, "keep", 0)
    if isinstance(remove, Refused):
        return remove
    if isinstance(keep, Refused):
        return keep
    source = source_fields(form, found)
    if isinstance(source, Refused):
        return source
    return chips.CallColorUp(tournament=found.id, race=new_id("r"), remove=remove, keep=keep, **source)


def stop_for_last_hands(form: dict[str, Any], found: EventView) -> Command | Refused:
    source = source_fields(form, found)
    if isinstance(source, Refused):
        return source
    reason = text(form, "reason")
    return pace.StopForLastHands(tournament=found.id, day=text(form, "day"), reason=reason, **source)


def race_table(form: dict[str, Any], found: EventView) -> Command | Refused:
    """Odd chips by seat; a seat left empty has none."""
    table = whole_or(form, "table", 0)
    if isinstance(table, Refused):
        return table
    odd: dict[int, int] = {}
    for seat in range(1, 13):
        pieces = whole_or(form, f"odd_{seat}", 0)
        if isinstance(pieces, Refused):
            return pieces
        odd |= {seat: pieces} if pieces else {}
    bare = tuple(bared for one in texts(form, "bare") if (bared := digits(one)) is not None)
    collected = whole_or(form, "collected", 0)
    if isinstance(collected, Refused):
        return collected
    return chips.RaceTable(
        tournament=found.id,
        race=text(form, "race"),
        table=table,
        odd=odd,
        bare=bare,
        stacks_visible=ticked(form, "stacks_visible"),
        cards=dealt_cards(form),
        collected=collected,
    )


def dealt_cards(form: dict[str, Any]) -> dict[int, tuple[str, ...]]:
    """Cards that the dealer dealt, by seat: `Ah Kd`. None typed: the sealed ones are used."""
    typed = {seat: re.split(r"[,\s]+", text(form, f"cards_{seat}")) for seat in range(1, 13)}
    return {seat: tuple(card for card in cards if card) for seat, cards in typed.items() if any(cards)}


def give_penalty(form: dict[str, Any], found: EventView) -> Command | Refused:
    read: dict[str, int] = {}
    for name in ("amount", "present", "objections", "until_level", "stack"):
        value = whole_or(form, name, 0)
        if isinstance(value, Refused):
            return value
        read[name] = value
    kind: Any = text(form, "kind")
    return sanctions.GivePenalty(
        tournament=found.id,
        penalty=text(form, "penalty") or new_id("p"),
        entry=text(form, "entry"),
        kind=kind,
        amount=read["amount"] or 1,
        infraction=text(form, "infraction"),
        during_hand=ticked(form, "during_hand"),
        hand_over=ticked(form, "hand_over"),
        present=read["present"],
        objections=read["objections"],
        until_level=read["until_level"],
        stack=read["stack"],
        slip=ticked(form, "slip"),
        reason=text(form, "reason"),
    )


def whole_or(form: dict[str, Any], name: str, otherwise: int) -> int | Refused:
    try:
        value = whole(form, name)
    except ValueError:
        return Refused("director.not_a_number", {"typed": text(form, name)})
    return otherwise if value is None else value


def go_to_level(form: dict[str, Any], found: EventView) -> Command | Refused:
    """A level typed wrong would move the whole room: over more than one, the form asks why first."""
    level, day = whole_or(form, "level", 0), text(form, "day")
    if isinstance(level, Refused):
        return level
    if level < 1:
        return Refused("level.not_on_sheet", {"level": level})
    shown = clock_of(found.state, day, found.at).level
    if shown and abs(level - shown) > 1 and not text(form, "reason"):
        early = found.book["level.new.announced_before_zero"]
        cites = early.cites if level > shown and not early.value else ()
        return Refused("director.jump_needs_reason", {"now": shown, "level": level}, cites)
    return clock.GoToLevel(tournament=found.id, day=day, level=level, reason=text(form, "reason"))


SPECIAL: dict[str, Callable[[dict[str, Any], EventView], Command | Refused]] = {
    "OpenTables": open_tables,
    "PublishBreakOrder": publish_order,
    "Redraw": redraw,
    "BustHand": bust_hand,
    "HoldAllIn": hold_all_in,
    "CallColorUp": call_color_up,
    "StopForLastHands": stop_for_last_hands,
    "RaceTable": race_table,
    "GivePenalty": give_penalty,
    "GoToLevel": go_to_level,
}
