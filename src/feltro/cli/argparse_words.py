"""argparse speaks English only; these are its sentences in the language asked for."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from feltro.kernel.datafiles import pressed
from feltro.words.sentences import CATALOGUE, sentences

if TYPE_CHECKING:
    from feltro.words.languages import Lang

PREFIX = "argparse."


def speak(lang: Lang) -> None:
    """Replace argparse's translator by our catalogue: its English sentence is the key. These few are kept by themselves:
    a command that speaks Portuguese need not read all that there is in English."""

    def build() -> dict[str, str]:
        english = {key: said for key, said in sentences("en").items() if key.startswith(PREFIX)}
        return {said: sentences(lang)[key] for key, said in english.items()}

    ours: dict[str, str] = pressed(f"argparse-{lang}", [CATALOGUE / "cli.toml"], 1, build)
    setattr(argparse, "_", lambda sentence: ours.get(sentence, sentence))  # noqa: B010 - it is not declared
