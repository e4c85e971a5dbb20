"""Days and hours as each language writes them: `sáb., 21 nov.`, `14h05`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date, datetime, time

    from feltro.words.languages import Lang

_DAYS: dict[Lang, tuple[str, ...]] = {
    "pt": ("seg.", "ter.", "qua.", "qui.", "sex.", "sáb.", "dom."),
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "es": ("lun.", "mar.", "mié.", "jue.", "vie.", "sáb.", "dom."),
}
_MONTHS: dict[Lang, tuple[str, ...]] = {
    "pt": ("jan.", "fev.", "mar.", "abr.", "mai.", "jun.", "jul.", "ago.", "set.", "out.", "nov.", "dez."),
    "en": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    "es": ("ene.", "feb.", "mar.", "abr.", "may.", "jun.", "jul.", "ago.", "sept.", "oct.", "nov.", "dic."),
}


def weekday_and_day(day: date, lang: Lang) -> str:
    weekday, month = _DAYS[lang][day.weekday()], _MONTHS[lang][day.month - 1]
    return f"{weekday}, {day.day} {month}"


def day_and_month(day: date, lang: Lang) -> str:
    """`21 nov.`, where the year is said elsewhere."""
    return f"{day.day} {_MONTHS[lang][day.month - 1]}"


def full_day(day: date, lang: Lang) -> str:
    """`21 nov. 2026`."""
    return f"{day.day} {_MONTHS[lang][day.month - 1]} {day.year}"


def moment_of(moment: datetime, lang: Lang) -> str:
    """`21 nov. 2026, 14h05`."""
    return f"{full_day(moment, lang)}, {hour(moment.time(), lang)}"


def hour(moment: time, lang: Lang) -> str:
    """`14h05` in Portuguese, `14:05` elsewhere."""
    return f"{moment.hour}{'h' if lang == 'pt' else ':'}{moment.minute:02d}"
