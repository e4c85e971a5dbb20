"""`script/audit`: pinned packages against an OSV export, and a plain word where there is none."""

from __future__ import annotations

import json
import zipfile

import pytest

from tests.audit import CLEAN, LOCK, NOT_AUDITED, WEAK, main, pinned, touches

KNOWN = [
    {
        "id": "MADE-UP-1",
        "modified": "2026-11-01T00:00:00Z",
        "summary": "A form without an end",
        "affected": [
            {
                "package": {"ecosystem": "PyPI", "name": "Made_Up.Forms"},
                "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "2.10"}]}],
            }
        ],
    },
    {
        "id": "MADE-UP-2",
        "modified": "2026-10-01T00:00:00Z",
        "withdrawn": "2026-10-02T00:00:00Z",
        "affected": [{"package": {"ecosystem": "PyPI", "name": "made-up-forms"}, "versions": ["2.9"]}],
    },
    {
        "id": "MADE-UP-3",
        "affected": [{"package": {"ecosystem": "npm", "name": "made-up-forms"}, "versions": ["2.9"]}],
    },
]


@pytest.fixture
def lock(tmp_path):
    file = tmp_path / "requirements.lock"
    file.write_text("made-up-forms==2.9\nharmless[extra]==1.0  # why\n")
    return file


@pytest.mark.parametrize("kind", ["json", "answer", "zip", "folder"])
def test_a_pinned_package_with_a_known_weakness_is_named(tmp_path, lock, capsys, kind):
    """Whatever form the export has; what was withdrawn, or speaks of another ecosystem, is passed over."""
    export = tmp_path / f"osv-{kind}"
    if kind == "zip":
        with zipfile.ZipFile(export, "w") as packed:
            for one in KNOWN:
                packed.writestr(f"{one['id']}.json", json.dumps(one))
    elif kind == "folder":
        export.mkdir()
        for one in KNOWN:
            (export / f"{one['id']}.json").write_text(json.dumps(one))
    else:
        export.write_text(json.dumps(KNOWN if kind == "json" else {"vulns": KNOWN}))
    assert main(["--osv", str(export), "--lock", str(lock)]) == WEAK
    told = capsys.readouterr().out
    assert "made-up-forms 2.9: MADE-UP-1: A form without an end; corrigido em 2.10" in told
    assert "2 pacotes, 3 fraquezas conhecidas até 2026-11-01T00:00:00Z: 1 aqui." in told


def test_a_corrected_version_is_clean(tmp_path, lock, capsys):
    """2.10 is later than 2.9, whatever the letters say."""
    lock.write_text("made_up.forms==2.10\n")
    export = tmp_path / "osv.json"
    export.write_text(json.dumps(KNOWN))
    assert main(["--osv", str(export), "--lock", str(lock)]) == CLEAN
    assert ": 0 aqui." in capsys.readouterr().out


def test_without_an_export_it_says_that_nothing_was_audited(tmp_path, lock, capsys, monkeypatch):
    """Silence would be taken for a clean bill."""
    monkeypatch.delenv("FELTRO_OSV", raising=False)
    assert main(["--lock", str(lock)]) == NOT_AUDITED
    assert main(["--osv", str(tmp_path / "nowhere"), "--lock", str(lock)]) == NOT_AUDITED
    assert capsys.readouterr().out.count("nada foi auditado") == 2


@pytest.mark.parametrize(
    ("version", "expected"),
    [("0.9", False), ("1.0", True), ("1.5", True), ("1.6", False), ("2.0", True), ("2.1", False)],
)
def test_a_weakness_may_come_and_go(version, expected):
    """Introduced, last seen, introduced again, fixed."""
    events = [{"introduced": "1.0"}, {"last_affected": "1.5"}, {"introduced": "2.0"}, {"fixed": "2.1"}]
    assert touches({"ranges": [{"type": "ECOSYSTEM", "events": events}]}, version) is expected


def test_every_package_that_runs_is_pinned():
    """The lock names what `pyproject.toml` asks for."""
    packages = pinned(LOCK.read_text("utf-8"))
    assert {"litestar", "uvicorn", "argon2-cffi", "psycopg", "jinja2"} <= set(packages)
    assert len(packages) > 30
