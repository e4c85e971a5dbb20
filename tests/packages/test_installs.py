"""The wheel in fresh environments and in hard places: `script/installs`. Long, because whole houses are started.

Packages that Feltro rests on are linked from here and not fetched again; the wheel itself is really installed, by pip.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests import release
from tests.conftest import ROOT

pytestmark = pytest.mark.proof
HARD_PLACE = Path(__file__).parent / "hard_place.py"
NOBODY = 65534
A_MINUTE = 60.0
SHIFTED = """
import time
_time, _time_ns, BY = time.time, time.time_ns, {years} * 31_556_952
time.time = lambda: _time() + BY
time.time_ns = lambda: _time_ns() + BY * 1_000_000_000
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return next(file for file in release.build(tmp_path_factory.mktemp("built")) if file.suffix == ".whl")


@pytest.fixture(scope="module")
def reachable():
    """A folder that other users of this machine may walk into."""
    folder = Path(tempfile.mkdtemp(prefix="feltro-installs-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def environment(wheel, reachable):
    """A virtual environment with nothing of its own but Feltro, under a name with spaces and accents."""
    return fresh(reachable / "Programas do João", wheel)


def fresh(folder, wheel):
    subprocess.run([python_for_all(), "-m", "venv", "--without-pip", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "linked.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip(folder, "--no-index", "--no-deps", "--force-reinstall", str(wheel))
    return folder


def python_for_all():
    """The system's Python, which every user may start, where it is of our version; else the one that runs this."""
    of_the_system = shutil.which("python3", path="/usr/bin") or sys.executable
    asked = "import sys; print('%d.%d' % sys.version_info[:2])"
    said = subprocess.run([of_the_system, "-c", asked], capture_output=True, text=True, check=False).stdout.strip()
    return of_the_system if said == f"{sys.version_info[0]}.{sys.version_info[1]}" else sys.executable


def pip(folder, *words):
    command = [folder / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run(environment, *words, **around):
    program = environment / "bin" / "feltro"
    surroundings = {**os.environ, "FELTRO_BOOKS": "", **around}
    return subprocess.run([program, *words], env=surroundings, capture_output=True, text=True, check=False)


PLACES = {
    "as_it_comes": {},
    "accents": {"folder": "Noite de quinta — edição"},
    "c_locale": {"around": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}},
    "no_zones": {"around": {"PYTHONTZPATH": ""}},
    "no_network": {"before": ["unshare", "-n"], "after": ["--no-network"]},
    "another_user": {"user": NOBODY},
    "clock_of_1996": {"years": -30},
    "clock_of_2056": {"years": 30},
}


@pytest.mark.parametrize("place", PLACES)
def test_the_house_starts_in_hard_places(environment, reachable, place):
    """Under a minute each, with its first page, an invitation for the first person, and no complaint."""
    said = PLACES[place]
    folder = reachable / said.get("folder", place)
    folder.mkdir()
    around = {
        key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "FELTRO_", "XDG_"))
    }
    around |= {"HOME": str(folder), "FELTRO_BOOKS": "", **said.get("around", {})}
    user = said.get("user", 0)
    if user:
        if os.geteuid() or not may_start(user, environment):
            pytest.skip("only root can be somebody else, and only where others may start this Python")
        os.chown(folder, user, user)
    if "years" in said:
        (folder / "sitecustomize.py").write_text(SHIFTED.format(years=said["years"]))
        around["PYTHONPATH"] = str(folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*said.get("before", []), sys.executable, str(HARD_PLACE), str(environment / "bin" / "feltro")]
    done = subprocess.run(
        [*command, str(port), str(user), *said.get("after", [])],
        env=around,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    print(place, told["seconds"], "s")  # noqa: T201 - what a start costs, for whoever asked with -s
    assert told["finds_a_seat"]
    assert "/convite/" in told["said"]
    assert told["complained"] == ""
    assert told["seconds"] < A_MINUTE
    assert (folder / "feltro.sqlite3").is_file()


def may_start(user, environment):
    tried = subprocess.run(
        [environment / "bin" / "feltro", "--version"],
        user=user,
        group=user,
        capture_output=True,
        check=False,
        cwd="/",
    )
    return tried.returncode == 0


@pytest.mark.parametrize("extra", ["postgres", "dask", "pix", "metrics"])
def test_an_extra_brings_what_it_says(environment, wheel, extra):
    """All that it asks for is among the packages linked here: nothing has to be fetched, and nothing is missing."""
    told = json.loads(
        pip(environment, "--no-index", "--dry-run", "--report=-", f"feltro[{extra}] @ {wheel.as_uri()}")
    )
    assert {one["metadata"]["name"] for one in told["install"]} <= {"feltro"}, (
        "a newer pip sees that this very file is there"
    )
    (about,) = environment.glob("lib/python*/site-packages/feltro-*.dist-info/METADATA")
    said = about.read_text("utf-8")
    assert f"Provides-Extra: {extra}\n" in said, "or pip says so in a warning, and brings nothing"


def test_another_version_comes_and_goes(wheel, reachable):
    """By `feltro update FILE` and `--back`, with pip, in an environment of its own; one that is broken does not stay."""
    folder = fresh(reachable / "atualizar", wheel)
    home = {"FELTRO_HOME": str(reachable / "casa"), "FELTRO_KEYS": str(reachable / "chaves")}
    home["FELTRO_DATABASE"] = f"sqlite:///{reachable}/noite.sqlite3"
    commands = reachable / "comandos.jsonl"
    commands.write_text(json.dumps({"type": "CreateSeason", "season": "s1", "name": "Verão", "year": 2027}))
    assert run(folder, "do", str(commands), **home).returncode == 0
    broken = another(wheel, reachable / "0.9.1", "0.9.1", breaks=True)
    done = run(folder, "update", str(broken), **home)
    assert (done.returncode, run(folder, "--version").stdout) == (1, "feltro 0.2.0\n"), done.stderr
    newer = another(wheel, reachable / "0.9.0", "0.9.0", breaks=False)
    done = run(folder, "update", str(newer), **home)
    assert (done.returncode, run(folder, "--version").stdout) == (0, "feltro 0.9.0\n"), done.stderr
    done = run(folder, "update", "--back", **home)
    assert (done.returncode, run(folder, "--version").stdout) == (0, "feltro 0.2.0\n"), done.stderr
    assert "Tudo confere." in run(folder, "verify", **home).stdout


def another(wheel, folder, version, *, breaks):
    """The same wheel under another version; broken, it cannot open any house."""
    folder.mkdir()
    made = folder / f"feltro-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.namelist():
            if one.endswith("RECORD"):
                continue
            content = old.read(one)
            if one == "feltro/__init__.py":
                content = content.replace(b'__version__ = "0.2.0"', f'__version__ = "{version}"'.encode())
            if one.endswith("/METADATA"):
                content = content.replace(b"\nVersion: 0.2.0", f"\nVersion: {version}".encode())
            if breaks and one == "feltro/app/wiring.py":
                content += b"\nraise RuntimeError('half a release')\n"
            new.writestr(one.replace("feltro-0.2.0.dist-info", f"feltro-{version}.dist-info"), content)
        new.writestr(f"feltro-{version}.dist-info/RECORD", "")
    return made


def test_the_release_script_makes_a_signed_release_in_a_scratch_folder(tmp_path):
    """From the first line to the last, with a scratch key: built, checked, an old house opened, summed and signed."""
    key = Ed25519PrivateKey.generate()
    pem = tmp_path / "chave.pem"
    pem.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    out = tmp_path / "saída"
    command = [sys.executable, "-m", "tests.release", str(out), "--key", str(pem)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-3:] == [
        "house of 0.1.0: Tudo confere.",
        "no public address: [project.urls] in pyproject.toml is empty",
        "signed",
    ]
    made = sorted(one.name for one in out.iterdir())
    assert made == [
        "SHA256SUMS",
        "SHA256SUMS.sig",
        "feltro-0.2.0-py3-none-any.whl",
        "feltro-0.2.0.tar.gz",
    ]
    key.public_key().verify((out / "SHA256SUMS.sig").read_bytes(), (out / "SHA256SUMS").read_bytes())
