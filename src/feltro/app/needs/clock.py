"""What the clock and hand for hand ask: the house was dark, a break waits, the room goes on hand by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.needs.evening import is_over
from feltro.app.needs.prompt import BAD, GOOD, LOOK, Deed, Prompt, Spot
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.tournament.clock.face import standing
from feltro.tournament.pace.hand_for_hand import goal_kind
from feltro.tournament.state.deals import ALL_IN, OPEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView
    from feltro.app.screens.clock import ClockView
    from feltro.app.settings.hour import Jump
    from feltro.app.upkeep.awake import Dark

MINUTE = 60_000_000


def clock_prompts(found: EventView, view: ClockView | None, dark: Dark | None) -> Iterator[Prompt]:
    """What stops play everywhere."""
    yield from _after_dark(found, dark)
    talks = list(_deal(found, view))
    yield from talks
    if not talks and not is_over(found) and not (view and view.day in found.state.days.ended):
        yield from _suspended() if found.state.stopped == "suspended" else _standing_still(view)
    yield from _hand_for_hand(found, view)


def jump_prompts(found: EventView, jump: Jump | None) -> Iterator[Prompt]:
    """The machine's clock was set while the house was open. Until somebody says that it is right, play goes on by the
    hour that it was."""
    if jump is None or found.past:
        return
    zone = found.state.the_sheet.zone
    machine = local_time(jump.machine, zone)
    values = {
        "hour": local_time(jump.house, zone).time(),
        "machine": machine.time(),
        "day": machine.date(),
        "minutes": max(1, abs(jump.machine - jump.house) // MINUTE),
    }
    follow = Deed("director.follow_machine", "FollowMachineClock", {"machine_at": machine.isoformat()})
    yield Prompt(BAD, "director.need.clock_jumped", values, deeds=(follow,), id="jump")


def _after_dark(found: EventView, dark: Dark | None) -> Iterator[Prompt]:
    """The house was down while a clock ran: go on from there, or count the time. Setting the clock answers it."""
    for day, clock in found.state.clocks.days.items():
        closed = day in found.state.days.ended
        if dark is None or clock.since is None or not clock.since <= dark.since or found.past or closed:
            continue
        zone = found.state.the_sheet.zone
        stopped = local_time(dark.since, zone)
        then = standing(found.state, day, dark.since)
        fields = {"day": day, "stopped_at": stopped.isoformat(), "count_the_time": "0"}
        values = {
            "hour": stopped.time(),
            "back": local_time(dark.until, zone).time(),
            "minutes": max(1, (dark.until - dark.since) // MINUTE),
            "level": then.level,
            "left": f"{then.seconds_left // 60}:{then.seconds_left % 60:02}",
        }
        yield Prompt(
            BAD,
            "director.need.dark",
            values,
            deeds=(
                Deed("director.go_on_from_there", "ResumeAfterCrash", fields),
                Deed("director.count_the_time", "ResumeAfterCrash", {**fields, "count_the_time": "1"}, first=False),
            ),
            spot=Spot("act", "ResumeAfterCrash", (("stopped_at", f"{stopped:%Y-%m-%dT%H:%M:%S}"),)),
            id=f"dark{day}",
        )


def _deal(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    """Players talk about the prizes, or have agreed to decide the rest at once: the clock is to stand."""
    if view is None or not view.paused or is_over(found):
        return
    deals = found.state.deals
    talked = next((one for one in deals.deals.values() if one.status == OPEN), None)
    if deals.agreed is None and talked is not None:
        leave = (Deed("director.no_deal", "LeaveDeal", {"deal": talked.id}, first=False),)
        yield Prompt(LOOK, "director.need.deal", deeds=leave, spot=Spot("deal"), go="director.open")
    elif deals.agreed is not None and deals.agreed.rest == ALL_IN:
        amount = {"amount": Money(deals.agreed.reserve_centavos)}
        yield Prompt(LOOK, "director.need.all_in_blind", amount, spot=Spot("deal"))


def _suspended() -> Iterator[Prompt]:
    """No clock starts in a tournament that was stopped: it is resumed first, with a reason."""
    resume = Spot("act", "ResumeTournament")
    yield Prompt(BAD, "director.need.suspended", spot=resume, go="director.resume_tournament")


def _standing_still(view: ClockView | None) -> Iterator[Prompt]:
    """A clock that stands though nobody is counting hands: a break that waits, or a pause that goes on."""
    if view is None or not view.paused or view.last_hands:
        return
    at_rest = view.in_break or view.extra_break
    if view.hand_for_hand and not at_rest:
        return
    fields = {"day": view.day}
    if at_rest:
        go_on = (Deed("director.resume_break", "ResumeClock", fields),)
        yield Prompt(BAD, "director.need.break_stands", {"minutes": -(-view.seconds_left // 60)}, deeds=go_on)
    else:
        yield Prompt(LOOK, "director.need.paused", {}, deeds=(Deed("director.resume", "ResumeClock", fields),))


def _hand_for_hand(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    """The board's next step, so that one key moves the whole room on."""
    pace = view.hand_for_hand if view else None
    if view is None or pace is None:
        return
    for table, how in pace.tables.items():
        if how == "all_in_waits" and not _playing(pace.tables):
            run = (Deed("director.run_all_in", "RunAllIn", {"table": table}),)
            yield Prompt(LOOK, "director.need.all_in", {"table": table}, deeds=run, spot=Spot("bubble"))
    waiting = [table for table, how in pace.tables.items() if how != "done"]
    left, paid = view.players_left, pace.paid
    reach = {"left": left, "paid": paid, "goal": goal_kind(found.state.the_sheet.day(view.day), found.state)}
    cites = found.book["hand_for_hand.hands_per_release"].cites
    if waiting:
        values = {"tables": waiting[:12], "n": len(waiting), "hand": pace.hand}
        yield Prompt(GOOD, "director.need.tables_play", values, cites, spot=Spot("bubble"))
    elif left <= paid:
        cites = found.book["hand_for_hand.ends"].cites
        yield Prompt(LOOK, "director.need.in_the_money", reach, cites, spot=Spot("bubble"))
    elif not (view.in_break or view.extra_break):
        release = (Deed("director.release_hand", "ReleaseHand", {"day": view.day}),)
        yield Prompt(LOOK, "director.need.release", reach, cites, release, spot=Spot("bubble"))


def _playing(tables: dict[int, str]) -> bool:
    return "playing" in tables.values() or "all_in_runs" in tables.values()
