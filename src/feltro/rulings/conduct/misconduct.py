"""Misconduct: whether the book's clause is met, who judges, what may be given and what is usual."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feltro.procedures.penalties import EXPOSING, PAID_IN_CHIPS, UNLISTED, lists, orbit_cost, vote_blocks
from feltro.rulebook.book import Silent
from feltro.rulings.conduct.circumstances import CIRCUMSTANCES, excused
from feltro.rulings.conduct.history import read_history
from feltro.rulings.conduct.infractions import NamedInfraction, find_infraction, is_grave, sets_of
from feltro.rulings.conduct.sanctions import grave_sanction, owed_now, sanctions_for, usual_sanction
from feltro.rulings.conduct.soft_play import case_by_case, soft_play_sanctions
from feltro.rulings.doubt import Doubt, Possible
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Default, Option, PenaltyAdvice, Ruling, Step, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from feltro.procedures.penalties import Sanction
    from feltro.rulebook.book import Sourced
    from feltro.rulebook.values import Infraction
    from feltro.rulings.consultation import Consultation

ALSO_PENALISED = {
    "conduct.acting_out_of_turn": ("out_of_turn.penalty", "out_of_turn.penalty_when"),
    "conduct.folding_out_of_turn": ("out_of_turn.fold.penalty", None),
    EXPOSING: ("exposed.penalty", None),
}
"""Acts that a rule of play may punish too, beside the catalogue of conduct."""

ALSO_IS = {"conduct.folding_out_of_turn": "conduct.acting_out_of_turn"}
"""What breaks a wider rule too: whoever folds out of turn acts out of turn."""

SOFT_PLAY, COLLUSION, NUTS = "conduct.soft_play", "conduct.collusion", "soft_play.nuts.automatic"
BY_STAFF = {"conduct.dealer_speech"}
"""Lapses of the dealer: kept on record, no player answers for them."""


def rule_conduct(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    named = find_infraction(facts["infraction"], consultation.rulebook)
    if isinstance(named, Unreadable):
        return named
    earlier = read_history(facts["history"], consultation.rulebook)
    if isinstance(earlier, Unreadable):
        return earlier
    facts = {**facts, "earlier": earlier}
    named = _agreed(_widened(named), facts, consultation)
    if _only_passive(named, facts, consultation):
        consultation.cite_own("soft_play.nuts.automatic")
        return case_by_case(soft_play_sanctions(consultation), consultation)
    found = [name for name in named.parameters if consultation.spoken(name) is not None]
    if not consultation.asks("question.conduct.in_the_book", bool(found)):
        return _not_listed(named, facts, consultation)
    if set(found) <= BY_STAFF:
        return consultation.rules("no_penalty", "conduct.dealer_lapse", steps=(Step("step.conduct.record_dealer"),))
    consultation.cite_own(*(listed for listed, _ in named.listed_in))
    excuse = excused(found, facts, consultation)
    if excuse:
        return consultation.rules("no_penalty", excuse)
    said: dict[str, Infraction] = {name: consultation.spoken(name) for name in found}
    met = {name: one for name, one in said.items() if _trigger_met(one.trigger, named, facts, consultation)}
    by_play = _penalised_in_play(found, facts, consultation)
    if not consultation.asks("question.conduct.trigger", bool(met)) and by_play in {None, "none"}:
        return _trigger_missing(said[found[0]].trigger, consultation)
    if not met:
        consultation.sets_aside(found[0], "aside.conduct.trigger")
    required = any(one.required for one in met.values()) or by_play == "must"
    reminder = _reminder(named, consultation)
    ruling = _penalty(met or said, required, facts, consultation)
    return replace(ruling, steps=(*reminder, *ruling.steps))


def _only_passive(named: NamedInfraction, facts: Facts, consultation: Consultation) -> bool:
    """Named by the clause on the best hand that was only checked, in a book that does not call it soft play by itself:
    it is answered as the question about that hand is."""
    if named.parameters != (SOFT_PLAY,) or NUTS not in sets_of(facts["infraction"], consultation.rulebook):
        return False
    return not consultation.decides(NUTS)


def _reminder(named: NamedInfraction, consultation: Consultation) -> tuple[Step, ...]:
    """How long the number of cards is for the player to check, where that was his lapse and the book says it."""
    asked = ("conduct.duties", "check_card_count") in named.listed_in
    until = consultation.spoken("conduct.card_count.check_before") if asked else None
    return (Step(f"step.conduct.count_before.{until}"),) if until else ()


def _widened(named: NamedInfraction) -> NamedInfraction:
    wider = tuple(ALSO_IS[name] for name in named.parameters if name in ALSO_IS)
    return named.joined(NamedInfraction(wider))


def _agreed(named: NamedInfraction, facts: Facts, consultation: Consultation) -> NamedInfraction:
    """Soft play that as many as collusion takes agreed on is collusion too."""
    if SOFT_PLAY not in named.parameters or facts["people"] is None:
        return named
    together = consultation.spoken("conduct.collusion_people")
    if together is None or facts["people"] < together:
        return named
    return named.joined(NamedInfraction((COLLUSION,), (("conduct.collusion_kinds", "soft_play"),)))


def _trigger_met(trigger: str, named: NamedInfraction, facts: Facts, consultation: Consultation) -> bool:
    repeated = facts["repeated"] or _done_before(named, facts["history"], consultation)
    match trigger:
        case "intentional":
            return bool(facts["deliberate"])
        case "repeated":
            return repeated
        case "intentional_or_repeated":
            return facts["deliberate"] or repeated
        case "refusal":
            return facts["refused"] or repeated
        case _:
            return True


def _done_before(named: NamedInfraction, history: Sequence[str], consultation: Consultation) -> bool:
    """Whether an entry of the history names this same infraction."""
    earlier = (find_infraction(one, consultation.rulebook) for one in history)
    return any(set(one.parameters) & set(named.parameters) for one in earlier if isinstance(one, NamedInfraction))


def _penalised_in_play(found: Sequence[str], facts: Facts, consultation: Consultation) -> str | None:
    """`must`, `may` or `none` by the rule of play for such an act; None where there is none."""
    for name in found:
        penalty, when = ALSO_PENALISED.get(name, (None, None))
        applies = penalty and (when is None or _in_any_case(when, consultation) or facts["deliberate"])
        if penalty and not applies:
            consultation.sets_aside(penalty, "aside.nuts.harmless")
        said = consultation.spoken(penalty) if penalty and applies else None
        if said is not None:
            consultation.cite_own(*([when] if when else []))
            return str(said)
    return None


def _in_any_case(when: str, consultation: Consultation) -> bool:
    return bool(consultation.looks_at(when) == "any_case")


def _trigger_missing(trigger: str, consultation: Consultation) -> Ruling:
    key = "step.conduct.ask_to_stop" if trigger == "refusal" else "step.conduct.remind"
    return consultation.rules("no_penalty", f"conduct.not_{trigger}", steps=(Step(key),))


def _penalty(met: Mapping[str, Infraction], required: bool, facts: Facts, consultation: Consultation) -> Ruling:
    kinds = sanctions_for([*met.values(), *_by_the_open_clause(met, consultation)], consultation)
    if consultation.asks("question.conduct.consensus", _no_consensus(kinds, facts, consultation)):
        return consultation.rules("no_penalty", "conduct.no_consensus")
    earlier = facts["earlier"]
    grave = consultation.asks("question.conduct.grave", is_grave(met, consultation.rulebook))
    usual = grave_sanction(met, consultation) if grave else usual_sanction(kinds, earlier, consultation)
    kinds = owed_now(kinds, earlier, consultation)
    grows = consultation.decides("penalty.ladder")
    because = "conduct.penalty_required" if required else "conduct.penalty_possible"
    return consultation.rules(
        "penalty",
        because,
        discretion=not required or len(kinds) > 1,
        options=_options(kinds, required=required),
        penalty=with_usual(required, kinds, usual, "grave" if grave else grows),
        values={**_values(usual, kinds, facts, consultation), **_start(met, consultation)},
        steps=_steps(usual, kinds, consultation),
    )


def _by_the_open_clause(met: Iterable[str], consultation: Consultation) -> tuple[Infraction, ...]:
    """What the book has for conduct that it does not list itself, though the event settled something for it."""
    unlisted = None if lists(met, consultation.rulebook) else consultation.spoken(UNLISTED)
    return (unlisted,) if unlisted else ()


def _start(met: Mapping[str, Infraction], consultation: Consultation) -> dict[str, Any]:
    """Cards shown too early: a book may let that penalty begin only when the hand is over."""
    return {"penalty_from": consultation.detail("exposed.penalty_from")} if EXPOSING in met else {}


def with_usual(required: bool, kinds: Sequence[str], usual: Sanction | None, grows: str) -> PenaltyAdvice:
    """The penalty with what is proposed; for a grave act nothing is, unless its own clause names it."""
    if usual is None:
        because = "penalty.conduct.grave_not_named" if grows == "grave" else "penalty.conduct.not_named"
        return PenaltyAdvice(required, tuple(kinds), None, because)
    return PenaltyAdvice(required, tuple(kinds), usual.kind, f"penalty.conduct.{grows}", {"usual": usual.kind})


def _options(kinds: Sequence[str], *, required: bool) -> tuple[Option, ...]:
    given = tuple(Option("penalty", f"option.conduct.{kind}") for kind in kinds)
    return given if required else (*given, Option("no_penalty", "option.conduct.no_penalty"))


def _no_consensus(kinds: Sequence[str], facts: Facts, consultation: Consultation) -> bool:
    """Where those present judge a penalty in chips, one objection blocks it, or a majority does."""
    if not any(kind in PAID_IN_CHIPS for kind in kinds) or facts["objections"] is None:
        return False
    return vote_blocks(facts["objections"], facts["people_present"] or 0, consultation)


def _values(
    usual: Sanction | None, kinds: Sequence[str], facts: Facts, consultation: Consultation
) -> dict[str, Any]:
    """The numbers of the penalty: the chips that one costs here, or the hands to miss of the usual one."""
    owed = next((kind for kind in kinds if kind in PAID_IN_CHIPS), None)
    if owed:
        return {"chips": facts[owed]}
    if usual is None:
        return {}
    if usual.kind == "missed_hands":
        return {"hands": usual.amount}
    if usual.kind == "missed_rounds":
        return {"rounds": usual.amount, "hands": _orbits(usual.amount, facts["players_at_table"], consultation)}
    return {"hands": 0} if usual.kind == "warning" else {}


def _orbits(rounds: int, players: int | None, consultation: Consultation) -> int | None:
    return None if players is None else orbit_cost(rounds, players, consultation.detail)


def _steps(usual: Sanction | None, kinds: Sequence[str], consultation: Consultation) -> tuple[Step, ...]:
    in_chips = any(kind in PAID_IN_CHIPS for kind in kinds)
    judge = consultation.detail("penalty.judge" if in_chips or usual else "conduct.judge")
    return (Step(f"step.conduct.judge.{judge}"), Step("step.conduct.record"))


def _not_listed(named: NamedInfraction, facts: Facts, consultation: Consultation) -> Ruling:
    """Conduct that this book does not list: its list is open, so the direction may still act."""
    unlisted = consultation.spoken(UNLISTED)
    kinds = sanctions_for([unlisted] if unlisted else [], consultation)
    earlier = facts["earlier"]
    grave = is_grave(named.parameters, consultation.rulebook)
    usual = None if grave else usual_sanction(kinds, earlier, consultation)
    kinds = owed_now(kinds, earlier, consultation)
    fallback = _named_elsewhere(named, consultation)
    if fallback:
        consultation.cite_clauses(fallback.clause)
    return consultation.rules(
        "director_decides",
        "conduct.not_listed",
        discretion=True,
        options=_options(kinds, required=False),
        default=Default("penalty", None, fallback.clause.book) if fallback else None,
        penalty=with_usual(False, kinds, usual, "grave" if grave else "open_list"),
        values=_values(usual, kinds, facts, consultation),
    )


def _named_elsewhere(named: NamedInfraction, consultation: Consultation) -> Sourced | None:
    """What the book that speaks for a silent one says of it, under whichever of its names."""
    silent = (consultation.rulebook[name] for name in named.parameters)
    return next((one.fallback for one in silent if isinstance(one, Silent) and one.fallback), None)


_FIRST_OR_SECOND = (Possible("unsaid.first_penalty", []), Possible("unsaid.second_penalty", ["penalty"]))

KINDS = (
    Kind(
        "conduct",
        (
            Field("infraction", "text", "clause of the book's catalogue, or the infraction's name", required=True),
            Field(
                "history",
                "list",
                "the player's earlier penalties",
                parts=(Field("", "name", "a penalty", required=True),),
                asked=Doubt("unsaid.history", _FIRST_OR_SECOND),
            ),
            Field("players_at_table", "count", "players at the table, the offender among them"),
            Field("small_blind", "count", "small blind of the level"),
            Field("big_blind", "count", "big blind of the level"),
            Field("repeated", "boolean", "he keeps doing it", default=False),
            Field("deliberate", "boolean", "on purpose", default=False, asked=Doubt("unsaid.deliberate")),
            Field("refused", "boolean", "he was asked to stop or to put it right, and refused", default=False),
            Field("hand_over", "boolean", "the hand in question is over", default=False),
            Field("people", "count", "how many took part by agreement"),
            Field("objections", "count", "people present who object, where those present judge"),
            Field("people_present", "count", "how many are present, where a majority is enough"),
            *CIRCUMSTANCES,
        ),
        rule_conduct,
        {"infraction": "stalling", "history": ["warning"], "players_at_table": 8, "deliberate": True},
        "An infraction of conduct: which penalties, and the usual one.",
    ),
)
