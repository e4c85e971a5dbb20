"""A PostgreSQL of the tests' own: a new cluster in a temporary folder, on a socket and a loopback port."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg


def find_binaries() -> Path | None:
    """The folder that holds initdb, postgres and what comes with them, wherever a link to one of them leads."""
    candidates = [Path(os.environ.get("FELTRO_PG_BIN") or "/nowhere")]
    found = shutil.which("initdb")
    if found:
        candidates.append(Path(found).resolve().parent)
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((one.resolve().parent for folder in candidates if (one := folder / "initdb").exists()), None)


class Server:
    """Call `start`, then `new_database`. `kill` is a power cut for the server; `start` again recovers."""

    def __init__(self, binaries: Path, *, durable: bool, settings: dict[str, str] | None = None) -> None:
        self.binaries = binaries
        self.folder = Path(tempfile.mkdtemp(prefix="feltro-pg-"))
        self.port = _free_port()
        self.durable = durable
        self.settings = settings or {}
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        self._as_user = _as_someone_else()
        if self._as_user:
            owner = pwd.getpwnam(self._as_user["user"])
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self._make()

    def _make(self) -> None:
        binaries = self.binaries
        command = [
            binaries / "initdb",
            "-D",
            self.folder / "data",
            "-U",
            "feltro",
            "-A",
            "trust",
            "-E",
            "UTF8",
        ]
        command += ["--locale=C", "--no-sync"]
        subprocess.run(command, check=True, capture_output=True, cwd="/", **self._as_user)

    def start(self) -> None:
        on = "on" if self.durable else "off"
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "fsync": on,
            "full_page_writes": on,
            "shared_buffers": "32MB",
            "max_connections": 60,
            **self.settings,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self.binaries / "postgres", "-D", self.folder / "data", *options],
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
                **self._as_user,
            )
        self._wait()

    def new_database(self) -> str:
        self._databases += 1
        name = f"test_{self._databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def url(self, database: str) -> str:
        return f"postgresql://feltro@127.0.0.1:{self.port}/{database}"

    def kill(self) -> None:
        """SIGKILL to the server and all its processes."""
        for child in self._children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def stop_softly(self) -> None:
        """As somebody would who starts it again with other settings."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait()

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)  # nobody will open this cluster again
            self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _children(self) -> list[int]:
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self._process.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(line) for line in listed.stdout.split()]

    def _wait(self) -> None:
        give_up = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
            except psycopg.OperationalError:
                if time.monotonic() > give_up or self._process.poll() is not None:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.05)
            else:
                return


class Standby(Server):
    """A server that follows another one, until it is promoted."""

    def __init__(self, primary: Server) -> None:
        self._primary = primary
        super().__init__(primary.binaries, durable=primary.durable)

    def _make(self) -> None:
        command = [
            self.binaries / "pg_basebackup",
            "-h",
            "127.0.0.1",
            "-p",
            str(self._primary.port),
            "-U",
            "feltro",
        ]
        command += ["-D", self.folder / "data", "-R", "--no-sync", "-c", "fast", "-X", "stream"]
        subprocess.run(command, check=True, capture_output=True, cwd="/", **self._as_user)

    def promote(self) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute("SELECT pg_promote(true, 60)")


def _as_someone_else() -> dict[str, object]:
    """PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            found = pwd.getpwnam(name)
            return {"user": name, "group": found.pw_gid, "extra_groups": []}
    raise RuntimeError("no user but root to run PostgreSQL")


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
