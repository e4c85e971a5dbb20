"""The last hands of a day: the clock stops in a window before the end, and a card says how many hands are left."""

from feltro.kernel.cards import SUITS
from feltro.kernel.draws import Deck
from feltro.kernel.outcome import Refused
from feltro.procedures.last_hands import last_hands
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import ClockFace, standing, the_day
from feltro.tournament.facts import pace as e
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.pace import commands as c
from feltro.tournament.pace.tables import tables_of
from feltro.tournament.sheet import Day
from feltro.tournament.state import LIVE, TournamentState


def cards_of(book: Settled) -> tuple[str, ...]:
    """The cards of the draw: from the lowest number of hands to the highest, in four suits."""
    return tuple(f"{number}{suit}" for number in last_hands(book).hands for suit in SUITS)


def label_of(tournament: str, day: str) -> str:
    return f"last hands {tournament} {day}"


def stop(command: c.StopForLastHands, state: TournamentState, book: Settled, now: Now) -> Outcome:
    day = the_day(state, command.day)
    if day is None:
        return Refused("tournament.no_such_day", {"day": command.day})
    shown = standing(state, day.id, now.at)
    refused = _refuse_stop(day, shown, state, book, again=bool(command.reason.strip()))
    if refused:
        return refused
    chance, cards = now.the_chance, cards_of(book)
    commitment = chance.seal(Deck(label_of(state.tournament, day.id), cards))
    window = book["end_of_day.window_minutes"]
    return (
        e.LastHandsCalled(
            day=day.id,
            draw=chance.sealed_at(commitment),
            label=label_of(state.tournament, day.id),
            commitment=commitment,
            cards=cards,
            seconds_left=shown.seconds_left,
            reason=now.key if command.reason else "",
            at=now.at,
            because="pace.last_hands_called",
            cites=cited(window),
        ),
    )


def _refuse_stop(
    day: Day, shown: ClockFace, state: TournamentState, book: Settled, *, again: bool
) -> Refused | None:
    several, window, rules = book["end_of_day.multi_day_only"], book["end_of_day.window_minutes"], last_hands(book)
    last = state.pace.last_hands_of(day.id)
    if rules.several_days_only and len(state.the_sheet.days) < 2:
        return Refused("last_hands.one_day_event", cites=several.cites)
    if last is not None and last.hands and not again:
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
    refused = _refuse_draw(command, last.cards, state, book)
    if refused:
        return refused
    deck = Deck(label_of(state.tournament, day.id), last.cards)
    card = command.card or now.the_chance.drawn(deck, last.draw, command.public)[0]
    tables = tables_of(state, day.id)
    return (
        e.LastHandsDrawn(
            day=day.id,
            card=card,
            hands=int(card[:-1]),
            by="deck" if command.card else "draw",
            entry=command.entry,
            public=command.public,
            secret=now.the_chance.unseal(last.draw),
            tables=tables,
            in_hand=tuple(table for table in tables if table in state.clocks.hands),
            at=now.at,
            because="pace.last_hands_drawn_now",
            cites=cited(book["end_of_day.hands"], book["end_of_day.same_for_all_tables"]),
        ),
    )


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
