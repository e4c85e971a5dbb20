"""Who sees a field of what the house knows. The field says it where it stands, and nothing else decides.

`sales: Annotated[dict[str, Sale], seen_by(MONEY)]` is left out of every answer to a role that is not named; what says
nothing is for everybody who has a key. A part that is left out is not there: nobody is told a zero instead.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

if TYPE_CHECKING:
    from feltro.kernel.roles import Roles

SEEN_BY = "seen_by"

Cuts = dict[str, Any]
"""What a role does not see of a struct: a field with nothing behind it goes, else the cuts within it."""
WITHIN = "*"
"""Each of the things that a field holds several of."""


def seen_by(roles: Roles) -> msgspec.Meta:
    return msgspec.Meta(extra={SEEN_BY: roles})


def shown_to(role: str, value: msgspec.Struct) -> Any:
    """A struct as plain data, without what is not for this role."""
    plain = msgspec.to_builtins(value, str_keys=True)
    _take_out(plain, cuts_for(role, type(value)))
    return plain


@cache
def cuts_for(role: str, kind: type[msgspec.Struct]) -> Cuts | None:
    return _cuts(inspect.type_info(kind), role)


def withheld(kind: type[msgspec.Struct]) -> dict[str, set[str]]:
    """Of every struct in a type, the fields that some role does not see: no answer has to have them."""
    found: dict[str, set[str]] = {}
    _withheld(inspect.type_info(kind), found)
    return found


def _take_out(plain: Any, cuts: Cuts | None) -> None:
    if not cuts:
        return
    if WITHIN in cuts:
        for one in plain.values() if isinstance(plain, dict) else plain or ():
            _take_out(one, cuts[WITHIN])
        return
    for name, within in cuts.items() if isinstance(plain, dict) else ():
        if within is None:
            plain.pop(name, None)
        elif name in plain:
            _take_out(plain[name], within)


def _cuts(kind: inspect.Type, role: str) -> Cuts | None:
    match kind:
        case inspect.Metadata(type=inner):
            return _cuts(inner, role)
        case inspect.StructType(fields=fields):
            cuts = {one.encode_name: _of_field(one.type, role) for one in fields}
            return {name: cut for name, cut in cuts.items() if cut != {}} or None
        case inspect.UnionType(types=types):
            found: Cuts = {}
            for one in types:
                found |= _cuts(one, role) or {}
            return found or None
        case inspect.DictType(value_type=each) | inspect.CollectionType(item_type=each):
            within = _cuts(each, role)
            return {WITHIN: within} if within else None
    return None


def _of_field(kind: inspect.Type, role: str) -> Cuts | None:
    """Nothing: the whole field goes. Empty: all of it stays."""
    return None if role not in _roles(kind, role) else _cuts(kind, role) or {}


def _roles(kind: inspect.Type, usual: str) -> Roles:
    extra = kind.extra if isinstance(kind, inspect.Metadata) else None
    roles: Roles = (extra or {}).get(SEEN_BY, (usual,))
    return roles


def _withheld(kind: inspect.Type, found: dict[str, set[str]]) -> None:
    match kind:
        case inspect.Metadata(type=inner):
            _withheld(inner, found)
        case inspect.StructType(cls=cls, fields=fields):
            found[cls.__name__] = {one.encode_name for one in fields if "" not in _roles(one.type, "")}
            for one in fields:
                _withheld(one.type, found)
        case inspect.UnionType(types=types):
            for each in types:
                _withheld(each, found)
        case inspect.DictType(value_type=each) | inspect.CollectionType(item_type=each):
            _withheld(each, found)
