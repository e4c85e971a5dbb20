"""Points, ranking and funds, asked anew of the texts and answered by seasons that are played through."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.tournament.sheet import Day, Level, SaleItem
from tests.season.league import League
from tests.tournament.room import CGP_SPLIT, at

DIRECTOR = {"role": "director", "who": "dora"}
TWO_DAYS = (
    Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=180, until_level=10),
    Day(id="2", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), seats=180, from_level=11),
)


def because(outcome):
    return getattr(outcome, "because", "done")


def points(league, person):
    return {one: told for _, one, told in league.table()}.get(person)


def entry_item(price, split, **more):
    return SaleItem(
        id="entry", kind="entry", label="I", price_centavos=price, split_centavos=split, chips=30000, **more
    )


def order(number, prefix="p"):
    return [f"{prefix}{one}" for one in range(1, number + 1)]


def announced(league, tournament="t1"):
    league.now = at("20:00")
    league.done("AnnouncePrizes", role="director", tournament=tournament)


def main_event(entries, dealt=0, **changes):
    """One day, announced before anybody is out; p1 wins unless there is a deal."""
    league = League(**changes)
    people = order(entries)
    league.enter("t1", *people)
    league.join(*people)
    league.now = at("20:00")
    league.close("t1")
    league.done("AnnouncePrizes", role="director", tournament="t1")
    for person in reversed(people[max(dealt, 1) :]):
        league.bust("t1", person)
    return league, people


# Points of CGP


def test_a_main_event_of_twelve_entries():
    """4.1 and 4.2: two paid. First 600 + 45 + 45, second 510 + 45 + 45, a finalist who is not paid 45, others one."""
    league, _ = main_event(12, final_table_size=9)
    assert [points(league, one) for one in ("p1", "p2", "p3", "p9", "p10", "p12")] == [690, 600, 45, 45, 1, 1]


def test_a_deal_of_two_gives_both_the_second_places_points():
    """4.3.e: 510 for both, and the bonuses."""
    league, _ = main_event(12, dealt=2, final_table_size=9)
    league.done("OpenDeal", deal="d", stacks={"t1-p1": 200000, "t1-p2": 160000}, tournament="t1", **DIRECTOR)
    league.done("ProposeDeal", deal="d", method="icm", tournament="t1", **DIRECTOR)
    for one in ("p1", "p2"):
        league.done("ConsentDeal", deal="d", entry=f"t1-{one}", agrees=True, tournament="t1", **DIRECTOR)
    league.done("CloseDeal", deal="d", tournament="t1", **DIRECTOR)
    league.bust("t1", "p2")
    assert [points(league, one) for one in ("p1", "p2")] == [600, 600]


def test_who_bags_for_the_second_day_has_forty_five_more():
    """4.2-01: bagged and then out unpaid on the second day, before the final table."""
    league = League(days=TWO_DAYS, final_table_size=2)
    people = order(12)
    league.enter("t1", *people)
    league.join(*people)
    league.now = at("20:00")
    league.close("t1")
    for person in reversed(people[4:]):
        league.bust("t1", person)
    for person in people[:4]:
        league.done("Bag", entry=f"t1-{person}", chips=30000, tournament="t1", **DIRECTOR)
        league.done("VerifyBag", entry=f"t1-{person}", chips=30000, tournament="t1", role="director", who="rui")
    league.now = at("13:30", "2026-11-21")
    league.done("AnnouncePrizes", role="director", tournament="t1")
    league.done("StartDay", day="2", tournament="t1", **DIRECTOR)
    for person in reversed(people[1:4]):
        league.bust("t1", person)
    assert [points(league, one) for one in ("p1", "p2", "p3", "p4", "p5")] == [735, 645, 45, 45, 1]


def side(entries=12, minutes=30, price=100000, **changes):
    league = League()
    levels = tuple(Level(minutes=minutes, small_blind=100 * n, big_blind=200 * n) for n in range(1, 21))
    split = {**CGP_SPLIT, "prize_pool": price - 14000}
    league.tournament("s1", items=(entry_item(price, split),), levels=levels, **changes)
    people = order(entries)
    for person in people:
        cash = [{"method": "cash", "amount_centavos": price}]
        league.sell(f"s1-{person}", person, tournament="s1", payments=cash)
    league.join(*people)
    league.now = at("20:00")
    league.close("s1")
    league.done("AnnouncePrizes", role="director", tournament="s1")
    for person in reversed(people[1:]):
        league.bust("s1", person)
    return league


@pytest.mark.parametrize(("minutes", "price", "first"), [
    (30, 100000, 425),  # 250 x 1,6 + 25
    (29, 100000, 275),
    (30, 99900, 275),
    (45, 120000, 425),
])  # fmt: skip
def test_a_side_event_is_worth_more_from_a_thousand_reais_and_half_an_hour(minutes, price, first):
    league = side(minutes=minutes, price=price)
    assert points(league, "p1") == first


def test_the_bonus_of_the_final_table_is_not_multiplied_and_the_minimum_is_one():
    """4.2-04 and 05: second of twelve 213 x 1,6 = 340,8; a finalist unpaid 25; others one."""
    league = side(final_table_size=9)
    assert points(league, "p2") == 365.8
    assert (points(league, "p9"), points(league, "p12")) == (25, 1)


def test_a_ladies_event_gives_no_points_and_feeds_the_fund():
    """4.3.b and 3.7."""
    league = League()
    made = {"points": "none", "kind": "side"}
    before = league.held("ranking_fund:s26")
    league.tournament("l1", **made)
    league.play("l1", *order(12))
    league.join(*order(12))
    assert points(league, "p1") is None
    assert league.held("ranking_fund:s26") - before == 12 * 700


# Ranking


def test_one_persons_two_entries_score_once_the_best():
    """p2 goes out, comes back and is second: the place is second, and nothing is added for the first try."""
    league = League(final_table_size=9)
    people = order(12)
    league.enter("t1", *people)
    league.join(*people)
    league.done("MarkLevel", role="director", tournament="t1", level=1)
    league.bust("t1", "p2")
    league.sell("again", "p2", item="reentry")
    league.now = at("20:00")
    league.close("t1")
    league.done("AnnouncePrizes", role="director", tournament="t1")
    for person in reversed(people[2:]):
        league.bust("t1", person)
    league.bust_entry("t1", "again")
    assert [points(league, one) for one in ("p1", "p2", "p3")] == [690, 600, 45]


def test_a_disqualified_finalist_scores_nothing_and_one_eliminated_by_penalty_keeps_his_points():
    """5.6.6.e and f, in third and second place."""
    league, _ = main_event(12, dealt=3, final_table_size=9)
    for person, kind in (("p3", "disqualification"), ("p2", "elimination")):
        given = {"penalty": f"x{person}", "entry": f"t1-{person}", "kind": kind, "stack": 1000, "reason": "x"}
        league.done("GivePenalty", infraction="conduct.assault", tournament="t1", **given, **DIRECTOR)
    assert [points(league, one) for one in ("p1", "p2", "p3")] == [690, 600, None]


def tie(*events):
    """Main events of one stage each, twelve entries, as told: who is first and who is second."""
    league = League(stages=len(events) + 1)
    for person in ("ana", "bia", *order(12)):
        league.person(person)
    league.join("ana", "bia", *order(12))
    for number, first in enumerate(events):
        name = f"m{number}"
        league.tournament(name, stage=f"e{number + 1}", points="main", kind="main")
        others = [one for one in order(12) if one not in first][: 12 - len(first)]
        people = [*first, *others]
        league.enter(name, *people)
        league.now = at("20:00")
        league.close(name)
        league.done("AnnouncePrizes", role="director", tournament=name)
        for person in reversed(people[1:]):
            league.bust(name, person)
        league.now = at("13:30")
    return league


def rank(league, person):
    return {one: place for place, one, _ in league.table()}[person]


def test_a_tie_is_broken_by_places_before_events_played():
    """4.3.c: ana and bia each win one and come second in one: equal; whoever played one more main event is first."""
    league = tie(("ana", "bia"), ("bia", "ana"))
    assert rank(league, "ana") == rank(league, "bia") == 1


# Funds


def plain(book):
    """No part of the price is for a champion, but under CGP, whose fee it is."""
    if book == "cgp-2024":
        return entry_item(62000, CGP_SPLIT)
    return entry_item(39000, {"prize_pool": 30000, "rake": 7000, "local_partners": 2000})


def closed(league, stage="e1"):
    return league.done("CloseStage", role="organiser", season="s26", stage=stage)


def test_the_stage_champion_takes_three_reais_of_each_entry():
    """3.7.1.1: twelve entries, R$ 36, to the best of the stage though he has no annual profile."""
    league = League(final_table_size=9)
    people = order(12)
    league.enter("t1", *people)
    league.join(*people[1:])
    league.now = at("20:00")
    league.close("t1")
    league.done("AnnouncePrizes", role="director", tournament="t1")
    for person in reversed(people[1:]):
        league.bust("t1", person)
    done = closed(league)
    assert league.held("payable:p1") == 3600, [told.event for told in done.events]
    assert league.held("stage_champion_fund:s26:e1") == 0


def test_sixty_thirty_ten_of_what_the_year_collected():
    """3.7.1: twelve entries bring R$ 84: 50,40, 25,20 and 8,40 for the first three with a profile."""
    league, _ = main_event(12, final_table_size=9)
    closed(league)
    done = league.do("CloseSeason", role="organiser", season="s26")
    if because(done) == "season.tied":
        done = league.do("CloseSeason", role="organiser", season="s26", order=["p1", "p2", "p3"])
    assert because(done) == "done", done
    owed = league.season.ranking.owed
    assert [(one.prize.person, one.prize.amount_centavos) for key, one in owed.items() if "annual" in key] == [
        ("p1", 5040), ("p2", 2520), ("p3", 840),
    ]  # fmt: skip


def test_the_champions_hotel_comes_off_the_annual_part():
    """3.7.3: R$ 30 of the 84 paid for the hotel leave 54: 32,40, 16,20 and 5,40."""
    league, _ = main_event(12, final_table_size=9)
    league.done("ChargeHotel", role="organiser", season="s26", stage="e1", amount_centavos=3000, reason="hotel")
    closed(league)
    league.done("CloseSeason", role="organiser", season="s26", order=["p1", "p2", "p3"])
    owed = league.season.ranking.owed
    assert [one.prize.amount_centavos for key, one in owed.items() if "annual" in key] == [3240, 1620, 540]


def test_nps_guarantees_fifty_ten_and_five_thousand_whatever_was_kept():
    """P: 20 entries kept R$ 180; the organiser covers 64.820."""
    from tests.season.league import NPS_TABLE

    league = League("nps-2019")
    league.done("ChooseRankingBook", role="organiser", season="s26", book="nps-2019")
    league.done("LoadPointsTable", role="organiser", season="s26", scored_as="main", rows=NPS_TABLE)
    people = order(20)
    league.enter("t1", *people)
    league.join(*people)
    league.now = at("20:00")
    league.close("t1")
    league.done("AnnouncePrizes", role="director", tournament="t1")
    for person in reversed(people[1:]):
        league.bust("t1", person)
    closed(league)
    league.done("CloseSeason", role="organiser", season="s26")
    owed = league.season.ranking.owed
    assert [one.prize.amount_centavos for one in owed.values()] == [5000000, 1000000, 500000]
    assert {one.prize.due.isoformat() for one in owed.values()} == {"2027-01-15"}
    assert league.house.world.balances.sum().centavos == 0


def test_nps_scores_only_paid_places():
    """P, criteria: three of twenty paid; the fourth has no line."""
    from tests.season.league import NPS_TABLE

    league = League("nps-2019")
    league.done("ChooseRankingBook", role="organiser", season="s26", book="nps-2019")
    league.done("LoadPointsTable", role="organiser", season="s26", scored_as="main", rows=NPS_TABLE)
    people = order(20)
    league.enter("t1", *people)
    league.join(*people)
    league.now = at("20:00")
    league.close("t1")
    league.done("AnnouncePrizes", role="director", tournament="t1")
    for person in reversed(people[1:]):
        league.bust("t1", person)
    assert [points(league, one) for one in ("p1", "p2", "p3")] == [100, 70, 50]
    assert not points(league, "p4")


@pytest.mark.parametrize("book", ["nps-2019", "adtp-2012", "adtp-2023", "bpt-2015"])
def test_a_stage_closes_without_a_champion_where_the_book_has_none(book):
    league = League(book, items=(plain(book),))
    league.done("ChooseRankingBook", role="organiser", season="s26", book=book)
    league.enter("t1", "a", "b")
    league.close("t1")
    league.bust("t1", "b")
    assert because(league.do("CloseStage", role="organiser", season="s26", stage="e1")) == "done"


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015"])
def test_a_stage_that_nobody_played_closes_as_not_held_and_the_season_too(book):
    """Announced, and cancelled: no champion, no prize, nothing asked."""
    league = League(book, stages=2, items=(plain(book),))
    league.done("ChooseRankingBook", role="organiser", season="s26", book=book)
    league.enter("t1", "a", "b", "c")
    league.join("a", "b", "c")
    league.close("t1")
    league.now = at("20:00")
    league.done("AnnouncePrizes", role="director", tournament="t1")
    league.bust("t1", "c")
    league.bust("t1", "b")
    league.tournament("x", stage="e2", book=book, items=(plain(book),))
    league.done(
        "StopTournament", role="director", tournament="x", action="cancel", cause="technical_failure", reason="x"
    )
    assert because(league.do("CloseStage", role="organiser", season="s26", stage="e1")) == "done"
    assert because(league.do("CloseStage", role="organiser", season="s26", stage="e2")) == "done"
    assert because(league.do("CloseSeason", role="organiser", season="s26")) == "done"


# Ties


def test_two_who_tie_for_third_have_its_points_each():
    """31 entries, four paid: out in one hand at two tables with four left. 432 + 45 + 45, and fifth has its 45."""
    league, _ = main_event(31, dealt=4, final_table_size=9)
    busts = [{"entry": "t1-p3", "stack": 5000, "table": 1}, {"entry": "t1-p4", "stack": 4000, "table": 2}]
    league.done("BustHand", tournament="t1", busts=busts, round=1, **DIRECTOR)
    league.bust("t1", "p2")
    assert [points(league, one) for one in ("p1", "p2", "p3", "p4", "p5")] == [690, 600, 522, 522, 45]


def test_two_who_share_the_last_prize_are_both_in_the_money():
    """Four paid, five left: the tie for fourth is paid and scores, 360 + 45 + 45 for both."""
    league, _ = main_event(31, dealt=5, final_table_size=9)
    busts = [{"entry": "t1-p4", "stack": 5000, "table": 1}, {"entry": "t1-p5", "stack": 4000, "table": 2}]
    league.done("BustHand", tournament="t1", busts=busts, round=1, **DIRECTOR)
    for person in ("p3", "p2"):
        league.bust("t1", person)
    assert [points(league, one) for one in ("p4", "p5", "p6")] == [450, 450, 45]


# Exclusion and the year


def test_an_excluded_champion_leaves_the_stage_and_the_year_to_the_next():
    """5.6.6.a: second of the stage is its champion, and the year's three are those behind."""
    league, _ = main_event(12, final_table_size=9)
    given = {"penalty": "x", "entry": "t1-p1", "kind": "exclusion", "stack": 1000, "reason": "briga"}
    league.done("GivePenalty", infraction="conduct.assault", tournament="t1", **given, **DIRECTOR)
    closed(league)
    league.done("CloseSeason", role="organiser", season="s26")
    owed = [(one.prize.person, one.prize.amount_centavos) for one in league.season.ranking.owed.values()]
    assert owed == [("p2", 3600), ("p2", 5040), ("p3", 2520), ("p4", 840)]
