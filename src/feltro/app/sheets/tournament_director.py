"""What The Tournament Director 3 saves (`.tdt`): names in front of parentheses around plain values. Read, never run."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

KIND = " kind"
"""Under which a read object keeps the name that stood before its parentheses; no key of theirs has a space."""
DEEPEST = 60
LONGEST = 4_000_000
_TOKEN = re.compile(
    r'\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_$][\w$]*(?:\.\w+)*)|([{}\[\]():,]))'
)
_PLAIN = {"true": True, "false": False, "null": None, "undefined": None, "NaN": None}


class SavedBuyIn(NamedTuple):
    centavos: int
    rake_centavos: int
    chips: int
    last_level: int


class SavedTournament(NamedTuple):
    """The structure that was saved, and who was in it."""

    name: str
    levels: list[dict[str, Any]]
    stack: list[dict[str, int]]
    entry: SavedBuyIn | None
    rebuy: SavedBuyIn | None
    addon: SavedBuyIn | None
    seats: int
    players: list[tuple[str, str, str, str]]
    """First name, surname, nickname and e-mail."""


def is_saved_tournament(text: str) -> bool:
    return re.match(r"\s*\{\s*V\s*:", text) is not None


def read_saved(text: str) -> SavedTournament:
    """ValueError where it is no such file."""
    whole = _Reader(text[:LONGEST]).whole()
    saved = whole.get("T") if isinstance(whole, dict) else None
    if not isinstance(saved, dict):
        raise ValueError("no tournament")
    levels = _levels(_objects(saved, "GameRound", "GameBreak"))
    if not levels:
        raise ValueError("no levels")
    money = saved.get("Financials")
    money = money if isinstance(money, dict) else {}
    seats = [_whole(one.get("NumberOfSeats")) for one in _objects(saved.get("Tables"), "GameTable")]
    return SavedTournament(
        name=str(saved.get("Title") or "")[:120].strip(),
        levels=levels,
        stack=_stack(_objects(saved.get("Chips"), "GameChip")),
        entry=_bought(money.get("Buyins")),
        rebuy=_bought(money.get("Rebuys")),
        addon=_bought(money.get("AddOns")),
        seats=max(seats, default=0),
        players=_players(_objects(saved.get("Players"), "GamePlayer")),
    )


def _levels(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    levels: list[dict[str, Any]] = []
    for one in found:
        if one[KIND] == "GameRound":
            names = {"minutes": "Minutes", "small_blind": "SmallBlind", "big_blind": "BigBlind", "ante": "Ante"}
            level: dict[str, Any] = {ours: _whole(one.get(theirs)) for ours, theirs in names.items()}
            levels.append({**level, "minutes": max(1, level["minutes"])})
        elif levels:
            levels[-1]["break_minutes"] = _whole(one.get("Minutes"))
    return levels


def _stack(chips: list[dict[str, Any]]) -> list[dict[str, int]]:
    pairs = [(_whole(one.get("Value")), _whole(one.get("PerPlayer"))) for one in chips if one.get("Use")]
    return [{"value": value, "count": count} for value, count in sorted(pairs) if value and count]


def _bought(config: Any) -> SavedBuyIn | None:
    """The profile that is offered first. What the house takes is read as a part of the fee, as the page says."""
    profiles = config.get("Profiles") if isinstance(config, dict) and config.get("Allow") else None
    if not isinstance(profiles, list) or not profiles:
        return None
    place = _whole(config.get("DefIndex"))
    one = profiles[place] if place < len(profiles) else profiles[0]
    if not isinstance(one, dict):
        return None
    rake = one.get("Rake")
    taken = sum(map(_centavos, rake)) if isinstance(rake, list) else 0
    fee = _centavos(one.get("Fee"))
    return SavedBuyIn(fee, min(taken, fee), _whole(one.get("Chips")), _whole(config.get("LastRound")))


def _players(found: list[dict[str, Any]]) -> list[tuple[str, str, str, str]]:
    people = []
    for one in found:
        name, info = one.get("Name"), one.get("Info")
        name, info = (part if isinstance(part, dict) else {} for part in (name, info))
        said = [str(name.get(key) or "").strip() for key in ("Firstname", "Lastname", "Nickname")]
        people.append((said[0], said[1], said[2], str(info.get("Email1") or "").strip()))
    return people


def _whole(value: Any) -> int:
    return (
        int(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 10**9 else 0
    )


def _centavos(value: Any) -> int:
    return round(value * 100) if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 else 0


def _objects(value: Any, *kinds: str) -> list[dict[str, Any]]:
    """Everything of these names inside, in the order of the file."""
    found: list[dict[str, Any]] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if one.get(KIND) in kinds:
                found.append(one)
                continue
            waiting += reversed(list(one.values()))
        elif isinstance(one, list):
            waiting += reversed(one)
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def whole(self) -> Any:
        return self._value(0)

    def _next(self) -> re.Match[str]:
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            raise ValueError(f"unreadable at {self.at}")
        self.at = found.end()
        return found

    def _value(self, deep: int) -> Any:
        if deep > DEEPEST:
            raise ValueError("too deep")
        string, number, name, sign = self._next().groups()
        if string is not None:
            return _string(string)
        if number is not None:
            return float(number) if re.search(r"[.eE]", number) else int(number)
        if name == "new":
            return self._made(self._next()[3] or "", deep)
        if name is not None:
            return _PLAIN[name] if name in _PLAIN else self._made(name, deep)
        if sign == "{":
            return self._table(deep)
        if sign == "[":
            return self._list("]", deep)
        raise ValueError(f"unexpected at {self.at}")

    def _made(self, kind: str, deep: int) -> Any:
        """`new GameRound({...})` is its table under its name; `Map.from([...])` and the others what stands inside."""
        if self._next()[4] != "(":
            raise ValueError(f"unexpected at {self.at}")
        inside = self._list(")", deep)
        if len(inside) == 1 and isinstance(inside[0], dict):
            return {KIND: kind, **inside[0]}
        return inside[0] if len(inside) == 1 else inside

    def _list(self, end: str, deep: int) -> list[Any]:
        found: list[Any] = []
        while not self._ends(end):
            found.append(self._value(deep + 1))
            self._ends(",")
        return found

    def _table(self, deep: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self._ends("}"):
            string, _, name, _ = self._next().groups()
            key = _string(string) if string is not None else name
            if key is None or not self._ends(":"):
                raise ValueError(f"unexpected at {self.at}")
            found[str(key)] = self._value(deep + 1)
            self._ends(",")
        return found

    def _ends(self, sign: str) -> bool:
        """Whether that sign comes next; then it is read."""
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            raise ValueError(f"unreadable at {self.at}")
        if found[4] == sign:
            self.at = found.end()
            return True
        return False


def _string(quoted: str) -> str:
    try:
        return str(json.loads(quoted, strict=False))
    except ValueError:
        return re.sub(r"\\(.)", r"\1", quoted[1:-1])
