"""Whatever the direction or the floor may do can be done from a page: every command has a form, or a reason for none."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

import feltro.web
from feltro.app.catalogue import COMMANDS
from feltro.app.permissions import MAY
from feltro.web.director.acting import PLAIN
from feltro.web.director.acts.asked import shape
from feltro.web.director.acts.listed import RARE
from feltro.web.director.reading import SPECIAL
from feltro.words.sentences import sentences
from tests.web.running import Running
from tests.web.staff import text_of

WEB = Path(feltro.web.__file__).parent
ROOM = ("organiser", "director", "floor")

NEEDS_NONE = {
    "LookAtClock": "the clock's own: the server looks each second, and every page that is opened",
    "ExpirePix": "the desk's own: the server looks each second for a PIX that nobody paid in time",
    "MarkLevel": "for a clock that somebody else runs, told by the interface for programs",
    "MergePeople": "`feltro person merge`",
    "ErasePerson": "`feltro person erase`: what the law asks is done slowly and on purpose",
    "ForgetExpired": "`feltro person expired`: by the calendar, not in the room",
    "RecordImageConsent": "missing at the desk: only `feltro do` records it",
    "SignReceipt": "missing at the desk: only `feltro do` records it",
}
"""Reviewed one by one."""


def sources(*suffixes: str) -> str:
    """The pages' own code; what programs call is no form."""
    files = (path for path in WEB.rglob("*") if path.suffix in suffixes and "api" not in path.parts)
    mention_only = {WEB / "director" / "acting.py", WEB / "director" / "ahead.py"}
    return "\n".join(path.read_text() for path in sorted(files) if path not in mention_only)


@cache
def has_form(command: str) -> bool:
    if command in RARE:
        return True
    if re.search(rf"\b{command}\(", sources(".py")) and command not in SPECIAL:
        return True
    if command in PLAIN or command in SPECIAL:
        named = re.search(rf"""['"]{command}['"]""", sources(".html"))
        return named is not None or re.search(rf'Button\([^)]*"{command}"', sources(".py")) is not None
    return re.search(rf"\b{command}\b", sources(".py")) is not None


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_it_has_a_form_or_a_reason(command):
    """Of those that somebody in the room may give."""
    if set(MAY[command]) & set(ROOM):
        assert has_form(command) or NEEDS_NONE.get(command), f"nobody can give {command} from a page"


def test_every_rare_act_is_a_command_that_somebody_may_give():
    """No form is left over for something that is gone."""
    assert set(RARE) <= set(COMMANDS)
    assert set(NEEDS_NONE) <= set(COMMANDS)
    assert not [command for command in NEEDS_NONE if has_form(command)]
    assert not (PLAIN | set(SPECIAL)) & set(RARE)


@pytest.fixture
def room():
    """Somebody out, a penalty to serve, a race called and a room with a dealer, so that each act has its matter."""
    made = Running(6)
    made.order("Eliminate", entry=made.at(1, 1))
    with made.site.browser("dora") as browser:
        given = {"entry": made.at(1, 1), "kind": "missed_hands", "amount": 5, "reason": "x"}
        assert browser.send("/direcao/t1/fazer", command="GivePenalty", **given).status_code == 200
    made.order("CallColorUp", race="r1", remove=100, keep=1000)
    made.order("KeepRuling", ruling="g1", clause="5.4.1", remedy="dead_hand")
    made.order("AskPress", request="q1", person="p2", activity="interview")
    made.done(
        "FurnishRoom", role="director", room="salao", dealers=["davi"], decks=["azul"], tables=[{"number": 90}]
    )
    return made


SAMPLE = {
    "text": "porque sim",
    "numbers": "1",
    "pieces": "100x10",
    "ids": "azul, verde",
    "id": "Casa",
    "value": "1",
}


def filled(page: str, name: str) -> dict[str, list[str]]:
    """What a person would send: hidden fields as they are, the first choice of each list, something in each field."""
    form = re.search(rf'<form class="gate-form".*?value="{name}".*?</form>', page, re.DOTALL)[0]
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]+>", form):
        field = re.search(r'name="([^"]+)"', tag)[1]
        value = re.search(r'value="([^"]*)"', tag)
        kind = re.search(r'(?:type|inputmode)="([^"]+)"', tag)
        if "hidden" in tag or 'type="datetime-local"' in tag or (value and value[1] and "checkbox" not in tag):
            fields[field] = [value[1]]
        elif "checkbox" in tag:
            fields.setdefault(field, []).append(value[1])
        else:
            asked = {one: sort for one, sort, _ in shape(name)}.get(field, "")
            fields[field] = ["1" if kind else SAMPLE.get(asked, "porque sim")]
    for field, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.findall(r'<option value="([^"]+)"', options)
        fields[field] = chosen[:1]
    return {field: value for field, value in fields.items() if field not in ("_csrf_token", "command")}


@pytest.mark.parametrize("name", sorted(RARE))
def test_the_form_of_a_rare_act_makes_its_command(room, name):
    """Filled in as offered, it is done or refused by the rules: never unreadable. Each field has its words."""
    with room.site.browser("dora") as browser:
        address = f"/direcao/t1/ato/{name}"
        if name == "AmendRule":
            address += "?parameter=alternates.order"
        for lang in ("en", "es", "pt"):
            page = browser.get(f"{address}{'&' if '?' in address else '?'}lang={lang}").text
            assert not re.search(r">\s*acts\.[\w.]+", page), name
            assert sentences(lang)[f"acts.{name}"] in unescape(text_of(page))
        if f'value="{name}"' not in page:
            assert sentences("pt")["acts.not_now"] in page
            return
        answer = browser.send("/direcao/t1/fazer", **filled(page, name))
        assert answer.status_code == 409, "without its name it is no command"
        said = text_of(
            browser.send("/direcao/t1/fazer", {"HX-Request": "true"}, command=name, **filled(page, name)).text
        )
    for unread in ("form.unfit", "director.not_read"):
        assert sentences("pt")[unread].partition("{")[0].strip() not in said, said


def test_the_floor_is_offered_only_its_own_acts(room):
    """A page of the direction's act does not exist for the floor, and the list leaves it out."""
    with room.site.browser("fred") as browser:
        listed = browser.get("/direcao/t1/atos").text
        assert "/ato/MeasurePatch" in listed
        assert "/ato/StopTournament" not in listed
        assert browser.get("/direcao/t1/ato/StopTournament").status_code == 404
        assert browser.get("/direcao/t1/ato/Nada").status_code == 404
    with room.site.browser("ana") as browser:
        assert browser.get("/direcao/t1/atos").status_code == 404
