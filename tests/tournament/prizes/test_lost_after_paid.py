"""A prize that was paid and is lost since: it is owed back, the others have theirs, and no centavo is nobody's."""

from __future__ import annotations

import pytest

from feltro.app.desk.notices import notices
from feltro.app.upkeep.audit import verify_house
from feltro.tournament.prizes.due import due
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_pool import MANY
from tests.tournament.room import BOOKS

DIRECTOR = {"tournament": "t1", "role": "director", "who": "dora"}


def ownerless(hall):
    return [one for one in verify_house(hall.house.store).findings if one.because.startswith("verify.ownerless")]


def lose(hall, entry, way):
    if way == "forfeit":
        hall.done("ForfeitPrize", entry=entry, reason="conluio", **DIRECTOR)
        return
    given = {"penalty": "x", "entry": entry, "kind": "disqualification", "infraction": "conduct.assault"}
    hall.done("GivePenalty", reason="conluio", **given, **DIRECTOR)


def settle(hall, entry):
    """All that an entry is still due, with a second person's word, past the drawers."""
    rest = due(hall.state)[entry].remaining
    if rest > 0:
        hall.done("ApprovePrize", tournament="t1", entry=entry, who="rita", role="finance")
        hall.pay(entry, rest, method="bank_transfer", reference=f"T{entry}", desk="")


@pytest.mark.parametrize("way", ["forfeit", "disqualification"])
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:5.6.6.f", "nps-2019:47.f")
def test_what_he_was_paid_is_his_debt_and_nobody_covers_it(book, way):
    """Second is paid, then loses it: the other two get his prize, he owes it, and the organiser gives nothing."""
    hall = Hall(book=book, days=MANY).fill(21).close().announce().down_to(1)
    paid = hall.prizes[1]
    hall.pay("e2", paid)
    lose(hall, "e2", way)
    for entry in ("e1", "e3"):
        if entry in due(hall.state):
            settle(hall, entry)
    assert hall.held("guarantee_cover:t1") == 0
    assert (hall.held("receivable:p2"), hall.held("prize_pool:t1")) == (paid, 0)
    assert not ownerless(hall)
    hall.done("RepayOverpayment", tournament="t1", repayment="r", entry="e2", amount_centavos=paid, desk="d1")
    assert (hall.held("receivable:p2"), hall.held("prize_pool:t1")) == (0, 0)
    assert hall.balanced()
    assert not ownerless(hall)


def test_a_debt_is_collected_and_not_taken_back_besides():
    """Booked already: taking the payment back would bring the same money twice."""
    hall = Hall(days=MANY).fill(21).close().announce().down_to(1)
    payment = hall.pay("e2", hall.prizes[1])
    lose(hall, "e2", "forfeit")
    hall.done(
        "ReportOverpayment", tournament="t1", overpayment="o", entry="e2", cause="place_corrected", reason="x"
    )
    refused = hall.refused("TakeBackPrize", tournament="t1", payment=payment, desk="d1", reason="x", role="finance")
    assert (refused.because, refused.values["left"].centavos) == ("prize.back_is_a_debt", hall.prizes[1])
    settle(hall, "e1")
    settle(hall, "e3")
    assert not ownerless(hall)


def test_taken_back_before_the_others_are_paid_there_is_no_debt():
    hall = Hall(days=MANY).fill(21).close().announce().down_to(1)
    payment = hall.pay("e2", hall.prizes[1])
    lose(hall, "e2", "forfeit")
    hall.done("TakeBackPrize", tournament="t1", payment=payment, desk="d1", reason="conluio", role="finance")
    settle(hall, "e1")
    settle(hall, "e3")
    assert (hall.held("receivable:p2"), hall.held("guarantee_cover:t1")) == (0, 0)
    assert not ownerless(hall)


def notes(hall):
    book = hall.house.books.settlement(hall.state, hall.now).book
    return {one.because: one.values for one in notices(hall.state, book, hall.now)}


def test_an_entry_struck_off_after_the_announcement_is_spoken_of():
    """21 announced, a minor among them: the room is told at once, nobody is paid, and announced again twenty pay two."""
    hall = Hall(days=MANY).fill(21).close()
    hall.done("AnnouncePrizes", tournament="t1", role="director", key="told")
    assert "prizes.pool_changed" not in notes(hall)
    hall.down_to(3)
    hall.done("VoidEntry", entry="e3", ground="minor", reason="17 anos", **DIRECTOR)
    assert notes(hall)["prizes.pool_changed"]["announced"].centavos == 1008000
    hall.down_to(1)
    assert hall.refuse("e1", 100).because == "prizes.pool_changed"
    hall.done("Undo", role="director", command_key="told")
    hall.announce()
    assert "prizes.pool_changed" not in notes(hall)
    for entry in tuple(due(hall.state)):
        settle(hall, entry)
    assert (len(hall.prizes), hall.held("guarantee_cover:t1"), hall.held("prize_pool:t1")) == (2, 0, 0)
    assert not ownerless(hall)
