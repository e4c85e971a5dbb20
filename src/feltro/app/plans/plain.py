"""The answer as numbers for programs: JSON, and rows for a spreadsheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.plans.event_plan import hour_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.plans.event_plan import EventPlan


def as_numbers(plan: EventPlan) -> dict[str, Any]:
    """What `feltro simulate plan --json` writes."""
    return {
        "end_minutes": plan.end.tenths,
        "players_by_level": [
            {
                "level": one.number,
                **one.players.tenths,
                "average_big_blinds": round(one.average, 1),
                "reached": round(one.reached, 4),
            }
            for one in plan.levels
        ],
        "dealers_by_hour": [
            {
                "day": one.day,
                "hour": hour_of(plan, one).strftime("%H:%M"),
                **one.dealers.tenths,
                "tables": one.tables.tenths,
                "chairs": one.tables.p90 * plan.sheet.table_size,
            }
            for one in plan.hours
        ],
        "chips": _chips(plan),
        "overlay": {
            "chance": round(plan.purse.overlay_chance, 4),
            "expected_centavos": plan.purse.overlay_expected,
        },
        "runs": plan.runs,
    }


def _chips(plan: EventPlan) -> dict[str, Any]:
    return {
        "in_play": plan.chips.total.tenths,
        "by_value": [
            {"value": one.value, **one.needed.tenths, "owned": one.owned, "missing": one.missing}
            for one in plan.chips.rows
        ],
        "colour_up": [
            {"value": one.value, "after_level": one.after_level, "announced": one.announced}
            for one in plan.chips.races
        ],
    }


def in_full(plan: EventPlan) -> dict[str, Any]:
    """Everything that the page shows, for whoever goes on working with it."""
    money, assumes = plan.purse, plan.question.assumes
    return {
        **as_numbers(plan),
        "calibrated_by_events": plan.calibrated,
        "end_error_minutes": round(plan.end_error, 1),
        "ends_at": {name: at.isoformat() for name, at in zip(("p10", "p50", "p90"), plan.ends_at, strict=True)},
        "ends_by": {"at": plan.by.isoformat(), "chance": round(plan.by_chance, 4)} if plan.by else None,
        "people": plan.people.tenths,
        "entries": plan.entries.tenths,
        "final_table_big_blinds": round(plan.final_table, 1),
        "table_breaks_minutes": {str(tables): at.tenths for tables, at in plan.breaks.items()},
        "table_breaks_by_day_minutes": {
            day: {str(tables): at.tenths for tables, at in breaks.items()}
            for day, breaks in plan.breaks_by_day.items()
        },
        "pool_centavos": money.pool.tenths,
        "guarantee_centavos": money.guarantee,
        "overlay_p95_centavos": money.overlay_p95,
        "rake_centavos": money.rake.tenths,
        "staff_centavos": money.staff.tenths,
        "payouts": [
            {"from": one.first, "to": one.last, "each_centavos": one.each_centavos}
            for one in (money.prizes.places if money.prizes else ())
        ],
        "notes_centavos": {str(note): many for note, many in money.notes.items()},
        "alternates": {"people": plan.wait.people.tenths, "minutes": round(plan.wait.minutes, 1)},
        "assumes": {name: getattr(assumes, name) for name in assumes.__slots__},
        "seed": plan.question.seed,
    }


def in_rows(plan: EventPlan) -> Iterator[list[str]]:
    """A spreadsheet's: what, where, and the three numbers."""
    yield ["what", "at", "p10", "p50", "p90"]
    yield ["end_minutes", "", *map(str, plan.end.tenths.values())]
    for level in plan.levels:
        yield ["players", f"level {level.number}", *map(str, level.players.tenths.values())]
    for hour in plan.hours:
        at = hour_of(plan, hour).isoformat(timespec="minutes")
        yield ["tables", at, *map(str, hour.tables.tenths.values())]
        yield ["dealers", at, *map(str, hour.dealers.tenths.values())]
    for chip in plan.chips.rows:
        yield ["chips", str(chip.value), *map(str, chip.needed.tenths.values())]
    for name, of in (("pool", plan.purse.pool), ("rake", plan.purse.rake), ("staff", plan.purse.staff)):
        yield [f"{name}_centavos", "", *map(str, of.tenths.values())]
    yield ["overlay_centavos", "", "", str(plan.purse.overlay_expected), str(plan.purse.overlay_p95)]
