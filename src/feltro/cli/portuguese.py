"""argparse speaks English only; these are its sentences in the language asked for."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from feltro.words.sentences import sentences

if TYPE_CHECKING:
    from feltro.words.languages import Lang

PREFIX = "argparse."


def speak_portuguese(lang: Lang) -> None:
    """Replace argparse's translator by our catalogue: its English sentence is the key."""
    english = {key: said for key, said in sentences("en").items() if key.startswith(PREFIX)}
    ours = {said: sentences(lang)[key] for key, said in english.items()}
    setattr(argparse, "_", lambda sentence: ours.get(sentence, sentence))  # noqa: B010 - it is not declared
