"""Disqualified after the satellite ended: the seat is no longer theirs, and what it is worth has an owner."""

from __future__ import annotations

import msgspec
import pytest

from feltro.tournament.sheet import Satellite
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_owners import SEAT, end, nobodys, sat
from tests.tournament.room import BOOKS, sheet

EVERY = pytest.mark.parametrize("book", BOOKS)


def send_away(hall, entry, kind="disqualification", key="", stack=0):
    """BPT names the sanction under the conduct it is for."""
    fields = {"tournament": "t1", "entry": entry, "kind": kind, "infraction": "conduct.assault", "stack": stack}
    return hall.done("GivePenalty", role="director", key=key, penalty=f"q{hall.next()}", **fields)


def seats(hall):
    return {one.owner: one.status for one in hall.house.world.live("season:s26").state.tickets.values()}


def three_of_four(book):
    """e1, e2 and e3 have the three seats; e4 is fourth."""
    hall = sat(book, 4).out(4)
    end(hall, "e1", "e2", "e3")
    return hall


@EVERY
@pytest.mark.clause("cgp-2024:5.6.6.f", "nps-2019:47.f")
def test_the_seat_of_a_winner_who_is_disqualified_goes_to_the_next_place(book):
    """Sent away after the satellite: e4, who was fourth, has the seat, and nobody has it twice."""
    hall = three_of_four(book)
    send_away(hall, "e2")
    assert seats(hall) == {"p1": "open", "p2": "lapsed", "p3": "open", "p4": "open"}
    assert (hall.held("tickets:s26"), hall.held("prize_pool:t1")) == (3 * SEAT, 0)
    assert not nobodys(hall)


def won_for_t1(book):
    """p1 won the one seat of a satellite for t1; p2 was second."""
    hall = Hall(book=book)
    prize = Satellite(target="t1", seat_centavos=hall.state.sheet.items[0].price_centavos, seats=1)
    made = msgspec.to_builtins(sheet(book=book, kind="satellite", satellite=prize))
    hall.done("CreateTournament", role="organiser", tournament="sat", season="s26", stage="e1", sheet=made)
    for number in (1, 2):
        hall.sell(f"s{number}", f"p{number}", tournament="sat")
    for command, fields in (
        ("CloseRegistration", {}), ("AnnouncePrizes", {}), ("Eliminate", {"entry": "s2"}), ("EndSatellite", {"winners": ["s1"]}),
    ):  # fmt: skip
        hall.done(command, tournament="sat", role="director", **fields)
    return hall


def sent_away_there(hall):
    penalty = {"penalty": "q", "entry": "s1", "kind": "disqualification"}
    hall.done("GivePenalty", tournament="sat", role="director", **penalty)


def by_seat(hall, entry, person, ticket):
    price = hall.state.sheet.items[0].price_centavos
    return hall.sale(entry, person, payments=[{"method": "ticket", "amount_centavos": price, "ticket": ticket}])


def test_the_lost_seat_pays_no_entry():
    """Who was sent away comes to the counter with it, and it is gone; the next one plays with his."""
    hall = won_for_t1("cgp-2024")
    sent_away_there(hall)
    assert hall.refused("SellEntry", **by_seat(hall, "e1", "p1", "sat-s1")).because == "ticket.not_open"
    hall.done("SellEntry", **by_seat(hall, "e2", "p2", "sat-s2"))


def test_a_seat_that_was_used_is_had():
    """He sits in the target event already: as with a prize that was paid, nobody else gets it a second time."""
    hall = won_for_t1("cgp-2024")
    hall.done("SellEntry", **by_seat(hall, "e1", "p1", "sat-s1"))
    sent_away_there(hall)
    assert seats(hall) == {"p1": "used"}


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
@pytest.mark.parametrize("kind", ["ban", "exclusion"])
def test_banned_and_excluded_lose_it_too(book, kind):
    hall = three_of_four(book)
    send_away(hall, "e1", kind)
    assert seats(hall) == {"p1": "lapsed", "p2": "open", "p3": "open", "p4": "open"}
    assert not nobodys(hall)


@EVERY
def test_a_forfeited_prize_of_a_satellite_is_its_seat(book):
    """The director takes the prize away without sending anybody out: the same seat, the same next place."""
    hall = three_of_four(book)
    hall.done("ForfeitPrize", tournament="t1", entry="e3", reason="idade", role="director")
    assert seats(hall) == {"p1": "open", "p2": "open", "p3": "lapsed", "p4": "open"}
    assert not nobodys(hall)


@EVERY
def test_without_a_next_place_the_other_winners_share_what_it_is_worth(book):
    """Three entries, three seats, nobody fourth: R$ 620 are R$ 310 for each of the two."""
    hall = sat(book, 3)
    end(hall, "e1", "e2", "e3")
    send_away(hall, "e3")
    assert seats(hall) == {"p1": "open", "p2": "open", "p3": "lapsed"}
    assert (hall.held("payable:p1"), hall.held("payable:p2"), hall.held("payable:p3")) == (31000, 31000, 0)
    assert hall.held("prize_pool:t1") == 0
    assert not nobodys(hall)


@EVERY
def test_when_all_winners_are_sent_away_the_organiser_has_it(book):
    """Two entries, two seats, both disqualified: no ticket is open, and no centavo without an owner."""
    hall = sat(book, 2)
    end(hall, "e1", "e2")
    before = hall.held("organiser") - hall.held("guarantee_cover:t1")
    send_away(hall, "e1")
    send_away(hall, "e2")
    assert seats(hall) == {"p1": "lapsed", "p2": "lapsed"}
    assert (hall.held("tickets:s26"), hall.held("prize_pool:t1"), hall.held("payable:p1")) == (0, 0, 0)
    assert (hall.held("payable:p2"), hall.held("organiser") - hall.held("guarantee_cover:t1")) == (
        0,
        before + 2 * SEAT,
    )
    assert not nobodys(hall)


def test_who_shared_a_seat_in_money_with_him_has_it_whole():
    """e3 and e4 tied for the last seat, R$ 310 each; e4 is sent away before being paid: R$ 620 are e3's."""
    hall = sat("cgp-2024", 4)
    busts = [{"entry": "e3", "stack": 9000, "table": 1}, {"entry": "e4", "stack": 3000, "table": 2}]
    hall.done("BustHand", tournament="t1", role="director", round=1, busts=busts)
    end(hall, "e1", "e2")
    send_away(hall, "e4")
    assert (hall.held("payable:p3"), hall.held("payable:p4"), hall.held("prize_pool:t1")) == (62000, 0, 0)
    assert not nobodys(hall)


def test_what_was_paid_in_money_is_had():
    """Paid at the window before: it is not taken out of anybody's pocket, nor given out a second time."""
    hall = sat("cgp-2024", 4)
    busts = [{"entry": "e3", "stack": 9000, "table": 1}, {"entry": "e4", "stack": 3000, "table": 2}]
    hall.done("BustHand", tournament="t1", role="director", round=1, busts=busts)
    end(hall, "e1", "e2")
    hall.done("PayPrize", **hall.paying("e4", 31000, of="seat"))
    send_away(hall, "e4")
    assert (hall.held("payable:p3"), hall.held("payable:p4")) == (31000, 0)


def test_a_seat_that_was_passed_on_stays_with_its_owner():
    """NPS lets seats change hands: p9 has it in good faith and keeps it."""
    hall = won_for_t1("nps-2019")
    hall.person("p9")
    hall.done("TransferTicket", season="s26", ticket="sat-s1", to="p9", way="both_at_desk")
    sent_away_there(hall)
    assert seats(hall) == {"p9": "open"}


def test_undone_the_seat_is_back():
    """The wrong player was sent away: the seat is his again, and the fourth has none."""
    hall = three_of_four("cgp-2024")
    send_away(hall, "e2", key="dq")
    hall.done("Undo", role="director", command_key="dq")
    assert seats(hall) == {"p1": "open", "p2": "open", "p3": "open"}
    assert hall.held("tickets:s26") == 3 * SEAT


@EVERY
@pytest.mark.parametrize("left", [1, 2])
def test_a_pool_whose_players_are_all_disqualified_is_the_organisers(book, left):
    """Two players, prizes announced, both sent away, in play or after the last hand: nothing lies in the pool."""
    hall = Hall(book=book).fill(2).close().announce().down_to(left)
    for entry in ("e2", "e1"):
        stack = 20000 if hall.state.entries[entry].status == "live" else 0
        fields = {"entry": entry, "kind": "disqualification", "infraction": "conduct.assault", "stack": stack}
        hall.done("GivePenalty", tournament="t1", role="director", penalty=entry, **fields)
    assert hall.amounts == {}
    assert (hall.held("prize_pool:t1"), hall.balanced()) == (0, True)
    assert not nobodys(hall)


def test_the_pool_waits_while_somebody_may_still_enter():
    """Registration is open: whoever comes plays for it."""
    hall = Hall().fill(1)
    penalty = {"entry": "e1", "kind": "disqualification", "stack": 20000, "penalty": "q"}
    hall.done("GivePenalty", tournament="t1", role="director", **penalty)
    assert hall.held("prize_pool:t1") == 48000


@EVERY
def test_who_gets_the_seat_afterwards_gets_no_money_behind_the_seats(book):
    """Five entries, three seats, something left for fourth: e1 loses the seat to e4, and e5 has the money behind."""
    hall = sat(book, 5).out(5, 4)
    end(hall, "e1", "e2", "e3")
    assert list(hall.amounts) == ["e4"]
    send_away(hall, "e1")
    assert seats(hall) == {"p1": "lapsed", "p2": "open", "p3": "open", "p4": "open"}
    assert hall.amounts == {"e5": hall.held("prize_pool:t1")}
    assert not nobodys(hall)


def test_what_the_next_place_was_paid_behind_the_seats_is_kept():
    """e4 had the money already: the seat comes on top, and nobody is asked to give anything back."""
    hall = sat("adtp-2023", 5).out(5, 4)
    end(hall, "e1", "e2", "e3")
    paid = hall.amounts["e4"]
    hall.pay("e4", paid)
    send_away(hall, "e1")
    assert seats(hall)["p4"] == "open"
    assert hall.amounts == {"e4": paid}
    assert not nobodys(hall)


@EVERY
def test_what_a_voided_winner_leaves_is_the_next_places(book):
    """The R$ 465 go back, the seat was worth R$ 620: without that entry e4 would be third and have the R$ 155."""
    hall = three_of_four(book)
    hall.done("VoidEntry", tournament="t1", role="director", entry="e2", ground="minor", reason="RG")
    assert seats(hall) == {"p1": "open", "p2": "lapsed", "p3": "open"}
    assert (hall.held("payable:p4"), hall.held("prize_pool:t1"), hall.held("guarantee_cover:t1")) == (
        15500,
        0,
        _cover(book),
    )
    assert not nobodys(hall)


def _cover(book):
    """Three percent of R$ 1,860 are kept back, and the seats cost what they cost."""
    return {"cgp-2024": 5580, "nps-2019": 5580}.get(book, 0)


@EVERY
def test_without_a_next_place_it_is_the_other_winners(book):
    hall = sat(book, 3)
    end(hall, "e1", "e2", "e3")
    hall.done("VoidEntry", tournament="t1", role="director", entry="e3", ground="minor", reason="RG")
    assert (hall.held("payable:p1"), hall.held("payable:p2"), hall.held("prize_pool:t1")) == (7750, 7750, 0)
    assert not nobodys(hall)


@EVERY
def test_the_pool_of_one_sent_away_and_one_voided_is_the_organisers(book):
    """Nobody is left who played: what the voided entry paid goes back, the rest is not left lying."""
    hall = Hall(book=book).fill(2).close().announce().down_to(1)
    fields = {"entry": "e2", "kind": "disqualification", "infraction": "conduct.assault"}
    hall.done("GivePenalty", tournament="t1", role="director", penalty="q", **fields)
    hall.done("VoidEntry", tournament="t1", role="director", entry="e1", ground="minor", reason="RG")
    assert (hall.amounts, hall.held("prize_pool:t1"), hall.balanced()) == ({}, 0, True)
    assert not nobodys(hall)


@EVERY
def test_an_entry_voided_after_the_seats_were_given_out_is_covered(book):
    """The seats stand and so does what was announced behind them: the R$ 465 that go back are the organiser's."""
    hall = sat(book, 5).out(5, 4)
    end(hall, "e1", "e2", "e3")
    before, promised = hall.held("guarantee_cover:t1"), hall.amounts
    hall.done("VoidEntry", tournament="t1", role="director", entry="e5", ground="minor", reason="RG")
    assert (hall.amounts, hall.held("guarantee_cover:t1") - before) == (promised, 46500)
    assert not nobodys(hall)


@EVERY
@pytest.mark.parametrize("when", ["before", "after"])
def test_the_money_behind_the_seats_is_found_again_when_its_owner_is_sent_away_too(book, when):
    """e1 lost the seat to e4, so e5 had what is left behind the seats; e5 goes as well: it is not nobody's."""
    hall = sat(book, 5).out(5, 4)
    if when == "before":
        send_away(hall, "e1", stack=1000)
        end(hall, "e2", "e3")
    else:
        end(hall, "e1", "e2", "e3")
        send_away(hall, "e1")
    left = hall.amounts["e5"]
    send_away(hall, "e5")
    assert (sum(hall.amounts.values()), "e5" in hall.amounts) == (left, False)
    assert not nobodys(hall)
