"""The organiser's page of other programs: keys with what they may, who is told what, and a secret shown once."""

from __future__ import annotations

import re

from feltro.app.access.doors import who_has_token
from feltro.app.handling import House
from feltro.app.programs.post import PostAnswer
from feltro.app.programs.webhooks import webhooks_of
from feltro.store.memory import MemoryStore
from tests.app.programs.evening import Told
from tests.web.staff import START, Site, text_of

KEY = re.compile(r"flt_[0-9a-f]{16}_[A-Za-z0-9_-]{43}")


def test_a_key_is_made_for_what_is_ticked_shown_once_and_revoked():
    site = Site()
    with site.browser("rui") as browser:
        ticked = {"user": "dora", "label": "placar do salão", "scope": ["read:public", "do:clock"], "days": "30"}
        made = KEY.search(browser.send("/programas/chaves", **ticked).text)[0]
        identity = who_has_token(site.house.store, made, START)
        assert (identity.user, identity.role, identity.scopes) == ("dora", "director", ("read:public", "do:clock"))
        page = browser.get("/programas").text
        assert KEY.search(page) is None
        assert "placar do salão" in page
        assert "Mexer no relógio, no mão a mão e no tempo de ação" in text_of(page)
        browser.send(f"/programas/chaves/{made.split('_')[1]}/revogar")
        assert who_has_token(site.house.store, made, START) is None


def test_all_that_the_role_may_is_ticked_by_itself_and_nothing_is_not_everything():
    site = Site()
    with site.browser("rui") as browser:
        refused = browser.send("/programas/chaves", user="dora")
        assert (refused.status_code, "pelo menos uma coisa" in refused.text) == (409, True)
        unfit = browser.send("/programas/chaves", user="dora", everything="1", days="0")
        assert (unfit.status_code, "de 1 a" in unfit.text) == (409, True)
        made = KEY.search(browser.send("/programas/chaves", user="dora", everything="1").text)[0]
    assert who_has_token(site.house.store, made, START).scopes is None


def test_an_address_is_told_changed_tried_and_taken_away():
    """The secret stands on the page once; the list says what was delivered, and a button sends it again."""
    site = Site()
    with site.browser("rui") as browser:
        bad = browser.send("/programas/avisos", address="ftp://placar.example", type=["level.began"])
        assert (bad.status_code, "https://" in text_of(bad.text)) == (409, True)
        made = browser.send("/programas/avisos", address="https://placar.example/x", type=["level.began"])
        assert "whsec_" in made.text
        assert "whsec_" not in browser.get("/programas").text
        (hook,) = webhooks_of(site.house.store).values()
        at = f"/programas/avisos/{hook.id}"
        browser.send(at, address="https://placar.example/y", type=["level.began", "season.created"], on="1")
        (hook,) = webhooks_of(site.house.store).values()
        assert (hook.types, hook.on) == (("season.created", "level.began"), True)
        assert "whsec_" in browser.send(f"{at}/segredo").text
        browser.send(f"{at}/tirar")
        assert webhooks_of(site.house.store) == {}
    with site.browser("dora") as director:
        assert director.get("/programas").status_code == 404
        assert (
            director.send("/programas/avisos", address="https://x.example", type=["level.began"]).status_code == 404
        )


def test_what_was_not_delivered_is_sent_again_by_a_button():
    told = Told(PostAnswer(400), PostAnswer(400), PostAnswer(400), house=Site(House(MemoryStore())).house)
    site = Site(told.house, users=False)
    with site.browser("rui") as browser:
        at = f"/programas/avisos/{told.hook.id}/de-novo"
        assert browser.send(at).status_code == 200
        for seconds in (0, 5, 35):
            told.tell(site.clock.now + seconds * 1_000_000)
        page = text_of(browser.get("/programas").text)
        assert "não entregue : respondeu 400" in page.replace("entregue:", "entregue :")
        message = told.receiver.got[0][1]["webhook-id"]
        assert browser.send(at, message=message).status_code == 200
        assert browser.send(at, message="msg_outra").status_code == 409
        assert told.tell(site.clock.now + 40_000_000) == 1
        assert "entregue" in text_of(browser.get("/programas").text)
