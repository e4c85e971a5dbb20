"""Which function answers which command about rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.conduct.rulings import commands as c
from feltro.app.conduct.rulings import kept as keeping
from feltro.kernel.commands import Command

if TYPE_CHECKING:
    from feltro.app.world.plan import UseCase

USE_CASES: dict[type[Command], UseCase] = {
    c.KeepRuling: keeping.keep_ruling,
    c.OverruleRuling: keeping.overrule_ruling,
}
