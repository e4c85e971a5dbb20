"""What was understood, in sentences whose words can be tapped and changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.rulebook.library import shipped
from feltro.rulings.bets.rounds import rounds_of
from feltro.rulings.catalogue import KINDS
from feltro.rulings.conduct.infractions import find_infraction
from feltro.rulings.ruling import Unreadable
from feltro.words.sentences import say, sentences, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feltro.rulings.notation import Field
    from feltro.words.languages import Lang

UNTOLD = (
    "book",
    "kind",
    "game",
    "house",
    "acts",
    "seats",
    "seats_presumed",
    "dealer",
    "blinds",
    "ante",
    "ante_kind",
)
"""KnownTable before anybody told anything, or told in sentences of their own."""
GAMES_OR_STREETS = {"from": "hand.game", "to": "hand.game", "game": "hand.game", "street": "hand.street"}


class Word(NamedTuple):
    """A piece of a sentence; with a path it can be tapped and changed."""

    text: str
    path: str = ""


class Sentence(NamedTuple):
    words: tuple[Word, ...]
    act: int = -1
    """Its place among the acts; -1: a fact of the situation."""
    presumed: bool = False


def said_of(situation: Mapping[str, Any], lang: Lang) -> list[Sentence]:
    """The acts in order, and the facts that go with them."""
    acts = situation.get("acts", []) if situation.get("kind", "hand") == "hand" else []
    return [*_facts(situation, lang), *_acts(acts, lang)]


def as_a_story(situation: Mapping[str, Any], lang: Lang) -> str:
    """A situation as a few sentences to be read: what it is about, who is in the hand, what happened."""
    lines = ["".join(word.text for word in line.words) for line in said_of(situation, lang)]
    if situation.get("kind", "hand") != "hand":
        about = say(f"kind.{situation['kind']}", lang)
        return " ".join(f"{line.rstrip('.')}." for line in (about[:1].upper() + about[1:], *lines))
    small, big = situation["blinds"]
    blinds = say("retold.blinds", lang, small=small, big=big)
    street = say(f"hand.street.{situation.get('street') or rounds_of(situation.get('game'))[0]}", lang).capitalize()
    facts = [line for line in lines if not line.startswith(label("street", lang))]
    seats = say("retold.seats", lang, players=", ".join(map(str, situation["seats"])))
    return " ".join(f"{line.rstrip('.')}." for line in (blinds, street, seats, *facts))


def _acts(acts: list[dict[str, Any]], lang: Lang) -> Iterator[Sentence]:
    """Those who were passed over stand in one line together."""
    passed: list[str] = []
    for place, act in enumerate(acts):
        if act.get("presumed"):
            passed.append(str(act["player"]))
            following = acts[place + 1] if place + 1 < len(acts) else {}
            if following.get("presumed") and bool(following.get("folds")) == bool(act.get("folds")):
                continue
            key = "decide.passed.fold" if act.get("folds") else "decide.passed.check"
            yield Sentence((Word(say(key, lang, players=", ".join(passed))),), presumed=True)
            passed = []
        else:
            yield _act(place, act, lang)


def _facts(situation: Mapping[str, Any], lang: Lang) -> Iterator[Sentence]:
    kind = KINDS.get(str(situation.get("kind", "hand")))
    for field in kind.fields if kind else ():
        if field.name in situation and field.name not in UNTOLD:
            told = situation[field.name]
            value = (
                _infraction(told, situation, lang) if field.name == "infraction" else value_said(field, told, lang)
            )
            yield Sentence((Word(f"{label(field.name, lang)}: "), Word(value, field.name)))


def _infraction(told: Any, situation: Mapping[str, Any], lang: Lang) -> str:
    """By what the books call it; a clause by its number."""
    book = situation.get("book")
    rulebook = shipped()[book] if book in shipped().ids else None
    if not isinstance(told, str) or rulebook is None or told in rulebook.book.clauses:
        return str(told)
    named = find_infraction(told, rulebook)
    if isinstance(named, Unreadable):
        return told
    return "; ".join(rulebook.parameters[one].meaning.read(lang) for one in named.parameters)


def _act(place: int, act: Mapping[str, Any], lang: Lang) -> Sentence:
    path = f"acts[{place}]"
    words = [Word(str(act.get("player", "?")), f"{path}.player")]
    for name in ("says", "folds", "pushes", "puts"):
        if act.get(name) not in (None, False):
            words += [
                Word(f" {say(f'decide.act.{name}', lang)} "),
                Word(_done(name, act[name], lang), f"{path}.{name}"),
            ]
    if act.get("folds"):
        words = [one for one in words if one.path != f"{path}.folds"]
    more = [name for name in act if name not in {"player", "says", "folds", "pushes", "puts", "presumed"}]
    field_of = {one.name: one for one in _act_fields()}
    for name in more:
        if name in field_of:
            value = value_said(field_of[name], act[name], lang)
            words += [Word(f" · {label(name, lang)}: "), Word(value, f"{path}.{name}")]
    return Sentence(tuple(words), place)


def _act_fields() -> tuple[Field, ...]:
    acts = next(one for one in KINDS["hand"].fields if one.name == "acts")
    return acts.parts[0].parts


def _done(name: str, value: Any, lang: Lang) -> str:
    if name == "says":
        return f"“{value}”"
    if name == "pushes":
        return _chips(value, lang)
    if name == "puts":
        sums = value if isinstance(value, list) else [value]
        return f" {say('decide.then', lang)} ".join(written(one, lang) for one in sums)
    return ""


def _chips(pushes: Any, lang: Lang) -> str:
    """`500 + 1.000`, and the next motion behind a word."""
    motions = pushes if pushes and isinstance(pushes[0], list) else [pushes]
    piles = [" + ".join(written(chip, lang) for chip in motion) for motion in motions]
    return f" {say('decide.then', lang)} ".join(piles)


def label(name: str, lang: Lang) -> str:
    """A field as people call it."""
    key = f"field.{name}"
    return say(key, lang) if key in sentences() else name.replace("_", " ")


def choice(name: str, value: str, lang: Lang) -> str:
    """One of a field's choices as people say it."""
    key = choice_key(name, value)
    return say(key, lang) if key else value.replace("_", " ")


def choice_key(name: str, value: str) -> str | None:
    """Where the words for it stand, if it has any."""
    keys = (f"choice.{name}.{value}", f"{GAMES_OR_STREETS.get(name, 'choice')}.{value}", f"policy.about.{value}",
            f"sanction.{value}", f"remedy.{value}", f"language.{value}")  # fmt: skip
    return next((key for key in keys if key in sentences()), None)


def value_said(field: Field, value: Any, lang: Lang) -> str:
    """A value as people say it."""
    match value:
        case bool():
            return say("yes" if value else "no", lang)
        case int():
            return written(value, lang)
        case str() if value == "unknown":
            return say("decide.unknown", lang)
        case str():
            return choice(field.name, value, lang) if field.choices or field.name == "street" else value
        case list() if field.type == "motions":
            return _chips(value, lang)
        case list() if field.type == "acts":
            return ", ".join(_deed(one, lang) for one in value) or say("decide.nobody_acted", lang)
        case list():
            return ", ".join(_item(field, one, lang) for one in value) or "—"
        case dict():
            return "; ".join(f"{_name(field, name, lang)} {_item(field, one, lang)}" for name, one in value.items())
    return str(value)


def _name(field: Field, name: str, lang: Lang) -> str:
    return f"{label(name, lang)}:" if field.type == "table" else name


def _deed(act: Any, lang: Lang) -> str:
    name = act if isinstance(act, str) else act.get("act", "")
    who = "" if isinstance(act, str) else f"{act.get('player', '')} "
    return f"{who}{choice('act', name, lang)}"


def _item(field: Field, one: Any, lang: Lang) -> str:
    if isinstance(one, dict):
        return " ".join(f"{label(name, lang).lower()} {_item(field, value, lang)}" for name, value in one.items())
    if isinstance(one, list):
        return " + ".join(map(str, one))
    if isinstance(one, bool):
        return say("yes" if one else "no", lang)
    return written(one, lang) if isinstance(one, int) else str(one)
