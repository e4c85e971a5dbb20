"""Sheets for tests: the shipped ones, dated, and ways to change one thing in them."""

from datetime import date

import msgspec

from feltro.app.sheets.settlement import faults_of
from feltro.app.sheets.templates import load_sheet, templates
from feltro.rulebook.library import shipped, whole

DAY = date(2026, 11, 20)


def template(name):
    sheet = load_sheet(templates()[name].file, DAY)
    assert not isinstance(sheet, list), sheet
    return sheet


def change(struct, **values):
    return msgspec.structs.replace(struct, **values)


def with_item(sheet, item_id, **values):
    items = tuple(change(item, **values) if item.id == item_id else item for item in sheet.items)
    return change(sheet, items=items)


def with_level(sheet, number, **values):
    levels = list(sheet.levels)
    levels[number - 1] = change(levels[number - 1], **values)
    return change(sheet, levels=tuple(levels))


def with_day(sheet, day_id, **values):
    return change(sheet, days=tuple(change(day, **values) if day.id == day_id else day for day in sheet.days))


def faults(sheet):
    return {fault.because.removeprefix("sheet."): fault for fault in faults_of(sheet)}


def book_of(sheet):
    library = shipped()
    return whole(library.rulebook(sheet.book, *(library.addenda[name] for name in sheet.addenda)))
