"""Giving a penalty: what the book has, how many hands or chips it costs, and who judges."""

from feltro.kernel.events import Event
from feltro.kernel.instants import instant_of
from feltro.kernel.outcome import Refused
from feltro.procedures.penalties import (
    EXPOSING,
    MOST,
    PAID_IN_CHIPS,
    UNLISTED,
    blind_owed_by,
    lists,
    orbit_cost,
    pot_for_penalty,
    vote_blocks,
)
from feltro.rulebook.book import Silent, Sourced
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import shown_to
from feltro.tournament.facts import sanctions as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sanctions import commands as c
from feltro.tournament.sanctions.expulsion import SENT_OUT, send_away
from feltro.tournament.state import BAGGED, LIVE, OUT, WAITING, Entry, TournamentState
from feltro.tournament.status import SENT_AWAY

DIRECTORS = ("director", "organiser")


def give(command: c.GivePenalty, state: TournamentState, book: Settled, now: Now) -> Outcome:
    entry = state.entries.get(command.entry)
    if entry is None or entry.status not in _whom(command.kind):
        return Refused("entry.not_playing", {"entry": command.entry})
    if command.penalty in state.sanctions.penalties:
        return Refused("penalty.id_used", {"penalty": command.penalty})
    judge = book["penalty.judge"]
    if command.kind in SENT_OUT and now.role not in DIRECTORS:
        return Refused("penalty.by_director", {"kind": command.kind}, judge.cites)
    infraction = infraction_of(command.infraction, book)
    if isinstance(infraction, Refused):
        return infraction
    refused = _refuse(command, entry, state, book)
    if refused:
        return refused
    left: tuple[Event, ...] | Refused = ()
    if command.kind in SENT_OUT:
        left = send_away(command.kind, entry, command.stack, state, book, now)
    if isinstance(left, Refused):
        return left
    return (_given(command, entry, state, book, now, infraction), *left)


def _whom(kind: str) -> tuple[str, ...]:
    """Somebody who is out already can still lose the prize, or be kept out of what comes; an alternate the chair."""
    if kind in SENT_AWAY:
        return (LIVE, BAGGED, WAITING, OUT)
    return (LIVE, BAGGED, WAITING) if kind == "elimination" else (LIVE, BAGGED)


def infraction_of(name: str, book: Settled) -> Sourced | Refused | None:
    """What the book says of an infraction, or what speaks for it; nothing when none was named."""
    if not name:
        return None
    parameter = book.rulebook.parameters.get(name)
    if parameter is None or parameter.type != "infraction":
        return Refused("penalty.unknown_infraction", {"infraction": name})
    said = book.rulebook[name]
    return said.fallback if isinstance(said, Silent) else said


# What the book allows


def _refuse(command: c.GivePenalty, entry: Entry, state: TournamentState, book: Settled) -> Refused | None:
    kinds, is_open = book["penalty.kinds"], book["penalty.list_open"]
    if command.kind not in kinds.value and not is_open.value and command.kind not in _of_conduct(command, book):
        return Refused("penalty.not_in_the_book", {"kind": command.kind, "kinds": list(kinds.value)}, kinds.cites)
    if command.kind == "suspension" and not (command.until_at or command.until_level or command.until_day):
        return Refused("penalty.until_when")
    most = book[MOST[command.kind]] if command.kind in MOST else None
    if most is not None and most.value and command.amount > most.value and not is_open.value:
        return Refused("penalty.too_many", {"most": most.value}, most.cites)
    if command.kind in PAID_IN_CHIPS and isinstance(book.rulebook["penalty.blinds.first"], Silent):
        return Refused("penalty.not_in_the_book", {"kind": command.kind, "kinds": list(kinds.value)}, kinds.cites)
    if command.kind in PAID_IN_CHIPS:
        return _refuse_chips(command, entry, state, book)
    return None


def _of_conduct(command: c.GivePenalty, book: Settled) -> tuple[str, ...]:
    """Beside the book's list: what is named for such conduct, by the open clause too where the book does not list it."""
    if not command.infraction:
        return ()
    names = (command.infraction,) if lists((command.infraction,), book.rulebook) else (command.infraction, UNLISTED)
    said = (book.rulebook[name] for name in names)
    return tuple(kind for one in said if isinstance(one, Sourced) for kind in one.value.sanctions)


def _refuse_chips(command: c.GivePenalty, entry: Entry, state: TournamentState, book: Settled) -> Refused | None:
    """Paid in chips: a fixed amount for the first and for the later ones, judged by those present."""
    judge = book["penalty.judge"]
    if judge.value == "all_present" and not command.present:
        return Refused("penalty.needs_vote", cites=judge.cites)
    if vote_blocks(command.objections, command.present, book):
        return Refused("penalty.no_consensus", {"objections": command.objections}, judge.cites)
    ladder = book["penalty.ladder"]
    owed = _blind_owed(entry, state, book)
    if ladder.value == "fixed" and command.kind != owed:
        return Refused("penalty.fixed_amount", {"owed": owed}, ladder.cites)
    return None


def _blind_owed(entry: Entry, state: TournamentState, book: Settled) -> str:
    given = (state.sanctions.penalties[one] for one in state.sanctions.of_person.get(entry.person, ()))
    earlier = sum(one.kind in PAID_IN_CHIPS and not one.lifted for one in given)
    return blind_owed_by(earlier, book)


# What it costs


def hands_of(command: c.GivePenalty, state: TournamentState, book: Settled) -> int:
    """Fixed now: players who come or go later change nothing."""
    if command.kind == "missed_hands":
        return command.amount
    if command.kind != "missed_rounds":
        return 0
    table = state.floor.table_of(command.entry)
    now_there = len(table.players) if table else state.the_sheet.table_size
    at_infraction = book["penalty.orbit.counted_when"].value == "at_infraction"
    players = command.players if command.players and at_infraction else now_there
    return orbit_cost(command.amount, players, book.decides)


def _chips(command: c.GivePenalty, state: TournamentState, book: Settled, now: Now) -> tuple[int, str]:
    """How many chips, and where they go."""
    if command.kind not in PAID_IN_CHIPS:
        return 0, ""
    levels = state.the_sheet.levels
    shown = shown_to(state, command.entry, now.at)
    level = levels[min(max(shown.level, 1), len(levels)) - 1]
    amount = level.small_blind if command.kind == "small_blind" else level.big_blind
    paid_to = book["penalty.blinds.paid_to"].value
    later = _starts_after_hand(command.infraction, book) is not None
    return amount, pot_for_penalty(paid_to, hand_over=command.hand_over, from_end_of_hand=later)


def _starts_after_hand(infraction: str, book: Settled) -> Sourced | None:
    """The rule by which a penalty for this waits for the end of the hand, where there is one."""
    if infraction != EXPOSING:
        return None
    said = book.rulebook["exposed.penalty_from"]
    rule = said.fallback if isinstance(said, Silent) else said
    return rule if rule and rule.value == "end_of_hand" else None


def _given(
    command: c.GivePenalty,
    entry: Entry,
    state: TournamentState,
    book: Settled,
    now: Now,
    infraction: Sourced | None,
) -> e.PenaltyGiven:
    chips, into = _chips(command, state, book, now)
    chair = state.floor.chair_of.get(entry.id)
    return e.PenaltyGiven(
        penalty=command.penalty,
        entry=entry.id,
        person=entry.person,
        kind=command.kind,
        amount=command.amount,
        hands=hands_of(command, state, book),
        after_hand=command.during_hand and into != "current_pot",
        chips=chips,
        into=into,
        slip=command.slip,
        table=chair.table if chair else 0,
        infraction=command.infraction,
        ruling=command.ruling,
        follows_tables=book["penalty.follows.tables"].value,
        follows_days=book["penalty.follows.days"].value,
        until_at=instant_of(command.until_at) if command.until_at else None,
        until_level=command.until_level,
        until_day=command.until_day,
        present=command.present,
        objections=command.objections,
        at=now.at,
        by=now.who,
        reason=now.noted(command.reason),
        because=f"penalty.given.{command.kind}",
        cites=_cites(command, infraction, book),
    )


CITED = {
    "missed_rounds": ("penalty.orbit.hands_per_player", "penalty.orbit.counted_when"),
    "missed_hands": ("penalty.serving.place",),
    "small_blind": ("penalty.blinds.first", "penalty.blinds.paid_to"),
    "big_blind": ("penalty.blinds.later", "penalty.blinds.paid_to"),
    "elimination": ("penalty.elimination.place", "penalty.elimination.prize"),
    "disqualification": ("penalty.disqualification.prize", "penalty.disqualification.buy_in"),
}


def _cites(command: c.GivePenalty, infraction: Sourced | None, book: Settled) -> tuple[str, ...]:
    later = _starts_after_hand(command.infraction, book)
    rules = [rule for rule in (infraction, later) if rule]
    rules += [book[name] for name in ("penalty.kinds", *CITED.get(command.kind, ()))]
    return tuple(dict.fromkeys(str(cite) for rule in rules for cite in rule.cites))
