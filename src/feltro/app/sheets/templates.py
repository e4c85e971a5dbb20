"""Structure sheets in files: the templates that ship with Feltro, and what a director wrote."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.kernel.datafiles import read_toml
from feltro.kernel.outcome import Finding
from feltro.tournament.sheet.source import read_sheet
from feltro.words.text import Text

if TYPE_CHECKING:
    from datetime import date

    from feltro.tournament.sheet import Sheet

FOLDER = Path(__file__).parent.parent.parent / "structures"


@dataclass(frozen=True, slots=True)
class Template:
    id: str
    about: Text
    file: Path


@cache
def templates() -> dict[str, Template]:
    """By id: the file's name."""
    found = {}
    for file in sorted(FOLDER.glob("*.toml")):
        found[file.stem] = Template(file.stem, Text(**read_toml(file)["about"]), file)
    return found


@lru_cache(maxsize=64)
def sheet_from_template(template: Template, on: date) -> Sheet | list[Finding]:
    """Read once for each day: a sheet never changes, and reading it takes as long as three plain pages."""
    return load_sheet(template.file, on)


def load_sheet(path: Path, on: date | None = None) -> Sheet | list[Finding]:
    """A sheet from a TOML file, or everything that is wrong with it. `on` dates a template."""
    from tomllib import TOMLDecodeError

    try:
        raw = read_toml(path)
    except (OSError, TOMLDecodeError, UnicodeDecodeError) as error:
        line = getattr(error, "lineno", None) or str(error).rpartition("line ")[2].partition(",")[0]
        return [Finding("sheet.unreadable", path.name, {"line": line if str(line).isdecimal() else "?"})]
    raw.pop("about", None)
    return read_sheet(raw, on)
