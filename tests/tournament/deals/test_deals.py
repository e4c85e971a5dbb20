"""Deals at the table: stacks counted, ways side by side, everybody's consent, the champion's reserve, a veto."""

from __future__ import annotations

import msgspec
import pytest

from feltro.tournament.clock.face import standing
from feltro.tournament.deals.page import agreement_page
from feltro.tournament.prizes.due import due, remaining
from feltro.tournament.sheet import Bounty, SaleItem
from tests.tournament.prizes.hall import Hall, said
from tests.tournament.prizes.test_pool import MANY
from tests.tournament.room import BOOKS

DIRECTOR = {"tournament": "t1", "role": "director"}
CLAUSE = {"cgp-2024": "cgp-2024:3.4", "nps-2019": "nps-2019:N"}
TOURS = pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
STACKS = {"e1": 450000, "e2": 150000, "e3": 30000}
TWENTY = [{"entries_from": 3, "shares": ["0.5", "0.3", "0.2"]}]


def final(book="cgp-2024", left=3, entries=3, **changes):
    """Prizes of R$ 10.000, 6.000 and 4.000 when nothing is withheld: the index's example."""
    price = 2000000 // entries
    split = {"prize_pool": price, "rake": 1000, "local_partners": 1000}
    item = SaleItem(
        id="entry",
        kind="entry",
        label="Inscrição",
        price_centavos=price + 2000,
        split_centavos=split,
        chips=30000,
    )
    hall = Hall(book=book, days=MANY, items=(item,), kind="side", **changes).fill(entries)
    if "payout" not in changes:
        hall.done("ReplacePayoutTable", columns=TWENTY, **DIRECTOR)
    return hall.close().announce().down_to(left)


def open_deal(hall, stacks=STACKS, deal="a1"):
    hall.done("OpenDeal", deal=deal, stacks=stacks, **DIRECTOR)
    return hall


def propose(hall, method="icm", **more):
    hall.done("ProposeDeal", deal="a1", method=method, **more, **DIRECTOR)
    return hall.state.deals.deals["a1"].current


def consent(hall, *entries, agrees=True):
    for entry in entries:
        hall.done("ConsentDeal", deal="a1", entry=entry, agrees=agrees, **DIRECTOR)


# The books


@TOURS
@pytest.mark.clause("cgp-2024:3.4", "nps-2019:N")
def test_a_tenth_of_what_is_left_stays_for_the_champion(book):
    """At least 10 % is reserved, and at most 90 % shared out."""
    hall = open_deal(final(book))
    total = sum(hall.prizes)
    deal = hall.state.deals.deals["a1"]
    assert deal.least_reserve_centavos == -(-total // 10)
    proposal = propose(hall)
    assert proposal.reserve_centavos == deal.least_reserve_centavos
    assert sum(proposal.amounts_centavos.values()) == total - proposal.reserve_centavos


@TOURS
@pytest.mark.clause("cgp-2024:3.4", "nps-2019:N")
def test_typed_amounts_that_leave_less_than_a_tenth_are_refused(book):
    """R$ 18.500 out of 20.000: the reserve would be R$ 1.500."""
    hall = open_deal(final(book))
    total = sum(hall.prizes)
    shared = total * 925 // 1000
    typed = {"e1": shared - 200000, "e2": 100000, "e3": 100000}
    refused = hall.refused("ProposeDeal", deal="a1", method="typed", amounts_centavos=typed, **DIRECTOR)
    assert refused.because == "deal.reserve_too_small"
    assert refused.values["reserve"].centavos == total - shared
    assert said(refused) == {CLAUSE[book]}


@TOURS
@pytest.mark.clause("cgp-2024:3.4", "nps-2019:N")
def test_one_no_is_no_deal(book):
    """Two of three agree and one refuses; with the third consent it stands."""
    hall = open_deal(final(book))
    propose(hall)
    consent(hall, "e1", "e2")
    refused = hall.refused("CloseDeal", deal="a1", **DIRECTOR)
    assert refused.because == "deal.not_unanimous"
    assert said(refused) == {CLAUSE[book]}
    consent(hall, "e3", agrees=False)
    assert hall.refused("CloseDeal", deal="a1", **DIRECTOR).values == {"missing": 1}
    consent(hall, "e3")
    hall.done("CloseDeal", deal="a1", **DIRECTOR)
    assert hall.state.deals.agreed.players == 3


@TOURS
@pytest.mark.clause("cgp-2024:3.4", "nps-2019:N")
def test_the_organiser_vetoes_pressure_and_nothing_else(book):
    """With a reason; afterwards the deal is over, and another may be opened."""
    hall = open_deal(final(book))
    veto = {"deal": "a1", **DIRECTOR}
    refused = hall.refused("VetoDeal", ground="other", reason="não gostei", **veto)
    assert refused.because == "deal.no_veto"
    assert said(refused) == {CLAUSE[book]}
    assert hall.refused("VetoDeal", ground="pressure", reason=" ", **veto).because == "deal.veto_needs_reason"
    hall.done("VetoDeal", ground="pressure", reason="ameaça na mesa", **veto)
    assert hall.refused("ProposeDeal", deal="a1", method="even", **DIRECTOR).because == "deal.over"
    open_deal(hall, deal="a2")


@TOURS
@pytest.mark.clause("cgp-2024:3.4", "nps-2019:N")
def test_a_deal_is_made_at_the_final_table(book):
    """Ten are left and the final table seats nine."""
    hall = final(book, left=10, entries=12)
    stacks = {f"e{number}": 36000 for number in range(1, 11)}
    refused = hall.refused("OpenDeal", deal="a1", stacks=stacks, **DIRECTOR)
    assert refused.because == "deal.only_final_table"
    assert said(refused) == {CLAUSE[book]}
    hall.down_to(9)
    open_deal(hall, {f"e{number}": 40000 for number in range(1, 10)})


@TOURS
@pytest.mark.clause("cgp-2024:3.4", "nps-2019:N")
def test_play_goes_on_for_the_reserve_and_the_last_hand_decides(book):
    """Everybody has the agreed amount at once; the champion adds the reserve, and the pool is paid to zero."""
    hall = open_deal(final(book))
    proposal = propose(hall)
    consent(hall, *STACKS)
    hall.done("CloseDeal", deal="a1", **DIRECTOR)
    assert hall.amounts == proposal.amounts_centavos
    assert remaining(hall.state).to_come == proposal.reserve_centavos
    hall.out(1, 3)
    expected = {**proposal.amounts_centavos}
    expected["e2"] += proposal.reserve_centavos
    assert hall.amounts == expected
    assert sum(hall.amounts.values()) == sum(hall.prizes)
    for entry, amount in hall.amounts.items():
        hall.done("ApprovePrize", entry=entry, who="bia", **DIRECTOR)
        hall.pay(entry, amount, method="bank_transfer", reference=f"T{entry}")
    assert hall.held("prize_pool:t1") == 0
    assert hall.balanced()


# Ways to share


@pytest.mark.parametrize("book", BOOKS)
def test_every_way_adds_up_under_every_book(book):
    """ICM, by chips, even: with the reserve they are all the money there is."""
    hall = open_deal(final(book))
    for method in ("icm", "chip_chop", "even"):
        proposal = propose(hall, method)
        assert sum(proposal.amounts_centavos.values()) + proposal.reserve_centavos == sum(hall.prizes)
        assert proposal.consents == {}


def test_a_proposal_may_be_rounded_and_reserve_more():
    """Whole R$ 50 but for the odd ones, and R$ 5.000 played for."""
    hall = open_deal(final("bpt-2015"))
    proposal = propose(hall, reserve_centavos=500000, unit_centavos=5000)
    amounts = proposal.amounts_centavos
    assert sum(amount % 5000 != 0 for amount in amounts.values()) <= 1
    assert sum(amounts.values()) == sum(hall.prizes) - 500000


def test_a_new_proposal_asks_everybody_again():
    """Consents are to what was on the table."""
    hall = open_deal(final())
    propose(hall, "even")
    consent(hall, *STACKS)
    propose(hall, "icm")
    assert hall.refused("CloseDeal", deal="a1", **DIRECTOR).values == {"missing": 3}


def test_typed_amounts_name_everybody_and_add_up():
    """With a reserve that was said, the rest is shared to the centavo."""
    hall = open_deal(final("bpt-2015"))
    total = sum(hall.prizes)
    typing = {"deal": "a1", "method": "typed", **DIRECTOR}
    refused = hall.refused("ProposeDeal", amounts_centavos={"e1": 5}, reserve_centavos=total - 5, **typing)
    assert refused.because == "deal.not_the_players"
    amounts = {"e1": 700000, "e2": 600000, "e3": 400000}
    refused = hall.refused("ProposeDeal", amounts_centavos=amounts, reserve_centavos=200000, **typing)
    assert refused.because == "deal.does_not_add_up"
    left = total - sum(amounts.values())
    assert propose(hall, "typed", amounts_centavos=amounts).reserve_centavos == left


def test_the_page_shows_the_ways_side_by_side_with_its_warnings():
    """One line for each player; the chip leader's chop above first prize is said; chips that do not add up too."""
    hall = final("bpt-2015")
    assert agreement_page(hall.state) is None
    open_deal(hall, {"e1": 900000, "e2": 50000, "e3": 50000})
    page = agreement_page(hall.state)
    assert [line.entry for line in page.lines] == ["e1", "e2", "e3"]
    assert all(set(line.ways_centavos) == {"icm", "chip_chop", "even"} for line in page.lines)
    assert page.lines[0].amount_centavos is None
    assert page.warnings[0].because == "deal.chop_above_first"
    assert page.chips_off == 1000000 - 3 * 30000
    assert not page.knockouts_apart
    propose(hall)
    consent(hall, "e2")
    page = agreement_page(hall.state, "a1")
    assert (page.heard, page.answer) == (1, "open")
    assert sum(line.amount_centavos for line in page.lines) + page.reserve_centavos == sum(page.prizes_centavos)


def test_knockouts_are_no_part_of_a_deal():
    """They stay with whoever wins them; the page says so."""
    item = SaleItem(
        id="entry",
        kind="entry",
        label="Inscrição",
        price_centavos=300000,
        split_centavos={"prize_pool": 200000, "bounties": 99000, "rake": 1000},
        chips=30000,
    )
    bounty = Bounty(kind="fixed", amount_centavos=99000)
    hall = Hall(items=(item,), bounty=bounty, kind="side").fill(3).close().announce().down_to(2)
    open_deal(hall, {"e1": 60000, "e2": 30000})
    page = agreement_page(hall.state)
    assert page.knockouts_apart
    assert sum(page.prizes_centavos) == sum(hall.prizes)
    assert hall.held("bounties:t1") == 3 * 99000


# What is refused


def test_a_deal_needs_the_prizes_and_all_players_with_chips():
    """Announced, everybody left, nobody without a stack, one deal for an event."""
    hall = Hall().fill(3).close()
    opening = {"deal": "a1", **DIRECTOR}
    assert hall.refused("OpenDeal", stacks=STACKS, **opening).because == "prizes.not_announced"
    hall = final()
    refused = hall.refused("OpenDeal", stacks={"e1": 5, "e2": 5}, **opening)
    assert refused.because == "deal.not_the_players"
    refused = hall.refused("OpenDeal", stacks={**STACKS, "e3": 0}, **opening)
    assert refused.because == "deal.stack_missing"
    hall.done("OpenDeal", stacks={**STACKS, "e3": 1}, **{**opening, "deal": "a0"})
    open_deal(hall)
    assert hall.refused("OpenDeal", stacks=STACKS, **opening).because == "deal.id_used"
    assert hall.refused("CloseDeal", **opening).because == "deal.nothing_proposed"
    asking = {"entry": "e1", "agrees": True}
    assert hall.refused("ConsentDeal", **asking, **opening).because == "deal.nothing_proposed"
    propose(hall)
    assert hall.refused("ConsentDeal", entry="e9", agrees=True, **opening).because == "deal.not_a_player"
    assert hall.refused("CloseDeal", **{**opening, "deal": "zz"}).because == "deal.unknown"
    consent(hall, *STACKS)
    hall.done("CloseDeal", **opening)
    refused = hall.refused("OpenDeal", **{**opening, "deal": "a2"}, stacks=STACKS)
    assert refused.because == "deal.made_already"


def test_a_player_out_since_the_count_ends_the_deal():
    """The chips are others now: count again."""
    hall = open_deal(final())
    propose(hall)
    consent(hall, *STACKS)
    hall.out(3)
    assert hall.refused("CloseDeal", deal="a1", **DIRECTOR).because == "deal.players_changed"
    open_deal(hall, {"e1": 60000, "e2": 30000}, "a2")


def test_a_house_may_forbid_deals_take_a_majority_or_crown_the_chip_leader():
    """As settled for the event."""
    opening = {"deal": "a1", "stacks": STACKS, **DIRECTOR}
    hall = final("bpt-2015", answers={"deal.allowed": False})
    assert hall.refused("OpenDeal", **opening).because == "deal.not_allowed"
    answers = {"deal.consent": "majority", "deal.champion_by": "chip_leader", "deal.champion_reserve": 0}
    hall = open_deal(final("bpt-2015", answers=answers))
    propose(hall, reserve_centavos=100000)
    consent(hall, "e1", "e2")
    hall.done("CloseDeal", deal="a1", **DIRECTOR)
    signed = {line.entry: line.agreed for line in agreement_page(hall.state).lines}
    assert signed == {"e1": False, "e2": False, "e3": False}, (
        "the paper signs for nobody, and says of nobody that he did not"
    )
    assert hall.state.deals.agreed.champion == "e1"
    assert due(hall.state)["e1"].amount == hall.state.deals.agreed.amounts_centavos["e1"] + 100000
    hall = open_deal(final("bpt-2015", answers={"deal.veto": "any_reason"}))
    hall.done("VetoDeal", deal="a1", ground="other", reason="a critério", **DIRECTOR)
    hall = open_deal(final("bpt-2015", answers={"deal.veto": "never"}))
    refused = hall.refused("VetoDeal", deal="a1", ground="pressure", reason="x", **DIRECTOR)
    assert refused.because == "deal.no_veto"


def test_undoing_the_closing_brings_the_prizes_of_the_places_back():
    """Until something was paid on it."""
    hall = open_deal(final())
    propose(hall)
    consent(hall, *STACKS)
    hall.done("CloseDeal", deal="a1", key="fecha", **DIRECTOR)
    hall.done("Undo", command_key="fecha", role="director")
    assert hall.state.deals.agreed is None
    assert hall.amounts == {}


# The bubble


@pytest.mark.clause("cgp-2024:4.3.d")
def test_everybody_left_may_agree_to_pay_the_bubble():
    """Four left, three paid: R$ 500 out of first prize for fourth; the sum stays."""
    hall = final(left=4, entries=5)
    saving = {"amount_centavos": 50000, **DIRECTOR}
    everybody = ["e1", "e2", "e3", "e4"]
    assert hall.refused("SaveBubble", agreed=everybody[:3], **saving).because == "deal.not_unanimous"
    refused = hall.refused("SaveBubble", agreed=everybody, **{**saving, "amount_centavos": 10**6})
    assert refused.because == "bubble.too_much"
    hall.done("SaveBubble", agreed=everybody, **saving)
    hall.down_to(1)
    assert hall.amounts["e4"] == 50000
    assert hall.amounts["e1"] == hall.prizes[0] - 50000
    assert sum(hall.amounts.values()) == sum(hall.prizes)
    assert hall.refused("SaveBubble", agreed=["e1"], **saving).because == "bubble.not_now"


def test_a_house_may_not_want_its_bubble_paid():
    """As settled."""
    hall = final("bpt-2015", left=4, entries=5, answers={"deal.bubble_place": False})
    agreed = ["e1", "e2", "e3", "e4"]
    refused = hall.refused("SaveBubble", agreed=agreed, amount_centavos=1, **DIRECTOR)
    assert refused.because == "bubble.not_allowed"


# Talking, refusing, playing on


def running(book="cgp-2024"):
    hall = final(book)
    if not hall.state.clocks.days:
        hall.done("StartClock", day="1", reason="x", **DIRECTOR)
    return hall


def clock_runs(hall):
    return standing(hall.state, "1", hall.now).running


def test_the_clock_stands_while_a_deal_is_talked_about_and_goes_on_without_one():
    hall = running()
    assert clock_runs(hall)
    open_deal(hall)
    assert not clock_runs(hall)
    hall.done("LeaveDeal", deal="a1", **DIRECTOR)
    assert clock_runs(hall)
    assert hall.state.deals.deals["a1"].status == "left"
    assert hall.refused("LeaveDeal", deal="a1", **DIRECTOR).because == "deal.over"


def test_a_clock_that_stood_before_stays_as_it_was():
    hall = running()
    hall.done("PauseClock", day="1", **DIRECTOR)
    open_deal(hall)
    hall.done("LeaveDeal", deal="a1", **DIRECTOR)
    assert not clock_runs(hall)


def test_chips_counted_again_do_not_lose_that_the_clock_stood_for_the_deal():
    hall = running()
    open_deal(hall)
    open_deal(hall, {"e1": 440000, "e2": 160000, "e3": 30000}, deal="a2")
    hall.done("LeaveDeal", deal="a2", **DIRECTOR)
    assert clock_runs(hall)


@pytest.mark.parametrize(("rest", "runs"), [("play", True), ("all_in", False)])
def test_the_reserved_part_is_played_for_or_decided_all_in_without_looking(rest, runs):
    hall = running()
    open_deal(hall)
    propose(hall)
    consent(hall, "e1", "e2", "e3")
    hall.done("CloseDeal", deal="a1", rest=rest, **DIRECTOR)
    assert hall.state.deals.agreed.rest == rest
    assert clock_runs(hall) is runs


@TOURS
@pytest.mark.clause("cgp-2024:3.4", "nps-2019:N")
def test_who_refused_is_nowhere(book):
    """Neither in the log nor in the state nor on the page: only that somebody did."""
    hall = open_deal(final(book))
    propose(hall)
    consent(hall, "e1", "e2")
    before = hall.house.store.version("tournament:t1")
    consent(hall, "e3", agrees=False)
    facts = hall.house.world.live("tournament:t1").facts[before:]
    assert [type(fact.event).__name__ for fact in facts] == ["DealDeclined"]
    assert "e3" not in msgspec.json.encode(facts[0].event).decode()
    assert "e3" not in hall.state.deals.deals["a1"].current.consents
    page = agreement_page(hall.state)
    assert (page.heard, page.answer) == (3, "no")
    assert [line.agreed for line in page.lines] == [False, False, False]


def test_a_yes_that_is_taken_back_has_everybody_asked_again():
    """Else the one who is missing would be the one who refused."""
    hall = open_deal(final())
    propose(hall)
    consent(hall, "e1", "e2", "e3")
    consent(hall, "e2", agrees=False)
    assert (agreement_page(hall.state).heard, agreement_page(hall.state).answer) == (0, "open")
    assert hall.refused("CloseDeal", deal="a1", **DIRECTOR).values == {"missing": 3}


def test_typed_shares_are_whole_units_and_close():
    """R$ 20.000 less R$ 2.000: in steps of R$ 50, and R$ 8.010 is none."""
    hall = open_deal(final())
    total = sum(hall.prizes)
    shared = total - hall.state.deals.deals["a1"].least_reserve_centavos
    rest = shared % 5000
    typed = {"e1": shared - rest - 1000000, "e2": 600000, "e3": 400000}
    asked = {"deal": "a1", "method": "typed", "unit_centavos": 5000, **DIRECTOR}
    refused = hall.refused("ProposeDeal", amounts_centavos=typed | {"e2": 601000, "e3": 399000}, **asked)
    assert refused.because == "deal.not_in_units"
    hall.done("ProposeDeal", amounts_centavos=typed, **asked)
    proposal = hall.state.deals.deals["a1"].current
    assert sum(proposal.amounts_centavos.values()) + proposal.reserve_centavos == total


def test_where_the_organiser_lets_a_deal_be_made_anywhere_ten_players_make_one():
    """The final table seats nine and ten are left: nobody has to wait for another bust."""
    hall = final("adtp-2023", left=10, entries=12, answers={"deal.where": "anywhere"})
    open_deal(hall, {f"e{number}": 36000 for number in range(1, 11)})
    assert list(hall.state.deals.deals) == ["a1"]


def answers(hall, entry, agrees=True, key=""):
    return hall.do("ConsentDeal", deal="a1", entry=entry, agrees=agrees, key=key, **DIRECTOR)


@TOURS
@pytest.mark.clause("cgp-2024:3.4", "nps-2019:N")
def test_who_said_yes_is_nowhere_either(book):
    """Two of three are written down: their names would be the third one's. Not in the log, the answer, the state or the
    digest by which the same command is known again; and the key of the marks goes with the proposal."""
    hall = open_deal(final(book))
    propose(hall)
    before = hall.house.store.version("tournament:t1")
    told = [answers(hall, "e1"), answers(hall, "e2")]
    facts = hall.house.world.live("tournament:t1").facts[before:]
    assert [type(fact.event).__name__ for fact in facts] == ["DealAnswered", "DealAnswered"]
    written = msgspec.json.encode([[fact.event for fact in facts], [one.events for one in told]]).decode()
    assert [name for name in ("e1", "e2", "e3") if f'"{name}"' in written] == []
    assert {"e1", "e2", "e3"}.isdisjoint(hall.state.deals.deals["a1"].current.consents)
    assert told[0].digest == told[1].digest
    assert len([one for one in hall.house.store.registry() if one.kind == "deal_key"]) == 1
    hall.done("LeaveDeal", deal="a1", **DIRECTOR)
    assert [one for one in hall.house.store.registry() if one.kind == "deal_key"] == []


def test_a_yes_said_twice_is_one_yes():
    hall = open_deal(final())
    propose(hall)
    for _ in range(3):
        answers(hall, "e1")
    assert agreement_page(hall.state).heard == 1
    assert hall.refused("CloseDeal", deal="a1", **DIRECTOR).values == {"missing": 2}


def test_a_deal_of_most_of_them_says_of_nobody_that_he_agreed():
    """Two of three are enough here, and the page that everybody signs does not show which two."""
    hall = open_deal(final("adtp-2023", answers={"deal.consent": "majority"}))
    propose(hall)
    answers(hall, "e1")
    answers(hall, "e2")
    hall.done("CloseDeal", deal="a1", **DIRECTOR)
    assert [line.agreed for line in agreement_page(hall.state).lines] == [False, False, False]


def test_whoever_answers_after_the_marks_were_forgotten_has_everybody_asked_again():
    """No deal was said by mistake and is taken back: nobody can tell any more whose yes was whose."""
    hall = open_deal(final())
    propose(hall)
    answers(hall, "e1")
    left = hall.done("LeaveDeal", deal="a1", **DIRECTOR)
    hall.done("Undo", command_key=left.key, role="director")
    assert agreement_page(hall.state).heard == 1
    answers(hall, "e2")
    assert agreement_page(hall.state).heard == 1
    answers(hall, "e1")
    assert agreement_page(hall.state).heard == 2
