"""Prices on the sheet of an event: what is sold, what each price is made of, when and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from feltro.tournament.sheet import ItemKind, PriceAccount
from feltro.web.events.rows import asked
from feltro.web.frame import fields
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.words.languages import Lang

KINDS: tuple[str, ...] = get_args(ItemKind)
ACCOUNTS: tuple[str, ...] = get_args(PriceAccount)
_LIMITS = {"most": "per_person", "flightmost": "per_flight", "total": "total", "stackmost": "stack_at_most"}
_TICKS = {"break": "break_after", "onlybreak": "only_break"}


ENTERED = ("entry", "reentry")


def change_items(plain: dict[str, Any], form: dict[str, Any], lang: Lang) -> None:
    """Each price follows its parts: they cannot disagree. Then what a button asks for: another thing sold, one less."""
    items: list[dict[str, Any]] = plain["items"]
    for item in items:
        _change_item(item, form)
    act, _, rest = fields.text(form, "do").partition(":")
    if act == "item.add" and rest in KINDS:
        items = [*items, new_item(items, rest, plain, lang)]
    elif act.startswith("item."):
        ids = [item["id"] for item in items]
        if rest in ids:
            items = asked(items, act[5:], ids.index(rest), lambda: None)
    plain["items"] = items
    _for_members(items, form)


def _for_members(items: list[dict[str, Any]], form: dict[str, Any]) -> None:
    """One tick for the whole event; taken away, it is nobody's alone again. What stands at a single price is left."""
    if "members_asked" not in form:
        return
    wanted, was = fields.ticked(form, "members_event"), fields.text(form, "members_asked") == "on"
    for item in items:
        if item["kind"] in ENTERED and wanted != was:
            item["members_only"] = wanted


def _change_item(item: dict[str, Any], form: dict[str, Any]) -> None:
    name = item["id"]
    if fields.text(form, f"label_{name}"):
        item["label"] = fields.text(form, f"label_{name}")
    split: dict[str, int] = item["split_centavos"]
    for account in ACCOUNTS:
        if f"part_{name}_{account}" in form:
            _change_part(split, account, fields.money(form, f"part_{name}_{account}"))
    if item["kind"] == "courtesy":
        item["covered_centavos"] = sum(split.values())  # the house pays the whole of it
    item["price_centavos"] = max(0, sum(split.values()) - item.get("covered_centavos", 0))
    for field, kept in (("chips", "chips"), ("cards", "time_cards")):
        number = fields.whole(form, f"{field}_{name}")
        if number is not None:
            item[kept] = number
    _change_window(item, form, name)
    item["limit"] = dict(item.get("limit") or {})
    for field, kept in _LIMITS.items():
        if f"{field}_{name}" in form:
            item["limit"][kept] = fields.whole(form, f"{field}_{name}")


def _change_part(split: dict[str, int], account: str, part: Any) -> None:
    """An emptied part is gone; nought stays where the sheet had it, because it says that nothing is taken."""
    if part is None:
        split.pop(account, None)
    elif part.centavos or account in split:
        split[account] = part.centavos


def _change_window(item: dict[str, Any], form: dict[str, Any], name: str) -> None:
    window = item["window"] = dict(item.get("window") or {})
    if f"from_{name}" in form:
        window["from_level"] = fields.whole(form, f"from_{name}") or 0
    if f"until_{name}" in form:
        window["until_level"] = fields.whole(form, f"until_{name}")
    if f"ticks_{name}" in form:
        window |= {kept: fields.ticked(form, f"{field}_{name}") for field, kept in _TICKS.items()}
        item["given_with_entry"] = fields.ticked(form, f"given_{name}")
        item["members_only"] = fields.ticked(form, f"members_{name}")


def new_item(items: list[dict[str, Any]], kind: str, plain: dict[str, Any], lang: Lang) -> dict[str, Any]:
    """Like the entry, as far as that makes sense: a re-entry costs the same, an add-on is sold in the break."""
    ids = {item["id"] for item in items}
    made = kind if kind not in ids else next(f"{kind}{n}" for n in range(2, 100) if f"{kind}{n}" not in ids)
    entry = next((item for item in items if item["kind"] == "entry"), None)
    like = entry if entry and kind in {"entry", "reentry", "courtesy"} else None
    split = (
        dict(like["split_centavos"])
        if like
        else {"rake" if kind in {"time_chip", "staff_bonus"} else "prize_pool": 0}
    )
    late = plain.get("late_registration")
    return {
        "id": made,
        "kind": kind,
        "label": say(f"events.kind.{kind}", lang),
        "split_centavos": split,
        "price_centavos": 0 if kind == "courtesy" else sum(split.values()),
        "covered_centavos": sum(split.values()) if kind == "courtesy" else 0,
        "chips": entry["chips"] if entry and kind not in {"time_chip", "staff_bonus"} else 0,
        "window": {"only_break": True, "until_level": late} if kind == "addon" and late else {},
        "limit": {"stack_at_most": entry["chips"]} if kind == "rebuy" and entry else {},
    }
