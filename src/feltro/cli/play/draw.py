"""`feltro draw verify FILE`: repeat a published draw and say whether it holds."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.cli.terminal import UnusableError, explain, write_json
from feltro.kernel import draws
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("action", choices=["verify"], help=say("cli.draw.action", lang))
    parser.add_argument("file", help=say("cli.draw.file", lang))


def run(args: Namespace) -> int:
    try:
        text = sys.stdin.read() if args.file == "-" else Path(args.file).read_text()
        raw = json.loads(text)
        proof = _read_proof(raw)
        findings = [*draws.check(proof), *draws.check_further(proof, _read_further(raw.get("further", [])))]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise UnusableError("file", say("cli.draw.unreadable", args.lang, file=args.file)) from error
    said = [explain(finding, args.lang) for finding in findings]
    if args.json:
        write_json({"fair": not findings, "findings": said})
    else:
        print("\n".join(said) or say("draw.fair", args.lang))
    return 1 if findings else 0


def _read_proof(raw: dict[str, Any]) -> draws.Proof:
    if raw["format"] != draws.FORMAT or not (raw["order"] or raw.get("further")):
        raise ValueError(raw["format"])
    deck = draws.Deck(raw["label"], tuple(map(_text, raw["chairs"])))
    secret = bytes.fromhex(raw["secret"])
    order = tuple(map(_text, raw["order"]))
    return draws.Proof(
        deck, raw["commitment"], secret, raw.get("public", ""), order, rounds=raw.get("rounds") is True
    )


def _read_further(raw: list[dict[str, Any]]) -> list[draws.Further]:
    return [
        draws.Further(
            _text(one["label"]),
            tuple(map(_text, one["among"])),
            tuple(map(_text, one["shown"])),
            one=one.get("one") is True,
        )
        for one in raw
    ]


def _text(raw: Any) -> str:
    if not isinstance(raw, str):
        raise TypeError(raw)
    return raw
