"""What is not a command is said in the reader's language: which field, and why."""

from __future__ import annotations

import pytest

from feltro.app.handling.catalogue import command_decoder
from feltro.app.handling.unreadable import why_unreadable
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say

SALE = '{"type":"SellEntry","tournament":"a","entry":"e","person":"p","item":"i","desk":"d","payments":[%s]}'


@pytest.mark.parametrize(
    ("written", "because", "values"),
    [
        ("", "command.not_json", {}),
        ("{", "command.not_json", {}),
        ("[]", "command.not_an_object", {}),
        ("{}", "command.field_missing", {"field": "type"}),
        ('{"type":"Nothing"}', "command.no_such", {"name": "Nothing"}),
        ('{"type":"Undo"}', "command.field_missing", {"field": "command_key"}),
        ('{"type":"Undo","command_key":"x","more":1}', "command.field_unknown", {"field": "more"}),
        ('{"type":"Undo","command_key":1}', "command.unfit", {"field": "command_key"}),
        ('{"type":"MarkLevel","tournament":"a b","level":1}', "command.unfit", {"field": "tournament"}),
        (SALE % '{"method":"cash"}', "command.field_missing", {"field": "payments[0].amount_centavos"}),
        (
            SALE % '{"method":"gold","amount_centavos":1}',
            "command.no_such_value",
            {"field": "payments[0].method", "value": "gold"},
        ),
        (
            '{"type":"MoveStart","tournament":"a","day":"1","starts_at":"2026-01-01T10:00:00"}',
            "command.needs_zone",
            {"field": "starts_at"},
        ),
        ('{"type":"CreateTournament","answers":{"a":' + "[" * 100_000, "command.too_deep", {}),
    ],
)
def test_the_reason_names_the_field(written, because, values):
    """Each kind of slip has its sentence in three languages, with the place of the field."""
    with pytest.raises((ValueError, RecursionError)) as caught:
        command_decoder().decode(written)
    refused = why_unreadable(caught.value)
    assert (refused.because, dict(refused.values)) == (because, values)
    assert all(say(because, lang, **values) for lang in LANGUAGES)
