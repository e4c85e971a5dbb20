"""An answer as JSON, in the language asked for: the public notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.kernel.outcome import Cite
    from feltro.rulebook.book import Rulebook
    from feltro.rulings.account.gist import Guess
    from feltro.rulings.doubt import Possible
    from feltro.rulings.ruling import Answer, Option, PenaltyAdvice, Ruling, State, Unreadable
    from feltro.rulings.unsaid import Ask
    from feltro.words.languages import Lang


def tell(answer: Answer, rulebook: Rulebook, lang: Lang, questions: tuple[Ask, ...] = ()) -> dict[str, Any]:
    """The answer with what would change it; as long as something is to be asked, its rulings are provisional."""
    provisional = bool(questions)
    return {
        "book": answer.book,
        "edition": answer.edition,
        "kind": answer.kind,
        "rulings": [
            {**tell_ruling(ruling, rulebook, lang), "provisional": provisional} for ruling in answer.rulings
        ],
        "state": answer.state and _state(answer.state),
        "asks": [_question(one, lang) for one in questions],
        "provided": _provided(questions, lang),
    }


def tell_guesses(guesses: Iterable[Guess], lang: Lang) -> list[dict[str, Any]]:
    return [{"field": one.where, "text": say(one.why, lang, **one.said)} for one in guesses]


def tell_missing(unreadable: Unreadable, rulebook: Rulebook, kind: str, lang: Lang) -> dict[str, Any]:
    """No ruling yet: something that it cannot do without was not said, or not understood."""
    text = tell_unreadable(unreadable, lang)["error"]["message"]
    answers = [{"value": one, "text": one, "remedy": "", "to": None} for one in unreadable.accepts]
    return _unruled(rulebook, kind, {"field": unreadable.where, "text": text, "answers": answers})


def tell_nothing(rulebook: Rulebook, lang: Lang, kinds: Iterable[str]) -> dict[str, Any]:
    """Nothing was understood: what the situation is about has to be said."""
    answers = [{"value": one, "text": say(f"kind.{one}", lang), "remedy": "", "to": None} for one in kinds]
    return _unruled(rulebook, None, {"field": "kind", "text": say("unsaid.kind", lang), "answers": answers})


def _unruled(rulebook: Rulebook, kind: str | None, ask: dict[str, Any]) -> dict[str, Any]:
    book = rulebook.book
    told: dict[str, Any] = {"book": book.id, "edition": book.edition, "kind": kind, "rulings": [], "state": None}
    return {**told, "asks": [ask], "provided": None}


def _question(question: Ask, lang: Lang) -> dict[str, Any]:
    answers = [
        {"value": one.possible.value, "text": _answer(one.possible, lang), "remedy": one.remedy, "to": one.to}
        for one in question.outcomes
    ]
    return {"field": question.field, "text": say(question.key, lang, **question.said), "answers": answers}


def _answer(possible: Possible, lang: Lang) -> str:
    return say(possible.answer, lang, **possible.said)


def _provided(questions: tuple[Ask, ...], lang: Lang) -> str | None:
    """What the answer shown meanwhile rests on; where nobody can say what it may be, that it rests on nothing yet."""
    if not questions:
        return None
    first = questions[0]
    asked = say(first.key, lang, **first.said)
    if not first.outcomes:
        return say("unsaid.not_yet", lang, question=asked)
    return say("unsaid.provided", lang, question=asked, answer=_answer(first.outcomes[0].possible, lang))


def tell_ruling(ruling: Ruling, rulebook: Rulebook, lang: Lang) -> dict[str, Any]:
    default = ruling.default
    return {
        "act": ruling.act,
        "player": ruling.player,
        "regular": ruling.regular,
        "remedy": ruling.remedy,
        "to": ruling.to,
        "put_in": ruling.put_in,
        "returned": ruling.returned,
        "binding": ruling.binding,
        "discretion": ruling.discretion,
        "options": [_option(option, rulebook, lang) for option in ruling.options],
        "default": default and {"remedy": default.remedy, "to": default.to, "book": default.book},
        "steps": [{"key": step.key, "text": say(step.key, lang, **step.said)} for step in ruling.steps],
        "values": dict(ruling.values),
        "penalty": ruling.penalty and _penalty(ruling.penalty, lang),
        "cites": _cites(ruling.cites, rulebook, lang),
        "because": ruling.because,
        "text": say(ruling.because, lang, **ruling.said),
        "questions": [
            {"key": one.key, "answer": one.answer, "text": say(one.key, lang)} for one in ruling.questions
        ],
        "set_aside": [
            {"book": one.cite.book, "clause": one.cite.clause, "why": say(one.why, lang)}
            for one in ruling.set_aside
        ],
    }


def tell_unreadable(unreadable: Unreadable, lang: Lang) -> dict[str, Any]:
    message = say(unreadable.because, lang, field=unreadable.where, **unreadable.said)
    return {"error": {"field": unreadable.where, "message": message, "accepts": list(unreadable.accepts)}}


def _option(option: Option, rulebook: Rulebook, lang: Lang) -> dict[str, Any]:
    text = say(option.because, lang, **option.said)
    return {"remedy": option.remedy, "to": option.to, "text": text, "cites": _cites(option.cites, rulebook, lang)}


def _penalty(penalty: PenaltyAdvice, lang: Lang) -> dict[str, Any]:
    text = say(penalty.because, lang, modal="must" if penalty.required else "may", **penalty.said)
    return {
        "required": penalty.required,
        "kinds": list(penalty.kinds),
        "usual": penalty.usual,
        "text": f"{text} {say(f'penalty.into.{penalty.into}', lang)}" if penalty.into else text,
    }


def _cites(cites: Iterable[Cite], rulebook: Rulebook, lang: Lang) -> list[dict[str, Any]]:
    told = []
    for cite in cites:
        clause = rulebook.clause(cite)
        told.append(
            {
                "book": cite.book,
                "clause": cite.clause,
                "titulo": clause.title.read(lang),
                "resumo": clause.summary.read(lang),
                "note": clause.note.read(lang) if clause.note else None,
                "fallback": cite.fallback,
            }
        )
    return told


def _state(state: State) -> dict[str, Any]:
    return {
        "turn": state.turn,
        "allowed": list(state.allowed),
        "to_call": state.to_call,
        "call_cost": state.call_cost,
        "may_raise": state.may_raise,
        "min_raise_to": state.min_raise_to,
        "max_raise_to": state.max_raise_to,
        "substantial_action": state.substantial_action,
        "pot": state.pot,
        "street_over": state.street_over,
        "pots": [{"pot": one.pot, "players": list(one.players)} for one in state.pots],
    }
