"""Standing questions whose answer depends on the table, the game or what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.called import OBJECTS
from feltro.rulings.ruling import Option

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.consultation import Consultation
    from feltro.rulings.notation import Facts
    from feltro.rulings.ruling import Remedy, Ruling

POT_TOLD = "pot_limit.pot_told.structures"
CONCEALMENT = "conduct.concealment.forbidden_when"
STACKS = "chips.stacks.size"
POT_LIMIT = {"plhe", "plo", "plo8"}
LIMIT = {"flhe", "flo8", "stud", "stud8", "razz", "27td", "badugi"}

YES_OR_NO = (Option("yes", "option.policy.may.yes"), Option("no", "option.policy.may.no"))

HIDDEN = {
    "any": {"partial", "continuous", "complete", "distracting"},
    "complete_and_permanent": {"complete"},
    "continuous_or_distracting": {"continuous", "complete", "distracting"},
}


def pot_size_told(facts: Facts, consultation: Consultation) -> Ruling:
    """Only in the structures that the book names."""
    game = facts["game"]
    structure = "pot_limit" if game in POT_LIMIT else "limit" if game in LIMIT else "no_limit"
    told = structure in consultation.decides(POT_TOLD)
    consultation.asks("question.policy.pot_limit", structure == "pot_limit")
    uncounted = consultation.beside(POT_TOLD, "pot_limit.pot_not_counted.structures") or ()
    counted = told or structure not in uncounted
    because = "policy.pot_size_told.yes" if told else "policy.pot_size_told.no"
    return consultation.rules(
        "yes" if told else "no", because, values={"dealer_counts": counted}, options=YES_OR_NO
    )


def dealer_states_raise(facts: Facts, consultation: Consultation) -> Ruling:
    when = consultation.decides("conduct.dealer.states_raise")
    allowed = when == "on_request" and facts["asked"] is not False
    because = f"policy.dealer_states_raise.{when if allowed or when == 'never' else 'not_asked'}"
    return consultation.rules("yes" if allowed else "no", because, values={"when": when}, options=YES_OR_NO)


def devices(facts: Facts, consultation: Consultation) -> Ruling:
    """No device at the tables named; elsewhere by whether the player is in a hand, or disturbs."""
    if facts["feature_table"]:
        return feature_table_devices(facts, consultation)
    when = consultation.decides("devices.at_table")
    values = {"when": when}
    if when == "house_rules":
        return consultation.rules(
            "director_decides", "policy.devices.house_rules", discretion=True, options=YES_OR_NO, values=values
        )
    forbidden = facts["in_hand"] if when == "out_of_hand" else facts["disturbs"]
    consultation.asks("question.policy.in_hand" if when == "out_of_hand" else "question.policy.disturbs", forbidden)
    answer: Remedy = "no" if forbidden else "yes"
    return consultation.rules(answer, f"policy.devices.{when}.{answer}", values=values, options=YES_OR_NO)


def feature_table_devices(facts: Facts, consultation: Consultation) -> Ruling:
    tables = consultation.decides("devices.banned_tables")
    asked = facts["feature_table"]
    banned = asked in tables if asked else bool(tables)
    because = "policy.feature_table_devices.no" if banned else "policy.feature_table_devices.yes"
    return consultation.rules(
        "no" if banned else "yes", because, values={"tables": list(tables)}, options=YES_OR_NO
    )


def assistance_tools(facts: Facts, consultation: Consultation) -> Ruling:
    when = consultation.decides("devices.assistance_banned")
    banned = when == "at_table" or facts["in_hand"]
    because = "policy.assistance_tools.no" if banned else "policy.assistance_tools.yes"
    return consultation.rules("no" if banned else "yes", because, values={"banned": when}, options=YES_OR_NO)


def languages(facts: Facts, consultation: Consultation) -> Ruling:
    """Which languages may be spoken at the table, or whether this one may."""
    asked = facts["language"]
    allowed = consultation.decides("language.allowed")
    spoken = list(dict.fromkeys(facts["host_language"] if one == "host_country" else one for one in allowed))
    values = {"languages": spoken}
    if asked is None or asked in spoken:
        return consultation.rules("yes", "policy.languages.yes", said=values, values=values, options=YES_OR_NO)
    return consultation.rules("no", "policy.languages.no", said=values, values=values, options=YES_OR_NO)


def chip_stacks(facts: Facts, consultation: Consultation) -> Ruling:
    """Whether stacks of this size may stay so; without a size, how stacks are kept."""
    size = consultation.decides(STACKS)
    standard = consultation.decides("chips.stacks.standard")
    counted = consultation.detail("chips.stacks.counted")
    alike = consultation.beside(STACKS, "chips.stacks.same_value")
    values = {"size": size, "mandatory": standard == "required", "standard": standard, "counted": counted}
    values |= {} if alike is None else {"same_value": alike}
    asked = facts["size"]
    if asked and size:
        rest = asked % size
        values["piles"] = [size] * (asked // size) + ([rest] if rest else [])
    fits = asked is None or asked == size or (counted == "multiples" and size and asked % size == 0 and asked > 0)
    if consultation.asks("question.policy.stack_fits", bool(fits)):
        because = f"policy.chip_stacks.{standard}"
        return consultation.rules("yes", because, said={"size": size}, values=values, options=YES_OR_NO)
    if standard == "required":
        return consultation.rules("no", "policy.chip_stacks.wrong", said={"size": size}, values=values)
    may_force = consultation.beside(STACKS, "chips.stacks.floor_may_rearrange")
    because = "policy.chip_stacks.may_be_forced" if may_force else "policy.chip_stacks.advised"
    return consultation.rules("yes", because, said={"size": size}, values=values, options=YES_OR_NO)


def identity_hidden(facts: Facts, consultation: Consultation) -> Ruling:
    """Whether a face may be hidden in this way; without a way, whether it may at all."""
    when = consultation.decides(CONCEALMENT)
    consultation.cite_own("conduct.identity_hidden")
    judged = consultation.beside(CONCEALMENT, "conduct.concealment.director_judges")
    asked = facts["concealment"]
    values = {"forbidden_when": when, "director_judges": bool(judged)}
    if asked is None or asked in HIDDEN[when]:
        return consultation.rules("no", f"policy.identity_hidden.{when}", values=values, options=YES_OR_NO)
    return consultation.rules("yes", "policy.identity_hidden.seen", values=values, options=YES_OR_NO)


def personal_objects(facts: Facts, consultation: Consultation) -> Ruling:
    """Only the objects that the book names may lie on the table."""
    allowed = consultation.decides(OBJECTS)
    fits = facts["object"] in allowed
    because = "policy.personal_objects.yes" if fits else "policy.personal_objects.no"
    return consultation.rules(
        "yes" if fits else "no", because, values={"allowed": list(allowed)}, options=YES_OR_NO
    )


def stack_estimate(_: Facts, consultation: Consultation) -> Ruling:
    """Who may have a reasonable estimate of a stack."""
    entitled = list(consultation.decides("chips.estimate.right_of"))
    answer: Remedy = "yes" if "players" in entitled else "no"
    return consultation.rules(
        answer, f"policy.may.{answer}", said={"topic": "stack_estimate"}, values={"of": entitled}
    )


def unforeseen(_: Facts, consultation: Consultation) -> Ruling:
    """What no clause covers belongs to the direction, in every book."""
    consultation.turns_on("event.unforeseen.decided_by")
    consultation.cite_own("direction.decision_final")
    return consultation.rules("director_decides", "policy.unforeseen", discretion=True)


SPECIAL: dict[str, Callable[[Facts, Consultation], Ruling]] = {
    "pot_size_told": pot_size_told,
    "dealer_states_raise": dealer_states_raise,
    "devices": devices,
    "feature_table_devices": feature_table_devices,
    "assistance_tools": assistance_tools,
    "languages": languages,
    "chip_stacks": chip_stacks,
    "identity_hidden": identity_hidden,
    "personal_objects": personal_objects,
    "stack_estimate": stack_estimate,
    "unforeseen": unforeseen,
}
