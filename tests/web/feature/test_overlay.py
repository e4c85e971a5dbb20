"""Overlays and feeds for a stream: what stands on them, where, and that a program is told what the schema says."""

from __future__ import annotations

import csv
import io
import re

import msgspec
import pytest

from feltro.app.feature.view import StreamView
from tests.web.feature.stage import Stage
from tests.web.staff import text_of


@pytest.fixture(scope="module")
def stage():
    made = Stage()
    chairs = sorted(made.state.floor.tables[1].players)[:2]
    with made.producing() as table:
        table.begin(stacks={chairs[0]: 5_000, chairs[1]: 9_000}, button=chairs[0])
        for seat, cards in enumerate(("AhAd", "KsKd")):
            table.send("/cartas", hand=1, seat=seat, cards=cards)
        table.act("call")
        table.act("check")
        table.act("board", cards="2c7d9h")
        home = f"/producao/{made.keys['production']}"
        table.browser.send(f"{home}/tarja", title="Ana <b>Souza</b>", line="Campeã de 2025")
    made.order("CountStack", entry="e4", chips=3_300)
    made.order("Eliminate", entry="e5")
    return made


@pytest.fixture
def obs(stage):
    with stage.site.browser() as browser:
        yield lambda path, kind="overlay_live": browser.get(f"/sobreposicao/{stage.keys[kind]}{path}")


def test_every_piece_has_its_own_address_and_its_own_place(obs):
    """Clock, field, counts, hand, lower third and ticker; markup that somebody typed is text."""
    assert "100/200" in obs("/relogio").text
    assert "Média" in obs("/jogadores").text
    assert "3.300" in obs("/fichas").text
    hand = obs("/mao").text
    assert "A♥" in hand
    assert re.search(r'o-equity">9\d%', hand)
    assert "Pote" in hand
    assert "Ana &lt;b&gt;Souza" in obs("/tarja").text
    assert ", 9º" in text_of(obs("/eliminados").text)
    assert re.findall(r'data-piece="(\w+)"', obs("/tudo").text) == ["relogio", "mao", "tarja", "eliminados"]
    assert obs("/nada").status_code == 404


def test_a_paused_clock_shows_the_word_in_place_of_the_time(stage, obs):
    """Never a time that stands still and looks like one that runs."""
    assert "data-until" in obs("/relogio").text
    stage.order("PauseClock", day="1")
    told = obs("/relogio").text
    assert "PAUSADO" in told
    assert "data-until" not in told
    stage.order("ResumeClock", day="1")


def test_the_end_of_a_level_stays_where_it_is_whenever_somebody_asks(stage, obs):
    """Asked a third of a second later, the level ends at the same millisecond: the time on air does not stutter."""
    told = [re.search(r'data-until="(\d+)"', obs("/relogio").text)[1]]
    for _ in range(4):
        stage.site.clock.now += 330_000
        told.append(re.search(r'data-until="(\d+)"', obs("/relogio").text)[1])
    assert len(set(told)) == 1


def test_a_break_is_called_a_break_and_has_the_blinds_that_come():
    """Its time runs like that of a level: the word beside it tells them apart. Before the start no level is named."""
    stage = Stage(4)

    def clock() -> str:
        with stage.site.browser() as obs:
            return text_of(obs.get(f"/sobreposicao/{stage.keys['overlay']}/relogio?parte=1").text).strip()

    assert clock() == "30:00 Nível 1 100/200"
    stage.site.clock.pass_seconds(3 * 30 * 60 + 60)
    assert clock() == "09:00 INTERVALO 400/800"
    stage.site.clock.pass_seconds(9 * 60)
    assert clock() == "30:00 Nível 4 400/800"


def test_a_program_is_told_what_the_schema_says(stage, obs):
    """The JSON fits its own shape; the lists of the CSV have the names of their columns first."""
    view = msgspec.json.decode(obs("/dados.json").content, type=StreamView)
    assert (view.format, view.field.players_left, view.held_back) == ("feltro/stream/1", 8, False)
    assert view.feature[0].hand.board == ("2c", "7d", "9h")
    assert sum(one.equity for one in view.feature[0].hand.seats) == pytest.approx(1)
    rows = list(csv.DictReader(io.StringIO(obs("/dados.csv?lista=mesa").text)))
    assert [one["cards"] for one in rows] == ["Ah Ad", "Ks Kd"]
    assert next(csv.DictReader(io.StringIO(obs("/dados.csv").text)))["players_left"] == "8"
    assert obs("/dados.csv?lista=nada").status_code == 404
    with stage.site.browser() as anybody:
        schema = anybody.get("/sobreposicao/esquema.json").json()
        assert schema["$id"] == "feltro/stream/1"
        assert set(view.__struct_fields__) == set(schema["$defs"]["StreamView"]["properties"])


def test_the_same_overlay_with_the_delay_has_no_hand_yet(obs):
    """The clock and the ticker are there, the hand is not."""
    told = obs("/tudo", "overlay").text
    assert 'data-piece="relogio"' in told
    assert 'data-piece="mao"' not in told
    assert obs("/dados.json", "overlay").json()["feature"] == []


def test_a_revoked_key_shows_nothing_from_then_on():
    """On every address that it opened."""
    stage = Stage(4)
    with stage.site.browser("dora") as dora, stage.site.browser() as obs:
        address = f"/sobreposicao/{stage.keys['overlay']}"
        assert obs.get(f"{address}/relogio").status_code == 200
        dora.send(f"/direcao/t1/transmissao/chaves/{stage.keys['overlay'].split('_')[1]}/revogar")
        assert {obs.get(f"{address}{one}").status_code for one in ("", "/relogio", "/dados.json", "/fluxo")} == {
            404
        }


def test_the_page_of_the_stream_follows_keys_and_wishes_and_a_key_shown_once_stays():
    """Another director's key appears; the answer that shows one for the only time is never fetched over."""
    stage = Stage(4)
    with stage.site.browser("dora") as dora, stage.site.browser() as anybody:
        followed = re.search(r'id="stream"[^>]*data-live="([^"]+)"', dora.get("/direcao/t1/transmissao").text)[1]
        assert [one.partition("@")[0] for one in followed.split()] == [
            "tournament:t1",
            "access:house",
            "feature:t1",
        ]
        made = dora.send("/direcao/t1/transmissao/chaves", kind="overlay", label="OBS").text
        assert "data-live" not in re.search(r'<div id="stream"[^>]*>', made)[0]
        again = re.search(r'id="stream"[^>]*data-live="([^"]+)"', dora.get("/direcao/t1/transmissao").text)[1]
        assert again != followed
        dora.send("/direcao/t1/transmissao", delay="30", published="1")
        page = anybody.get("/maos/t1").text
        assert 'data-live="tournament:t1@' in page
        assert 'id="maos" hx-get="/maos/t1" hx-trigger="every 15s"' in page, "time passes without a fact"
        assert "feature:" not in page, "nobody outside is told that something moved at the table"
