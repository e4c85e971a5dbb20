"""The pieces of an overlay: each has an address, a place on 1920 by 1080 and what it shows of the one view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.kernel.money import Money
from feltro.words.numbers import ordinal
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from feltro.app.feature.view import BustFeed, StreamView
    from feltro.words.languages import Lang

PIECES = ("tudo", "relogio", "jogadores", "premios", "fichas", "mao", "tarja", "eliminados")
TOGETHER = ("relogio", "mao", "tarja", "eliminados")
"""What stands on the picture at once."""
THEMES = ("felt", "night", "ink", "paper")
ROWS = 10


def shown_pieces(piece: str) -> tuple[str, ...]:
    return TOGETHER if piece == "tudo" else (piece,)


def content(view: StreamView, piece: str, lang: Lang, table: int = 0) -> dict[str, Any]:
    """What the template of the pieces needs. Amounts are put into words here; the time is counted by the browser."""
    hands = [one.hand for one in view.feature if table in {0, one.table}]
    return {
        "pieces": shown_pieces(piece),
        "view": view,
        "clock": view.clock,
        "word": _word(view, lang),
        "label": _label(view, lang),
        "blinds": _blinds(view, lang),
        "payouts": [
            (_place(one.first_place, one.last_place, lang), _money(one.amount_centavos, lang))
            for one in view.payouts
        ][:ROWS],
        "counts": view.counts[:ROWS],
        "busts": [_bust(one, lang) for one in view.busts],
        "hand": hands[-1] if hands else None,
    }


def _word(view: StreamView, lang: Lang) -> str:
    """In place of the time, where it does not run."""
    state = view.clock.state if view.clock else "before"
    return (
        ""
        if state == "running" or (state == "break" and view.clock and view.clock.ends_at_ms)
        else say(f"overlay.{state}", lang)
    )


def _label(view: StreamView, lang: Lang) -> str:
    """What the time beside it is of: a level, or a break, which nobody may take for one."""
    clock = view.clock
    if clock is None or not clock.level:
        return ""
    return say("overlay.break", lang) if clock.state == "break" else say("overlay.level", lang, n=clock.level)


def _blinds(view: StreamView, lang: Lang) -> str:
    """Small and big blind, or what stud bets; thousands in short, so that the box never grows. In a break, those that come."""
    clock = view.clock
    if clock is None:
        return ""
    now = clock.level and clock.state != "break"
    pair = (clock.small_blind, clock.big_blind) if now else (clock.next_small_blind, clock.next_big_blind)
    if now and not clock.big_blind:
        pair = (clock.small_bet, clock.big_bet)
    return "/".join(_short(one, lang) for one in pair) if any(pair) else ""


def _short(chips: int, lang: Lang) -> str:
    if chips < 10_000 or chips % 100:
        return written(chips, lang)
    whole, rest = divmod(chips, 1_000)
    return (
        f"{written(whole, lang)}{',' if lang != 'en' else '.'}{rest // 100}k"
        if rest
        else f"{written(whole, lang)}k"
    )


def _place(first: int, last: int, lang: Lang) -> str:
    return "–".join(ordinal(one, lang) for one in dict.fromkeys((first, last)))


def _money(centavos: int, lang: Lang) -> str:
    said = written(Money(centavos), lang)
    return said[:-3] if centavos % 100 == 0 else said


def _bust(one: BustFeed, lang: Lang) -> str:
    if not one.place:
        return say("overlay.out.again", lang, name=one.name)
    if one.prize_centavos:
        amount = _money(one.prize_centavos, lang)
        return say("overlay.out.prize", lang, name=one.name, n=one.place, amount=amount)
    return say("overlay.out", lang, name=one.name, n=one.place)
