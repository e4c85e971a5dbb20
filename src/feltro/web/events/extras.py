"""What only some events have: knockouts, seats of another event, the action clock, a minimum of entries, the chips that
the house owns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_args

from feltro.tournament.sheet import Bounty, Kind, Satellite
from feltro.web.events.awards import hundredths, percent
from feltro.web.frame import fields

if TYPE_CHECKING:
    from feltro.tournament.sheet import Sheet

EVENT_KINDS: tuple[str, ...] = get_args(Kind)
BOUNTIES: tuple[str, ...] = get_args(Bounty.__annotations__["kind"])
REMAINDERS: tuple[str, ...] = get_args(Satellite.__annotations__["remainder"])
SEATED: tuple[str, ...] = get_args(Satellite.__annotations__["already_seated"])
CLOCK = ("from_level", "seconds", "card_seconds", "cards", "cards_each_day", "cards_final_table")
LONGEST = 4000
_ENVELOPES = re.compile(r"(.+?)\s*[x×]\s*(\d{1,6})")
_MINIMUM = re.compile(r"(\d{1,3})\s*:\s*(\d{1,6})")


def change_extras(plain: dict[str, Any], form: dict[str, Any]) -> None:
    if fields.text(form, "kind") in EVENT_KINDS:
        plain["kind"] = fields.text(form, "kind")
    if "bounty_kind" in form:
        plain["bounty"] = _bounty(form)
    if "satellite_target" in form:
        plain["satellite"] = _satellite(form) if plain["kind"] == "satellite" else None
    if "clock_seen" in form:
        plain["action_clock"] = _clock(form) if fields.ticked(form, "clock_on") else None
    if "minimum_entries" in form:
        plain["minimum_entries"] = _minimum(str(form["minimum_entries"])[:LONGEST])
    if "expected_entries" in form:
        plain["expected_entries"] = fields.whole(form, "expected_entries")
    if "notes" in form:
        plain["notes"] = str(form["notes"])[:LONGEST].strip()


def _bounty(form: dict[str, Any]) -> dict[str, Any] | None:
    kind = fields.text(form, "bounty_kind")
    if kind not in BOUNTIES:
        return None
    amount, won = fields.money(form, "bounty_amount"), fields.text(form, "bounty_won")
    return {
        "kind": kind,
        "amount_centavos": amount.centavos if amount else 0,
        "won_basis_points": hundredths(won) if won else (5000 if kind == "progressive" else 10_000),
        "from_level": fields.whole(form, "bounty_from") or 1,
        "envelopes": _envelopes(str(form.get("bounty_envelopes", ""))[:LONGEST]) if kind == "mystery" else [],
    }


def _envelopes(written: str) -> list[dict[str, int]]:
    """One line for each prize: `R$ 1.000 x 2`."""
    found = []
    for line in filter(None, map(str.strip, written.splitlines())):
        read = _ENVELOPES.fullmatch(line)
        if read is None:
            raise ValueError(line)
        amount = fields.money({"amount": read[1]}, "amount")
        found.append({"amount_centavos": amount.centavos if amount else 0, "envelopes": int(read[2])})
    return found


def _satellite(form: dict[str, Any]) -> dict[str, Any]:
    seat = fields.money(form, "satellite_seat")
    return {
        "target": fields.text(form, "satellite_target"),
        "seat_centavos": seat.centavos if seat else 0,
        "seats": fields.whole(form, "satellite_seats"),
        "remainder": _one_of(form, "satellite_remainder", REMAINDERS),
        "already_seated": _one_of(form, "satellite_seated", SEATED),
        "target_chips": fields.whole(form, "satellite_target_chips"),
        "hand_for_hand": fields.ticked(form, "satellite_hands") or "satellite_hands_seen" not in form,
    }


def _one_of(form: dict[str, Any], name: str, known: tuple[str, ...]) -> str:
    said = fields.text(form, name)
    return said if said in known else known[0]


def _clock(form: dict[str, Any]) -> dict[str, Any]:
    typed = {name: fields.whole(form, f"clock_{name}") for name in CLOCK}
    return {**typed, "from_level": typed["from_level"] or 1}


def _minimum(written: str) -> list[dict[str, int]] | None:
    """`4: 20` asks for twenty entries when level four ends; nothing: as the book says."""
    lines = [line for line in map(str.strip, re.split(r"[\n;]", written)) if line]
    read = [(line, _MINIMUM.fullmatch(line)) for line in lines]
    wrong = next((line for line, found in read if found is None), None)
    if wrong is not None:
        raise ValueError(wrong)
    return [{"level": int(found[1]), "entries": int(found[2])} for _, found in read if found] or None


def shown_extras(sheet: Sheet) -> dict[str, Any]:
    bounty = sheet.bounty
    envelopes = bounty.envelopes if bounty else ()
    return {
        "kinds": EVENT_KINDS,
        "bounties": BOUNTIES,
        "remainders": REMAINDERS,
        "seated": SEATED,
        "clock": CLOCK,
        "won": percent(bounty.won_basis_points) if bounty else "",
        "envelopes": [(one.amount_centavos, one.envelopes) for one in envelopes],
        "minimum": "; ".join(f"{one.level}: {one.entries}" for one in sheet.minimum_entries or ()),
    }
