import importlib.util
import sys
import types

import plain_ranks

if importlib.util.find_spec("feltro.hand.ranks") is None:
    ranks = types.ModuleType("feltro.hand.ranks")
    ranks.__path__ = []
    for name in ("HIGH", "OMAHA_HIGH", "LOW8", "OMAHA_LOW8", "LOW_A5", "LOW_27", "BADUGI", "SHORT_DECK"):
        setattr(ranks, name, getattr(plain_ranks, name))
    upcards = types.ModuleType("feltro.hand.ranks.upcards")
    upcards.high_up, upcards.low_up = plain_ranks.high_up, plain_ranks.low_up
    sys.modules["feltro.hand.ranks"], sys.modules["feltro.hand.ranks.upcards"] = ranks, upcards
