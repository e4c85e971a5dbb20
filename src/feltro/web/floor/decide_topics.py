"""What a floor person is called for besides bets, by topic, the most frequent first: one tap begins the situation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.rulings.classics import BLINDS, SEATS, classics
from feltro.web.floor.decide_taps import Tap
from feltro.web.floor.decide_told import ToldSoFar, renamed

if TYPE_CHECKING:
    from feltro.rulings.classics import Classic
    from feltro.web.floor.decide_known import KnownTable


class Topic(NamedTuple):
    """A line of the list: `decide.topic.<name>` says it, `picture` is drawn beside it."""

    name: str
    kind: str
    facts: dict[str, Any] = {}  # noqa: RUF012 - a line of a table that nobody changes
    picture: str = ""


class TopicShelf(NamedTuple):
    """`decide.shelf.<name>` says it."""

    name: str
    topics: tuple[Topic, ...]


TOPICS: tuple[TopicShelf, ...] = (
    TopicShelf(
        "time",
        (
            Topic("clock_call", "clock_call", picture="clock"),
            Topic("action_clock", "action_clock", picture="clock"),
            Topic("new_level", "new_level", picture="clock"),
        ),
    ),
    TopicShelf(
        "deal",
        (
            Topic("card_exposed", "misdeal", {"what": "first_or_second_card_exposed"}, "1+1"),
            Topic("cards_exposed", "misdeal", {"what": "cards_exposed"}, "2+0"),
            Topic("wrong_count", "misdeal", {"what": "wrong_card_count"}, "0+3"),
            Topic("wrong_button", "misdeal", {"what": "button_misplaced"}, "button"),
            Topic("misdeal", "misdeal", picture="0+2"),
            Topic("button_short", "button_short", picture="0+1"),
            Topic("substantial", "substantial_action", picture="seats"),
        ),
    ),
    TopicShelf(
        "board",
        (
            Topic("four_cards", "board", {"what": "four_cards", "street": "flop"}, "4+0"),
            Topic("premature", "board", {"what": "premature", "street": "turn"}, "3+1"),
            Topic("no_burn", "board", {"what": "no_burn"}, "5+0"),
            Topic("extra_burn", "board", {"what": "extra_burn"}, "3+2"),
            Topic("board", "board", picture="3+0"),
            Topic("burns", "burns", picture="0+1"),
        ),
    ),
    TopicShelf(
        "showdown",
        (
            Topic("order", "showdown_order", picture="seats"),
            Topic("muck", "fold_gesture", {"how": "muck", "at_showdown": True}, "0+2"),
            Topic("killed", "killed_hand", {"by": "dealer"}, "0+2"),
            Topic("see", "see_hand", picture="0+2"),
            Topic("show", "show", picture="2+0"),
            Topic("exposed", "exposed", picture="2+0"),
            Topic("fold_gesture", "fold_gesture", picture="0+2"),
            Topic("wrong_pot", "dispute", {"about": "result"}, "chips"),
            Topic("pot_count", "dispute", {"about": "pot_count"}, "chips"),
            Topic("odd_chip", "odd_chip", picture="chips"),
            Topic("nuts", "nuts", picture="2+0"),
        ),
    ),
    TopicShelf(
        "seats",
        (
            Topic("presence", "presence", picture="seats"),
            Topic("wrong_seat", "wrong_seat", picture="seats"),
            Topic("next_button", "next_button", picture="button"),
            Topic("deal_in", "deal_in", picture="seats"),
            Topic("halt", "halt", picture="seats"),
            Topic("balance", "balance", picture="seats"),
            Topic("break_table", "break_table", picture="seats"),
            Topic("seat_swap", "seat_swap", picture="seats"),
            Topic("button_draw", "button_draw", picture="button"),
            Topic("mixed_button", "mixed_button", picture="button"),
            Topic("final_table", "final_table", picture="seats"),
        ),
    ),
    TopicShelf(
        "chips",
        (
            Topic("hidden", "found_chips", {"when": "all_in_called"}, "chips"),
            Topic("found", "found_chips", picture="chips"),
            Topic("count", "count_request", picture="chips"),
            Topic("race", "chip_race", picture="chips"),
            Topic("transport", "transport", picture="chips"),
        ),
    ),
    TopicShelf(
        "conduct",
        (
            Topic("conduct", "conduct", picture="seats"),
            Topic("penalty_effect", "penalty_effect", picture="seats"),
            Topic("policy", "policy", picture="book"),
        ),
    ),
    TopicShelf(
        "event",
        (
            Topic("hand_for_hand", "hand_for_hand", picture="clock"),
            Topic("end_of_day", "end_of_day", picture="clock"),
            Topic("late_entry", "late_entry", picture="chips"),
            Topic("reentry", "reentry", picture="chips"),
        ),
    ),
)

SCALED = frozenset({"acts", "stacks", "posted", "pot", "amount", "counted", "caller_stack"})

_BY_NAME = {topic.name: topic for shelf in TOPICS for topic in shelf.topics}


def topic_taps(told: ToldSoFar, known: KnownTable, tap: str) -> ToldSoFar | None:
    """`topic:four_cards`: a situation of its kind with what its name already says; `classic:3` one of the thirty."""
    verb, _, name = tap.partition(":")
    if verb == "classic":
        found = next((one for one in classics() if str(one.number) == name), None)
        return _example(found, known) if found else None
    topic = _BY_NAME.get(name) if verb == "topic" else None
    if topic is None:
        return None
    begun = Tap(told, known).do(f"kind:{topic.kind}")
    return ToldSoFar({**begun.situation, **topic.facts})


def _example(classic: Classic, known: KnownTable) -> ToldSoFar:
    """One of the thirty at this table: its positions by who sits there, its amounts by the blinds of the level."""
    known_already = ("book", "game") if "kind" in classic.situation else ("book", "game", "blinds")
    base = {name: known.base[name] for name in known_already if name in known.base}
    return ToldSoFar(renamed({**_scaled(dict(classic.situation), known), **base}, _in_position(known.seats)))


def _in_position(seats: tuple[str, ...]) -> dict[str, str]:
    """Positions by who has them; a short table keeps the positions' own names."""
    if len(seats) < len(SEATS):
        return {}
    return dict(zip(SEATS, (*seats[:4], *seats[-3:]), strict=True))


def _scaled(told: dict[str, Any], known: KnownTable) -> dict[str, Any]:
    blinds = known.base.get("blinds")
    big = blinds[1] if blinds else BLINDS[1]
    return {name: _times(value, big) if name in SCALED else value for name, value in told.items()}


def _times(value: Any, big: int) -> Any:
    """Every amount in it, by the size of the big blind."""
    match value:
        case bool():
            return value
        case int():
            return value * big // BLINDS[1]
        case str():
            return re.sub(r"\d+", lambda found: str(int(found[0]) * big // BLINDS[1]), value)
        case list():
            return [_times(one, big) for one in value]
        case dict():
            return {name: one if name == "player" else _times(one, big) for name, one in value.items()}
    return value
