"""What a browser finds on pages: links, and forms with their fields as they would be sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin


@dataclass
class PageForm:
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    """What is sent depends on which button was pressed."""

    def filled(self) -> list[dict[str, str]]:
        """As each of its buttons sends it."""
        return [{**self.fields, name: value} for name, value in self.buttons] or [dict(self.fields)]


class PageReader(HTMLParser):
    """Links and forms of one page, whether the browser or htmx follows them."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path, self.links, self.forms = path, [], []
        self._open: PageForm | None = None
        self._by_id: dict[str, PageForm] = {}
        self._select = ""
        self._area = ""

    def handle_starttag(self, tag, attrs):
        said = {name: value or "" for name, value in attrs}
        self.links += [urljoin(self.path, said[one]) for one in ("href", "hx-get") if said.get(one)]
        if "hx-post" in said or (tag == "form" and said.get("method") == "post"):
            form = PageForm(urljoin(self.path, said.get("action") or said.get("hx-post") or self.path))
            self.forms.append(form)
            if said.get("action") and said.get("hx-post", said["action"]) != said["action"]:
                self.forms.append(PageForm(urljoin(self.path, said["hx-post"]), form.fields, form.buttons))
            if tag == "form":
                self._open = form
                self._by_id[said.get("id", "")] = form
        self._field(tag, said)

    def _field(self, tag, said):
        form = self._by_id.get(said["form"]) if said.get("form") else self._open
        if form is None:
            return
        name, kind = said.get("name", ""), said.get("type", "text")
        if tag == "input" and name and kind not in {"submit", "button"}:
            ticked = kind not in {"checkbox", "radio"} or "checked" in said or name not in form.fields
            if ticked:
                form.fields[name] = said.get("value", "on" if kind in {"checkbox", "radio"} else "")
        elif tag == "select" and name:
            self._select = name
            form.fields.setdefault(name, "")
        elif tag == "option" and self._select:
            if "selected" in said or not form.fields.get(self._select):
                form.fields[self._select] = said.get("value", "")
        elif tag == "textarea" and name:
            self._area = name
            form.fields[name] = ""
        elif tag == "button" and said.get("formaction"):
            self.forms.append(PageForm(urljoin(self.path, said["formaction"]), dict(form.fields)))
        elif tag == "button" and name:
            form.buttons.append((name, said.get("value", "")))

    def handle_data(self, data):
        if self._area and self._open is not None:
            self._open.fields[self._area] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""


def read_page(path: str, html: str) -> PageReader:
    reader = PageReader(path)
    reader.feed(html)
    return reader


def pattern_of(route: str) -> re.Pattern[str]:
    """A route's address as what it looks like: `/mesa/{number:int}` takes `/mesa/4`."""
    parts = re.split(r"\{(\w+):(\w+)\}", route)
    made = "".join(
        re.escape(part)
        if place % 3 == 0
        else f"(?P<{part}>.+)"
        if parts[place + 1] == "path"
        else f"(?P<{part}>[^/]+)"
        for place, part in enumerate(parts)
        if place % 3 != 2
    )
    return re.compile(made)
