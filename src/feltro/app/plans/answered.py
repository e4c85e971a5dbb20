"""A plan for a page: one at a time, and whoever asks the same again is told at once. Equal questions have equal answers."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

from feltro.app.plans.event_plan import plan_of
from feltro.forecast.study import blocks, one_by_one

if TYPE_CHECKING:
    from datetime import time

    from feltro.app.plans.event_plan import EventPlan
    from feltro.forecast.study import FieldQuestion

KEPT = 32
"""Plans, each a few kilobytes: back and forth between two sheets, a file of what is on the screen, *what if* once more."""
RUNNING = threading.Lock()
"""It takes a core, and the desk needs the other."""
_known: OrderedDict[bytes, EventPlan] = OrderedDict()


def answered(question: FieldQuestion, runs: int, ends_by: time | None = None, calibrated: int = 0) -> EventPlan:
    name = _name(question, runs, ends_by, calibrated)
    with RUNNING:
        if name in _known:
            _known.move_to_end(name)
            return _known[name]
        plan = plan_of(question, one_by_one(blocks(question, runs)), ends_by, calibrated)
        _known[name] = plan
        if len(_known) > KEPT:
            _known.popitem(last=False)
    return plan


def _name(question: FieldQuestion, runs: int, ends_by: time | None, calibrated: int) -> bytes:
    asked = (question.sheet, question.turnout, question.assumes, question.seed, runs, ends_by, calibrated)
    return msgspec.msgpack.encode(asked)
