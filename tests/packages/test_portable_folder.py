"""The portable folder for Windows, made here of stand-ins for the parts that only Windows runs."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from hashlib import sha256

import pytest

from tests import portable

pytestmark = pytest.mark.slow


@pytest.fixture
def python(tmp_path):
    """An archive with the names that the embeddable Python has."""
    made = tmp_path / "python-3.13.1-embed-amd64.zip"
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr("python.exe", b"MZ")
        packed.writestr("python313.dll", b"MZ")
        packed.writestr("python313.zip", b"PK\5\6" + bytes(18))
        packed.writestr("python313._pth", "python313.zip\r\n.\r\n\r\n#import site\r\n")
    return made


def wheel(folder, name, **files):
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / name, "w") as packed:
        for path, text in files.items():
            packed.writestr(path.replace("__", "/") + ".py", text)
    return folder


@pytest.fixture
def parts(tmp_path):
    folder = wheel(
        tmp_path / "wheels",
        "feltro-0.2.0-py3-none-any.whl",
        feltro____init__="",
        feltro__cli____init__="",
        feltro__cli__main="import sys\nfrom outra import WORD\nprint(WORD, sys.argv[1:])\n",
    )
    with zipfile.ZipFile(folder / "outra-1.0-cp313-cp313-win_amd64.whl", "w") as packed:
        packed.writestr("outra-1.0.data/purelib/outra.py", "WORD = 'feltro'\n")
    return folder


def made(tmp_path, python, parts, said=""):
    out = tmp_path / "Feltro portátil"
    command = [sys.executable, "-m", "tests.portable", str(out), "--python", str(python)]
    said = said or sha256(python.read_bytes()).hexdigest()
    done = subprocess.run(
        [*command, "--sha256", said, "--wheels", str(parts)],
        capture_output=True,
        text=True,
        check=False,
        cwd=portable.wheels.ROOT,
    )
    return out, done


def test_the_folder_has_python_the_program_and_what_starts_it(tmp_path, python, parts):
    """Started as its Python would: from the lines of its path file alone, the command is found and gets its words."""
    out, done = made(tmp_path, python, parts)
    assert done.returncode == 0, done.stderr
    assert sorted(one.name for one in out.iterdir()) == [
        "LEIA-ME.txt",
        "atalho.bat",
        "feltro.bat",
        "programa",
        "python",
        "servico.bat",
    ]
    lines = (out / "python" / "python313._pth").read_text().splitlines()
    assert lines == ["python313.zip", ".", "..\\programa"]
    looks_in = [str(out / "python" / line.replace("\\", "/")) for line in lines]
    start = f"import sys, runpy; sys.path[:0] = {looks_in!r}; sys.argv = ['x', 'verify']; runpy.run_module('feltro.cli.main')"
    said = subprocess.run([sys.executable, "-I", "-S", "-c", start], capture_output=True, text=True, check=True)
    assert said.stdout == "feltro ['verify']\n"


def test_the_files_for_windows_are_written_as_windows_reads_them(tmp_path, python, parts):
    out, _ = made(tmp_path, python, parts)
    starter = (out / "feltro.bat").read_bytes()
    assert starter.count(b"\r\n") == starter.count(b"\n") > 10
    starter.decode("ascii")
    assert (out / "LEIA-ME.txt").read_bytes().startswith(b"\xef\xbb\xbf")


def test_a_python_with_another_sum_is_not_taken(tmp_path, python, parts):
    out, done = made(tmp_path, python, parts, said="0" * 64)
    assert (done.returncode, out.exists()) == (1, False)
    assert "not what its publisher made" in done.stderr


def test_something_else_than_an_embeddable_python_is_not_taken(tmp_path, parts):
    other = tmp_path / "outro.zip"
    with zipfile.ZipFile(other, "w") as packed:
        packed.writestr("leia.txt", "oi")
    out, done = made(tmp_path, other, parts)
    assert (done.returncode, out.exists()) == (1, False)


@pytest.mark.parametrize(
    ("name", "runs"),
    [
        ("numpy-2.4.6-cp313-cp313-win_amd64.whl", True),
        ("cryptography-50.0.2-cp311-abi3-win_amd64.whl", True),
        ("tzdata-2026.6-py2.py3-none-any.whl", True),
        ("numpy-2.4.6-cp312-cp312-win_amd64.whl", False),
        ("numpy-2.4.6-cp313-cp313-win_arm64.whl", False),
        ("numpy-2.4.6-cp313-cp313-manylinux_2_28_x86_64.whl", False),
        ("newer-1.0-cp314-abi3-win_amd64.whl", False),
        ("outra-1.0.tar.gz", False),
    ],
)
def test_only_wheels_of_this_python_on_windows_are_taken(name, runs):
    assert portable.runs_on_windows(name, "313") is runs


def test_a_wheel_that_writes_elsewhere_is_not_unpacked(tmp_path, python, parts):
    with zipfile.ZipFile(parts / "ma-1.0-py3-none-any.whl", "w") as packed:
        packed.writestr("../../autoexec.bat", "")
    out, done = made(tmp_path, python, parts)
    assert (done.returncode, out.exists()) == (1, False)


def test_the_starter_keeps_data_and_keys_apart_and_serves_the_room():
    """What Windows is told to do, read as it stands: nobody here can run it."""
    text = (portable.WINDOWS / "feltro.bat").read_text(encoding="ascii")
    assert 'set "FELTRO_HOME=%~dp0dados"' in text
    assert 'set "FELTRO_KEYS=%~dp0chaves"' in text
    assert text.count('"%~dp0python\\python.exe" -m feltro.cli.main') == 2
    service = (portable.WINDOWS / "servico.bat").read_text(encoding="ascii")
    assert '/RU "NT AUTHORITY\\LOCAL SERVICE"' in service
    assert "SYSTEM" not in service
