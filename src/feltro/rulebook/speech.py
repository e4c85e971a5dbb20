"""A parameter's value as people say it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltro.rulebook.library import HOUSE, shipped
from feltro.words import numbers
from feltro.words.sentences import listed, say, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feltro.kernel.outcome import Cite
    from feltro.rulebook.parameter import Parameter
    from feltro.rulebook.values import Infraction
    from feltro.words.languages import Lang


LAYERS = ("acertos", "emenda", "folha", HOUSE)
"""What an organiser settled, what was amended, what the structure sheet says, what Feltro does where books are silent."""


def layer_of(book: str) -> str:
    """Which of them a clause stands in; nothing for a printed book or one that a house wrote."""
    return next((one for one in LAYERS if book.partition("-")[0] == one), "")


def label_of(book: str) -> str:
    """As people call a book; a layer that a house wrote goes by its id."""
    return shipped().book(book).label if book in shipped().ids else book


def printed(clause: str) -> str:
    """The number that stands in the book: what we call one sentence of a clause (`2.7~imagem`) is no word of the room."""
    return clause.partition("~")[0]


def called(book: str, clause: str, lang: Lang) -> str:
    """A clause as people call it: `CGP 2024 5.4.1`, or what kind of answer it is where no book prints it."""
    layer = layer_of(book)
    return say(f"cites.{layer}", lang) if layer else f"{label_of(book)} {printed(clause)}"


def typed(cites: Iterable[Cite | str], lang: Lang) -> tuple[str, ...]:
    """As they are typed back into a command (`book:clause`); what no book has is said in words, and once."""
    parts = (str(cite).partition(":") for cite in cites)
    return tuple(
        dict.fromkeys(
            called(book, clause, lang) if layer_of(book) not in {"", HOUSE} else f"{book}:{clause}"
            for book, _, clause in parts
        )
    )


def speak(parameter: Parameter, value: Any, lang: Lang) -> str:
    """`botão morto`, `30 segundos`, `50% do aumento mínimo`, `R$ 480,00 prêmios + ...`."""
    match parameter.type:
        case "choice":
            return parameter.choices[value].read(lang)
        case "options":
            labels = [parameter.choices[item].read(lang) for item in value]
            return listed(labels, lang) or say("value.none", lang)
        case "fraction" | "count":
            return with_unit(parameter.unit, value, lang)
        case "range":
            return say("value.range", lang, first=value[0], last=with_unit(parameter.unit, value[1], lang))
        case "counts" | "fractions":
            return listed([with_unit(parameter.unit, item, lang) for item in value], lang)
        case "split" | "shares":
            return _accounts(value, lang)
        case "formula":
            return str(value)
        case "table":
            return say("value.table", lang)
        case "infraction":
            return _infraction(value, lang)
        case _:
            return written(value, lang)


def with_unit(unit: str, value: int | Fraction, lang: Lang) -> str:
    """A number with its unit. A fraction with no unit of its own is a percentage."""
    if not unit:
        return numbers.percent(value, lang) if isinstance(value, Fraction) else written(value, lang)
    share = numbers.percent(value, lang) if isinstance(value, Fraction) else ""
    return say(f"unit.{unit}", lang, n=value, share=share)


def _accounts(value: Mapping[str, Any], lang: Lang) -> str:
    parts = []
    for account, amount in value.items():
        text = numbers.percent(amount, lang) if isinstance(amount, Fraction) else written(amount, lang)
        parts.append(f"{text} {say(f'account.{account}', lang)}")
    return " + ".join(parts)


def _infraction(value: Infraction, lang: Lang) -> str:
    sanctions = listed([say(f"sanction.{one}", lang) for one in value.sanctions], lang)
    key = "infraction.required" if value.required else "infraction.possible"
    said = say(key, lang, sanctions=sanctions or say("sanction.penalty", lang))
    return said if value.trigger == "any" else f"{said} ({say(f'trigger.{value.trigger}', lang)})"
