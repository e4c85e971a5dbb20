"""The house in figures: what `script/measure` prints, and what the architecture tests hold."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tests.source import SOURCE, files, nodes_of, tree_of

if TYPE_CHECKING:
    from pathlib import Path

NOT_GERUNDS = {"ruling", "string", "building"}
"""Things of the room whose names end like an act."""
LONG_FUNCTION = 40


class Edge(NamedTuple):
    """One module of a room that imports one of another."""

    importer: str
    imported: str


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the source by its dotted name."""
    return {name: tree_of(path) for name, path in places().items()}


@cache
def places() -> dict[str, Path]:
    return {dotted(path): path for path in files()}


def nodes(module: str) -> tuple[ast.AST, ...]:
    return nodes_of(places()[module])


def dotted(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(module: str) -> frozenset[str]:
    """Modules that a module imports: at the top, late, or for types only."""
    known, found = places(), set()
    for node in nodes(module):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{one.name}" for one in node.names}
            found |= {one if one in known else node.module for one in inside}
    return frozenset(found)


def folders() -> list[str]:
    return sorted({name.split(".")[1] for name in places() if "." in name})


def room_of(module: str, folder: str) -> str:
    """The direct part of a folder that a module stands in."""
    parts = module.split(".")
    return parts[2] if parts[1:2] == [folder] and len(parts) > 2 else ""


@cache
def rooms(folder: str) -> dict[str, dict[str, list[Edge]]]:
    """Each room of a folder with the rooms it imports, and by which modules."""
    found: dict[str, dict[str, list[Edge]]] = {}
    for module in places():
        mine = room_of(module, folder)
        if not mine:
            continue
        uses = found.setdefault(mine, {})
        for imported in imports(module):
            other = room_of(imported, folder)
            if other and other != mine:
                uses.setdefault(other, []).append(Edge(module, imported))
    return found


def in_a_cycle(folder: str) -> set[str]:
    """Rooms from which imports lead back to themselves."""
    uses = rooms(folder)
    return {room for room in uses if room in _reached(room, uses)}


def _reached(room: str, uses: dict[str, dict[str, list[Edge]]]) -> set[str]:
    found: set[str] = set()
    ahead = list(uses[room])
    while ahead:
        one = ahead.pop()
        if one not in found:
            found.add(one)
            ahead += uses.get(one, {})
    return found


def order(folder: str) -> list[str]:
    """The rooms of a folder from the top down: each imports only what stands behind it."""
    uses = rooms(folder)
    left, found = dict(uses), []
    while left:
        used = {other for room in left for other in left[room]}
        top = sorted(room for room in left if room not in used) or sorted(left)
        found += top
        left = {room: others for room, others in left.items() if room not in top}
    return found


def gerunds() -> list[str]:
    """Modules that are named after an act and not after a thing."""
    stems = {name: name.rpartition(".")[2] for name in places()}
    return [name for name, stem in stems.items() if stem.endswith("ing") and stem not in NOT_GERUNDS]


def many_meanings() -> dict[str, list[str]]:
    """Class names that several modules use."""
    found: dict[str, list[str]] = defaultdict(list)
    for module, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(module)
    return {name: places for name, places in sorted(found.items()) if len(places) > 1}


def long_functions() -> list[str]:
    return [
        f"{module}.{node.name}"
        for module in places()
        for node in nodes(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno > LONG_FUNCTION
    ]


def uncalled() -> list[str]:
    """Functions and classes of a module that nothing in the source asks for: only tests could."""
    asked: set[str] = set()
    for module in places():
        for node in nodes(module):
            if isinstance(node, ast.Name):
                asked.add(node.id)
            elif isinstance(node, ast.Attribute):
                asked.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                asked |= {one.name for one in node.names}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                asked |= set(re.findall(r"\w+", node.value))
    return [
        f"{module}.{node.name}"
        for module, tree in modules().items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list and node.name not in asked
    ]


def loose_modules(folder: str) -> list[str]:
    """Modules that stand directly in a folder."""
    return sorted(path.stem for path in (SOURCE / folder).glob("*.py") if path.stem != "__init__")


def catalogues() -> list[str]:
    words = SOURCE / "words" / "catalogue"
    return sorted(str(path.relative_to(words).with_suffix("")) for path in words.rglob("*.toml"))


def lines() -> int:
    return sum(len(path.read_text("utf-8").splitlines()) for path in files())


def main() -> None:
    for folder in folders():
        looped = in_a_cycle(folder)
        told = f"{len(looped)} in a cycle: {', '.join(sorted(looped))}" if looped else "no cycle"
        print(f"{folder:11} {len(rooms(folder)):3} rooms, {len(loose_modules(folder)):2} loose modules, {told}")
    print(f"gerunds     {len(gerunds())}: {', '.join(one.removeprefix('feltro.') for one in gerunds())}")
    names = many_meanings()
    print(f"names       {len(names)} that several modules use: {', '.join(names)}")
    print(f"catalogues  {len(catalogues())}")
    print(
        f"long        {len(long_functions())} functions over {LONG_FUNCTION} lines: {', '.join(long_functions())}"
    )
    print(f"uncalled    {len(uncalled())} that only tests call: {', '.join(uncalled())}")
    print(f"source      {len(files())} files, {lines()} lines")


if __name__ == "__main__":
    main()
