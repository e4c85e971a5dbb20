"""Hand for hand begun by hand, far from what was typed as its goal."""

from __future__ import annotations

from tests.web.running import Running
from tests.web.staff import text_of


def test_hand_for_hand_begun_far_from_the_money_says_so_beside_the_way_to_end_it():
    """Prizes are not announced, so that only what was typed says how far: 24 players, 3 paid, 21 to go."""
    room = Running(24)
    room.order("StartHandForHand", day="1", paid=3)
    with room.site.browser("dora") as browser:
        said = " ".join(text_of(browser.get("/direcao/t1/bolha").text).split())
    assert "Faltam 21 eliminações para 3" in said
    assert "Encerrar antes da premiação" in said


def test_hand_for_hand_at_the_bubble_warns_of_nothing():
    room = Running(6)
    room.order("StartHandForHand", day="1", paid=4)
    with room.site.browser("dora") as browser:
        assert "só atrasa a sala" not in browser.get("/direcao/t1/bolha").text
