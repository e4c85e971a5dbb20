"""argparse speaks English only and takes options last; here it says its sentences in the language asked for, and takes them anywhere."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from feltro.kernel.datafiles import pressed
from feltro.words.sentences import CATALOGUE, sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.words.languages import Lang

PREFIX = "argparse."


class AnyOrder(argparse.ArgumentParser):
    """An argument that may be left out is still to come while options are: `lint --on DAY FILE` is `lint FILE --on DAY`."""

    def _match_arguments_partial(self, actions: Sequence[argparse.Action], arg_strings_pattern: str) -> list[int]:
        counts: list[int] = super()._match_arguments_partial(actions, arg_strings_pattern)
        while "O" in arg_strings_pattern and counts and not counts[-1]:
            counts.pop()
        return counts


def speak(lang: Lang) -> None:
    """Replace argparse's translator by our catalogue: its English sentence is the key. These few are kept by themselves:
    a command that speaks Portuguese need not read all that there is in English."""

    def build() -> dict[str, str]:
        english = {key: said for key, said in sentences("en").items() if key.startswith(PREFIX)}
        return {said: sentences(lang)[key] for key, said in english.items()}

    ours: dict[str, str] = pressed(f"argparse-{lang}", [CATALOGUE / "cli.toml"], 1, build)
    setattr(argparse, "_", lambda sentence: ours.get(sentence, sentence))  # noqa: B010 - it is not declared
