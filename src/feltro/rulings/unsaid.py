"""The facts that were not said and would change the ruling: found by ruling on each thing that they may be.

Each field declares what it may be and when it is a question (`rulings/doubt.py`); nothing is listed here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Any

from feltro.rulings.catalogue import KINDS
from feltro.rulings.doubt import NO_OR_YES, UNKNOWN, Doubt, Heard, Possible
from feltro.rulings.facts_said import with_answer, written
from feltro.rulings.rule import rule
from feltro.rulings.ruled_once import RuledOnce
from feltro.rulings.ruling import Answer, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feltro.rulebook.book import Rulebook
    from feltro.rulings.facts_said import Path, Situation
    from feltro.rulings.notation import Field
    from feltro.rulings.ruling import Ruling

MOST_WORLDS = 16
"""How many ways in which things may have been are ruled on to see how often a fact matters."""


TRIED = (1, 2, 9, 1000)
"""Numbers that are put in the place of one that nobody said, to see whether it matters."""


@dataclass(frozen=True, slots=True)
class Open:
    """A fact that was not said, and what it may be; the first is the most likely."""

    path: Path
    question: str
    values: tuple[Possible, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one answer to a question leads to."""

    possible: Possible
    remedy: str
    to: int | None


@dataclass(frozen=True, slots=True)
class Ask:
    """One fact to ask for, by its name in the notation."""

    field: str
    key: str
    said: Mapping[str, Any]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Unsaid:
    """What the ruling rests on meanwhile, and what is to be asked, the fact that matters most often first."""

    assumed: Situation
    answer: Answer | Unreadable
    questions: tuple[Ask, ...] = ()


def with_questions(situation: Situation, rulebook: Rulebook) -> Unsaid:
    """The ruling on what was said, and the facts that would change it."""
    earlier: dict[str, Any] = {}
    first = rule(situation, rulebook, earlier)
    if isinstance(first, Unreadable) and not _is_unknown(situation, first.where):
        return Unsaid(situation, first)
    facts = tuple(_open_facts(situation, rulebook))
    assumed = _settled(situation, {one.path: one.values[0] for one in facts if _needs_a_value(situation, one)})
    answer = first if assumed is situation else rule(assumed, rulebook, earlier)
    if isinstance(answer, Unreadable):
        return Unsaid(assumed, answer)
    ruled = RuledOnce(assumed, answer, rulebook, earlier, watched=answer is first)
    asked = [one for one in facts if _changes(one, ruled)] or _changing_together(facts, ruled)
    if len(asked) > 1:
        often = _how_often(asked, ruled)
        asked.sort(key=lambda one: -often[one.path])
    return Unsaid(assumed, answer, (*(_question(one, ruled) for one in asked), *_uncounted(ruled)))


def _uncounted(ruled: RuledOnce) -> Iterator[Ask]:
    """Numbers given as unknown that the ruling rests on: there is no list of what they may be."""
    kind, base = KINDS[ruled.assumed.get("kind", "hand")], _essence(ruled.answer)
    for field in kind.fields:
        if field.type == "count" and ruled.assumed.get(field.name) == UNKNOWN:
            tried = (ruled.on({**ruled.assumed, field.name: number}) for number in TRIED)
            if any(_essence(one) != base for one in tried):
                yield Ask(field.name, f"field.{field.name}", {}, ())
        elif field.type == "list" and field.parts[0].type == "table":
            yield from _uncounted_in_rows(field, ruled)


def _uncounted_in_rows(field: Field, ruled: RuledOnce) -> Iterator[Ask]:
    """Numbers of one row that nobody said: of whom it is asked stands in the question."""
    rows = ruled.assumed.get(field.name)
    for place, row in enumerate(rows if isinstance(rows, list) else ()):
        for inner in field.parts[0].parts if isinstance(row, dict) else ():
            if inner.type != "count" or inner.asked is None or inner.asked.values != ():
                continue
            if inner.asked.is_open(Heard(row, ruled.assumed, ruled.rulebook)):
                whose = {"player": row.get("player", "")}
                yield Ask(written((field.name, place, inner.name)), inner.asked.question, whose, ())


# Which facts are open


def _open_facts(situation: Situation, rulebook: Rulebook) -> Iterator[Open]:
    kind = KINDS.get(situation.get("kind", "hand"))
    told = Heard(situation, situation, rulebook)
    for field in kind.fields if kind else ():
        if field.asked is not None or field.name in situation:
            yield from _open_in(field, situation, told, (field.name,))


def _open_in(field: Field, part: Mapping[str, Any], told: Heard, path: Path) -> Iterator[Open]:
    """The field itself when it was not said; else what was not said inside it."""
    raw = part.get(field.name)
    if raw is None or raw == UNKNOWN:
        asked = field.asked or (_by_its_type(field) if raw == UNKNOWN else None)
        if asked:
            yield from _open(asked, told, path)
    elif field.asked and field.asked.of_what_was_said:
        yield from _open(field.asked, told, path)
    elif field.type == "table" and isinstance(raw, dict):
        for inner in field.parts:
            yield from _open_in(inner, raw, replace(told, part=raw), (*path, inner.name))
    elif field.type == "list" and isinstance(raw, list) and field.parts[0].type == "table":
        yield from _open_rows(field.parts[0], raw, told, path)


def _open_rows(row: Field, rows: list[Any], told: Heard, path: Path) -> Iterator[Open]:
    for place, one in enumerate(rows):
        if not isinstance(one, dict):
            continue
        here = (*path, place)
        inside = replace(told, part=one)
        if row.asked:
            yield from _open(row.asked, inside, here)
        for inner in row.parts:
            if inner.asked is not None or inner.name in one:
                yield from _open_in(inner, one, inside, (*here, inner.name))


def _open(asked: Doubt, told: Heard, path: Path) -> Iterator[Open]:
    values = asked.possible(replace(told, path=written(path))) if asked.is_open(told) else ()
    if len(values) > 1:
        yield Open(path, asked.question, values)


def _by_its_type(field: Field) -> Doubt | None:
    """A fact given as unknown although nobody usually leaves it out."""
    if field.type == "boolean":
        return Doubt(f"field.{field.name}", NO_OR_YES)
    if field.choices:
        return Doubt(
            f"field.{field.name}", tuple(Possible("unsaid.as_named", one, {"name": one}) for one in field.choices)
        )
    return None


def _is_unknown(situation: Situation, where: str) -> bool:
    """Whether a field that cannot be done without is missing because it was given as unknown."""
    return situation.get(where) == UNKNOWN


def _needs_a_value(situation: Situation, one: Open) -> bool:
    """Given as unknown, so that something has to stand in its place."""
    found: Any = situation
    for step in one.path:
        found = found[step] if isinstance(step, int) else found.get(step)
        if found is None:
            return False
    return bool(found == UNKNOWN)


# Ruling on what they may be


def _settled(situation: Situation, chosen: Mapping[Path, Possible]) -> Situation:
    settled = situation
    for path, possible in chosen.items():
        settled = with_answer(settled, path, possible)
    return settled


def _changes(one: Open, ruled: RuledOnce) -> bool:
    if not ruled.may_turn(one.path):
        return False
    untold = _acts_in_question(one)
    base = _essence(ruled.answer, untold)
    others = (ruled.on(with_answer(ruled.assumed, one.path, possible)) for possible in one.values)
    return any(other is not ruled.answer and _essence(other, untold) != base for other in others)


def _changing_together(facts: tuple[Open, ...], ruled: RuledOnce) -> list[Open]:
    """Two facts of which neither alone turns the ruling, and both do: the nuts, his alone, and last to act.

    Not of a hand: there a fact is open only where it may turn the act that it belongs to.
    """
    if ruled.assumed.get("kind", "hand") == "hand":
        return []
    base = _essence(ruled.answer)
    for pair in combinations(facts, 2):
        for values in product(*(one.values for one in pair)):
            chosen = {one.path: value for one, value in zip(pair, values, strict=True)}
            if _essence(ruled.on(_settled(ruled.assumed, chosen))) != base:
                return list(pair)
    return []


def _acts_in_question(one: Open) -> frozenset[int]:
    """Acts that nobody told differ by themselves; what matters is whether others do."""
    first, several = one.path[-1], one.values[0].value
    if isinstance(first, int) and isinstance(several, tuple):
        return frozenset(range(first, first + len(several)))
    return frozenset()


def _how_often(asked: list[Open], ruled: RuledOnce) -> dict[Path, int]:
    """In how many ways that things may have been a fact turns the ruling."""
    ways = islice(product(*(range(min(len(one.values), 2)) for one in asked)), MOST_WORLDS)
    seen = {
        way: _essence(
            ruled.on(
                _settled(ruled.assumed, {one.path: one.values[at] for one, at in zip(asked, way, strict=True)})
            )
        )
        for way in ways
    }
    return {
        one.path: sum(
            essence != seen.get((*way[:place], 1 - way[place], *way[place + 1 :]), essence)
            for way, essence in seen.items()
        )
        for place, one in enumerate(asked)
    }


def _essence(answer: Answer | Unreadable, untold: frozenset[int] = frozenset()) -> tuple[Any, ...]:
    """What the people at the table would see differently."""
    if isinstance(answer, Unreadable):
        return ()
    last = {(one.act, one.player): one for one in answer.rulings if one.act not in untold}
    return tuple(_seen(one) for one in last.values())


def _seen(ruling: Ruling) -> tuple[Any, ...]:
    default, penalty = ruling.default, ruling.penalty
    return (
        *(ruling.act, ruling.player, ruling.remedy, ruling.to, ruling.returned, ruling.binding, ruling.discretion),
        default and (default.remedy, default.to),
        penalty and (penalty.required, penalty.usual),
        tuple(sorted((option.remedy, option.to or 0) for option in ruling.options)),
        tuple(step.key for step in ruling.steps),
        repr(dict(ruling.values)),
    )


def _question(one: Open, ruled: RuledOnce) -> Ask:
    outcomes = tuple(_outcome(one, possible, ruled) for possible in one.values)
    return Ask(_field(one), one.question, _said(ruled.assumed, one), outcomes)


def _outcome(one: Open, possible: Possible, ruled: RuledOnce) -> Outcome:
    answer = ruled.on(with_answer(ruled.assumed, one.path, possible))
    if isinstance(answer, Unreadable) or not answer.rulings:
        return Outcome(possible, "", None)
    return Outcome(possible, answer.rulings[-1].remedy, answer.rulings[-1].to)


def _said(assumed: Situation, one: Open) -> dict[str, Any]:
    """Whose act it is, where the question is about one."""
    if one.path[0] != "acts" or len(one.path) == 1:
        return {}
    acts = assumed["acts"][one.path[1] :]
    several = one.values[0].value if isinstance(one.values[0].value, tuple) else ()
    return {"player": acts[0]["player"], "players": [act["player"] for act in several]}


def _field(one: Open) -> str:
    """`acts[2]` for one act that nobody told, `acts` for several."""
    return written(one.path[:1] if len(_acts_in_question(one)) > 1 else one.path)
