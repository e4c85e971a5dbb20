"""Seats drawn, mistaken, swapped or taken late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.alternatives import or_else
from feltro.rulings.doubt import YES_OR_NO, Doubt
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Default, Option, Step

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Ruling


def rule_wrong_seat(facts: Facts, consultation: Consultation) -> Ruling:
    """He goes where he was drawn. His present stack goes with him if he began with the right chips."""
    if not consultation.asks("question.seats.started", facts["started"]):
        consultation.turns_on("seating.draw.method")
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
            consultation.turns_on("reentry.surrender")
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
        "wrong_seat",
        (
            Field(
                "started",
                "boolean",
                "the player has begun to play there",
                default=False,
                asked=Doubt("unsaid.started"),
            ),
            Field(
                "stack_right",
                "boolean",
                "he began with the right chips",
                default=False,
                asked=Doubt("unsaid.stack_right", YES_OR_NO, when=lambda told: bool(told.part.get("started"))),
            ),
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
            Field(
                "before_start",
                "boolean",
                "play has not started",
                default=False,
                asked=Doubt("unsaid.before_start"),
            ),
            Field("agreed", "boolean", "all of them agree", default=False, asked=Doubt("unsaid.agreed")),
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
            Field(
                "event_allows",
                "boolean",
                "the event's sheet allows giving chips up, when known",
                asked=Doubt("unsaid.event_allows", when=lambda told: bool(told.part.get("surrender"))),
            ),
        ),
        rule_reentry,
        {"surrender": True, "chips": 900},
        "a player who wants to enter again",
    ),
)
