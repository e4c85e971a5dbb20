"""`feltro serve --pix-bank FILE`: what is wrong with the bank's file is said where the house is started."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.cli.terminal import UnusableError
from feltro.words.sentences import listed, say

if TYPE_CHECKING:
    from argparse import Namespace


def bank_file(args: Namespace) -> Path | None:
    """Read here once, so that whoever starts the house is told what is wrong with it, once and in the own language."""
    if not args.pix_bank:
        return None
    from feltro.app.programs.payments import ByHand, bank_from
    from feltro.kernel.plugins import PAYMENTS, plugged

    path = Path(args.pix_bank).absolute()
    try:
        made = bank_from(path)
    except (OSError, ValueError) as error:
        raise UnusableError("pix-bank", say("cli.serve.pix_bank.bad", args.lang, file=path, why=error)) from error
    if isinstance(made, ByHand):
        known = listed([one.name for one in plugged(PAYMENTS) if not one.fault], args.lang)
        key = "cli.serve.pix_bank.fails" if made.fault else "cli.serve.pix_bank.no_adapter"
        print(
            say(key, args.lang, name=made.adapter, why=made.fault, known=known or "–"), file=sys.stderr, flush=True
        )
    return path
