"""Makes the portable folder for Windows: `script/portable OUT --python ZIP --sha256 SUM [--wheels FOLDER]`.

Takes the embeddable Python for Windows as a file (no package index has it) and holds it to the sum that its publisher
names; puts Feltro and what it rests on beside it, as wheels for Windows; and writes feltro.bat, a shortcut and a service.
Without --wheels, Feltro's wheel is built here and the others come from the package index.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from hashlib import sha256
from pathlib import Path, PurePosixPath

from tests import release, wheels

WINDOWS = wheels.ROOT / "deploy" / "windows"
PROGRAM = "programa"
PATH_FILE = re.compile(r"python3(\d+)\._pth")


class UnfitError(Exception):
    """Nothing is made of it, and why."""


def check_sum(file: Path, said: str) -> None:
    found = sha256(file.read_bytes()).hexdigest()
    if found != said.strip().lower():
        raise UnfitError(
            f"{file.name} has the sum {found}, not the one that was said: it is not what its publisher made"
        )


def unpack_python(archive: Path, folder: Path) -> str:
    """Which Python it is (`313`). It looks for packages in the folder of the program, and nowhere else on that machine."""
    with zipfile.ZipFile(archive) as packed:
        _refuse_ways_out(packed)
        packed.extractall(folder)
    found = [one for one in folder.iterdir() if PATH_FILE.fullmatch(one.name)]
    if len(found) != 1 or not (folder / "python.exe").is_file():
        raise UnfitError(f"{archive.name} is not an embeddable Python for Windows")
    library = f"{found[0].stem}.zip"
    found[0].write_text(f"{library}\r\n.\r\n..\\{PROGRAM}\r\n", encoding="ascii", newline="")
    return found[0].stem.removeprefix("python")


def unpack_wheels(files: list[Path], folder: Path, python: str) -> None:
    """A wheel is its files; what it wants elsewhere (`.data/purelib`) comes to the same place."""
    unfit = [one.name for one in files if not runs_on_windows(one.name, python)]
    if unfit:
        raise UnfitError(f"not for this Python on Windows: {', '.join(unfit)}")
    if not any(one.name.startswith("feltro-") for one in files):
        raise UnfitError("Feltro's own wheel is missing")
    for file in files:
        with zipfile.ZipFile(file) as packed:
            _refuse_ways_out(packed)
            packed.extractall(folder)
    for data in folder.glob("*.data"):
        for part in ("purelib", "platlib"):
            if (data / part).is_dir():
                shutil.copytree(data / part, folder, dirs_exist_ok=True)
        shutil.rmtree(data)


def runs_on_windows(name: str, python: str) -> bool:
    """By the three tags at the end of a wheel's name."""
    tags = re.search(r"-([\w.]+)-([\w.]+)-([\w.]+)\.whl$", name)
    if tags is None:
        return False
    interpreter, abi, platform = tags.groups()
    own = f"cp{python}" in interpreter.split(".")
    stable = "abi3" in abi.split(".") and any(
        int(one[3:]) <= int(python[1:]) for one in interpreter.split(".") if re.fullmatch(r"cp3\d+", one)
    )
    pure = "py3" in interpreter.split(".") and abi == "none"
    return (own or stable or pure) and platform in {"any", "win_amd64"}


def write_starters(folder: Path) -> None:
    """As Windows ends its lines. The readme is for Notepad, which takes UTF-8 by its mark."""
    for one in WINDOWS.iterdir():
        text = one.read_text(encoding="utf-8")
        encoding = "utf-8-sig" if one.suffix == ".txt" else "ascii"
        (folder / one.name).write_text(text, encoding=encoding, newline="\r\n")


def fetch(folder: Path) -> list[Path]:
    """Feltro's wheel, built here, and all that it rests on, for Windows, without a line of code being run."""
    release.build(folder)
    machine = wheels.MACHINES["win_amd64"]
    platforms = [word for one in machine.platforms for word in ("--platform", one)]
    command = [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"),
        *("--implementation", "cp", "--python-version", wheels.PYTHON, *platforms, "--dest", str(folder)),
        *sorted(wheels.needed(machine, extras=())),
    ]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise UnfitError(done.stderr.strip().splitlines()[-1])
    return sorted(folder.glob("*.whl"))


def make(out: Path, python: Path, said: str, given: Path | None) -> None:
    """Nothing is begun before the Python is what it should be."""
    check_sum(python, said)
    out.mkdir(parents=True)
    version = unpack_python(python, out / "python")
    with tempfile.TemporaryDirectory(prefix="feltro-") as place:
        files = sorted(given.glob("*.whl")) if given else fetch(Path(place))
        unpack_wheels(files, out / PROGRAM, version)
    write_starters(out)


def _refuse_ways_out(packed: zipfile.ZipFile) -> None:
    names = [PurePosixPath(name.replace("\\", "/")) for name in packed.namelist()]
    if any(name.is_absolute() or ".." in name.parts or ":" in str(name) for name in names):
        raise UnfitError(f"{packed.filename} wants to write outside of its folder")


def main() -> int:
    parser = argparse.ArgumentParser("script/portable", description=__doc__)
    parser.add_argument("out", type=Path, help="a folder that is not there yet")
    parser.add_argument(
        "--python", type=Path, required=True, help="the embeddable Python for Windows, 64 bits (zip)"
    )
    parser.add_argument("--sha256", required=True, help="its sum, as its publisher names it")
    parser.add_argument("--wheels", type=Path, help="a folder with Feltro's wheel and all others, for Windows")
    args = parser.parse_args()
    if args.out.exists():
        print(f"{args.out} is there already: nothing was made", file=sys.stderr)
        return 2
    try:
        make(args.out, args.python, args.sha256, args.wheels)
    except (UnfitError, release.NotReadyError, OSError, zipfile.BadZipFile) as error:
        shutil.rmtree(args.out, ignore_errors=True)
        print(f"not made: {error}", file=sys.stderr)
        return 1
    size = sum(one.stat().st_size for one in args.out.rglob("*") if one.is_file())
    print(f"{args.out}: {size // 1_000_000} MB. Start it on Windows with feltro.bat")
    return 0


if __name__ == "__main__":
    sys.exit(main())
