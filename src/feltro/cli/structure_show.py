"""A structure sheet on the terminal, as the one on the wall: prices, chips, levels with their hours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app import structure_lines as lines
from feltro.cli.terminal import bold, write_table

if TYPE_CHECKING:
    from feltro.tournament.sheet import Sheet
    from feltro.words.languages import Lang


def show(sheet: Sheet, lang: Lang, *, dated: bool = True) -> None:
    """A template has hours and no dates."""
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
