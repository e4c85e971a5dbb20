"""What a person may still get: each status times each act that gives something, and the rule that decides it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from feltro.kernel.outcome import Refused, together

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feltro.kernel.outcome import Cite
    from feltro.rulebook.settle import Settled

Status = Literal[
    "excluded",
    "disqualified",
    "eliminated",
    "banned",
    "refused",
    "under_age",
    "age_unknown",
    "not_identified",
    "suspended",
    "in_debt",
    "bagged",
]
"""How a person stands in an event, its stage and its season, the heaviest first. Banned is a penalty, refused the
director's own decision. Alternates and those who lost all
their chips have no status of their own: what their entry may do is asked of the entry."""

STATUSES: tuple[Status, ...] = get_args(Status)

Act = Literal[
    "sell",
    "reenter",
    "rebuy",
    "add_on",
    "seat",
    "check_in",
    "pay",
    "deal",
    "points",
    "ranking_prize",
    "ticket",
]

ACTS: tuple[Act, ...] = get_args(Act)
OF_AN_EVENT: tuple[Act, ...] = tuple(act for act in ACTS if act != "ranking_prize")
"""What an event gives: its book settles these. The prize of a ranking is the season's, under the season's book."""

MENDED: tuple[Status, ...] = ("age_unknown", "not_identified", "in_debt")
"""What whoever stands there can put right at once: a paper is shown, a debt is paid."""

YES, NO, ASK = "yes", "no", "ask"
ENTER: tuple[Act, ...] = ("sell", "reenter", "ticket")
TAKE_PART: tuple[Act, ...] = ("rebuy", "add_on", "seat", "check_in", "deal")
OF_THE_STACK: tuple[Act, ...] = ("rebuy", "add_on", "seat", "check_in")


@dataclass(frozen=True, slots=True)
class Gate:
    """One cell: a parameter, and which of its values close it or leave it to the director. `None`: every value."""

    parameter: str
    closed: tuple[Any, ...] | None = ()
    asks: tuple[Any, ...] = ()
    beside: tuple[str, ...] = ()
    """Rules that are cited too."""
    because: str = ""
    """Another reason than that of the status."""

    def answer(self, book: Settled) -> str:
        value = book[self.parameter].value
        said = set(value) if isinstance(value, tuple | list | frozenset | set) else {value}
        if self.closed is None or said & set(self.closed):
            return NO
        return ASK if said & set(self.asks) else YES

    def cites(self, book: Settled) -> tuple[Cite, ...]:
        rules = (book[name] for name in (self.parameter, *self.beside))
        return tuple(dict.fromkeys(cite for rule in rules for cite in rule.cites))


def _gates(*parts: tuple[tuple[Act, ...], Gate]) -> dict[Act, Gate]:
    return {act: gate for acts, gate in parts for act in acts}


_CHIPS_GONE = Gate("penalty.disqualification.chips", closed=("removed",))
_NO_PRIZE = Gate("penalty.disqualification.prize", closed=("none",))
_NOT_LET_IN = Gate("entry.refusal.decided_by", closed=None, because="entry.refused_by_director")
_NO_PART = Gate("entry.refusal.covers", closed=("participation",), because="entry.participation_refused")
_OF_AGE = Gate("entry.min_age", closed=None, because="entry.too_young")

TABLE: dict[Status, dict[Act, Gate]] = {
    "excluded": _gates(
        ((*ENTER, *TAKE_PART), Gate("penalty.exclusion.covers", closed=None)),
        (("pay",), Gate("penalty.exclusion.unpaid_prizes", closed=("none",), asks=("director",))),
        (("points",), Gate("penalty.exclusion.ranking", closed=("none",))),
        (("ranking_prize",), Gate("penalty.exclusion.ranking", closed=("none",), asks=("director",))),
    ),
    "disqualified": _gates(
        (
            ENTER,
            Gate(
                "penalty.disqualification.reentry",
                closed=("never",),
                asks=("director",),
                beside=("penalty.disqualification.chips",),
            ),
        ),
        (OF_THE_STACK, _CHIPS_GONE),
        (("pay", "deal"), _NO_PRIZE),
        (("points",), Gate("penalty.disqualification.points", closed=("none",))),
    ),
    "eliminated": _gates(
        (
            ENTER,
            Gate(
                "penalty.elimination.reentry",
                closed=("never",),
                asks=("director",),
                beside=("penalty.elimination.place",),
            ),
        ),
        (OF_THE_STACK, Gate("penalty.elimination.chips", closed=("removed",))),
    ),
    "banned": _gates(((*ENTER, *TAKE_PART), Gate("penalty.removed_player_leaves", closed=None))),
    "refused": _gates((ENTER, _NOT_LET_IN), (TAKE_PART, _NO_PART)),
    "under_age": _gates(
        ((*ENTER, *TAKE_PART, "pay"), _OF_AGE),
        (("ranking_prize",), Gate("fund.annual.min_age", closed=None, because="entry.too_young")),
    ),
    "age_unknown": _gates(
        (("sell", "reenter"), Gate("entry.min_age", closed=None, because="entry.birth_date_missing")),
    ),
    "not_identified": _gates(
        (("sell", "reenter"), Gate("entry.age_proof", closed=("photo_id",), because="entry.photo_id_not_seen")),
        (("pay",), Gate("prizes.payment.needs_photo_id", closed=(True,), because="prize.identity_not_checked")),
        (
            ("ranking_prize",),
            Gate("fund.annual.needs_photo_id", closed=(True,), because="prize.identity_not_checked"),
        ),
    ),
    "suspended": _gates(
        (
            ("sell", "reenter", "rebuy", "add_on", "check_in"),
            Gate(
                "penalty.suspension.meanwhile",
                closed=("never",),
                asks=("director",),
                beside=("conduct.unlisted",),
            ),
        ),
    ),
    "in_debt": _gates(
        (("sell", "reenter", "pay"), Gate("payment.open_debt", asks=("director",))),
        (
            ("ranking_prize",),
            Gate("fund.annual.open_debt", asks=("director",), because="rights.owes_the_house.asks"),
        ),
    ),
    "bagged": _gates(
        (("sell", "reenter"), Gate("reentry.after_bagging", closed=("never",), because="reentry.already_bagged")),
    ),
}
"""What is not here is given."""


def in_event(status: Status, book: Settled, *answers: str) -> tuple[Gate, ...]:
    """The gates of a status that the event's book answers so."""
    gates = (TABLE[status].get(act) for act in OF_AN_EVENT)
    return tuple(gate for gate in gates if gate is not None and gate.answer(book) in answers)


def answer(act: Act, status: Status, book: Settled) -> str:
    """`yes`, `no`, or `ask`: the book leaves it to the director."""
    gate = TABLE[status].get(act)
    return YES if gate is None else gate.answer(book)


def refusal(
    act: Act, statuses: Mapping[Status, Mapping[str, Any]], book: Settled, allowed: Iterable[Status] = ()
) -> Refused | None:
    """What stands against an act; `statuses` carry what their sentence needs.

    What the director allowed settles a question, never a rule. A rule comes before a question. What nobody at the
    desk can mend stands alone; papers and debts are named together, so that they are asked for together.
    """
    rules: list[tuple[Status, Refused]] = []
    questions: list[tuple[Status, Refused]] = []
    for status, values in statuses.items():
        gate = TABLE[status].get(act)
        said = YES if gate is None else gate.answer(book)
        if gate is None or said == YES or (said == ASK and status in set(allowed)):
            continue
        because = gate.because or f"rights.{status}{'.asks' if said == ASK else ''}"
        kept = rules if said == NO else questions
        kept.append((status, Refused(because, dict(values), gate.cites(book))))
    found = [*rules, *questions]
    if found and found[0][0] not in MENDED:
        return found[0][1]
    return together(*(refused for _, refused in found))
