"""A thumb on the page of Decidir: only what the page offers can be tapped."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

_FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
_BUTTON = re.compile(r'<button\b[^>]*\bname="(\w+)" value="([^"]*)"')
_LINE = re.compile(r'<(?:input|textarea)\b(?![^>]*type="hidden")[^>]*\bname="(\w+)"')


class Thumb:
    """Looks at the page, taps one of its buttons, and looks again."""

    def __init__(self, browser: Any, path: str, **query: str) -> None:
        self.browser, self.path = browser, path
        self.taps = 0
        self.html = browser.get(path + (f"?{urlencode(query)}" if query else "")).text

    def tap(self, value: str, *, name: str = "tap", to: str = "/toque", **typed: str) -> str:
        """What is typed goes into lines that the page has."""
        assert (name, value) in self._buttons(), f"{name}={value} is not on the page"
        lines = set(_LINE.findall(self.html))
        assert set(typed) <= lines, f"no line for {set(typed) - lines}"
        self.taps += 1 + len(typed)
        return self.send({name: value, **typed}, to)

    def _buttons(self) -> list[tuple[str, str]]:
        return [(one, unescape(said)) for one, said in _BUTTON.findall(self.html)]

    @property
    def offered(self) -> list[str]:
        """Every tap that the page has, in its order."""
        return [value for name, value in self._buttons() if name == "tap"]

    def send(self, fields: dict[str, str], to: str = "/toque") -> str:
        carried = {one: unescape(said) for one, said in _FIELD.findall(self.html)}
        answer = self.browser.send(self.path + to, {"hx-request": "true"}, **{**carried, **fields})
        assert answer.status_code == 200, answer.text[:300]
        self.html = answer.text
        return self.html

    @property
    def situation(self) -> dict[str, Any]:
        found = dict(_FIELD.findall(self.html))["situacao"]
        read: dict[str, Any] = json.loads(unescape(found))
        return read

    @property
    def words(self) -> str:
        """The page as it is read."""
        bare = re.sub(r"<(script|style|textarea)\b.*?</\1>", " ", self.html, flags=re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", bare)).split())

    def part(self, name: str) -> str:
        """One section of the page as it is read, by its class."""
        found = re.search(rf'<(section|p|h1|header)[^>]*class="{name}[^"]*".*?</\1>', self.html, re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split()) if found else ""
