"""Hands that the whole room counts: hand for hand before the money, and the last ones of a day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.kernel.money import Money
from feltro.procedures.hand_for_hand import level_ends_in_hand, seconds_after
from feltro.procedures.last_hands import MINUTE, last_hands
from feltro.procedures.places import Bust, Finish, finishes_by, shared_prizes
from feltro.rulebook.book import Silent
from feltro.rulings.doubt import UNKNOWN, Doubt
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Default, Option, Step, Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feltro.rulebook.book import Rulebook
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.doubt import Heard
    from feltro.rulings.ruling import Ruling


def rule_hand_for_hand(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Three questions: who finished where, what the clock shows, and what happens to a called all-in."""
    if facts["what"] == "clock":
        return _clock(facts, consultation)
    return _all_in(facts, consultation) if facts["what"] == "all_in" else _busts(facts, consultation)


def _clock(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    if facts["seconds_left"] is None:
        return Unreadable("seconds_left", "unreadable.missing")
    minutes = consultation.decides("hand_for_hand.minutes_per_hand")
    goes_up = consultation.decides("hand_for_hand.levels_go_up")
    left = seconds_after(facts["seconds_left"], facts["hands"], minutes)
    ends = level_ends_in_hand(facts["seconds_left"], minutes) if goes_up else None
    new = goes_up and ends is not None and facts["hands"] >= ends
    values = {"seconds_left": left, "level_ends_in_hand": ends, "next_hand_level": "new" if new else "old"}
    because = "last_hands.clock_new_level" if new else "last_hands.clock"
    return consultation.rules("play_on", because, said={"minutes": minutes}, values=values)


def _all_in(facts: Facts, consultation: Consultation) -> Ruling:
    """A called all-in waits face down for the other tables; then a floor runs one table at a time."""
    waits = consultation.decides("hand_for_hand.called_all_in.waits")
    floor = consultation.decides("hand_for_hand.called_all_in.floor_present")
    order = consultation.decides("hand_for_hand.called_all_in.order")
    called, playing = facts["called"], facts["tables_playing"]
    if not called:
        return consultation.rules("play_on", "last_hands.no_all_in")
    others = consultation.asks("question.last_hands.others_playing", bool(playing))
    one_by_one = order == "one_table_at_a_time"
    steps = (
        *((Step("step.last_hands.face_down"), Step("step.last_hands.wait")) if waits and others else ()),
        *((Step("step.last_hands.floor_runs"),) if floor else ()),
        Step("step.last_hands.one_by_one" if one_by_one else "step.last_hands.together"),
    )
    values = {"waits": waits and others, "order": list(called) if one_by_one else None}
    if waits and others:
        return consultation.rules("halt", "last_hands.all_in_waits", steps=steps, values=values)
    return consultation.rules("play_on", "last_hands.all_in_runs", steps=steps, values=values)


def _busts(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    unreadable = _check_busts(facts)
    if unreadable is not None:
        return unreadable
    busts = [Bust(one["player"], one["table"], one["stack"] or 0) for one in facts["busts"]]
    tables = {bust.table for bust in busts}
    together = len(busts) > len(tables)
    consultation.asks("question.last_hands.different_tables", len(tables) > 1)
    found = finishes_by(busts, facts["players_left"], consultation)
    ends = consultation.decides("hand_for_hand.ends")
    if any(_stack_matters(one, facts["busts"], consultation.rulebook) for one in facts["busts"]):
        return _stacks_untold(facts, consultation)
    tied = any(len(finish.players) > 1 for finish in found)
    shares = consultation.detail("hand_for_hand.busts.tied_prizes") if tied else "sum_shared_equally"
    left = facts["players_left"] - len(busts)
    values = {
        "places": {player: finish.place for finish in found for player in finish.players},
        "prizes": _prizes(facts, found) if shares == "sum_shared_equally" else None,
        "players_left": left,
    }
    if facts["paid"] is not None and ends == "paid_places_reached":
        values["hand_for_hand_over"] = left <= facts["paid"]
    steps = (Step("step.last_hands.over"),) if values.get("hand_for_hand_over") else ()
    tie = "last_hands.equal_stacks" if _at_one_table(found, busts) else "last_hands.tie"
    if tied and _split_is_open(found, facts, consultation):
        return _tie_with_open_split(f"{tie}_split_open", values, steps, consultation)
    because = tie if tied else "last_hands.by_stack" if together else "last_hands.place"
    return consultation.rules("award", because, values=values, steps=steps)


def _stacks_untold(facts: Facts, consultation: Consultation) -> Ruling:
    """The rule can be told, and who is out; the places wait for the stacks."""
    values = {"places": None, "prizes": None, "players_left": facts["players_left"] - len(facts["busts"])}
    return consultation.rules("award", "last_hands.by_stack", values=values)


def _stack_matters(one: Mapping[str, Any], busts: Sequence[Any], rulebook: Rulebook) -> bool:
    """Nobody said with how many chips he began a hand in which others of his table went out, and the book ranks by it."""
    if one.get("stack") not in (None, UNKNOWN):
        return False
    beside = [other for other in busts if isinstance(other, dict) and other.get("table") == one.get("table")]
    same_table = rulebook["hand_for_hand.busts.same_table"]
    ranks = same_table.fallback if isinstance(same_table, Silent) else same_table
    return len(beside) > 1 and ranks is not None and ranks.value == "bigger_stack_first"


def _stack_in_doubt(told: Heard) -> bool:
    busts = told.whole.get("busts")
    return isinstance(busts, list) and _stack_matters(told.part, busts, told.rulebook)


def _at_one_table(found: Sequence[Finish], busts: Sequence[Bust]) -> bool:
    """Whether those who tie sat together: neither began the hand with more chips."""
    table = {bust.player: bust.table for bust in busts}
    tied = [{table[player] for player in finish.players} for finish in found if len(finish.players) > 1]
    return bool(tied) and all(len(tables) == 1 for tables in tied)


def _split_is_open(found: Sequence[Finish], facts: Facts, consultation: Consultation) -> bool:
    """The book ranks those who tie; how they share is open only where it is silent and there is a prize to share."""
    silent = isinstance(consultation.rulebook["hand_for_hand.busts.tied_prizes"], Silent)
    paid = facts["paid"]
    return silent and any(
        len(finish.players) > 1 and (paid is None or finish.places[0] <= paid) for finish in found
    )


def _tie_with_open_split(
    because: str, values: dict[str, Any], steps: tuple[Step, ...], consultation: Consultation
) -> Ruling:
    """The tie is the book's; the equal split is a default, told as one."""
    return consultation.rules(
        "award",
        because,
        values=values,
        steps=steps,
        discretion=True,
        options=(
            Option("award", "option.last_hands.equal_split"),
            Option("award", "option.last_hands.other_split"),
        ),
        default=Default("award", None, consultation.speaker("hand_for_hand.busts.tied_prizes")),
    )


def _check_busts(facts: Facts) -> Unreadable | None:
    busts, left = facts["busts"], facts["players_left"]
    if left is None or not busts:
        return Unreadable("players_left" if left is None else "busts", "unreadable.missing")
    if len(busts) > left:
        return Unreadable("busts", "unreadable.more_busts", {"value": str(len(busts)), "left": left})
    names = [one["player"] for one in busts]
    for place, one in enumerate(busts):
        if names.count(one["player"]) > 1:
            return Unreadable(f"busts[{place}].player", "unreadable.twice", {"value": one["player"]})
    strange = next((place for place in facts["prizes"] if not place.isdecimal()), None)
    if strange is not None:
        return Unreadable(f"prizes.{strange}", "unreadable.count", {"value": strange})
    return None


def _prizes(facts: Facts, found: Sequence[Finish]) -> dict[str, int | float | None]:
    """Prizes in the unit told, shared to the hundredth. Places beyond the paid ones get nothing; what is not told stays open."""
    paid = facts["paid"]
    told = {int(place): Money(round(prize * 100)) for place, prize in facts["prizes"].items()}
    last = max(told, default=0) if paid is None else paid
    in_the_money = {place: prize for place, prize in told.items() if place <= last}
    prizes: dict[str, int | float | None] = {}
    for finish in found:
        known = all(place > last or place in told for place in finish.places)
        shared = shared_prizes(finish, in_the_money)
        prizes |= {player: _unit(shared[player].centavos) if known else None for player in finish.players}
    return prizes


def _unit(hundredths: int) -> int | float:
    return hundredths / 100 if hundredths % 100 else hundredths // 100


def rule_end_of_day(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """The clock stops in a window before the end, and a card says how many hands are left."""
    rules = last_hands(consultation)
    if rules.several_days_only and not facts["multi_day"]:
        return consultation.rules("no", "last_hands.one_day_event")
    cards, window = list(rules.hands), rules.window
    values: dict[str, Any] = {"cards": cards, "window_minutes": list(window), "hands": None}
    said = {"shortest": window[0], "longest": window[1], "lowest": cards[0], "highest": cards[-1]}
    minutes = facts["minutes_left"]
    outside = minutes is not None and not rules.in_window(minutes * MINUTE)
    if consultation.asks("question.last_hands.outside_window", outside):
        return consultation.rules("no", "last_hands.outside_window", said=said, values=values)
    drawn_by = consultation.decides("end_of_day.drawn_by")
    all_tables = consultation.decides("end_of_day.same_for_all_tables")
    last = Step("step.last_hands.all_tables" if all_tables else "step.last_hands.that_table")
    steps = (Step("step.last_hands.stop_clock"), Step(f"step.last_hands.{drawn_by}_draws", said), last)
    if facts["card"] is None:
        return consultation.rules("yes", "last_hands.draw_card", said=said, values=values, steps=steps)
    hands = _hands_of(facts["card"])
    if hands not in cards:
        return Unreadable("card", "unreadable.choice", {"value": facts["card"]}, tuple(map(str, cards)))
    values["hands"] = hands
    return consultation.rules("yes", "last_hands.hands", said={"hands": hands}, values=values, steps=steps)


def _hands_of(card: str) -> int | None:
    """The number on the card drawn: `4`, or a card such as `4s`."""
    number = card.strip().rstrip("cdhsCDHS")
    return int(number) if number.isdecimal() else None


_BUST_PARTS = (
    Field("player", "name", "who is out", required=True),
    Field("table", "name", "where", required=True),
    Field(
        "stack",
        "count",
        "chips at the start of the hand",
        asked=Doubt("unsaid.bust_stack", values=(), when=_stack_in_doubt),
    ),
)

KINDS = (
    Kind(
        "hand_for_hand",
        (
            Field("what", "text", "what is asked", ("bust", "clock", "all_in"), required=True),
            Field("players_left", "count", "players before this hand's eliminations"),
            Field("paid", "count", "places paid"),
            Field(
                "prizes", "map", "prize by place", default={}, parts=(Field("prize", "number", "", required=True),)
            ),
            Field(
                "busts",
                "list",
                "players out in this hand",
                parts=(Field("bust", "table", "", required=True, parts=_BUST_PARTS),),
            ),
            Field("seconds_left", "count", "left of the level when hand for hand began"),
            Field("hands", "count", "hands played since", default=0),
            Field("called", "tally", "tables with a called all-in", default=()),
            Field("tables_playing", "tally", "tables still playing the hand", default=()),
        ),
        rule_hand_for_hand,
        {
            "what": "bust",
            "players_left": 51,
            "paid": 50,
            "prizes": {"50": 1000},
            "busts": [{"player": "A", "table": "3"}, {"player": "B", "table": "7"}],
        },
        "places, clock and all-ins while tables play hand for hand",
    ),
    Kind(
        "end_of_day",
        (
            Field("minutes_left", "number", "minutes left in the last level"),
            Field("card", "name", "card drawn"),
            Field("multi_day", "boolean", "the event has several days", default=True),
        ),
        rule_end_of_day,
        {"minutes_left": 9.5, "card": 4},
        "the last hands of a day",
    ),
)
