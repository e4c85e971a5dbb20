"""Hand for hand: all tables in step, called all-ins held and run one by one, and nobody in the money too early."""

from typing import Any, Literal

from feltro.kernel.outcome import Refused
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import standing, the_day
from feltro.tournament.days.end import playing_in, plays_down_to
from feltro.tournament.facts import pace as e
from feltro.tournament.facts.floor import TableClosed
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.pace import commands as c
from feltro.tournament.pace.tables import still_playing, tables_of
from feltro.tournament.prizes.satellites import places_to_reach
from feltro.tournament.sheet import Day
from feltro.tournament.state import TournamentState
from feltro.tournament.state.pace import HandForHand


def start(command: c.StartHandForHand, state: TournamentState, book: Settled, now: Now) -> Outcome:
    day = the_day(state, command.day)
    if day is None:
        return Refused("tournament.no_such_day", {"day": command.day})
    starts, seats = book["hand_for_hand.starts"], state.the_sheet.satellite
    if seats is not None and not seats.hand_for_hand:
        return Refused("pace.satellite_without")
    paid = _places_paid(command.paid, day, state)
    if isinstance(paid, Refused):
        return paid
    refused = _refuse_start(day.id, playing_in(state, day), paid, starts, state, now)
    if refused:
        return refused
    minutes, hands = book["hand_for_hand.minutes_per_hand"], book["hand_for_hand.hands_per_release"]
    up = book["hand_for_hand.levels_go_up"]
    return (
        e.HandForHandStarted(
            day=day.id,
            tables=tables_of(state, day.id),
            paid=paid,
            minutes_per_hand=minutes.value,
            hands_per_release=hands.value,
            levels_go_up=up.value,
            at=now.at,
            because="pace.hand_for_hand_started",
            cites=cited(starts, hands, minutes, up),
        ),
    )


def goal(day: Day, state: TournamentState) -> int:
    """With how many players left nobody has anything to lose by slow play: those who go on to the next day, where the
    day is played down to them, else the places paid or the seats of a satellite. 0: not known."""
    return plays_down_to(state, day) or places_to_reach(state)


def goal_kind(day: Day | None, state: TournamentState) -> Literal["day", "seats", "prizes"]:
    """What those who are left then have: the next day, a seat of the satellite, or a prize."""
    if day and plays_down_to(state, day):
        return "day"
    announced = state.prizes.announced
    return "seats" if announced and announced.seats else "prizes"


def _places_paid(said: int | None, day: Day, state: TournamentState) -> int | Refused:
    """As announced, seats of a satellite among them. A flight may reach its money before the prizes are known."""
    places = goal(day, state)
    if said and said == places_to_reach(state):
        return said
    if not places:
        return said or Refused("prizes.not_announced")
    return Refused("pace.paid_differs", {"paid": places}) if said and said != places else places


def _refuse_start(
    day: str, left: int, paid: int, starts: Sourced, state: TournamentState, now: Now
) -> Refused | None:
    if day in state.pace.hand_for_hand:
        return Refused("pace.hand_for_hand_on", {"day": day})
    if state.pace.last_hands_of(day):
        return Refused("pace.last_hands_on", {"day": day})
    if not standing(state, day, now.at).level:
        return Refused("clock.not_started", {"day": day})
    if not tables_of(state, day):
        return Refused("pace.no_tables", {"day": day})
    if left <= paid:
        return Refused("pace.in_the_money", {"left": left, "paid": paid}, starts.cites)
    if starts.value == "bubble_reached" and left > paid + 1:
        return Refused("pace.not_the_bubble", {"left": left, "paid": paid}, starts.cites)
    return None


def _of_table(table: int, state: TournamentState) -> tuple[str, HandForHand] | Refused:
    """The day of a table, and its hand for hand, in which the table is not done."""
    found = state.floor.tables.get(table)
    if found is None:
        return Refused("clock.no_such_table", {"table": table})
    pace = state.pace.hand_for_hand.get(found.day)
    if pace is None:
        return Refused("pace.hand_for_hand_off", {"day": found.day})
    if table not in pace.to_play:
        return Refused("pace.table_done", {"table": table})
    return found.day, pace


def _of_day(command: Any, state: TournamentState) -> tuple[str, HandForHand] | Refused:
    day = the_day(state, command.day)
    if day is None:
        return Refused("tournament.no_such_day", {"day": command.day})
    pace = state.pace.hand_for_hand.get(day.id)
    return (day.id, pace) if pace else Refused("pace.hand_for_hand_off", {"day": day.id})


def report_table(command: c.ReportTable, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Only before the first hand is released: later every table has a hand to end, and the button with it."""
    found = _of_table(command.table, state)
    if isinstance(found, Refused):
        return found
    day, pace = found
    if pace.hand:
        return Refused("pace.end_the_hand", {"table": command.table}, book["hand_for_hand.hands_per_release"].cites)
    return (e.TableStopped(day=day, table=command.table),)


def release_hand(command: c.ReleaseHand, state: TournamentState, book: Settled, now: Now) -> Outcome:
    found = _of_day(command, state)
    if isinstance(found, Refused):
        return found
    day, pace = found
    hands = book["hand_for_hand.hands_per_release"]
    waiting = still_playing(state, day)
    if waiting:
        return Refused("pace.tables_playing", {"tables": waiting}, hands.cites)
    left = playing_in(state, state.the_sheet.day(day))
    ends = book["hand_for_hand.ends"]
    if ends.value == "paid_places_reached" and left <= pace.paid:
        return Refused("pace.in_the_money", {"left": left, "paid": pace.paid}, ends.cites)
    if standing(state, day, now.at).at_rest:
        return Refused("clock.in_break", {"day": day})
    return (
        e.HandReleased(
            day=day,
            hand=pace.hand + 1,
            tables=tables_of(state, day),
            at=now.at,
            because="pace.all_tables_done",
            cites=cited(hands),
        ),
    )


def hold_all_in(command: c.HoldAllIn, state: TournamentState, book: Settled, now: Now) -> Outcome:
    found = _of_table(command.table, state)
    if isinstance(found, Refused):
        return found
    day, pace = found
    waits = book["hand_for_hand.called_all_in.waits"]
    if not waits.value:
        return Refused("pace.all_in_need_not_wait", {"table": command.table}, waits.cites)
    if command.table in pace.held:
        return Refused("pace.all_in_held", {"table": command.table})
    here = state.floor.tables[command.table].players.values()
    stranger = next((one for one in command.entries if one not in here), None)
    if stranger:
        return Refused("entry.not_playing", {"entry": stranger})
    told = tuple(dict.fromkeys(command.entries))
    return (
        e.AllInHeld(day=day, table=command.table, because="pace.all_in_waits", cites=cited(waits), entries=told),
    )


def run_all_in(command: c.RunAllIn, state: TournamentState, book: Settled, now: Now) -> Outcome:
    found = _of_table(command.table, state)
    if isinstance(found, Refused):
        return found
    day, pace = found
    waits, order = book["hand_for_hand.called_all_in.waits"], book["hand_for_hand.called_all_in.order"]
    if command.table not in pace.held:
        return Refused("pace.no_all_in", {"table": command.table})
    others = tuple(table for table in still_playing(state, day) if table not in pace.held)
    if waits.value and others:
        return Refused("pace.others_playing", {"tables": others}, waits.cites)
    if order.value == "one_table_at_a_time" and pace.runs:
        return Refused("pace.one_at_a_time", {"table": pace.runs}, order.cites)
    floor = book["hand_for_hand.called_all_in.floor_present"]
    if floor.value and now.role == "dealer":
        return Refused("pace.floor_runs_it", {"table": command.table}, floor.cites)
    cites = cited(waits, order, floor)
    return (e.AllInRun(day=day, table=command.table, floor=now.who, because="pace.all_in_runs", cites=cites),)


def end(command: c.EndHandForHand, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Only between two hands, with few enough players, and when the tables count as many as the log. The direction
    ends it before, and says why."""
    found = _of_day(command, state)
    if isinstance(found, Refused):
        return found
    day, pace = found
    ends = book["hand_for_hand.ends"]
    waiting, left = still_playing(state, day), playing_in(state, state.the_sheet.day(day))
    if command.reason.strip():
        return (_ended(day, pace, left, "pace.ended_by_direction", now, command.resume, now.key, ends),)
    if waiting:
        return Refused("pace.tables_playing", {"tables": waiting}, ends.cites)
    if command.counted != left:
        return Refused("pace.count_differs", {"counted": command.counted, "left": left})
    reached = left <= pace.paid
    if not reached and ends.value == "paid_places_reached":
        return Refused("pace.not_in_the_money", {"left": left, "paid": pace.paid}, ends.cites)
    because = "pace.money_reached" if reached else "pace.hand_for_hand_ended"
    return (_ended(day, pace, left, because, now, command.resume, "", ends),)


def _ended(
    day: str, pace: HandForHand, left: int, because: str, now: Now, resume: bool, reason: str, ends: Sourced
) -> e.HandForHandEnded:
    return e.HandForHandEnded(
        day=day,
        players_left=left,
        paid=pace.paid,
        resume=resume,
        at=now.at,
        because=because,
        cites=cited(ends),
        reason=reason,
    )


def with_one_table(events: Outcome, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """All tables in step are one table: hand for hand ends by itself, and the clock goes on."""
    if isinstance(events, Refused) or not state.pace.hand_for_hand:
        return events
    closed = {event.table for event in events if isinstance(event, TableClosed)}
    days = {state.floor.tables[one].day for one in closed if one in state.floor.tables}
    ended = [one.day for one in events if isinstance(one, e.HandForHandEnded)]
    found = [_alone(day, closed, state, book, now) for day in sorted(days) if day not in ended]
    return (*events, *(one for one in found if one))


def _alone(
    day: str, closed: set[int], state: TournamentState, book: Settled, now: Now
) -> e.HandForHandEnded | None:
    pace = state.pace.hand_for_hand.get(day)
    tables = [one for one in state.floor.hall(day).sizes.players if one not in closed]
    if pace is None or len(tables) > 1:
        return None
    left = playing_in(state, state.the_sheet.day(day))
    return _ended(day, pace, left, "pace.one_table", now, resume=True, reason="", ends=book["hand_for_hand.ends"])
