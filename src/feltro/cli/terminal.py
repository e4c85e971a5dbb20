"""What commands share: writing tables and JSON, and ending with findings."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from feltro.kernel.outcome import Finding
    from feltro.words.languages import Lang

BAD_INPUT = 2
BAR_WIDTH = 30


class UnusableError(Exception):
    """Something that was typed cannot be used. `main` says it in the reader's language and ends with 2."""

    def __init__(self, field: str, message: str, accepts: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.field = field
        self.accepts = accepts


def write_json(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))


def bold(text: str) -> str:
    """Bold on a terminal that can show it."""
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return f"\033[1m{text}\033[0m" if colour else text


def width() -> int:
    """Of the terminal, or what COLUMNS says; never so wide that a line is hard to follow."""
    try:
        columns = int(os.environ.get("COLUMNS", "")) or os.get_terminal_size().columns
    except (ValueError, OSError):
        columns = 100
    return min(columns, 120)


def wrapped(text: str, indent: str = "") -> str:
    import textwrap

    return textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent)


def write_table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> None:
    """Columns as wide as their content; `right` are the columns of numbers."""
    body = [list(row) for row in rows]
    numbers = set(right)
    widths = [max(len(row[i]) for row in [list(head), *body]) for i in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = (
            c.rjust(w) if i in numbers else c.ljust(w) for i, (c, w) in enumerate(zip(cells, widths, strict=True))
        )
        return "  ".join(padded).rstrip()

    print(bold(line(head)))
    for row in body:
        print(line(row))


def progress_bar(done: int, whole: int) -> None:
    """Of long work, on a terminal only, and away when it is done."""
    if not sys.stderr.isatty():
        return
    full = done * BAR_WIDTH // max(1, whole)
    ends = "\r\033[K" if done >= whole else ""
    print(f"\r{'█' * full}{'·' * (BAR_WIDTH - full)} {done}/{whole}{ends}", end="", file=sys.stderr, flush=True)


def write_findings(
    findings: Sequence[Finding], lang: Lang, *, as_json: bool, places: Mapping[str, str] | None = None
) -> int:
    """Everything that is wrong, to standard error (or as JSON); exit code 2. `places`: what people call where it stands."""
    said = [{"where": one.where, "because": one.because, "text": explain(one, lang)} for one in findings]
    if as_json:
        write_json({"findings": said})
    for one in said if not as_json else ():
        print(f"{(places or {}).get(one['where'], one['where'])}: {one['text']}", file=sys.stderr)
    return BAD_INPUT


def explain(finding: Finding, lang: Lang) -> str:
    return say(finding.because, lang, **finding.values)


def write_unusable(error: UnusableError, *, as_json: bool) -> int:
    """One thing the command cannot use; exit code 2."""
    if as_json:
        write_json({"error": {"field": error.field, "message": str(error), "accepts": list(error.accepts)}})
    else:
        print(error, file=sys.stderr)
    return BAD_INPUT
