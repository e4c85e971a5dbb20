"""An answer on the terminal: what to do first, then why, then the clauses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feltro.cli.terminal import bold, wrapped
from feltro.rulebook.library import shipped
from feltro.rulebook.speech import typed
from feltro.words.sentences import listed, say, written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.words.languages import Lang

AMOUNTS = ("to", "put_in", "returned")


def write_answers(content: Mapping[str, Any], lang: Lang) -> None:
    """One answer, or those of all the books one after the other."""
    if "books" not in content:
        _write_answer(content, lang)
        return
    for place, (book, answer) in enumerate(content["books"].items()):
        if place:
            print()
        if "error" in answer:
            print(bold(shipped().book(book).label))
            print(wrapped(answer["error"]["message"]))
        else:
            _write_answer(answer, lang)


def _write_answer(answer: Mapping[str, Any], lang: Lang) -> None:
    library = shipped()
    label = library.book(answer["book"]).label if answer["book"] in library.ids else answer["book"]
    if answer.get("understood"):
        read = {name: told for name, told in answer["understood"].items() if name not in {"book", "game"}}
        print(wrapped(f"{say('cli.rule.understood', lang)}: {json.dumps(read, ensure_ascii=False)}"))
    for guess in answer.get("guessed", ()):
        print(wrapped(guess["text"], "  "))
    _write_asks(answer, lang)
    for ruling in answer["rulings"]:
        whose = [ruling["player"]] if ruling["player"] else []
        print(bold(" · ".join([label, *whose, say(f"remedy.{ruling['remedy']}", lang)])))
        _write_ruling(ruling, lang)
    if answer["state"]:
        _write_state(answer["state"], lang)


def _write_asks(answer: Mapping[str, Any], lang: Lang) -> None:
    """What is still to be known, with what each answer leads to; then what the ruling below rests on."""
    for ask in answer["asks"]:
        print(wrapped(f"{say('cli.rule.asks', lang)}: {ask['text']}"))
        for one in ask["answers"]:
            remedy = [say(f"remedy.{one['remedy']}", lang)] if one["remedy"] else []
            print(wrapped(f"- {': '.join([str(one['text']), *remedy])}", "  "))
    if answer["provided"]:
        print(wrapped(answer["provided"]))


def _write_ruling(ruling: Mapping[str, Any], lang: Lang) -> None:
    print(wrapped(ruling["text"]))
    told = [say(f"cli.rule.{name}", lang, n=ruling[name]) for name in AMOUNTS if ruling[name] is not None]
    told += [f"{name}: {_value(value, lang)}" for name, value in ruling["values"].items() if value is not None]
    if told:
        print(wrapped(" · ".join(told), "  "))
    for number, step in enumerate(ruling["steps"], 1):
        print(wrapped(f"{number}. {step['text']}", "  "))
    for option in ruling["options"]:
        print(wrapped(f"- {option['text']}", "  "))
    if ruling["default"]:
        print(wrapped(say("cli.rule.default", lang, **_default(ruling["default"], lang)), "  "))
    if ruling["penalty"]:
        print(wrapped(f"{say('cli.rule.penalty', lang)}: {ruling['penalty']['text']}", "  "))
    for cite in ruling["cites"]:
        mark = f" ({say('cli.rule.fallback', lang)})" if cite["fallback"] else ""
        (clause,) = typed([f"{cite['book']}:{cite['clause']}"], lang)
        print(wrapped(f"[{clause}]{mark} {cite['titulo']}. {cite['resumo']}", "  "))
        if cite["note"]:
            print(wrapped(f"{say('cli.rule.note', lang)}: {cite['note']}", "    "))


def _default(default: Mapping[str, Any], lang: Lang) -> dict[str, Any]:
    return {"remedy": say(f"remedy.{default['remedy']}", lang), "book": default["book"]}


def _value(value: Any, lang: Lang) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_value(item, lang)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return listed([_value(item, lang) for item in value], lang)
    return written(value, lang)


def _write_state(state: Mapping[str, Any], lang: Lang) -> None:
    to_call, all_of_it = (_chips(state[name]) for name in ("to_call", "pot"))
    if state["turn"]:
        print(say("cli.rule.turn", lang, player=state["turn"], to_call=to_call, pot=all_of_it))
    else:
        print(say("cli.rule.street_over", lang, pot=all_of_it))
    if len(state["pots"]) > 1:
        for place, pot in enumerate(state["pots"]):
            key = "cli.rule.side_pot" if place else "cli.rule.main_pot"
            print(
                "  " + say(key, lang, number=place, chips=_chips(pot["pot"]), players=listed(pot["players"], lang))
            )


def _chips(amount: int | None) -> int | str:
    """Chips of a stack that nobody counted are not a number."""
    return "?" if amount is None else amount
