"""What the room asks: tables that stand, counts that differ, players who are away, chips that leave, a bubble."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.desk.filmed import filmed_tables
from feltro.app.desk.notices import STAFF, notices
from feltro.app.needs.line import line_prompts
from feltro.app.needs.prompt import BAD, GOOD, LOOK, Deed, Prompt, Spot
from feltro.app.needs.proposals import proposals
from feltro.app.needs.satellite import satellite_prompts
from feltro.app.screens.clock import ClockView
from feltro.tournament.chips.view import chips_view
from feltro.tournament.clock.face import standing
from feltro.tournament.counts.agreement import disagreements
from feltro.tournament.days.bags import bag_sum, counted_blind
from feltro.tournament.days.end import playing_in
from feltro.tournament.draws.source import shown
from feltro.tournament.eliminations.places import players_left
from feltro.tournament.pace.hand_for_hand import goal, goal_kind
from feltro.tournament.sanctions.view import absent_too_long
from feltro.tournament.state.draws import PHONES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.app.event_view import EventView
    from feltro.tournament.state.floor import Table

SOON_SECONDS = 15 * 60
"""So long before late registration closes, the direction is told."""
NEAR_THE_MONEY = 3
"""So many players before the bubble, hand for hand is offered."""
TOO_FEW = "notice.too_few_entries"
SETTLED_BY = {
    "notice.bounty_without_hunter": "NameHunters",
    "notice.envelope_without_hunter": "NameHunters",
    "notice.envelopes_missing": "AddEnvelopes",
    "notice.envelopes_to_open": "OpenEnvelopes",
}
"""Notices that somebody settles with the form of one act."""
SEEN_AT = {"notice.receipts_unsigned": Spot("receipts")}
"""Notices that are settled one by one on a page."""


def room_prompts(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    """What stops play comes before what can wait."""
    yield from proposals(found)
    yield from _breaking(found)
    yield from _halted(found)
    yield from _without_button(found)
    yield from satellite_prompts(found)
    yield from _draws(found)
    yield from _from_notices(found)
    yield from _counts(found)
    yield from _absent(found)
    yield from line_prompts(found)
    yield from _pace(found, view)
    yield from _days(found, view)
    yield from _colour_up(found, view)
    yield from _registration(view)
    yield from _pix(found)


def _draws(found: EventView) -> Iterator[Prompt]:
    """Nothing is drawn until somebody does something: a value that is awaited, a key that is not here."""
    draws, world = found.state.draws, found.house.world
    for source in draws.sources.values():
        if source.awaits and source.commitment not in draws.given_up:
            act = "ClosePhones" if source.kind == PHONES else "AddPublicValue"
            spot = Spot("act", act, (("draw", source.commitment),))
            yield Prompt(LOOK, "director.need.draw_awaits", {"commitment": shown(source.commitment)}, spot=spot)
    kept = (one for one in found.state.floor.draws.values() if not one.secret and not one.given_up)
    if any(world.kept_secret(f"draw/{found.id}/{one.id}") is None for one in kept):
        yield Prompt(BAD, "director.need.key_lost", spot=Spot("act", "CommitAnew"))


def _breaking(found: EventView) -> Iterator[Prompt]:
    """The strips are out: somebody waits there for the hand to end."""
    for table in _tables(found):
        if table.breaking:
            fields = {"table": table.number}
            yield Prompt(
                LOOK,
                "director.need.breaking",
                {"table": table.number, "n": len(table.players)},
                found.book["break_table.draw"].cites,
                (
                    Deed("director.release_table", "ReleaseTable", fields),
                    Deed("director.keep_table", "KeepTable", fields, first=False),
                ),
                spot=Spot("table", str(table.number)),
            )


def _without_button(found: EventView) -> Iterator[Prompt]:
    """A table that was opened while others play; where nobody tells of buttons at all, none is asked for."""
    playing = [table for table in _tables(found) if found.state.floor.hall(table.day).started]
    told = {table.day for table in playing if _button_known(table)}
    for table in playing:
        if len(table.players) > 1 and not table.hands and table.day in told and not _button_known(table):
            values = {"table": table.number}
            yield Prompt(LOOK, "director.need.button_unknown", values, buttons_at=(table.number,))


def _button_known(table: Table) -> bool:
    return table.positions is not None or table.drawn_button is not None or table.frozen is not None


def _halted(found: EventView) -> Iterator[Prompt]:
    """Nobody plays there. While a proposal waits, accepting it comes first: it brings the table its players."""
    helped = any(one.moves or one.breaks or one.final_table for one in found.state.floor.proposals.values())
    for table in _tables(found):
        if table.halted:
            fields = {"table": table.number}
            yield Prompt(
                LOOK if helped else BAD,
                "director.need.halted",
                {"table": table.number, "players": len(table.players)},
                found.book["halt.difference"].cites,
                (
                    Deed("director.resume_table", "ResumeTable", fields, first=not helped),
                    Deed("director.waive", "WaiveHalt", fields, first=False),
                ),
                spot=Spot("table", str(table.number)),
            )


def _tables(found: EventView) -> Iterable[Table]:
    return (table for _, table in sorted(found.state.floor.tables.items()))


SAID_ALOUD = ("notice.no_devices.final", "notice.no_devices.televised")
"""Of what is for everybody: what the direction says at the table when it forms."""


def _from_notices(found: EventView) -> Iterator[Prompt]:
    """Of several levels that ended with too few entries the last one is asked about: it holds the others. Once prizes
    are announced it was decided to play."""
    given = notices(found.state, found.book, found.at, filmed_tables(found))
    told = [one for one in given if one.to == STAFF or one.because in SAID_ALOUD]
    few = [one for one in told if one.because == TOO_FEW][-1:]
    for one in few if found.state.prizes.announced is None else ():
        more = _one_level_more(found)
        call_off = Spot("act", "CallOff", (("level", str(one.values["level"])),))
        yield Prompt(BAD, one.because, one.values, one.cites, more, call_off, can_be_left=True)
    for one in told:
        if one.because != TOO_FEW:
            entry, act = one.values.get("entry", ""), SETTLED_BY.get(one.because)
            values = {**one.values, "entry": found.names.of(entry)} if entry else one.values
            form = Spot("act", act, (("entry", entry),) if entry else ()) if act else None
            spot = form or SEEN_AT.get(one.because)
            yield Prompt(LOOK if act else GOOD, one.because, values, one.cites, spot=spot)


def _one_level_more(found: EventView) -> tuple[Deed, ...]:
    """Entries for a level longer than they are sold, and never for one that the clock has passed; where anybody may."""
    if found.book["desk.extension.decided_by"].value == "nobody":
        return ()
    state = found.state
    sold = max(state.extended_to or 0, state.the_sheet.late_registration or 0)
    reached = max((standing(state, day, found.at).level for day in state.clocks.days), default=0)
    return (Deed("director.extend_by_one", "ExtendRegistration", {"until_level": max(sold + 1, reached)}),)


def _counts(found: EventView) -> Iterator[Prompt]:
    """Only once somebody began to count: before that there is nothing to disagree."""
    state = found.state
    if state.counts_made.tables and state.counts_made.agreed_players != players_left(state):
        for one in disagreements(state):
            if one.because != "counts.not_counted":
                values = {
                    name: found.names.of(value) if name == "entry" else value for name, value in one.values.items()
                }
                yield Prompt(BAD, one.because, values, spot=Spot("bubble"))
    difference = chips_view(state)["difference"]
    if difference:
        yield Prompt(LOOK, "director.need.chips_differ", {"difference": difference}, spot=Spot("chips"))


def _absent(found: EventView) -> Iterator[Prompt]:
    """The chips that leave play with him are counted first: the form asks for them."""
    cites = found.book["sitting_out.result"].cites
    for entry in absent_too_long(found.state, found.book, found.at):
        yield Prompt(
            LOOK,
            "director.need.absent",
            {"player": found.names.of(entry)},
            cites,
            spot=Spot("act", "EliminateAbsent", (("entry", entry),)),
            go="director.eliminate_absent",
        )


def _pace(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    """Near the money, the seats, or those who go on to the next day; at one table everybody is in step anyway."""
    state = found.state
    day, seats = state.the_sheet.day(view.day) if view else None, state.the_sheet.satellite
    if view is None or day is None or (seats and not seats.hand_for_hand) or view.hand_for_hand or not view.level:
        return
    one_table = bool(state.floor.tables) and len(state.floor.hall(view.day).sizes) < 2
    paid, left = goal(day, state), playing_in(state, day)
    if not paid or one_table or view.day in state.days.ended:
        return
    if paid < left <= paid + NEAR_THE_MONEY:
        yield Prompt(
            LOOK,
            "director.need.bubble",
            {"left": left, "paid": paid, "goal": goal_kind(day, state)},
            found.book["hand_for_hand.starts"].cites,
            (Deed("director.start_hand_for_hand", "StartHandForHand", {"day": view.day, "paid": paid}),),
            spot=Spot("bubble"),
        )


def _days(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    state = found.state
    if view is not None and view.day_end.over_because and view.day not in state.days.ended:
        yield Prompt(
            LOOK, "director.need.day_over", {"day": view.day}, because=view.day_end.over_because, spot=Spot("day")
        )
    if view is not None:
        yield from _last_hands(found, view)
    for entry, bag in state.days.differed.items():
        values = {"player": found.names.of(entry), "bagged": bag.bagged, "found": bag.found}
        yield Prompt(LOOK, "director.need.bag_differed", values, spot=Spot("player", entry))
    waits = view is not None and not _blind_now(found, view)
    if state.days.unverified and not waits:
        yield Prompt(LOOK, "director.need.bags", {"n": state.days.unverified}, spot=Spot("day"))


def _blind_now(found: EventView, view: ClockView) -> bool:
    """Whether bags are counted again at all: always in a circuit, else where the sum of all does not close."""
    day = found.state.the_sheet.day(view.day)
    return day is None or counted_blind(found.book) or not bag_sum(day, found.state).playing


def _last_hands(found: EventView, view: ClockView) -> Iterator[Prompt]:
    """The window is short, and once it has passed the book leaves no way back."""
    state, day = found.state, found.state.the_sheet.day(view.day)
    if (
        day is None
        or view.level is None
        or view.level.number != day.until_level
        or view.in_break
        or view.extra_break
    ):
        return
    if view.last_hands or view.hand_for_hand or len(state.the_sheet.days) < 2 or view.day in state.days.ended:
        return
    window = found.book["end_of_day.window_minutes"]
    shortest, longest = window.value
    if shortest * 60 <= view.seconds_left <= longest * 60:
        values = {"day": view.day, "minutes": view.seconds_left // 60}
        stop = (Deed("director.stop_for_last_hands", "StopForLastHands", {"day": view.day}),)
        yield Prompt(LOOK, "director.need.last_hands", values, window.cites, stop, spot=Spot("day"))


def _colour_up(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    """Chips that leave play with this level, or whose race is under way."""
    state = found.state
    for name, race in state.chips.races.items():
        if not race.closed:
            left = [
                number for number, one in state.floor.tables.items() if one.players and number not in race.tables
            ]
            values = {"remove": race.remove, "left": len(left)}
            done = (Deed("director.close_race", "CloseRace", {"race": name}),) if not left else ()
            key = "director.need.race" if left else "director.need.race_done"
            yield Prompt(LOOK, key, values, deeds=done, spot=Spot("chips"))
    if view is None or view.level is None:
        return
    raced = {race.remove for race in state.chips.races.values()}
    for value in view.level.posted.colour_up:
        if value not in raced:
            weight = LOOK if view.in_break or view.seconds_left < SOON_SECONDS else GOOD
            yield Prompt(
                weight, "director.need.colour_up", {"value": value, "level": view.level.number}, spot=Spot("chips")
            )


def _registration(view: ClockView | None) -> Iterator[Prompt]:
    ends = view.registration_ends if view else None
    if ends is not None and ends.seconds <= SOON_SECONDS:
        values = {"minutes": -(-ends.seconds // 60), "level": ends.after_level}
        yield Prompt(GOOD, "director.need.registration", values)


def _pix(found: EventView) -> Iterator[Prompt]:
    waiting = sum(len(sale.awaited) for sale in found.state.sales.values() if not sale.gone)
    if waiting:
        yield Prompt(LOOK, "director.need.pix", {"n": waiting}, spot=Spot("pix"))
