"""The page of the second laptop: who follows, of how many seconds answers may be missing, what has to be entered by hand."""

from __future__ import annotations

import msgspec

from feltro.app.access.change import AccessChange, change
from feltro.app.second.channel import read_key, sealed_ask
from feltro.app.second.messages import AskFiles
from feltro.app.second.reigns import LeftAct, end_reign, keep_left
from feltro.app.world.plan import Done, Envelope
from feltro.app.world.streams import reigns as r
from tests.tournament.room import Room
from tests.web.staff import START, Site


def sent(key):
    return Envelope(key=key, who="rui", role="organiser", at=START)


def test_the_organiser_gives_a_key_once_and_the_laptop_that_has_it_is_answered():
    site = Site()
    with site.browser("rui") as rui:
        assert "Nenhum laptop segue este" in rui.get("/segundo").text
        shown = rui.send("/segundo").text
        key = read_key(shown.split("--key ")[1].split("<")[0])
        assert "Um segundo laptop tem a chave" in rui.get("/segundo").text
        asked = sealed_ask(key, AskFiles({}))
        assert rui.client.post("/seguir", content=asked).status_code == 200
        assert rui.client.post("/seguir", content=asked[:-1] + b"0").status_code == 404
        rui.send("/segundo/parar")
        assert rui.client.post("/seguir", content=asked).status_code == 404


def test_a_director_sees_it_and_gives_no_key():
    with Site().browser("dora") as dora:
        page = dora.get("/segundo")
        assert page.status_code == 200
        assert "Deixar um laptop seguir" not in page.text
        assert dora.send("/segundo").status_code == 404


def test_after_a_change_of_laptops_the_seconds_and_the_acts_to_enter_are_told():
    site = Site()
    room = Room(site.house)
    done = room.done("OpenDrawer", who="bia", desk="d7", cashier="bia", float_centavos=12300)
    assert isinstance(done, Done)
    began = r.ReignBegan(number=2, link=1, head="00", unheard_seconds=14, address="http://p:8000", follower="f")
    store = site.house.store
    change(store, "TakeOver", sent("over"), lambda _state: AccessChange((began,), ()), r.STREAM)
    told = tuple((one.stream, one.name, one.event) for one in done.events)
    act = LeftAct(link=9, at=START, who="bia", role="cashier", command="OpenDrawer", told=told)
    keep_left(store, [act], START)
    with site.browser("dora") as dora:
        page = dora.get("/segundo").text
        assert "Podem faltar respostas de 14 s." in page
        assert "Para lançar à mão: 1" in page
        assert "Abertura do caixa" in page
        assert "Há atos do laptop anterior para lançar à mão" in dora.get("/direcao").text
        dora.send("/segundo/lancado", link="9")
        after = dora.get("/segundo").text
    assert "Tudo o que o laptop anterior recebeu foi lançado" in after
    assert store.kept("left", "9") is None


def test_a_laptop_that_met_a_higher_number_says_so_above_every_page_and_is_not_ready():
    site = Site()
    room = Room(site.house)
    end_reign(site.house.store, 3, 1, START)
    refused = room.refused("OpenDrawer", who="bia", desk="d7", cashier="bia", float_centavos=100)
    assert (refused.because, refused.values) == ("reign.over", {"number": 3})
    with site.browser("ana") as ana:
        assert "Este laptop não tem mais a casa" in ana.get("/balcao").text
        assert ana.get("/pronto").status_code == 503
    assert msgspec.json.encode(refused.values) == b'{"number":3}'
