"""How a person stands in one event: what `procedures.rights` is asked with, gathered from the event and what `app` looked up."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from feltro.kernel.instants import Instant, age_on, local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.procedures import rights
from feltro.procedures.rights import Act, Status
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import showing
from feltro.tournament.now import Known, Now
from feltro.tournament.state import BAGGED, TournamentState
from feltro.tournament.state.sanctions import Penalty

SENT_AWAY = ("disqualification", "ban", "exclusion")
"""Penalties after which an event gives a person nothing more."""


KEPT_AWAY_FROM: tuple[Act, ...] = (*rights.ENTER, "rebuy", "add_on", "check_in")
"""What is not given to whoever keeps themselves away."""


def refusal(
    act: Act, person: str, state: TournamentState, book: Settled, now: Now, sold_at: Instant | None = None
) -> Refused | None:
    """What stands against giving a person something here. `sold_at` is the moment at which the age counts."""
    away = _away(act, now.of(person), state)
    if away:
        return away
    found = statuses(person, state, book, now, sold_at)
    return rights.refusal(act, found, book, allowed(person, state))


def _away(act: Act, known: Known | None, state: TournamentState) -> Refused | None:
    """Whoever keeps themselves away is sold nothing, and nobody can allow it; what they won is paid."""
    until = known.self_excluded_until if known else None
    if until is None or act not in KEPT_AWAY_FROM:
        return None
    return Refused("entry.self_excluded", {"until": local_time(Instant(until - 1), state.the_sheet.zone).date()})


def allowed(person: str, state: TournamentState) -> set[Status]:
    return state.sanctions.allowed.get(person, set())


def statuses(
    person: str, state: TournamentState, book: Settled, now: Now, sold_at: Instant | None = None
) -> dict[Status, dict[str, Any]]:
    """The heaviest first, each with what its sentence says."""
    known = now.of(person)
    return {
        **dict(_sent_away(person, state, known)),
        **dict(_papers(known, state, book, sold_at or now.at)),
        **dict(_meanwhile(person, state, now.at)),
    }


def _sent_away(person: str, state: TournamentState, known: Known | None) -> Iterator[tuple[Status, dict[str, Any]]]:
    ban = known.ban if known else None
    if ban is not None and ban.kind == "exclusion":
        yield "excluded", {}
    if is_disqualified(person, state) or (known and known.disqualified_in and not _let_play(person, state)):
        yield "disqualified", {}
    elif is_eliminated(person, state):
        yield "eliminated", {}
    if ban is not None and ban.kind == "ban":
        yield "banned", {}
    elif ban is not None and ban.kind != "exclusion":
        yield "refused", {"since": local_time(ban.since, state.the_sheet.zone).date()}


def is_disqualified(person: str, state: TournamentState) -> bool:
    """In this event, and not let in again since."""
    given = any(one.kind in SENT_AWAY for one in penalties_given(person, state))
    return given and not _let_play(person, state)


def is_eliminated(person: str, state: TournamentState) -> bool:
    given = any(one.kind == "elimination" for one in penalties_given(person, state))
    return given and "eliminated" not in allowed(person, state)


def _let_play(person: str, state: TournamentState) -> bool:
    return "disqualified" in allowed(person, state)


def _papers(
    known: Known | None, state: TournamentState, book: Settled, at: Instant
) -> Iterator[tuple[Status, dict[str, Any]]]:
    if known is None or not known.registered:
        return
    least = book["entry.min_age"].value
    if known.birth_date is None:
        yield "age_unknown", {}
    elif (age := age_here(known.birth_date, state, book, at)) < least:
        yield "under_age", {"age": age, "least": least}
    if not known.photo_id_seen:
        yield "not_identified", {}


def age_here(born: date, state: TournamentState, book: Settled, at: Instant) -> int:
    """On the day that the book counts it on."""
    on_event = book["entry.age_counted_on"].value == "event_date"
    day = local_time(min(state.starts.values()) if on_event else at, state.the_sheet.zone).date()
    return age_on(born, day)


def _meanwhile(person: str, state: TournamentState, at: Instant) -> Iterator[tuple[Status, dict[str, Any]]]:
    """What ends by itself, or with a payment."""
    if suspension_of(person, state, at):
        yield "suspended", {}
    owed = debt_of(person, state)
    if owed:
        yield "in_debt", {"amount": Money(owed)}
    if any(entry.status == BAGGED for entry in state.entries_of(person)):
        yield "bagged", {}


def debt_of(person: str, state: TournamentState) -> int:
    """Centavos: announced at the table and not paid, or paid out too much and not brought back."""
    sales = (state.sales[sale] for sale in state.owing)
    over = sum(state.prizes.overpaid.get(entry, 0) for entry in state.of_person.get(person, ()))
    return over + sum(sale.price_centavos for sale in sales if sale.person == person)


def penalties_given(person: str, state: TournamentState) -> list[Penalty]:
    return [state.sanctions.penalties[name] for name in state.sanctions.of_person.get(person, ())]


def sits_out(person: str, state: TournamentState, at: Instant, day: str = "") -> bool:
    """Whether a person may not play the next hand: hands to serve, or a suspension that has not ended."""
    return person in state.sanctions.serving or suspension_of(person, state, at, day) is not None


def suspension_of(person: str, state: TournamentState, at: Instant, day: str = "") -> Penalty | None:
    """The suspension that keeps a person from playing now."""
    return next((one for one in penalties_given(person, state) if _lasts(one, state, at, day)), None)


def _lasts(penalty: Penalty, state: TournamentState, at: Instant, day: str) -> bool:
    if penalty.kind != "suspension" or penalty.lifted:
        return False
    if penalty.until_at is not None:
        return at < penalty.until_at
    if penalty.until_level:
        return showing(state, at).level < penalty.until_level
    return bool(penalty.until_day) and at < state.starts.get(penalty.until_day, at) and day != penalty.until_day
