"""Who is dealt in where, and seats drawn, mistaken, swapped or taken late."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulings.kinds.alternatives import or_else
from feltro.rulings.kinds.table_seats import BIG_BLIND, BUTTON, SMALL_BLIND, not_in_order, seat_list, told_positions
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Default, Option, Step
from feltro.tournament.dealing_in import duty_of

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Remedy, Ruling, Unreadable

ARRIVALS = ("new", "late", "broken", "balanced")
BLINDS = ("big_blind", "small_blind")


def rule_deal_in(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """An arriving player takes the position he finds; one who is away is dealt in and his hand is killed."""
    unreadable = not_in_order(facts)
    if unreadable is not None:
        return unreadable
    told = (facts["button"], facts["small_blind"] or 0, facts["big_blind"], facts["seat"])
    coming = told_positions(facts, max(*facts["occupied"], *told))
    duty = duty_of(facts["seat"], coming)
    consultation.asks("question.seats.duty", duty)
    if facts["why"] in ARRIVALS:
        return _arrives(facts, duty, consultation)
    return _away(facts, duty, consultation)


def _arrives(facts: Facts, duty: str, consultation: Consultation) -> Ruling:
    said = {"seat": facts["seat"], "blind": duty}
    no_hand_seat = consultation.decides("seating.no_hand_seat")
    if duty == "no_hand" and no_hand_seat != "none":
        values: dict[str, Any] = {"dealt": False, "posts": False, "hand": None}
        steps = (Step("step.seats.waits_for_button", said),)
        return consultation.rules("no_hand", "seats.no_hand", said=said, values=values, steps=steps)
    takes = consultation.decides("seating.takes_position")
    if duty in BLINDS and takes:
        values = {"dealt": True, "posts": True, "blind": duty, "hand": "live"}
        steps = (Step(f"step.seats.posts_{duty}", said),)
        return consultation.rules("post", f"seats.posts_{duty}", said=said, values=values, steps=steps)
    values = {"dealt": True, "posts": False, "hand": "live"}
    because = "seats.takes_button" if duty == "button" and takes else "seats.dealt_in"
    return consultation.rules("deal_in", because, said=said, values=values)


def _away(facts: Facts, duty: str, consultation: Consultation) -> Ruling:
    """Serving a penalty or absent: what the book says of it; of a penalty it may say only what it says of absence."""
    serving = facts["why"] == "penalty"
    hand = consultation.spoken("penalty.serving.hand") if serving else None
    hand = hand or consultation.decides("presence.absent.hand")
    forced = consultation.spoken("penalty.serving.posts") if serving else None
    forced = forced or consultation.detail("presence.absent.posts") or ()
    dealt = consultation.detail("penalty.serving.dealt_in") if serving else True
    posts = (duty in BLINDS and "blinds" in forced) or (facts["ante"] and "antes" in forced)
    if not dealt:
        values = {"dealt": False, "posts": posts, "hand": None}
        return consultation.rules("no_hand", "seats.away_not_dealt", said={"seat": facts["seat"]}, values=values)
    live = hand == "live_hand"
    values = {"dealt": True, "posts": posts, "hand": "live" if live else "dead"}
    said = {"seat": facts["seat"], "blind": duty}
    steps = (
        Step("step.seats.deal_in", said),
        *((Step("step.seats.take_forced", said),) if posts else ()),
        *(() if live else (Step("step.seats.kill_hand", said),)),
    )
    remedy: Remedy = "deal_in" if live else "dead_hand"
    because = "seats.away_live" if live else f"seats.{facts['why']}_dead"
    return consultation.rules(remedy, because, said=said, values=values, steps=steps)


def rule_wrong_seat(facts: Facts, consultation: Consultation) -> Ruling:
    """He goes where he was drawn. His present stack goes with him if he began with the right chips."""
    if not consultation.asks("question.seats.started", facts["started"]):
        consultation.decides("seating.draw.method")
        return consultation.rules("move", "seats.wrong_before_start", steps=(Step("step.seats.to_drawn_seat"),))
    right = consultation.asks("question.seats.stack_right", facts["stack_right"])
    if not right and consultation.decides("seating.wrong_seat.right_chips_needed"):
        options = (
            Option("move", "option.seats.move_and_correct"),
            Option("move", "option.seats.move_as_is"),
        )
        proposed = Default("move", None, consultation.rulebook.book.id)
        return consultation.rules(
            "director_decides", "seats.wrong_chips", discretion=True, options=options, default=proposed
        )
    takes = consultation.decides("seating.wrong_seat.stack")
    stack = facts["stack_now"] if takes == "current" else facts["starting_stack"]
    because = f"seats.moves_with_{takes}"
    steps = (Step("step.seats.to_drawn_seat"), Step(f"step.seats.take_{takes}_stack"))
    return consultation.rules("move", because, steps=steps, values={"stack": stack})


@or_else({"no": Option("yes", "option.seats.swap")})
def rule_seat_swap(facts: Facts, consultation: Consultation) -> Ruling:
    """A swap undoes the draw, unless the book lets players agree on it before the start."""
    allowed = consultation.decides("seating.swap.allowed")
    if allowed == "never":
        return consultation.rules("no", "seats.swap_never")
    if not consultation.asks("question.seats.before_start", facts["before_start"]):
        return consultation.rules("no", "seats.swap_too_late")
    if not consultation.asks("question.seats.agreed", facts["agreed"]):
        return consultation.rules("no", "seats.swap_not_agreed")
    return consultation.rules("yes", "seats.swap_allowed", steps=(Step("step.seats.record_swap"),))


def rule_late_entry(facts: Facts, consultation: Consultation) -> Ruling:
    """Late players, alternates and re-entries: a full stack, or one that has paid the blinds gone by."""
    kind = consultation.decides("entry.late.stack")
    passed = 0 if kind == "full" else facts["blinds_passed"]
    stack = max(0, facts["starting_stack"] - passed)
    draw = consultation.detail("entry.late.draw")
    steps = (Step(f"step.seats.late_{draw}"),)
    said = {"stack": stack}
    return consultation.rules("deal_in", f"seats.late_{kind}", said=said, steps=steps, values={"stack": stack})


def rule_reentry(facts: Facts, consultation: Consultation) -> Ruling:
    """After elimination, within the sheet's limits; giving chips up only where the book leaves room for it."""
    if consultation.asks("question.seats.eliminated", facts["eliminated"]):
        if consultation.spoken("reentry.surrender") is None:
            consultation.decides("reentry.surrender")
        limited = consultation.detail("reentry.limited_by_sheet")
        steps = (Step("step.seats.check_sheet"),) if limited else ()
        return consultation.rules("yes", "seats.reentry_after_bust", steps=steps)
    surrender = consultation.decides("reentry.surrender")
    refused = surrender == "never" or (surrender == "if_event_allows" and facts["event_allows"] is False)
    if not facts["surrender"] or refused:
        because = "seats.reentry_only_eliminated" if surrender == "never" else "seats.reentry_not_allowed"
        return consultation.rules("no", because if facts["surrender"] else "seats.reentry_still_in")
    chips = consultation.decides("reentry.surrendered_chips")
    conditional = surrender == "if_event_allows" and facts["event_allows"] is None
    options = (
        Option("remove_chips", "option.seats.surrender_allowed"),
        Option("no", "option.seats.surrender_refused"),
    )
    if chips == "blinded_off":
        return consultation.rules("keep_chips", "seats.surrender_blinded", values={"removed": 0})
    because = "seats.surrender_if_allowed" if conditional else "seats.surrender_allowed"
    values = {"removed": facts["chips"]}
    return consultation.rules(
        "remove_chips", because, options=options if conditional else (), values=values,
        steps=(Step("step.seats.remove_surrendered"),),
    )  # fmt: skip


KINDS = (
    Kind(
        "deal_in",
        (
            seat_list("occupied", "occupied chairs"),
            BUTTON,
            SMALL_BLIND,
            BIG_BLIND,
            Field("seat", "count", "the player's chair", required=True),
            Field("why", "text", "why it is asked", (*ARRIVALS, "penalty", "absent"), required=True),
            Field("ante", "boolean", "every player posts an ante", default=False),
        ),
        rule_deal_in,
        {"occupied": [1, 3, 4, 5], "button": 1, "small_blind": 3, "big_blind": 4, "seat": 2, "why": "broken"},
        "positions of the coming hand; whether this seat gets cards and what it owes",
    ),
    Kind(
        "wrong_seat",
        (
            Field("started", "boolean", "the player has begun to play there", default=False),
            Field("stack_right", "boolean", "he began with the right chips", default=False),
            Field("stack_now", "count", "his chips now"),
            Field("starting_stack", "count", "the starting stack"),
        ),
        rule_wrong_seat,
        {"started": True, "stack_right": True, "stack_now": 23500},
        "a player found in a seat that was not drawn for him",
    ),
    Kind(
        "seat_swap",
        (
            Field("before_start", "boolean", "play has not started", default=False),
            Field("agreed", "boolean", "all of them agree", default=False),
        ),
        rule_seat_swap,
        {"before_start": True, "agreed": True},
        "players who want to swap the seats drawn",
    ),
    Kind(
        "late_entry",
        (
            Field("starting_stack", "count", "chips of a stack at the start", required=True),
            Field("blinds_passed", "count", "blinds and antes that went by", default=0),
        ),
        rule_late_entry,
        {"starting_stack": 20000},
        "the stack of an alternate, a late entry or a re-entry",
    ),
    Kind(
        "reentry",
        (
            Field("surrender", "boolean", "he wants to give up his chips", default=False),
            Field("eliminated", "boolean", "he is out", default=False),
            Field("chips", "count", "chips he still has"),
            Field("event_allows", "boolean", "the event's sheet allows giving chips up, when known"),
        ),
        rule_reentry,
        {"surrender": True, "chips": 900},
        "a player who wants to enter again",
    ),
)
