"""The console of a circuit asks where a draw's public value comes from; the desk types the card that a player pulled."""

from __future__ import annotations

import pytest

from tests.tournament.draws.circuit import circuit
from tests.tournament.seats import Floor
from tests.web.staff import Site


@pytest.mark.parametrize(("size", "asked"), [("circuit", True), ("team", False)])
def test_only_a_circuit_asks_for_a_source_when_tables_open(size, asked):
    floor = Floor(answers={"control.size": size})
    with Site(floor.house).browser("dora") as director:
        assert ('name="value_from"' in director.get("/direcao/t1/sala").text) == asked


def test_tables_open_with_phones_and_the_console_says_what_is_waited_for():
    """From the form to the prompt; closing with too few phones is refused in words."""
    floor = circuit()
    site = Site(floor.house)
    fields = {"command": "OpenTables", "tables": "1-2", "chairs": "9", "back": "/direcao/t1/sala"}
    with site.browser("dora") as director:
        refused = director.send("/direcao/t1/fazer", **fields)
        assert "de onde virá o valor público" in refused.text
        director.send("/direcao/t1/fazer", **fields, value_from="phones")
        (draw, _) = floor.state.floor.draws.values()
        page = director.get("/direcao/t1").text
        assert f"O sorteio {draw.commitment[:12]}… espera o valor público" in page
        assert "/direcao/t1/ato/ClosePhones" in page
        closing = director.send("/direcao/t1/ato/ClosePhones", draw=draw.commitment)
        assert "são precisos pelo menos 3" in closing.text


def test_a_player_is_named_by_name_and_a_lottery_by_contest_and_hour():
    floor = circuit()
    floor.done("RegisterPerson", person="p7", name="Íris Melo Prado", born_on="1980-01-01", photo_id_seen=True)
    site = Site(floor.house)
    fields = {"command": "OpenTables", "chairs": "9", "back": "/direcao/t1/sala"}
    with site.browser("dora") as director:
        nobody = {"value_from": "player", "value_caller": "Ninguém Nunca"}
        assert director.send("/direcao/t1/fazer", **fields, tables="1", **nobody).status_code == 409
        director.send(
            "/direcao/t1/fazer", **fields, tables="1", value_from="player", value_caller="íris melo prado"
        )
        lottery = {"value_reference": "Federal 5921", "value_due": "2099-11-20T19:00"}
        director.send("/direcao/t1/fazer", **fields, tables="2", value_from="lottery", **lottery)
    told = [(one.kind, one.caller, one.reference) for one in floor.state.draws.sources.values()]
    assert told == [("player", "p7", ""), ("lottery", "", "Federal 5921")]


def test_the_desk_types_the_seat_on_the_card():
    """BPT: the player pulls, the cashier types; a chair that cannot be is refused and stays in the field."""
    floor = Floor()
    floor.done("RegisterPerson", person="p1", name="Íris Melo Prado", born_on="1980-01-01", photo_id_seen=True)
    floor.open((1, 9), by_cards=True)
    floor.sell("e1", "p1")
    with Site(floor.house).browser("ana") as cashier:
        page = cashier.get("/balcao/t1?pessoa=p1").text
        assert "Assento do cartão que o jogador tirou" in page
        fields = {"act": "card", "person": "p1", "entry": "e1"}
        assert "Escreva mesa e assento" in cashier.send("/balcao/t1/ato", **fields, chair="doze").text
        cashier.send("/balcao/t1/ato", **fields, chair="1.4")
    assert str(floor.state.floor.chair_of["e1"]) == "1.4"
