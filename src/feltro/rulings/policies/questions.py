"""Standing questions of a room: what the book allows, obliges or holds, whatever the hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from feltro.rulings.called import in_codes
from feltro.rulings.notation import MOST_CHIPS_PUSHED, Facts, Field, Kind
from feltro.rulings.policies.room import SPECIAL
from feltro.rulings.ruling import Option, Unreadable

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Remedy, Ruling


@dataclass(frozen=True, slots=True)
class Plain:
    """A question that one value answers: yes when it is one of `yes`.

    `asks` chooses the words (may he, must he, does it hold); `no_if_spoken` is for what a clause forbids.
    `also` are values that stand in the same rule and are told with the answer.
    """

    parameter: str
    asks: str = "may"
    yes: tuple[Any, ...] = (True,)
    no_if_spoken: bool = False
    also: tuple[str, ...] = ()


PLAIN: dict[str, Plain] = {
    "rabbit_hunting": Plain("showdown.rabbit_hunting.allowed"),
    "deck_change_request": Plain("deck.change.on_request", also=("deck.change.when",)),
    "dealer_splits_raise": Plain("conduct.dealer.splits_raise"),
    "dealer_tells_past_action": Plain("conduct.dealer.tells_past_action"),
    "dealer_reads_hands": Plain("showdown.dealer.reads_hands_aloud", "must"),
    "cards_speak": Plain("showdown.cards_speak", "holds"),
    "speak_up_on_errors": Plain("showdown.error.speak_up", "must", ("required",)),
    "speak_up_out_of_hand": Plain("showdown.error.by_players_out_of_the_hand"),
    "direction_final": Plain("direction.decision_final", "holds"),
    "fairness_over_rules": Plain("direction.fairness_overrides", "holds"),
    "rule_change_during_event": Plain("event.rules.change_from", yes=("at_once",)),
    "rule_change_notice": Plain("event.rules.change_notice", "must"),
    "regional_terms": Plain("words.regional.accepted", also=("words.official",)),
    "nonstandard_terms": Plain("words.nonstandard.player_risk", "holds"),
    "pot_word_outside_pot_limit": Plain("words.pot.only_pot_limit", yes=(False,)),
    "tap_is_check": Plain("words.tap.is_check", "holds"),
    "wait_for_amount": Plain("betting.wait_for_amount.required", "must"),
    "string_bet_call_checked": Plain("betting.string_bet.player_call_checked", "must"),
    "ask_staff_for_amount": Plain("accepted_action.may_ask_staff"),
    "caller_checks_amount": Plain("accepted_action.caller_checks", "must"),
    "phone": Plain("conduct.phone_call_at_table", no_if_spoken=True),
    "audible_device": Plain("conduct.audible_device", no_if_spoken=True),
    "streaming": Plain("conduct.streaming", no_if_spoken=True),
    "recording": Plain("conduct.recording", no_if_spoken=True),
    "device_on_table": Plain("conduct.device_on_table", no_if_spoken=True),
    "rail_use": Plain("devices.rail", yes=("allowed",)),
    "laptop_outside_socket": Plain("devices.laptop_outside_socket"),
    "director_stops_device": Plain("devices.director_may_stop"),
    "player_reports_distraction": Plain("devices.players_may_report"),
    "weapon": Plain("conduct.weapon", no_if_spoken=True),
    "cards_out_of_sight": Plain("conduct.cards_not_visible", no_if_spoken=True),
    "touching_pot": Plain("conduct.touching_pot", no_if_spoken=True),
    "high_chips_visible": Plain("chips.high_value.visible", "must"),
    "floor_rearranges_stacks": Plain("chips.stacks.floor_may_rearrange"),
    "unscheduled_color_up": Plain("chips.color_up.may_be_unscheduled"),
    "color_up_announced": Plain("chips.color_up.unscheduled_announced", "must"),
    "watch_color_up": Plain("chips.color_up.right_to_watch"),
    "chips_have_cash_value": Plain("chips.cash_value", "holds"),
    "chips_leave_area": Plain("chips.may_leave_area"),
    "rebuy_announced": Plain("rebuy.announced_binds", "must", also=("rebuy.announce_until",)),
    "rebuy_skips_hand": Plain("rebuy.may_skip_hand"),
    "penalty_on_first_offence": Plain("penalty.ladder", yes=("free",)),
    "special_needs_seat": Plain("seating.special_needs", yes=("when_possible",)),
}

MAY_OR_NOT = {
    asks: (Option("yes", f"option.policy.{asks}.yes"), Option("no", f"option.policy.{asks}.no"))
    for asks in ("may", "must", "holds")
}


def rule_policy(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    topic = consultation.asks("question.policy.topic", facts["topic"])
    read = in_codes(facts, consultation.rulebook)
    if isinstance(read, Unreadable):
        return read
    ruling = SPECIAL[topic](read, consultation) if topic in SPECIAL else _plain(topic, PLAIN[topic], consultation)
    return ruling if ruling.discretion else replace(ruling, options=())


def _plain(topic: str, plain: Plain, consultation: Consultation) -> Ruling:
    said = {"topic": topic}
    value = consultation.decides(plain.parameter)
    options = MAY_OR_NOT[plain.asks]
    if value is None:
        consultation.turns_on("event.unforeseen.decided_by")
        return consultation.rules(
            "director_decides", "policy.not_foreseen", said=said, discretion=True, options=options
        )
    if value == "house_rules":
        return consultation.rules(
            "director_decides", "policy.house_rules", said=said, discretion=True, options=options
        )
    answer: Remedy = "yes" if value in plain.yes and not plain.no_if_spoken else "no"
    values = {name.rpartition(".")[2]: _told(consultation.detail(name)) for name in plain.also}
    return consultation.rules(answer, f"policy.{plain.asks}.{answer}", said=said, values=values, options=options)


def _told(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


KINDS = (
    Kind(
        "policy",
        (
            Field("topic", "text", "what is asked", (*PLAIN, *SPECIAL), required=True),
            Field("asked", "boolean", "somebody asked the dealer, or a spoken amount is checked"),
            Field("in_hand", "boolean", "the player is in a hand", default=False),
            Field("feature_table", "text", "a special table", ("televised", "main_event_final")),
            Field("disturbs", "boolean", "it disturbs, delays or gives an edge", default=False),
            Field("language", "text", "language spoken, by its two letters"),
            Field("host_language", "text", "language of the host country", ("pt", "es", "en"), default="pt"),
            Field("size", "count", "chips in a stack", most=MOST_CHIPS_PUSHED),
            Field(
                "concealment",
                "text",
                "how the face is hidden",
                ("partial", "continuous", "complete", "distracting"),
            ),
            Field("object", "text", "the object on the table"),
        ),
        rule_policy,
        {"topic": "rabbit_hunting"},
        "What the book allows or obliges, whatever the hand.",
    ),
)
