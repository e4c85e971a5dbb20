"""Attacks that are played in the code of the day before the guards and in today's: what got through there does not here.

In that day's code: `python -m tests.before.attacks [name ...]`.
"""

from __future__ import annotations

import json
import logging
import sys

from tests.before import attacks_on_money, attacks_on_the_house

ATTACKS = {
    name: made
    for room in (attacks_on_money, attacks_on_the_house)
    for name, made in vars(room).items()
    if name.startswith("attack_")
}


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    played = {name: attack() for name, attack in ATTACKS.items() if name in (sys.argv[1:] or ATTACKS)}
    print(json.dumps(played))  # noqa: T201 - read by tests/docs/test_before.py
