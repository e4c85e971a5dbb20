"""Books side by side, parameter by parameter, differences first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.rulebook.book import Silent, Sourced
from feltro.rulebook.stem import fold, stems
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feltro.rulebook.book import Rulebook
    from feltro.rulebook.parameter import Parameter


@dataclass(frozen=True, slots=True)
class Row:
    """One parameter and what each book says of it, in the order asked."""

    parameter: Parameter
    said: tuple[Sourced | Silent, ...]

    @property
    def values(self) -> list[Any]:
        """What those that speak say."""
        return [one.value for one in self.said if isinstance(one, Sourced)]

    @property
    def contradicts(self) -> bool:
        """Two books say different things."""
        return any(value != self.values[0] for value in self.values[1:])

    @property
    def differs(self) -> bool:
        """Two books say different things, or only some of them speak."""
        return self.contradicts or 0 < len(self.values) < len(self.said)

    @property
    def silent(self) -> bool:
        return not self.values


def compare(rulebooks: Sequence[Rulebook], topic: str = "") -> list[Row]:
    """What the books say of every parameter that any of them sets.

    Contradictions come first, then what only some of them settle, then what is the same.
    """
    parameters = rulebooks[0].parameters.values()
    rows = [
        Row(parameter, tuple(rulebook[parameter.name] for rulebook in rulebooks))
        for parameter in about(topic, parameters)
    ]
    return sorted((row for row in rows if not row.silent), key=lambda row: (not row.contradicts, not row.differs))


def about(topic: str, parameters: Iterable[Parameter]) -> list[Parameter]:
    """The parameters of a topic: the start of a name (`button`), a subject's heading in any language
    (`Botão`), or words of the meaning (`ficha ímpar`)."""
    every = list(parameters)
    asked = fold(topic).strip()
    if not asked:
        return every
    named = [one for one in every if one.name == asked or one.name.startswith(f"{asked}.")]
    headed = [one for one in every if asked in _headings(one.area)]
    wanted = set(stems(asked))
    worded = [one for one in every if wanted and wanted <= set(stems(_words(one)))]
    return named or headed or worded


def subjects(parameters: Iterable[Parameter]) -> list[str]:
    """The first parts of the names, in the order of the files."""
    return list(dict.fromkeys(one.area for one in parameters))


def _headings(subject: str) -> list[str]:
    return [fold(say(f"subject.{subject}", lang)) for lang in LANGUAGES]


def _words(parameter: Parameter) -> str:
    meaning = parameter.meaning
    return f"{parameter.name.replace('.', ' ').replace('_', ' ')} {meaning.pt} {meaning.en} {meaning.es}"
