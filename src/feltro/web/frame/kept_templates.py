"""Templates compiled once and kept, as Python keeps its own byte code.

Compiling a page's template takes longer than everything else that the first look at it does, and happens while the
world is held. What is kept lies beside the templates, is thrown away when the template, the code that says how templates are read, Jinja
or Python is another, and is not missed where nothing can be written.
"""

from __future__ import annotations

import contextlib
import os
import sys
from hashlib import sha256
from typing import TYPE_CHECKING

from jinja2 import BytecodeCache, Template

if TYPE_CHECKING:
    from pathlib import Path

    from jinja2.bccache import Bucket
    from jinja2.environment import TemplateModule
    from jinja2.runtime import Context


class KeptTemplates(BytecodeCache):
    def __init__(self, folder: Path, read_by: Path) -> None:
        """`read_by` is the source that sets Jinja up: what it says is in the compiled code too."""
        status = read_by.stat()
        self._folder = folder / "__pycache__"
        self._stamp = f"{status.st_size} {status.st_mtime_ns}\n".encode()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Jinja's own stumbles over a folder with accents on a machine that was told to know only English letters."""
        return sha256(f"{name}|{filename}".encode("utf-8", "surrogateescape")).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Whether it still fits its template, the bucket sees by itself."""
        with contextlib.suppress(OSError), self._file(bucket).open("rb") as kept:
            if kept.readline() == self._stamp:
                bucket.load_bytecode(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Beside, and then renamed: a reader never sees half a file."""
        kept = self._file(bucket)
        beside = kept.with_name(f"{kept.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            beside.write_bytes(self._stamp + bucket.bytecode_to_string())
            beside.replace(kept)

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}.{sys.implementation.cache_tag}.template"


class SharedMacros(Template):
    """Every template here has the same globals, those of the environment: the macros of a file are made once. Jinja
    would compare the names of all globals anew for each import of each page, a tenth of what a page takes."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:  # noqa: ARG002 - by Jinja's name
        return super()._get_default_module()
