"""People who are out are out: every status times every act that gives something, in every book."""

from __future__ import annotations

from datetime import datetime

import msgspec
import pytest

from feltro.app.sheets.settlement import Settlement, settle_for
from feltro.kernel.outcome import Refused
from feltro.procedures.rights import ACTS as KNOWN_ACTS
from feltro.procedures.rights import STATUSES as KNOWN
from feltro.procedures.rights import TABLE as GATES
from feltro.procedures.rights import in_event
from feltro.tournament.eliminations.places import place_of
from feltro.tournament.prizes.due import due
from feltro.tournament.sheet import Day
from tests.conftest import one_now_the_rest_slowly
from tests.procedures.rights.stage import ACTS, DIRECTOR, STATUSES, Stage, answer, told
from tests.procedures.rights.table import NOT_GIVEN, TABLE
from tests.tournament.prizes.hall import said
from tests.tournament.room import BOOKS, START, at, sheet

OF_AN_ENTRY = {"alternate", "busted"}
OF_PAPERS = {"age_unknown"}
SILENT = ("adtp-2012", "adtp-2023", "bpt-2015")


def cells(book: str, status: str) -> dict[str, str]:
    return {act: answer for answer, acts in TABLE[book][status].items() for act in acts.split()}


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("book", one_now_the_rest_slowly(BOOKS))
@pytest.mark.clause("cgp-2024:5.6.6.a", "cgp-2024:5.6.6.e", "cgp-2024:5.6.6.f")
@pytest.mark.clause("nps-2019:47.a", "nps-2019:47.e", "nps-2019:47.f", "adtp-2012:52", "adtp-2023:67.D")
def test_every_cell_is_answered_as_the_regulation_says(book, status):
    """One person, one status: each act is given, refused with its clause, or left to the director."""
    if TABLE[book][status] == NOT_GIVEN:
        room = Stage(book)
        room.field()
        assert room.penalise({"eliminated": "elimination"}[status]).because == "penalty.not_in_the_book"
        return
    assert {act: answer(book, status, act) for act in ACTS} == cells(book, status)


@pytest.mark.parametrize("book", BOOKS)
def test_an_event_without_a_ranking_settles_whatever_a_desk_asks_about_a_person(book):
    """Somebody new stands at the desk of a plain club event: nothing is asked of the season's own rules."""
    told = settle_for(sheet(book), {})
    assert isinstance(told, Settlement), told
    asked = {one: in_event(one, told.book, "yes", "no", "ask") for one in KNOWN}
    assert asked["not_identified"]
    assert "fund.annual.needs_photo_id" not in {gate.parameter for gates in asked.values() for gate in gates}


def test_the_table_has_every_status_and_every_act():
    """Whoever adds a status or an act says what it means in every book."""
    assert set(ACTS) == set(KNOWN_ACTS)
    assert set(STATUSES) == (set(KNOWN) - OF_PAPERS) | OF_AN_ENTRY
    assert set(GATES) == set(KNOWN)
    for book in BOOKS:
        for status in STATUSES:
            assert TABLE[book][status] == NOT_GIVEN or set(cells(book, status)) == set(ACTS), (book, status)


# The director's word


@pytest.mark.parametrize("book", SILENT)
@pytest.mark.clause("adtp-2012:52", "adtp-2023:67.D")
def test_where_the_book_is_silent_the_director_lets_a_disqualified_player_in(book):
    """Refused at the counter; with the director's reason he buys, sits down and is paid what he then wins."""
    room = Stage(book, "disqualified", 21)
    room.field()
    room.while_live()
    again = room.sale("e99", "p1", item="reentry")
    assert room.refused("SellEntry", **again).because == "rights.disqualified.asks"
    refused = room.refused("AllowPerson", **DIRECTOR, person="p1", reason=" ")
    assert refused.because == "rights.allow_needs_reason"
    assert not isinstance(room.do("AllowPerson", **DIRECTOR, person="p1", reason="erro de mesa"), Refused)
    room.done("SellEntry", **again)
    room.done("CheckIdentity", tournament="t1", entry="e99", day="1")
    room.done("CheckIn", tournament="t1", entry="e99", day="1")
    room.close().announce()
    room.out(*range(3, 22))
    room.done("Eliminate", **DIRECTOR, entry="e99")
    amount = due(room.state)["e99"].amount
    assert amount > 0
    room.done("PayPrize", **room.paying("e99", amount))
    assert room._points() == "ok"


@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "5.6.6.f"), ("nps-2019", "47.f")])
def test_where_the_book_speaks_the_director_cannot_let_him_in(book, clause):
    """A rule is no question."""
    room = Stage(book, "disqualified")
    room.field()
    room.while_live()
    refused = room.refused("AllowPerson", **DIRECTOR, person="p1", reason="amigo da casa")
    assert (refused.because, clause in " ".join(said(refused))) == ("rights.nothing_to_allow", True)


@pytest.mark.parametrize("book", SILENT)
def test_a_new_penalty_opens_the_question_again(book):
    """Let in once is not let in for ever."""
    room = Stage(book, "disqualified")
    room.field()
    room.while_live()
    room.done("AllowPerson", **DIRECTOR, person="p1", reason="erro")
    room.done("SellEntry", **room.sale("e99", "p1", item="reentry"))
    assert not isinstance(room.penalise("disqualification", entry="e99"), Refused)
    again = room.refused("SellEntry", **room.sale("e98", "p1", item="reentry"))
    assert again.because == "rights.disqualified.asks"


def test_only_the_direction_decides():
    """The counter asks, it does not answer."""
    room = Stage("adtp-2012", "disqualified")
    room.field()
    room.while_live()
    for role in ("cashier", "floor", "finance", "dealer"):
        asked = {**DIRECTOR, "role": role, "person": "p1", "reason": "x"}
        assert room.refused("AllowPerson", **asked).because == "permission.role_may_not"


def test_a_debt_that_is_paid_closes_nothing():
    """What waits for a payment waits for nothing else."""
    room = Stage("cgp-2024", "in_debt")
    room.field()
    room.out(1)
    again = room.sale("again", "p1", item="reentry")
    assert room.refused("SellEntry", **again).because == "rights.in_debt.asks"
    room.done("PayDebt", tournament="t1", sale="r1", desk="d1", payments=room.cash(10000))
    room.done("SellEntry", **again)


@pytest.mark.parametrize("book", SILENT)
def test_an_excluded_persons_ranking_prize_needs_the_directors_reason(book):
    """Silent books leave it to him; the reason is kept with the payment."""
    room = Stage(book, "excluded")
    room.field()
    room.at_last()
    assert told(room.act_of_paying_the_year()) == "ask casa"
    paying = {"season": "s26", "prize": "annual-1", "method": "bank_transfer", "amount_centavos": 100000}
    assert room.refused("PayRankingPrize", **paying, reason="pago").because == "rights.excluded.asks"
    done = room.done("PayRankingPrize", role="director", **paying, reason="ganho antes da exclusão")
    assert b'"reason":"k' in bytes(done.events[0].event)


# How far it reaches


def second_event(room: Stage, book: str, stage: str) -> None:
    made = msgspec.to_builtins(sheet(book), str_keys=True)
    room.done(
        "CreateTournament", role="organiser", tournament="t2", season="s26", stage=stage, sheet=made, answers={}
    )


@pytest.mark.parametrize(
    ("book", "stage", "expected"),
    [("nps-2019", "e1", "no 47.f"), ("nps-2019", "e2", "ok"), ("cgp-2024", "e1", "ok"), ("adtp-2012", "e1", "ok")],
)
@pytest.mark.clause("nps-2019:47.f", "cgp-2024:5.6.6.f")
def test_where_an_event_is_the_whole_stage_a_disqualification_holds_in_all_of_it(book, stage, expected):
    """NPS calls the stage an event: its other tournaments do not sell to him; those of another stage do."""
    room = Stage(book, "disqualified")
    room.field()
    room.while_live()
    second_event(room, book, stage)
    price = room.state.sheet.items[0].price_centavos
    bought = room.do("SellEntry", **room.sale("z9", "p1", tournament="t2", payments=room.cash(price)))
    assert told(bought) == expected


@pytest.mark.clause("nps-2019:47.f")
def test_a_disqualification_for_the_stage_is_undone_with_its_penalty():
    """One command, two streams."""
    room = Stage("nps-2019")
    room.field()
    room.done("GivePenalty", **DIRECTOR, key="dq", penalty="x", entry="e1", kind="disqualification", stack=30000)
    second_event(room, "nps-2019", "e1")
    sale = room.sale("z9", "p1", tournament="t2", payments=room.cash(39000))
    assert told(room.do("SellEntry", **sale)) == "no 47.f"
    room.done("Undo", role="director", command_key="dq")
    room.done("SellEntry", **sale)


@pytest.mark.clause("nps-2019:47.f")
def test_in_the_stage_no_points_of_another_event_either():
    """Third in the first tournament, disqualified in the second: the stage gives no points."""
    room = Stage("nps-2019", players=21)
    room.field()
    room.close().announce()
    room.out(*range(21, 2, -1))
    room.out(1)
    assert room._points() == "ok"
    second_event(room, "nps-2019", "e1")
    room.now = room.state.starts["1"]
    room.done("SellEntry", **room.sale("z9", "p1", tournament="t2", payments=room.cash(39000)))
    assert not isinstance(room.penalise("disqualification", "t2", "z9"), Refused)
    assert room._points() == "none"


@pytest.mark.clause("cgp-2024:5.6.6.a", "nps-2019:47.a")
def test_an_exclusion_outweighs_a_ban_and_lasts_into_the_next_season():
    """Banned for the stage, then excluded: no event of the organiser sells to the person, this year or next."""
    room = Stage("cgp-2024")
    room.field()
    assert not isinstance(room.penalise("ban"), Refused)
    assert not isinstance(room.penalise("exclusion"), Refused)
    room.done("CreateSeason", role="organiser", season="s27", name="2027", year=2027)
    made = msgspec.to_builtins(sheet("cgp-2024"), str_keys=True)
    room.done(
        "CreateTournament", role="organiser", tournament="n1", season="s27", stage="e1", sheet=made, answers={}
    )
    bought = room.do("SellEntry", **room.sale("n9", "p1", tournament="n1", payments=room.cash(62000)))
    assert told(bought) == "no 5.6.6.a"


# With everything he has in the event


@pytest.mark.parametrize("kind", ["disqualification", "ban", "exclusion"])
def test_an_alternate_can_be_sent_away(kind):
    """The chair he waits for is nobody's debt, and his buy-in stays in the pool."""
    room = Stage("cgp-2024", "alternate")
    room.field()
    pool = room.held("prize_pool:t1")
    assert not isinstance(room.penalise(kind), Refused)
    assert (room.state.entries["e1"].status, room.state.waiting) == ("out", [])
    assert room.held("prize_pool:t1") == pool


FLIGHTS = (
    Day(id="1A", starts_at=datetime.fromisoformat(START), seats=1000, until_level=10),
    Day(id="1B", starts_at=datetime.fromisoformat("2026-11-20T15:00:00-03:00"), seats=1000, until_level=10),
    Day(id="2", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), from_level=11, seats=1000),
)


def two_flights() -> Stage:
    """Best stack forward: p1 has bagged in one flight and plays the other."""
    room = Stage("cgp-2024", days=FLIGHTS, addenda=("melhor-stack-adiante",))
    for number in range(1, 5):
        room.done("SellEntry", **room.sale(f"e{number}", f"p{number}", day="1A"))
    room.done("Bag", **DIRECTOR, entry="e1", chips=42000)
    room.now = at("14:30")
    room.done("SellEntry", **room.sale("e9", "p1", item="reentry", day="1B"))
    return room


@pytest.mark.parametrize("kind", ["disqualification", "elimination"])
@pytest.mark.clause("cgp-2024:5.6.6.e", "cgp-2024:5.6.6.f")
def test_a_second_bag_goes_with_him(kind):
    """Who is sent away with the chips of one flight has none left in a bag, and one place."""
    room = two_flights()
    assert not isinstance(room.penalise(kind, entry="e9"), Refused)
    assert [room.state.entries[one].status for one in ("e1", "e9")] == ["out", "out"]
    assert room.state.days.bags == {}
    assert (place_of(room.state, "e1"), place_of(room.state, "e9")) == (None, 4)
    assert room.state.chips_removed == 72000


def test_the_bag_is_not_punished_while_he_plays_on():
    """The penalty is given where the chips are counted: at the table."""
    room = two_flights()
    assert room.penalise("disqualification", entry="e1").because == "penalty.plays_with_another"


def test_an_entry_that_waits_for_its_pix_is_cancelled():
    """Bust, a re-entry on the way, disqualified meanwhile: the money goes back and nobody sits down."""
    room = Stage("cgp-2024", addenda=("pix-no-dia-cgp",))
    room.field()
    room.out(1)
    pix = [{"method": "pix", "amount_centavos": 62000, "txid": "FELTRO1"}]
    room.done("SellEntry", **room.sale("e9", "p1", item="reentry", payments=pix))
    assert not isinstance(room.penalise("disqualification", stack=0), Refused)
    assert room.state.entries["e9"].status == "cancelled"


def test_the_ranking_prize_of_a_debtor_waits_for_the_debt_or_for_the_directors_reason():
    """R$ 100 announced at the table and not paid: refused with the amount; the director pays with a reason."""
    room = Stage("nps-2019", "in_debt")
    room.field()
    asked = room.act_of_paying_the_year()
    assert (asked.because, asked.values["amount"].centavos) == ("rights.owes_the_house.asks", 10000)
    paying = {"season": "s26", "prize": "annual-1", "method": "cash", "amount_centavos": 50000, "desk": "d1"}
    room.done("PayRankingPrize", role="director", who="dora", reason="desconta depois", **paying)
    room.done("PayDebt", tournament="t1", sale="r1", desk="d1", payments=room.cash(10000))
    room.done("PayRankingPrize", **paying)
