"""A ranking prize has the second person that an event's prize has: by the size of control, marked where there is none."""

from __future__ import annotations

import pytest

from feltro.app.access.devices import DeviceWish, offer_pairing, pair
from feltro.app.access.doors import add_user, change_password
from feltro.app.access.rows import User
from feltro.app.reports.names import with_names
from feltro.app.reports.night import night_at, night_report
from feltro.app.reports.report import text_of
from feltro.app.world.plan import Envelope
from tests.season.league import League
from tests.tournament.room import told

PRIZE = "stage-e1-1"
PASSWORD = "um bonde azul na ladeira"


def champions(size: str = "team", **staff: str) -> League:
    """A stage is closed and its champion is owed nine reais; another event of the evening says how much control there is."""
    league = League()
    for user, role in (
        staff or {"dora": "director", "fin": "finance", "rui": "organiser", "ana": "cashier"}
    ).items():
        sent = Envelope(key=f"add-{user}", who="", role="organiser", at=league.now)
        assert add_user(league.house.store, User(id=user, name=user.title(), role=role), "", sent) is None
    league.play("t1", "p1", "p2", "p3")
    league.join("p1", "p2", "p3")
    league.done("CloseStage", role="director", season="s26", stage="e1")
    least = {"prizes.payment.second_person_from": "R$ 9"} if size == "alone" else {}
    league.tournament("t2", answers={"control.size": size, **least})
    return league


def pays(league: League, who: str, role: str = "finance", amount: int = 900):
    way = {"method": "bank_transfer", "amount_centavos": amount, "prize": PRIZE}
    return league.do("PayRankingPrize", who=who, role=role, season="s26", **way)


def approves(league: League, who: str, role: str = "director"):
    return league.done("ApproveRankingPrize", who=who, role=role, season="s26", prize=PRIZE)


def test_in_a_circuit_a_ranking_prize_waits_for_somebody_elses_look():
    league = champions("circuit")
    refused = pays(league, "fin")
    assert (refused.because, refused.values["least"].centavos) == ("prize.needs_second_person", 0)
    approves(league, "fin", "finance")
    assert pays(league, "fin").because == "prize.needs_second_person", "who looked does not pay"
    approves(league, "dora")
    assert told(pays(league, "fin"), "RankingPrizePaid")[0]["amount_centavos"] == 900


def test_a_part_of_a_large_prize_waits_as_the_whole_does(monkeypatch):
    league = champions()
    owed = league.season.ranking.owed[PRIZE]
    large = type(owed.prize)(
        **{**{f: getattr(owed.prize, f) for f in owed.prize.__struct_fields__}, "amount_centavos": 500_000}
    )
    monkeypatch.setattr(owed, "prize", large)
    assert pays(league, "fin", amount=100).because == "prize.needs_second_person"


def test_in_a_team_a_small_one_is_paid_by_one_person():
    assert told(pays(champions(), "fin"), "DoneAlone") == []


def test_a_tablet_does_not_pay_the_ranking_prize_that_its_director_approved():
    league = champions("circuit")
    wish = DeviceWish("tablet", "cashier", "Caixa")
    offer = offer_pairing(league.house.store, wish, Envelope(key="o", who="dora", role="director", at=league.now))
    opened = pair(league.house.store, offer.text, offer.pin, Envelope(key="p", who="", role="", at=league.now))
    approves(league, "dora")
    tablet = f"device.{opened.text.split('_')[1]}"
    assert pays(league, tablet, "cashier").because == "access.pin_needed"
    assert pays(league, "dora", "cashier").because == "prize.needs_second_person", "with her PIN it is herself"


def test_whoever_let_herself_into_the_account_of_finance_is_not_two_people():
    league = champions("circuit")
    again = Envelope(key="pw", who="dora", role="organiser", at=league.now)
    assert change_password(league.house.store, "fin", PASSWORD, again) is None
    approves(league, "fin", "finance")
    assert pays(league, "dora", "director").because == "prize.needs_second_person"


@pytest.mark.parametrize(
    ("size", "staff", "because"),
    [
        ("alone", {"rui": "organiser", "fin": "finance"}, "control.alone"),
        ("circuit", {"rui": "organiser"}, "control.nobody_else"),
    ],
)
def test_alone_it_is_paid_marked_and_listed_in_the_owners_night(size, staff, because):
    league = champions(size, **staff)
    done = pays(league, "rui", "organiser")
    assert told(done, "DoneAlone") == [{"act": "PayRankingPrize", "subject": PRIZE, "because": because}]
    assert league.season.ranking.owed[PRIZE].alone
    report = with_names(night_report(league.house, night_at(league.now), league.now), league.house.store)
    acts = next(one.rows for one in report.sections if one.name == "night_acts")
    lines = [[text_of(cell, "pt") for cell in row.cells] for row in acts]
    assert ["pagou um prêmio do ranking, sem segunda pessoa", "R$ 9,00"] in [
        [line[1], line[4].replace("\xa0", " ")] for line in lines
    ]


def test_a_cashier_approves_nothing_and_a_paid_prize_is_not_looked_at_any_more():
    league = champions("circuit")
    no = league.refused("ApproveRankingPrize", role="cashier", who="ana", season="s26", prize=PRIZE)
    assert no.because == "permission.role_may_not"
    approves(league, "dora")
    assert told(pays(league, "fin"), "RankingPrizePaid")
    late = league.refused("ApproveRankingPrize", role="director", who="dora", season="s26", prize=PRIZE)
    assert late.because == "fund.owes_less"
