"""Pinned packages held against an OSV export: `script/audit --osv FILE`.

FILE is what OSV gives for the ecosystem PyPI: the zip with one JSON for each weakness, a folder of them, or one JSON
(a list, or an answer of its interface). FELTRO_OSV names it too. 0: none known; 1: some; 2: nothing could be audited.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from packaging.version import InvalidVersion, Version

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCK = Path(__file__).parent.parent / "requirements.lock"
CLEAN, WEAK, NOT_AUDITED = 0, 1, 2


class Weakness(NamedTuple):
    package: str
    version: str
    id: str
    says: str
    fixed: str


def pinned(text: str) -> dict[str, str]:
    """Each package with its version, under the name that all spellings of it come to."""
    found = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;#]+)", text, re.MULTILINE)
    return {plain(name): version for name, version in found}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def entries(path: Path) -> Iterator[dict[str, Any]]:
    if path.is_dir():
        for file in sorted(path.rglob("*.json")):
            yield from _in(json.loads(file.read_bytes()))
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            for name in sorted(packed.namelist()):
                if name.endswith(".json"):
                    yield from _in(json.loads(packed.read(name)))
    else:
        yield from _in(json.loads(path.read_bytes()))


def _in(read: Any) -> list[dict[str, Any]]:
    if isinstance(read, list):
        return read
    return read.get("vulns", [read])


def weaknesses(packages: dict[str, str], known: Iterator[dict[str, Any]]) -> list[Weakness]:
    found = set()
    for one in known:
        for affected in one.get("affected", ()) if not one.get("withdrawn") else ():
            named = affected.get("package", {})
            package = plain(named.get("name", ""))
            if named.get("ecosystem") == "PyPI" and package in packages and touches(affected, packages[package]):
                says = one.get("summary") or one.get("details", "").split("\n")[0][:120]
                found.add(Weakness(package, packages[package], one["id"], says, ", ".join(_fixed(affected))))
    return sorted(found)


def touches(affected: dict[str, Any], version: str) -> bool:
    if version in affected.get("versions", ()):
        return True
    ranges = [one["events"] for one in affected.get("ranges", ()) if one.get("type") == "ECOSYSTEM"]
    return any(_within(events, version) for events in ranges)


def _within(events: list[dict[str, str]], version: str) -> bool:
    """OSV's own rule: events in order of version, each turns it on or off."""
    here, inside = _read(version), False
    turns = [(_read(at), what) for one in events for what, at in one.items() if what != "limit"]
    for at, what in sorted(turns, key=lambda turn: (turn[0], turn[1] != "introduced")):
        if what == "introduced" and here >= at:
            inside = True
        elif (what == "fixed" and here >= at) or (what == "last_affected" and here > at):
            inside = False
    return inside


def _read(version: str) -> Version:
    try:
        return Version(version)
    except InvalidVersion:
        return Version("0")


def _fixed(affected: dict[str, Any]) -> list[str]:
    return [one["fixed"] for each in affected.get("ranges", ()) for one in each.get("events", ()) if "fixed" in one]


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="script/audit")
    parser.add_argument("--osv", type=Path, default=os.environ.get("FELTRO_OSV"), help="an OSV export of PyPI")
    parser.add_argument("--lock", type=Path, default=LOCK, help="the pinned packages")
    args = parser.parse_args(argv)
    if args.osv is None or not args.osv.exists():
        sys.stdout.write("Sem arquivo OSV: nada foi auditado. Baixe a exportação do PyPI e diga --osv ARQUIVO.\n")
        return NOT_AUDITED
    packages = pinned(args.lock.read_text("utf-8"))
    known = list(entries(args.osv))
    latest = max((one.get("modified", "") for one in known), default="")
    found = weaknesses(packages, iter(known))
    for one in found:
        fixed = f"; corrigido em {one.fixed}" if one.fixed else "; sem correção"
        sys.stdout.write(f"{one.package} {one.version}: {one.id}: {one.says}{fixed}\n")
    sys.stdout.write(
        f"{len(packages)} pacotes, {len(known)} fraquezas conhecidas até {latest or '?'}: {len(found)} aqui.\n"
    )
    return WEAK if found else CLEAN


if __name__ == "__main__":
    sys.exit(main())
