"""A season of ten stages in which every centavo of every entry is found again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from feltro.app.reports.season import season_report
from feltro.app.upkeep.audit import verify_house
from feltro.kernel.money import ZERO, Money
from feltro.tournament.prizes.due import due
from tests.season.league import NPS_TABLE, League
from tests.tournament.prizes.hall import CPF, Hall
from tests.tournament.room import at

pytestmark = pytest.mark.slow

PEOPLE = [f"p{number}" for number in range(1, 25)]
STAGES = 10
HAS = ("drawer", "safe", "receivable", "courtesy", "guarantee_cover", "ranking_cover", "drawer_difference")

SECOND_PERSON_FROM = 500_000


@pytest.fixture(scope="module", params=["cgp-2024", "nps-2019", "bpt-2015"])
def played(request) -> tuple[str, League]:
    return request.param, season_of_ten(request.param)


class Tour(League):
    """A league whose players have papers, because prizes are paid only to whom they name."""

    def person(self, person: str, born: str = "1990-01-01", *, seen: bool = True) -> None:
        Hall.person(self, person, born, seen=seen)  # type: ignore[arg-type]


def season_of_ten(book: str) -> League:
    """In each stage a main event and a side event, with re-entries; every prize, share and fund is paid."""
    chance = random.Random(26)
    league = Tour(book, stages=STAGES)
    if book != "cgp-2024":
        for scored_as in ("main", "side"):
            league.done("LoadPointsTable", role="director", season="s26", scored_as=scored_as, rows=NPS_TABLE)
    for number in range(1, STAGES + 1):
        for kind in ("main", "side"):
            name = "t1" if (number, kind) == (1, "main") else f"{kind}{number}"
            if name != "t1":
                league.tournament(name, stage=f"e{number}", book=book, points=kind, kind=kind)
            play_one(league, name, chance)
            pay_prizes(league, name)
    for person in PEOPLE:
        league.house.store.kept("person", person) or league.person(person)
    league.join(*PEOPLE)
    close(league)
    return league


def play_one(league: League, name: str, chance: random.Random) -> None:
    order = chance.sample(PEOPLE, chance.randint(8, 20))
    ways = ("cash", "debit_card") if league.state.sheet.book == "cgp-2024" else ("cash",)
    for person in order:
        league.sell(f"{name}-{person}", person, tournament=name, method=chance.choice(ways))
    again = order[-1]
    league.bust(name, again)
    league.sell(f"{name}-again", again, tournament=name, item="reentry")
    league.close(name)
    league.bust_entry(name, f"{name}-again")
    for person in reversed(order[1:-1]):
        league.bust(name, person)


def pay_prizes(league: League, name: str) -> None:
    """Each prize to the last centavo, from the drawer or the bank, and the staff's part to whom it was divided among."""
    league.done("AnnouncePrizes", role="director", tournament=name)
    state = league.house.world.live(f"tournament:{name}").state
    for number, (entry, prize) in enumerate(due(state).items()):
        if prize.amount >= SECOND_PERSON_FROM:
            league.done("ApprovePrize", who="bia", role="director", tournament=name, entry=entry)
        way = (
            {"method": "cash", "desk": "d1"}
            if number % 2
            else {"method": "bank_transfer", "reference": f"{name}{entry}"}
        )
        paid = {"tournament": name, "payment": f"{name}-{number}", "entry": entry, "amount_centavos": prize.amount}
        league.done("PayPrize", role="director", document=CPF, **paid, **way)
    if league.held(f"staff:{name}"):
        for worked in ("d1", "d2"):
            league.person(worked)
        league.done("DivideStaff", role="director", tournament=name, downs={"d1": 3, "d2": 2})
        for person in ("d1", "d2"):
            league.done("SignStaffShare", role="director", tournament=name, person=person, desk="d1")


def close(league: League) -> None:
    league.now = at("23:00")
    for number in range(1, STAGES + 1):
        done_or_tied(league, "CloseStage", "champion", role="director", season="s26", stage=f"e{number}")
    done_or_tied(league, "CloseSeason", "order", role="organiser", season="s26")
    league.now = at("23:30")
    for key, one in list(league.season.ranking.owed.items()):
        if one.left_centavos >= SECOND_PERSON_FROM:
            league.done("ApproveRankingPrize", who="bia", role="director", season="s26", prize=key)
        way = {"prize": key, "method": "bank_transfer", "amount_centavos": one.left_centavos}
        league.done("PayRankingPrize", role="finance", season="s26", **way)


def done_or_tied(league: League, command: str, word: str, **fields: Any) -> None:
    """Where the tests leave a tie, the director says: in order of id."""
    outcome = league.do(command, **fields)
    if getattr(outcome, "because", "") in {"stage.tied", "season.tied"}:
        tied = list(outcome.values["people"])
        league.done(command, **fields, **{word: tied[0] if word == "champion" else tied})


def test_every_centavo_of_every_entry_is_found_again(played):
    """What came in is in the drawers or was paid: as prizes, to the staff, by the funds; the rest is rake and fees."""
    _, league = played
    balances = league.house.world.balances
    assert balances.sum() == ZERO
    has = sum((balances.total(kind) for kind in HAS), ZERO)
    owes = sum((balances.total(kind) for kind in kinds_owed(balances)), ZERO)
    assert has == owes
    came = sum(sale.price_centavos for state in states(league) for sale in state.sales.values() if sale.paid)
    prizes = sum(one.amount_centavos for state in states(league) for one in state.prizes.payments.values())
    staff = sum(one.amount_centavos for state in states(league) for one in state.prizes.staff.values())
    funds = sum(one.paid_centavos for one in league.season.ranking.owed.values())
    kept = ("rake", "federation", "local_partners", "rounding")
    stays = sum(balances.total(kind).centavos for kind in kept)
    assert came + balances.total("ranking_cover").centavos == prizes + staff + funds + stays


def kinds_owed(balances) -> set[str]:
    return {account.kind for account, _ in balances if account.kind not in HAS}


def states(league: League) -> list[Any]:
    world = league.house.world
    return [world.live(stream).state for stream in world.store.streams("tournament:")]


def test_the_funds_are_paid_to_zero_and_nobody_is_owed(played):
    """Pools, the staff, stage champions and the first of the year: all of them were paid out."""
    book, league = played
    balances = league.house.world.balances
    for kind in ("prize_pool", "staff", "stage_champion_fund", "ranking_fund", "payable"):
        assert balances.total(kind) == ZERO, kind
    assert all(one.left_centavos == 0 for one in league.season.ranking.owed.values())
    entries = sum(state.entries_sold for state in states(league))
    funds = sum(one.paid_centavos for one in league.season.ranking.owed.values())
    if book != "nps-2019":
        assert funds == entries * 1000
        assert balances.total("rake") == Money(entries * 12000)
        assert balances.total("federation") == Money(entries * 1000)
    else:
        assert funds == 6_500_000
        held = sum(state.prizes.announced.withheld_centavos["ranking_fund"] for state in states(league))
        assert balances.total("ranking_cover") == Money(6_500_000 - held)


def test_the_statement_of_the_season_shows_the_same_money(played):
    """The totals of the report are those of the books."""
    _, league = played
    report = season_report("s26", league.house.world, league.house.books)
    total = report.sections[0].rows[-1].cells
    columns = report.sections[0].columns
    balances = league.house.world.balances
    assert total[columns.index("entries")] == sum(state.entries_sold for state in states(league))
    collected = sum(state.prizes.announced.collected_centavos for state in states(league))
    assert total[columns.index("prize_pool")] == Money(collected)
    assert total[columns.index("rake")] == balances.total("rake")


def test_the_log_of_the_season_verifies(played):
    """Chain, books, paper and rows."""
    _, league = played
    assert verify_house(league.house.store).findings == []


def corrected(book: str, *, slip: bool) -> League:
    """Four small stages; in the first one somebody else is reported out, and it is corrected at the end."""
    league = Tour(book, stages=4)
    if book != "cgp-2024":
        for scored_as in ("main", "side"):
            league.done("LoadPointsTable", role="director", season="s26", scored_as=scored_as, rows=NPS_TABLE)
    people = PEOPLE[:9]
    for number in range(1, 5):
        name = "t1" if number == 1 else f"main{number}"
        if number > 1:
            league.tournament(name, stage=f"e{number}", book=book, points="main", kind="main")
        league.enter(name, *people)
        league.close(name)
        order = people[number:] + people[:number]
        for person in order[:-2]:
            league.bust(name, person, key=f"{name}-{person}")
        wrong = slip and number == 1
        league.bust(name, order[-1] if wrong else order[-2], key=f"{name}-last")
    league.join(*people)
    if slip:
        fixed = {"type": "Eliminate", "tournament": "t1", "entry": f"t1-{(people[1:] + people[:1])[-2]}"}
        fields = {"command_key": "t1-last", "replacement": fixed, "reason": "jogador errado"}
        league.done("Correct", role="director", **fields)
    return league


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "bpt-2015"])
def test_an_early_slip_corrected_at_the_end_gives_the_season_as_if_right_from_the_start(book):
    """Three books, one of them a house league with its own table: the same places, points and reasons."""
    right, fixed = corrected(book, slip=False), corrected(book, slip=True)
    assert right.table()
    assert fixed.table() == right.table()
    assert fixed.ranking.standings.page() == right.ranking.standings.page()
