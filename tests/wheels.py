"""Whether everything that Feltro rests on can be had as a wheel on other machines: `script/wheels`.

Asks the package index by pip for Windows, for Macs with Apple's processor and for the Raspberry Pi, each package at the
version of requirements.lock, and writes what it found to tests/packages/wheels.json. Ends with 1 where a wheel is missing.
A test holds requirements.lock to that file, so that no version is raised without asking again.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import unquote

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "tests" / "packages" / "wheels.json"
PYTHON = "3.13"
EXTRAS = ("postgres", "speed", "dask")


class Machine(NamedTuple):
    platforms: tuple[str, ...]
    """As pip names them."""
    fits: re.Pattern[str]
    """The last part of the name of a wheel that runs there."""
    says: dict[str, str]
    """What its Python answers to the conditions of requirements."""


MACHINES = {
    "win_amd64": Machine(
        ("win_amd64",),
        re.compile(r"win_amd64|any"),
        {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"},
    ),
    "macos_arm64": Machine(
        ("macosx_11_0_arm64", "macosx_12_0_arm64", "macosx_13_0_arm64", "macosx_14_0_arm64"),
        re.compile(r"macosx_\d+_\d+_(arm64|universal2)|any"),
        {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "arm64"},
    ),
    "linux_aarch64": Machine(
        ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_28_aarch64"),
        re.compile(r"(manylinux\w+_aarch64\.?)+|any"),
        {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "aarch64"},
    ),
}


def pins() -> dict[str, str]:
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").split()
    return {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}


def needed(machine: Machine, extras: tuple[str, ...] = EXTRAS) -> set[str]:
    """Every package that is installed there with all extras that people use, as `name==version`; a name alone where only
    other systems have it."""
    known = pins()
    found: set[str] = set()
    around = {**machine.says, "python_version": PYTHON, "python_full_version": f"{PYTHON}.0"}
    todo = [("feltro", extras)]
    while todo:
        package, extras = todo.pop()
        for line in _requirements(package):
            one = Requirement(line)
            wanted = not one.marker or any(
                one.marker.evaluate({**around, "extra": extra}) for extra in ("", *extras)
            )
            name = canonicalize_name(one.name)
            if wanted and name not in found | {"feltro"}:
                found.add(name)
                todo.append((name, tuple(one.extras)))
    return {f"{name}=={known[name]}" if name in known else name for name in found}


def _requirements(package: str) -> list[str]:
    """What is installed on other systems only is not here to be asked; such packages are small, and rest on nothing."""
    try:
        return requires(package) or []
    except PackageNotFoundError:
        return []


def ask(machine: Machine) -> dict[str, str]:
    """The wheel of each package, by its file's name. What pip said, as an error, where one cannot be had."""
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        platforms = [word for one in machine.platforms for word in ("--platform", one)]
        command = [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--no-deps"),
            *("--only-binary=:all:", "--implementation", "cp", "--python-version", PYTHON),
            *("--abi", f"cp{PYTHON.replace('.', '')}", "--abi", "abi3", "--abi", "none"),
            *(*platforms, "--target", folder, "--report", str(report), *sorted(needed(machine))),
        ]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        if done.returncode:
            raise LookupError(done.stderr.strip().splitlines()[-1])
        installs = json.loads(report.read_text(encoding="utf-8"))["install"]
    known, files = pins(), {}
    for one in installs:
        name = canonicalize_name(one["metadata"]["name"])
        key = f"{name}=={one['metadata']['version']}" if name in known else name
        files[key] = unquote(one["download_info"]["url"].rpartition("/")[2])
    return files


def unfit(machine: Machine, wheels: dict[str, str]) -> list[str]:
    """What is not there, and what would not run there."""
    wrong = [
        one for one, file in wheels.items() if not machine.fits.fullmatch(file.removesuffix(".whl").rsplit("-")[-1])
    ]
    return sorted({*wrong, *(needed(machine) - wheels.keys())})


def main() -> int:
    with ThreadPoolExecutor() as all_at_once:
        asked = {name: all_at_once.submit(ask, machine) for name, machine in MACHINES.items()}
    found, complaints = {}, []
    for name, answer in asked.items():
        try:
            found[name] = dict(sorted(answer.result().items()))
        except LookupError as error:
            complaints.append(f"{name}: {error}")
            continue
        complaints += [f"{name}: {one}" for one in unfit(MACHINES[name], found[name])]
        print(f"{name}: {len(found[name])} wheels")
    for one in complaints:
        print(f"missing: {one}", file=sys.stderr)
    if not complaints:
        KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
