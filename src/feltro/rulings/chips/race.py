"""The race for odd chips when a value leaves the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.procedures.color_up import (
    RACE,
    RaceRules,
    dealing_order,
    exchanged_at_par,
    race,
    race_rules,
)
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Step, Unreadable

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Ruling


def rule_chip_race(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Odd chips are raced: a card for each, the highest cards win, nobody wins twice and nobody is raced out."""
    unreadable = _check_race(facts)
    if unreadable is not None:
        return unreadable
    remove, keep = facts["remove"], facts["keep"]
    odd = {int(seat): exchanged_at_par(chips, remove, keep)[1] for seat, chips in facts["odd"].items()}
    cards = {int(seat): held for seat, held in facts["cards"].items()}
    stacks = {int(seat): stack for seat, stack in facts["stacks"].items()}
    rules = race_rules(consultation)
    first = rules.first_seat
    ended = race(odd, cards, (remove, keep), stacks, rules)
    order = dealing_order(odd, first)
    values: dict[str, Any] = {"chips": ended.chips, "first_seat": first, "order": order}
    if cards:
        awards = {str(seat): won for seat, won in ended.awards.items()}
        values |= {"awards": awards, "kept_alive": list(ended.kept_alive)}
    steps = _race_steps(odd, first, consultation)
    said = {"chips": ended.chips, "keep": keep, "seats": list(ended.awards)}
    because = _race_reason(rules, cards, ended.chips)
    return consultation.rules("award", because, said=said, values=values, steps=steps)


def _race_reason(rules: RaceRules, cards: dict[int, list[int]], chips: int) -> str:
    if chips == 0:
        return "chips.nothing_to_race"
    if not cards:
        return "chips.race_to_deal"
    return "chips.race_won" if rules.keeps_alive else "chips.race_won_or_out"


def _check_race(facts: Facts) -> Unreadable | None:
    for name in ("remove", "keep"):
        if facts[name] == 0:
            return Unreadable(name, "unreadable.positive", {"value": "0"})
    for name in ("odd", "cards", "stacks"):
        for seat in facts[name]:
            if not seat.isdecimal():
                return Unreadable(f"{name}.{seat}", "unreadable.count", {"value": seat})
    stranger = next((seat for seat in facts["cards"] if not facts["odd"].get(seat)), None)
    if stranger is not None:
        return Unreadable(f"cards.{stranger}", "unreadable.no_odd_chips", {"value": stranger})
    dealt = [card for held in facts["cards"].values() for card in held]
    if len(set(dealt)) != len(dealt):
        return Unreadable("cards", "unreadable.card_twice", {"value": ""})
    return None


def _race_steps(odd: dict[int, int], first: int, consultation: Consultation) -> tuple[Step, ...]:
    visible = consultation.beside(RACE[0], "chip_race.stacks_visible")
    attendance = consultation.detail("chip_race.attendance")
    order = dealing_order(odd, first)
    return (
        *((Step("step.chips.all_in_sight"),) if visible else ()),
        Step(f"step.chips.watch_{attendance}"),
        Step("step.chips.deal_race", {"first": first, "seats": order}),
        *(Step("step.chips.deal_cards", {"seat": seat, "cards": odd[seat]}) for seat in order),
        Step("step.chips.award_highest"),
    )


def _by_seat(name: str, meaning: str, part: Field, *, required: bool = False) -> Field:
    return Field(name, "map", meaning, required=required, default={}, parts=(part,))


KINDS = (
    Kind(
        "chip_race",
        (
            Field("remove", "count", "value of the chips that leave", required=True),
            Field("keep", "count", "lowest value that stays", required=True),
            _by_seat("odd", "odd chips by seat", Field("chips", "count", "", required=True), required=True),
            _by_seat("cards", "race cards by seat", Field("cards", "cards", "", required=True)),
            _by_seat("stacks", "stacks by seat, before the race", Field("stack", "count", "", required=True)),
        ),
        rule_chip_race,
        {"remove": 25, "keep": 100, "odd": {"1": 3, "4": 1}, "cards": {"1": ["As", "9c", "4d"], "4": ["3h"]}},
        "odd chips when a value leaves the table",
    ),
)
