"""A structure sheet in rows of text, for the terminal and for the wall: days, prices, levels with their hours."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from feltro.kernel.money import Money
from feltro.tournament.sheet.games import GAMES
from feltro.tournament.sheet.lasting import day_ends
from feltro.words import dates
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from feltro.tournament.sheet import Day, Level, SaleItem, Sheet
    from feltro.words.languages import Lang


def kind_and_games(sheet: Sheet, lang: Lang) -> str:
    games = " · ".join(say(f"sheet.game.{code}", lang) for code in sheet.games.codes if code in GAMES)
    book = " + ".join((sheet.book, *sheet.addenda))
    return f"{say(f'sheet.kind.{sheet.kind}', lang)} · {games} · {book}"


def facts(sheet: Sheet, lang: Lang, *, dated: bool) -> Iterator[str]:
    """A template has hours and no dates."""
    for day in sheet.days:
        yield _day(sheet, day, lang, dated=dated)
    chips = " + ".join(f"{chip.count} × {written(chip.value, lang)}" for chip in sheet.stack)
    yield say("cli.structure.stack_line", lang, stack=sheet.starting_stack, chips=chips)
    yield say("cli.structure.tables_line", lang, table=sheet.table_size, final=sheet.final_table_size)
    if sheet.late_registration is not None:
        yield say("cli.structure.late_line", lang, level=sheet.late_registration)
    if sheet.guarantee_centavos:
        yield say("cli.structure.guarantee_line", lang, amount=Money(sheet.guarantee_centavos))
    for one in sheet.withheld:
        percent = f"{one.basis_points / 100:g}"
        yield say("cli.structure.withheld_line", lang, percent=percent, account=one.account)


def _day(sheet: Sheet, day: Day, lang: Lang, *, dated: bool) -> str:
    start = day.starts_at
    date = f"{dates.weekday_and_day(start.date(), lang)}, " if dated else ""
    line = f"{say('cli.structure.day', lang, day=day.id)}: {date}{dates.hour(start.time(), lang)}"
    ends = day_ends(sheet, day)
    return line if ends is None else f"{line} → {dates.hour(ends.astimezone(start.tzinfo).time(), lang)}"


def price_head(lang: Lang) -> list[str]:
    return [say(f"cli.structure.{name}", lang) for name in ("item", "price_head", "chips_head", "split_head")]


def price(item: SaleItem, lang: Lang) -> list[str]:
    split = " + ".join(
        f"{written(Money(part), lang)} {say(f'sheet.account.{account}', lang)}"
        for account, part in item.split_centavos.items()
        if part
    )
    return [item.label, written(Money(item.price_centavos), lang), written(item.chips, lang), split]


def level_head(sheet: Sheet, lang: Lang) -> list[str]:
    names = ("level", "hour", "minutes_head", "blinds", "ante", *(("bets", "stud") if fixed(sheet) else ()))
    return [*(say(f"cli.structure.{name}", lang) for name in names), ""]


def fixed(sheet: Sheet) -> bool:
    return any(level.big_bet for level in sheet.levels)


def level_rows(sheet: Sheet, lang: Lang) -> Iterator[list[str]]:
    """Each level, and a row of its own for a break, the end of registration and chips that leave."""
    starts = {day.from_level: day.starts_at for day in reversed(sheet.days)}
    now = min(starts.values())
    for number, level in enumerate(sheet.levels, 1):
        now = starts.get(number, now)
        yield _level(level, number, now, lang, with_bets=fixed(sheet))
        now += timedelta(minutes=level.minutes)
        if level.break_minutes or level.colour_up or number == sheet.late_registration:
            empty = [""] * (4 if fixed(sheet) else 2)
            pause = str(level.break_minutes or "")
            yield ["", dates.hour(now.time(), lang), pause, *empty, _pause(sheet, number, lang)]
        now += timedelta(minutes=level.break_minutes)


def _level(level: Level, number: int, now: datetime, lang: Lang, *, with_bets: bool) -> list[str]:
    def pair(small: int, big: int) -> str:
        return f"{written(small, lang)}/{written(big, lang)}" if big else ""

    row = [str(number), dates.hour(now.time(), lang), str(level.minutes), pair(level.small_blind, level.big_blind)]
    row.append(written(level.ante, lang) if level.ante else "")
    if with_bets:
        row += [pair(level.small_bet, level.big_bet), pair(level.stud_ante, level.bring_in)]
    return [*row, ""]


def _pause(sheet: Sheet, number: int, lang: Lang) -> str:
    level = sheet.levels[number - 1]
    parts = [say("cli.structure.break", lang)] if level.break_minutes else []
    if number == sheet.late_registration:
        parts.append(say("cli.structure.registration_ends", lang))
    if level.colour_up:
        chips = ", ".join(written(chip, lang) for chip in level.colour_up)
        parts.append(say("cli.structure.leaving", lang, chips=chips))
    return " · ".join(parts)
