"""Stopped in mid-play: resumed, shared among those left, or refunded, as the director decides."""

from __future__ import annotations

import pytest

from feltro.tournament.sheet import Payout, PayoutColumn
from tests.tournament.eliminations.test_bounties import FIXED
from tests.tournament.eliminations.test_heads_and_places import hunted
from tests.tournament.play import Play, told
from tests.tournament.room import BOOKS

THREE_PAID = (PayoutColumn(from_entries=3, until_entries=None, basis_points=(5000, 3000, 2000)),)


def stopped(book: str = "cgp-2024", action: str = "suspend") -> Play:
    play = Play({1: 4}, book=book)
    play.bust("e1")
    play.direct("StopTournament", action=action, cause="technical_failure", reason="sem luz")
    return play


def shared(play: Play, *amounts: int) -> dict[str, object]:
    stacks = {"e2": 60000, "e3": 40000, "e4": 20000}
    return {"way": "icm_among_survivors", "stacks": stacks, "reason": "x"} | {
        "amounts_centavos": dict(zip(stacks, amounts, strict=True))
    }


@pytest.mark.parametrize("book", BOOKS)
def test_the_pool_is_shared_among_those_left(book):
    """Three are left: each is owed a part, together the whole pool, and the tournament is over."""
    play = stopped(book)
    pool = play.held("prize_pool:t1")
    done = play.direct("SettleStopped", **shared(play, pool - 30000, 20000, 10000))
    assert [one["amount_centavos"] for one in told(done, "SurvivorPaid")] == [pool - 30000, 20000, 10000]
    assert all(one["cites"] for one in told(done, "SurvivorPaid"))
    assert (play.held("payable:p2"), play.held("prize_pool:t1")) == (pool - 30000, 0)
    assert play.state.stopped == "ended"
    assert play.house.world.balances.sum().centavos == 0
    assert play.no("SettleStopped", way="resume", reason="x").because == "stop.not_stopped"


@pytest.mark.parametrize("way", ["icm_among_survivors", "refund"])
def test_no_prizes_are_announced_once_the_pool_is_gone(way):
    """Shared among those left, or given back: there is nothing that a place could be paid from."""
    play = stopped()
    pool = play.held("prize_pool:t1")
    fields = shared(play, pool, 0, 0) if way != "refund" else {"way": way, "reason": "não volta"}
    play.direct("SettleStopped", **fields)
    assert play.no("AnnouncePrizes").because == "tournament.stopped"


def test_what_is_shared_is_the_pool_and_everybody_left_is_in():
    """One centavo short, somebody forgotten, somebody who was out: refused, and nobody is owed anything."""
    play = stopped()
    pool = play.held("prize_pool:t1")
    assert play.no("SettleStopped", **shared(play, pool - 1, 0, 0)).because == "stop.not_the_pool"
    fields = {"way": "icm_among_survivors", "reason": "x"}
    few = {"stacks": {"e2": 1, "e3": 1}, "amounts_centavos": {"e2": pool, "e3": 0}}
    assert play.no("SettleStopped", **fields, **few).because == "stop.everybody_left"
    out = {"stacks": {f"e{n}": 1 for n in range(1, 5)}, "amounts_centavos": {f"e{n}": 0 for n in range(1, 5)}}
    assert play.no("SettleStopped", **fields, **out).because == "stop.everybody_left"
    assert play.held("payable:p2") == 0


def test_it_is_resumed_where_it_stood():
    """Suspended, resumed: everybody sits where they sat."""
    play = stopped()
    chairs = dict(play.state.floor.chair_of)
    play.direct("SettleStopped", way="resume", reason="a luz voltou")
    assert (play.state.stopped, play.state.floor.chair_of) == ("", chairs)
    assert play.no("SettleStopped", way="refund", reason="x").because == "stop.not_stopped"


def test_entries_are_refunded_whole():
    """Everybody who paid is owed the registration amount, those out among them."""
    play = stopped()
    play.direct("SettleStopped", way="refund", reason="não volta")
    assert [play.held(f"payable:p{n}") for n in range(1, 5)] == [62000] * 4
    assert (play.held("prize_pool:t1"), play.state.stopped) == (0, "cancelled")


def test_a_way_out_that_the_event_does_not_foresee_is_refused():
    """The organiser settled that a stopped event is only resumed."""
    play = Play({1: 3}, book="adtp-2023", answers={"event.stop.mid_play": ["resume"]})
    play.direct("StopTournament", action="suspend", cause="technical_failure", reason="x")
    refused = play.no("SettleStopped", way="refund", reason="x")
    assert refused.because == "stop.way_not_foreseen"
    assert refused.cites
    assert play.no("SettleStopped", way="resume", reason=" ").because == "stop.needs_reason"


@pytest.mark.parametrize("book", BOOKS)
def test_without_typed_amounts_each_gets_the_worth_of_the_stack(book):
    """Two paid places of the table among three: ICM to the centavo, whole pool, the larger stack never worth less."""
    play = stopped(book)
    pool = play.held("prize_pool:t1")
    fields = {"way": "icm_among_survivors", "reason": "x"}
    assert play.no("SettleStopped", **fields, stacks={"e2": 1, "e3": 1, "e4": 0}).because == "stop.stack_of_nothing"
    done = play.direct("SettleStopped", **fields, stacks={"e2": 60000, "e3": 40000, "e4": 20000})
    amounts = [one["amount_centavos"] for one in told(done, "SurvivorPaid")]
    assert sum(amounts) == pool
    assert amounts == sorted(amounts, reverse=True)
    assert play.held("prize_pool:t1") == 0


def test_a_prize_won_before_the_stop_is_not_shared_again():
    """The prizes are announced and the third of three is out: the two left share what is left of the pool."""
    play = Play({1: 4}, payout=Payout(source="sheet", columns=THREE_PAID), book="adtp-2023")
    play.direct("CloseRegistration")
    play.direct("RollCall", table=1, players=4)
    play.direct("AnnouncePrizes")
    play.bust("e1", "e2")
    first, second, third = play.state.prizes.announced.prizes_centavos
    play.direct("StopTournament", action="suspend", cause="technical_failure", reason="sem luz")
    fields = {"way": "icm_among_survivors", "reason": "x", "stacks": {"e3": 90000, "e4": 30000}}
    done = play.direct("SettleStopped", **fields)
    amounts = [one["amount_centavos"] for one in told(done, "SurvivorPaid")]
    assert sum(amounts) == first + second
    assert amounts[0] == round(first * 3 / 4 + second / 4)
    assert play.held("prize_pool:t1") == third


def test_stacks_are_worth_what_was_announced_not_what_the_sheet_would_pay():
    """The sheet pays three; all to the winner was announced: then a stack is worth its part of the chips."""
    play = Play({1: 4}, payout=Payout(source="sheet", columns=THREE_PAID), book="adtp-2023")
    play.direct("CloseRegistration")
    play.direct("RollCall", table=1, players=4)
    play.direct("AnnouncePrizes", table="winner_takes_all")
    play.bust("e1")
    (pool,) = play.state.prizes.announced.prizes_centavos
    play.direct("StopTournament", action="suspend", cause="technical_failure", reason="sem luz")
    fields = {"way": "icm_among_survivors", "reason": "x", "stacks": {"e2": 60000, "e3": 40000, "e4": 20000}}
    done = play.direct("SettleStopped", **fields)
    amounts = [one["amount_centavos"] for one in told(done, "SurvivorPaid")]
    assert amounts == [pool // 2, pool // 3, pool // 6]


def test_stacks_are_not_worth_anything_by_a_table_that_has_no_column_for_the_field():
    """Ten entries at least, says the sheet, and four play: refused in words; typed amounts still share the pool."""
    table = (PayoutColumn(from_entries=10, until_entries=None, basis_points=(5000, 3000, 2000)),)
    play = Play({1: 4}, payout=Payout(source="sheet", columns=table), book="adtp-2023")
    play.bust("e1")
    play.direct("StopTournament", action="suspend", cause="technical_failure", reason="sem luz")
    pool = play.held("prize_pool:t1")
    stacks = {"e2": 60000, "e3": 40000, "e4": 20000}
    fields = {"way": "icm_among_survivors", "reason": "x", "stacks": stacks}
    refused = play.no("SettleStopped", **fields)
    assert (refused.because, refused.values["entries"]) == ("prizes.below_table", 4)
    assert (play.held("prize_pool:t1"), play.state.stopped) == (pool, "suspended")
    play.direct("SettleStopped", **shared(play, pool, 0, 0))
    assert play.held("payable:p2") == pool


def test_entries_are_not_refunded_once_a_bounty_was_won():
    """Its money is somebody's already: what is left is shared, or the event goes on."""
    play = hunted(FIXED)
    play.direct("StopTournament", action="suspend", cause="technical_failure", reason="sem luz")
    play.direct("SettleStopped", way="resume", reason="a luz voltou")
    play.bust("e1", by=["e2"])
    play.direct("StopTournament", action="suspend", cause="technical_failure", reason="sem luz")
    assert play.no("SettleStopped", way="refund", reason="não volta").because == "stop.bounties_won"
    assert play.held("payable:p2") == 10000
    whole = hunted(FIXED)
    whole.direct("StopTournament", action="suspend", cause="technical_failure", reason="sem luz")
    whole.direct("SettleStopped", way="refund", reason="não volta")
    assert [whole.held(f"payable:p{n}") for n in range(1, 5)] == [62000] * 4
