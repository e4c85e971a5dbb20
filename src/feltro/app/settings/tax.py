"""The tax on prizes that the house chose: what new events begin with, and what prizes of no event are paid by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.settings.change import kept, set_setting
from feltro.app.sheets.answers import as_written
from feltro.app.sheets.tax_tables import tax_table
from feltro.kernel.outcome import Finding, Refused, together
from feltro.procedures.tax import NAMES, rule_of
from feltro.rulebook.library import shipped

if TYPE_CHECKING:
    from feltro.app.world.plan import Envelope
    from feltro.procedures.tax import TaxRule
    from feltro.store.port import Reader, Store

TAX = "tax"
MAY_CHOOSE = ("organiser",)
SHARED = ("flat", "above")
"""Regimes that take a share, which somebody has to name."""
PARTS = {
    "prizes.tax.regime": "regime",
    "prizes.tax.share": "share",
    "prizes.tax.exempt_up_to": "exempt",
    "prizes.tax.holds_from": "since",
}
"""What each is called where it is typed."""


def chosen_tax(reader: Reader) -> dict[str, Any]:
    """By the names of the parameters, as an event's answers have them; empty where nobody chose."""
    body = kept(reader, TAX)
    return msgspec.json.decode(body, type=dict[str, Any]) if body else {}


def tax_rule(reader: Reader) -> TaxRule:
    """For prizes that no event pays."""
    chosen = chosen_tax(reader)
    shelf = shipped()

    def said(name: str) -> Any:
        parameter = shelf.parameters[name]
        if name in chosen:
            return parameter.read(as_written(parameter, chosen[name]))
        return shelf.house.says[name].value

    return rule_of(said, tax_table(said(NAMES[4])))


def choose_tax(store: Store, typed: dict[str, Any], sent: Envelope) -> Refused | None:
    """Every part is looked at, and all that is wrong is said; a share where the regime takes one."""
    if sent.role not in MAY_CHOOSE:
        values = {"role": sent.role, "command": "ChooseTax", "roles": MAY_CHOOSE}
        return Refused("permission.role_may_not", values)
    parameters = shipped().parameters
    read = {
        name: parameters[name].read_or_finding(as_written(parameters[name], typed[name]), name) for name in typed
    }
    wrong = [
        Refused("tax.unreadable", {"part": PARTS[name], "value": one.values["value"]})
        for name, one in read.items()
        if isinstance(one, Finding)
    ]
    if wrong:
        return together(*wrong)
    share: Any = read.get("prizes.tax.share", 0)
    if read["prizes.tax.regime"] in SHARED and not 0 < share < 1:
        return Refused("tax.no_share")
    return set_setting(store, "ChooseTax", TAX, typed, (chosen_tax(store), typed), sent)
