"""Chips found later, lost, or carried out of sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.procedures.color_up import found_after_race
from feltro.rulings.doubt import Doubt, Heard, Possible
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Default, Option, PenaltyAdvice, Step, Unreadable

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Remedy, Ruling


def rule_found_chips(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Chips that turn up: after a race, after a called all-in, or lost on the floor."""
    when = facts["when"]
    if when == "lost":
        return _lost(facts, consultation)
    return _after_race(facts, consultation) if when == "after_race" else _after_all_in(facts, consultation)


def _after_race(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    if not facts["next_value"]:
        return Unreadable("next_value", "unreadable.missing")
    exchanged, removed = found_after_race(facts["amount"], facts["next_value"], consultation)
    values = {"exchanged": exchanged, "removed": removed}
    remedy: Remedy = "exchange" if exchanged else "remove_chips"
    because = "chips.exchanged" if exchanged else "chips.too_few_to_exchange"
    if exchanged and removed:
        because = "chips.exchanged_in_part"
    return consultation.rules(remedy, because, said=values, values=values)


def _lost(facts: Facts, consultation: Consultation) -> Ruling:
    said = {"amount": facts["amount"]}
    unknown = consultation.decides("chips.lost.owner_unknown")
    if consultation.asks("question.chips.owner_known", facts["owner_known"]):
        return consultation.rules("keep_chips", "chips.owner_gets_them", said=said, values={"removed": 0})
    if unknown == "director":
        options = (Option("remove_chips", "option.chips.remove"), Option("keep_chips", "option.chips.give_back"))
        return consultation.rules(
            "director_decides", "chips.lost_open", said=said, discretion=True, options=options
        )
    values = {"removed": facts["amount"]}
    steps = (Step("step.chips.to_inventory", said), Step("step.chips.off_the_total", said))
    return consultation.rules("remove_chips", "chips.lost_removed", said=said, values=values, steps=steps)


def _after_all_in(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Hidden chips can be lost and never won with, where they are in; or the director says whether they are."""
    for name in ("counted", "winner"):
        if facts[name] is None:
            return Unreadable(name, "unreadable.missing")
    ruling = consultation.decides("accepted_action.hidden.ruling")
    if ruling == "director":
        return _director_on_hidden(facts, consultation)
    if facts["winner"] == "owner":
        wins = consultation.decides("accepted_action.hidden.wins")
        values = _won(facts, facts["amount"] if wins else 0)
        because = "chips.hidden_win" if wins else "chips.hidden_win_nothing"
        return consultation.rules("keep_chips", because, said=values, values=values)
    saved = consultation.decides("accepted_action.hidden.on_loss") == "not_saved"
    must = consultation.detail("accepted_action.hidden.to_winner") == "must"
    values = _lost_all_in(facts, facts["amount"] if must else 0, not_saved=saved)
    return consultation.rules("award", "chips.hidden_lost", said=values, values=values)


def _director_on_hidden(facts: Facts, consultation: Consultation) -> Ruling:
    """The director says whether the chips were part of the action; if they were not, they win nothing and save nobody."""
    consultation.turns_on("accepted_action.hidden.wins")
    if facts["winner"] == "owner":
        return _hidden_by_winner(facts, consultation)
    not_saved = consultation.decides("accepted_action.hidden.on_loss") == "not_saved"
    consultation.turns_on("accepted_action.hidden.to_winner")
    kept_out = _lost_all_in(facts, 0, not_saved=not_saved)
    if facts["accepted"] or kept_out["owner_left"]:
        values = _lost_all_in(facts, facts["amount"], not_saved=False)
        return consultation.rules("award", "chips.hidden_lost", said=values, values=values)
    given = {**kept_out, "to_caller": kept_out["to_caller"] + facts["amount"]}
    options = (
        Option("award", "option.chips.hidden_to_winner", given),
        Option("remove_chips", "option.chips.hidden_removed", kept_out),
    )
    if facts["accepted"] is None:
        return _open_on_hidden("award", given, options, consultation)
    return _open_on_hidden("remove_chips", kept_out, options, consultation, "chips.hidden_to_whom")


def _hidden_by_winner(facts: Facts, consultation: Consultation) -> Ruling:
    """He won: paid for the chips only where they were part of the action."""
    paid, unpaid = _won(facts, facts["amount"]), _won(facts, 0)
    if facts["accepted"] is None:
        options = (
            Option("award", "option.chips.hidden_in", paid),
            Option("keep_chips", "option.chips.hidden_out", unpaid),
        )
        return _open_on_hidden("keep_chips", unpaid, options, consultation)
    if facts["accepted"]:
        return consultation.rules("award", "chips.hidden_win", said=paid, values=paid)
    return consultation.rules("keep_chips", "chips.hidden_win_nothing", said=unpaid, values=unpaid)


def _open_on_hidden(
    proposed: Remedy,
    values: dict[str, Any],
    options: tuple[Option, ...],
    consultation: Consultation,
    because: str = "chips.hidden_open",
) -> Ruling:
    """Left to the director; the numbers are those of what is proposed."""
    default = Default(proposed, None, consultation.speaker("accepted_action.hidden.ruling"))
    return consultation.rules(
        "director_decides", because, values=values, discretion=True, options=options, default=default
    )


def _won(facts: Facts, hidden: int) -> dict[str, Any]:
    """What the all-in player gets from the caller, and what both have then, the pot aside."""
    stack = facts["caller_stack"]
    paid = facts["counted"] + hidden
    taken = paid if stack is None else min(paid, stack)
    owner = facts["counted"] + facts["amount"] + taken
    return {"from_caller": taken, "owner_left": owner, "caller_left": None if stack is None else stack - taken}


def _lost_all_in(facts: Facts, hidden: int, *, not_saved: bool) -> dict[str, Any]:
    """What the caller gets, up to his own stack, and what the all-in player has left."""
    stack, whole = facts["caller_stack"], facts["counted"] + facts["amount"]
    lost = facts["counted"] + hidden
    taken = lost if stack is None else min(lost, stack)
    covered = stack is None or stack >= facts["counted"]
    return {"to_caller": taken, "owner_left": 0 if not_saved and covered else whole - taken}


def rule_transport(facts: Facts, consultation: Consultation) -> Ruling:
    """Chips are carried in sight. Hidden ones are taken, or may be, and the player may be put out."""
    container = consultation.detail("transport.container") or ()
    must = consultation.detail("transport.container_required")
    steps = tuple(Step(f"step.chips.carry_{one}_{'must' if must else 'should'}") for one in container)
    if not consultation.asks("question.chips.hidden", facts["hidden"]):
        consultation.turns_on("transport.visible")
        return consultation.rules("no_penalty", "chips.carried_in_sight", steps=steps)
    chips = consultation.decides("transport.hidden.chips")
    out = consultation.decides("transport.hidden.disqualification")
    kinds = () if out == "none" else ("disqualification",)
    usual = "disqualification" if out == "must" else None
    penalty = PenaltyAdvice(out == "must", kinds, usual, f"penalty.chips.hidden_{out}")
    values = {"removed": facts["amount"]}
    if chips == "confiscate":
        taken = (Step("step.chips.confiscate"), Step("step.chips.enter_removal"))
        return consultation.rules(
            "confiscate", "chips.hidden_confiscated", penalty=penalty, steps=(*taken, *steps), values=values
        )
    options = (Option("confiscate", "option.chips.confiscate"), Option("keep_chips", "option.chips.leave"))
    return consultation.rules(
        "director_decides",
        "chips.hidden_may_be_taken",
        penalty=penalty,
        discretion=True,
        options=options,
        default=Default("confiscate", None, consultation.rulebook.book.id),
        steps=steps,
    )


_OWNER_OR_CALLER = (Possible("unsaid.winner.owner", "owner"), Possible("unsaid.winner.caller", "caller"))


def _is_called(told: Heard) -> bool:
    return told.part.get("when") == "all_in_called"


KINDS = (
    Kind(
        "found_chips",
        (
            Field("when", "text", "when they turned up", ("after_race", "all_in_called", "lost"), required=True),
            Field("amount", "count", "their value", required=True),
            Field("next_value", "count", "lowest value in play"),
            Field(
                "owner_known",
                "boolean",
                "the owner is known",
                default=False,
                asked=Doubt("unsaid.owner_known"),
            ),
            Field("accepted", "boolean", "they were part of the accepted action, when decided"),
            Field("counted", "count", "all-in as counted, without them"),
            Field("caller_stack", "count", "the caller's whole stack"),
            Field(
                "winner",
                "text",
                "who won the hand",
                ("owner", "caller"),
                asked=Doubt("unsaid.winner", _OWNER_OR_CALLER, when=_is_called),
            ),
        ),
        rule_found_chips,
        {"when": "after_race", "amount": 125, "next_value": 100},
        "chips that turn up late",
    ),
    Kind(
        "transport",
        (
            Field(
                "hidden", "boolean", "chips were carried out of sight", default=False, asked=Doubt("unsaid.hidden")
            ),
            Field("amount", "count", "their value"),
        ),
        rule_transport,
        {"hidden": True, "amount": 5000},
        "chips carried from one table to another",
    ),
)
