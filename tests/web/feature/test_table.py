"""The page of a televised table: what it offers, what it takes, and what it never tells the table's own tablet."""

from __future__ import annotations

import re

import pytest

from feltro.app.feature.play import played
from tests.web.feature.stage import Entering, Stage, forms
from tests.web.staff import text_of


@pytest.fixture(scope="module")
def stage():
    return Stage()


def test_a_hand_is_entered_from_the_deal_to_the_pot():
    """Three players, a raise, a call, five cards and a showdown, by the keys of the page alone."""
    stage = Stage()
    with stage.producing() as table:
        assert "Dar cartas" in table.page()
        assert table.begin().status_code == 200
        assert forms(table.page())[:3] == ["fold", "call", "all_in"]
        for act, fields in (("raise", {"chips": "600"}), ("fold", {}), ("call", {})):
            assert "refused" not in table.act(act, **fields).text
        page = table.page()
        assert "board" in forms(page)
        assert "Pote <b>1.300</b>" in page
        for cards in ("2c7d9h", "Js", "3s"):
            table.act("board", cards=cards)
            table.act("check")
            table.act("check")
        first, second = played(table.hand).to_show
        table.act("show", seat=first, cards="AhAd")
        table.act("show", seat=second, cards="KhKd")
        hand = played(table.hand)
        assert hand.over
        assert hand.stacks[first] == 5_700
        assert "Mão encerrada" in table.page()
        assert "Próxima mão" in table.page()


def test_what_the_rules_do_not_allow_is_not_offered_and_is_refused_with_its_clause(stage):
    """A raise below the least: the page says from how much to how much, and the answer cites the event's book."""
    with stage.producing() as table:
        table.begin()
        assert "de 400 a 5.000" in text_of(table.page())
        told = table.act("raise", chips="300")
        assert "A aposta deve ficar entre 400 e 5.000" in told.text
        assert re.search(r'class="cites">.*CGP 2024', told.text)
        assert not table.hand.deeds
        assert "check" not in forms(table.page())
        table.send("/apagar", hand=table.hand.number)


def test_the_tables_tablet_never_receives_a_card_that_nobody_showed(stage):
    """The production names two hands; the page of the tablet, and its steps, stay as they were."""
    with stage.producing() as production, stage.producing("table") as tablet:
        production.begin()
        before, step = tablet.page(), tablet.browser.get(f"{tablet.address}/passo").text
        for seat, cards in enumerate(("AhAd", "7c2d")):
            assert (
                "refused"
                not in production.send("/cartas", hand=production.hand.number, seat=seat, cards=cards).text
            )
        assert "7♣" in production.page()
        assert "%" not in text_of(tablet.page())
        strip = lambda html: re.sub(r'value="[0-9a-f]{32}"', "", re.sub(r'_csrf_token" value="[^"]+"', "", html))  # noqa: E731
        assert strip(tablet.page()) == strip(before)
        assert tablet.browser.get(f"{tablet.address}/passo").text == step
        assert tablet.send("/cartas", hand=production.hand.number, seat=0, cards="KsKd").status_code == 404
        told = tablet.act("fold")
        assert "7♣" not in told.text
        production.act("fold")
        assert "refused" not in told.text


def test_a_key_opens_its_own_table_and_nothing_once_it_is_revoked():
    """The tablet of table 1 is nobody at table 2; revoked by the director, nobody at all."""
    stage = Stage(12)
    with stage.producing("table") as tablet, stage.site.browser("dora") as dora:
        assert tablet.browser.get(tablet.address).status_code == 200
        assert tablet.browser.get(tablet.address[:-1] + "2").status_code == 404
        assert tablet.browser.get(tablet.address.rpartition("/mesa")[0]).status_code == 404
        page = dora.get("/direcao/t1/transmissao").text
        made = stage.keys["table"].split("_")[1]
        assert f"/chaves/{made}/revogar" in page
        dora.send(f"/direcao/t1/transmissao/chaves/{made}/revogar")
        assert tablet.browser.get(tablet.address).status_code == 404
        assert tablet.act("fold").status_code == 404


def test_the_director_makes_a_key_and_sees_its_addresses_once():
    """Each overlay and feed with its address, which opens it."""
    stage = Stage()
    with stage.site.browser("dora") as dora, stage.site.browser() as obs:
        told = dora.send("/direcao/t1/transmissao/chaves", kind="overlay", label="OBS").text
        addresses = re.findall(r"<code>http[^<]*(/sobreposicao/[^<]+)</code>", told)
        assert len(addresses) == 11
        assert [obs.get(one).status_code for one in addresses if not one.endswith("fluxo")] == [200] * 10
        assert addresses[0].split("/")[2] not in dora.get("/direcao/t1/transmissao").text


def test_steps_are_taken_back_by_one_key_and_a_later_hand_keeps_the_earlier_one(stage):
    """As many as were done; once the next hand is dealt, the one before it stays."""
    with stage.producing() as table:
        table.begin()
        for act in ("call", "fold", "check"):
            table.act(act)
        for left in (2, 1, 0):
            table.send("/voltar", hand=table.hand.number, left=left)
            assert len(table.hand.deeds) == left
        table.act("fold")
        table.act("fold")
        first = table.hand.number
        table.begin()
        told = table.send("/voltar", hand=first, left=0)
        assert "Já há uma mão depois desta" in told.text
        table.send("/apagar", hand=table.hand.number)


def test_who_lost_the_last_chip_is_out_of_the_tournament_by_one_key():
    """One all-in, one bust: the page offers it, the tournament knows it at once, and no stack goes with it."""
    stage = Stage()
    with stage.producing() as table:
        chairs = sorted(stage.state.floor.tables[1].players)[:2]
        table.begin(stacks={chairs[0]: 4_000, chairs[1]: 9_000}, button=chairs[0])
        table.act("all_in")
        table.act("call")
        for seat, cards in ((0, "7c2d"), (1, "AhAd")):
            table.act("show", seat=seat, cards=cards)
        for cards in ("3s4h9d", "Ts", "Kc"):
            table.act("board", cards=cards)
        loser = next(
            one for one, stack in zip(table.hand.entries, played(table.hand).stacks, strict=True) if not stack
        )
        assert "Eliminar" in table.page()
        told = table.send("/eliminar", hand=table.hand.number)
        assert "Eliminar" not in told.text
        out = stage.state.eliminations.outs[loser]
        assert (out.stack, len(out.by)) == (0, 1)


@pytest.mark.clause("cgp-2024:5.1.5.e")
def test_a_table_whose_hands_go_out_is_televised_for_its_tablet_and_the_console():
    """No camera's chair was named: the first hand that the production enters says it, and an hour without one ends it."""
    stage = Stage()
    said = "Mesa 1 televisionada: nenhum aparelho eletrônico"
    with stage.producing() as table, stage.site.browser("dora") as browser:

        def read() -> list[bool]:
            return [said in text_of(browser.get(address).text) for address in ("/mesa/t1/1", "/direcao/t1")]

        assert read() == [False, False]
        table.begin()
        assert read() == [True, True]
        stage.site.clock.pass_seconds(60 * 60 - 1)
        assert read() == [True, True]
        stage.site.clock.pass_seconds(1)
        assert read() == [False, False]


def all_in_three(table: Entering, stacks: tuple[int, ...], shown: tuple[str, ...], board: tuple[str, ...]) -> None:
    """The first three chairs put in everything, show, and the board comes."""
    chairs = sorted(table.stage.state.floor.tables[1].players)[:3]
    table.begin(stacks=dict(zip(chairs, stacks, strict=True)), button=chairs[0])
    for act in ("all_in", "all_in" if stacks[1] > stacks[0] else "call", "call"):
        assert "refused" not in table.act(act).text
    for seat, cards in enumerate(shown):
        table.act("show", seat=seat, cards=cards)
    for cards in board:
        table.act("board", cards=cards)


@pytest.mark.clause("cgp-2024:5.3.14.d")
def test_two_out_in_one_hand_are_placed_by_their_stacks_and_no_stack_is_told():
    """2,000 and 3,000 lose to 9,000: who had 3,000 comes before the other, by one key, and the log knows no amount."""
    stage = Stage()
    with stage.producing() as table:
        all_in_three(table, (2_000, 3_000, 9_000), ("7c2d", "8c3d", "AhAd"), ("KsTh9d", "Js", "4c"))
        least, more, winner = table.hand.entries
        assert re.findall(r"Eliminar ([^<]+) do torneio", table.page())[0].count(",") == 1
        assert "refused" not in table.send("/eliminar", hand=table.hand.number).text
    assert [one for group in stage.state.eliminations.groups for one in group] == [least, more]
    assert [stage.state.eliminations.outs[one].by for one in (least, more)] == [(winner,), (winner,)]
    facts = str([fact.event for fact in stage.house.world.live("tournament:t1").facts[-4:]])
    assert "EntryEliminated" in facts
    assert "2000" not in facts
    assert "3000" not in facts


def test_where_the_pots_were_divided_the_one_who_won_his_last_chips_is_the_hunter():
    """2,000 wins the main pot, 9,000 the side pot: 5,000 is out, and only 9,000 was in the pot that he lost it in."""
    stage = Stage()
    with stage.producing() as table:
        all_in_three(table, (2_000, 5_000, 9_000), ("AhAd", "8c3d", "KhKd"), ("QsTh9d", "2s", "4c"))
        _, out, hunter = table.hand.entries
        assert "refused" not in table.send("/eliminar", hand=table.hand.number).text
    assert stage.state.eliminations.outs[out].by == (hunter,)


def test_where_two_divide_the_pot_with_his_last_chips_both_are_the_hunters():
    """2,000 are all-in, 5,000 and 9,000 hold the same ace and king and divide all of it: the head is won by both."""
    stage = Stage()
    with stage.producing() as table:
        all_in_three(table, (2_000, 5_000, 9_000), ("8c3d", "AhKd", "AdKh"), ("QsTh9d", "2s", "4c"))
        out, *hunters = table.hand.entries
        assert "refused" not in table.send("/eliminar", hand=table.hand.number).text
    assert set(stage.state.eliminations.outs[out].by) == set(hunters)


def test_equal_stacks_that_are_out_in_one_hand_share_the_place():
    stage = Stage()
    with stage.producing() as table:
        all_in_three(table, (2_000, 2_000, 9_000), ("7c2d", "8c3d", "AhAd"), ("KsTh9d", "Js", "4c"))
        table.send("/eliminar", hand=table.hand.number)
        first, second, _ = table.hand.entries
    assert [set(group) for group in stage.state.eliminations.groups] == [{first, second}]
