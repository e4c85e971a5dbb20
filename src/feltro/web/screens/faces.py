"""The clock of an event as a screen shows it: the state it is in, the middle, and the figures beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.money.payouts import Places, paid_places
from feltro.app.screens.clock import clock_view
from feltro.app.upkeep.heads import head_of
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.tournament.clock.face import the_day
from feltro.tournament.days.end import played_out
from feltro.tournament.eliminations.places import with_a_seat
from feltro.tournament.facts.clock import ClockStarted, LevelChanged, LevelMarked
from feltro.tournament.pace.hand_for_hand import goal_kind
from feltro.tournament.prizes.pool import pool_of
from feltro.tournament.prizes.satellites import seats_of
from feltro.web.screens.countdown import clock_text, stages
from feltro.web.screens.lists import final_places, public_names
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.screens.clock import ClockView
    from feltro.tournament.state import TournamentState
    from feltro.web.screens.countdown import ClockPart
    from feltro.web.screens.lists import Placed
    from feltro.words.languages import Lang

MANY_BLINDS = 100
"""From so many on, an average is said in whole ones."""
BEGINS = (ClockStarted, LevelMarked, LevelChanged)
RUNNING, PAUSED, REST, BEFORE, OVER, HANDS = "running", "paused", "rest", "before", "over", "hands"


class Face(NamedTuple):
    """One clock. `time` is the text at the moment of asking; everything else changes only with the event."""

    id: str
    name: str
    day: str
    state: str
    word: str
    """What stands above the time when nothing is counted, or in a break."""
    time: str
    until: int
    left: int
    """Milliseconds, where the clock stands still."""
    still: bool
    """Whether it does: paused, or by hands."""
    stages: list[ClockPart]
    pool: str
    pool_label: str
    guarantee: str
    kept_back: str
    """What the book keeps back of it, without which the pool would look short of the promise."""
    paid: list[tuple[str, str]]
    players: str
    entries: str
    average: str
    average_bb: str
    next_break: str
    registration: str
    hand_for_hand: dict[str, str] | None
    note: str
    places: list[Placed]
    """Who won, once nothing is left to play for, as each wishes to be read: anybody may open a clock, and photograph one."""
    seal: str
    """Where the log stood when the level began: on every photograph of the screen. Empty before the start."""
    zone: str


class PaidRow(NamedTuple):
    """A paid place, who has taken it, and what it pays."""

    place: str
    names: str
    amount: str


def face_of(event: EventView, lang: Lang, day_id: str = "") -> Face | None:
    """Nothing where the event has no such day."""
    state, at = event.state, event.at
    day = the_day(state, day_id)
    view = clock_view(state, at, event.book, day.id if day else day_id)
    if day is None or isinstance(view, Refused):
        return None
    won = played_out(state, at)
    kind = OVER if won else _kind(state, view)
    shown = stages(state, day, at, lang)
    starts = state.starts_at(day) // 1000
    left = max(starts - at // 1000, 0) if kind == BEFORE else view.seconds_left * 1000
    several = len(state.the_sheet.days) > 1
    return Face(
        id=event.id,
        name=state.the_sheet.name,
        day=say("face.day", lang, day=day.id) if several else "",
        state=kind,
        word=say("face.champion", lang, n=len(won)) if won else _word(state, kind, lang),
        time=clock_text(-(-left // 1000)),
        until=starts if kind == BEFORE else shown[0].until,
        left=left,
        still=kind in (PAUSED, HANDS) or (kind == REST and view.paused),
        stages=shown,
        **_money(event, lang),
        **_field(view, lang),
        next_break=_ahead(view.next_break, state.the_sheet.zone, lang),
        registration=_registration(view, state.the_sheet.zone, lang),
        hand_for_hand=_hand_for_hand(view, goal_kind(day, state), lang),
        note=_note(state, view, kind, lang),
        places=final_places(event, lang, outside=True) if won else [],
        seal=_seal(event),
        zone=state.the_sheet.zone,
    )


def _seal(event: EventView) -> str:
    """The same all through the level, so that many see the same one. Before any clock ran the log is not searched."""
    if not event.state.clocks.days:
        return ""
    began = next((fact.version for fact in reversed(event.facts) if isinstance(fact.event, BEGINS)), 0)
    head = head_of(event.house.store, event.stream, began) if began else None
    return head.short if head else ""


def _kind(state: TournamentState, view: ClockView) -> str:
    if state.stopped or view.day_end.over_because:
        return OVER
    if view.level is None:
        return BEFORE
    if view.hand_for_hand and not view.in_break and not view.extra_break:
        return HANDS
    if view.in_break or view.extra_break:
        return REST
    return PAUSED if view.paused else RUNNING


def _word(state: TournamentState, kind: str, lang: Lang) -> str:
    if state.stopped:
        return say(f"face.{state.stopped}", lang)
    keys = {
        PAUSED: "face.paused",
        REST: "face.break",
        BEFORE: "face.starts",
        OVER: "face.over",
        HANDS: "face.hand_for_hand",
    }
    return say(keys[kind], lang) if kind in keys else ""


def _note(state: TournamentState, view: ClockView, kind: str, lang: Lang) -> str:
    """A line under the word: when it starts, or how many hands are left tonight."""
    if view.last_hands and view.last_hands.hands:
        return say("face.last_hands", lang, n=view.last_hands.hands)
    if kind == REST and view.paused:
        return say("face.break_stands", lang)
    day = the_day(state, view.day)
    if kind == BEFORE and day:
        return say("face.starts_at", lang, hour=local_time(state.starts_at(day), state.the_sheet.zone).time())
    return ""


def _money(event: EventView, lang: Lang) -> dict[str, Any]:
    state = event.state
    announced = state.prizes.announced
    counted = pool_of(state, event.book)
    pool = announced.pool_centavos if announced else counted.net
    kept = _round_money(counted.kept_back, lang)
    promised = 0 if state.prizes.guarantee_void else state.the_sheet.guarantee_centavos or 0
    return {
        "pool": _round_money(pool, lang) if pool else "",
        "pool_label": say("face.pool" if announced else "face.pool.so_far", lang),
        "guarantee": say("face.guarantee", lang, amount=_round_money(promised, lang)) if promised else "",
        "kept_back": say("face.kept_back", lang, amount=kept) if promised and counted.kept_back else "",
        "paid": paid_lines(state, lang),
    }


def paid_lines(state: TournamentState, lang: Lang) -> list[tuple[str, str]]:
    """Each paid place with its amount; places that pay the same stand together."""
    nobody = [one._replace(people=()) for one in paid_places(state)]
    found = ((_which(one, lang), _round_money(one.each_centavos, lang)) for one in _together(nobody))
    return [*_seat_lines(state, lang), *found]


def paid_rows(event: EventView, lang: Lang) -> list[PaidRow]:
    """The same with who has taken each place, as they wish to be read; a place that somebody has stands by itself."""
    found = _together(list(paid_places(event.state)))
    names = public_names(event.house, {person for one in found for person in one.people})
    taken = (
        PaidRow(
            _which(one, lang),
            ", ".join(names[person] for person in one.people),
            _round_money(one.each_centavos, lang),
        )
        for one in found
    )
    return [*(PaidRow(which, "", amount) for which, amount in _seat_lines(event.state, lang)), *taken]


def _together(places: list[Places]) -> list[Places]:
    """Places that pay the same and that nobody has yet, in one line."""
    found: list[Places] = []
    for one in places:
        last = found[-1] if found else None
        alike = last and last.each_centavos == one.each_centavos and last.last <= one.last
        if last and alike and not last.people and not one.people:
            found[-1] = last._replace(last=one.last)
        elif one.each_centavos:
            found.append(one)
    return found


def _seat_lines(state: TournamentState, lang: Lang) -> list[tuple[str, str]]:
    """What a satellite is played for: its seats, how many were won by chips, and with how many one is."""
    prize, seats = state.the_sheet.satellite, seats_of(state)
    if prize is None:
        return []
    won = len(with_a_seat(state))
    shown = say("face.seats_won", lang, won=won, n=seats) if won else written(seats, lang)
    target = [(say("face.seat_target", lang), written(prize.target_chips, lang))] if prize.target_chips else []
    return [(say("face.seats", lang), shown), *target] if seats or target else []


def _which(one: Places, lang: Lang) -> str:
    first, last = say("face.place", lang, n=one.first), say("face.place", lang, n=one.last)
    return first if one.first == one.last else f"{first}–{last}"


def _round_money(centavos: int, lang: Lang) -> str:
    """Without centavos where there are none: it is read from fifteen metres."""
    text = written(Money(centavos), lang).replace(" ", "\u00a0")
    return text[:-3] if centavos % 100 == 0 else text


def _field(view: ClockView, lang: Lang) -> dict[str, Any]:
    shown = view.level or view.next_level
    big = shown.posted.big_blind if shown else 0
    exact = view.average / big if big else 0
    blinds = round(exact, 1) if exact < MANY_BLINDS else exact
    return {
        "players": written(view.players_left, lang),
        "entries": f"{written(view.entries, lang)}",
        "average": written(view.average, lang) if view.average else "",
        "average_bb": say("face.average.bb", lang, n=_in_blinds(blinds, lang)) if blinds else "",
    }


def _in_blinds(blinds: float, lang: Lang) -> str:
    if blinds >= MANY_BLINDS:
        return written(int(blinds), lang)
    return f"{blinds:n}".replace(".", "," if lang != "en" else ".")


def _ahead(ahead: Any, zone: str, lang: Lang) -> str:
    if ahead is None:
        return ""
    if ahead.at:
        return say("face.at", lang, hour=local_time(ahead.at, zone).time())
    return say("face.in_minutes", lang, n=-(-ahead.seconds // 60))


def _registration(view: ClockView, zone: str, lang: Lang) -> str:
    if not view.registration_open:
        return say("face.registration.closed", lang)
    ends = view.registration_ends
    if ends is None:
        return say("face.registration.open", lang)
    if ends.at:
        return say("face.registration.until", lang, hour=local_time(ends.at, zone).time())
    return say("face.registration.level", lang, n=ends.after_level)


def _hand_for_hand(view: ClockView, goal: str, lang: Lang) -> dict[str, str] | None:
    pace = view.hand_for_hand
    if pace is None:
        return None
    done = sum(1 for one in pace.tables.values() if one == "done")
    missing = view.players_left - pace.paid
    return {
        "hand": say("face.hand", lang, n=pace.hand),
        "tables": say("face.tables_done", lang, done=done, all=len(pace.tables)),
        "missing": say("face.to_the_money", lang, n=missing, goal=goal) if missing > 0 else "",
    }
