"""Who has a profile with the series. One fact, wherever it was written down: on the person's own record, or by the
counter for the ranking of a season. It opens online seats and the ranking alike."""

from weakref import WeakKeyDictionary

import msgspec

from feltro.app.people.directory import PERSON
from feltro.season.state import SeasonState
from feltro.store.port import Store


class _Row(msgspec.Struct):
    online_profile: str = ""


_KNOWN: WeakKeyDictionary[Store, tuple[int, frozenset[str]]] = WeakKeyDictionary()


def on_record(store: Store, version: int) -> frozenset[str]:
    """Everybody whose record names a profile. `version` is that of the stream of people: rows change with it."""
    known = _KNOWN.get(store)
    if known is None or known[0] != version:
        rows = ((row.id, msgspec.json.decode(row.body, type=_Row)) for row in store.registry(PERSON))
        known = _KNOWN[store] = (version, frozenset(one for one, row in rows if row.online_profile))
    return known[1]


def has_profile(person: str, written: str, season: SeasonState) -> bool:
    return bool(written) or person in season.ranking.joined
