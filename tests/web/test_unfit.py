"""A field that will not do is refused in the words of the room, whatever its reader said."""

from __future__ import annotations

import re

import msgspec

from feltro.app.handling.catalogue import COMMANDS
from feltro.web.frame.unfit import WORDS, plainly
from feltro.words.sentences import say

PROGRAM = re.compile(r"[`$_{}\[\]]|Expected|int\b|str\b|centavos")
"""What no sentence for people has."""


def wrongly_filled() -> list[str]:
    """Each field of each command holding far too much, far too little, a long text, and nothing that it can be."""
    found = []
    for name, command in COMMANDS.items():
        for field in msgspec.structs.fields(command):
            for value in (10**30, -(10**30), "x" * 100_000, {"a": 1}, [1] * 5000):
                try:
                    msgspec.convert({field.name: value, "type": name}, command)
                except msgspec.ValidationError as error:
                    found.append(str(error))
    return found


def test_no_field_of_any_command_is_refused_in_the_words_of_the_program():
    found = dict.fromkeys(wrongly_filled())
    assert len(found) > 100
    for said in found:
        refused = plainly(said)
        assert refused.because in WORDS
        for lang in ("pt", "en", "es"):
            sentence = say(refused.because, lang, **refused.values)
            assert not PROGRAM.search(sentence.replace("R$", "")), (said, sentence)


def test_a_bound_of_money_is_said_in_reais():
    refused = plainly("Expected `int` <= 10000000000000 - at `$.payments[0].tendered_centavos`")
    assert "R$ 100.000.000.000,00" in say(refused.because, "pt", **refused.values)
    assert refused.values["field"] == "payments"


def test_a_bound_of_anything_else_is_a_number():
    refused = plainly("Expected `int` <= 11 - at `$.table_size`")
    assert say(refused.because, "pt", **refused.values) == "Grande demais: no máximo 11. Nada mudou."
