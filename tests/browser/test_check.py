"""Every kind of draw on the page that anybody checks, reckoned again by the browser: redraws, races, envelopes, last hands."""

from __future__ import annotations

import random
import re
from pathlib import Path

import msgspec
import pytest

import feltro.web
from feltro.app.desk.proofs import proofs_of
from feltro.app.public.folder import PublishedFolder
from feltro.kernel.published_draw import read_draw, verdict
from feltro.web.public.publish import publish
from tests.tournament.draws.circuit import by_phones
from tests.tournament.draws.test_cards_and_envelopes import CALLED, ODD, PHONES, RACE, commitment_of, strict
from tests.tournament.eliminations.test_bounties import MYSTERY, knockout
from tests.tournament.pace.test_last_hands import evening
from tests.tournament.play import Play
from tests.tournament.seats import Floor

from .conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def raced():
    """By phones: seals and values are on the page too."""
    play = strict(Play({3: 5, 5: 5}))
    by_phones(play, commitment_of(play.direct("CallColorUp", **RACE, **PHONES), "ColorUpCalled"))
    for table in (3, 5):
        play.direct("RaceTable", **{**ODD, "table": table})
    play.direct("CloseRace", race="r1")
    return play


def enveloped():
    play = strict(knockout(MYSTERY))
    box = commitment_of(play.direct("SealEnvelopes", **CALLED), "EnvelopesSealed")
    play.direct("AddPublicValue", draw=box, public="sete")
    for loser, winner in (("e1", "e2"), ("e2", "e3"), ("e3", "e4"), ("e4", "e5")):
        play.bust(loser, by=[winner])
    play.direct("RevealEnvelopes")
    return play


def last_hands():
    room = strict(evening("adtp-2023", 10))
    by_phones(room, commitment_of(room.director("StopForLastHands", **PHONES), "LastHandsCalled"))
    room.director("DrawLastHands", entry="e1")
    return room


def broken():
    """A table breaks: its players draw chairs with the secret of the deck, which is shown once entries close."""
    floor = Floor()
    floor.open((1, 9), (2, 9), (3, 9))
    floor.fill(18)
    floor.order("CloseRegistration")
    floor.order("BreakTable", table=3)
    return floor


KINDS = {
    "race": (raced, "corrida de fichas, mesa 3"),
    "envelopes": (enveloped, "envelopes, caixa 1"),
    "last hands": (last_hands, "carta das últimas mãos"),
    "redraw": (broken, "sorteio seguinte"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_browser_reckons_it_again_and_sees_a_changed_value(browser, tmp_path, kind):
    made, said = KINDS[kind]
    room = made()
    publish(room.house, room.now, PublishedFolder(tmp_path / "site"), "", lambda _done, _whole: None)
    page = tmp_path / "site/pt/conferir/t1.html"
    verdicts = _verdicts(browser, page)
    assert said in page.read_text()
    assert not [one for one in verdicts if one.startswith("Não confere")], verdicts
    assert [one for one in verdicts if one.startswith("Confere:")], verdicts
    assert "confere" in _whole(browser, page)
    page.write_text(_changed(page.read_text()))
    assert [one for one in _verdicts(browser, page) if one.startswith("Não confere")]
    assert "algo não confere" in _whole(browser, page)


def _verdicts(browser, page) -> list[str]:
    return _read(browser, page, "[data-proof] [data-verdict]")


def _whole(browser, page) -> str:
    """What stands above everything, so that nobody has to scroll for the answer."""
    return _read(browser, page, "[data-all]")[0]


def _read(browser, page, where: str) -> list[str]:
    context = browser.new_context(viewport=PHONE)
    opened = context.new_page()
    opened.goto(page.as_uri())
    found = opened.locator(where).all_text_contents()
    context.close()
    return found


def _changed(text: str) -> str:
    """In every proof with a secret, the first two of what was drawn change places; or the card is another one."""

    def other(block):
        told = msgspec.json.decode(block[1])
        shown = told["further"][0]["shown"] if told.get("further") else told["order"]
        if told["secret"] and len(shown) > 1:
            away = next((place for place, one in enumerate(shown) if one != shown[0]), 0)
            shown[0], shown[away] = shown[away], shown[0]
        elif told["secret"] and shown:
            shown[0] = next(one for one in told["chairs"] if one != shown[0])
        return f"data-told>{msgspec.json.encode(told).decode()}</script>"

    return re.sub(r"data-told>(.*?)</script>", other, text, flags=re.DOTALL)


SPOILT = {
    "another digit of the secret": lambda told: told | {"secret": told["secret"][:-1] + "0"},
    "a digit more": lambda told: told | {"secret": told["secret"] + "a"},
    "two digits fewer": lambda told: told | {"secret": told["secret"][:-2]},
    "letters that are no digits": lambda told: told | {"secret": "zz" + told["secret"][2:]},
    "a space in the secret": lambda told: told | {"secret": told["secret"][:2] + " " + told["secret"][2:]},
    "great letters": lambda told: (
        told | {"secret": told["secret"].upper(), "commitment": told["commitment"].upper()}
    ),
    "another commitment": lambda told: told | {"commitment": "0" + told["commitment"][1:]},
    "another name": lambda told: told | {"label": told["label"] + "x"},
    "another value": lambda told: told | {"public": told["public"] + "1"},
    "a space before the value": lambda told: told | {"public": " " + told["public"]},
    "another table": lambda told: told | {"beside": told.get("beside", "") + "0"},
    "a chair twice": lambda told: told | {"chairs": [*told["chairs"], *told["chairs"][:1]]},
    "another order": lambda told: told | {"order": told["order"][::-1]},
    "one too many": lambda told: told | {"order": [*told["chairs"], "9.9"]},
    "nothing drawn": lambda told: told | {"order": [], "further": []},
    "dealt in another way": lambda told: told | {"rounds": not told["rounds"]},
    "not said how it was dealt": lambda told: {name: one for name, one in told.items() if name != "rounds"},
    "a phone that is missing": lambda told: told | {"phones": told["phones"][1:]},
    "a later draw turned round": lambda told: (
        told | {"further": [one | {"shown": one["shown"][::-1]} for one in told["further"]]}
    ),
    "a later draw with a thing twice": lambda told: (
        told | {"further": [one | {"among": [*one["among"], one["among"][0]]} for one in told["further"]]}
    ),
    "kept back": lambda told: told | {"secret": ""},
    "called physical": lambda told: told | {"physical": True},
    "of another format": lambda told: told | {"format": "feltro/draw/2"},
    "as it is": lambda told: told,
}


@pytest.mark.parametrize("kind", KINDS)
def test_browser_and_terminal_say_the_same_of_every_draw_and_of_every_change_to_it(browser, kind):
    """Whatever is changed in a file, the page and `feltro draw verify` come to the same word."""
    room = KINDS[kind][0]()
    files = [
        msgspec.to_builtins(one.told) for one in proofs_of(room.state, room.house.world.live("tournament:t1").facts)
    ]
    several = [spoilt(told) for told in files for spoilt in SPOILT.values()]
    shuffled = [
        told | {"order": random.Random(n).sample(told["order"], len(told["order"]))}
        for told in files
        for n in range(20)
    ]
    texts = [msgspec.json.encode(told).decode() for told in (*several, *shuffled)]
    assert _told_by_the_browser(browser, texts) == [_told_by_the_terminal(text) for text in texts]


def _told_by_the_terminal(text: str) -> str:
    try:
        return verdict(read_draw(text))
    except ValueError:
        return "fails"


def _told_by_the_browser(browser, texts: list[str]) -> list[str]:
    page = browser.new_page()
    for script in ("sha256.js", "verifier.js"):
        page.add_script_tag(path=Path(feltro.web.__file__).parent / "static" / script)
    ask = "(texts) => texts.map((text) => { try { return feltroVerdict(JSON.parse(text)); } catch { return 'fails'; } })"
    said = page.evaluate(ask, texts)
    page.close()
    return said
