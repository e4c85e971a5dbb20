"""A situation as data in, its answer as data out: what the terminal and the API share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.rulebook.book import Rulebook
from feltro.rulebook.library import shipped
from feltro.rulings.account import hear
from feltro.rulings.catalogue import KINDS
from feltro.rulings.public import tell, tell_guesses, tell_missing, tell_nothing, tell_unreadable
from feltro.rulings.rule import with_house
from feltro.rulings.ruling import Unreadable
from feltro.rulings.unsaid import with_questions

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.unsaid import Unsaid
    from feltro.words.languages import Lang

ALL = "all"
TELLING = ("book", "words", "context", "answers")


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer in the public notation, or the error that takes its place."""

    content: dict[str, Any]
    readable: bool


def reply(
    situation: Any,
    lang: Lang,
    book: str | None = None,
    find: Callable[[str], Rulebook | Unreadable] | None = None,
) -> Reply:
    """Rule on a situation under the book it names, or under `book` when given; `all` answers for the five."""
    if not isinstance(situation, dict):
        return _refused(Unreadable("situation", "unreadable.table", {"value": _short(situation)}), lang)
    asked = _book_named(situation) if book is None else book
    if asked == ALL:
        return _by_every_book(situation, lang)
    rulebook = (find or shipped_rulebook)(asked) if isinstance(asked, str) else _no_book(asked)
    return _refused(rulebook, lang) if isinstance(rulebook, Unreadable) else _under(situation, rulebook, lang)


def _under(situation: dict[str, Any], rulebook: Rulebook, lang: Lang) -> Reply:
    """The ruling on a situation in the notation, or on one told in words."""
    if "words" in situation:
        return _told(situation, rulebook, lang)
    return _answered(with_questions(situation, rulebook), situation, rulebook, lang)


def _book_named(situation: dict[str, Any]) -> Any:
    """By the situation itself, or by what was known before it was told."""
    context = situation.get("context")
    known = context.get("book") if "words" in situation and isinstance(context, dict) else None
    return situation.get("book", known)


def shipped_rulebook(name: str) -> Rulebook | Unreadable:
    """One of the five books, or one of them under an addendum that ships with Feltro."""
    library = shipped()
    if name in library.ids:
        return library[name]
    addendum = library.addenda.get(name)
    laid = addendum and library.rulebook(addendum.extends[0], addendum)
    return laid if isinstance(laid, Rulebook) else _no_book(name)


def _no_book(asked: Any) -> Unreadable:
    library = shipped()
    accepts = (*library.ids, *library.addenda, ALL)
    if asked is None:
        return Unreadable("book", "unreadable.missing", {}, accepts)
    return Unreadable("book", "unreadable.choice", {"value": _short(asked)}, accepts)


def _answered(unsaid: Unsaid, situation: dict[str, Any], rulebook: Rulebook, lang: Lang) -> Reply:
    if isinstance(unsaid.answer, Unreadable):
        return _refused(unsaid.answer, lang)
    settled = with_house(rulebook, situation.get("house", {}))
    told = tell(unsaid.answer, settled if isinstance(settled, Rulebook) else rulebook, lang, unsaid.questions)
    return Reply(told, True)


def _told(telling: dict[str, Any], rulebook: Rulebook, lang: Lang) -> Reply:
    """What was understood of some words; what cannot be done without is asked for, never guessed."""
    strange = next((name for name in telling if name not in TELLING), None)
    if strange is not None:
        return _refused(Unreadable(strange, "unreadable.unknown_field", {"kind": "words"}, TELLING), lang)
    account = hear(telling["words"], telling.get("context"), rulebook, telling.get("answers"))
    if isinstance(account, Unreadable):
        return _refused(account, lang)
    if account is None:
        return Reply({**tell_nothing(rulebook, lang, tuple(KINDS)), "understood": None, "guessed": []}, True)
    understood = {"book": rulebook.book.id, **account.situation}
    read = {"understood": understood, "guessed": tell_guesses(account.guesses, lang)}
    missing = account.unsaid.answer
    if isinstance(missing, Unreadable):
        return Reply({**tell_missing(missing, rulebook, understood["kind"], lang), **read}, True)
    answered = _answered(account.unsaid, account.situation, rulebook, lang)
    return Reply({**answered.content, **read}, answered.readable)


def _by_every_book(situation: dict[str, Any], lang: Lang) -> Reply:
    """One answer per book. What no book can read is one error; what only some can read stands in their place."""
    replies = {name: _under(situation, shipped()[name], lang) for name in shipped().ids}
    if not any(one.readable for one in replies.values()):
        return next(iter(replies.values()))
    return Reply({"books": {name: one.content for name, one in replies.items()}}, True)


def _refused(unreadable: Unreadable, lang: Lang) -> Reply:
    return Reply(tell_unreadable(unreadable, lang), False)


def _short(value: Any) -> str:
    return str(value)[:80]
