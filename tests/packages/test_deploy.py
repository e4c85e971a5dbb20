"""The files for a server, read as their programs would: where no container engine is, they are linted."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile

import pytest
import yaml

from tests.conftest import ROOT, missing

DEPLOY = ROOT / "deploy"


def instructions():
    """Of the Dockerfile, continued lines joined."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text())
    return [line.split(maxsplit=1) for line in text.splitlines() if line.strip() and not line.startswith("#")]


def test_the_container_runs_as_nobody_and_keeps_keys_apart_from_data():
    """Not root; data and keys are two volumes; a health check; the program is the entry point."""
    said = instructions()
    assert [rest for word, rest in said if word == "USER"] == ["feltro"]
    assert [rest for word, rest in said if word == "VOLUME"] == ['["/data", "/keys"]']
    assert [rest for word, rest in said if word == "ENTRYPOINT"] == ['["feltro"]']
    assert any(word == "HEALTHCHECK" and "/saude" in rest for word, rest in said)
    known = {
        "FROM",
        "WORKDIR",
        "COPY",
        "RUN",
        "ENV",
        "USER",
        "VOLUME",
        "EXPOSE",
        "HEALTHCHECK",
        "ENTRYPOINT",
        "CMD",
    }
    assert {word for word, _ in said} <= known


def test_what_the_container_copies_is_there():
    assert [name for name in copied_from_the_folder() if not (ROOT / name).exists()] == []


def copied_from_the_folder():
    """What the Dockerfile takes out of the project, as git has it, in the order of its lines."""
    said = [rest.split() for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    return [name for *names, _ in said for name in names]


def test_what_the_container_copies_is_enough_to_build_the_wheel(tmp_path):
    """The step that no engine is needed for: the wheel of exactly these files has the program and the manual."""
    for name in copied_from_the_folder():
        (tmp_path / name).symlink_to(ROOT / name)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "out")]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-300:]
    with zipfile.ZipFile(next((tmp_path / "out").iterdir())) as wheel:
        assert {"feltro/cli/main.py", "feltro/docs/primeira-hora.md"} <= set(wheel.namelist())


def test_an_engine_is_given_what_is_copied_and_nothing_else_of_the_folder():
    """No house, no key, no history: everything is left out, and what the Dockerfile copies is let in by name."""
    lines = [one for one in (ROOT / ".dockerignore").read_text().splitlines() if one and not one.startswith("#")]
    assert lines[0] == "*"
    assert {one[1:] for one in lines if one.startswith("!")} == set(copied_from_the_folder())


def test_the_composition_names_no_password_and_only_volumes_that_it_declares():
    """Secrets come from outside, checksums are on, Feltro starts after its database answers."""
    text = (DEPLOY / "compose.yaml").read_text()
    assert "POSTGRES_PASSWORD: ${FELTRO_DB_PASSWORD:?" in text
    assert "--data-checksums" in text
    assert text.count("condition: service_healthy") == 2
    declared = set(re.findall(r"^  (\w+):$", text[text.index("\nvolumes:") :], re.MULTILINE))
    used = set(re.findall(r"^      - (\w+):/", text, re.MULTILINE))
    assert used == declared == {"database", "data", "keys", "certificates", "backups"}
    mounted = re.findall(r"^      - \./([\w.]+):", text, re.MULTILINE)
    assert [name for name in mounted if not (DEPLOY / name).is_file()] == []


def test_the_composition_is_what_an_engine_reads():
    """Parsed: every service has an image or a place to build from, the house is closed to the outside, and only the proxy is open."""
    said = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = said["services"]
    assert set(services) == {"database", "feltro", "proxy", "backup"}
    assert all(("image" in one) != ("build" in one) for one in services.values())
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    house = services["feltro"]
    assert (house["read_only"], house["cap_drop"]) == (True, ["ALL"])
    assert (DEPLOY / house["build"]["context"] / house["build"]["dockerfile"]).is_file()
    assert {one["restart"] for one in services.values()} == {"unless-stopped"}


def engine():
    """An engine that answers; a command without its daemon builds nothing."""
    for name in ("docker", "podman"):
        found = shutil.which(name)
        if found and subprocess.run([found, "info"], capture_output=True, check=False, timeout=60).returncode == 0:
            return found
    return ""


@pytest.mark.proof
def test_the_image_is_built_and_the_house_in_it_answers():
    """Where a container engine is: from the Dockerfile to the first page, and the health check says healthy."""
    command = engine()
    if not command:
        missing("a container engine")
    image, name = "feltro-proof", "feltro-proof"
    subprocess.run([command, "build", "-f", str(DEPLOY / "Dockerfile"), "-t", image, str(ROOT)], check=True)
    subprocess.run([command, "run", "-d", "--rm", "--name", name, "--network", "none", image], check=True)
    try:
        asked = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8000/', timeout=5).status)"
        inside = [
            command,
            "exec",
            name,
            "sh",
            "-c",
            f'for i in $(seq 60); do python -c "{asked}" && exit 0; sleep 1; done; exit 1',
        ]
        assert subprocess.run(inside, capture_output=True, text=True, check=False).stdout.strip() == "200"
        who = subprocess.run([command, "exec", name, "id", "-u"], capture_output=True, text=True, check=True)
        assert who.stdout.strip() == "10001"
    finally:
        subprocess.run([command, "stop", name], check=False)


UNITS = {"feltro.service": "/opt/feltro/bin/feltro", "kiosk/feltro-tv.service": "/usr/bin/cage"}


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_reads_the_unit(unit, tmp_path):
    """With a program that is here in the place of the one that is not."""
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        pytest.skip("no systemd here")
    file = tmp_path / unit.rpartition("/")[2]
    file.write_text((DEPLOY / unit).read_text().replace(UNITS[unit], "/bin/sh"))
    done = subprocess.run([analyze, "verify", str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_lets_the_house_do_little_besides_its_work():
    """Systemd's own count of what is left open: ten is a unit that says nothing, two and less is called OK."""
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        pytest.skip("no systemd here")
    command = [analyze, "security", "--offline=true", "--threshold=20", str(DEPLOY / "feltro.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-200:]


@pytest.mark.parametrize("script", ["backup.sh"])
def test_the_shell_reads_the_scripts(script):
    assert subprocess.run(["sh", "-n", str(DEPLOY / script)], check=False).returncode == 0
