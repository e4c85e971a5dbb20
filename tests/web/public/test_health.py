"""What a machine that looks after machines is told, and what the direction and the desk are told when the disk fills up."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from feltro.app.upkeep import health
from feltro.store.port import StoreUnavailable
from tests.web.running import Running


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def with_free(monkeypatch, free):
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _folder: Usage(10**12, 0, free))
    monkeypatch.setattr(health, "LOOK_SECONDS", -1)


def test_ready_is_more_than_alive(monkeypatch):
    """A store that does not answer: alive, not ready, and every page says so at once with the time to come again."""
    monkeypatch.setattr(health, "LOOK_SECONDS", -1)
    room = Running(2)
    with room.site.browser("dora") as dora:
        assert dora.get("/pronto").json()["ready"] is True

        def away(*_):
            raise StoreUnavailable("the server does not answer")

        monkeypatch.setattr(room.site.house.store, "last_link", away)
        monkeypatch.setattr(room.site.house.store, "kept", away)
        told = dora.get("/pronto")
        assert (told.status_code, told.json()["store"]) == (503, False)
        assert dora.get("/saude").status_code == 200
        page = dora.get("/direcao/t1")
        assert (page.status_code, page.headers["Retry-After"]) == (503, "3")
        assert "não responde" in page.text


@pytest.mark.parametrize(("who", "page"), [("dora", "/direcao/t1"), ("ana", "/balcao/t1")])
def test_a_full_disk_is_said_above_every_page_of_direction_and_desk(monkeypatch, who, page):
    with_free(monkeypatch, 1_000_000)
    room = Running(2)
    with room.site.browser(who) as browser:
        assert "O disco está cheio: nada se perdeu" in browser.get(page).text
        assert browser.get("/pronto").status_code == 503
    with_free(monkeypatch, 10**11)
    with room.site.browser(who) as browser:
        assert "O disco está cheio" not in browser.get(page).text


def test_somebody_who_only_looks_is_not_told_of_the_disk(monkeypatch):
    with_free(monkeypatch, 1_000_000)
    room = Running(2)
    with room.site.browser("davi") as dealer:
        assert "O disco está cheio" not in dealer.get("/dealer").text


def test_figures_are_there_only_where_the_house_was_started_with_them(monkeypatch):
    room = Running(2)
    with room.site.browser("dora") as dora:
        assert dora.get("/metricas").status_code == 404
        monkeypatch.setenv("FELTRO_WORKER_METRICS", "1")
        said = dora.get("/metricas").text
    assert "feltro_store_up 1" in said
    assert 'feltro_commands_total{answer="done"}' in said


def test_each_refusal_that_the_disk_caused_is_one_line_of_the_log(monkeypatch, caplog):
    """With what was asked and why; nothing that comes along may begin a second line."""
    room = Running(2)
    full = StoreUnavailable("disk full\nforged: line")
    full.is_full = True

    def no_room(*_):
        raise full

    with room.site.browser("dora") as dora:
        monkeypatch.setattr(room.site.house.store, "kept", no_room)
        with caplog.at_level("WARNING", logger="feltro.refused"):
            assert [dora.get("/direcao/t1").status_code for _ in range(2)] == [503, 503]
    said = [one.getMessage() for one in caplog.records if one.name == "feltro.refused"]
    assert said == ["full: GET /direcao/t1: disk full forged: line"] * 2
