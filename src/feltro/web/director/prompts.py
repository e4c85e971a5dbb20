"""What needs somebody now: each with its reason, its clause and, where one key settles it, that key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.clock_view import ClockView
from feltro.app.desk.notices import STAFF, notices
from feltro.tournament.chips.view import chips_view
from feltro.tournament.counts.agreement import disagreements
from feltro.tournament.eliminations.places import players_left
from feltro.tournament.sanctions.view import absent_too_long
from feltro.web.director.line_prompts import line_prompts
from feltro.web.director.prompt import BAD, GOOD, LOOK, Button, Prompt
from feltro.web.director.proposed import proposals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.app.event_view import EventView
    from feltro.tournament.floor.record import Table

SOON_SECONDS = 15 * 60
"""So long before late registration closes, the direction is told."""
NEAR_THE_MONEY = 3
"""So many players before the bubble, hand for hand is offered."""
TOO_FEW = "notice.too_few_entries"
SETTLED_AT = {
    "notice.bounty_without_hunter": "/ato/NameHunters?entry={entry}",
    "notice.envelope_without_hunter": "/ato/NameHunters?entry={entry}",
    "notice.envelopes_missing": "/ato/AddEnvelopes",
    "notice.envelopes_to_open": "/ato/OpenEnvelopes",
}
"""Notices that somebody settles with one form."""


def prompts(found: EventView, view: ClockView | None) -> list[Prompt]:
    """The loudest first; among equals what stops play comes before what can wait."""
    listed = [
        *proposals(found),
        *_halted(found),
        *_from_notices(found),
        *_counts(found),
        *_absent(found),
        *line_prompts(found),
        *_pace(found, view),
        *_days(found, view),
        *_colour_up(found, view),
        *_registration(view),
        *_pix(found),
    ]
    return sorted(listed, key=lambda one: (BAD, LOOK, GOOD).index(one.weight))


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
                    Button("director.resume_table", "ResumeTable", fields, first=not helped),
                    Button("director.waive", "WaiveHalt", fields, first=False),
                ),
                link=f"/mesa/{table.number}",
            )


def _tables(found: EventView) -> Iterable[Table]:
    return (table for _, table in sorted(found.state.floor.tables.items()))


def _from_notices(found: EventView) -> Iterator[Prompt]:
    """Of several levels that ended with too few entries the last one is asked about: it holds the others."""
    told = [one for one in notices(found.state, found.book, found.at) if one.to == STAFF]
    few = [one for one in told if one.because == TOO_FEW][-1:]
    for one in few:
        more = (Button("director.extend_by_one", "ExtendRegistration", {"until_level": _level(found) + 1}),)
        link = f"/ato/CallOff?level={one.values['level']}"
        yield Prompt(BAD, one.because, one.values, one.cites, more, link=link)
    for one in told:
        if one.because != TOO_FEW:
            values = {**one.values}
            if "entry" in values:
                values["entry"] = found.names.of(values["entry"])
            link = SETTLED_AT.get(one.because, "").format(**one.values)
            yield Prompt(LOOK if link else GOOD, one.because, values, one.cites, link=link)


def _level(found: EventView) -> int:
    return max(found.state.extended_to or 0, found.state.the_sheet.late_registration or 0)


def _counts(found: EventView) -> Iterator[Prompt]:
    """Only once somebody began to count: before that there is nothing to disagree."""
    state = found.state
    if state.counts_made.tables and state.counts_made.agreed_players != players_left(state):
        for one in disagreements(state):
            if one.because != "counts.not_counted":
                values = {
                    name: found.names.of(value) if name == "entry" else value for name, value in one.values.items()
                }
                yield Prompt(BAD, one.because, values, link="/bolha")
    difference = chips_view(state)["difference"]
    if difference:
        yield Prompt(LOOK, "director.need.chips_differ", {"difference": difference}, link="/fichas")


def _absent(found: EventView) -> Iterator[Prompt]:
    cites = found.book["sitting_out.result"].cites
    for entry in absent_too_long(found.state, found.book, found.at):
        yield Prompt(
            LOOK,
            "director.need.absent",
            {"player": found.names.of(entry)},
            cites,
            (Button("director.eliminate_absent", "EliminateAbsent", {"entry": entry}),),
            link=f"/jogador/{entry}",
        )


def _pace(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    announced = found.state.prizes.announced
    paid = len(announced.prizes_centavos) or announced.seats if announced else 0
    if view is None or view.hand_for_hand or not paid or not view.level:
        return
    left = view.players_left
    if paid < left <= paid + NEAR_THE_MONEY:
        yield Prompt(
            LOOK,
            "director.need.bubble",
            {"left": left, "paid": paid},
            found.book["hand_for_hand.starts"].cites,
            (Button("director.start_hand_for_hand", "StartHandForHand", {"day": view.day, "paid": paid}),),
            link="/bolha",
        )


def _days(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    state = found.state
    if view is not None and view.day_end.over_because and view.day not in state.days.ended:
        yield Prompt(
            LOOK, "director.need.day_over", {"day": view.day}, because=view.day_end.over_because, link="/dia"
        )
    if view is not None:
        yield from _last_hands(found, view)
    if state.days.unverified:
        yield Prompt(LOOK, "director.need.bags", {"n": state.days.unverified}, link="/dia")


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
        stop = (Button("director.stop_for_last_hands", "StopForLastHands", {"day": view.day}),)
        yield Prompt(LOOK, "director.need.last_hands", values, window.cites, stop, link="/dia")


def _colour_up(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    """Chips that leave play with this level, or whose race is under way."""
    state = found.state
    for name, race in state.chips.races.items():
        if not race.closed:
            left = [
                number for number, one in state.floor.tables.items() if one.players and number not in race.tables
            ]
            values = {"remove": race.remove, "left": len(left)}
            done = (Button("director.close_race", "CloseRace", {"race": name}),) if not left else ()
            key = "director.need.race" if left else "director.need.race_done"
            yield Prompt(LOOK, key, values, buttons=done, link="/fichas")
    if view is None or view.level is None:
        return
    raced = {race.remove for race in state.chips.races.values()}
    for value in view.level.posted.colour_up:
        if value not in raced:
            weight = LOOK if view.in_break or view.seconds_left < SOON_SECONDS else GOOD
            yield Prompt(
                weight, "director.need.colour_up", {"value": value, "level": view.level.number}, link="/fichas"
            )


def _registration(view: ClockView | None) -> Iterator[Prompt]:
    ends = view.registration_ends if view else None
    if ends is not None and ends.seconds <= SOON_SECONDS:
        values = {"minutes": -(-ends.seconds // 60), "level": ends.after_level}
        yield Prompt(GOOD, "director.need.registration", values)


def _pix(found: EventView) -> Iterator[Prompt]:
    waiting = sum(len(sale.awaited) for sale in found.state.sales.values() if not sale.gone)
    if waiting:
        yield Prompt(LOOK, "director.need.pix", {"n": waiting}, link="//pix")
