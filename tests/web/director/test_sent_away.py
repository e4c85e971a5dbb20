"""Who was sent away by another event of the stage is not overlooked in this one."""

from __future__ import annotations

import msgspec
import pytest

from tests.tournament.room import sheet
from tests.web.director.test_reminded import needs
from tests.web.running import Running
from tests.web.staff import text_of

PLAYS, PRIZE = "director.need.sent_away", "director.need.prize_of_sent_away"


def punished_elsewhere(book: str, kind: str) -> Running:
    """Twenty-one play; e3's player is punished in another tournament of the stage."""
    room = Running(21, book=book)
    made = msgspec.to_builtins(sheet(book), str_keys=True)
    room.done(
        "CreateTournament", role="organiser", tournament="t2", season="s26", stage="e1", sheet=made, answers={}
    )
    paying = [{"method": "cash", "amount_centavos": sheet(book).items[0].price_centavos}]
    room.done("SellEntry", **room.sale("z3", "p3", tournament="t2", payments=paying))
    given = {"penalty": "x", "entry": "z3", "kind": kind, "infraction": "conduct.assault", "stack": 30000}
    if kind == "warning":
        given |= {"stack": 0}
    sent = {"role": "director", "who": "dora", "tournament": "t2"}
    room.done("GivePenalty", reason="briga", **given, **sent)
    return room


@pytest.mark.parametrize(
    ("book", "kind", "told"),
    [
        ("nps-2019", "disqualification", True),
        ("cgp-2024", "disqualification", False),
        ("cgp-2024", "ban", True),
        ("cgp-2024", "exclusion", True),
        ("nps-2019", "warning", False),
    ],
)
@pytest.mark.clause("nps-2019:47.f", "cgp-2024:5.6.6.f", "cgp-2024:5.6.6.a")
def test_the_console_says_that_somebody_here_was_sent_away_elsewhere(book, kind, told):
    """NPS: the stage. CGP: that event alone, unless banned or excluded. A warning is no reason."""
    room = punished_elsewhere(book, kind)
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert (PLAYS in needs(page)) is told
        if told:
            assert "Davi" in text_of(page)
            given = {"penalty": "y", "entry": "e3", "kind": "disqualification", "infraction": "conduct.assault"}
            sent = {"role": "director", "who": "dora", "tournament": "t1"}
            room.done("GivePenalty", reason="etapa", stack=30000, **given, **sent)
            assert PLAYS not in needs(browser.get("/direcao/t1").text)


def test_a_prize_that_may_not_be_paid_is_asked_about():
    """NPS: out in second place when the other event sends him away. Lost on the director's word, it is the others'."""
    room = punished_elsewhere("nps-2019", "disqualification")
    room.order("CloseRegistration")
    for table in room.state.floor.tables.values():
        room.order("RollCall", table=table.number, players=len(table.players))
    room.order("AnnouncePrizes")
    for number in (*range(21, 3, -1), 2, 3):
        room.order("Eliminate", entry=f"e{number}")
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert (PLAYS in needs(page), PRIZE in needs(page)) == (False, True)
        room.order("ForfeitPrize", entry="e3", reason="desqualificado na etapa")
        assert PRIZE not in needs(browser.get("/direcao/t1").text)
