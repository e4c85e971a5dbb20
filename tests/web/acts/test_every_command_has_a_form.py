"""Whatever somebody may do can be done from a page: every command has exactly one form, or a reviewed reason."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

import feltro.web
from feltro.app.handling.catalogue import COMMANDS
from feltro.web.acts.asked import shape
from feltro.web.acts.listed import ELSEWHERE, OF_CHIPS, OF_DIRECTION, OF_MONEY, OF_SEASON, RARE, address_of
from feltro.web.director.forms import SPECIAL
from feltro.web.director.orders import has_button
from feltro.words.sentences import sentences
from tests.web.running import Running
from tests.web.staff import text_of

WEB = Path(feltro.web.__file__).parent
ROOM = ("organiser", "director", "floor")

READS = [name for name, command in COMMANDS.items() if command.rests_on]

NEEDS_NONE = {
    "LookAtClock": "the clock's own: the server looks each second, and every page that is opened",
    "ExpirePix": "the desk's own: the server looks each second for a PIX that nobody paid in time",
    "MarkLevel": "for a clock that somebody else runs, told by the interface for programs",
    "MergePeople": "`feltro person merge`",
    "ErasePerson": "`feltro person erase`: what the law asks is done slowly and on purpose",
    "ForgetExpired": "`feltro person expired`: by the calendar, not in the room",
}
"""Reviewed one by one."""


SEVERAL = {
    "ResumeAfterCrash": "two buttons of the console fill in what the form asks, when the house knows when it was dark",
    "ExtendRegistration": "a button of the console prolongs by one level, the event's page by as many as one likes",
    "KeepRuling": "kept on Decidir with what was seen; by hand where the floor decided without it",
    "OverruleRuling": "beside the ruling in the list, and by hand",
    "LeaveDeal": "a button of the console resumes the clock, and the page of the deal has the same",
    "CloseRegistration": "a button of the console, and the event's page, where those in line are named",
    "CheckIdentity": "at the desk of whoever stands there, in the room of whoever sits",
    "SeatByCard": "at the desk of whoever brings the card, in the room of whoever sits down with it",
    "CheckIn": "at the desk of whoever stands there, in the room of whoever sits",
    "SeatAlternate": "at the desk of whoever stands there, in the room the first in line",
    "CallAlternate": "at the desk from the list of those who wait, in the room the first in line",
    "SkipAlternate": "at the desk from the list of those who wait, in the room the first in line",
    "RepayOverpayment": "at the desk of whoever stands there and owes, with the prizes of all who owe",
    "CountStack": "one stack on a player's sheet; all of them in the table of a deal",
    "AnnounceRebuy": "at the table where it is said, and at the desk where somebody brings the word",
    "CallFloor": "on the tablet of the table; from a dealer's page or the floor's phone for a table without one",
    "CloseCall": "on the tablet of the table, and by whoever of the floor was there",
    "StartTime": "a tap on the tablet of the table; Tempo on the floor's phone",
    "StopTime": "a tap on the tablet of the table; Tempo on the floor's phone",
    "SeatDealer": "on the dealer board; at the table by whoever sits down; by hand where neither is open",
    "FreeDealer": "on the dealer board, and by hand",
    "RegisterForRanking": "one person by name; all who wait, ticked in the ranking's own list",
}
"""Commands that are given from more than one place, and why that is not one thing done in two ways."""


@cache
def files(*suffixes: str) -> dict[Path, str]:
    """The pages' own code; what programs call is no form."""
    found = (path for path in WEB.rglob("*") if path.suffix in suffixes and "api" not in path.parts)
    mention_only = {WEB / "acts" / "listed.py"}
    return {path: path.read_text() for path in sorted(found) if path not in mention_only}


@cache
def sources(*suffixes: str) -> str:
    return "\n".join(files(*suffixes).values())


@cache
def words() -> set[str]:
    return set(re.findall(r"\w+", sources(".py")))


@cache
def quoted() -> set[str]:
    return set(re.findall(r"""(?=(['"]\w+['"])(?! in can))""", sources(".html")))


@cache
def deeds() -> set[str]:
    """What the list of what needs somebody offers to do."""
    told = "\n".join(path.read_text() for path in (WEB.parent / "app" / "needs").glob("*.py"))
    return set(re.findall(r'Deed\([^"]*"[^"]*",\s*"(\w+)"', told))


@cache
def called() -> dict[Path, set[str]]:
    """What each file of the pages calls or makes."""
    return {path: set(re.findall(r"\b(\w+)\(", text)) for path, text in files(".py").items()}


@cache
def forms_of(command: str) -> frozenset[str]:
    """In which ways a page makes a command: as a rare act, by a button of the direction, in a module of its own."""
    ways = {"rare"} if command in RARE else set()
    if has_button(command) or command in SPECIAL:
        named = {f'"{command}"', f"'{command}'"} & quoted()
        if named or command in deeds():
            ways.add("button")
    if command not in SPECIAL:
        made = [path.parent.name for path, names in called().items() if command in names]
        own = {"acts", "director"} if "button" in ways else {"acts"}
        ways |= {f"made in {place}" for place in made if place not in own}
    if ways:
        return frozenset(ways)
    return frozenset({"named"} if command in words() else ())


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_it_has_one_form_or_a_reason(command):
    """Of those that somebody in the room may give: none is left out, and none is asked in two ways."""
    in_the_room = bool(set(COMMANDS[command].may) & set(ROOM))
    assert not in_the_room or forms_of(command) or NEEDS_NONE.get(command), f"nobody can give {command} from a page"
    generic = command in RARE or "button" in forms_of(command)
    assert not generic or len(forms_of(command)) == 1 or command in SEVERAL, (command, forms_of(command))


def test_a_reason_goes_when_it_no_longer_holds():
    """What has no form really has none, what has several really has: the server itself looks at the clock."""
    assert [command for command in NEEDS_NONE if forms_of(command)] in ([], ["LookAtClock"])
    assert [command for command in SEVERAL if len(forms_of(command)) < 2] == []


def test_every_rare_act_is_a_command_that_somebody_may_give():
    """No form is left over for something that is gone."""
    assert set(RARE) | set(ELSEWHERE) <= set(COMMANDS)
    assert set(NEEDS_NONE) <= set(COMMANDS)
    assert {name for name in RARE if "button" in forms_of(name)} <= set(SEVERAL)
    assert not set(RARE) & set(ELSEWHERE)


def test_every_rare_act_is_reached_from_a_page():
    """Each stands in a list; one that stands in two leads to the same address."""
    lists = (OF_DIRECTION, OF_CHIPS, OF_MONEY, OF_SEASON)
    reached = {name for groups in lists for names in groups.values() for name in names}
    assert reached == set(RARE) | set(ELSEWHERE)


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
    "long": "porque sim",
    "numbers": "1",
    "number": "1",
    "money": "1,00",
    "pieces": "100x10",
    "columns": "3-50: 50 30 20",
    "amount_lines": "10,00",
    "people": "p3",
    "ids": "azul, verde",
    "id": "Casa",
    "value": "1",
}


def filled(page: str, name: str) -> dict[str, list[str]]:
    """What a person would send: hidden fields as they are, the first choice of each list, something in each field."""
    form = re.search(r'<form method="post" action="[^"]+/ato/.*?</form>', page, re.DOTALL)[0]
    asked = {one: kind for one, kind, _ in shape(name)}
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<(?:input|textarea)[^>]+>", form):
        field = re.search(r'name="([^"]+)"', tag)[1]
        value = re.search(r'value="([^"]*)"', tag)
        if "hidden" in tag or 'type="datetime-local"' in tag:
            fields[field] = [value[1]]
        elif "checkbox" in tag:
            fields.setdefault(field, []).append(value[1])
        elif "radio" in tag:
            fields.setdefault(field, [value[1]])
        elif field.endswith(".said"):
            fields[field] = [""]
        else:
            fields[field] = [SAMPLE.get(asked.get(field.partition(".")[0], ""), "1")]
    for field, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.findall(r'<option value="([^"]+)"', options)
        fields[field] = chosen[:1]
    for field, kind in asked.items():
        if kind == "search" and field not in fields:
            fields[field] = ["p3"]
    return {field: value for field, value in fields.items() if field != "_csrf_token"}


@pytest.mark.parametrize("name", sorted(RARE))
def test_the_form_of_a_rare_act_makes_its_command(room, name):
    """Filled in as offered, it is done or refused by the rules: never unreadable. Each field has its words."""
    with room.site.browser("dora" if "director" in COMMANDS[name].may else "rui") as browser:
        address = address_of(name, "t1", "s26")
        shown = address + ("?parameter=alternates.order" if name == "AmendRule" else "")
        for lang in ("en", "es", "pt"):
            page = browser.get(f"{shown}{'&' if '?' in shown else '?'}lang={lang}").text
            assert not re.search(r"[>\"]\s*acts\.[\w.]+", page), name
            assert sentences(lang)[f"acts.{name}"] in unescape(text_of(page))
        if '<form method="post" action="/direcao' not in page and f'action="{address}"' not in page:
            assert sentences("pt")["acts.not_now"] in page
            return
        sent = filled(page, name)
        said = text_of(browser.send(address, {"HX-Request": "true"}, **sent).text)
        if RARE[name].grave:
            assert sentences("pt")["acts.change"] in said, "it is asked once more"
            said = text_of(browser.send(address, {"HX-Request": "true"}, step="sure", **sent).text)
            assert sentences("pt")["acts.change"] not in said
    for unread in ("form.unfit", "director.not_read", "acts.missing", "acts.nobody", "acts.nothing_fits"):
        assert sentences("pt")[unread].partition("{")[0].strip() not in said, said


def test_the_floor_is_offered_only_its_own_acts(room):
    """A page of the direction's act does not exist for the floor, and the list leaves it out."""
    with room.site.browser("fred") as browser:
        listed = browser.get("/direcao/t1/atos").text
        assert "/ato/MeasurePatch" in listed
        assert "/ato/StopTournament" not in listed
        assert browser.get("/direcao/t1/ato/StopTournament").status_code == 404
        assert (
            browser.send("/direcao/t1/ato/StopTournament", action="end", cause="fraud", reason="x").status_code
            == 404
        )
        assert browser.get("/direcao/t1/ato/Nada").status_code == 404
        assert browser.get("/premios/t1/ato/SaveBubble").status_code == 404
    with room.site.browser("ana") as browser:
        assert browser.get("/direcao/t1/atos").status_code == 404
        assert browser.get("/temporada/s26/ato/BanPerson").status_code == 404


def test_an_act_has_one_address(room):
    """The form of a prize's act does not stand with the direction too."""
    with room.site.browser("dora") as browser:
        assert browser.get("/direcao/t1/ato/NoteEarlyCash").status_code == 404
        assert 'href="/premios/t1/ato/NoteEarlyCash"' in browser.get("/direcao/t1/atos").text
        assert 'href="/premios/t1/ato/NoteEarlyCash"' in browser.get("/premios/t1/especiais").text


BOOKS = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")


@pytest.mark.parametrize("book", BOOKS)
def test_the_clause_stands_beside_the_act(book):
    """In whichever book the event is played: every rule that an act names is one, and the form links its clause."""
    assert set(READS) <= set(RARE) | {
        "LoadPointsTable",  # a page of its own, and its clause there
        "CheckInVoucher",  # a button of the desk, beside the document that the book asks for
        "SettleVouchers",  # buttons of what needs the direction, with the clause
    }
    room = Running(4, book=book)
    with room.site.browser("dora") as browser, room.site.browser("rui") as owner:
        for name in ("CorrectSeat", "StopTournament", "MarkAbsent"):
            page = browser.get(f"/direcao/t1/ato/{name}").text
            assert 'class="cites"' in page, name
        for name in READS:
            if name in RARE and RARE[name].place == "direcao":
                asks = browser if "director" in COMMANDS[name].may else owner
                assert asks.get(f"/direcao/t1/ato/{name}").status_code == 200, name


def test_the_form_follows_its_event_with_what_was_typed(room):
    """Asked for again when news comes, with the fields as they stand: the lists are new, the rest is as it was."""
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1/ato/AddChips").text
        key = re.search(r'name="key" value="([^"]+)"', page)[1]
        assert 'data-live="tournament:t1@' in page
        typed = f"key={key}&entry.said=&entry={room.at(1, 2)}&chips=5.000&reason=meia+frase"
        again = browser.get(f"/direcao/t1/ato/AddChips?{typed}").text
        assert f'value="{key}"' in again, "the same form: sent twice it is one thing"
        assert 'value="5.000"' in again
        assert ">meia frase</textarea>" in again
        assert f'value="{room.at(1, 2)}" checked' in again
        gone = room.at(1, 1)
        assert f'value="{gone}"' in again
        room.order("Eliminate", entry=gone)
        assert f'value="{gone}"' not in browser.get(f"/direcao/t1/ato/AddChips?{typed}").text
        assert 'data-live="tournament:t1@' in browser.get("/direcao/t1/atos").text
        refused = browser.send("/direcao/t1/ato/AddChips", {"HX-Request": "true"}, chips="x")
        assert "data-live" not in refused.text, "what was refused stays until it is sent again"
