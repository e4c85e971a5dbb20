"""How a new event is played: late registration, tables, antes and the starting stack; and where a finding is put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from feltro.tournament.sheet import AnteFrom
from feltro.web.frame import fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.tournament.sheet.faults import Fault

NUMBERS = ("late_registration", "table_size", "final_table_size")
ANTES: tuple[str, ...] = get_args(AnteFrom)
CHOICES = ("ante_from", "flight_places", "zone")
STACK_ROWS = "stack_rows"
SET_ROWS = "set_rows"
MOST_CHIPS = 20
_PANELS = {
    "levels": "levels",
    "items": "prices",
    "days": "days",
    "payout": "f-payout_source",
    "points": "f-points",
    "bounty": "f-bounty",
    "satellite": "f-satellite",
    "guarantee": "f-guarantee",
    "chip_set": "playing",
    "action_clock": "f-action_clock",
    "withheld": "awards",
}


def change_playing(plain: dict[str, Any], form: dict[str, Any]) -> None:
    """An empty number stays as the sheet had it; the break after late registration is a tick."""
    for name in NUMBERS:
        number = fields.whole(form, name)
        if number is not None:
            plain[name] = number
    for name in CHOICES:
        if fields.text(form, name):
            plain[name] = fields.text(form, name)
    if STACK_ROWS in form:
        plain["late_registration_break"] = fields.ticked(form, "late_registration_break")
        plain["stack"] = _chips(form, STACK_ROWS, "chip")
    if SET_ROWS in form:
        plain["chip_set"] = _chips(form, SET_ROWS, "set")


def _chips(form: dict[str, Any], counted: str, named: str) -> list[dict[str, int]]:
    """Rows with a value and a count; an emptied row is a chip that is no longer there."""
    rows = min(fields.whole(form, counted) or 0, MOST_CHIPS)
    typed = [
        (fields.whole(form, f"{named}{n}_value"), fields.whole(form, f"{named}{n}_count"))
        for n in range(1, rows + 1)
    ]
    return [{"value": value, "count": count} for value, count in typed if value and count]


def field_of(fault: Fault, items: Mapping[str, str]) -> str:
    """The id of what puts a finding right on the page of a new event; empty where no field does. `items` names the
    first part of each item's price."""
    head, _, rest = fault.where.partition(".")
    name, _, detail = rest.partition(".")
    match head:
        case "levels" if name:
            shown = "colour_up" if "colour_up" in fault.because else "big_blind"
            return f"f-lv{name}_{shown}"
        case "items" if name in items:
            if detail == "window":
                return f"f-until_{name}"
            return f"f-chips_{name}" if "stack" in fault.because or "chip" in fault.because else f"f-{items[name]}"
        case "days" if name:
            return f"f-start_{name}"
    if head == "settling":
        return f"q.{rest}"
    if fault.where in {*NUMBERS, "ante_from", "late_registration_break"}:
        return f"f-{fault.where}"
    return "f-chip1_count" if head == "stack" else _PANELS.get(head, "")


_STEPS = {
    "days": ("days",),
    "prices": ("items", "fees_settled"),
    "levels": ("levels",),
    "settling": ("settling",),
    "awards": ("payout", "points", "bounty", "satellite", "withheld"),
    "what": (
        "name",
        "kind",
        "book",
        "addenda",
        "game",
        "games",
        "zone",
        "guarantee",
        "guarantee_centavos",
        "expected_entries",
    ),
}


def step_of(where: str) -> str:
    """On which step of the form a part of the sheet stands."""
    head = where.partition(".")[0]
    return next((step for step, parts in _STEPS.items() if head in parts), "playing")
