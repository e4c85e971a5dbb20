"""What tests share: a component that a test needs is found, or its absence is said out loud."""

from __future__ import annotations

import gc
import hashlib
import importlib
import inspect
import os
import re
import shutil
import subprocess
import warnings
from functools import cache, wraps
from itertools import count
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.postgres_server import Server

# A slow machine is no defect, so no example has a time limit. CI repeats the same examples, so that a
# failure there is one that the change brought; every other run looks for new ones.
settings.register_profile("anywhere", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "anywhere")

ROOT = Path(__file__).parent.parent
MARKED_WHOLE = re.compile(r"^pytestmark = pytest\.mark\.(slow|browser|postgres)$", re.MULTILINE)
SHARED = ROOT.parent / "shared"


os.environ["FELTRO_BOOKS"] = ""  # no test reads what stands on the shelf of whoever runs it


@pytest.fixture(autouse=True, scope="session")
def keys_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests sign and draw with keys of theirs, never with those in the home of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FELTRO_KEYS", str(tmp_path_factory.mktemp("keys")))
        yield


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """Hashing is slow on purpose; here it only has to be right. What it costs people is tested with the real one."""
    from argon2 import PasswordHasher

    from feltro.app.access import secrets

    real = secrets._hasher
    secrets._hasher = cache(lambda: PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    yield
    secrets._hasher = real


@pytest.fixture(autouse=True, scope="session")
def books_settled_once() -> None:
    """Thousands of rooms are opened under the same few sheets; a house opens some each week, and remembers fewer."""
    from feltro.app.sheets import settlement

    settlement.REMEMBERED = 200


@pytest.fixture(autouse=True, scope="session")
def draws_that_repeat() -> Iterator[None]:
    """In CI every house draws the same chairs in every run, as every example is the same there; elsewhere others are looked for."""
    from feltro.app.world.world import World

    if not os.environ.get("CI"):
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(World, "__init__", drawing(World.__init__, lambda: ""))
        yield


@pytest.fixture
def every_house_draws_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the draws of several houses have to differ, and still be the same in every run."""
    from feltro.app.world.world import World

    houses = count()
    monkeypatch.setattr(World, "__init__", drawing(World.__init__, lambda: str(next(houses))))


def drawing(real: Callable[..., None], house: Callable[[], str]) -> Callable[..., None]:
    """A world as it is made, whose secrets are counted; where a test says where they come from, that holds."""

    bare = inspect.unwrap(real)

    @wraps(bare)
    def made(self: Any, store: Any) -> None:
        bare(self, store)
        if getattr(self.fresh_secret, "func", None) is not token_bytes:
            return
        named, drawn = house(), count()
        self.fresh_secret = lambda: hashlib.sha256(f"{named}:{next(drawn)}".encode()).digest()

    return made


def one_now_the_rest_slowly(values: Iterable[Any]) -> list[Any]:
    """The first of them in the fast loop, each of the others where slow tests run: for whole matrices."""
    first, *others = dict.fromkeys(values)
    rows = (one if isinstance(one, tuple) else (one,) for one in others)
    return [first, *(pytest.param(*row, marks=pytest.mark.slow) for row in rows)]


def missing(what: str) -> None:
    """In CI a missing component is a failure; elsewhere the test, or the file, is skipped and says so."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and CI has to have it")
    pytest.skip(f"{what} is missing: run script/test, which installs it where it can", allow_module_level=True)


def peer(name: str) -> Any:
    """A module of somebody else's that answers the same question."""
    try:
        with warnings.catch_warnings():  # what it deprecates while it is read is not ours to mend
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError:
        missing(name)
        raise


def shared(path: str) -> Path | None:
    """A file of the shared material; nothing where the material is not beside the project. Where it is, a file
    that is not there is missing, and not passed over."""
    if not SHARED.is_dir():
        return None
    found = SHARED / path
    if not found.exists():
        missing(f"shared/{path}")
    return found


def pytest_report_header() -> str:
    return f"shared material: {'beside the project' if SHARED.is_dir() else 'not here, its tests are skipped'}"


def try_fewer_examples(item: pytest.Item) -> None:
    """The fast loop tries a fifth of the examples of a property, and never fewer than ten."""
    if hasattr(getattr(item, "obj", None), "_hypothesis_internal_use_settings"):
        test, name = item.obj, "_hypothesis_internal_use_settings"
    elif isinstance(getattr(getattr(item, "cls", None), "settings", None), settings):
        test, name = item.cls, "settings"
    else:
        return
    said = getattr(test, name)
    setattr(test, name, settings(said, max_examples=min(said.max_examples, max(10, said.max_examples // 5))))


def of_everything(config: pytest.Config) -> bool:
    """No file or folder was named: whoever names one wants all of it."""
    return all((ROOT / said).resolve() == ROOT / "tests" for said in config.args)


def one_of_five(items: list[pytest.Item], config: pytest.Config) -> None:
    """The fast loop looks at one row of five where a test has thirty rows or more."""
    tables: dict[str, list[pytest.Item]] = {}
    for item in items:
        tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    passed_over = {
        item for rows in tables.values() if len(rows) >= 30 for place, item in enumerate(rows) if place % 5
    }
    items[:] = [item for item in items if item not in passed_over]
    config.hook.pytest_deselected(items=list(passed_over))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file of which this run leaves out everything is not even read: it may import a browser, or lay out a site."""
    if not collection_path.name.startswith("test_") or "not slow" not in config.option.markexpr:
        return None
    whole = MARKED_WHOLE.search(collection_path.read_text("utf-8"))
    return True if whole and f"not {whole[1]}" in config.option.markexpr else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Who asks for Chromium or for a PostgreSQL server is marked so, whether the file says it or not."""
    fast = "not slow" in config.option.markexpr
    if fast and of_everything(config):
        one_of_five(items, config)
    for item in {getattr(item, "obj", item): item for item in items}.values() if fast else ():
        try_fewer_examples(item)
    if "proof" not in config.option.markexpr:
        long = {item for item in items if item.get_closest_marker("proof")}
        items[:] = [item for item in items if item not in long]
        config.hook.pytest_deselected(items=list(long))
    needs = {"chromium": "browser", "postgres_server": "postgres", "durable_postgres_server": "postgres"}
    for item in items:
        for fixture, mark in needs.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(mark)
        # A browser shares two cores with another worker. What holds only the second time is not hidden: `-rR` lists it.
        if os.environ.get("CI") and item.get_closest_marker("browser") and not item.get_closest_marker("flaky"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """The modules and tests read here stay to the end: the collector looks at them neither now nor later. A test makes
    a house or two and lets them go, so that it has little to find and need not look as often."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 10, 10)
        gc.enable()


@pytest.fixture(scope="session")
def chromium() -> str:
    for candidate in (os.environ.get("FELTRO_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        path = candidate and shutil.which(candidate)
        if path:
            return path
    missing("Chromium")
    raise AssertionError


@pytest.fixture(scope="session")
def certutil() -> str:
    """What installs an authority for Chromium, as a person does on a phone."""
    path = shutil.which(os.environ.get("FELTRO_CERTUTIL") or "certutil")
    if path:
        return path
    missing("certutil")
    raise AssertionError


@pytest.fixture(scope="session")
def shared_material() -> Path:
    """The regulations' index and texts, where they lie beside the project; no test depends on them alone."""
    if not SHARED.is_dir():
        pytest.skip("the shared material is not beside the project")
    return SHARED


@pytest.fixture(scope="session")
def strace() -> str:
    """A tracer of system calls that may trace."""
    path = shutil.which("strace")
    if not path or subprocess.run([path, "-o", os.devnull, "true"], check=False).returncode:
        missing("strace, or the permission to trace,")
    return path or ""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A PostgreSQL that does not wait for the disk: for every test but those about the disk."""
    yield from _server(durable=False)


@pytest.fixture(scope="session")
def durable_postgres_server() -> Iterator[Server]:
    yield from _server(durable=True)


@pytest.fixture
def postgres_url(postgres_server: Server) -> str:
    """The address of an empty database."""
    return postgres_server.new_database()


def _server(*, durable: bool) -> Iterator[Server]:
    from tests.postgres_server import Server, find_binaries

    binaries = find_binaries()
    if binaries is None:
        missing("PostgreSQL")
        raise AssertionError
    server = Server(binaries, durable=durable)
    server.start()
    yield server
    server.stop()
