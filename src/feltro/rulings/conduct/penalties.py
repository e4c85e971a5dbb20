"""What a penalty does once given: hands to sit out, how they are served, and what going out means."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from feltro.procedures.penalties import (
    CHARGED,
    MOST,
    carried_over,
    disqualify,
    eliminate,
    hands_left,
    orbit_cost,
    served_at_the_chair,
)
from feltro.rulebook.book import Silent
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.forced_bets import forced_bets
from feltro.rulings.play.games import family_of
from feltro.rulings.ruling import Option, Ruling, Step, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.procedures.penalties import Exit
    from feltro.rulings.consultation import Consultation

WHAT = (
    "warning",
    "hands",
    "orbits",
    "dead_hand",
    "elimination",
    "disqualification",
    "suspension",
    "ban",
    "exclusion",
)


def rule_penalty_effect(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    what = _what(facts)
    if what is None:
        return Unreadable("penalty", "unreadable.missing", {}, WHAT)
    consultation.asks("question.penalty_effect.what", what)
    return _EFFECTS[what](facts, consultation)


def _what(facts: Facts) -> str | None:
    """The penalty named; orbits or hands that are counted name themselves."""
    if facts["penalty"]:
        return str(facts["penalty"])
    return "orbits" if facts["rounds"] is not None else "hands" if facts["hands"] is not None else None


def _warning(_: Facts, consultation: Consultation) -> Ruling:
    if "warning" not in consultation.decides("penalty.kinds"):
        return _not_in_the_book(consultation)
    return consultation.rules("penalty", "penalty_effect.warning", values={"hands": 0})


def _not_in_the_book(consultation: Consultation) -> Ruling:
    options = (
        Option("penalty", "option.penalty_effect.of_the_book"),
        Option("no_penalty", "option.conduct.no_penalty"),
    )
    return consultation.rules(
        "director_decides", "penalty_effect.not_in_the_book", discretion=True, options=options
    )


def _hands(facts: Facts, consultation: Consultation) -> Ruling:
    hands = facts["hands"] or 1
    most = consultation.decides(MOST["missed_hands"])
    if most and hands > most:
        return _more_than_allowed("max_hands", most, consultation)
    return _sits_out(hands, {}, MOST["missed_hands"], facts, consultation)


def _orbits(facts: Facts, consultation: Consultation) -> Ruling:
    rounds = 1 if facts["rounds"] is None else facts["rounds"]
    most = consultation.decides(MOST["missed_rounds"])
    if most and rounds > most:
        return _more_than_allowed("max_rounds", most, consultation)
    limit = {"max_rounds": most or None}
    if facts["players_at_table"] is None:
        return _sits_out(None, limit, MOST["missed_rounds"], facts, consultation)
    hands = orbit_cost(rounds, facts["players_at_table"], consultation.decides)
    consultation.cite("penalty.orbit.counted_when")
    return _sits_out(hands, limit, MOST["missed_rounds"], facts, consultation)


def _more_than_allowed(name: str, most: int, consultation: Consultation) -> Ruling:
    """Beyond the book's list: refused, unless the list is open."""
    values = {name: most}
    said = {"most": most}
    if consultation.decides("penalty.list_open"):
        options = (
            Option("penalty", "option.penalty_effect.more"),
            Option("no", "option.penalty_effect.most", said),
        )
        return consultation.rules(
            "director_decides",
            f"penalty_effect.open.{name}",
            said=said,
            discretion=True,
            options=options,
            values=values,
        )
    return consultation.rules("no", f"penalty_effect.{name}", said=said, values=values)


def _sits_out(
    hands: int | None, values: dict[str, Any], rule: str, facts: Facts, consultation: Consultation
) -> Ruling:
    if consultation.asks("question.penalty_effect.blinded_out", _chips_gone(facts)):
        return _blinded_out(values, facts, consultation)
    steps = _serving(facts["game"], rule, consultation)
    if hands is None:
        return consultation.rules("penalty", "penalty_effect.orbits", values=values, steps=steps)
    left = _left(hands, facts, consultation)
    said = {"hands": hands, "left": left}
    served = facts["served"] or facts["moved"] or facts["next_day"]
    because = "penalty_effect.hands_left" if served else "penalty_effect.hands"
    values = {**values, "hands": left, "of": hands, "eliminated": False}
    return consultation.rules("penalty", because, said=said, values=values, steps=steps if left else ())


def _left(hands: int, facts: Facts, consultation: Consultation) -> int:
    left = hands_left(hands, facts["served"])
    return carried_over(
        left,
        moved=facts["moved"],
        next_day=facts["next_day"],
        follows_tables=not facts["moved"] or consultation.decides("penalty.follows.tables"),
        follows_days=not facts["next_day"] or consultation.decides("penalty.follows.days"),
    )


def _chips_gone(facts: Facts) -> bool:
    return bool(facts["blinded_out"] or facts["stack"] == 0)


def _blinded_out(values: dict[str, Any], facts: Facts, consultation: Consultation) -> Ruling:
    out = bool(consultation.decides("penalty.serving.can_be_blinded_out"))
    consultation.cite_own("penalty.serving.posts")
    values = {**values, "eliminated": out, "place": facts["players_left"] if out else None}
    because = "penalty_effect.blinded_out" if out else "penalty_effect.not_blinded_out"
    return consultation.rules("penalty", because, values=values)


def _serving(game: str, rule: str, consultation: Consultation) -> tuple[Step, ...]:
    """How the penalty is served, as far as the book that has it says; in stud with the bring-in of absent players."""

    def asks(name: str) -> Any:
        said = consultation.beside(rule, name)
        forced = name == CHARGED and family_of(game) == "stud"
        return forced_bets(game, consultation, serving=True) if forced else said

    return tuple(map(Step, served_at_the_chair(asks)))


def _dead_hand(_: Facts, consultation: Consultation) -> Ruling:
    if "dead_hand" not in consultation.decides("penalty.kinds"):
        return _not_in_the_book(consultation)
    return consultation.rules("dead_hand", "penalty_effect.dead_hand")


def _suspension(_: Facts, consultation: Consultation) -> Ruling:
    consultation.turns_on("conduct.unlisted", "conduct.judge")
    return consultation.rules(
        "director_decides",
        "penalty_effect.suspension",
        discretion=True,
        options=(Option("penalty", "option.penalty_effect.suspension"),),
    )


def _elimination(facts: Facts, consultation: Consultation) -> Ruling:
    out = eliminate(
        facts["players_left"],
        facts["paid"],
        place=consultation.decides("penalty.elimination.place"),
        prize=consultation.decides("penalty.elimination.prize"),
        chips=consultation.decides("penalty.elimination.chips"),
    )
    return _goes_out("penalty_effect.elimination", out, facts, consultation)


def _disqualification(facts: Facts, consultation: Consultation) -> Ruling:
    """What happens to the chips decides; what the book does not say of place, prize and buy-in stays open."""
    out = disqualify(
        facts["players_left"],
        keeps_place=consultation.spoken("penalty.disqualification.keeps_place"),
        prize=consultation.spoken("penalty.disqualification.prize"),
        chips=consultation.decides("penalty.disqualification.chips"),
        buy_in=consultation.spoken("penalty.disqualification.buy_in"),
    )
    because = "penalty_effect.disqualification"
    return _goes_out(f"{because}.no_prize" if out.prize == "none" else because, out, facts, consultation)


def _goes_out(because: str, out: Exit, facts: Facts, consultation: Consultation) -> Ruling:
    steps = [Step(f"step.penalty_effect.chips_{out.chips}")]
    if consultation.spoken("penalty.removed_player_leaves"):
        steps.append(Step("step.penalty_effect.leaves"))
    freed = out.place and facts["paid"] and out.place <= facts["paid"] and out.prize == "none"
    if freed:
        steps.append(_freed_prize(consultation))
    values = {**asdict(out), "eliminated": True}
    if out.buy_in == "stays_in_pool":
        values["buy_in"] = "stays"
    if facts["stack"] is not None and out.chips == "removed":
        values["removed"] = facts["stack"]
    return consultation.rules("penalty", because, values=values, steps=tuple(steps))


def _freed_prize(consultation: Consultation) -> Step:
    """Where the prize of the place goes; where the book does not say, a default that is told as one."""
    name = "penalty.disqualification.freed_prize"
    method = consultation.detail(name)
    silent = isinstance(consultation.rulebook[name], Silent)
    return Step(f"step.penalty_effect.{'by_default.' if silent else ''}{method}")


def _ban(facts: Facts, consultation: Consultation) -> Ruling:
    return _barred("penalty_effect.ban", facts, consultation)


def _exclusion(facts: Facts, consultation: Consultation) -> Ruling:
    covers = consultation.decides("penalty.exclusion.covers")
    key = "sponsor" if "sponsor" in covers else "organiser"
    return _barred(f"penalty_effect.exclusion.{key}", facts, consultation)


def _barred(because: str, facts: Facts, consultation: Consultation) -> Ruling:
    """Bans and exclusions send the player out of this event as a disqualification does."""
    if because.split(".")[1] not in consultation.decides("penalty.kinds"):
        return _not_in_the_book(consultation)
    ruling = _disqualification(facts, consultation)
    return consultation.rules("penalty", because, values=ruling.values, steps=ruling.steps)


_EFFECTS: dict[str, Callable[[Facts, Consultation], Ruling]] = {
    "warning": _warning,
    "hands": _hands,
    "orbits": _orbits,
    "dead_hand": _dead_hand,
    "suspension": _suspension,
    "elimination": _elimination,
    "disqualification": _disqualification,
    "ban": _ban,
    "exclusion": _exclusion,
}

KINDS = (
    Kind(
        "penalty_effect",
        (
            Field("penalty", "text", "the penalty given; rounds or hands alone name it too", WHAT),
            Field("players_at_table", "count", "players at the table when it is counted, the offender among them"),
            Field("rounds", "count", "orbits given"),
            Field("hands", "count", "hands given"),
            Field("served", "count", "hands already served", default=0),
            Field("moved", "boolean", "the player was moved to another table or seat", default=False),
            Field("next_day", "boolean", "the day ended meanwhile", default=False),
            Field("stack", "count", "the player's chips"),
            Field("blinded_out", "boolean", "blinds and antes took his last chip", default=False),
            Field("players_left", "count", "players left, the offender among them"),
            Field("paid", "count", "places paid"),
        ),
        rule_penalty_effect,
        {"penalty": "orbits", "rounds": 2, "players_at_table": 8, "served": 5, "next_day": True},
        "What a penalty does: hands left to serve, place, prize and chips.",
    ),
)
