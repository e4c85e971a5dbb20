"""Tax on prizes: the regime that the house chose, and what was paid and withheld in a year."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from feltro.app.reports.names import with_names
from feltro.app.reports.taxes import tax_report
from feltro.app.settings.tax import MAY_CHOOSE, choose_tax, chosen_tax, tax_rule
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused, together
from feltro.kernel.roles import OWN_MONEY
from feltro.procedures.tax import REGIMES
from feltro.web.frame.answers import AnyAnswer, go, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, staff_form, staff_page
from feltro.web.frame.streams import EVENTS, SEASONS, SETTINGS
from feltro.web.frame.visitor import language_of
from feltro.web.money.statements import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

TAXES = "/impostos"
FIELDS = {"share": "prizes.tax.share", "exempt": "prizes.tax.exempt_up_to", "since": "prizes.tax.holds_from"}
FIRST_YEAR = 2000
PER_CENT = re.compile(r"[0-9]{1,2}(\.[0-9]{1,2})?")


@staff_page(TAXES, OWN_MONEY, follows=(EVENTS, SEASONS, SETTINGS), menu="taxes")
def show_taxes(request: AnyRequest) -> AnyAnswer:
    return _page(request, None, {})


@staff_form(TAXES, MAY_CHOOSE)
def choose(request: AnyRequest, data: Form) -> AnyAnswer:
    """Every part comes as somebody typed it: a share in per cent, an amount in reais."""
    typed: dict[str, Any] = {"prizes.tax.regime": text(data, "regime")}
    typed |= {name: _written(part, text(data, part)) for part, name in FIELDS.items() if text(data, part)}
    refused = choose_tax(house_of(request).store, typed, envelope(request, text(data, "key")))
    return _page(request, _by_field(refused, data), data) if refused else go(request, TAXES)


def _by_field(refused: Refused, typed: Mapping[str, Any]) -> Refused:
    """What is wrong with a part stands beside the field in which it was typed, as it was typed."""
    return together(*(_beside(one, typed) for one in refused.all)) or refused


def _beside(refused: Refused, typed: Mapping[str, Any]) -> Refused:
    field = str(refused.values.get("part", ""))
    said = {"field": field, "value": text(dict(typed), field)} if field in FIELDS else {}
    return replace(refused, values={**refused.values, **said})


def _written(part: str, typed: str) -> Any:
    """As a rulebook's file has it; what is no number stays as typed, and is refused by name."""
    if part == "share":
        number = typed.removesuffix("%").strip().replace(",", ".")
        return float(Decimal(number) / 100) if PER_CENT.fullmatch(number) else typed
    return f"R$ {typed.removeprefix('R$').strip()}" if part == "exempt" else typed


def _page(request: AnyRequest, refused: Refused | None, typed: Mapping[str, Any]) -> AnyAnswer:
    house, today = house_of(request), local_time(now(request)).date()
    asked = request.query_params.get("ano", "")
    year = (
        int(asked)
        if asked.isascii() and asked.isdecimal() and FIRST_YEAR <= int(asked) <= today.year
        else today.year
    )
    person = request.query_params.get("pessoa", "")
    with house.world.lock:
        report = tax_report(house, year, person)
        people = [
            row.cells[0] for one in report.sections if one.name == "tax_people" for row in one.rows if not row.total
        ]
    rule = tax_rule(house.store)
    return shown(
        request,
        with_names(report, house.store),
        "money/taxes.html",
        409 if refused else 200,
        rule=rule,
        chosen=chosen_tax(house.store),
        regimes=REGIMES,
        typed=typed,
        may=me(request).role in MAY_CHOOSE,
        refused=why(refused, language_of(request)) if refused else None,
        year=year,
        years=range(today.year, today.year - 6, -1),
        people=people,
        person=person,
        here_is=f"{TAXES}?ano={year}" + (f"&pessoa={person}" if person else ""),
    )
