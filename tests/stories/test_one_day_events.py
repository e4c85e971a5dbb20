"""Four evenings, each from the first sale to the last prize: NPS, BPT at home, ADTP six-handed, and HORSE."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.world.plan import Done
from feltro.tournament.clock.hands import game_now
from feltro.tournament.floor.button import NextHand, next_hand
from feltro.tournament.prizes.due import due
from feltro.tournament.sheet import Games, Level, Satellite
from tests.stories.endings import all_explained, books_close, draws_hold, one_winner
from tests.stories.evening import Evening
from tests.tournament.room import at, sheet

NOBODY_HELD = 0


def told_to_the_end(story, tmp_path, capsys):
    """One winner, prizes paid, ledger zero, every draw repeated, everything explained."""
    story.sound()
    champion = one_winner(story)
    assert due(story.state)[champion].place == 1
    story.pay_all()
    assert story.held("prize_pool:t1") == NOBODY_HELD
    assert draws_hold(story, tmp_path, capsys) >= 1
    all_explained(story)
    books_close(story)
    return champion


# NPS: seats from a satellite, one of them never used, and players who come late


class Nps(Evening):
    def satellite(self, price: int) -> None:
        """Eight play for four seats: all four left win, tied."""
        made = sheet(
            "nps-2019",
            kind="satellite",
            satellite=Satellite(target="t1", seat_centavos=price, seats=4),
            items=sheet("nps-2019").items[:1],
        )
        fields = {"season": "s26", "stage": "e1", "sheet": msgspec.to_builtins(made, str_keys=True)}
        self.done("CreateTournament", role="organiser", tournament="sat", **fields)
        for number in range(1, 9):
            self.done("SellEntry", **{**self.sale(f"s{number}", f"p{number}"), "tournament": "sat"})
        for number in range(5, 9):
            self.done("Eliminate", role="director", tournament="sat", entry=f"s{number}")
        winners = [f"s{number}" for number in range(1, 5)]
        self.done("EndSatellite", role="director", tournament="sat", winners=winners)
        assert self.held("prize_pool:sat") >= 0

    def come_with_a_seat(self, number: int, price: int) -> None:
        paying = [{"method": "ticket", "amount_centavos": price, "ticket": f"sat-s{number}"}]
        self.enter(f"p{number}", payments=paying)


@pytest.mark.slow
def test_an_nps_event_with_satellite_seats_and_no_shows(house, tmp_path, capsys):
    """Three of four seats are used; one won online is not, and lapses into the prizes; two players come late."""
    story = Nps(house, "nps-2019")
    price = story.state.sheet.items[0].price_centavos
    story.satellite(price)
    story.person("p23")
    online = {"ticket": "k1", "owner": "p23", "value_centavos": price, "target": "t1", "source": "online"}
    story.done("IssueTicket", role="organiser", season="s26", **online)
    story.open(3, 9)
    for number in (1, 2, 3):
        story.come_with_a_seat(number, price)
    for number in range(5, 23):
        story.enter(f"p{number}")
    story.begin()
    late = story.at_table(1)[:2]
    for entry in late:
        story.floor("MarkAbsent", entry=entry)
    for table in story.playing("1"):
        story.quiet_hand(table)
    for entry in late:
        story.floor("MarkArrived", entry=entry)
    story.direct("CloseRegistration")
    assert story.no("AnnouncePrizes").because == "prizes.no_shows_open"
    story.done("LapseNoShows", role="director", season="s26", tournament="t1", key="lapse")
    story.count_tables()
    story.direct("AgreeCounts")
    story.direct("AnnouncePrizes", table="proposed")
    assert story.state.prizes.announced.prizes_centavos
    story.play_down("1", 1)
    told_to_the_end(story, tmp_path, capsys)
    refused = story.refused("Undo", role="director", command_key="lapse")
    assert refused.because == "pool.short_without_it"


# BPT: a stage at home, the button moves to the next player, penalties are paid in blinds


class Bpt(Evening):
    def next_hand(self, table: int) -> NextHand:
        book = self.house.books.settlement(self.state, self.now).book
        found = next_hand(table, self.state, book, self.now)
        assert isinstance(found, NextHand)
        return found

    def pays(self, number: int, entry: str, kind: str) -> int:
        """Judged by all present; the chips go into the pot, which somebody else wins."""
        there = self.at_table(self.state.floor.chair_of[entry].table)
        fields = {"penalty": f"x{number}", "kind": kind, "present": len(there), "reason": "celular"}
        (given,) = self.told(self.floor("GivePenalty", entry=entry, **fields), "PenaltyGiven")
        winner = next(one for one in there if one != entry)
        self.stacks[entry] -= given["chips"]
        self.stacks[winner] += given["chips"]
        return int(given["chips"])


@pytest.mark.slow
def test_a_bpt_stage_at_home_with_a_moving_button_and_blind_penalties(house, tmp_path, capsys):
    """Fourteen friends at two tables; the first penalty is a small blind, the second a big one."""
    story = Bpt(house, "bpt-2015")
    story.open(2, 9)
    for number in range(1, 15):
        story.enter(f"p{number}")
    story.begin(table=1, seat=min(story.state.floor.tables[1].players))
    if story.next_hand(1).button is not None and story.state.floor.tables[2].positions is None:
        story.direct("ReportButton", table=2, button=min(story.state.floor.tables[2].players))
    for _ in range(3):
        for table in story.playing("1"):
            story.quiet_hand(table)
    before = story.next_hand(1)
    gone = story.state.floor.tables[1].players[before.small_blind]
    story.bust_hand(1, gone)
    for table in story.playing("1"):
        hand = story.next_hand(table)
        assert not hand.dead_button
        assert hand.button in story.state.floor.tables[table].players
    offender = story.at_table(1)[0]
    assert story.pays(1, offender, "small_blind") == 100
    refused = story.refused("GivePenalty", role="floor", tournament="t1", penalty="x2", entry=offender,
                            kind="small_blind", present=5)  # fmt: skip
    assert (refused.because, refused.values["owed"]) == ("penalty.fixed_amount", "big_blind")
    assert story.pays(3, offender, "big_blind") == 200
    story.announce(table="proposed")
    story.play_down("1", 1)
    told_to_the_end(story, tmp_path, capsys)


# ADTP, six to a table


@pytest.mark.slow
def test_an_adtp_six_max_event(house, tmp_path, capsys):
    """Thirty players at five tables of six; tables break and balance until six are left at the last one."""
    story = Evening(house, "adtp-2023", table_size=6, final_table_size=6)
    story.open(5, 6)
    for number in range(1, 31):
        story.enter(f"p{number}")
    story.begin()
    for table in story.playing("1"):
        story.quiet_hand(table)
    prizes = story.announce(table="proposed")
    story.play_down("1", len(prizes) + 1)
    story.direct("StartHandForHand")
    for table in story.playing("1"):
        story.floor("ReportTable", table=table)
    story.direct("ReleaseHand")
    first, *others = story.playing("1")
    gone = story.shortest(first)
    for table in (first, *others):
        story.begin_hand(table)
    story.report_busts({first: (gone,)}, round=1)
    for table in (first, *others):
        story.end_hand(table)
    story.direct("EndHandForHand", counted=len(prizes))
    story.play_down("1", 1)
    assert max(len(event.tables) for event in story.events("DrawCommitted")) == 5
    assert {event.chairs for event in story.events("TableOpened")} == {6}
    told_to_the_end(story, tmp_path, capsys)


# HORSE


HORSE = Games(codes=("flhe", "flo8", "razz", "stud", "stud8"))
MIXED = tuple(
    Level(
        minutes=20,
        small_blind=100 * number,
        big_blind=200 * number,
        stud_ante=100 * number,
        bring_in=100 * number,
        small_bet=200 * number,
        big_bet=400 * number,
    )
    for number in range(1, 21)
)


@pytest.mark.slow
def test_a_horse_event(house, tmp_path, capsys):
    """Sixteen players; a game for each level, and a button that waits while stud is played."""
    sizes = {"table_size": 8, "final_table_size": 8}
    story = Bpt(
        house, "adtp-2023", games=HORSE, levels=MIXED, items=sheet().items[:1], late_registration=1, **sizes
    )
    story.open(2, 8)
    for number in range(1, 17):
        story.enter(f"p{number}")
    story.begin()
    played = []
    for _ in range(6):
        frozen = {}
        for _hand in range(2):
            for table in story.playing("1"):
                shown = story.next_hand(table)
                if shown.game in {"razz", "stud", "stud8"}:
                    assert (shown.small_blind, shown.big_blind) == (None, None)
                    assert frozen.setdefault(table, shown.button) == shown.button
                story.quiet_hand(table)
        played.append(game_now(story.state, 1, story.now))
        story.pass_time(20)
    assert played == [*HORSE.codes, "flhe"]
    story.announce(table="proposed")
    story.play_down("1", 1)
    champion = told_to_the_end(story, tmp_path, capsys)
    assert isinstance(story.do("CheckIdentity", tournament="t1", entry=champion, day="1"), Done)
    assert story.now == at("16:00")
