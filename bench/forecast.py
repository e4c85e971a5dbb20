"""A tournament of a thousand by chip-walk, by our hands and by PokerKit's; two cores; memory; the planner's page."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from itertools import count
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import pokerkit

from bench.row import Row, per_second
from bench.web import Room, fetch, known_browser
from feltro.forecast.assumptions import assumed
from feltro.forecast.course import course_of
from feltro.forecast.study import BLOCK, FieldQuestion, blocks, one_by_one
from feltro.forecast.turnout import Turnout
from feltro.kernel.cards import card
from feltro.sim.evening import STARTS
from feltro.sim.hand_field import FREEZEOUT, HandDealer, play_field
from feltro.sim.jobs import on_all_cores
from feltro.sim.policies import FOLD, LOOSE, decide, habits
from feltro.sim.sheets import evening_sheet
from feltro.web.site import create_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from litestar import Litestar

    from feltro.sim.policies import Habits

PEOPLE, BESIDE = 1000, 300
"""A smaller field where the same is measured several times over."""
SHEET = evening_sheet("cgp-2024", STARTS, name="Bench")
QUESTION = FieldQuestion(SHEET, Turnout(PEOPLE, 0.0), assumed(FREEZEOUT))
STACKS, LEVEL = [30_000] * 9, 5
PLANNER, PLAIN = "/planejar?modelo=cgp-side&pessoas={}", "/eventos"
_AUTOMATIONS = tuple(pokerkit.Automation)


def rows(seconds: float) -> Iterator[Row]:
    walked = per_second(lambda count: one_by_one(blocks(QUESTION, count)), seconds, first=BLOCK)
    began = time.process_time()
    hands = play_field(SHEET, PEOPLE, LOOSE, 1).hands
    by_hands = 1 / (time.process_time() - began)
    ours = per_second(partial(_our_hands, HandDealer(SHEET, LOOSE, 1)), seconds)
    theirs = per_second(partial(_their_hands, random.Random(1)), seconds)
    unit = "tournaments/s"
    yield Row("1,000 people by chip-walk", unit, walked, theirs / hands, "PokerKit hands", 1000)
    yield Row("1,000 people by chip-walk", unit, walked, by_hands, "our hands", 20)
    yield Row("the same hands, 9 players by policy", "hands/s", ours, theirs, "PokerKit", 25)
    yield _two_jobs()
    yield _memory()
    yield _page(seconds)


def _our_hands(dealer: HandDealer, count: int) -> None:
    for _ in range(count):
        dealer.hand(STACKS, LEVEL)


def _their_hands(rng: random.Random, count: int) -> None:
    """The same policy at the same stakes."""
    big = int(course_of(SHEET).size[LEVEL])
    habit = habits(LOOSE, len(STACKS), big)
    for _ in range(count):
        state = pokerkit.NoLimitTexasHoldem.create_state(
            _AUTOMATIONS, True, {1: big}, (big // 2, big), big, tuple(STACKS), len(STACKS)
        )
        while state.status:
            _act_theirs(state, habit, rng)


class _TheirSpot(NamedTuple):
    """What their state tells, by our names."""

    turn: int
    holes: dict[int, list[int]]
    board: list[int]
    owed: int
    pot: int
    stacks: list[int]
    bets: list[int]
    level: int
    minimum: int
    maximum: int


def _act_theirs(state: Any, habit: Habits, rng: random.Random) -> None:
    seat = state.actor_index
    spot: Any = _TheirSpot(
        seat,
        {seat: [card(repr(one)) for one in state.hole_cards[seat]]},
        [card(repr(one[0])) for one in state.board_cards],
        state.checking_or_calling_amount,
        state.total_pot_amount,
        state.stacks,
        state.bets,
        max(state.bets),
        state.min_completion_betting_or_raising_to_amount or 0,
        state.max_completion_betting_or_raising_to_amount or 0,
    )
    to = decide(habit, spot, rng)
    if to == FOLD:
        state.fold()
    elif to:
        state.complete_bet_or_raise_to(to)
    else:
        state.check_or_call()


# Two cores


def _busy(_number: int = 0) -> int:
    """What a plain process does that shares nothing."""
    return sum(number * number for number in range(6_000_000))


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _two_jobs() -> Row:
    """How much faster two jobs are than one, against how much faster two plain busy processes are than one: turn and turn about,
    the middle of three, because other work on the machine comes and goes."""
    here = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    jobs, plain = list[float](), list[float]()
    try:
        work = list(blocks(replace(QUESTION, turnout=Turnout(BESIDE, 0.0)), 8 * BLOCK))
        on_all_cores(work[:2], 2)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            pool.map(_busy, range(2))
            for _ in range(3):
                jobs.append(_timed(lambda: on_all_cores(work, 1)) / _timed(lambda: on_all_cores(work, 2)))
                alone = _timed(lambda: [_busy() for _ in range(6)])
                plain.append(alone / _timed(lambda: pool.map(_busy, range(6), 1)))
    finally:
        os.sched_setaffinity(0, here)
    return Row("two jobs over one", "times", median(jobs), median(plain), "two plain busy processes", 0.9)


def _memory() -> Row:
    """Of a process of its own that plays a thousand of them, at its largest, in megabytes. The system's note of it is read: what
    `getrusage` tells begins with the size of whoever started the process, and by now that is this bench with all its peers."""
    program = (
        "import re; from bench.forecast import QUESTION, blocks, one_by_one; one_by_one(blocks(QUESTION, 1000));"
        "print(re.search(r'VmHWM:\\s*([0-9]+) kB', open('/proc/self/status').read())[1])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    used = int(found.stdout) / 1024
    return Row("memory of 1,000 such tournaments", "MB", used, 300, "the promise", 1, smaller_is_better=True)


def _page(seconds: float) -> Row:
    """The planner for 200 people against twenty plain pages of the staff."""
    room = Room(9)
    return asyncio.run(_looked_at(room, create_site(room.house, room.clock), seconds))


async def _looked_at(room: Room, site: Litestar, seconds: float) -> Row:
    """In processor time: beside other work a long answer waits more often than a short one. Never the same field twice, because
    what was answered once is answered from memory."""
    cookie = await known_browser(site, PLAIN, room.cookies[0])
    ours, plain = list[float](), list[float]()
    people = count(190)
    await fetch(site, PLANNER.format(next(people)), cookie)
    until = time.perf_counter() + 2 * seconds
    while time.perf_counter() < until or len(ours) < 7:
        ours.append(await _cost(site, PLANNER.format(next(people)), cookie))
        plain.extend([await _cost(site, PLAIN, cookie) for _ in range(5)])
    took, peer = median(ours) * 1000, 20 * median(plain) * 1000
    what, unit = "planner page, about 200 people", "milliseconds of a processor"
    return Row(what, unit, took, peer, "20 plain pages", 1, smaller_is_better=True)


async def _cost(site: Litestar, address: str, cookie: str) -> float:
    began = time.process_time()
    await fetch(site, address, cookie)
    return time.process_time() - began
