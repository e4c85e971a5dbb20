"""What stands under every situation and changes with none: made once for each language."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from feltro.rulings.classics import classics
from feltro.web.floor.decide_topics import TOPICS
from feltro.web.frame.templates import environment, say_in

if TYPE_CHECKING:
    from feltro.words.languages import Lang

MOST_CHOOSERS = 256
_FACT = Markup('<button name="tap" value="edit:{}">{}</button>')


@cache
def shelves(lang: Lang) -> dict[str, Markup]:
    """The other kinds by topic, and the thirty examples."""
    context = {"t": say_in(lang), "lang": lang, "topics": TOPICS, "classics": classics()}
    return {name: _made(f"floor/_decide_{name}.html", context) for name in ("kinds", "examples")}


def _made(name: str, context: dict[str, Any]) -> Markup:
    return Markup(environment().get_template(name).render(context))  # noqa: S704 - our own template, which escapes


@lru_cache(MOST_CHOOSERS)
def chooser(facts: tuple[tuple[str, str], ...]) -> Markup:
    """A button for each fact, by its place and what it is called."""
    return Markup("").join(_FACT.format(path, name) for path, name in facts)
