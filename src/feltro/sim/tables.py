"""Hands at the tables of a simulated room: dealt, won and lost, busts reported, one at a time on the bubble."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.outcome import Refused
from feltro.tournament.clock.commands import StartHand
from feltro.tournament.clock.face import standing
from feltro.tournament.days.end import playing_in
from feltro.tournament.eliminations.commands import Busted, BustHand
from feltro.tournament.floor import commands as fc
from feltro.tournament.pace import commands as pc
from feltro.tournament.pace.tables import still_playing

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from feltro.sim.stacks import Result, Stacks
    from feltro.sim.voice import Voice
    from feltro.tournament.state import TournamentState
    from feltro.tournament.state.pace import HandForHand


class Tables:
    """Deals for every table of a day. It looks at the house before each hand: others may have moved people."""

    def __init__(self, voice: Voice, tournament: str, day: str, stacks: Stacks, chance: random.Random) -> None:
        self.voice = voice
        self.tournament = tournament
        self.day = day
        self.stacks = stacks
        self.chance = chance
        self.hands = 0

    @property
    def state(self) -> TournamentState:
        state: TournamentState = self.voice.house.world.live(f"tournament:{self.tournament}").state
        return state

    def ready(self) -> list[int]:
        """Tables that can deal a hand, those with the fewest hands first."""
        tables = [one for one in self.state.floor.tables.values() if one.day == self.day and not one.halted]
        return [
            one.number for one in sorted(tables, key=lambda one: (one.hands, one.number)) if len(one.players) > 1
        ]

    def at(self, table: int) -> list[str]:
        there = self.state.floor.tables.get(table)
        return [there.players[seat] for seat in there.seats()] if there else []

    @property
    def unit(self) -> int:
        """The smallest chip that is still on the tables."""
        gone = {race.remove for race in self.state.chips.races.values()}
        return min((chip.value for chip in self.state.the_sheet.stack if chip.value not in gone), default=1)

    @property
    def big_blind(self) -> int:
        level = max(standing(self.state, self.day, self.voice.clock()).level, 1)
        posted = self.state.the_sheet.levels[level - 1]
        return posted.big_blind or posted.big_bet or self.unit

    def deal(self, table: int) -> Result | None:
        """The hand begins; what comes of it is known, and not yet reported."""
        outcome = self.voice.try_to(StartHand(tournament=self.tournament, table=table), "dealer")
        if isinstance(outcome, Refused) and outcome.because != "clock.hand_in_progress":
            return None
        self.stacks.follow(self.state)
        return self.stacks.play(self.at(table), self.big_blind, self.unit, self.chance)

    def play(self, table: int) -> None:
        result = self.deal(table)
        if result is not None:
            self.finish(table, result)

    def finish(self, table: int, result: Result, hand_round: int = 0) -> None:
        """Busts first, as the floor hears of them; then the dealer ends the hand, if there still is a table."""
        if result.out:
            busts = tuple(
                Busted(entry=entry, stack=self.stacks.of[entry], by=(result.winner,)) for entry in result.out
            )
            hand = self.state.floor.tables[table].hands + 1
            report = BustHand(tournament=self.tournament, busts=busts, hand=hand, round=hand_round)
            if isinstance(self.voice.try_to(report, "floor"), Refused):
                return
        self.stacks.settle(result)
        if table in self.state.floor.tables:
            self.voice.try_to(fc.EndHand(tournament=self.tournament, table=table), "dealer")
            self.hands += 1

    # Hand for hand

    def hand_for_hand(self, pace: HandForHand) -> Iterator[float]:
        """One released hand at every table, or the end of it. Called all-ins wait until the others are done."""
        if not pace.hand:
            for table in sorted(pace.to_play):
                self.voice.try_to(pc.ReportTable(tournament=self.tournament, table=table), "dealer")
        left = playing_in(self.state, self.state.the_sheet.day(self.day))
        if left <= pace.paid and not still_playing(self.state, self.day):
            self.voice.try_to(pc.EndHandForHand(tournament=self.tournament, day=self.day, counted=left))
            return
        self.voice.try_to(pc.ReleaseHand(tournament=self.tournament, day=self.day))
        while still_playing(self.state, self.day):
            before = (self.hands, len(self.state.floor.chair_of))
            yield from self._released()
            if before == (self.hands, len(self.state.floor.chair_of)):
                return

    def _released(self) -> Iterator[float]:
        held: dict[int, Result] = {}
        for table in still_playing(self.state, self.day):
            if len(self.at(table)) < 2:
                self.voice.try_to(fc.EndHand(tournament=self.tournament, table=table), "dealer")
                continue
            result = self.deal(table)
            if result is None:
                continue
            waits = pc.HoldAllIn(tournament=self.tournament, table=table)
            if result.out and not isinstance(self.voice.try_to(waits, "dealer"), Refused):
                held[table] = result
            else:
                self.finish(table, result, self._round if result.out else 0)
            yield 15
        for table, result in held.items():
            self.voice.try_to(pc.RunAllIn(tournament=self.tournament, table=table), "floor")
            yield 20
            if set(result.out) <= set(self.at(table)) and result.winner in self.at(table):
                self.finish(table, result, self._round)

    @property
    def _round(self) -> int:
        pace = self.state.pace.hand_for_hand.get(self.day)
        return pace.hand if pace else 0
