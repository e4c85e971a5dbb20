"""A television that is on before the laptop is: the page on its card waits, and goes on by itself."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from playwright.sync_api import expect

from tests.conftest import ROOT

from .conftest import TV

PAGE = (ROOT / "deploy" / "kiosk" / "espera.html").as_uri()


class AnotherProgram(BaseHTTPRequestHandler):
    """Answers everybody, and is not Feltro."""

    def do_GET(self):
        self.send_error(404)

    def log_message(self, *_):
        """Nobody reads it."""


def test_it_waits_while_somebody_else_answers_and_goes_on_where_feltro_does(browser, address):
    other = HTTPServer(("127.0.0.1", 0), AnotherProgram)
    threading.Thread(target=other.serve_forever, daemon=True).start()
    context = browser.new_context(viewport=TV, locale="pt-BR")
    try:
        page = context.new_page()
        page.goto(f"{PAGE}#http://127.0.0.1:{other.server_port}/tv/k7m2qd")
        expect(page.get_by_role("status")).to_contain_text("Ligue o computador do Feltro")
        assert page.url.startswith("file:")
        page = context.new_page()
        page.goto(f"{PAGE}#{address}/relogio")
        page.wait_for_url(f"{address}/relogio")
        page = context.new_page()
        page.goto(PAGE)
        expect(page.get_by_role("heading")).to_have_text("Falta o endereço desta tela")
    finally:
        context.close()
        other.shutdown()
        other.server_close()
