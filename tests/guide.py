"""A guide of docs/ by its sections, and somebody who knows nothing else: for walking it in a browser."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

GUIDE = Path(__file__).parent.parent / "docs" / "primeira-hora.md"
SECTION = re.compile(r"^## (\d)\. (.+?)(?: \((\w+) minutos?\))?$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
MINUTES = {"um": 1, "três": 3, "cinco": 5}
PATIENCE = 30_000
"""Milliseconds: a busy machine is no defect."""


class Section(NamedTuple):
    number: int
    title: str
    minutes: int
    """As the guide says; nothing where it says nothing."""
    text: str


class NotInTheGuideError(Exception):
    """A stranger would not have known."""


def sections() -> dict[int, Section]:
    found = SECTION.findall(GUIDE.read_text(encoding="utf-8"))
    return {
        int(number): Section(int(number), title, MINUTES.get(said, 0), text) for number, title, said, text in found
    }


class Stranger:
    """Somebody in front of a page who knows what the guide's section says, and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page, self.guide = page, sections()
        self.now = self.guide[1]
        self.took: dict[int, float] = {}

    @contextmanager
    def section(self, number: int) -> Iterator[None]:
        self.now, began = self.guide[number], time.monotonic()
        yield
        self.took[number] = round(time.monotonic() - began, 1)

    def told(self, word: str) -> str:
        if word not in self.now.text:
            raise NotInTheGuideError(f"section {self.now.number} of {GUIDE.name} does not say «{word}»")
        return word

    def click(self, word: str) -> None:
        """A link, a button or a menu that is seen by this word."""
        self._seen(self.told(word)).click(timeout=PATIENCE)

    def fill(self, label: str, typed: str) -> None:
        self.page.get_by_label(self.told(label)).locator("visible=true").first.fill(typed, timeout=PATIENCE)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.told(key)
            self.page.keyboard.press(key)

    def sees(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(text, timeout=PATIENCE)

    def _seen(self, word: str) -> Locator:
        """A button or a link before a head that opens and closes."""
        page = self.page
        named = page.get_by_role("button", name=word, exact=True).or_(
            page.get_by_role("link", name=word, exact=True)
        )
        named, head = (one.locator("visible=true") for one in (named, page.locator("summary", has_text=word)))
        named.or_(head).first.wait_for(timeout=PATIENCE)
        return named.first if named.count() else head.first
