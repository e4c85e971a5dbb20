"""A table that breaks after its hand, on the console: two taps, the strips beside it, and the plan shows who comes."""

from __future__ import annotations

from tests.web.running import Running


def test_the_sheet_of_a_table_breaks_it_after_the_hand_and_then_frees_it():
    room = Running(10)
    number = 2
    room.order("Eliminate", entry=next(iter(room.state.floor.tables[number].players.values())))
    with room.site.browser("dora") as browser:
        assert "Quebrar depois desta mão" in browser.get(f"/direcao/t1/mesa/{number}").text
        room.order("BreakAfterHand", table=number)
        sheet = browser.get(f"/direcao/t1/mesa/{number}").text
        assert "Mesa liberada" in sheet
        assert "Imprimir as tiras" in sheet
        assert "vai para" in sheet
        plan = browser.get("/direcao/t1/sala").text
        assert "reservado para" in plan
        assert "quebrando" in plan
        now = browser.get("/direcao/t1").text
        assert f"Mesa {number} quebra depois desta mão" in now
        room.order("ReleaseTable", table=number)
        after = browser.get("/direcao/t1/sala").text
        assert "reservado para" not in after
        assert f'id="mesa-{number}"' not in after
