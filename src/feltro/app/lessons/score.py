"""Somebody's score: how often each question was answered, and how often rightly. A row of their own, and no part of the log."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.store.port import Keep, Meta, Transaction

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant
    from feltro.store.port import Reader, Store

SCORE = "training"
"""Kind of the rows, by user."""


class Score(NamedTuple):
    right: int
    all: int


def score_of(reader: Reader, user: str) -> Score:
    tries = _tries(reader, user).values()
    return Score(sum(one[1] for one in tries), sum(one[0] for one in tries))


def keep_answer(store: Store, user: str, question: str, at: Instant, *, right: bool) -> None:
    tries = _tries(store, user)
    asked, known = tries.get(question, (0, 0))
    tries[question] = (asked + 1, known + right)
    meta = Meta(user, "", "", at, f"training-{uuid.uuid4().hex}", "AnswerTraining")
    store.commit(Transaction(meta, registry=(Keep(SCORE, user, msgspec.json.encode(tries, order="sorted")),)))


def _tries(reader: Reader, user: str) -> dict[str, tuple[int, int]]:
    """How often each question was answered, and how often rightly."""
    row = reader.kept(SCORE, user)
    return msgspec.json.decode(row.body, type=dict[str, tuple[int, int]]) if row else {}
