"""The sheet as a layer over its book: what it announces is then cited as the sheet's own clause."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltro.kernel.ids import BookId, ClauseId
from feltro.kernel.money import Money
from feltro.rulebook.book import Book, Chapter, Silent
from feltro.rulebook.clause import Clause
from feltro.tournament.sheet.games import final_table_parameter
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from feltro.words.text import Text

if TYPE_CHECKING:
    from feltro.rulebook.book import Rulebook
    from feltro.rulebook.parameter import Parameter
    from feltro.tournament.sheet.items import PriceAccount
    from feltro.tournament.sheet.structure import Sheet

LAYER = "folha"

SPLIT_NAMES: dict[PriceAccount, str] = {
    "prize_pool": "prize",
    "bounties": "bounty",
    "rake": "rake",
    "staff": "staff",
    "ranking_fund": "ranking",
    "stage_champion_fund": "stage_champion",
    "federation": "federation",
    "local_partners": "local_partners",
}
"""The ledger's accounts as the books name the parts of a price."""

RETENTION_NAMES: dict[PriceAccount, str] = {"staff": "staff", "ranking_fund": "ranking"}


def says(sheet: Sheet) -> dict[str, Any]:
    """The rulebook's parameters that this sheet sets, with their values."""
    return {
        final_table_parameter(sheet): sheet.final_table_size,
        **_minimum(sheet),
        **_money(sheet),
        **_clock(sheet),
    }


def _minimum(sheet: Sheet) -> dict[str, Any]:
    if sheet.minimum_entries is None:
        return {}
    wanted = {mark.level: mark.entries for mark in sheet.minimum_entries}
    return {f"event.minimum_entries.level_{level}": wanted.get(level, 0) for level in range(1, 5)}


def _money(sheet: Sheet) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if sheet.payout.rounding_centavos is not None:
        found["prizes.rounding_unit"] = Money(sheet.payout.rounding_centavos)
    if sheet.payout.source != "book":
        found["prizes.table_source"] = "organiser"
    kept = [one for one in sheet.withheld if one.account in RETENTION_NAMES]
    if len(kept) == 1:
        found["prizes.retention.share"] = Fraction(kept[0].basis_points, 10_000)
        found["prizes.retention.to"] = RETENTION_NAMES[kept[0].account]
    entry = next((item for item in sheet.items if item.kind == "entry"), None)
    if sheet.kind == "main" and entry:
        found["entry.main.price"] = Money(entry.price_centavos)
        found["entry.main.split"] = {
            SPLIT_NAMES[account]: Money(part) for account, part in entry.split_centavos.items()
        }
    return found


def _clock(sheet: Sheet) -> dict[str, Any]:
    clock = sheet.action_clock
    if clock is None:
        return {}
    values = {
        "action_clock.seconds": clock.seconds,
        "action_clock.card.seconds": clock.card_seconds,
        "action_clock.cards.initial": clock.cards,
    }
    return {name: value for name, value in values.items() if value is not None}


def layer_of(sheet: Sheet, rulebook: Rulebook) -> Book:
    """What the sheet says otherwise than its book, or where its book is silent."""
    clauses = []
    for name, value in says(sheet).items():
        said = rulebook[name]
        if isinstance(said, Silent) or said.value != value:
            overrides = () if isinstance(said, Silent) else (name,)
            clauses.append(_clause(rulebook.parameters[name], value, overrides))
    title = _words("sheet.layer.title")
    return Book(
        BookId(LAYER),
        "1",
        title.pt,
        title.pt,
        title,
        (Chapter(LAYER, title),),
        {clause.id: clause for clause in clauses},
        (rulebook.book.id,),
    )


def _clause(parameter: Parameter, value: Any, overrides: tuple[str, ...]) -> Clause:
    identity = ClauseId(f"{LAYER}.{parameter.name}")
    return Clause(
        identity,
        0,
        "admin",
        "decides",
        parameter.meaning,
        _words("sheet.layer.reason"),
        sets={parameter.name: value},
        overrides=overrides,
    )


def _words(key: str) -> Text:
    return Text(*(say(key, lang) for lang in LANGUAGES))
