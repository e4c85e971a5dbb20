"""A structure sheet on the terminal: as the one on the wall (prices, chips, levels with their hours), or as its file."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from feltro.cli.terminal import UnusableError, bold, write_json, write_table
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import Namespace

    from feltro.tournament.sheet import Sheet
    from feltro.words.languages import Lang


def show(sheet: Sheet, lang: Lang, *, dated: bool = True) -> None:
    """A template has hours and no dates."""
    from feltro.app.sheets import lines

    print(bold(sheet.name))
    print(lines.kind_and_games(sheet, lang))
    for line in lines.facts(sheet, lang, dated=dated):
        print(line)
    print()
    write_table(lines.price_head(lang), [lines.price(item, lang) for item in sheet.items], right=[1, 2])
    print()
    head = lines.level_head(sheet, lang)
    words = 2 if lines.mixed(sheet) else 1  # the game, and what happens in a break
    write_table(head, lines.level_rows(sheet, lang), right=range(len(head) - words))


def write_sheet_out(sheet: Sheet, *, as_json: bool, undated: bool = False) -> int:
    import msgspec

    from feltro.tournament.sheet.text import write_sheet

    if as_json:
        write_json(msgspec.to_builtins(sheet))
    else:
        print(write_sheet(sheet, undated=undated), end="")
    return 0


def read_day(args: Namespace) -> date | None:
    if args.on is None:
        return None
    try:
        return date.fromisoformat(args.on)
    except ValueError as error:
        raise UnusableError("on", say("cli.structure.bad_day", args.lang, value=args.on)) from error
