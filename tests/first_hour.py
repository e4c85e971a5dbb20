"""Walks the first hour as a stranger, by the guide alone, and prints what each of its sections took: `script/first_hour`.

Builds the wheel, installs it in an environment of its own under a name with spaces and accents, and does what
docs/primeira-hora.md says in a real browser. What is clicked are words that the guide says and the page shows; a word
that is missing in either ends the walk. A container gives its command. Of the portable folder its own program is started, as
its feltro.bat says it, by this machine's Python and packages: those in the folder are for Windows.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from playwright.sync_api import expect, sync_playwright

from tests import release
from tests.guide import PATIENCE, Stranger, sections

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

PLACE = "Casa do João — edição"
PASSWORD = "cavalo correto bateria"


def walk(page: Page, link: str) -> dict[int, float]:
    """From the link in the terminal to a running clock: seconds by the number of the guide's section."""
    who = Stranger(page)
    with who.section(1):
        page.goto(link)
        who.sees("Primeiro acesso")
    with who.section(2):
        for label, typed in {
            "Seu nome": "Rui",
            "Usuário": "rui",
            "Senha": PASSWORD,
            "Senha outra vez": PASSWORD,
        }.items():
            who.fill(label, typed)
        who.click("Começar")
        who.sees("Cinco perguntas")
    with who.section(3):
        who.told("Como se chama o clube?")
        page.get_by_label("Nome do clube").fill("Clube da Serra")
        who.told("ponha uma hora próxima")
        page.get_by_label("Começa às").fill(soon())
        who.click("Deixar pronto")
        who.sees("Tudo pronto")
    with who.section(4):
        who.click("Direção")
        who.click("Abrir mesas")
        who.fill("Números das mesas", who.told("1-2"))
        who.click("Abrir mesas")
        who.sees("2 mesas")
    with who.section(5):
        _sell(who)
    with who.section(6):
        who.click("Mais")
        who.click("Equipe")
        who.fill("Nome", "Ana")
        who.fill("Usuário", "ana")
        page.get_by_label(who.told("Função")).select_option(label=who.told("caixa"))
        who.click("Dar acesso")
        who.sees("/convite/")
    with who.section(7):
        who.click("Mais")
        who.click("Telas")
        who.fill("Nome da TV", "Salão")
        who.click("Criar TV")
        who.sees("/tv/")
    with who.section(8):
        who.click("Direção")
        who.click("Sortear o botão")
        who.sees("sorteio do botão de todas as mesas")
        who.click("Começar")
        who.fill("Motivo", "todos já chegaram")
        who.click("Fazer mesmo assim")
        expect(page.get_by_role("button", name="Pausar").first).to_be_visible(timeout=PATIENCE)
    return who.took


def _sell(who: Stranger) -> None:
    """By the keyboard, as the guide says it."""
    who.click("Balcão")
    expect(who.page.locator("#desk-q")).to_be_focused(timeout=PATIENCE)
    who.page.keyboard.type("Xavier Lopes")
    expect(who.page.locator(".people-found .nothing")).to_be_visible(timeout=PATIENCE)
    who.press("Enter")
    who.fill("Nascimento", "21/03/1990")
    who.page.get_by_label(who.told("Documento com foto na mão")).first.check()
    who.page.get_by_label("Nascimento").first.press("Enter")
    expect(who.page.locator("[name=item]:checked")).to_be_focused(timeout=PATIENCE)
    who.press("Enter", "F2", "Enter")
    who.sees("Inscrição 1:")
    expect(who.page.locator(".done-seat")).to_be_visible()


def soon() -> str:
    """In half an hour, and still today."""
    now = datetime.now(ZoneInfo("America/Sao_Paulo"))
    then = now + timedelta(minutes=30)
    return then.strftime("%H:%M") if then.date() == now.date() else "23:59"


@contextmanager
def started(command: list[str], place: Path, **around: str) -> Iterator[str]:
    """The one-time link that a house shows in its terminal, once its pages answer."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("FELTRO_", "XDG_"))}
    kept |= {"HOME": str(place), "FELTRO_BOOKS": "", **around}
    with subprocess.Popen(
        command, cwd=place, env=kept, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as server:
        try:
            lines = iter(server.stdout.readline, "") if server.stdout else iter(())
            link = next((found[0] for line in lines if (found := re.search(r"http://\S+/convite/\S+", line))), "")
            if not link:
                raise RuntimeError(f"no link of a first access came from {shlex.join(command)}")
            _answers(link)
            yield link
        finally:
            server.terminate()


def _answers(link: str) -> None:
    """The link is told a moment before it works."""
    until = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            with urllib.request.urlopen(link.partition("/convite/")[0], timeout=20):
                return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def installed(tool: str, place: Path, wheel: Path) -> Path:
    """The command as a stranger has it: by pip in an environment, by uv or by pipx."""
    around = os.environ | {
        "HOME": str(place),
        "UV_TOOL_DIR": str(place / "uv"),
        "UV_TOOL_BIN_DIR": str(place / "bin"),
    }
    around |= {"PIPX_HOME": str(place / "pipx"), "PIPX_BIN_DIR": str(place / "bin")}
    by_pip = [[sys.executable, "-m", "venv", str(place)], [str(place / "bin" / "pip"), "install", "-q", str(wheel)]]
    ways = {
        "pip": by_pip,
        "uv": [["uv", "tool", "install", "-q", "--python", sys.executable, str(wheel)]],
        "pipx": [["pipx", "install", "-q", "--python", sys.executable, str(wheel)]],
    }
    for words in ways[tool]:
        subprocess.run(words, env=around, check=True)
    return place / "bin" / "feltro"


def of_the_folder(folder: Path, place: Path) -> tuple[list[str], dict[str, str]]:
    """What feltro.bat starts and the places that it sets, with a Python that runs here."""
    lines = (folder / "feltro.bat").read_text(encoding="ascii").splitlines()
    there = f"{folder}/"
    said = dict(found.groups() for line in lines if (found := re.fullmatch(r'set "(\w+)=(.+)"', line)))
    around = {name: value.replace("%~dp0", there).replace("\\", "/") for name, value in said.items()}
    for name in ("FELTRO_HOME", "FELTRO_KEYS"):
        Path(around[name]).mkdir(exist_ok=True)
    (place / "feltro").symlink_to(folder / "programa" / "feltro")
    started_by = next(line for line in lines if " -m feltro.cli.main serve" in line)
    return [sys.executable, *shlex.split(started_by.partition('python.exe"')[2])], around | {
        "PYTHONPATH": str(place)
    }


def table(took: dict[int, float], before: dict[str, float]) -> str:
    guide = sections()
    lines = [f"{'':3}{step:44}{'':>8}{seconds:>10.1f} s" for step, seconds in before.items()]
    lines += [
        f"{number}. {guide[number].title:44}{f'{guide[number].minutes} min' if guide[number].minutes else '':>8}{seconds:>10.1f} s"
        for number, seconds in took.items()
    ]
    total = sum(took.values()) + sum(before.values())
    return "\n".join(
        [f"{'':3}{'docs/primeira-hora.md':44}{'says':>8}{'took':>12}", *lines, f"{'':55}{total:>10.1f} s"]
    )


def visit(link: str) -> dict[int, float]:
    with sync_playwright() as opened:
        executable = os.environ.get("FELTRO_CHROMIUM") or None
        browser = opened.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(viewport={"width": 1366, "height": 768}, locale="pt-BR").new_page()
        took = walk(page, link)
        browser.close()
    return took


def main() -> int:
    parser = argparse.ArgumentParser("script/first_hour", description=__doc__)
    parser.add_argument("--with", dest="tool", choices=("pip", "uv", "pipx"), default="pip")
    parser.add_argument("--port", default="0")
    parser.add_argument("--command", help="starts a house that is installed already, and shows its link")
    parser.add_argument("--folder", type=Path, help="what script/portable made")
    args = parser.parse_args()
    before: dict[str, float] = {}
    folder = Path(tempfile.mkdtemp(prefix="feltro-"))
    place = folder / PLACE
    place.mkdir()
    quietly = ["--no-browser", "--no-name", "--host", "127.0.0.1", "--port", args.port]
    try:
        command, around = shlex.split(args.command or ""), dict[str, str]()
        if args.folder:
            command, around = of_the_folder(args.folder.resolve(), place)
            command += quietly
        elif not command:
            wheel = next(one for one in release.build(folder / "built") if one.suffix == ".whl")
            began = time.monotonic()
            command = [str(installed(args.tool, place, wheel)), "serve", *quietly]
            before[f"install by {args.tool}"] = time.monotonic() - began
        began = time.monotonic()
        with started(command, place, **around) as link:
            before["from the command to the link that works"] = time.monotonic() - began
            print(table(visit(link), before))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
