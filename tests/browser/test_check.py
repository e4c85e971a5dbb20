"""Every kind of draw on the page that anybody checks, reckoned again by the browser: redraws, races, envelopes, last hands."""

from __future__ import annotations

import re

import msgspec
import pytest

from feltro.app.public.folder import PublishedFolder
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
    page.write_text(_changed(page.read_text()))
    assert [one for one in _verdicts(browser, page) if one.startswith("Não confere")]


def _verdicts(browser, page) -> list[str]:
    context = browser.new_context(viewport=PHONE)
    opened = context.new_page()
    opened.goto(page.as_uri())
    found = opened.locator("[data-proof] [data-verdict]").all_text_contents()
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
