"""Circumstances in which an act that a book forbids is no infraction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.notation import Facts, Field

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.rulings.consultation import Consultation

CIRCUMSTANCES = (
    Field("in_hand", "boolean", "the offender was in the hand"),
    Field("live_hand", "boolean", "he held live cards"),
    Field("all_in", "boolean", "he was all-in", default=False),
    Field("action_complete", "boolean", "all betting of the hand was over", default=False),
    Field("showdown_over", "boolean", "the showdown was over", default=False),
    Field("only_comment", "boolean", "he only commented: neither advice nor criticism", default=False),
    Field("changing_tables", "boolean", "while changing tables"),
    Field("talked_with", "text", "with whom he talked", ("players", "spectators", "advisers")),
    Field("concealment", "text", "how the face was hidden", ("partial", "continuous", "complete", "distracting")),
)


def excused(found: Sequence[str], facts: Facts, consultation: Consultation) -> str | None:
    """Why the act is none of the infractions named, if so."""
    reasons = [_EXCUSES[name](facts, consultation) if name in _EXCUSES else None for name in found]
    return reasons[0] if reasons and all(reasons) else None


def _advice(facts: Facts, consultation: Consultation) -> str | None:
    allowed = (
        facts["action_complete"] and consultation.spoken("conduct.advice.forbidden") == "until_action_complete"
    )
    if allowed:
        return "conduct.excused.action_complete"
    if facts["only_comment"] and not consultation.spoken("conduct.advice.includes_comments"):
        return "conduct.excused.only_comment"
    return _out_of_hand(facts, consultation)


def _out_of_hand(facts: Facts, consultation: Consultation) -> str | None:
    spared = facts["in_hand"] is False and not consultation.detail("conduct.disclosure.also_out_of_hand")
    return "conduct.excused.out_of_hand" if spared else None


def _strategy(facts: Facts, consultation: Consultation) -> str | None:
    forbidden = consultation.spoken("conduct.strategy.forbidden_with")
    outside = facts["talked_with"] is not None and forbidden is not None and facts["talked_with"] not in forbidden
    return "conduct.excused.talked_with" if outside else None


def _dodging(facts: Facts, consultation: Consultation) -> str | None:
    only_moves = consultation.spoken("conduct.dodging.scope") == "table_move"
    return "conduct.excused.not_a_move" if only_moves and facts["changing_tables"] is False else None


def _assistance(facts: Facts, consultation: Consultation) -> str | None:
    only_live = consultation.spoken("devices.assistance_banned") == "with_live_hand"
    return "conduct.excused.no_live_hand" if only_live and facts["live_hand"] is False else None


def _leaving(facts: Facts, consultation: Consultation) -> str | None:
    if facts["live_hand"] is False:
        return "conduct.excused.no_live_hand"
    if facts["all_in"] and consultation.spoken("conduct.leaving.includes_all_in") is False:
        return "conduct.excused.all_in"
    until = consultation.spoken("conduct.leaving.until")
    over = facts["showdown_over"] or (facts["action_complete"] and until == "action_complete")
    return "conduct.excused.action_complete" if over else None


def _concealment(facts: Facts, consultation: Consultation) -> str | None:
    rule = consultation.spoken("conduct.concealment.forbidden_when")
    how = facts["concealment"]
    forbidden = {
        "complete_and_permanent": {"complete"},
        "continuous_or_distracting": {"continuous", "complete", "distracting"},
    }.get(rule or "any")
    spared = how is not None and forbidden is not None and how not in forbidden
    return "conduct.excused.identity_seen" if spared else None


_EXCUSES: dict[str, Callable[[Facts, Consultation], str | None]] = {
    "conduct.advice_or_criticism": _advice,
    "conduct.disclosing_hand": _out_of_hand,
    "conduct.reading_unshown_hand": _out_of_hand,
    "conduct.strategy_talk": _strategy,
    "conduct.dodging_blinds": _dodging,
    "conduct.assistance_tool": _assistance,
    "conduct.leaving_with_live_hand": _leaving,
    "conduct.identity_hidden": _concealment,
}
