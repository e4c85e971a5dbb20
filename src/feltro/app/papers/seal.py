"""The head of a log, as papers carry it out of the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.upkeep.heads import PrintedHead
    from feltro.words.languages import Lang


def seal_block(head: PrintedHead | None, lang: Lang) -> Iterator[b.Any]:
    if head is not None:
        yield b.Gap()
        said = {"label": say("paper.seal", lang), "caption": say("paper.seal.help", lang)}
        yield b.Seal(data=head.scanned, short=head.short, **said)
