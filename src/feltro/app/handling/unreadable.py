"""Why something written is not a command, in words that people understand: which field, and what is wrong with it."""

import re

import msgspec

from feltro.kernel.outcome import Refused

_WHERE = re.compile(r" - at `\$\.?([^`]*)`$")
_MISSING = re.compile(r"missing required field `([^`]+)`")
_UNKNOWN = re.compile(r"contains unknown field `([^`]+)`")
_VALUE = re.compile(r"^Invalid (?:enum )?value (.*)$")


def why_unreadable(error: Exception) -> Refused:
    """The reader speaks English and of types; this says the same by reason, with the field's place."""
    said = str(error)
    if isinstance(error, RecursionError):
        return Refused("command.too_deep")
    if not isinstance(error, msgspec.ValidationError):
        return Refused("command.not_json")
    place = _WHERE.search(said)
    where = place[1] if place else ""
    bare = _WHERE.sub("", said)
    for pattern, because in ((_MISSING, "command.field_missing"), (_UNKNOWN, "command.field_unknown")):
        found = pattern.search(bare)
        if found:
            return Refused(because, {"field": f"{where}.{found[1]}".lstrip(".")})
    value = _VALUE.search(bare)
    if value and where == "type":
        return Refused("command.no_such", {"name": value[1].strip("'")})
    if not where:
        return Refused("command.not_an_object")
    if value:
        return Refused("command.no_such_value", {"field": where, "value": value[1].strip("'")})
    if "timezone" in bare:
        return Refused("command.needs_zone", {"field": where})
    return Refused("command.unfit", {"field": where})
