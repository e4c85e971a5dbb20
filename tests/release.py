"""Makes a release and proves it: `script/release OUT [--key FILE]`.

Builds wheel and source archive, looks whether everything a house needs is inside, opens the house that version 0.1.0 wrote
with what was built, writes the sums, and signs them with the key that is given (Ed25519, PEM). Nothing is sent anywhere.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden" / "houses" / "0.1.0"
SUMS = "SHA256SUMS"
NEEDED = (
    "feltro/rulebooks/library.toml",
    "feltro/rulebooks/modelo/livro/book.toml",
    "feltro/web/templates/base.html",
    "feltro/web/static/feltro.css",
    "feltro/words/catalogue/cli.toml",
    "feltro/rulings/classics.toml",
    "feltro/docs/manual.toml",
    "feltro/docs/caixa/README.md",
)
"""One file of each kind of data: a wheel without them installs well and fails at the first page."""


class NotReadyError(Exception):
    """The release stops here, and says why."""


def version() -> str:
    """Said once in the package, and the same in its metadata."""
    said = (
        (ROOT / "src" / "feltro" / "__init__.py")
        .read_text(encoding="utf-8")
        .split('__version__ = "')[1]
        .split('"')[0]
    )
    if f'version = "{said}"' not in (ROOT / "pyproject.toml").read_text(encoding="utf-8"):
        raise NotReadyError(f"pyproject.toml does not say version {said}")
    return said


def build(out: Path) -> list[Path]:
    """The wheel and the source archive, by the backend that pyproject.toml names."""
    out.mkdir(parents=True, exist_ok=True)
    for kind in ("wheel", "sdist"):
        _run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out.resolve()))
    return sorted([*out.glob("*.whl"), *out.glob("*.tar.gz")])


def check(wheel: Path) -> None:
    """Data is inside, tests and machine-made copies are not, and the metadata is whole."""
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        about = next(name for name in names if name.endswith("/METADATA"))
        metadata = packed.read(about).decode()
    missing = [name for name in NEEDED if name not in names]
    strange = [name for name in names if "__pycache__" in name or name.startswith(("tests/", "bench/"))]
    unsaid = [
        name
        for name in ("Name:", "Version:", "License-Expression:", "Requires-Python:", "Classifier:")
        if name not in metadata
    ]
    if missing or strange or unsaid:
        raise NotReadyError(f"{wheel.name}: missing {missing}, strange {strange[:3]}, unsaid {unsaid}")


def prove_upgrade(wheel: Path) -> str:
    """The house that 0.1.0 wrote, opened and checked by what was built: its answer in words."""
    with tempfile.TemporaryDirectory(prefix="feltro-release-") as scratch:
        unpacked, house = Path(scratch, "pacote"), Path(scratch, "casa.sqlite3")
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(unpacked)
        with gzip.open(GOLDEN / "house.sqlite3.gz") as kept, house.open("wb") as out:
            shutil.copyfileobj(kept, out)
        environment = {
            **os.environ,
            "PYTHONPATH": str(unpacked),
            "FELTRO_KEYS": str(Path(scratch, "keys")),
            "FELTRO_BOOKS": "",
        }
        command = [sys.executable, "-c", "import sys; from feltro.cli.main import main; sys.exit(main())"]
        done = subprocess.run(
            [*command, "verify", "--database", f"sqlite:///{house}"],
            env=environment,
            cwd=scratch,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            raise NotReadyError(f"the house of 0.1.0 does not open: {done.stdout}{done.stderr}")
        return done.stdout.strip()


def write_sums(files: list[Path], out: Path) -> Path:
    sums = out / SUMS
    lines = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    sums.write_text("".join(lines), encoding="ascii")
    return sums


def sign(sums: Path, key: Path) -> Path:
    """Beside the sums, 64 bytes: `openssl pkeyutl -verify -rawin` reads it with the public key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    found = load_pem_private_key(key.read_bytes(), None)
    if not isinstance(found, Ed25519PrivateKey):
        raise NotReadyError(f"{key.name} is not an Ed25519 key")
    signature = sums.with_name(f"{SUMS}.sig")
    signature.write_bytes(found.sign(sums.read_bytes()))
    return signature


def addresses() -> dict[str, str]:
    """Where the project is found, by its metadata. None are invented: nothing where it has no public place."""
    import tomllib

    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return dict(said["project"].get("urls", {}))


def check_changelog(said: str) -> None:
    if f"## {said}" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        raise NotReadyError(f"CHANGELOG.md has no heading for {said}")


def main() -> int:
    parser = argparse.ArgumentParser("script/release", description=__doc__)
    parser.add_argument("out", type=Path, help="an empty folder for what is built")
    parser.add_argument("--key", type=Path, help="Ed25519 private key (PEM) to sign the sums with")
    args = parser.parse_args()
    if args.out.exists() and any(args.out.iterdir()):
        print(f"{args.out} is not empty: nothing was built", file=sys.stderr)
        return 2
    try:
        said = version()
        check_changelog(said)
        files = build(args.out)
        wheel = next(file for file in files if file.suffix == ".whl")
        check(wheel)
        told = prove_upgrade(wheel)
        sums = write_sums(files, args.out)
        signature = sign(sums, args.key) if args.key else None
    except NotReadyError as error:
        print(f"not ready: {error}", file=sys.stderr)
        return 1
    for file in (*files, sums, *([signature] if signature else [])):
        print(f"{file.name}  {file.stat().st_size} bytes")
    print(f"house of 0.1.0: {told.splitlines()[-1]}")
    if not addresses():
        print("no public address: [project.urls] in pyproject.toml is empty")
    print("signed" if signature else "not signed: no --key was given")
    return 0


def _run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise NotReadyError(done.stderr[-2000:])


if __name__ == "__main__":
    sys.exit(main())
