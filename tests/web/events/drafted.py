"""The form of an event as a browser sends it back."""

from __future__ import annotations

import re
from html import unescape

SHEET = "/eventos/novo/folha"


def fields_of(page: str) -> dict[str, list[str]]:
    """Untouched: what is shut is not sent, nor is an empty tick."""
    main = page[page.index('id="draft"') : page.index("</form>", page.index('id="draft"'))]
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", main):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        shut = " disabled" in tag or ('type="checkbox"' in tag and " checked" not in tag)
        if name and name[1] != "_csrf_token" and not shut:
            fields.setdefault(name[1], []).append(unescape(value[1]) if value else "")
    for tag, name, body in re.findall(r'(<select[^>]*name="([^"]+)"[^>]*>)(.*?)</select>', main, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', body) or re.search(r'value="([^"]*)"', body)
        if chosen and " disabled" not in tag:
            fields[name] = [chosen[1]]
    for tag, name, body in re.findall(r'(<textarea[^>]*name="([^"]+)"[^>]*>)(.*?)</textarea>', main, re.DOTALL):
        if " disabled" not in tag:
            fields[name] = [unescape(body)]
    return fields


def draft(browser, template="cgp-main"):
    return {**fields_of(browser.get(f"{SHEET}?modelo={template}").text), "season": "s26"}


def redrawn(browser, form, do, address=SHEET):
    """After a button that changes rows: the page that comes back, as it would be sent again."""
    answer = browser.send(address, **{**form, "do": do})
    return {**form, **fields_of(answer.text)}
