"""The last hands of a day: the clock stops in a window before the end, and a card says how many hands are left."""

from feltro.kernel.cards import SUITS
from feltro.kernel.draws import Deck
from feltro.kernel.outcome import Refused
from feltro.procedures.last_hands import last_hands
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import ClockFace, standing, the_day
from feltro.tournament.draws.source import (
    awaits_value,
    key_lost,
    label_now,
    labelled,
    refuse_source,
    shown,
    source_named,
)
from feltro.tournament.facts import pace as e
from feltro.tournament.facts.draws import PublicValueAdded
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.pace import commands as c
from feltro.tournament.pace.tables import tables_of
from feltro.tournament.sheet import Day
from feltro.tournament.state import LIVE, TournamentState
from feltro.tournament.state.draws import CARDS, PLAYER
from feltro.tournament.state.pace import LastHands


def cards_of(book: Settled) -> tuple[str, ...]:
    """The cards of the draw: from the lowest number of hands to the highest, in four suits."""
    return tuple(f"{number}{suit}" for number in last_hands(book).hands for suit in SUITS)


def label_of(tournament: str, day: str) -> str:
    return f"last hands {tournament} {day}"


def last_deck(day: str, state: TournamentState) -> Deck:
    last = state.pace.last_hands[day]
    return Deck(label_now(label_of(state.tournament, day), last.commitment, state), last.cards)


def stop(command: c.StopForLastHands, state: TournamentState, book: Settled, now: Now) -> Outcome:
    day = the_day(state, command.day)
    if day is None:
        return Refused("tournament.no_such_day", {"day": command.day})
    face = standing(state, day.id, now.at)
    again = bool(command.reason.strip())
    refused = _refuse_stop(day, face, state, book, again=again) or refuse_source(command, book, now, cards=True)
    if refused:
        return refused
    chance, cards = now.the_chance, cards_of(book)
    label = labelled(label_of(state.tournament, day.id), command)
    commitment = chance.seal(Deck(label, cards))
    window = book["end_of_day.window_minutes"]
    return (
        e.LastHandsCalled(
            day=day.id,
            draw=chance.sealed_at(commitment),
            label=label,
            commitment=commitment,
            cards=cards,
            seconds_left=face.seconds_left,
            reason=now.noted(command.reason),
            at=now.at,
            because="pace.last_hands_called",
            cites=cited(window),
        ),
        *source_named(command, commitment),
    )


def _refuse_stop(
    day: Day, shown: ClockFace, state: TournamentState, book: Settled, *, again: bool
) -> Refused | None:
    several, window, rules = book["end_of_day.multi_day_only"], book["end_of_day.window_minutes"], last_hands(book)
    last = state.pace.last_hands_of(day.id)
    if rules.several_days_only and len(state.the_sheet.days) < 2:
        return Refused("last_hands.one_day_event", cites=several.cites)
    if last is not None and not again:  # a card drawn, or a commitment shown: not another one without a word
        return Refused("pace.last_hands_on", {"day": day.id})
    if day.id in state.pace.hand_for_hand:
        return Refused("pace.hand_for_hand_on", {"day": day.id})
    if not shown.level:
        return Refused("clock.not_started", {"day": day.id})
    if day.until_level is not None and shown.level != day.until_level:
        return Refused("pace.not_last_level", {"level": day.until_level, "now": shown.level}, window.cites)
    if shown.at_rest or not rules.in_window(shown.seconds_left):
        shortest, longest = rules.window
        values = {"shortest": shortest, "longest": longest, "left": shown.written}
        return Refused("pace.outside_window", values, window.cites)
    return None


def draw(command: c.DrawLastHands, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Revealed also when a real deck was used: what was committed to is then shown not to have been taken."""
    day = the_day(state, command.day)
    last = state.pace.last_hands_of(day.id) if day else None
    if day is None or last is None:
        return Refused("pace.last_hands_off", {"day": command.day})
    if last.hands:
        return Refused("pace.last_hands_drawn", {"card": last.card})
    refused = _refuse_draw(command, last.cards, state, book) or _refuse_value(command, last, state)
    if refused:
        return refused
    public, given = _public(command, last, state)
    drawn = now.the_chance.drawn(last_deck(day.id, state), last.commitment, public)
    if not command.card and not drawn:
        return key_lost(last.commitment)
    card = command.card or drawn[0]
    tables = tables_of(state, day.id)
    return (
        *given,
        e.LastHandsDrawn(
            day=day.id,
            card=card,
            hands=int(card[:-1]),
            by="deck" if command.card else "draw",
            entry=command.entry,
            public=public,
            secret=now.the_chance.unseal(now.the_chance.sealed_at(last.commitment)),
            tables=tables,
            in_hand=tuple(table for table in tables if table in state.clocks.hands),
            at=now.at,
            because="pace.last_hands_drawn_now",
            cites=cited(book["end_of_day.hands"], book["end_of_day.same_for_all_tables"]),
        ),
    )


def _refuse_value(command: c.DrawLastHands, last: LastHands, state: TournamentState) -> Refused | None:
    """Said aloud by whoever was named when the clock stopped, or not at all; from real cards where that was said."""
    source = state.draws.source(last.commitment)
    if source is None:
        return Refused("draw.no_source", {"commitment": shown(last.commitment)}) if command.public else None
    if bool(command.card) != (source.kind == CARDS):
        return Refused("draw.sealed_cards_only" if command.card else "draw.cards_give_it")
    if command.public and (source.public or source.kind != PLAYER):
        return Refused("draw.value_is_fixed" if source.public else "draw.another_gives_value")
    return awaits_value(last.commitment) if source.awaits and not command.public else None


def _public(
    command: c.DrawLastHands, last: LastHands, state: TournamentState
) -> tuple[str, tuple[PublicValueAdded, ...]]:
    """The room's value, and the fact that fixes it where it is said with the draw."""
    source = state.draws.source(last.commitment)
    if source is not None and command.public:
        return command.public, (PublicValueAdded(draw=source.commitment, public=command.public),)
    return (source.public if source else ""), ()


def _refuse_draw(
    command: c.DrawLastHands, cards: tuple[str, ...], state: TournamentState, book: Settled
) -> Refused | None:
    by, hands = book["end_of_day.drawn_by"], book["end_of_day.hands"]
    player = state.entries.get(command.entry)
    if by.value == "player" and (player is None or player.status != LIVE):
        return Refused("pace.player_draws", cites=by.cites)
    if command.card and command.card not in cards:
        lowest, highest = hands.value
        return Refused("pace.not_such_a_card", {"lowest": lowest, "highest": highest}, hands.cites)
    return None
