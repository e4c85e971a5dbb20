"""The settling screen: what the book leaves open, each question with its proposed answer, money and desk first."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.sheets.answers import as_json, as_written
from feltro.app.sheets.settlement import SettlingQuestion, questions_for
from feltro.kernel.money import Money
from feltro.procedures.control import SIZE
from feltro.rulebook.library import shipped
from feltro.rulebook.speech import speak
from feltro.web.events.points_worth import PointsWorth, points_worth
from feltro.web.frame import fields
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Collection

    from feltro.rulebook.parameter import Parameter
    from feltro.tournament.sheet import Sheet
    from feltro.words.languages import Lang

ORDER = ("control", "desk", "prizes", "tournament", "season", "rulings", "hand")
"""Who reads the answer, in the order in which an organiser cares."""
FORMULA = "formula"
TYPED = {
    "bool",
    "choice",
    "options",
    "count",
    "money",
    "time",
    "date",
    "fraction",
    "fractions",
    "infraction",
    FORMULA,
}
"""Kinds of answers that a field can hold; the others stay as proposed, or are changed by an addendum."""
SANCTIONS = (
    "warning", "penalty", "loss_of_action", "dead_hand", "suspension", "disqualification", "access_denied", "exclusion",
)  # fmt: skip
"""From the mildest on, as the room lists them."""
REQUIRED = "required"
PREFIX = "q."
FORMULA_FIELD = "q.points.formula"
HOUSE_CHOSE = "house_chose"


FIRST = (
    "desk.opens_minutes_before", "cancel.until_minutes_before", "payment.methods", "payment.surcharge.debit",
    "payment.surcharge.credit", "entry.min_age", "reentry.surrender", "entry.late.draw", "alternates.list",
    "prizes.payment.needs_document", "prizes.retention.share", "deal.allowed", "hand_for_hand.starts",
    "satellite.busts.same_table", "guarantee.short", "prizes.knockout.paid_for", "points.table_source", "points.formula",
)  # fmt: skip
"""What an owner decides about an evening, where this event meets it; everything else is answered as proposed, and can be seen."""


class OpenQuestion(NamedTuple):
    name: str
    type: str
    meaning: str
    said: str
    """The proposed answer in words."""
    cites: tuple[Any, ...]
    choices: list[tuple[str, str]]
    value: Any
    """What stands in the field: the proposed answer, or what was typed."""
    changed: bool
    by_house: bool = False
    """Proposed because the house chose it for all its events."""
    worth: PointsWorth | None = None
    """What a formula gives in an event of this size."""


class Group(NamedTuple):
    reader: str
    questions: list[OpenQuestion]
    folded: int
    """Questions that this event will not meet: settled as proposed and not shown."""


def with_answer(form: dict[str, Any]) -> dict[str, Any]:
    """What the button of a finding answers: `answer:cancel.until_minutes_before:30`."""
    act, _, rest = fields.text(form, "do").partition(":")
    name, _, value = rest.partition(":")
    return {**form, f"{PREFIX}{name}": value} if act == "answer" and value else form


def with_house(form: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """What the house chose once for all its events stands in its fields, until somebody types something else."""
    shelf = shipped().parameters
    usual = {
        f"{PREFIX}{name}": _shown(shelf[name].type, shelf[name].read(as_written(shelf[name], value)))
        for name, value in chosen.items()
    }
    return {**usual, **form, HOUSE_CHOSE: tuple(usual)}


def who_works(sheet: Sheet, form: dict[str, Any], lang: Lang) -> OpenQuestion | None:
    """Asked first of all: how much control there is. Nothing where the house's own rules say it."""
    asked = (one for one in questions_for(sheet) if isinstance(one, SettlingQuestion))
    return next((_question(one, form, lang) for one in asked if one.parameter.name == SIZE), None)


def short_page(sheet: Sheet, form: dict[str, Any], lang: Lang) -> list[OpenQuestion]:
    """The few questions that are asked openly, in the order of an evening."""
    asked = {one.parameter.name: one for one in questions_for(sheet) if isinstance(one, SettlingQuestion)}
    shown = [asked[name] for name in FIRST if name in asked]
    scores = sheet.points != "none"
    met = (one for one in shown if one.matters or (scores and one.parameter.type == FORMULA))
    return [_with_worth(_question(one, form, lang), sheet) for one in met]


def _with_worth(one: OpenQuestion, sheet: Sheet) -> OpenQuestion:
    return one._replace(worth=points_worth(one.value, sheet.expected_entries)) if one.type == FORMULA else one


def worth_as_typed(sheet: Sheet, form: dict[str, Any]) -> PointsWorth | None:
    """What the formula in the form gives; nothing where the form has none."""
    return points_worth(fields.text(form, FORMULA_FIELD), sheet.expected_entries)


def groups(sheet: Sheet, form: dict[str, Any], lang: Lang) -> list[Group]:
    """All but what was asked before."""
    every = (one for one in questions_for(sheet) if isinstance(one, SettlingQuestion))
    asked = [one for one in every if one.parameter.name not in {SIZE, *FIRST}]
    found = []
    for reader in ORDER:
        mine = [one for one in asked if one.parameter.read_by == reader]
        shown = [_question(one, form, lang) for one in mine if one.matters]
        if mine:
            found.append(Group(reader, shown, len(mine) - len(shown)))
    return found


def answers(sheet: Sheet, form: dict[str, Any], chosen: Collection[str] = ()) -> dict[str, Any]:
    """Only what differs from the proposal: the rest is taken as proposed, with its clause. What the house chose for
    all its events is always said, or its choice would come back."""
    found = {}
    for one in questions_for(sheet):
        name = one.parameter.name if isinstance(one, SettlingQuestion) else ""
        if (
            not isinstance(one, SettlingQuestion)
            or one.parameter.type not in TYPED
            or f"{PREFIX}{name}" not in form
        ):
            continue
        answer = _read(one.parameter.type, form, f"{PREFIX}{name}")
        if one.proposed is None and not answer:
            continue
        if name in chosen or one.proposed is None or answer != _shown(one.parameter.type, one.proposed.value):
            found[name] = _sent(one.parameter.type, answer, one.proposed.value if one.proposed else None)
    return found


def _question(one: SettlingQuestion, form: dict[str, Any], lang: Lang) -> OpenQuestion:
    parameter, proposed = one.parameter, one.proposed
    said = speak(parameter, proposed.value, lang) if proposed else ""
    usual = _shown(parameter.type, proposed.value) if proposed else ""
    name = f"{PREFIX}{parameter.name}"
    typed = _read(parameter.type, form, name) if name in form else usual
    return OpenQuestion(
        name=name,
        type=parameter.type if parameter.type in TYPED else "",
        meaning=parameter.meaning.read(lang),
        said=said,
        cites=proposed.cites if proposed else (),
        choices=_choices(parameter, lang),
        value=typed,
        changed=typed != usual,
        by_house=name in form.get(HOUSE_CHOSE, ()),
    )


def _choices(parameter: Parameter, lang: Lang) -> list[tuple[str, str]]:
    if parameter.type == "infraction":
        return [
            *((one, say(f"sanction.{one}", lang)) for one in SANCTIONS),
            (REQUIRED, say("events.required", lang)),
        ]
    return [(code, text.read(lang)) for code, text in parameter.choices.items()]


def _shown(kind: str, value: Any) -> Any:
    """A value as a field holds it."""
    match kind:
        case "bool":
            return "1" if value else "0"
        case "options":
            return sorted(value)
        case "infraction":
            return sorted((*value.sanctions, *([REQUIRED] if value.required else ())))
        case "fraction":
            return _percent(value)
        case "fractions":
            return "; ".join(_percent(one) for one in value)
        case "time":
            return value.isoformat(timespec="minutes")
        case "date":
            return value.isoformat()
        case _:
            return str(value)


def _percent(value: Fraction) -> str:
    """`2,5` for a fortieth. What has no end in tenths is kept as a fraction."""
    hundred = value * 100
    exact = Decimal(hundred.numerator) / Decimal(hundred.denominator)
    return f"{exact.normalize():f}".replace(".", ",") if Fraction(exact) == hundred else f"{value}"


def _read(kind: str, form: dict[str, Any], name: str) -> Any:
    if kind in {"options", "infraction"}:
        return sorted(one for one in fields.texts(form, name) if one != "-")
    written = fields.text(form, name)
    if kind == "money" and written:
        try:
            return str(Money.parse(written))
        except ValueError:
            return written
    if kind in {"fraction", "fractions"}:
        parts = [part.strip().rstrip("%").strip() for part in written.split(";")]
        return "; ".join(part for part in parts if part)
    return written


def _sent(kind: str, answer: Any, proposed: Any) -> Any:
    """A field's text as the command holds it; what does not fit is left for the rulebook to refuse."""
    match kind:
        case "bool":
            return answer == "1"
        case "count":
            return int(answer) if re.fullmatch(r"-?[0-9]{1,12}", str(answer)) else answer
        case "fraction":
            return _share(answer)
        case "fractions":
            return [_share(part.strip()) for part in answer.split(";")]
        case "infraction":
            sanctions = [one for one in SANCTIONS if one in answer]
            return {"sanctions": sanctions, "trigger": proposed.trigger, "required": REQUIRED in answer}
        case _:
            return as_json(answer)


def _share(written: str) -> Any:
    """Percent as people write it, as the part of one that the rulebook holds."""
    try:
        exact = Decimal(written.replace(",", ".")) / 100
    except ArithmeticError:
        return written
    return float(exact) if exact.is_finite() else written
