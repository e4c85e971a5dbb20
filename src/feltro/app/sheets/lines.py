"""A structure sheet in rows of text, for the terminal and for the wall: days, prices, levels with their hours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.kernel.instants import instant_of, local_time, minutes_after
from feltro.kernel.money import Money
from feltro.tournament.sheet.duration import day_ends
from feltro.tournament.sheet.games import GAMES, games_of
from feltro.words import dates
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from feltro.tournament.sheet import Day, Level, SaleItem, Sheet
    from feltro.tournament.state import TournamentState
    from feltro.words.languages import Lang


def as_moved(state: TournamentState) -> Sheet:
    """The event's sheet with the starts as last announced: every hour of it follows."""
    sheet = state.the_sheet
    days = tuple(
        msgspec.structs.replace(day, starts_at=local_time(state.starts_at(day), sheet.zone)) for day in sheet.days
    )
    return msgspec.structs.replace(sheet, days=days)


def kind_and_games(sheet: Sheet, lang: Lang) -> str:
    games = " · ".join(say(f"sheet.game.{code}", lang) for code in sheet.games.codes if code in GAMES)
    book = " + ".join(_labels(sheet))
    return f"{say(f'sheet.kind.{sheet.kind}', lang)} · {games} · {book}"


def _labels(sheet: Sheet) -> Iterator[str]:
    """As people call them; one that is not on the shelf by what the sheet says."""
    from feltro.rulebook.library import shipped

    shelf = shipped()
    yield shelf.book(sheet.book).label if sheet.book in shelf.ids else sheet.book
    yield from (shelf.addenda[one].label if one in shelf.addenda else one for one in sheet.addenda)


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
    clock = clock_line(sheet, lang)
    if clock:
        yield clock
    for one in sheet.withheld:
        percent = f"{one.basis_points / 100:g}"
        yield say("cli.structure.withheld_line", lang, percent=percent, account=one.account)


def clock_line(sheet: Sheet, lang: Lang) -> str:
    """Seconds to act and time-bank cards, as the sheet says or else its book; nothing where no clock is used."""
    from feltro.app.sheets.settlement import rulebook_for
    from feltro.rulebook.book import Rulebook, Sourced

    clock, rulebook = sheet.action_clock, rulebook_for(sheet)
    if clock is None or not isinstance(rulebook, Rulebook):
        return ""

    def value(name: str) -> int:
        said = rulebook[f"action_clock.{name}"]
        source = said if isinstance(said, Sourced) else said.fallback
        return int(source.value) if source else 0

    plain = {"seconds": value("seconds"), "cards": value("cards.initial"), "card": value("card.seconds")}
    parts = [say("cli.structure.clock_line", lang, **plain)]
    if clock.from_level > 1:
        parts.append(say("cli.structure.clock_from", lang, level=clock.from_level))
    if clock.cards_each_day:
        parts.append(say("cli.structure.cards_each_day", lang, cards=clock.cards_each_day))
    if clock.cards_final_table:
        parts.append(say("cli.structure.cards_final_table", lang, cards=clock.cards_final_table))
    return " · ".join(parts)


def _day(sheet: Sheet, day: Day, lang: Lang, *, dated: bool) -> str:
    start = local_time(instant_of(day.starts_at), sheet.zone)
    date = f"{dates.weekday_and_day(start.date(), lang)}, " if dated else ""
    line = f"{say('cli.structure.day', lang, day=day.id)}: {date}{dates.hour(start.time(), lang)}"
    ends = day_ends(sheet, day)
    return line if ends is None else f"{line} → {dates.hour(ends.time(), lang)}"


def price_head(lang: Lang) -> list[str]:
    return [say(f"cli.structure.{name}", lang) for name in ("item", "price_head", "chips_head", "split_head")]


def price(item: SaleItem, lang: Lang) -> list[str]:
    split = " + ".join(
        f"{written(Money(part), lang)} {say(f'sheet.account.{account}', lang)}"
        for account, part in item.split_centavos.items()
        if part
    )
    label = f"{item.label} ({say('public.members', lang).lower()})" if item.members_only else item.label
    return [label, written(Money(item.price_centavos), lang), written(item.chips, lang), split]


def level_head(sheet: Sheet, lang: Lang) -> list[str]:
    bets, game = ("bets", "stud") if fixed(sheet) else (), ("game",) if mixed(sheet) else ()
    names = ("level", "hour", "minutes_head", "blinds", "ante", *bets, *game)
    return [*(say(f"cli.structure.{name}", lang) for name in names), ""]


def mixed(sheet: Sheet) -> bool:
    """More than one game: then each level says which is played."""
    return len({code for number in range(1, len(sheet.levels) + 1) for code in games_of(sheet, number)}) > 1


def fixed(sheet: Sheet) -> bool:
    return any(level.big_bet for level in sheet.levels)


def level_rows(sheet: Sheet, lang: Lang) -> Iterator[list[str]]:
    """Each level, and a row of its own for a break, the end of registration and chips that leave."""
    starts = {day.from_level: day.starts_at for day in reversed(sheet.days)}
    now = min(starts.values())
    blank = [""] * (len(level_head(sheet, lang)) - 4)
    for number, level in enumerate(sheet.levels, 1):
        now = minutes_after(starts.get(number, now), 0, sheet.zone)
        yield _level(sheet, level, number, now, lang)
        now = minutes_after(now, level.minutes, sheet.zone)
        if level.break_minutes or level.colour_up or number == sheet.late_registration:
            pause = str(level.break_minutes or "")
            yield ["", dates.hour(now.time(), lang), pause, *blank, _pause(sheet, number, lang)]
        now = minutes_after(now, level.break_minutes, sheet.zone)


def _level(sheet: Sheet, level: Level, number: int, now: datetime, lang: Lang) -> list[str]:
    def pair(small: int, big: int) -> str:
        return f"{written(small, lang)}/{written(big, lang)}" if big else ""

    row = [str(number), dates.hour(now.time(), lang), str(level.minutes), pair(level.small_blind, level.big_blind)]
    row.append(written(level.ante, lang) if level.ante else "")
    if fixed(sheet):
        row += [pair(level.small_bet, level.big_bet), pair(level.stud_ante, level.bring_in)]
    if mixed(sheet):
        row.append(" / ".join(say(f"sheet.game.{code}", lang) for code in games_of(sheet, number) if code in GAMES))
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
