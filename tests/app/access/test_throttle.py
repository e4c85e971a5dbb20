"""How often somebody may try: counted before the try is made, given back when it was right, never a lock-out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from feltro.app.access.throttle import ADDRESS, TOGETHER, USER, Throttle, entrance, throttle_of
from feltro.kernel.instants import Instant, later
from feltro.store.memory import MemoryStore

NOW = Instant(1_800_000_000_000_000)
ANA = entrance("ana", "10.0.0.2")


def after(seconds):
    return later(NOW, seconds=seconds)


def test_a_few_mistakes_cost_nothing_and_then_each_costs_time():
    """Five tries at once, the sixth waits, and waiting gives one try back."""
    throttle = Throttle()
    assert [throttle.take(ANA, NOW) for _ in range(TOGETHER.at_once)] == [0, 0, 0, 0, 0]
    assert throttle.take(entrance("Ana", "10.0.0.2"), NOW) == TOGETHER.seconds
    assert throttle.take(ANA, after(TOGETHER.seconds - 1)) == 1
    assert throttle.take(ANA, after(TOGETHER.seconds)) == 0
    assert throttle.take(ANA, after(TOGETHER.seconds)) == TOGETHER.seconds


@pytest.mark.parametrize("throttle", [Throttle(), throttle_of(MemoryStore())])
def test_a_right_password_costs_nothing(throttle):
    """Somebody who comes in a hundred times in a row is never made to wait."""
    waits = []
    for _ in range(100):
        waits.append(throttle.take(ANA, NOW))
        throttle.give_back(ANA, NOW)
    assert set(waits) == {0}
    assert throttle.take(ANA, NOW) == 0


def test_guesses_sent_at_the_same_moment_are_all_counted():
    """Counted after the check, sixty guesses at once were one try; now five of them are looked at."""
    store = MemoryStore()
    throttle = throttle_of(store)
    with ThreadPoolExecutor(20) as many:
        waits = list(many.map(lambda _: throttle.take(ANA, NOW), range(60)))
    assert waits.count(0) == TOGETHER.at_once


def test_somebody_elses_mistakes_do_not_shut_one_out():
    """Ana at her own machine gets in while another address guesses her password."""
    throttle = Throttle()
    guesser = entrance("ana", "10.0.0.66")
    assert [throttle.take(guesser, NOW) for _ in range(TOGETHER.at_once + 1)][-1] > 0
    assert throttle.take(ANA, NOW) == 0


def test_many_names_from_one_address_and_one_name_from_many_are_slowed():
    """Changing the name, or the address, buys no more guesses than its own pace."""
    throttle = Throttle()
    for guess in range(ADDRESS.at_once):
        assert throttle.take(entrance(f"u{guess}", "10.0.0.66"), NOW) == 0
    assert throttle.take(entrance("another", "10.0.0.66"), NOW) == ADDRESS.seconds
    for guess in range(USER.at_once):
        assert throttle.take(entrance("rui", f"10.0.1.{guess}"), NOW) == 0
    assert throttle.take(entrance("rui", "10.9.9.9"), NOW) == USER.seconds
    assert throttle.take(entrance("rui", "10.9.9.9"), after(USER.seconds)) == 0
