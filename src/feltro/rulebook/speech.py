"""A parameter's value as people say it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltro.words import numbers
from feltro.words.sentences import listed, say, written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulebook.parameter import Parameter
    from feltro.rulebook.values import Infraction
    from feltro.words.languages import Lang


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
