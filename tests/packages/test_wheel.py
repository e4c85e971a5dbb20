"""What is installed is what was tested: the wheel, taken apart and used in places that are harder than this one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import requires

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests import release
from tests.conftest import ROOT

pytestmark = pytest.mark.slow
START = [sys.executable, "-c", "import sys; from feltro.cli.main import main; sys.exit(main())"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Wheel and source archive, built once."""
    return release.build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def wheel(built):
    return next(file for file in built if file.suffix == ".whl")


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The package in a folder whose name has spaces and accents, as on the laptop of João."""
    folder = tmp_path_factory.mktemp("instalado") / "Programas do João Conceição"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def run(installed, folder, *words, **environment):
    """The command as the wheel has it, started from another folder."""
    around = {
        key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "FELTRO_", "XDG_"))
    }
    around |= {"PYTHONPATH": str(installed), "HOME": str(folder), "FELTRO_BOOKS": "", **environment}
    return subprocess.run([*START, *words], env=around, cwd=folder, capture_output=True, check=False, timeout=120)


def test_the_wheel_has_everything_and_opens_the_house_of_the_first_version(wheel):
    release.check(wheel)
    assert release.prove_upgrade(wheel).endswith("Tudo confere.")


@pytest.mark.parametrize(
    "around", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_it_speaks_portuguese_where_the_system_knows_only_english_letters(installed, tmp_path, around):
    """In the C locale, with every helper of Python switched off, accents come out as UTF-8 and as JSON."""
    done = run(installed, tmp_path, "clause", "bpt-2015:13", **around)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Sorteio do botão" in done.stdout.decode("utf-8")


def test_hours_are_known_where_the_system_has_no_zones(installed, tmp_path):
    """PYTHONTZPATH is empty, as on Windows: the zones come with the package `tzdata`."""
    done = run(
        installed, tmp_path, "structure", "show", "bpt-home", "--on", "2027-01-08", "--json", PYTHONTZPATH=""
    )
    assert done.returncode == 0, done.stderr.decode()
    assert any(one.startswith("tzdata") for one in requires("feltro") or [])


def test_an_event_is_kept_in_a_folder_with_spaces_and_accents(installed, tmp_path):
    """Commands, file and check, all in a folder that many programs stumble over."""
    place = tmp_path / "Noite de quinta — edição"
    place.mkdir()
    line = json.dumps({"type": "CreateSeason", "season": "s1", "name": "Edição de verão", "year": 2027})
    (place / "comandos.jsonl").write_text(line + "\n", encoding="utf-8")
    keys = {"FELTRO_KEYS": str(tmp_path / "chaves à parte")}
    done = run(installed, place, "do", "comandos.jsonl", **keys)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    checked = run(installed, place, "verify", **keys)
    assert "Tudo confere." in checked.stdout.decode()


def test_without_the_postgres_part_the_missing_extra_is_named(installed, tmp_path):
    """A small club installs no PostgreSQL driver: whoever asks for one is told the command, without a traceback."""
    (tmp_path / "psycopg.py").write_text(
        "raise ModuleNotFoundError('no psycopg', name='psycopg')\n", encoding="utf-8"
    )
    done = run(f"{tmp_path}{os.pathsep}{installed}", tmp_path, "verify", "--database", "postgresql://x/y")
    assert done.returncode == 2
    assert done.stderr.decode().strip().endswith('pip install "feltro[postgres]".')


def test_the_base_package_brings_no_database_server_driver_and_no_test_tool():
    """Plain requirements, extras aside."""
    plain = {
        one.split(";")[0].split(">")[0].split("[")[0].strip()
        for one in requires("feltro") or []
        if "extra ==" not in one
    }
    assert not plain & {"psycopg", "playwright", "pytest", "uvloop", "hypothesis", "pokerkit", "dask"}


EXTRAS = {
    "postgres": {"psycopg"},
    "speed": {"httptools", "uvloop"},
    "dask": {"distributed"},
    "pix": set(),
    "metrics": set(),
}


def test_an_extra_brings_what_the_guides_say_and_two_of_them_nothing(wheel):
    """The bank's PIX and the figures come with the plain package: who asks for them by name is not refused, and is told so."""
    with zipfile.ZipFile(wheel) as packed:
        about = packed.read(next(name for name in packed.namelist() if name.endswith("/METADATA"))).decode()
    for extra, brings in EXTRAS.items():
        assert f"Provides-Extra: {extra}\n" in about
        asked = re.findall(rf"^Requires-Dist: ([\w-]+).*extra == '{extra}'$", about, re.MULTILINE)
        assert set(asked) == brings, extra
    for page in ("docs/diretor/instalar.md", "docs/en/diretor/instalar.md"):
        rows = [line for line in (ROOT / page).read_text("utf-8").splitlines() if line.startswith("| `feltro[")]
        named = {name: row for row in rows for name in re.findall(r"feltro\[(\w+)\]", row)}
        assert set(named) == set(EXTRAS)
        assert "--metrics" in named["metrics"]
        assert "--pix-bank" in named["pix"]


def test_a_release_is_summed_and_signed_with_the_key_that_is_given(built, tmp_path):
    """The sums are those of the files, the signature is the key's, and another key's does not fit."""
    key = Ed25519PrivateKey.generate()
    pem = tmp_path / "chave.pem"
    pem.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    sums = release.write_sums(built, tmp_path)
    assert [line.split()[1] for line in sums.read_text().splitlines()] == [file.name for file in built]
    signature = release.sign(sums, pem).read_bytes()
    key.public_key().verify(signature, sums.read_bytes())
    with pytest.raises(InvalidSignature):
        Ed25519PrivateKey.generate().public_key().verify(signature, sums.read_bytes())


def test_the_version_is_said_once_and_has_its_heading():
    said = release.version()
    release.check_changelog(said)
    assert (
        f"feltro {said}".encode() in subprocess.run([*START, "--version"], capture_output=True, check=True).stdout
    )


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path):
    (tmp_path / "algo.txt").write_text("meu")
    done = subprocess.run(
        [sys.executable, "-m", "tests.release", str(tmp_path)], cwd=ROOT, capture_output=True, check=False
    )
    assert (done.returncode, [one.name for one in tmp_path.iterdir()]) == (2, ["algo.txt"])
