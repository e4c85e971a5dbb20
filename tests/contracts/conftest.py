"""A PostgreSQL of our own: real server, temporary cluster, gone at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.conftest import missing


def binaries() -> Path | None:
    folders = [
        os.environ.get("FELTRO_PG_BIN", ""),
        *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"))),
    ]
    found = shutil.which("initdb")
    candidates = [*folders, str(Path(found).parent) if found else ""]
    return next((Path(one) for one in candidates if one and (Path(one) / "initdb").exists()), None)


def ordinary_user() -> dict[str, int]:
    """PostgreSQL refuses to run as root: there it runs as postgres or nobody."""
    if os.getuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid}
    return {}


@pytest.fixture(scope="session")
def postgres():
    """The address of a running server with an empty database."""
    folder = binaries()
    if folder is None:
        missing("PostgreSQL")
    as_user = ordinary_user()
    home = Path(tempfile.mkdtemp(prefix="feltro-pg-"))
    home.chmod(0o755)
    data = home / "data"
    data.mkdir(mode=0o700)
    if as_user:
        os.chown(home, as_user["user"], as_user["group"])
        os.chown(data, as_user["user"], as_user["group"])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": home, **as_user}
    subprocess.run(
        [folder / "initdb", "-D", data, "-U", "feltro", "-A", "trust", "-E", "UTF8"], check=True, **quiet
    )
    options = f"-p {port} -k {home} -c listen_addresses=127.0.0.1"
    control = [folder / "pg_ctl", "-D", data, "-w", "-l", home / "log", "-o", options]
    subprocess.run([*control, "start"], check=True, **quiet)
    yield f"postgresql://feltro@127.0.0.1:{port}/postgres"
    subprocess.run([*control, "-m", "immediate", "stop"], check=False, **quiet)
    shutil.rmtree(home, ignore_errors=True)
