"""A template is compiled once and kept; what is kept never shows anything but the template as it stands."""

from __future__ import annotations

import pytest
from jinja2 import Environment, FileSystemLoader

from feltro.web.frame.kept_templates import KeptTemplates
from feltro.web.frame.templates import environment


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """What a process that starts now shows of a page, and whether it had to compile it."""
    (tmp_path / "page.html").write_text("Olá, {{ name }}")
    read_by = tmp_path / "read_by.py"
    read_by.write_text("autoescape = True")
    compiled = []
    compile_ = Environment.compile

    def counted(self, *args, **kwargs):
        compiled.append(args)
        return compile_(self, *args, **kwargs)

    monkeypatch.setattr(Environment, "compile", counted)

    def show(*, escapes=True):
        compiled.clear()
        kept = KeptTemplates(tmp_path, read_by)
        made = Environment(loader=FileSystemLoader(tmp_path), autoescape=escapes, bytecode_cache=kept)
        return made.get_template("page.html").render(name="<Ana>"), len(compiled)

    show.folder, show.read_by = tmp_path, read_by
    return show


def test_the_second_process_compiles_nothing(shown):
    assert shown() == ("Olá, &lt;Ana&gt;", 1)
    assert shown() == ("Olá, &lt;Ana&gt;", 0)


def test_a_changed_template_is_shown_changed(shown):
    shown()
    (shown.folder / "page.html").write_text("Bom dia, {{ name }}")
    assert shown() == ("Bom dia, &lt;Ana&gt;", 1)


def test_whoever_changes_how_templates_are_read_is_not_shown_the_old_way(shown):
    """The attack of an update upon itself: pages that were compiled without escaping would go on without it."""
    assert shown(escapes=False) == ("Olá, <Ana>", 1)
    shown.read_by.write_text("autoescape = True  # now")
    assert shown() == ("Olá, &lt;Ana&gt;", 1)


def test_a_damaged_copy_and_a_folder_that_cannot_be_written_are_no_harm(shown):
    shown()
    (kept,) = (shown.folder / "__pycache__").iterdir()
    kept.write_bytes(kept.read_bytes()[:-20])
    assert shown() == ("Olá, &lt;Ana&gt;", 1)
    kept.unlink()
    (shown.folder / "__pycache__").rmdir()
    (shown.folder / "__pycache__").write_text("a file where the folder would be")
    assert shown() == ("Olá, &lt;Ana&gt;", 1)


def test_nothing_half_written_is_left_behind(shown):
    shown()
    assert [one.suffix for one in (shown.folder / "__pycache__").iterdir()] == [".template"]


def test_a_folder_whose_letters_the_system_does_not_know_has_a_name_too(tmp_path):
    """Python gives such a name with letters that cannot be written: `João` in the C locale."""
    (tmp_path / "read_by.py").write_text("")
    kept = KeptTemplates(tmp_path, tmp_path / "read_by.py")
    odd, even = (
        kept.get_cache_key("base.html", f"/Programas do {name}/base.html") for name in ("Jo\udcc3\udca3o", "Jo")
    )
    assert odd != even


def test_the_macros_of_a_file_are_made_once_and_no_page_that_imports_them_is_asked_for_its_names():
    """Every template has the globals of the house and no others; to compare them was a tenth of what a page took."""
    macros = environment().get_template("floor/_decide_macros.html")
    says_nothing = object()
    assert macros._get_default_module(says_nothing) is macros._get_default_module(None)
