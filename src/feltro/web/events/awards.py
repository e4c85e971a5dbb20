"""What a new event is played for and under: games, ranking points, what is kept of the pool, the payout, addenda."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, get_args

from feltro.rulebook.library import shipped
from feltro.tournament.sheet import Payout, Points, Sheet
from feltro.tournament.sheet.games import GAMES
from feltro.web.frame import fields

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.rulebook.book import Book

POINTS: tuple[str, ...] = get_args(Points)
SOURCES: tuple[str, ...] = get_args(Payout.__annotations__["source"])
ROTATIONS = ("level", "hands")
KEPT = ("staff", "ranking_fund", "stage_champion_fund", "federation", "local_partners")
"""Where a part of the prize pool may go instead of to prizes."""
LONGEST = 8000
_COLUMN = re.compile(r"(\d+)\s*(?:[-–a]\s*(\d+)|(\+)?)\s*:\s*(.+)")
"""`1-9: 50; 30; 20` or, for the last one, `100+: 24; 15`."""


def change_awards(plain: dict[str, Any], form: dict[str, Any]) -> None:
    """A field that the form does not have leaves the sheet as it was."""
    if fields.text(form, "points") in POINTS:
        plain["points"] = fields.text(form, "points")
    if "games" in form:
        plain["games"] = _games(plain["games"], form)
    if "addenda" in form:
        plain["addenda"] = _in_order(plain.get("addenda", ()), fields.texts(form, "addenda"), shipped().addenda)
    plain["addenda"] = [one for one in plain.get("addenda", ()) if _fits(one, plain["book"])]
    if f"withheld_{KEPT[0]}" in form:
        plain["withheld"] = _withheld(plain.get("withheld", ()), form)
    if fields.text(form, "payout_source") in SOURCES:
        plain["payout"] = _payout(plain["payout"], form)


def _fits(addendum: str, book: str) -> bool:
    """An addendum stays behind with its book; one that nobody knows is for the linter to name."""
    known = shipped().addenda.get(addendum)
    return known is None or book in known.extends


def _in_order(had: Iterable[str], ticked: list[str], known: Iterable[str]) -> list[str]:
    """What stays keeps its place: the order of a rotation and of layers means something. What is new comes last."""
    kept = [one for one in had if one in ticked]
    return [*kept, *(one for one in known if one in ticked and one not in kept)]


def _games(had: dict[str, Any], form: dict[str, Any]) -> dict[str, Any]:
    codes = _in_order(had["codes"], fields.texts(form, "games"), GAMES)
    by = fields.text(form, "games_by")
    every = fields.whole(form, "games_every")
    return {
        "codes": codes or list(had["codes"]),
        "by": by if by in ROTATIONS else had.get("by", ROTATIONS[0]),
        "every": every or had.get("every", 1),
    }


def _withheld(had: Iterable[dict[str, Any]], form: dict[str, Any]) -> list[dict[str, Any]]:
    """An emptied share is nothing kept; what the page has no field for stays."""
    kept = [one for one in had if one["account"] not in KEPT]
    shares = [(account, fields.text(form, f"withheld_{account}")) for account in KEPT]
    return [*kept, *({"account": account, "basis_points": hundredths(said)} for account, said in shares if said)]


def hundredths(said: str) -> int:
    """`12,5 %` is 1250 hundredths of a percent."""
    try:
        read = Decimal(said.replace("%", "").replace(",", ".").strip()) * 100
    except InvalidOperation:
        raise ValueError(said) from None
    if not read.is_finite() or read != read.to_integral_value() or not 0 < read <= 100_00:
        raise ValueError(said)
    return int(read)


def percent(basis_points: int) -> str:
    """As it is typed: `12,5`."""
    return f"{Decimal(basis_points) / 100:f}".replace(".", ",")


def _payout(had: dict[str, Any], form: dict[str, Any]) -> dict[str, Any]:
    source = fields.text(form, "payout_source")
    unit = fields.money(form, "payout_rounding") if "payout_rounding" in form else None
    rounding = (unit.centavos if unit else None) if "payout_rounding" in form else had.get("rounding_centavos")
    columns = read_columns(form["payout_columns"]) if "payout_columns" in form else list(had.get("columns", ()))
    return {
        "source": source,
        "rounding_centavos": rounding,
        "columns": columns if source == "sheet" else [],
    }


def read_columns(typed: object) -> list[dict[str, Any]]:
    """One column of the payout table on each line."""
    return [_column(line) for line in str(typed)[:LONGEST].splitlines() if line.strip()]


def _column(line: str) -> dict[str, Any]:
    read = _COLUMN.fullmatch(line.strip())
    if read is None:
        raise ValueError(line.strip())
    first, last, more, shares = read.groups()
    return {
        "from_entries": int(first),
        "until_entries": None if more else int(last or first),
        "basis_points": [hundredths(share) for share in re.split(r"[;\s]+", shares) if share not in {"", "%"}],
    }


def written_columns(sheet: Sheet) -> str:
    lines = []
    for column in sheet.payout.columns:
        until = "+" if column.until_entries is None else f"-{column.until_entries}"
        shares = "; ".join(percent(share) for share in column.basis_points)
        lines.append(f"{column.from_entries}{until}: {shares}")
    return "\n".join(lines)


def offered_addenda(sheet: Sheet) -> list[Book]:
    """The layers that ship for the sheet's book, and those that it names already."""
    return [one for one in shipped().addenda.values() if sheet.book in one.extends or one.id in sheet.addenda]


def shown_awards(sheet: Sheet) -> dict[str, Any]:
    kept: dict[str, str] = {one.account: percent(one.basis_points) for one in sheet.withheld}
    return {
        "points": POINTS,
        "sources": SOURCES,
        "rotations": ROTATIONS,
        "games": list(dict.fromkeys((*sheet.games.codes, *GAMES))),
        "kept": [(account, kept.get(account, "")) for account in KEPT],
        "columns": written_columns(sheet),
        "addenda": offered_addenda(sheet),
    }
