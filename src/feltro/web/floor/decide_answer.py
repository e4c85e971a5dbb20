"""The answer as the floor's phone shows it: the act, the amount, what to read aloud, and everything behind it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.rulebook.library import shipped
from feltro.rulings.reply import reply
from feltro.rulings.retold import choice, label
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Answer
from feltro.words.sentences import say, sentences, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feltro.rulings.ruling import Ruling
    from feltro.web.floor.decide_known import KnownTable
    from feltro.web.floor.decide_told import ToldSoFar
    from feltro.words.languages import Lang

CARD = re.compile(r"^(10|[2-9TJQKA])([shdc])$")
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
MOST_OTHERWISE = 5


def ruled(told: ToldSoFar, known: KnownTable, lang: Lang) -> dict[str, Any] | None:
    """The answer in the public notation; nothing before there is something to rule on."""
    if told.kind == "hand" and not told.acts:
        return None
    telling = {"words": told.heard, "context": known.context} if told.heard else told.situation
    return reply(telling, lang, book=known.rulebook.book.id, find=lambda _: known.rulebook).content


def shown(content: Mapping[str, Any] | None, lang: Lang) -> dict[str, Any] | None:
    """The ruling that counts, large; everything else of the answer as it is."""
    if not content or not content.get("rulings"):
        return None
    last = content["rulings"][-1]
    return {
        **last,
        "act_line": act_line(last, lang),
        "amount": _amount(last, lang),
        "state": content["state"],
        "provided": content["provided"],
        "cards": [*_cards(last["values"], lang)],
        "facts": [*_facts(last["values"], lang)],
        "options": [*_options(last, lang)],
        "readings": [one for one in last["cites"] if one["note"]],
        "earlier": [one for one in content["rulings"][:-1] if not one["regular"]],
    }


def act_line(ruling: Mapping[str, Any], lang: Lang) -> str:
    """`Ana: paga (call)`; what the director decides is said so."""
    said = say(f"remedy.{ruling['remedy']}", lang)
    return f"{ruling['player']}: {said}" if ruling["player"] else said[:1].upper() + said[1:]


def _options(ruling: Mapping[str, Any], lang: Lang) -> Iterator[dict[str, Any]]:
    """Each under what it is: a penalty by its name; where two have one name, what follows from each stands alone."""
    heads = [_head(one, lang) for one in ruling["options"]]
    kinds = iter(ruling["penalty"]["kinds"] if ruling["penalty"] else ())
    for one, head in zip(ruling["options"], heads, strict=True):
        kind = next(kinds, "") if one["remedy"] == "penalty" and heads.count(head) > 1 else ""
        called = say(f"sanction.{kind}", lang) if kind else head
        yield {**one, "head": called if kind or heads.count(head) == 1 else ""}


def _head(option: Mapping[str, Any], lang: Lang) -> str:
    said = say(f"remedy.{option['remedy']}", lang)
    return f"{said} {written(option['to'], lang)}" if option["to"] else said


def _amount(ruling: Mapping[str, Any], lang: Lang) -> str:
    if ruling["to"]:
        return written(ruling["to"], lang)
    values = ruling["values"]
    seconds = values.get("seconds_left", values.get("seconds"))
    return f"{written(seconds, lang)} s" if isinstance(seconds, int) else ""


def _cards(values: Mapping[str, Any], lang: Lang) -> Iterator[dict[str, Any]]:
    """Rows of cards among the numbers of an answer, to be drawn."""
    for name, value in values.items():
        if isinstance(value, list) and value and all(isinstance(one, str) and CARD.match(one) for one in value):
            yield {"label": value_label(name, lang), "cards": [card_drawn(one) for one in value]}


def card_drawn(code: str) -> dict[str, Any]:
    found = CARD.match(code)
    rank, suit = found.groups() if found else (code, "s")
    return {"rank": "10" if rank == "T" else rank, "suit": SUITS[suit], "red": suit in "hd"}


def _facts(values: Mapping[str, Any], lang: Lang) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, list) and value and all(isinstance(one, str) and CARD.match(one) for one in value):
            continue
        if value in (None, [], {}):
            continue
        yield value_label(name, lang), value_text(name, value, lang)


def value_label(name: str, lang: Lang) -> str:
    key = f"value.of.{name}"
    return say(key, lang) if key in sentences() else label(name, lang)


def value_text(name: str, value: Any, lang: Lang) -> str:
    match value:
        case bool():
            return say("yes" if value else "no", lang)
        case int():
            return written(value, lang)
        case str():
            return choice(name, value, lang)
        case list():
            return ", ".join(value_text(name, one, lang) for one in value)
        case dict():
            return ", ".join(f"{value_key(key, lang)} {value_text(name, one, lang)}" for key, one in value.items())
    return str(value)


def value_key(key: str, lang: Lang) -> str:
    return label(key, lang).lower() if f"field.{key}" in sentences() else str(key)


# On demand


def other_books(told: ToldSoFar, known: KnownTable, lang: Lang) -> list[dict[str, Any]]:
    """The same situation in each of the five, those that rule otherwise marked."""
    mine = _last(rule(told.situation, known.rulebook))
    rows = []
    for name in shipped().ids:
        if name == known.rulebook.book.id:
            continue
        content = reply(told.situation, lang, book=name).content
        last = content["rulings"][-1] if content.get("rulings") else None
        differs = last is None or mine is None or (last["remedy"], last["to"]) != (mine.remedy, mine.to)
        rows.append({"book": name, "ruling": last, "differs": differs,
                     "act_line": act_line(last, lang) if last else "", "amount": _amount(last, lang) if last else ""})  # fmt: skip
    return rows


def otherwise(told: ToldSoFar, known: KnownTable, lang: Lang) -> list[dict[str, str]]:
    """What would change the ruling: one fact turned at a time."""
    mine = _last(rule(told.situation, known.rulebook))
    rows: list[dict[str, str]] = []
    if mine is None:
        return rows
    for text, changed in _turned(told, lang):
        other = _last(rule(changed, known.rulebook))
        if other is None or (other.remedy, other.to, other.binding) == (mine.remedy, mine.to, mine.binding):
            continue
        line = say(f"remedy.{other.remedy}", lang)
        rows.append({"text": text, "line": line if other.to is None else f"{line} {written(other.to, lang)}"})
    return rows[:MOST_OTHERWISE]


def _last(answer: Any) -> Ruling | None:
    return answer.rulings[-1] if isinstance(answer, Answer) and answer.rulings else None


def _turned(told: ToldSoFar, lang: Lang) -> Iterator[tuple[str, dict[str, Any]]]:
    if told.kind == "hand":
        yield from _acted_otherwise(told, lang)
        return
    from feltro.rulings.catalogue import KINDS

    for field in KINDS[told.kind].fields:
        if field.type == "boolean":
            value = not bool(told.situation.get(field.name, field.default or False))
            key = "decide.if_so" if value else "decide.if_not"
            yield say(key, lang, fact=label(field.name, lang)), {**told.situation, field.name: value}


SAID = ("pago", "aumento", "all-in")


def _acted_otherwise(told: ToldSoFar, lang: Lang) -> Iterator[tuple[str, dict[str, Any]]]:
    """The last act as it might have been: announced, silent, in one motion, the other way round."""
    act = told.acts[-1]

    def instead(**changes: Any) -> dict[str, Any]:
        made = {name: value for name, value in {**act, **changes}.items() if value is not None}
        return {**told.situation, "acts": [*told.acts[:-1], made]}

    for words in SAID:
        if act.get("says") != words:
            yield say("decide.if_said", lang, words=words), instead(says=words, order="says_first", folds=None)
    pushes = act.get("pushes") or []
    if act.get("says") and pushes:
        yield say("decide.if_silent", lang), instead(says=None, order=None)
        order = "pushes_first" if act.get("order") != "pushes_first" else "says_first"
        yield say(f"decide.if_{order}", lang), instead(order=order)
    if pushes and isinstance(pushes[0], list):
        yield say("decide.if_one_motion", lang), instead(pushes=[chip for motion in pushes for chip in motion])
