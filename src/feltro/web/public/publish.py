"""The public pages of a house into a folder that any web server, or none at all, can show."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.screens.kept import image
from feltro.web.frame.static_files import STATIC
from feltro.web.public.files import EVERYBODYS, FIRST, FileAddresses, files_of, known_files
from feltro.web.public.look import Addresses, Onlooker, published_at
from feltro.words.languages import DEFAULT, LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping
    from typing import Any

    from feltro.app.handling import House
    from feltro.app.public.folder import PublishedFolder
    from feltro.kernel.instants import Instant
    from feltro.web.public.files import PublicFile
    from feltro.words.languages import Lang

BESIDE = {"feltro.css": ("vendor/inter-latin-wght-normal.woff2",)}
"""What a style sheet loads by itself."""


class _Copy(NamedTuple):
    """One file of the folder, not made yet."""

    name: str
    lang: Lang
    file: PublicFile


def publish(
    house: House, at: Instant, folder: PublishedFolder, base: str, tell: Callable[[int, int], None]
) -> None:
    """`tell` hears how many of how many files are done."""
    noted: dict[Hashable, Any] = {}
    with house.world.lock:
        files = files_of(Onlooker(house, at, DEFAULT, "", Addresses(DEFAULT, asked=False), noted))
    known = known_files(files)
    copies = [*_copies(files, known)]
    folder.begin(one.name for one in copies)
    assets: set[str] = set()
    pictures: set[str] = set()
    for number, one in enumerate(copies, 1):
        to = FileAddresses(one.lang, one.name, known, base)
        look = Onlooker(house, at, one.lang, one.file.path, to, noted)
        _put(folder, one, look)
        assets |= to.assets
        pictures |= to.pictures
        tell(number, len(copies))
    _put_beside(house, folder, assets, pictures)
    folder.finish()


def _copies(files: list[PublicFile], known: Mapping[tuple[str, str], str]) -> Iterator[_Copy]:
    yield _Copy(FIRST, DEFAULT, files[0])
    for one in files:
        for lang in (DEFAULT,) if one.shared else LANGUAGES:
            yield _Copy(known[one.path, EVERYBODYS if one.shared else lang], lang, one)


def _put(folder: PublishedFolder, one: _Copy, look: Onlooker) -> None:
    if one.file.made_of is not None:
        folder.put(one.name, one.file.made_of(look), partial(one.file.make, look))
        return
    body = one.file.make(look)
    hour = published_at(look.at, look.lang).encode()
    folder.put(one.name, body.replace(hour, b""), lambda: body)


def _put_beside(house: House, folder: PublishedFolder, assets: set[str], pictures: set[str]) -> None:
    """Styles, scripts, the letter and the club's logo; a licence that asks to go along goes along."""
    wanted = {*assets, *(more for one in assets for more in BESIDE.get(one, ())), "vendor/LICENSES.md"}
    for name in sorted(wanted):
        body = (STATIC / name).read_bytes()
        folder.put(f"static/{name}", body, partial(_same, body))
    for name in sorted(pictures):
        found = image(name, house.store)
        if found is not None:
            folder.put(f"imagens/{name}", found.content, partial(_same, found.content))


def _same(body: bytes) -> bytes:
    return body
