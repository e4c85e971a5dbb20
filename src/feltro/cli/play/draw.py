"""`feltro draw verify FILE`: repeat a published draw and say whether it holds. `feltro draw key`: the key of the vault."""

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

    from feltro.kernel.outcome import Finding
    from feltro.words.languages import Lang

KEY = ("show", "export", "import")


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("action", choices=["verify", "key"], help=say("cli.draw.action", lang))
    parser.add_argument("file", help=f"{say('cli.draw.file', lang)} {say('cli.draw.key', lang)}")
    parser.add_argument("key_file", nargs="?", metavar="file", help=say("cli.draw.file", lang))


def run(args: Namespace) -> int:
    if args.action == "key":
        return _key(args)
    try:
        text = sys.stdin.read() if args.file == "-" else Path(args.file).read_text(encoding="utf-8")
        raw = json.loads(text)
        findings = _findings(raw)
        compare = _compare(raw, args.lang)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise UnusableError("file", say("cli.draw.unreadable", args.lang, file=args.file)) from error
    said = [explain(finding, args.lang) for finding in findings]
    physical = raw.get("physical") is True
    if args.json:
        write_json({"fair": not findings, "findings": said, "compare": compare, "physical": physical})
    else:
        holds = say("draw.physical" if physical else "draw.fair", args.lang)
        print("\n".join([*(said or [holds]), *([compare] if compare else [])]))
    return 1 if findings else 0


def _findings(raw: dict[str, Any]) -> list[Finding]:
    if raw["format"] != draws.FORMAT or not (raw["order"] or raw.get("further")):
        raise ValueError(raw["format"])
    if raw.get("physical") is True:
        return draws.check_pulled(_text(raw["label"]), raw["chairs"], raw["order"])
    proof = _read_proof(raw)
    phones = [draws.PhoneValue(_text(one["sealed"]), _text(one["value"])) for one in raw.get("phones", [])]
    return [
        *draws.check(proof),
        *draws.check_further(proof, _read_further(raw.get("further", []))),
        *draws.check_source(proof.deck.label, proof.commitment, phones, _text(raw.get("public", ""))),
    ]


def _compare(raw: dict[str, Any], lang: Lang) -> str:
    """What no computation can say: with what the public value is to be compared."""
    kind, reference = draws.source_in(raw["label"])
    if not kind or raw.get("physical") is True:
        return ""
    return say(f"fair.compare.{kind}", lang, reference=reference, chain=draws.DRAND_CHAIN)


def _read_proof(raw: dict[str, Any]) -> draws.Proof:
    deck = draws.Deck(raw["label"], tuple(map(_text, raw["chairs"])))
    secret = bytes.fromhex(raw["secret"])
    order = tuple(map(_text, raw["order"]))
    public, beside = _text(raw.get("public", "")), _text(raw.get("beside", ""))
    public = f"{public} {beside}".strip() if beside else public
    return draws.Proof(deck, raw["commitment"], secret, public, order, rounds=raw.get("rounds") is True)


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


def _key(args: Namespace) -> int:
    """The key travels by itself: no backup, no export and no database holds it."""
    from feltro.app.world.seals import Seals, key_name, keys_in, write_keys

    if args.file not in KEY or (args.file != "show" and not args.key_file):
        raise UnusableError("file", say("cli.draw.needs_file", args.lang))
    seals = Seals()
    keys, where = seals.keys(), str(seals.path)
    try:
        if args.file == "export" and keys:
            write_keys(Path(args.key_file), keys)
            return _tell("exported", args, len(keys), args.key_file)
        if args.file == "import":
            return _tell("imported", args, seals.take(keys_in(Path(args.key_file).read_text("ascii"))), where)
    except (OSError, ValueError) as error:
        said = say("cli.draw.key.unreadable", args.lang, file=args.key_file)
        raise UnusableError("file", said) from error
    names = ", ".join(map(key_name, keys))
    return (
        _tell("shown" if keys else "none", args, len(keys), where, names=names)
        if keys or args.file == "show"
        else 1
    )


def _tell(what: str, args: Namespace, many: int, file: str, names: str = "") -> int:
    if args.json:
        write_json({"keys": many, "file": file, "names": names})
    else:
        print(say(f"cli.draw.key.{what}", args.lang, n=many, file=file, names=names))
    return 0
