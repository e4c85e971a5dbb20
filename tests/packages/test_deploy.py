"""The files for a server, read as their programs would: where no container engine is, they are linted."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.conftest import ROOT

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
    copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    assert [name for names in copied for name in names if not (ROOT / name).exists()] == []


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


@pytest.mark.parametrize("script", ["backup.sh"])
def test_the_shell_reads_the_scripts(script):
    assert subprocess.run(["sh", "-n", str(DEPLOY / script)], check=False).returncode == 0
