"""Stacks of televised hands as the event's counts: at two tables, and of hands that are written down long after they were played."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from feltro.app.feature.counts import feed
from feltro.app.feature.view import stream_view
from feltro.app.world.streams.feature import FeatureCountsFed, FeatureState, apply
from feltro.kernel.instants import SECOND
from tests.web.feature.stage import Entering, Stage


def counting(players: int = 9, delay: int = 0) -> Stage:
    stage = Stage(players)
    with stage.site.browser("dora") as dora:
        dora.send("/direcao/t1/transmissao", delay=str(delay), counts="1")
    return stage


def chips_of(stage: Stage, table: int, chair: int) -> int | None:
    counted = stage.state.chips.stacks.get(stage.state.floor.tables[table].players[chair])
    return counted.chips if counted else None


def begin_at(stage: Stage, at: Entering, table: int) -> list[int]:
    players = stage.state.floor.tables[table].players
    chairs = sorted(players)[:2]
    fields = {"game": "nlhe", "button": chairs[0], "small_blind": 100, "big_blind": 200}
    for chair in chairs:
        fields |= {f"in_{chair}": "1", f"entry_{chair}": players[chair], f"stack_{chair}": 9_000}
    assert "refused" not in at.send("/comecar", **fields).text
    return chairs


def test_a_long_hand_at_one_table_is_still_open_when_a_later_one_at_the_other_was_counted():
    """It can be taken back, and when it is over its stacks are counted as well."""
    stage = counting(18)
    with stage.producing() as one, stage.site.browser() as browser:
        two = Entering(stage, browser, f"/producao/{stage.keys['production']}/mesa/2")
        chairs, others = begin_at(stage, one, 1), begin_at(stage, two, 2)
        one.send("/ato", hand=1, act="call")
        two.send("/ato", hand=2, act="fold")
        stage.site.clock.pass_seconds(1)
        feed(stage.house, "t1", stage.site.clock.now)
        assert chips_of(stage, 2, others[0]) == 8_900
        assert "refused" not in one.send("/voltar", hand=1, left=0).text
        one.send("/ato", hand=1, act="fold")
        stage.site.clock.pass_seconds(1)
        feed(stage.house, "t1", stage.site.clock.now)
    assert [chips_of(stage, 1, one) for one in chairs] == [8_900, 9_100]
    assert feed(stage.house, "t1", stage.site.clock.now) == 0


def test_a_hand_from_notes_changes_neither_the_counts_nor_the_picture_nor_the_next_hand_of_what_was_played_since():
    """Played an hour before the last one and written down after it: listed before it, and everything else stays."""
    stage = counting()
    stage.site.clock.pass_seconds(7200)
    with stage.producing() as table:
        chairs = begin_at(stage, table, 1)
        table.act("fold")
        stage.site.clock.pass_seconds(1)
        feed(stage.house, "t1", stage.site.clock.now)
        hour_before = datetime.fromtimestamp((stage.site.clock.now // SECOND) - 3600, UTC)
        local = hour_before.astimezone(ZoneInfo("America/Sao_Paulo")).strftime("%Y-%m-%dT%H:%M")
        table.begin(stacks=dict.fromkeys(chairs, 5_000), button=chairs[1], played_at=local)
        table.act("fold")
        assert table.hand.from_notes
        stage.site.clock.pass_seconds(1)
        feed(stage.house, "t1", stage.site.clock.now)
        page = table.page()
        listed = table.browser.get(f"/producao/{stage.keys['production']}/maos").text
    assert [chips_of(stage, 1, one) for one in chairs] == [8_900, 9_100]
    assert f'name="stack_{chairs[0]}" inputmode="numeric" aria-label="Stack" value="8900"' in page
    assert listed.index("/maos/1") < listed.index("/maos/2"), "the latest played stands first"
    with stage.house.world.lock:
        from feltro.app.event_view import event_of

        told = stream_view(event_of(stage.house, "t1", stage.site.clock.now), live=True)
    assert [one.hand.number for one in told.feature] == [1]


def test_a_log_that_names_only_the_last_hand_means_all_up_to_it():
    state = FeatureState()
    apply(state, FeatureCountsFed(hand=3, counts={"e1": 900}))
    apply(state, FeatureCountsFed(hand=6, counts={"e1": 800}, hands=(4, 6), ended={"e1": 5}))
    assert [state.was_fed(one) for one in range(1, 8)] == [True, True, True, True, False, True, False]
