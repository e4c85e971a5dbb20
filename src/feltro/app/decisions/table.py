"""Which function answers which command about rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.decisions import commands as c
from feltro.app.decisions import keeping

if TYPE_CHECKING:
    import msgspec

    from feltro.app.plan import UseCase

USE_CASES: dict[type[msgspec.Struct], UseCase] = {
    c.KeepRuling: keeping.keep_ruling,
    c.OverruleRuling: keeping.overrule_ruling,
}
